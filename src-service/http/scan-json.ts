/**
 * Scans a JSON body byte by byte: passes the raw value of the top-level string `file` on, and keeps the rest
 * for JSON.parse, with an empty string in its place.
 */
import { readJson } from './json.ts';
import { Collected, type Scanner, type ScanTarget } from './scan.ts';

const quote = 0x22;
const backslash = 0x5c;

type Expect = 'key' | 'colon' | 'value' | 'comma';

export class JsonScanner implements Scanner {
  readonly #target: ScanTarget;
  readonly #collected = new Collected();
  #depth = 0;
  #inString = false;
  #escaped = false;
  #inFile = false;
  /** Has a meaning only at depth 1. */
  #expect: Expect = 'value';
  #key: Buffer[] | null = null;
  #lastKey = '';

  constructor(target: ScanTarget) {
    this.#target = target;
  }

  feed(chunk: Buffer): void {
    let cachedFrom = 0;
    for (let i = 0; i < chunk.length; ) {
      if (this.#inFile) {
        const end = chunk.indexOf(quote, i);
        this.#target.file(chunk.subarray(i, end < 0 ? chunk.length : end));
        if (end < 0) return;
        this.#inFile = false;
        this.#inString = false;
        this.#expect = 'comma';
        cachedFrom = end;
        i = end + 1;
        continue;
      }
      const byte = chunk[i]!;
      i++;
      if (this.#inString) this.#stringByte(byte);
      else if (byte === quote) {
        if (this.#startString()) {
          this.#collected.add(chunk.subarray(cachedFrom, i));
          cachedFrom = chunk.length;
        }
      } else this.#structure(byte);
    }
    this.#collected.add(chunk.subarray(cachedFrom));
  }

  end(): unknown {
    const text = this.#collected.text().trimEnd();
    return readJson(text.endsWith('}=') ? text.slice(0, -1) : text);
  }

  /** True when the string that begins here is the file. */
  #startString(): boolean {
    this.#inString = true;
    if (this.#depth !== 1) return false;
    if (this.#expect === 'key') {
      this.#key = [];
      return false;
    }
    if (this.#expect !== 'value' || this.#lastKey !== 'file') return false;
    this.#target.openFile('base64');
    this.#inFile = true;
    return true;
  }

  #stringByte(byte: number): void {
    if (!this.#escaped && byte === quote) {
      this.#inString = false;
      if (this.#depth === 1) this.#endString();
      return;
    }
    this.#escaped = !this.#escaped && byte === backslash;
    // The service knows no longer name.
    if (this.#key && this.#key.length < 64) this.#key.push(Buffer.of(byte));
  }

  #endString(): void {
    if (!this.#key) {
      this.#expect = 'comma';
      return;
    }
    this.#lastKey = unquote(Buffer.concat(this.#key).toString('utf8'));
    this.#key = null;
    this.#expect = 'colon';
  }

  #structure(byte: number): void {
    if (byte === 0x7b || byte === 0x5b) {
      this.#depth++;
      if (this.#depth === 1) this.#expect = 'key';
    } else if (byte === 0x7d || byte === 0x5d) this.#depth--;
    else if (this.#depth !== 1) return;
    else if (byte === 0x3a) this.#expect = 'value';
    else if (byte === 0x2c) this.#expect = 'key';
  }
}

/** The name as JSON reads it: `\u0066ile` is `file` too. */
function unquote(raw: string): string {
  if (!raw.includes('\\')) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return raw;
  }
}
