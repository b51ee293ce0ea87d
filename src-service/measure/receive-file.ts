/**
 * The thread's side of an upload: decodes the pieces, hashes them, writes them and makes them durable.
 * Works for many uploads at once; knows no HTTP and no database.
 */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { Base64Decoder, Base64Error } from './base64-decoder.ts';
import type { FileEncoding, ReceivedFile } from './messages.ts';

/** What keeps a file from being taken, in words for its sender. */
export class RefusedFile extends Error {
  readonly code: 'too-large' | 'bad-base64' | 'disk';

  constructor(code: RefusedFile['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export class FileReceiver {
  readonly #path: string;
  readonly #limit: number;
  readonly #decoder: Base64Decoder | null;
  readonly #md5 = createHash('md5');
  readonly #sha256 = createHash('sha256');
  #descriptor: number | null;
  #length = 0;

  constructor(path: string, limit: number, encoding: FileEncoding) {
    this.#path = path;
    this.#limit = limit;
    this.#decoder = encoding === 'base64' ? new Base64Decoder({ reuse: true }) : null;
    this.#descriptor = openSync(path, 'wx', 0o600);
  }

  /** @throws RefusedFile */
  write(piece: Buffer): void {
    this.#store(this.#decoded(() => this.#decoder?.write(piece) ?? piece));
  }

  /** Durable when it returns. @throws RefusedFile */
  end(): ReceivedFile {
    this.#store(this.#decoded(() => this.#decoder?.end() ?? Buffer.alloc(0)));
    if (this.#descriptor !== null) {
      fsyncSync(this.#descriptor);
      closeSync(this.#descriptor);
      this.#descriptor = null;
    }
    return { length: this.#length, md5: this.#md5.digest('hex'), sha256: this.#sha256.digest('hex') };
  }

  /** Takes the file away again. */
  discard(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
    rmSync(this.#path, { force: true });
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
    this.#length += bytes.length;
    if (this.#length > this.#limit) throw new RefusedFile('too-large', 'is too large');
    this.#md5.update(bytes);
    this.#sha256.update(bytes);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
  }
}
