/**
 * The only way to rename and remove files in the application: it waits for programs that have just opened a
 * new file.
 */
import { renameSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { whileHeld, whileHeldSync } from '../../src-shared/held-files.ts';

export const renameFile = (from: string, to: string): Promise<void> =>
  whileHeld(process.platform, sleep, () => rename(from, to));

/** Succeeds if the file does not exist. */
export const removeFile = (path: string): Promise<void> =>
  whileHeld(process.platform, sleep, () => rm(path, { force: true }));

export const renameFileSync = (from: string, to: string): void =>
  whileHeldSync(process.platform, () => renameSync(from, to));

/** Succeeds if the file does not exist. */
export const removeFileSync = (path: string): void =>
  whileHeldSync(process.platform, () => rmSync(path, { force: true }));
