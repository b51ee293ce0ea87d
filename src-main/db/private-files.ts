/**
 * Files and folders that only this user may read (0600 and 0700), and folders whose entries survive a power cut.
 * Windows has no such modes: there the folder passes on who may read it, and the usual one lies in the user's
 * profile, which other users cannot open (docs/platforms.md).
 */
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';

/** Makes the folder and its parents where they are missing. */
export function ensurePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  setMode(path, 0o700);
}

/** Makes the file, empty, where it is missing. */
export function ensurePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  setMode(path, 0o600);
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

/** Volumes without modes (a USB stick with FAT) refuse every change of them, also to the owner. */
function setMode(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (thrown) {
    if (statSync(path).uid !== process.getuid?.()) throw thrown;
  }
}
