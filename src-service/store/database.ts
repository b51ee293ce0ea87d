/**
 * Opens the service's database, SQLite in the data folder or PostgreSQL elsewhere, through Kysely, and applies the
 * migrations. Code that uses the database sees no difference but `dialect.ts`.
 */
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { forMigrations, type Store } from './dialect.ts';
import { migrations } from './migrations.ts';
import { refuseMovedFolder } from './moved-folder.ts';
import { pair, refuseOwnDatabase, refusePairedFolder } from './pairing.ts';
import { type DatabaseAddress, nameOf } from './postgres-address.ts';
import { startFault } from './postgres-errors.ts';
import type { Say } from './postgres-membership.ts';
import type { Processes } from './processes.ts';
import { openSqlite } from './sqlite.ts';

export interface OpenedStore {
  readonly store: Store;
  /** Those that share the database; null if there is one, which has it to itself (SQLite). */
  readonly processes: Processes | null;
  /** To be called once everything exists that is created at the first start. Until then no other process starts. */
  started(): Promise<void>;
  /** Calls it whenever the database can be used again after it was away, which SQLite never is. */
  onReturn(listener: () => void): void;
  close(): Promise<void>;
}

/** Rejects with a sentence if the database cannot be used or a migration fails; no migration is half-applied then. */
export async function openStore(
  dataDir: string,
  address?: DatabaseAddress,
  say: Say = () => undefined,
): Promise<OpenedStore> {
  return address === undefined ? openInFolder(dataDir) : openElsewhere(dataDir, address, say);
}

async function openInFolder(dataDir: string): Promise<OpenedStore> {
  refusePairedFolder(dataDir);
  refuseMovedFolder(dataDir);
  const store = await openSqlite(join(dataDir, 'service.sqlite'));
  const close = () => store.destroy();
  await orClose(close, () => migrate(store));
  return { store, processes: null, started: async () => undefined, onReturn: () => undefined, close };
}

async function openElsewhere(dataDir: string, address: DatabaseAddress, say: Say): Promise<OpenedStore> {
  refuseOwnDatabase(dataDir);
  // Loaded only here: most services use SQLite.
  const { openPostgres } = await import('./postgres.ts');
  const opened = await openPostgres(address, say);
  await orClose(opened.close, async () => {
    await refuseForeignTables(opened.store, address);
    await migrate(opened.store).catch((cause: unknown) => {
      throw startFault(cause, address);
    });
    await pair(opened.store, dataDir);
  });
  return opened;
}

async function orClose(close: () => Promise<void>, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

async function migrate(store: Store): Promise<void> {
  const migrator = new Migrator({
    db: forMigrations(store),
    provider: { getMigrations: async () => migrations },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Names such as `account` are likely to be taken by whatever else is in a database. */
async function refuseForeignTables(store: Store, address: DatabaseAddress): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()
  `.execute(store);
  if (rows.length > 0 && !rows.some(({ name }) => name === 'kysely_migration'))
    throw new Error(
      `The database ${nameOf(address)} has tables of another program. Create an empty one for the service.`,
    );
}
