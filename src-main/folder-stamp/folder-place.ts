/**
 * The place of the data folder: its path and the file of its database, as the file system numbers it. It
 * tells a folder that was moved from one that was copied [Assumption: folder-place].
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** A file as the file system numbers it; null: there is none, or it cannot be read. */
export interface FileNumber {
  readonly device: string;
  readonly file: string;
}

export interface FolderPlace {
  /** Absolute, without links. */
  readonly path: string;
  /** The database in the data folder `path`. */
  numberOf(path: string): FileNumber | null;
}

export function folderPlace(dataDir: string): FolderPlace {
  return {
    path: dataDir,
    numberOf(path) {
      try {
        const { dev, ino } = statSync(join(path, 'fabdesk.db'), { bigint: true });
        return { device: `${dev}`, file: `${ino}` };
      } catch {
        return null;
      }
    },
  };
}

/** The place of a folder, as it is stored. */
interface StoredPlace extends FileNumber {
  readonly path: string;
}

/** The place as it is now; numbers are empty if the file system gives none. */
export function placeNow(place: FolderPlace): StoredPlace {
  return { path: place.path, ...(place.numberOf(place.path) ?? { device: '', file: '' }) };
}

/**
 * Whether this folder is a copy of the one that was at `stored`. The same path is no copy: a backup that was
 * put back shows in the stamps. Elsewhere, it is a copy if the original is still there, or if another
 * database has taken its place and this one is not the file that was there.
 */
export function isCopy(stored: StoredPlace, place: FolderPlace): boolean {
  if (stored.path === place.path) return false;
  const here = place.numberOf(place.path);
  const there = place.numberOf(stored.path);
  if (there === null || here === null || isSame(there, here)) return false;
  return isSame(there, stored) || !isSame(here, stored);
}

const isSame = (a: FileNumber, b: FileNumber): boolean => a.device === b.device && a.file === b.file;
