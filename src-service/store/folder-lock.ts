/** Reserves the data folder for one process. */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { keepPrivate } from './keep-private.ts';
import { loadSqlite } from './sqlite.ts';

/**
 * Reserves the data folder for this process: two services would delete each other's incoming files. The lock
 * belongs to the operating system, so a killed process leaves none behind.
 * @returns a function that releases the folder. Rejects with a sentence if another service holds it.
 */
export async function lockFolder(dataDir: string): Promise<() => void> {
  const Sqlite = await loadSqlite();
  const file = join(dataDir, 'service.lock');
  closeSync(openSync(file, 'a', 0o600));
  keepPrivate(file, 0o600);
  const lock = new Sqlite(file, { timeout: 500 });
  try {
    lock.pragma('journal_mode = DELETE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    throw new Error(
      `Another print service is using ${dataDir}. Stop it, or choose another folder with --data.`,
      { cause },
    );
  }
  return () => lock.close();
}
