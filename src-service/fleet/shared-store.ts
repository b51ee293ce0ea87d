/** Opens the PostgreSQL database of a service, for this process and any number of others. */
import { sql } from 'kysely';
import type { Say } from '../log.ts';
import { migrate } from '../store/database.ts';
import type { Store } from '../store/dialect.ts';
import { pair, refuseOwnDatabase } from './pairing.ts';
import { type OpenedPostgres, openPostgres } from './postgres.ts';
import { type DatabaseAddress, nameOf } from './postgres-address.ts';
import { startFault } from './postgres-errors.ts';

/** Rejects with a sentence if the database is unusable or a migration fails, which then leaves no trace. */
export async function openSharedStore(
  dataDir: string,
  address: DatabaseAddress,
  say: Say = () => undefined,
): Promise<OpenedPostgres> {
  refuseOwnDatabase(dataDir);
  const opened = await openPostgres(address, say);
  try {
    await refuseForeignTables(opened.store, address);
    await migrate(opened.store).catch((cause: unknown) => {
      throw startFault(cause, address);
    });
    await pair(opened.store, dataDir);
    return opened;
  } catch (error) {
    await opened.close().catch(() => undefined);
    throw error;
  }
}

/** Another program in the database is likely to have a table such as `account`. */
async function refuseForeignTables(store: Store, address: DatabaseAddress): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()
  `.execute(store);
  if (rows.length > 0 && !rows.some(({ name }) => name === 'kysely_migration'))
    throw new Error(
      `The database ${nameOf(address)} has tables of another program. Create an empty one for the service.`,
    );
}
