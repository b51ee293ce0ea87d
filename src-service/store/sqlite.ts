/**
 * SQLite, the database that the service brings along. Every open sets WAL, synchronous FULL (a reopened WAL
 * database silently falls back to NORMAL; reliability: R2) and foreign keys.
 */
import type SqliteDatabase from 'better-sqlite3';
import { Kysely, type SqliteDatabase as KyselySqlite, SqliteDialect } from 'kysely';
import { keepPrivate } from '../files/keep-private.ts';
import { refuseNul, type Store } from './dialect.ts';
import type { Database } from './schema.ts';
import { OwnAdapter } from './sqlite-adapter.ts';

/** better-sqlite3 13 crashes the process under an older Node, so this is checked before loading it. */
export async function loadSqlite(): Promise<typeof SqliteDatabase> {
  if (Number(process.versions.napi) < 10) {
    throw new Error(
      `The print service needs Node 22.14 or newer; this is ${process.version}. Start it with npm run service.`,
    );
  }
  return (await import('better-sqlite3')).default;
}

type KyselyStatement = ReturnType<KyselySqlite['prepare']>;

/** Keeps prepared statements: Kysely would prepare every query again, and a service has few of them. */
function withStatementCache(database: SqliteDatabase.Database): KyselySqlite {
  const statements = new Map<string, KyselyStatement>();
  return {
    close: () => database.close(),
    prepare: (sql) => {
      let statement = statements.get(sql);
      if (!statement) {
        statement = withoutNul(database.prepare(sql) as unknown as KyselyStatement);
        if (sql === 'rollback') statement = onlyWithin(database, statement);
        if (statements.size < 500) statements.set(sql, statement);
      }
      return statement;
    },
  };
}

const withoutNul = (statement: KyselyStatement): KyselyStatement => ({
  reader: statement.reader,
  all: (parameters) => statement.all(refuseNul(parameters)),
  run: (parameters) => statement.run(refuseNul(parameters)),
  iterate: (parameters) => statement.iterate(refuseNul(parameters)),
});

/** SQLite rolls back by itself when the disk is full. The error of a second one would hide the first. */
const onlyWithin = (database: SqliteDatabase.Database, statement: KyselyStatement): KyselyStatement => ({
  ...statement,
  run: (parameters) =>
    database.inTransaction ? statement.run(parameters) : { changes: 0, lastInsertRowid: 0 },
});

class Dialect extends SqliteDialect {
  readonly #statements: KyselySqlite;

  constructor(database: KyselySqlite) {
    super({ database });
    this.#statements = database;
  }

  override createAdapter(): OwnAdapter {
    return new OwnAdapter(this.#statements);
  }
}

/** Throws if the file is not a database. */
export async function openSqlite(file: string): Promise<Store> {
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
  return new Kysely<Database>({ dialect: new Dialect(withStatementCache(database)) });
}
