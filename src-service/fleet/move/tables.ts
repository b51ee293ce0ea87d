/**
 * The tables of a database as the database describes them, so that a later migration needs no change here.
 * They are in the order of their creation: a table comes after those that its rows refer to.
 */
import type SqliteDatabase from 'better-sqlite3';

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of its primary key, in their order. */
  readonly key: readonly string[];
  /** The last id that the database gave to a row, which is not used again; null if it gives none here. */
  readonly lastId: number | null;
}

export function tablesOf(database: SqliteDatabase.Database): Table[] {
  return database
    .prepare<[], string>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'
        and name not like 'kysely\\_%' escape '\\' order by rowid`,
    )
    .pluck()
    .all()
    .map((name) => describe(database, name));
}

function describe(database: SqliteDatabase.Database, name: string): Table {
  const columns = database
    .prepare<[string], { name: string; pk: number }>('select name, pk from pragma_table_info(?) order by cid')
    .all(name);
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  if (key.length === 0) throw new Error(`The table ${name} has no primary key, so it cannot be moved.`);
  const lastId = database
    .prepare<[string], number>('select seq from sqlite_sequence where name = ?')
    .pluck()
    .get(name);
  return {
    name,
    columns: columns.map((column) => column.name),
    key: key.map((column) => column.name),
    lastId: lastId ?? null,
  };
}
