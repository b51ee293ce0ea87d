/**
 * Orders in the database: written completely or not at all, and read with the spec's filters. Knows no HTTP
 * and no prices; the routes bring them together.
 */
import { sql } from 'kysely';
import { feeOf } from '../../src-shared/api/fee.ts';
import { Fault } from '../fault.ts';
import { type Store, type Tx, writing } from './dialect.ts';
import { GroupCommit } from './group-commit.ts';
import {
  insertLedger,
  insertOrder,
  insertProduct,
  type NewOrder,
  type NewProduct,
  type OrderFilters,
  type OrderRow,
  type OrderWithProducts,
  orderColumns,
  type PlacedOrder,
  productColumns,
  type RefusedReprint,
  type ShipmentRow,
  untouched,
} from './order-records.ts';
import { cancelAll, openWithReprints, reprintable, startedOf } from './reprints.ts';
import type { Row } from './schema.ts';

export class Orders {
  readonly #store: Store;
  readonly #commits: GroupCommit;
  readonly #clock: () => number;

  constructor(store: Store, clock: () => number) {
    this.#store = store;
    this.#commits = new GroupCommit(store);
    this.#clock = clock;
  }

  /**
   * Commits the order, its products and its ledger entries together before the answer is sent. Orders that
   * arrive at the same time share the fsync. The order is `placed` and all its copies are `processing`
   * [Assumption: new-order].
   * @param price reads and prices the products in the transaction that writes, so that no other change of a
   * model, and no removal, can come between. Its faults reject the call, and it must not write.
   * @param items how many products there are
   */
  async place(
    order: NewOrder,
    items: number,
    price: (tx: Store) => Promise<readonly NewProduct[]>,
  ): Promise<PlacedOrder> {
    const placed = await this.#commits.commit(async (tx) => {
      // A refusal has written nothing, so it need not undo the other orders of this transaction.
      const products = await price(tx).catch((thrown: unknown) => {
        if (thrown instanceof Fault) return { thrown };
        throw thrown;
      });
      return 'thrown' in products ? products : this.#write(tx, order, products);
    }, items);
    if ('thrown' in placed) throw placed.thrown;
    return placed;
  }

  /**
   * Like `place`, for a free copy of a product. What may still be reprinted is read in the transaction that
   * writes, so that neither other reprints nor a cancellation can come between.
   */
  reprint(
    order: NewOrder,
    copy: NewProduct,
    reprint: Omit<Row<'reprint'>, 'order_id'>,
  ): Promise<PlacedOrder | RefusedReprint> {
    return this.#commits.commit(async (tx) => {
      const found = await reprintable(tx, reprint.of_product_id);
      if (found === null) return { refused: 'cancelled' };
      if (copy.quantity > found.left) return { refused: 'limit', left: found.left };
      const placed = await this.#write(tx, order, [copy]);
      await tx
        .insertInto('reprint')
        .values({ ...reprint, of_product_id: found.paidProductId, order_id: placed.orderId })
        .execute();
      return placed;
    });
  }

  async #write(tx: Tx, order: NewOrder, products: readonly NewProduct[]): Promise<PlacedOrder> {
    const subtotal = products.reduce((sum, row) => sum + row.unit_price_cents * row.quantity, 0);
    const fee = feeOf(subtotal);
    const now = this.#clock();
    const row = { ...order, status: 'placed', subtotal_cents: subtotal, fee_cents: fee, created_at: now };
    const values = orderColumns.map((column) => row[column]);
    const orderId = (await insertOrder.run(tx, values))[0]?.order_id ?? 0;
    const productIds: number[] = [];
    for (const product of products) {
      const row = { ...product, ...untouched, order_id: orderId, processing: product.quantity };
      const columns = productColumns.map((column) => row[column]);
      productIds.push((await insertProduct.run(tx, columns))[0]?.order_product_id ?? 0);
    }
    const entry = (kind: string, cents: number) => [orderId, kind, cents, now];
    await insertLedger.run(tx, [
      ...entry('charge', subtotal),
      ...entry('shipping', order.shipping_cents),
      ...entry('fee', fee),
    ]);
    return { orderId, productIds };
  }

  async find(accountId: number, orderId: number): Promise<OrderWithProducts | null> {
    const row = await this.#store
      .selectFrom('print_order')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return row ? ((await withProducts(this.#store, [row]))[0] ?? null) : null;
  }

  /** The charges and refunds of an order, in the order of the bookings. */
  ledgerOf(orderId: number): Promise<Row<'ledger'>[]> {
    return this.#store
      .selectFrom('ledger')
      .selectAll()
      .where('order_id', '=', orderId)
      .orderBy('entry_id')
      .execute();
  }

  findShipment(trackingNumber: string): Promise<ShipmentRow | undefined> {
    return this.#store
      .selectFrom('shipment')
      .selectAll()
      .where('tracking_number', '=', trackingNumber)
      .executeTakeFirst();
  }

  /** Newest first. `counts` covers all matching orders, not only the page. */
  async list(
    accountId: number,
    filters: OrderFilters,
    limit: number,
    offset = 0,
  ): Promise<{ counts: Record<string, number>; orders: OrderWithProducts[] }> {
    const fitting = () => {
      const { orderIds, before, ...texts } = filters;
      // If the ids are given, the plus keeps SQLite from reading all orders of the account to group them.
      const account = orderIds === undefined ? sql.ref<number>('account_id') : sql<number>`+account_id`;
      let query = this.#store.selectFrom('print_order').where(account, '=', accountId);
      if (before !== undefined) query = query.where('created_at', '<=', before);
      if (orderIds !== undefined) query = query.where('order_id', 'in', [...orderIds, -1]);
      for (const [column, value] of Object.entries(texts) as [keyof typeof texts, string][]) {
        query = query.where((eb) =>
          eb(eb.fn<string>('lower', [eb.fn('trim', [column])]), '=', withSmallLetters(value.trim())),
        );
      }
      return query;
    };
    const counted = await fitting()
      .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute();
    const rows = await fitting()
      .selectAll()
      .orderBy('order_id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    return {
      counts: Object.fromEntries(counted.map(({ status, count }) => [status, Number(count)])),
      orders: await withProducts(this.#store, rows),
    };
  }

  /**
   * Cancels an order before production has begun, even one that production has lost. Its reprints are
   * cancelled too, since they are free only as part of a paid order. False if production has begun.
   * Cancelling a cancelled order again succeeds and changes nothing [Assumption: cancel-twice].
   */
  cancel(order: OrderRow): Promise<boolean> {
    return writing(this.#store, async (tx) => {
      const all = await openWithReprints(tx, order.order_id);
      const ids = all.map((row) => row.order_id);
      // Somebody else has cancelled it meanwhile.
      if (!ids.includes(order.order_id)) return true;
      const isOpen = all.every((row) => row.status === 'placed' || row.status === 'unknown');
      if (!isOpen || (await startedOf(tx, ids)).length > 0) return false;
      await cancelAll(tx, ids, this.#clock());
      return true;
    });
  }
}

/** Reads the products and shipments of these orders. */
export async function withProducts(store: Store, rows: readonly OrderRow[]): Promise<OrderWithProducts[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.order_id);
  const products = await store
    .selectFrom('order_product')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('order_product_id')
    .execute();
  const shipments = await store
    .selectFrom('shipment')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('shipment_id')
    .execute();
  const byOrder = Map.groupBy(products, (product) => product.order_id);
  const sent = Map.groupBy(shipments, (shipment) => shipment.order_id);
  return rows.map((row) => ({
    ...row,
    products: byOrder.get(row.order_id) ?? [],
    shipments: sent.get(row.order_id) ?? [],
  }));
}

/** Like `lower` in the database, for A to Z only. */
const withSmallLetters = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
