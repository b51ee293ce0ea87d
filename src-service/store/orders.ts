/**
 * Orders in the database: written completely or not at all, and read with the spec's filters. Knows no HTTP and
 * no prices; the routes bring them together.
 */
import type { Insertable, Selectable, Transaction } from 'kysely';
import { feeOf } from '../../src-shared/api/fee.ts';
import type { Store } from './database.ts';
import { GroupCommit } from './group-commit.ts';
import { Prepared } from './prepared.ts';
import type {
  Database,
  LedgerTable,
  OrderProductTable,
  PrintOrderTable,
  ReprintTable,
  ShipmentTable,
} from './schema.ts';

export type OrderRow = Selectable<PrintOrderTable>;
export type OrderProductRow = Selectable<OrderProductTable>;
export type ShipmentRow = Selectable<ShipmentTable>;
export type OrderWithProducts = OrderRow & {
  readonly products: readonly OrderProductRow[];
  readonly shipments: readonly ShipmentRow[];
};

export type NewOrder = Omit<
  Insertable<PrintOrderTable>,
  'order_id' | 'status' | 'subtotal_cents' | 'fee_cents' | 'created_at'
>;
export type NewProduct = Pick<
  OrderProductRow,
  | 'model_id'
  | 'model_version'
  | 'material_id'
  | 'title'
  | 'material_title'
  | 'spin'
  | 'sha256'
  | 'quantity'
  | 'unit_price_cents'
>;

/**
 * Filters of GET /orders/<orderId>/v1 by column. All given filters must match [Assumption: order-filters]. A text
 * matches as a whole, ignoring the case of A to Z and surrounding blanks [Assumption: order-filter-match].
 */
export type OrderFilters = Partial<
  Record<
    | 'first_name'
    | 'last_name'
    | 'country'
    | 'state'
    | 'city'
    | 'address1'
    | 'address2'
    | 'address3'
    | 'zip_code'
    | 'phone_number'
    | 'email',
    string
  >
> & {
  readonly orderIds?: readonly number[];
  /** Epoch ms: leaves out later orders. */
  readonly before?: number;
};

export interface PlacedOrder {
  readonly orderId: number;
  readonly productIds: readonly number[];
}

/** Why nothing was reprinted; `left` copies still can be. */
export type RefusedReprint =
  | { readonly refused: 'cancelled' }
  | { readonly refused: 'limit'; readonly left: number };

const orderColumns = [
  'account_id',
  'client_id',
  'status',
  'first_name',
  'last_name',
  'country',
  'state',
  'city',
  'address1',
  'address2',
  'address3',
  'zip_code',
  'phone_number',
  'email',
  'shipping_option',
  'payment_method',
  'incentives_json',
  'metadata_json',
  'subtotal_cents',
  'fee_cents',
  'target_ship_at',
  'target_delivery_at',
  'reprint_of',
  'shipping_cents',
  'created_at',
] as const;

/** An order product whose copies are all still `processing`. */
const untouched = { in_production: 0, complete: 0, cancelled: 0, rejection_json: null };

const productColumns = [
  'order_id',
  'model_id',
  'model_version',
  'material_id',
  'title',
  'material_title',
  'spin',
  'sha256',
  'quantity',
  'unit_price_cents',
  'processing',
  'in_production',
  'complete',
  'cancelled',
  'rejection_json',
] as const;

/** Placeholders in the order of the columns. Not null, which Kysely would write into the SQL. */
const blank = <C extends string>(columns: readonly C[]) =>
  Object.fromEntries(columns.map((column) => [column, 0])) as Record<C, never>;

const insertOrder = new Prepared<{ order_id: number }>((db) =>
  db.insertInto('print_order').values(blank(orderColumns)).returning('order_id'),
);
const insertProduct = new Prepared<{ order_product_id: number }>((db) =>
  db.insertInto('order_product').values(blank(productColumns)).returning('order_product_id'),
);
const ledgerColumns = ['order_id', 'kind', 'cents', 'created_at'] as const;
const insertLedger = new Prepared<unknown>((db) =>
  db.insertInto('ledger').values([blank(ledgerColumns), blank(ledgerColumns), blank(ledgerColumns)]),
);

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
   * Commits the order, its products and its ledger entries together before the answer is sent. Orders that arrive
   * at the same time share the fsync. The order is `placed` and all its copies are `processing`
   * [Assumption: new-order].
   */
  place(order: NewOrder, products: readonly NewProduct[]): Promise<PlacedOrder> {
    return this.#commits.commit((tx) => this.#write(tx, order, products));
  }

  /**
   * Like `place`, for a free copy of a product. What may still be reprinted is read in the transaction that writes, so
   * that neither other reprints nor a cancellation can come between.
   */
  reprint(
    order: NewOrder,
    copy: NewProduct,
    reprint: Omit<ReprintTable, 'order_id'>,
  ): Promise<PlacedOrder | RefusedReprint> {
    return this.#commits.commit(async (tx) => {
      const left = await reprintable(tx, reprint.of_product_id);
      if (left === null) return { refused: 'cancelled' };
      if (copy.quantity > left) return { refused: 'limit', left };
      const placed = await this.#write(tx, order, [copy]);
      await tx
        .insertInto('reprint')
        .values({ ...reprint, order_id: placed.orderId })
        .execute();
      return placed;
    });
  }

  async #write(
    tx: Transaction<Database>,
    order: NewOrder,
    products: readonly NewProduct[],
  ): Promise<PlacedOrder> {
    const subtotal = products.reduce((sum, row) => sum + row.unit_price_cents * row.quantity, 0);
    const fee = feeOf(subtotal);
    const now = this.#clock();
    const values = orderColumns.map(
      (column) =>
        ({ ...order, status: 'placed', subtotal_cents: subtotal, fee_cents: fee, created_at: now })[column],
    );
    const orderId = (await insertOrder.run(tx, values)).rows[0]?.order_id ?? 0;
    const productIds: number[] = [];
    for (const product of products) {
      const row = { ...product, ...untouched, order_id: orderId, processing: product.quantity };
      const columns = productColumns.map((column) => row[column]);
      productIds.push((await insertProduct.run(tx, columns)).rows[0]?.order_product_id ?? 0);
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
    return row ? ((await this.#withProducts([row]))[0] ?? null) : null;
  }

  /** What was charged and refunded for an order, in the order of the bookings. */
  ledgerOf(orderId: number): Promise<Selectable<LedgerTable>[]> {
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
      let query = this.#store.selectFrom('print_order').where('account_id', '=', accountId);
      const { orderIds, before, ...texts } = filters;
      if (before !== undefined) query = query.where('created_at', '<=', before);
      if (orderIds !== undefined) query = query.where('order_id', 'in', [...orderIds, -1]);
      for (const [column, value] of Object.entries(texts) as [keyof typeof texts, string][]) {
        query = query.where((eb) =>
          eb(
            eb.fn<string>('lower', [eb.fn('trim', [column])]),
            '=',
            eb.fn<string>('lower', [eb.val(value.trim())]),
          ),
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
      orders: await this.#withProducts(rows),
    };
  }

  /**
   * Cancels an order before production has begun, even one that production has lost. Its reprints are cancelled
   * too, since they are free only as part of a paid order. False if production has begun. Cancelling a cancelled
   * order again succeeds and changes nothing [Assumption: cancel-twice].
   */
  cancel(order: OrderRow): Promise<boolean> {
    return this.#store.transaction().execute(async (tx) => {
      const all = await openWithReprints(tx, order.order_id);
      const ids = all.map((row) => row.order_id);
      // Somebody else has cancelled it meanwhile.
      if (!ids.includes(order.order_id)) return true;
      const started = await tx
        .selectFrom('order_product')
        .select('order_product_id')
        .where('order_id', 'in', ids)
        .where((eb) => eb.or([eb('in_production', '>', 0), eb('complete', '>', 0)]))
        .executeTakeFirst();
      if (started || all.some((row) => row.status !== 'placed' && row.status !== 'unknown')) return false;
      await tx.updateTable('print_order').set({ status: 'cancelled' }).where('order_id', 'in', ids).execute();
      await tx
        .updateTable('order_product')
        .set((eb) => ({ processing: 0, cancelled: eb('cancelled', '+', eb.ref('processing')) }))
        .where('order_id', 'in', ids)
        .execute();
      await refundRest(tx, ids, this.#clock());
      return true;
    });
  }

  async #withProducts(rows: readonly OrderRow[]): Promise<OrderWithProducts[]> {
    if (rows.length === 0) return [];
    const products = await this.#store
      .selectFrom('order_product')
      .selectAll()
      .where(
        'order_id',
        'in',
        rows.map((row) => row.order_id),
      )
      .orderBy('order_product_id')
      .execute();
    const shipments = await this.#store
      .selectFrom('shipment')
      .selectAll()
      .where(
        'order_id',
        'in',
        rows.map((row) => row.order_id),
      )
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
}

const refunds = { charge: 'refund', shipping: 'shipping-refund', fee: 'fee-refund' } as const;

/** Pays back whatever of these orders was not refunded before, when one of their products was rejected. */
async function refundRest(
  tx: Transaction<Database>,
  orderIds: readonly number[],
  created_at: number,
): Promise<void> {
  const booked = await tx.selectFrom('ledger').selectAll().where('order_id', 'in', orderIds).execute();
  const rest = (order_id: number, kinds: readonly string[]): number =>
    booked
      .filter((row) => row.order_id === order_id && kinds.includes(row.kind))
      .reduce((sum, row) => sum + row.cents, 0);
  const entries = orderIds.flatMap((order_id) =>
    Object.entries(refunds).map(([charged, kind]) => ({
      order_id,
      kind,
      cents: -rest(order_id, [charged, kind]),
      created_at,
    })),
  );
  await tx.insertInto('ledger').values(entries).execute();
}

/** The order, its reprints and their reprints, without cancelled ones. */
async function openWithReprints(tx: Transaction<Database>, orderId: number): Promise<OrderRow[]> {
  const found: OrderRow[] = [];
  for (let parents = [orderId], root = true; parents.length > 0; root = false) {
    const rows = await tx
      .selectFrom('print_order')
      .selectAll()
      .where(root ? 'order_id' : 'reprint_of', 'in', parents)
      .execute();
    found.push(...rows.filter((row) => row.status !== 'cancelled'));
    parents = rows.map((row) => row.order_id);
  }
  return found;
}

/** How many copies of a product can still be reprinted: cancelled reprints do not count. Null: it was cancelled. */
async function reprintable(tx: Transaction<Database>, productId: number): Promise<number | null> {
  const product = await tx
    .selectFrom('order_product')
    .innerJoin('print_order', 'print_order.order_id', 'order_product.order_id')
    .select(['status', 'quantity', 'cancelled'])
    .where('order_product_id', '=', productId)
    .executeTakeFirstOrThrow();
  if (product.status === 'cancelled' || product.cancelled === product.quantity) return null;
  const { sum } = await tx
    .selectFrom('reprint')
    .innerJoin('order_product', 'order_product.order_id', 'reprint.order_id')
    .select((eb) => eb.fn.sum<number | null>(eb('quantity', '-', eb.ref('cancelled'))).as('sum'))
    .where('reprint.of_product_id', '=', productId)
    .executeTakeFirstOrThrow();
  return product.quantity - product.cancelled - Number(sum ?? 0);
}
