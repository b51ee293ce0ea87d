/** Single values of the service in its database, by name. */
import type { Store } from './dialect.ts';

export async function readSetting(store: Store, name: string): Promise<string | null> {
  const row = await store.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

/** @throws the database's error if there is one of that name */
export async function addSetting(store: Store, name: string, value: string): Promise<void> {
  await store.insertInto('setting').values({ name, value }).execute();
}
