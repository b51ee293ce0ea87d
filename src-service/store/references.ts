/** What refers to a stored content: versions and photos of models that were not deleted, and orders. */
import type { Store } from './dialect.ts';

export async function isReferred(store: Store, sha256: string): Promise<boolean> {
  const version = await store
    .selectFrom('model_file')
    .innerJoin('model', 'model.model_id', 'model_file.model_id')
    .select('model.model_id')
    .where('model_file.sha256', '=', sha256)
    .where('model.deleted_at', 'is', null)
    .executeTakeFirst();
  if (version) return true;
  const ordered = await store
    .selectFrom('order_product')
    .select('order_product_id')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (ordered) return true;
  const photo = await store
    .selectFrom('photo')
    .innerJoin('model', 'model.model_id', 'photo.model_id')
    .select('photo_id')
    .where('photo.sha256', '=', sha256)
    .where('model.deleted_at', 'is', null)
    .executeTakeFirst();
  return photo !== undefined;
}
