/** A disk of a few megabytes that a test can fill: a file system in memory, which only root may mount. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from './remove-folder.ts';

export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-mount-'));
  try {
    if (!mountDisk(folder, 1)) return false;
    unmountDisk(folder);
    return true;
  } finally {
    removeFolder(folder);
  }
}

/** False if mounting is not allowed. */
export const mountDisk = (folder: string, megabytes: number): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0;

export const unmountDisk = (folder: string): void => void spawnSync('umount', ['-l', folder]);

/** Leaves this many kB free, and returns the file that takes the rest. */
export function fillUp(folder: string, kilobytes: number): string {
  const filler = join(folder, 'filler');
  const { bavail, bsize } = statfsSync(folder);
  try {
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - kilobytes * 1024)));
  } catch {
    // Another program took some of it meanwhile; the disk is full either way.
  }
  return filler;
}
