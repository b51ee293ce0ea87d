/**
 * One Fabdesk per data folder: a lock of the operating system, held as long as the process lives and released
 * however it ends. An exclusively locked SQLite file is such a lock on every system, without separate code
 * for each; nothing is ever written to it.
 */
import { statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { ensurePrivateFile, ensurePrivateFolder } from '../db/private-files.ts';
import { explainDataFolderFailure } from './data-folder-failure.ts';

export interface InstanceLock {
  release(): void;
}

/** The garbage collector would close, and so release, a lock to which nothing refers. */
const held = new Set<Sqlite.Database>();

/**
 * Null if another process (or another part of this one) holds it. This is the first operation on the folder,
 * so it throws `data-folder-unusable` if the path is no folder or is locked, and `disk-full`.
 */
export function acquireInstanceLock(dataDir: string): InstanceLock | null {
  const file = openLockFile(dataDir);
  try {
    file.pragma('locking_mode = EXCLUSIVE');
    file.exec('BEGIN EXCLUSIVE');
    held.add(file);
    markRefusal(dataDir, 0);
    return {
      release() {
        held.delete(file);
        file.close();
      },
    };
  } catch (thrown) {
    file.close();
    if (/^SQLITE_(BUSY|LOCKED)/.test(codeOf(thrown))) {
      markRefusal(dataDir, Date.now());
      return null;
    }
    throw explainDataFolderFailure(thrown, dataDir);
  }
}

const pathIn = (dataDir: string) => join(dataDir, 'instance.lock');

/**
 * A process that does not get the lock tries again until its holder answers or ends. `at`: epoch ms of the
 * refusal; 0: nobody was refused.
 */
function markRefusal(dataDir: string, at: number): void {
  try {
    utimesSync(pathIn(dataDir), at / 1000, at / 1000);
  } catch {
    // Its holder ends a little earlier than it could.
  }
}

/** Whether the lock was refused to somebody within the last `ms`. */
export function isAwaited(dataDir: string, ms: number): boolean {
  const mark = statSync(pathIn(dataDir), { throwIfNoEntry: false });
  return mark !== undefined && Math.abs(Date.now() - mark.mtimeMs) < ms;
}

function openLockFile(dataDir: string): Sqlite.Database {
  try {
    ensurePrivateFolder(dataDir);
    const path = pathIn(dataDir);
    ensurePrivateFile(path);
    return new Sqlite(path, { timeout: 0 });
  } catch (thrown) {
    throw explainDataFolderFailure(thrown, dataDir);
  }
}

const codeOf = (thrown: unknown): string => String((thrown as { code?: unknown } | null)?.code ?? 'unknown');
