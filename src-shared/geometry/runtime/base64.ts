/** Base64 as files have it: also with the letters for addresses, and with white space between. */

const values = makeValues();

function makeValues(): Int8Array {
  const found = new Int8Array(128).fill(-1);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  for (let i = 0; i < 64; i++) found[letters.charCodeAt(i)] = i;
  found['-'.charCodeAt(0)] = 62;
  found['_'.charCodeAt(0)] = 63;
  return found;
}

/** The bytes from a place in the text to its padding or its end. Null if there are other characters. */
export function decodeBase64(text: string, start = 0): Uint8Array | null {
  const bytes = new Uint8Array(Math.ceil(((text.length - start) * 3) / 4));
  let [length, bits, held] = [0, 0, 0];
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 61) break;
    if (code <= 32) continue;
    const value = code < 128 ? values[code]! : -1;
    if (value < 0) return null;
    bits = ((bits << 6) | value) & 0xffffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[length++] = (bits >> held) & 255;
  }
  return bytes.subarray(0, length);
}
