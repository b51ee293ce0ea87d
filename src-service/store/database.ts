/**
 * Opens the service's database. SQLite through Kysely; every open sets WAL, synchronous FULL (a reopened WAL
 * database silently falls back to NORMAL; reliability: R2) and foreign keys, then walks the migrations.
 */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import { Kysely, type SqliteDatabase as KyselySqlite, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { Database } from './schema.ts';

export type Store = Kysely<Database>;

/** better-sqlite3 13 crashes the process under an older Node, so this is asked before it is loaded. */
async function loadSqlite(): Promise<typeof SqliteDatabase> {
  if (Number(process.versions.napi) < 10) {
    throw new Error(
      `The print service needs Node 22.14 or newer; this is ${process.version}. Start it with npm run service.`,
    );
  }
  return (await import('better-sqlite3')).default;
}

/** Kysely prepares anew for every query; the statements of a service are few, so they are kept. */
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

/** Rejects when the file is no database or a step forward fails; nothing is half-applied then. */
export async function openStore(file: string): Promise<Store> {
  const Sqlite = await loadSqlite();
  const database = new Sqlite(file);
  chmodSync(file, 0o600);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('fullfsync = ON');
  database.pragma('foreign_keys = ON');
  database.pragma('busy_timeout = 5000');
  // Pages that many orders touch are copied back once in 32 MB of log instead of once in 4.
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
 * Holds the data folder for this process alone: two services would throw away each other's incoming files. The
 * lock is the operating system's, so a killed process leaves none behind.
 * @returns what lets the folder go. Rejects with a sentence where another service has it.
 */
export async function lockFolder(dataDir: string): Promise<() => void> {
  const Sqlite = await loadSqlite();
  const lock = new Sqlite(join(dataDir, 'service.lock'), { timeout: 500 });
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
