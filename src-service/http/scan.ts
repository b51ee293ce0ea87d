/** What the scanners of upload bodies share. There is one each for JSON, forms and multipart forms. */
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

/** Collects the bytes of everything except the file, up to a limit. */
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
