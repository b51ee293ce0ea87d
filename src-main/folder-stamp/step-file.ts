/**
 * The newest step of each data folder in a file outside of it (reliability: R20), for computers whose
 * keychain is missing or does not answer. A backup of the data folder does not contain it; one of the whole
 * home folder does.
 */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { ensurePrivateFolder, syncFolder } from '../db/private-files.ts';
import { renameFileSync } from '../file-system/rename-and-remove.ts';

export interface StepFile {
  /** Null: there is none, or it cannot be read. */
  read(folderId: string): string | null;
  /** Durable when it returns. Throws what the disk throws. */
  write(folderId: string, text: string): void;
}

/** Null if `stateDir` is in the data folder and would be put back with it. */
export function stepFileIn(stateDir: string, dataDir: string): StepFile | null {
  const path = relative(dataDir, stateDir);
  if (!path.startsWith('..') && !isAbsolute(path)) return null;
  // The identity comes from a file, and must not name another place.
  const fileOf = (folderId: string) =>
    join(stateDir, `${createHash('sha256').update(folderId).digest('hex').slice(0, 32)}.json`);
  return {
    read(folderId) {
      try {
        return readFileSync(fileOf(folderId), 'utf8');
      } catch {
        return null;
      }
    },
    write(folderId, text) {
      ensurePrivateFolder(stateDir);
      const part = `${fileOf(folderId)}.part`;
      const handle = openSync(part, 'w', 0o600);
      try {
        writeFileSync(handle, text);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      renameFileSync(part, fileOf(folderId));
      syncFolder(stateDir);
    },
  };
}
