/** The one way to rename and remove files in the service: it waits for programs that look at what was just written. */
import { rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { whileHeld, whileHeldSync } from '../../src-shared/held-files.ts';

export const renameFile = (from: string, to: string): Promise<void> =>
  whileHeld(process.platform, sleep, () => rename(from, to));

/** Succeeds where the file is not there. */
export const removeFile = (path: string): Promise<void> =>
  whileHeld(process.platform, sleep, () => rm(path, { force: true }));

/** For files that are in nobody's way: what is still held stays until the next start, which sweeps it. */
export function sweepFileSync(path: string): void {
  try {
    whileHeldSync(process.platform, () => rmSync(path, { force: true }));
  } catch {
    // It costs room, nothing else: its name is never used again.
  }
}
