/**
 * Files and folders that only this user may read (0600 and 0700), and folders whose entries survive a power
 * cut. Windows has no such modes: files inherit the permissions of their folder, and the usual folder is in
 * the user's profile, which other users cannot open (docs/platforms.md).
 */
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';

/** Creates the folder and its parents if they are missing. */
export function ensurePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  setMode(path, 0o700);
}

/** Creates the file, empty, if it is missing. */
export function ensurePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  setMode(path, 0o600);
}

/** Makes new, renamed and removed entries of a folder durable. Windows can and need not do this. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Volumes without modes (a USB stick with FAT) refuse to change them, even for the owner. */
function setMode(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (thrown) {
    if (statSync(path).uid !== process.getuid?.()) throw thrown;
  }
}
