/** Reserves the data folder for one process with SQLite in it, or for those that share PostgreSQL. */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import { keepPrivate } from '../files/keep-private.ts';
import { loadSqlite } from './sqlite.ts';

export interface FolderLock {
  /** No other process was using the folder, so what is arriving in it was left behind. */
  readonly isAlone: boolean;
  unlock(): void;
}

/** How long a process waits for others that check the lock at the same moment, ms. */
const patience = 2_000;

/**
 * The lock belongs to the operating system, so a killed process leaves none behind. Rejects with a sentence
 * if another service holds it.
 */
export async function lockFolder(dataDir: string, isShared: boolean): Promise<FolderLock> {
  const Sqlite = await loadSqlite();
  const file = join(dataDir, 'service.lock');
  closeSync(openSync(file, 'a', 0o600));
  keepPrivate(file, 0o600);
  const lock = new Sqlite(file, { timeout: isShared ? patience : 500 });
  try {
    lock.pragma('journal_mode = DELETE');
    if (!isShared) lock.exec('BEGIN EXCLUSIVE');
    const isAlone = isShared ? await share(lock) : true;
    return { isAlone, unlock: () => lock.close() };
  } catch (cause) {
    lock.close();
    throw new Error(
      `Another print service is using ${dataDir}. Stop it, or choose another folder with --data.`,
      { cause },
    );
  }
}

/** @returns whether no other process holds the lock. A transaction holds a shared lock once it has read. */
async function share(lock: SqliteDatabase.Database): Promise<boolean> {
  let isAlone = true;
  // A process that waited here would lock out others that start at the same time.
  lock.pragma('busy_timeout = 0');
  try {
    lock.exec('BEGIN EXCLUSIVE; COMMIT');
  } catch {
    isAlone = false;
  }
  lock.pragma(`busy_timeout = ${patience}`);
  lock.exec('BEGIN');
  lock.prepare('SELECT count(*) FROM sqlite_master').get();
  return isAlone;
}
