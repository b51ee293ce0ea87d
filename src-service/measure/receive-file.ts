/**
 * The thread's part of an upload: decodes the pieces, hashes them, writes them and makes them durable.
 * Handles many uploads at once; knows no HTTP and no database.
 */
import { closeSync, fdatasync, fsyncSync, openSync, writeSync } from 'node:fs';
import { type HashedContent, Hashing } from '../files/hashing.ts';
import { sweepFileSync } from '../files/rename-and-remove.ts';
import { sizeOfBinaryStl } from './announced-size.ts';
import type { Arrival } from './arrival.ts';
import { Base64Decoder, Base64Error } from './base64-decoder.ts';
import type { FileEncoding } from './messages.ts';

/** Why a file is refused, as a text for its sender. */
export class RefusedFile extends Error {
  readonly code: 'too-large' | 'bad-base64' | 'disk';

  constructor(code: RefusedFile['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** After so many bytes the disk begins to write, so that the end of a large file waits for little. */
const syncedAhead = 8 * 1024 * 1024;

export class FileReceiver {
  readonly #path: string;
  readonly #limit: number;
  readonly #decoder: Base64Decoder | null;
  readonly #hashing = new Hashing();
  #descriptor: number | null;
  readonly #arrival: Arrival | null;
  #askedToSync = 0;
  /** Null if no sync is running; never rejects. */
  #syncing: Promise<void> | null = null;
  /** A disk reports a failure only once, perhaps long before the end. */
  #failure: unknown = null;
  /** The size according to the first bytes; undefined until they have arrived. */
  #announced: number | null | undefined;

  constructor(path: string, limit: number, encoding: FileEncoding, arrival: Arrival | null = null) {
    this.#path = path;
    this.#arrival = arrival;
    this.#limit = limit;
    this.#decoder = encoding === 'base64' ? new Base64Decoder({ reuse: true }) : null;
    this.#descriptor = openSync(path, 'wx', 0o600);
  }

  /** @returns once, with the first bytes: the size of the binary STL they begin @throws RefusedFile */
  write(piece: Buffer): number | null {
    const bytes = this.#decoded(() => this.#decoder?.write(piece) ?? piece);
    this.#store(bytes);
    if (this.#announced !== undefined || bytes.length === 0) return null;
    const size = sizeOfBinaryStl(bytes);
    this.#announced = size !== null && size <= this.#limit ? size : null;
    return this.#announced;
  }

  /** The file is durable when this resolves. @throws RefusedFile, and what the disk reports */
  async end(): Promise<HashedContent> {
    this.#store(this.#decoded(() => this.#decoder?.end() ?? Buffer.alloc(0)));
    // Measuring continues while the disk writes.
    this.#arrival?.end();
    await this.#syncing;
    if (this.#failure !== null) throw this.#failure;
    if (this.#descriptor === null) throw new Error('The upload was broken off.');
    fsyncSync(this.#descriptor);
    closeSync(this.#descriptor);
    this.#descriptor = null;
    return this.#hashing.result();
  }

  async discard(): Promise<void> {
    const descriptor = this.#descriptor;
    this.#descriptor = null;
    this.#arrival?.abandon();
    if (this.#syncing) await this.#syncing;
    if (descriptor !== null) closeSync(descriptor);
    sweepFileSync(this.#path);
  }

  #decoded(decode: () => Buffer): Buffer {
    try {
      return decode();
    } catch (thrown) {
      if (!(thrown instanceof Base64Error)) throw thrown;
      throw new RefusedFile(
        'bad-base64',
        `is not valid base64 at character ${thrown.position + 1}. Encode the whole file as base64.`,
      );
    }
  }

  #store(bytes: Buffer): void {
    if (bytes.length === 0 || this.#descriptor === null) return;
    if (this.#hashing.length + bytes.length > this.#limit) throw new RefusedFile('too-large', 'is too large');
    this.#hashing.take(bytes);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
    this.#arrival?.reach(this.#hashing.length);
    if (this.#hashing.length - this.#askedToSync >= syncedAhead) this.#syncAhead(this.#descriptor);
  }

  #syncAhead(descriptor: number): void {
    if (this.#syncing) return;
    this.#askedToSync = this.#hashing.length;
    this.#syncing = new Promise((resolve) => {
      fdatasync(descriptor, (error) => {
        this.#failure ??= error;
        this.#syncing = null;
        resolve();
      });
    });
  }
}
