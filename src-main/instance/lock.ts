/**
 * One Fabdesk a data folder: a lock of the operating system, held for the life of the process and freed by it
 * whatever way the process ends. An exclusively locked SQLite file is such a lock on every system, without code
 * of our own for each; nothing is ever written to it.
 */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { ensurePrivateFile, ensurePrivateFolder } from '../db/private-files.ts';

export interface InstanceLock {
  release(): void;
}

/** A lock that nobody refers to any more would be closed, and so freed, by the garbage collector. */
const held = new Set<Sqlite.Database>();

/** Null where another process (or another part of this one) holds it. */
export function acquireInstanceLock(dataDir: string): InstanceLock | null {
  ensurePrivateFolder(dataDir);
  const path = join(dataDir, 'instance.lock');
  ensurePrivateFile(path);
  const file = new Sqlite(path, { timeout: 0 });
  try {
    file.pragma('locking_mode = EXCLUSIVE');
    file.exec('BEGIN EXCLUSIVE');
    held.add(file);
    return {
      release() {
        held.delete(file);
        file.close();
      },
    };
  } catch (thrown) {
    file.close();
    const code = String((thrown as { code?: unknown }).code);
    if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return null;
    throw thrown;
  }
}
