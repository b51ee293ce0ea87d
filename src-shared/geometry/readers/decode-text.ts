/**
 * Makes text formats begin with their first word: drops a UTF-8 byte order mark and turns UTF-16 (with a
 * mark, or recognised by its zero bytes) into one byte per character. Names lose their special characters;
 * keywords and numbers, all that matters here, do not.
 */

export function decodeText(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return narrow(bytes, 2, 0);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return narrow(bytes, 2, 1);
  if (isWide(bytes, 0)) return narrow(bytes, 0, 0);
  if (isWide(bytes, 1)) return narrow(bytes, 0, 1);
  return bytes;
}

/** Whether the first characters are ASCII in UTF-16 with the low byte at `low` (0 little, 1 big endian). */
function isWide(bytes: Uint8Array, low: 0 | 1): boolean {
  if (bytes.length < 8 || bytes.length % 2 !== 0) return false;
  for (let at = 0; at < 8; at += 2) {
    const character = bytes[at + low]!;
    if (bytes[at + 1 - low] !== 0 || character < 9 || character > 126) return false;
  }
  return true;
}

function narrow(bytes: Uint8Array, start: number, low: 0 | 1): Uint8Array {
  const characters = (bytes.length - start) >> 1;
  const narrowed = new Uint8Array(characters);
  for (let i = 0; i < characters; i++) {
    const at = start + i * 2;
    const high = bytes[at + 1 - low]!;
    narrowed[i] = high === 0 ? bytes[at + low]! : 63;
  }
  return narrowed;
}

/** A letter for each byte. */
export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text;
}
