/**
 * Decodes base64 as clients really send it: in pieces of any length, with line breaks, as base64url,
 * percent-encoded once or twice, with JSON escapes (`\/`, `\u002b`), padded or not (compatibility: The file
 * field). Regular stretches go through Buffer's own decoder; only the rest is decoded byte by byte.
 */

/** The text is not base64; `position` counts its bytes from 0. */
export class Base64Error extends Error {
  readonly position: number;

  constructor(position: number) {
    super(`Byte ${position} is no base64.`);
    this.name = 'Base64Error';
    this.position = position;
  }
}

/** Bytes of text, a multiple of 4. */
const cached = 64 * 1024;

const none = 255;
const skip = 254;
const pad = 253;
const percent = 252;
const backslash = 251;

/** Byte -> 6-bit value, or one of the marks above. */
const table = new Uint8Array(256).fill(none);
'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.split('').forEach((c, i) => {
  table[c.charCodeAt(0)] = i;
});
table['-'.charCodeAt(0)] = 62;
table['_'.charCodeAt(0)] = 63;
for (const c of ' \t\r\n') table[c.charCodeAt(0)] = skip;
table['='.charCodeAt(0)] = pad;
table['%'.charCodeAt(0)] = percent;
table['\\'.charCodeAt(0)] = backslash;

export class Base64Decoder {
  /** Characters of an unfinished group of four, as 6-bit values. */
  #bits = 0;
  #pending = 0;
  #padding = 0;
  #position = 0;
  /** The beginning of an escape sequence: `%2`, `\u00`. */
  #escape = '';
  readonly #reuse: boolean;
  #shared: Buffer = Buffer.alloc(0);

  /** With `reuse`, the bytes that `write` returns are valid only until the next `write`. */
  constructor(options: { readonly reuse?: boolean } = {}) {
    this.#reuse = options.reuse ?? false;
  }

  /** Decodes the next piece of text. @throws Base64Error */
  write(text: Buffer): Buffer {
    if (this.#pending === 0 && this.#escape === '' && this.#padding === 0) {
      const whole = text.length - (text.length % 4);
      const fast = this.#fast(text, whole);
      if (fast !== null) {
        this.#position += whole;
        if (whole === text.length) return fast;
        return Buffer.concat([fast, this.#slow(text.subarray(whole))]);
      }
    }
    return this.#slow(text);
  }

  /** Decodes the last group, which may lack its padding. @throws Base64Error */
  end(): Buffer {
    if (this.#escape !== '' || this.#pending === 1) throw new Base64Error(this.#position);
    if (this.#padding > 0 && this.#pending + this.#padding !== 4) throw new Base64Error(this.#position);
    if (this.#pending === 2) return Buffer.of(this.#bits >> 4);
    if (this.#pending === 3) return Buffer.of(this.#bits >> 10, (this.#bits >> 2) & 255);
    return Buffer.alloc(0);
  }

  /** Null if the text contains anything but base64, which the fast decoder would skip. */
  #fast(text: Buffer, whole: number): Buffer | null {
    const size = (whole / 4) * 3;
    const out = this.#reserve(size);
    let length = 0;
    // Pieces that fit into the processor's cache: four times as fast as one large piece.
    for (let at = 0; at < whole; at += cached) {
      const end = Math.min(whole, at + cached);
      length += out.write(text.toString('latin1', at, end), length, 'base64');
      if (length !== (end / 4) * 3) return null;
    }
    return out.subarray(0, size);
  }

  #reserve(size: number): Buffer {
    if (!this.#reuse) return Buffer.allocUnsafe(size);
    if (this.#shared.length < size) this.#shared = Buffer.allocUnsafeSlow(size);
    return this.#shared;
  }

  #slow(text: Buffer): Buffer {
    const out = Buffer.allocUnsafe(Math.ceil((text.length * 3) / 4) + 3);
    let length = 0;
    for (let i = 0; i < text.length; i++) {
      const byte = text[i]!;
      const code = this.#escape === '' ? byte : this.#unescape(byte);
      this.#position++;
      if (code === null) continue;
      const value = table[code]!;
      if (value < 64) {
        if (this.#padding > 0) throw new Base64Error(this.#position - 1);
        this.#bits = (this.#bits << 6) | value;
        if (++this.#pending === 4) {
          out[length++] = (this.#bits >> 16) & 255;
          out[length++] = (this.#bits >> 8) & 255;
          out[length++] = this.#bits & 255;
          this.#bits = 0;
          this.#pending = 0;
        }
      } else if (value === percent || value === backslash) {
        this.#escape = String.fromCharCode(code);
      } else if (value === pad) {
        if (this.#pending < 2 || this.#pending + ++this.#padding > 4)
          throw new Base64Error(this.#position - 1);
      } else if (value === none) {
        throw new Base64Error(this.#position - 1);
      }
    }
    return out.subarray(0, length);
  }

  /** Takes one byte of an escape. Returns its character once it is complete, otherwise null. */
  #unescape(byte: number): number | null {
    const sequence = this.#escape + String.fromCharCode(byte);
    this.#escape = '';
    if (sequence[0] === '%') return this.#hex(sequence, /^%[0-9a-f]{0,2}$/i, 3);
    if (sequence[1] === 'u') return this.#hex(sequence, /^\\u[0-9a-f]{0,4}$/i, 6);
    const named: Record<string, number> = { '/': 0x2f, n: 0x0a, r: 0x0d, t: 0x09 };
    const code = named[sequence[1] ?? ''];
    if (code === undefined) throw new Base64Error(this.#position);
    return code;
  }

  #hex(sequence: string, shape: RegExp, length: number): number | null {
    if (!shape.test(sequence)) throw new Base64Error(this.#position);
    if (sequence.length < length) {
      this.#escape = sequence;
      return null;
    }
    const code = Number.parseInt(sequence.slice(length === 3 ? 1 : 2), 16);
    if (code > 255) throw new Base64Error(this.#position);
    return code;
  }
}

/** Decodes a whole text; null if it is not base64. */
export function decodeBase64(text: Buffer): Buffer | null {
  const decoder = new Base64Decoder();
  try {
    return Buffer.concat([decoder.write(text), decoder.end()]);
  } catch {
    return null;
  }
}
