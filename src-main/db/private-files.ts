/** Files and folders that only this user may read (0600 and 0700), and folders whose entries survive a power cut. */
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';

/** Makes the folder and its parents where they are missing. */
export function ensurePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
}

/** Makes the file, empty, where it is missing. */
export function ensurePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

/** Makes new, renamed and removed entries of a folder durable. Windows cannot and needs not. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
