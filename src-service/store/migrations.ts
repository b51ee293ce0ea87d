/**
 * The migrations of the database, in order. A released migration never changes, and none goes back. A later
 * version adds a migration here and the tables or columns that it creates to the types in `schema.ts`.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { hasOneWriter } from './dialect.ts';
import { indexes, primaryKeys, sharedTables, type Tables, tables } from './schema.ts';

async function createTables(db: Kysely<unknown>, created: Tables): Promise<void> {
  for (const [name, columns] of Object.entries(created)) {
    let table = db.schema.createTable(name);
    for (const [column, { type, build }] of Object.entries(columns))
      table = table.addColumn(column, type.endsWith(']') ? sql.raw(type) : (type as 'text'), build);
    const key = primaryKeys[name];
    if (key) table = table.addPrimaryKeyConstraint(`${name}_key`, key as never[]);
    await table.execute();
  }
}

const initial = async (db: Kysely<unknown>): Promise<void> => {
  await createTables(db, tables);
  for (const [name, table, columns, where] of indexes) {
    const index = db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns]);
    await (where === undefined ? index : index.where(sql.raw<boolean>(where))).execute();
  }
  if (hasOneWriter(db)) return;
  await createTables(db, sharedTables);
  for (const name of Object.keys(sharedTables))
    await sql`alter table ${sql.table(name)} set unlogged`.execute(db);
  await sql`alter table rate_window set (fillfactor = 50)`.execute(db);
};

export const migrations: Record<string, Migration> = {
  '001-service': { up: initial },
};
