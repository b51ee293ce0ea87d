/** The cart of an account: one row per model and material. */
import type { Selectable } from 'kysely';
import type { Store } from './database.ts';
import type { CartItemTable } from './schema.ts';

export type CartItem = Selectable<CartItemTable> & { readonly spin: string };

export class Cart {
  readonly #store: Store;
  readonly #clock: () => number;

  constructor(store: Store, clock: () => number) {
    this.#store = store;
    this.#clock = clock;
  }

  /** In the order in which the items were added. */
  list(accountId: number): Promise<CartItem[]> {
    return this.#store
      .selectFrom('cart_item')
      .innerJoin('model', 'model.model_id', 'cart_item.model_id')
      .selectAll('cart_item')
      .select('model.spin')
      .where('cart_item.account_id', '=', accountId)
      .orderBy('cart_item.added_at')
      .orderBy('cart_item.model_id')
      .execute();
  }

  /** Adds to the quantity that is already there. @returns the new quantity */
  async add(accountId: number, modelId: number, materialId: number, quantity: number): Promise<number> {
    const row = await this.#store
      .insertInto('cart_item')
      .values({
        account_id: accountId,
        model_id: modelId,
        material_id: materialId,
        quantity,
        added_at: this.#clock(),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'model_id', 'material_id'])
          .doUpdateSet((eb) => ({ quantity: eb('cart_item.quantity', '+', quantity) })),
      )
      .returning('quantity')
      .executeTakeFirstOrThrow();
    return row.quantity;
  }
}
