/**
 * Fingerprints of a file without blocking the event loop: small files are read in slices, large ones by a
 * worker thread. At most two workers run; more would only compete for the disk.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';
import { workerUrl } from '../worker-url.ts';

export interface Fingerprint {
  readonly sha256: string;
  readonly md5: string;
  /** Bytes. */
  readonly size: number;
}

/** From this size on, starting a worker costs less than its work. */
const workerFrom = 8 * 1024 * 1024;
const workersAtOnce = 2;

export class Hasher {
  readonly #sha256 = createHash('sha256');
  readonly #md5 = createHash('md5');
  #size = 0;

  update(bytes: Uint8Array): void {
    this.#sha256.update(bytes);
    this.#md5.update(bytes);
    this.#size += bytes.length;
  }

  get size(): number {
    return this.#size;
  }

  finish(): Fingerprint {
    return { sha256: this.#sha256.digest('hex'), md5: this.#md5.digest('hex'), size: this.#size };
  }
}

export async function hashInSlices(path: string): Promise<Fingerprint> {
  const hasher = new Hasher();
  for await (const slice of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    hasher.update(slice as Buffer);
  }
  return hasher.finish();
}

let running = 0;
const waiting: (() => void)[] = [];

/** `size` only chooses the method; the authoritative size is the one in the answer. */
export async function hashFile(path: string, size: number): Promise<Fingerprint> {
  if (size < workerFrom) return hashInSlices(path);
  if (running >= workersAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await hashInWorker(path);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function hashInWorker(path: string): Promise<Fingerprint> {
  const worker = new Worker(workerUrl(import.meta.url, './hash.worker.ts'), { workerData: path });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      reject(mainError('internal', ref('hosts.hash.failed', { code: `${code}` })));
    });
  });
}
