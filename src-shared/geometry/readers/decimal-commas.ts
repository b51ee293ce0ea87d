/**
 * Recognises numbers written with a decimal comma: 1,5 instead of 1.5. Readers call it only for files that
 * they cannot read, so that the error names the cause.
 */
import type { ModelFormat } from '../geometry.ts';
import { ByteScanner, isBlank, textOf } from './byte-scanner.ts';
import type { Range } from './xml-tree.ts';

const [comma, lineFeed, carriageReturn] = [44, 10, 13];
/** Longer than any number. */
const longest = 64;

const decimal = /^[-+]?\d+,\d+(?:e[-+]?\d+)?$/i;
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;
/** Blanks, and the characters around a number in XML. */
const endsNumber = (byte: number): boolean =>
  isBlank(byte) || byte === 34 || byte === 39 || byte === 60 || byte === 62;

const isSeparator = (byte: number): boolean => byte === comma || byte === 91 || byte === 93;

/** Formats made of lines: a coordinate follows its keyword, or stands in a line of numbers. */
const lines: ReadonlySet<ModelFormat> = new Set(['stl', 'obj', 'ply', 'off']);
const others: ReadonlySet<ModelFormat> = new Set(['amf', 'dae', '3mf']);

/** Whether a number in a text of this format has a comma. Formats that allow commas are left out. */
export function hasDecimalCommas(bytes: Uint8Array, format: ModelFormat): boolean {
  if (!lines.has(format) && !others.has(format)) return false;
  for (let at = bytes.indexOf(comma); at >= 0; at = bytes.indexOf(comma, at + 1)) {
    if (!isDigit(bytes[at - 1]) || !isDigit(bytes[at + 1])) continue;
    let [start, end] = [at, at];
    while (start > 0 && at - start < longest && !endsNumber(bytes[start - 1]!)) start--;
    while (end < bytes.length && end - at < longest && !endsNumber(bytes[end]!)) end++;
    if (!decimal.test(textOf(bytes, start, end))) continue;
    if (others.has(format) || isCoordinateLine(bytes, start)) return true;
  }
  return false;
}

function isCoordinateLine(bytes: Uint8Array, word: number): boolean {
  let start = word;
  while (start > 0 && bytes[start - 1] !== lineFeed && bytes[start - 1] !== carriageReturn) start--;
  const scanner = new ByteScanner(bytes, start, word + 1);
  if (!scanner.skipBlanks()) return false;
  const first = scanner.at;
  scanner.skipWord();
  return /^(v|vertex|[-+\d].*)$/i.test(textOf(bytes, first, scanner.at));
}

/**
 * Whether a list in X3D or VRML, where commas are blanks, has exactly `expected` numbers if its commas are
 * decimal ones. @param bytes with their commas
 */
export function isDecimalList(bytes: Uint8Array, { start, end }: Range, expected: number): boolean {
  const scanner = new ByteScanner(bytes, start, end);
  let [count, decimals] = [0, 0];
  while (scanner.skipBlanks()) {
    let from = scanner.at;
    scanner.skipWord();
    let to = scanner.at;
    if (to === from) return false;
    // The brackets of VRML, and commas that only separate.
    while (from < to && isSeparator(bytes[from]!)) from++;
    while (to > from && isSeparator(bytes[to - 1]!)) to--;
    const word = textOf(bytes, from, Math.min(to, from + longest));
    if (word === '') continue;
    if (decimal.test(word)) decimals++;
    else if (!Number.isFinite(Number(word))) return false;
    // A thousand sets may share one long list.
    if (++count > expected) return false;
  }
  return decimals > 0 && count === expected;
}
