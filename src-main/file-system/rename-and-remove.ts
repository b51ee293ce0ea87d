/** The one way to rename and remove files in the application: it waits for programs that look at what was just written. */
import { renameSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { heldFilePauses, isHeldByAnother, whileHeld } from '../../src-shared/held-files.ts';

export const renameFile = (from: string, to: string): Promise<void> =>
  whileHeld(process.platform, sleep, () => rename(from, to));

/** Succeeds where the file is not there. */
export const removeFile = (path: string): Promise<void> =>
  whileHeld(process.platform, sleep, () => rm(path, { force: true }));

/** For moments in which nothing else goes on: waiting blocks this thread. */
export const renameFileSync = (from: string, to: string): void => whileHeldSync(() => renameSync(from, to));

/** The same; succeeds where the file is not there. */
export const removeFileSync = (path: string): void => whileHeldSync(() => rmSync(path, { force: true }));

function whileHeldSync<T>(work: () => T): T {
  for (const pause of heldFilePauses) {
    try {
      return work();
    } catch (thrown) {
      if (!isHeldByAnother(thrown, process.platform)) throw thrown;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
  return work();
}
