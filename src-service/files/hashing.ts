/** Hashes contents while they pass by, and writes what comes from elsewhere into new files. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Hashes in hex. */
export interface HashedContent {
  /** Bytes. */
  readonly length: number;
  readonly md5: string;
  readonly sha256: string;
}

export class Hashing {
  readonly #md5 = createHash('md5');
  readonly #sha256 = createHash('sha256');
  length = 0;

  take(piece: Buffer): Buffer {
    this.#md5.update(piece);
    this.#sha256.update(piece);
    this.length += piece.length;
    return piece;
  }

  result(): HashedContent {
    return { length: this.length, md5: this.#md5.digest('hex'), sha256: this.#sha256.digest('hex') };
  }
}

/** Rejects if there is a file at `path`. */
export async function writeHashed(source: Readable, path: string): Promise<HashedContent> {
  const hashing = new Hashing();
  await pipeline(
    source,
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) yield hashing.take(piece);
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  return hashing.result();
}
