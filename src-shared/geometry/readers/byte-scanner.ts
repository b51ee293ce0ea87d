/**
 * Reads words and numbers straight from the bytes of a text file, without a string per line or number. Used
 * by the readers of ASCII STL, OBJ, ASCII PLY and the XML of 3MF. Knows bytes only: no format, no mesh.
 *
 * [Note: exact numbers] Up to 2^53 the digits of a number are an exact integer, and powers of ten up to 10^22
 * are exact too, so one multiplication or division rounds correctly. Every other number goes to `Number()`.
 */

const powersOfTen = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const largestExact = 2 ** 53;

const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;

/** Space, tab, carriage return, line feed and the other control characters. */
export const isBlank = (byte: number): boolean => byte <= 32;

export class ByteScanner {
  readonly bytes: Uint8Array;
  readonly end: number;
  at: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  /** Moves to the next byte that is not blank; false at the end. */
  skipBlanks(): boolean {
    const { bytes, end } = this;
    let at = this.at;
    while (at < end && bytes[at]! <= 32) at++;
    this.at = at;
    return at < end;
  }

  /** Skips spaces and tabs but stays on the line. */
  skipSpaces(): void {
    const { bytes, end } = this;
    let at = this.at;
    while (at < end) {
      const byte = bytes[at]!;
      if (byte > 32 || byte === 10 || byte === 13) break;
      at++;
    }
    this.at = at;
  }

  /** Moves to the line feed or carriage return that ends this line, or to the end. */
  skipLine(): void {
    const { bytes, end } = this;
    let at = this.at;
    while (at < end) {
      const byte = bytes[at]!;
      if (byte === 10 || byte === 13) break;
      at++;
    }
    this.at = at;
  }

  skipWord(): void {
    const { bytes, end } = this;
    let at = this.at;
    while (at < end && bytes[at]! > 32) at++;
    this.at = at;
  }

  /**
   * Reads the number that begins here and moves past it. A word that is not a number (`nan`, `1.#IND`,
   * `3.1+e2`) is skipped and gives NaN; `inf` gives NaN too, because no coordinate may be infinite.
   */
  number(): number {
    const { bytes, end } = this;
    const start = this.at;
    let at = start;
    let byte = at < end ? bytes[at]! : 0;
    const negative = byte === 45;
    if (negative || byte === 43) byte = ++at < end ? bytes[at]! : 0;

    let mantissa = 0;
    let exponent = 0;
    const firstDigit = at;
    while (isDigit(byte)) {
      mantissa = mantissa * 10 + (byte - 48);
      byte = ++at < end ? bytes[at]! : 0;
    }
    let digits = at - firstDigit;
    if (byte === 46) {
      byte = ++at < end ? bytes[at]! : 0;
      const firstDecimal = at;
      while (isDigit(byte)) {
        mantissa = mantissa * 10 + (byte - 48);
        byte = ++at < end ? bytes[at]! : 0;
      }
      exponent = firstDecimal - at;
      digits += at - firstDecimal;
    }
    if (digits === 0) return this.#notANumber(at);
    if (byte === 101 || byte === 69) {
      byte = ++at < end ? bytes[at]! : 0;
      const downwards = byte === 45;
      if (downwards || byte === 43) byte = ++at < end ? bytes[at]! : 0;
      if (!isDigit(byte)) return this.#notANumber(at);
      let written = 0;
      while (isDigit(byte)) {
        if (written < 100_000) written = written * 10 + (byte - 48);
        byte = ++at < end ? bytes[at]! : 0;
      }
      exponent += downwards ? -written : written;
    }
    // Microsoft's runtime writes 1.#IND and 1.#QNAN.
    if (!endsNumber(byte) || (byte === 35 && bytes[at - 1] === 46)) return this.#notANumber(at);
    this.at = at;
    if (mantissa >= largestExact || exponent > 22 || exponent < -22) {
      return Number(textOf(bytes, start, at));
    }
    const value = exponent < 0 ? mantissa / powersOfTen[-exponent]! : mantissa * powersOfTen[exponent]!;
    return negative ? -value : value;
  }

  /** Reads an integer with an optional sign and moves past it. NaN, without moving, if there is none. */
  integer(): number {
    const { bytes, end } = this;
    let at = this.at;
    let byte = at < end ? bytes[at]! : 0;
    const negative = byte === 45;
    if (negative || byte === 43) byte = ++at < end ? bytes[at]! : 0;
    if (!isDigit(byte)) return Number.NaN;
    let value = 0;
    while (isDigit(byte)) {
      value = value * 10 + (byte - 48);
      byte = ++at < end ? bytes[at]! : 0;
    }
    this.at = at;
    return negative ? -value : value;
  }

  /** Whether this ASCII word (given in lower case) is here, in any case; does not move. */
  standsAt(word: string): boolean {
    if (this.at + word.length > this.end) return false;
    for (let i = 0; i < word.length; i++) {
      if ((this.bytes[this.at + i]! | 32) !== word.charCodeAt(i)) return false;
    }
    return true;
  }

  #notANumber(at: number): number {
    this.at = at;
    while (this.at < this.end && !endsWord(this.bytes[this.at]!)) this.at++;
    return Number.NaN;
  }
}

/** Bytes that may follow a number: a blank, `#` of a comment, `\` at a line's end, an XML quote or a tag. */
const endsNumber = (byte: number): boolean =>
  byte <= 32 || byte === 35 || byte === 92 || byte === 34 || byte === 39 || byte === 60;

const endsWord = (byte: number): boolean => byte <= 32 || byte === 34 || byte === 39;

/** The bytes from `start` to `end` as Latin-1 text; meant for short words. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at]!);
  return text;
}
