/**
 * The folder from which a service is moved. It is locked, so that no service can start on it meanwhile, and
 * its database is opened only for reading.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { Store } from '../../store/dialect.ts';
import { lockFolder } from '../../store/folder-lock.ts';
import { migrations } from '../../store/migrations.ts';
import type { Database } from '../../store/schema.ts';
import { openSealer } from '../../store/secrets.ts';
import { loadSqlite } from '../../store/sqlite.ts';
import { type Table, tablesOf } from './tables.ts';

/** A content that something refers to. */
export interface Content {
  readonly sha256: string;
  /** Null: only an order refers to it, and orders have no checksum. */
  readonly md5: string | null;
  readonly length: number | null;
  /** The owner of the reference, such as `model 7`. */
  readonly by: string;
}

export interface Source {
  readonly store: Store;
  readonly tables: readonly Table[];
  /** Each content once, by name. One reading at a time. */
  contents(): Iterable<Content>;
  close(): Promise<void>;
}

/** @throws Error with a sentence */
export async function openSource(dataDir: string): Promise<Source> {
  const file = join(dataDir, 'service.sqlite');
  if (!existsSync(file))
    throw new Error(
      `There is no service.sqlite in ${dataDir}. Give the data folder of a service on SQLite with --from.`,
    );
  const lock = await lockFolder(dataDir, false).catch((cause: unknown) => {
    throw new Error(
      `A print service is running on ${dataDir}, or another move of it. Stop it, then move the service.`,
      { cause },
    );
  });
  const opened: SqliteDatabase.Database[] = [];
  const close = () => {
    for (const database of opened) database.close();
    lock.unlock();
  };
  try {
    const Sqlite = await loadSqlite();
    const open = () => {
      const database = new Sqlite(file, { readonly: true });
      opened.push(database);
      return database;
    };
    const database = open();
    requireThisVersion(database, dataDir);
    requireReferences(database, dataDir);
    requireKey(database, dataDir);
    const list = open();
    return {
      store: new Kysely<Database>({ dialect: new SqliteDialect({ database }) }),
      tables: tablesOf(database),
      contents: () => list.prepare<[], Content>(referredContents).iterate(),
      close: async () => close(),
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** The same references as in `store/references.ts`. */
const referredContents = `
  select sha256, max(md5) as md5, max(length) as length, min(who) as by from (
    select f.sha256, f.md5, f.content_length as length, 'model ' || f.model_id as who
      from model_file f join model m on m.model_id = f.model_id where m.deleted_at is null
    union all
    select p.sha256, p.md5, p.content_length, 'photo ' || p.photo_id
      from photo p join model m on m.model_id = p.model_id where m.deleted_at is null
    union all
    select sha256, null, null, 'order ' || order_id from order_product
  ) group by sha256 order by sha256`;

/** The old folder stays as it is, so it is not migrated here. */
function requireThisVersion(database: SqliteDatabase.Database, dataDir: string): void {
  const applied = database
    .prepare<[], string>('select name from kysely_migration order by name')
    .pluck()
    .all();
  if (applied.join() !== Object.keys(migrations).join())
    throw new Error(
      `The database in ${dataDir} is of another version of the service. Start this version on it once, stop it, and move it then.`,
    );
}

function requireReferences(database: SqliteDatabase.Database, dataDir: string): void {
  const [fault] = database.prepare<[], { table: string }>('pragma foreign_key_check').all();
  if (fault !== undefined)
    throw new Error(
      `The database in ${dataDir} is damaged: a row of ${fault.table} refers to nothing. Restore it from a backup.`,
    );
}

function requireKey(database: SqliteDatabase.Database, dataDir: string): void {
  const known = database
    .prepare<[], string>(`select value from setting where name = 'service-key'`)
    .pluck()
    .get();
  if (known === undefined)
    throw new Error(`The service in ${dataDir} was never started. There is nothing to move.`);
  openSealer(dataDir, known);
}
