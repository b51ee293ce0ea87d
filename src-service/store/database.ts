/** Opens SQLite in the data folder through Kysely, and applies the migrations. PostgreSQL: `fleet/shared-store.ts`. */
import { join } from 'node:path';
import { Migrator } from 'kysely/migration';
import { forMigrations, type Store } from './dialect.ts';
import { requireDataHere } from './elsewhere.ts';
import { migrations } from './migrations.ts';
import { openSqlite } from './sqlite.ts';

/** Rejects with a sentence if the database cannot be used or a migration fails; no migration is half-applied then. */
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

/** @throws Error if the database is of another version, or cannot be migrated */
export async function migrate(store: Store): Promise<void> {
  const migrator = new Migrator({
    db: forMigrations(store),
    provider: { getMigrations: async () => migrations },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
