/**
 * The tables of a database, as it describes itself, so that a table of a later migration is moved without a change here. A
 * table comes after those that its rows refer to.
 */
import type SqliteDatabase from 'better-sqlite3';

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of its primary key, in their order. */
  readonly key: readonly string[];
  /** The last id that was given to a row; null if the database gives no ids here. Ids of removed rows never come back. */
  readonly lastId: number | null;
}

export function tablesOf(database: SqliteDatabase.Database): Table[] {
  const names = database
    .prepare<[], string>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'
        and name not like 'kysely\\_%' escape '\\' order by name`,
    )
    .pluck()
    .all();
  const references = new Map(
    names.map((name) => [
      name,
      new Set(
        database
          .prepare<[string], string>('select "table" from pragma_foreign_key_list(?)')
          .pluck()
          .all(name)
          .filter((other) => other !== name),
      ),
    ]),
  );
  return inOrder(references).map((name) => describe(database, name));
}

function inOrder(references: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const ordered: string[] = [];
  while (ordered.length < references.size) {
    const next = [...references].find(
      ([name, others]) => !ordered.includes(name) && [...others].every((other) => ordered.includes(other)),
    );
    if (next === undefined) throw new Error('The tables of the database refer to each other in a circle.');
    ordered.push(next[0]);
  }
  return ordered;
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
