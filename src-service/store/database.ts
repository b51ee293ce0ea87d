/**
 * Opens the service's database: SQLite through Kysely. Every open sets WAL, synchronous FULL (a reopened WAL
 * database silently falls back to NORMAL; reliability: R2) and foreign keys, and then applies the migrations.
 */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import { Kysely, type SqliteDatabase as KyselySqlite, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { Database } from './schema.ts';

export type Store = Kysely<Database>;

/** better-sqlite3 13 crashes the process under an older Node, so the version is checked before it is loaded. */
async function loadSqlite(): Promise<typeof SqliteDatabase> {
  if (Number(process.versions.napi) < 10) {
    throw new Error(
      `The print service needs Node 22.14 or newer; this is ${process.version}. Start it with npm run service.`,
    );
  }
  return (await import('better-sqlite3')).default;
}

/** Keeps prepared statements: Kysely would prepare every query again, and a service has few different ones. */
function withStatementCache(database: SqliteDatabase.Database): KyselySqlite {
  const statements = new Map<string, SqliteDatabase.Statement>();
  return {
    close: () => database.close(),
    prepare: (sql) => {
      let statement = statements.get(sql);
      if (!statement) {
        statement = database.prepare(sql);
        if (statements.size < 500) statements.set(sql, statement);
      }
      return statement as unknown as ReturnType<KyselySqlite['prepare']>;
    },
  };
}

/** Volumes without modes (a USB stick with FAT) refuse to change them, even for the owner. */
export function keepPrivate(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (thrown) {
    if (statSync(path).uid !== process.getuid?.()) throw thrown;
  }
}

/** Rejects if the file is not a database or a migration fails; no migration is half-applied then. */
export async function openStore(file: string): Promise<Store> {
  const Sqlite = await loadSqlite();
  const database = new Sqlite(file);
  keepPrivate(file, 0o600);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('fullfsync = ON');
  database.pragma('foreign_keys = ON');
  database.pragma('busy_timeout = 5000');
  // Pages that many orders change are copied back once per 32 MB of log instead of once per 4 MB.
  database.pragma('wal_autocheckpoint = 8000');
  const store = new Kysely<Database>({
    dialect: new SqliteDialect({ database: withStatementCache(database) }),
  });
  const migrator = new Migrator({ db: store, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await store.destroy();
    throw error;
  }
  return store;
}

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
