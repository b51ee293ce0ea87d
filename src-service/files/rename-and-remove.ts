/** Renames and removes the service's files. Waits for other programs that have just opened a new file. */
import { rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { whileHeld, whileHeldSync } from '../../src-shared/held-files.ts';

export const renameFile = (from: string, to: string): Promise<void> =>
  whileHeld(process.platform, sleep, () => rename(from, to));

/** Succeeds if the file does not exist. */
export const removeFile = (path: string): Promise<void> =>
  whileHeld(process.platform, sleep, () => rm(path, { force: true }));

/** Removes a file that may stay for a while: one that is still open is removed at the next start. */
export function sweepFileSync(path: string): void {
  try {
    whileHeldSync(process.platform, () => rmSync(path, { force: true }));
  } catch {
    // The file only takes up space: its name is never used again.
  }
}
