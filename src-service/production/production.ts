/**
 * Simulates production: moves orders from placed through production to shipped as time passes, and lets an
 * operator do each step by hand. Each step is one transaction, so a restart continues where it stopped.
 */
import { feeOf } from '../../src-shared/api/fee.ts';
import { materials } from '../catalogue/catalogue.ts';
import { Fault, notFound } from '../fault.ts';
import { type Store, type Tx, writing } from '../store/dialect.ts';
import type { Rejection } from '../store/json-columns.ts';
import { measuredOf } from '../store/models.ts';
import type { OrderProductRow, OrderRow } from '../store/order-records.ts';
import { cancelOpenReprints } from '../store/reprints.ts';
import { packingTime, planParcel, planProduct, rejectionOf, soonestStart } from './plan.ts';

export class Production {
  readonly #store: Store;
  readonly #clock: () => number;
  readonly #seed: number;
  #running: Promise<void> = Promise.resolve();
  /** Order id -> epoch ms before which nothing happens to it. Null until all open orders were checked. */
  #quietUntil: Map<number, number> | null = null;

  constructor(store: Store, clock: () => number, seed: number) {
    this.#store = store;
    this.#clock = clock;
    this.#seed = seed;
  }

  /** Brings every open order up to date. */
  run(): Promise<void> {
    this.#running = this.#running.catch(() => undefined).then(() => this.#runAll());
    return this.#running;
  }

  async #runAll(): Promise<void> {
    const now = this.#clock();
    const quiet = this.#quietUntil ?? new Map<number, number>();
    const open = await this.#store
      .selectFrom('print_order')
      .select('order_id')
      .where('status', 'in', ['placed', 'in_production'])
      // The first run checks every order: materials may have been removed from the catalogue since.
      .where('created_at', '<=', this.#quietUntil ? now - soonestStart : Number.MAX_SAFE_INTEGER)
      .orderBy('order_id')
      .execute();
    const next = new Map<number, number>();
    const failures: unknown[] = [];
    for (const { order_id } of open) {
      let until = quiet.get(order_id) ?? 0;
      if (now >= until) {
        // An order that fails must not stop the others.
        until = await writing(this.#store, (tx) => this.#runOrder(tx, order_id)).catch(
          (error: unknown) => failures.push(error) && 0,
        );
      }
      next.set(order_id, until);
    }
    this.#quietUntil = next;
    if (failures.length > 0) throw failures[0];
  }

  /** @returns epoch ms before which nothing else happens to the order by itself */
  async #runOrder(tx: Tx, orderId: number): Promise<number> {
    const now = this.#clock();
    const order = await orderOf(tx, orderId);
    // Lost or cancelled meanwhile: it is checked again if it is ever listed as open again.
    if (order.status !== 'placed' && order.status !== 'in_production') return 0;
    const times: number[] = [];
    let doneAt = 0;
    const products = await productsOf(tx, orderId);
    // The state of such an order is unknown: its material is no longer sold [Assumption: order-unknown].
    if (products.some((row) => row.processing > 0 && !materials.has(row.material_id))) {
      await setStatus(tx, orderId, 'unknown');
      return 0;
    }
    for (const product of products) {
      const lead = materials.get(product.material_id)?.leadDays ?? 5;
      const plan = planProduct(this.#seed, order, product, lead);
      doneAt = Math.max(doneAt, plan.completeAt);
      times.push(plan.startAt, plan.completeAt);
      if (product.processing > 0 && now >= plan.startAt) await this.#start(tx, product);
      if (now >= plan.completeAt) await this.#complete(tx, product.order_product_id);
    }
    await this.#updateStatus(tx, orderId);
    const sentAt = doneAt + packingTime(this.#seed, orderId);
    const current = await orderOf(tx, orderId);
    if (current.status === 'in_production' && now >= sentAt)
      await this.#ship(tx, current, Math.round(sentAt));
    return Math.min(...[...times, sentAt].filter((time) => time > now));
  }

  /** Operator: starts production now. */
  start(orderId: number): Promise<void> {
    return this.#byHand(orderId, async (tx) => {
      for (const product of await productsOf(tx, orderId))
        if (product.processing > 0) await this.#start(tx, product);
      await this.#updateStatus(tx, orderId);
    });
  }

  /** Operator: completes everything, or one product. */
  complete(orderId: number, productId?: number): Promise<void> {
    return this.#byHand(orderId, async (tx) => {
      await this.#finish(tx, orderId, productId);
    });
  }

  /** Operator: completes what is not finished, and ships the order now. */
  ship(orderId: number): Promise<void> {
    return this.#byHand(orderId, async (tx, order) => {
      await this.#finish(tx, orderId);
      const current = await orderOf(tx, orderId);
      if (current.status === 'in_production') await this.#ship(tx, order, this.#clock());
    });
  }

  /** Operator: rejects a product, or everything that is not finished, for these reasons. */
  reject(orderId: number, productId: number | undefined, rejection: Rejection): Promise<void> {
    return this.#byHand(orderId, async (tx) => {
      const products = await productsOf(tx, orderId);
      const rejected =
        productId === undefined
          ? products.filter((row) => row.processing + row.in_production > 0)
          : products.filter((row) => row.order_product_id === productId);
      if (rejected.length === 0)
        throw notFound(productId === undefined ? 'Open product of order' : 'Product', productId ?? orderId);
      for (const product of rejected) await this.#reject(tx, product, rejection);
      await this.#updateStatus(tx, orderId);
    });
  }

  /** Operator: loses the order in production; nothing happens to it until it is found. */
  lose(orderId: number): Promise<void> {
    return this.#byHand(orderId, (tx) => setStatus(tx, orderId, 'unknown'));
  }

  /** Operator: finds a lost order, in its previous state. Every other step by hand finds it too. */
  find(orderId: number): Promise<void> {
    return this.#byHand(orderId, async (_tx, order) => {
      if (order.status !== 'unknown') throw new Fault(400, 'not-lost', `Order ${orderId} is not lost.`);
    });
  }

  async #byHand(orderId: number, work: (tx: Tx, order: OrderRow) => Promise<void>): Promise<void> {
    await writing(this.#store, async (tx) => {
      const order = await orderOf(tx, orderId);
      if (order.status === 'cancelled' || order.status === 'shipped')
        throw new Fault(400, 'finished', `Order ${orderId} is ${order.status} and does not change any more.`);
      if (order.status === 'unknown') {
        await setStatus(tx, orderId, 'placed');
        await this.#updateStatus(tx, orderId);
      }
      await work(tx, order);
    });
  }

  async #finish(tx: Tx, orderId: number, productId?: number): Promise<void> {
    for (const product of await productsOf(tx, orderId)) {
      if (productId !== undefined && product.order_product_id !== productId) continue;
      if (product.processing > 0) await this.#start(tx, product);
      await this.#complete(tx, product.order_product_id);
    }
    await this.#updateStatus(tx, orderId);
  }

  /** Moves a product from processing to in production, unless the check of the part rejects it. */
  async #start(tx: Tx, product: OrderProductRow): Promise<void> {
    const file = await tx
      .selectFrom('model_file')
      .selectAll()
      .where('model_id', '=', product.model_id)
      .where('version', '=', product.model_version)
      .executeTakeFirst();
    const material = materials.get(product.material_id);
    const rejection = file && material ? rejectionOf(material, measuredOf(file)) : null;
    if (rejection) {
      await this.#reject(tx, product, rejection);
      return;
    }
    await tx
      .updateTable('order_product')
      .set((eb) => ({ in_production: eb('in_production', '+', eb.ref('processing')), processing: 0 }))
      .where('order_product_id', '=', product.order_product_id)
      .execute();
  }

  async #complete(tx: Tx, productId: number): Promise<void> {
    await tx
      .updateTable('order_product')
      .set((eb) => ({ complete: eb('complete', '+', eb.ref('in_production')), in_production: 0 }))
      .where('order_product_id', '=', productId)
      .execute();
  }

  /** Cancels and refunds what is not finished, with its share of the fee. */
  async #reject(tx: Tx, product: OrderProductRow, rejection: Rejection): Promise<void> {
    const copies = product.processing + product.in_production;
    if (copies === 0) {
      throw new Fault(
        400,
        'finished',
        `Product ${product.order_product_id} is finished or cancelled already.`,
      );
    }
    await tx
      .updateTable('order_product')
      .set((eb) => ({
        processing: 0,
        in_production: 0,
        cancelled: eb('cancelled', '+', copies),
        rejection_json: JSON.stringify(rejection),
      }))
      .where('order_product_id', '=', product.order_product_id)
      .execute();
    const cents = copies * product.unit_price_cents;
    const fee = await overpaidFee(tx, product.order_id);
    const created_at = this.#clock();
    await tx
      .insertInto('ledger')
      .values([
        { order_id: product.order_id, kind: 'refund' as const, cents: -cents, created_at },
        { order_id: product.order_id, kind: 'fee-refund' as const, cents: -fee, created_at },
      ])
      .execute();
  }

  /** Derives the order's status from its products [Assumption: order-status]. */
  async #updateStatus(tx: Tx, orderId: number): Promise<void> {
    const products = await productsOf(tx, orderId);
    const isCancelled = products.every((row) => row.cancelled === row.quantity);
    const started = products.some((row) => row.in_production > 0 || row.complete > 0);
    const order = await orderOf(tx, orderId);
    const status = isCancelled ? 'cancelled' : started ? 'in_production' : order.status;
    if (status === order.status) return;
    await setStatus(tx, orderId, status);
    if (status !== 'cancelled') return;
    if (order.shipping_cents > 0) {
      await tx
        .insertInto('ledger')
        .values({
          order_id: orderId,
          kind: 'shipping-refund',
          cents: -order.shipping_cents,
          created_at: this.#clock(),
        })
        .execute();
    }
    await cancelOpenReprints(tx, orderId, this.#clock());
  }

  async #ship(tx: Tx, order: OrderRow, at: number): Promise<void> {
    const parcel = planParcel(this.#seed, order.order_id, order.country, order.shipping_option);
    await tx
      .insertInto('shipment')
      .values({
        order_id: order.order_id,
        ship_date: at,
        carrier: parcel.carrier,
        tracking_number: parcel.trackingNumber,
      })
      .execute();
    await setStatus(tx, order.order_id, 'shipped');
  }
}

/**
 * The part of the paid fee that exceeds the fee of the remaining copies, so that the rounding of several
 * refunds never adds up to more or less than was paid.
 */
async function overpaidFee(tx: Tx, orderId: number): Promise<number> {
  const remaining = (await productsOf(tx, orderId)).reduce(
    (sum, row) => sum + (row.quantity - row.cancelled) * row.unit_price_cents,
    0,
  );
  const { paid } = await tx
    .selectFrom('ledger')
    .select((eb) => eb.fn.sum<number | null>('cents').as('paid'))
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['fee', 'fee-refund'])
    .executeTakeFirstOrThrow();
  return Number(paid ?? 0) - feeOf(remaining);
}

async function setStatus(tx: Tx, orderId: number, status: string): Promise<void> {
  await tx.updateTable('print_order').set({ status }).where('order_id', '=', orderId).execute();
}

const productsOf = (tx: Tx, orderId: number): Promise<OrderProductRow[]> =>
  tx
    .selectFrom('order_product')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('order_product_id')
    .execute();

async function orderOf(tx: Tx, orderId: number): Promise<OrderRow> {
  const order = await tx
    .selectFrom('print_order')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!order) throw notFound('Order', orderId);
  return order;
}
