/** Hashes the file named by `workerData` and answers with its `Fingerprint`. Started by `hash-file.ts`. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const slice = Buffer.allocUnsafe(1024 * 1024);
const sha256 = createHash('sha256');
const md5 = createHash('md5');
let size = 0;
const file = openSync(workerData as string, 'r');
try {
  for (let length = readSync(file, slice); length > 0; length = readSync(file, slice)) {
    const bytes = slice.subarray(0, length);
    sha256.update(bytes);
    md5.update(bytes);
    size += length;
  }
} finally {
  closeSync(file);
}
parentPort?.postMessage({ sha256: sha256.digest('hex'), md5: md5.digest('hex'), size });
