/** What the database notes of the storage that has its files (`s3-start.ts`), which is read without a storage, too. */
import type { Store } from '../store/dialect.ts';

/** The row: an id, a blank, and the storage's name for sentences. */
export const storageSetting = 'file-storage';

/** Which storage the database's files are in; null: on the disk. */
export async function pairedStorage(store: Store): Promise<{ id: string; name: string } | null> {
  const row = await store
    .selectFrom('setting')
    .select('value')
    .where('name', '=', storageSetting)
    .executeTakeFirst();
  const [, id, name] = /^(\S+) (.*)$/.exec(row?.value ?? '') ?? [];
  return id === undefined || name === undefined ? null : { id, name };
}
