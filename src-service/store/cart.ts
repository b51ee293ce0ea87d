/** The cart of an account: one row per model and material. */
import { type Store, writing } from './dialect.ts';
import type { ModelRow } from './models.ts';
import type { Row } from './schema.ts';

export type CartItem = Row<'cart_item'> & { readonly spin: string };

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
      .orderBy('cart_item.material_id')
      .execute();
  }

  /**
   * Adds to the quantity that is already there. False if the model is gone, or `mayBuy` refuses it: this is
   * asked in the transaction that writes, so that nothing is added that was deleted meanwhile.
   */
  add(item: Omit<Row<'cart_item'>, 'added_at'>, mayBuy: (model: ModelRow) => boolean): Promise<boolean> {
    return writing(this.#store, async (tx) => {
      const model = await tx
        .selectFrom('model')
        .selectAll()
        .where('model_id', '=', item.model_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!model || !mayBuy(model)) return false;
      await tx
        .insertInto('cart_item')
        .values({ ...item, added_at: this.#clock() })
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'model_id', 'material_id'])
            .doUpdateSet((eb) => ({ quantity: eb('cart_item.quantity', '+', item.quantity) })),
        )
        .execute();
      return true;
    });
  }
}
