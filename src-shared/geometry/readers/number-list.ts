/** Reads long lists of numbers in text, as in COLLADA, X3D and VRML, with comments between them. */
import type { TaskProgress } from '../runtime/task-progress.ts';
import { ByteScanner } from './byte-scanner.ts';

const [hyphen, lessThan, greaterThan, bracket, lineFeed] = [45, 60, 62, 93, 10];
const numbersBetweenSteps = 100_000;

/** All numbers from `start` to `end`; NaN for other words. @param progress of reading the file so far */
export async function readNumbers(
  bytes: Uint8Array,
  start: number,
  end: number,
  progress: TaskProgress,
): Promise<Float64Array> {
  const scanner = new ByteScanner(bytes, start, end);
  // A number and its blank take at least two bytes, and usually more than five.
  let values = new Float64Array(Math.ceil((end - start) / 6) + 8);
  let length = 0;
  while (skipToNumber(scanner)) {
    const before = scanner.at;
    const value = scanner.number();
    if (scanner.at === before) scanner.at++;
    if (length === values.length) {
      const larger = new Float64Array(values.length * 2);
      larger.set(values);
      values = larger;
    }
    values[length++] = value;
    if (length % numbersBetweenSteps === 0) await progress.step(scanner.at / bytes.length);
  }
  return values.subarray(0, length);
}

/** Skips blanks, XML comments and the brackets of CDATA; false at the end. */
function skipToNumber(scanner: ByteScanner): boolean {
  const { bytes } = scanner;
  while (scanner.skipBlanks()) {
    const byte = bytes[scanner.at]!;
    if (byte === bracket || byte === greaterThan) scanner.at++;
    else if (byte !== lessThan) return true;
    else if (bytes[scanner.at + 2] === hyphen) skipComment(scanner);
    else scanner.at += 9;
  }
  return false;
}

function skipComment(scanner: ByteScanner): void {
  const { bytes, end } = scanner;
  let at = scanner.at + 4;
  while (at < end && !(bytes[at] === greaterThan && bytes[at - 1] === hyphen && bytes[at - 2] === hyphen))
    at++;
  scanner.at = Math.min(end, at + 1);
}

/** A copy with blanks instead of commas and without comments, for VRML and the attributes of X3D. */
export function blankSeparators(bytes: Uint8Array, comment: number | null): Uint8Array {
  const copy = Uint8Array.from(bytes);
  let isInText = false;
  for (let at = 0; at < copy.length; at++) {
    const byte = copy[at]!;
    if (byte === 44) copy[at] = 32;
    if (comment === null) continue;
    if (byte === 34 && copy[at - 1] !== 92) isInText = !isInText;
    else if (byte === comment && !isInText) {
      while (at < copy.length && copy[at] !== lineFeed && copy[at] !== 13) copy[at++] = 32;
    }
  }
  return copy;
}
