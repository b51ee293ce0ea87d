/** Opens SQLite in the data folder through Kysely, and migrates. PostgreSQL: `fleet/shared-store.ts` */
import { join } from 'node:path';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { forMigrations, type Store } from './dialect.ts';
import { requireDataHere } from './elsewhere.ts';
import { migrations } from './migrations.ts';
import { openSqlite } from './sqlite.ts';

/** Rejects with a sentence if the database is unusable or a migration fails, which then leaves no trace. */
export async function openStore(dataDir: string): Promise<Store> {
  requireDataHere(dataDir);
  const store = await openSqlite(join(dataDir, 'service.sqlite'));
  try {
    await migrate(store);
    return store;
  } catch (error) {
    await store.destroy();
    throw error;
  }
}

/** @throws Error with a sentence if the database is of another version; what hinders a migration */
export async function migrate(store: Store): Promise<void> {
  await refuseOtherVersion(store);
  const migrator = new Migrator({
    db: forMigrations(store),
    provider: { getMigrations: async () => migrations },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function refuseOtherVersion(store: Store): Promise<void> {
  const tables = await store.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return;
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}
  `.execute(store);
  if (rows.every(({ name }) => name in migrations)) return;
  throw new Error(
    'The database is of another version of the print service. Start that version, or choose another folder with --data or another database with --database.',
  );
}
