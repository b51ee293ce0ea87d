/**
 * Takes the file out of an answer that carries one (spec: Endpoints > GET
 * /models/<modelId>/files/<fileVersion>/v1): decodes the base64 of the top-level field `fileData` piece by
 * piece, and passes on the rest of the JSON with that field empty. A file of any size costs a few MB of
 * memory.
 */

const quote = 0x22;
const backslash = 0x5c;
const key = 'fileData';

/** Reading continues when `keep` has resolved. */
export async function* withoutFileData(
  parts: AsyncIterable<Buffer>,
  keep: (bytes: Buffer) => Promise<void>,
): AsyncGenerator<Buffer> {
  const scanner = new Scanner();
  const base64 = new Base64Pieces();
  for await (const part of parts) {
    for (let at = 0; at < part.length; ) {
      const start = at;
      if (scanner.isInData) {
        at = endOfData(part, at, scanner);
        const bytes = base64.take(part.subarray(start, at), !scanner.isInData);
        if (bytes.length > 0) await keep(bytes);
      } else {
        at = scanner.skip(part, at);
        yield part.subarray(start, at);
      }
    }
  }
}

/** The end of the data string in this part (excluding its quote), or the end of the part. */
function endOfData(part: Buffer, from: number, scanner: Scanner): number {
  const end = part.indexOf(quote, from);
  if (end < 0) return part.length;
  scanner.isInData = false;
  return end;
}

/** Scans the JSON just enough to find where the value of `fileData` begins. */
class Scanner {
  isInData = false;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The last string at the top level, while it may be the key. */
  #word = '';
  #isKey = false;

  /** Reads until the data begins and returns its offset, after the opening quote. */
  skip(part: Buffer, from: number): number {
    for (let at = from; at < part.length; at++) {
      const byte = part[at] as number;
      if (this.#inString) this.#inWord(byte);
      else if (byte === quote) {
        if (this.#isKey) {
          this.#isKey = false;
          this.isInData = true;
          // The closing quote is read as that of an ordinary string.
          this.#inString = true;
          this.#word = '';
          return at + 1;
        }
        this.#inString = true;
        this.#word = '';
      } else this.#between(byte);
    }
    return part.length;
  }

  #inWord(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === quote) {
      this.#inString = false;
      return;
    }
    if (this.#depth === 1 && this.#word.length <= key.length) this.#word += String.fromCharCode(byte);
  }

  #between(byte: number): void {
    const char = String.fromCharCode(byte);
    if (char === '{' || char === '[') this.#depth++;
    else if (char === '}' || char === ']') this.#depth--;
    if (char === ':') this.#isKey = this.#depth === 1 && this.#word === key;
    else if (char.trim() !== '') this.#isKey = false;
  }
}

/** Base64 of JSON strings: `/` may be escaped, and lines may be broken. */
class Base64Pieces {
  #rest = '';

  /** The complete bytes so far; all of them if `isLast`. */
  take(part: Buffer, isLast: boolean): Buffer {
    const all = this.#rest + part.toString('latin1');
    // If the part ends with a backslash, the escaped character comes with the next part.
    const open = !isLast && all.endsWith('\\') ? '\\' : '';
    const text = plain(all.slice(0, all.length - open.length));
    const whole = isLast ? text.length : text.length - (text.length % 4);
    this.#rest = text.slice(whole) + open;
    return Buffer.from(text.slice(0, whole), 'base64');
  }
}

const plain = (text: string): string =>
  text.includes('\\') ? text.replaceAll(/\\[nrt]/g, '').replaceAll('\\/', '/') : text;
