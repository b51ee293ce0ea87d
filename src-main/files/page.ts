/**
 * Gathers small pieces of a file before they are written: each write is handed to another thread and waited
 * for.
 */
import type { DiskFile } from './disk.ts';

const pageSize = 1024 * 1024;

export class Page {
  readonly #file: DiskFile;
  #bytes: Buffer | null = null;
  #filled = 0;

  constructor(file: DiskFile) {
    this.#file = file;
  }

  /** Copies the piece. */
  async add(piece: Uint8Array): Promise<void> {
    for (let at = 0; at < piece.length; ) {
      this.#bytes ??= Buffer.allocUnsafeSlow(pageSize);
      const some = piece.subarray(at, at + pageSize - this.#filled);
      this.#bytes.set(some, this.#filled);
      this.#filled += some.length;
      at += some.length;
      if (this.#filled === pageSize) await this.end();
    }
  }

  /** Writes what has been gathered. */
  async end(): Promise<void> {
    if (this.#bytes === null || this.#filled === 0) return;
    const filled = this.#filled;
    this.#filled = 0;
    await this.#file.write(this.#bytes.subarray(0, filled));
  }
}
