/** What the scanners of upload bodies share: one for JSON, one for forms, one for multipart forms. */
import type { FileEncoding } from '../measure/messages.ts';
import { smallBodyLimit, tooLarge } from './body-limit.ts';

/** Where a scanner puts what it finds. */
export interface ScanTarget {
  /** The `file` begins; called at most once. */
  openFile(encoding: FileEncoding): void;
  file(piece: Buffer): void;
}

export interface Scanner {
  feed(chunk: Buffer): void;
  /** The fields without the file. @throws Fault 400 */
  end(): unknown;
}

/** The bytes of everything but the file, bounded. */
export class Collected {
  readonly #pieces: Buffer[] = [];
  #length = 0;

  add(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#length += piece.length;
    if (this.#length > smallBodyLimit) throw tooLarge(smallBodyLimit);
    this.#pieces.push(Buffer.from(piece));
  }

  text(): string {
    return Buffer.concat(this.#pieces, this.#length).toString('utf8');
  }
}
