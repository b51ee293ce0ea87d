/** The common part of the scanners of upload bodies, one each for JSON, forms and multipart forms. */
import type { FileEncoding } from '../measure/messages.ts';
import { smallBodyLimit, tooLarge } from './body-limit.ts';

/** Receives what a scanner finds. */
export interface ScanTarget {
  /** `file` begins; called at most once. */
  openFile(encoding: FileEncoding): void;
  file(piece: Buffer): void;
}

export interface Scanner {
  feed(chunk: Buffer): void;
  /** The fields without the file. @throws Fault 400 */
  end(): unknown;
}

/** Bytes that the fields of one body may still take. */
export interface FieldBudget {
  left: number;
}
export const fieldBudget = (): FieldBudget => ({ left: smallBodyLimit });

/** Collects the bytes of everything except the file. All fields of a body share its budget. */
export class Collected {
  readonly #pieces: Buffer[] = [];
  readonly #budget: FieldBudget;
  #length = 0;

  constructor(budget = fieldBudget()) {
    this.#budget = budget;
  }

  add(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#length += piece.length;
    this.#budget.left -= piece.length;
    if (this.#budget.left < 0) throw tooLarge(smallBodyLimit);
    this.#pieces.push(Buffer.from(piece));
  }

  text(): string {
    return Buffer.concat(this.#pieces, this.#length).toString('utf8');
  }
}
