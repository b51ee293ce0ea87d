/** Opens the store of a data folder without a service: SQLite in it, or the database at the address. */
import type { DatabaseAddress } from '../../../src-service/fleet/postgres-address.ts';
import { openSharedStore } from '../../../src-service/fleet/shared-store.ts';
import { openStore as openSqliteStore } from '../../../src-service/store/database.ts';
import type { Store } from '../../../src-service/store/dialect.ts';

export interface OpenedStore {
  readonly store: Store;
  close(): Promise<void>;
}

export async function openStore(
  folder: string,
  address?: DatabaseAddress,
): Promise<OpenedStore & { started(): Promise<void> }> {
  if (address !== undefined) return openSharedStore(folder, address);
  const store = await openSqliteStore(folder);
  return { store, close: () => store.destroy(), started: async () => undefined };
}
