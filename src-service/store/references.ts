/** References to stored contents: from versions and photos of models that exist, and from orders */
import type { Store } from './dialect.ts';

export const isReferred = async (store: Store, sha256: string): Promise<boolean> =>
  (await referredAmong(store, [sha256])).has(sha256);

/** The contents among these to which something refers. Three statements answer for many contents. */
export async function referredAmong(store: Store, contents: readonly string[]): Promise<Set<string>> {
  if (contents.length === 0) return new Set();
  const found = [
    await store
      .selectFrom('model_file')
      .innerJoin('model', 'model.model_id', 'model_file.model_id')
      .select('model_file.sha256')
      .where('model_file.sha256', 'in', contents)
      .where('model.deleted_at', 'is', null)
      .execute(),
    await store.selectFrom('order_product').select('sha256').where('sha256', 'in', contents).execute(),
    await store
      .selectFrom('photo')
      .innerJoin('model', 'model.model_id', 'photo.model_id')
      .select('photo.sha256')
      .where('photo.sha256', 'in', contents)
      .where('model.deleted_at', 'is', null)
      .execute(),
  ];
  return new Set(found.flat().map(({ sha256 }) => sha256));
}
