/**
 * The entities of a STEP file (ISO 10303-21), by their numbers or types. Their values stay in the bytes until
 * somebody asks: a list of points may be longer than everything else. Knows no entity by name.
 */
import { GrowingIndices } from '../../mesh/growable.ts';
import { ByteScanner, isBlank, textOf } from '../byte-scanner.ts';

const [semicolon, hash, equals, quote, comma] = [59, 35, 61, 39, 44];
const [open, close, slash, star] = [40, 41, 47, 42];
const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;
/** Capitals, digits and underscores. */
const isName = (byte: number): boolean => (byte >= 65 && byte <= 90) || isDigit(byte) || byte === 95;

const longestName = 128;
/** A longer comment inside an entity makes it unreadable; otherwise each could reach to the end. */
const longestComment = 1000;

/** Where a value is in the file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The values of each type of an entity; most have one type. */
export type StepEntity = ReadonlyMap<string, readonly Span[]>;

/** Lists of numbers, one after another. */
export interface NumberLists {
  readonly values: Float64Array;
  /** Where each list ends in `values`. */
  readonly ends: Uint32Array;
}

/** Where each entity begins, with its number and where its type is. One object serves all. */
export function* statementsIn(bytes: Uint8Array): Generator<{ id: number; keyword: number }> {
  const found = { id: 0, keyword: 0 };
  for (let at = 0; at < bytes.length; at++) {
    at = skipBlanks(bytes, at);
    if (bytes[at] === hash) {
      at++;
      found.id = 0;
      for (; isDigit(bytes[at]!); at++) found.id = found.id * 10 + bytes[at]! - 48;
      while (bytes[at]! <= 32 || bytes[at] === equals) at++;
      found.keyword = at;
      yield found;
    }
    const end = bytes.indexOf(semicolon, at);
    if (end < 0) return;
    at = end;
  }
}

/** Past blanks and comments. */
function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    while (bytes[at]! <= 32) at++;
    if (bytes[at] !== slash || bytes[at + 1] !== star) return at;
    at += 2;
    while (at < bytes.length && (bytes[at] !== star || bytes[at + 1] !== slash)) at++;
    at += 2;
  }
}

export class StepText {
  readonly bytes: Uint8Array;
  readonly #places = new Map<number, number>();
  readonly #byType = new Map<string, number[]>();
  readonly #known = new Map<number, StepEntity | null>();

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    for (const { id, keyword } of statementsIn(bytes)) {
      this.#places.set(id, keyword);
      const types = bytes[keyword] === open ? [...(this.entity(id)?.keys() ?? [])] : [this.#nameAt(keyword)];
      for (const type of types) {
        const numbers = this.#byType.get(type);
        if (numbers === undefined) this.#byType.set(type, [id]);
        else numbers.push(id);
      }
    }
  }

  /** Numbers of the entities that have a type which `pattern` matches. */
  all(pattern: RegExp): Set<number> {
    const found = [...this.#byType].filter(([type]) => pattern.test(type));
    return new Set(found.flatMap(([, numbers]) => numbers));
  }

  /** Null if there is none, or if it cannot be read. */
  entity(id: number | null): StepEntity | null {
    if (id === null) return null;
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const at = this.#places.get(id);
    const entity = at === undefined ? null : this.#entityAt(at);
    this.#known.set(id, entity);
    return entity;
  }

  /**
   * An attribute that `type` declares. @param inherited how many attributes precede it in an entity of one
   * type @returns null if the entity has none
   */
  attribute(entity: StepEntity, type: string, index: number, inherited = 0): Span | null {
    const [only] = entity.values();
    const values = entity.size === 1 ? only : entity.get(type);
    return values?.[entity.size === 1 ? index + inherited : index] ?? null;
  }

  /** For short values. */
  text(span: Span | null): string {
    return span === null ? '' : textOf(this.bytes, span.start, span.end).trim();
  }

  /** The number of the entity to which the value refers; null if it is something else. */
  reference(span: Span | null): number | null {
    if (span === null || span.end - span.start > longestName) return null;
    const [, digits] = /^#(\d+)$/.exec(this.text(span)) ?? [];
    return digits === undefined ? null : Number(digits);
  }

  /** All numbers of entities in the value. */
  references(span: Span | null): number[] {
    const found: number[] = [];
    const { bytes } = this;
    for (let at = span?.start ?? 0; span !== null && at < span.end; at++) {
      if (bytes[at] === quote) at = this.#endOfText(at, span.end);
      if (bytes[at] !== hash) continue;
      let id = 0;
      while (isDigit(bytes[at + 1]!)) id = id * 10 + bytes[++at]! - 48;
      found.push(id);
    }
    return found;
  }

  /** The numbers of a list, or of a list of lists. Null if there is anything else in it. */
  numbers({ start, end }: Span): NumberLists | null {
    // A Buffer's own `slice` would be no copy.
    const plain = Uint8Array.from(this.bytes.subarray(start, end));
    let count = 0;
    for (let at = 0; at < plain.length; at++) {
      const byte = plain[at]!;
      if (byte === comma || byte === close) count++;
      if (byte === comma || byte === open || byte === close) plain[at] = 32;
    }
    const scanner = new ByteScanner(plain);
    const values = new Float64Array(count);
    const ends = new GrowingIndices();
    let [length, depth] = [0, 0];
    while (scanner.at < plain.length) {
      const byte = this.bytes[start + scanner.at]!;
      if (byte === open && ++depth > 2) return null;
      if (byte === close) {
        if (length > (ends.length === 0 ? 0 : ends.values[ends.length - 1]!)) ends.push(length);
        depth--;
      }
      if (plain[scanner.at]! <= 32) {
        scanner.at++;
        continue;
      }
      const value = scanner.number();
      if (Number.isNaN(value) || length === count) return null;
      values[length++] = value;
    }
    return { values: values.subarray(0, length), ends: ends.finish() };
  }

  #nameAt(start: number): string {
    let end = start;
    while (isName(this.bytes[end]!) && end - start < longestName) end++;
    return textOf(this.bytes, start, end);
  }

  #entityAt(keyword: number): StepEntity | null {
    const parts = new Map<string, readonly Span[]>();
    const isComplex = this.bytes[keyword] === open;
    let at = isComplex ? keyword + 1 : keyword;
    do {
      at = this.#skip(at);
      const name = this.#nameAt(at);
      at = this.#skip(at + name.length);
      const read = name === '' || this.bytes[at] !== open ? null : this.#valuesAt(at);
      if (read === null) return null;
      parts.set(name, read.values);
      at = this.#skip(read.end);
    } while (isComplex && this.bytes[at] !== close);
    return parts;
  }

  #skip(from: number): number {
    let at = from;
    while (isBlank(this.bytes[at]!)) at++;
    return at;
  }

  /** The values between the bracket at `start` and the one that closes it. */
  #valuesAt(start: number): { values: Span[]; end: number } | null {
    const { bytes } = this;
    const values: Span[] = [];
    let [depth, first] = [0, start + 1];
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === quote) at = this.#endOfText(at, bytes.length);
      else if (byte === slash && bytes[at + 1] === star) at = this.#endOfComment(at);
      else if (byte === semicolon) return null;
      else if (byte === open) depth++;
      else if (byte === close && --depth === 0) {
        values.push({ start: first, end: at });
        return { values, end: at + 1 };
      } else if (byte === comma && depth === 1) {
        values.push({ start: first, end: at });
        first = at + 1;
      }
    }
    return null;
  }

  /** Two quotes in a text stand for one, which makes it two texts here. */
  #endOfText(start: number, end: number): number {
    const found = this.bytes.indexOf(quote, start + 1);
    return found < 0 || found > end ? end : found;
  }

  #endOfComment(start: number): number {
    for (let at = start + 2; at < start + longestComment; at++) {
      if (this.bytes[at] === star && this.bytes[at + 1] === slash) return at + 1;
    }
    return this.bytes.length;
  }
}
