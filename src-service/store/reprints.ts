/** Rules that concern an order and its reprints: how many copies may be reprinted, and what is refunded. */
import type { Tx } from './dialect.ts';
import type { OrderRow } from './order-records.ts';

const refunds = { charge: 'refund', shipping: 'shipping-refund', fee: 'fee-refund' } as const;

/** Cancels and refunds orders whose production has not begun. */
export async function cancelAll(tx: Tx, orderIds: readonly number[], now: number): Promise<void> {
  await tx
    .updateTable('print_order')
    .set({ status: 'cancelled' })
    .where('order_id', 'in', orderIds)
    .execute();
  await tx
    .updateTable('order_product')
    .set((eb) => ({ processing: 0, cancelled: eb('cancelled', '+', eb.ref('processing')) }))
    .where('order_id', 'in', orderIds)
    .execute();
  await refundRest(tx, orderIds, now);
}

/**
 * Cancels the reprints of an order that was refunded completely, as cancelling the order does: a reprint is
 * free only as part of a paid order. Reprints in production are finished.
 */
export async function cancelOpenReprints(tx: Tx, orderId: number, now: number): Promise<void> {
  const open = (await openWithReprints(tx, orderId))
    .filter((row) => row.status === 'placed' || row.status === 'unknown')
    .map((row) => row.order_id);
  if (open.length === 0) return;
  const started = await startedOf(tx, open);
  const ids = open.filter((id) => !started.includes(id));
  if (ids.length > 0) await cancelAll(tx, ids, now);
}

/** The orders of these whose production has begun. */
export async function startedOf(tx: Tx, orderIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('order_product')
    .select('order_id')
    .where('order_id', 'in', orderIds)
    .where((eb) => eb.or([eb('in_production', '>', 0), eb('complete', '>', 0)]))
    .execute();
  return rows.map((row) => row.order_id);
}

/** Refunds the rest: some products of these orders may have been rejected and refunded before. */
async function refundRest(tx: Tx, orderIds: readonly number[], created_at: number): Promise<void> {
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
export async function openWithReprints(tx: Tx, orderId: number): Promise<OrderRow[]> {
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

/**
 * How many copies of a product can still be reprinted; cancelled reprints do not count. A reprint of a
 * reprint is one of the product that was paid for, so a chain gives no more copies. Null: it was cancelled.
 */
export async function reprintable(
  tx: Tx,
  productId: number,
): Promise<{ readonly paidProductId: number; readonly left: number } | null> {
  const asked = await productOf(tx, productId);
  if (isCancelled(asked)) return null;
  const paidProductId = await paidProductOf(tx, productId);
  const product = await productOf(tx, paidProductId);
  if (isCancelled(product)) return null;
  const { sum } = await tx
    .selectFrom('reprint')
    .innerJoin('order_product', 'order_product.order_id', 'reprint.order_id')
    .select((eb) => eb.fn.sum<number | null>(eb('quantity', '-', eb.ref('cancelled'))).as('sum'))
    .where('reprint.of_product_id', '=', paidProductId)
    .executeTakeFirstOrThrow();
  return { paidProductId, left: Math.max(0, product.quantity - product.cancelled - Number(sum ?? 0)) };
}

const productOf = (tx: Tx, productId: number) =>
  tx
    .selectFrom('order_product')
    .innerJoin('print_order', 'print_order.order_id', 'order_product.order_id')
    .select(['status', 'quantity', 'cancelled'])
    .where('order_product_id', '=', productId)
    .executeTakeFirstOrThrow();

const isCancelled = (product: { status: string; quantity: number; cancelled: number }): boolean =>
  product.status === 'cancelled' || product.cancelled === product.quantity;

/** The product that was paid for, to which a reprint of it refers. */
async function paidProductOf(tx: Tx, productId: number): Promise<number> {
  const row = await tx
    .selectFrom('order_product')
    .innerJoin('reprint', 'reprint.order_id', 'order_product.order_id')
    .select('reprint.of_product_id')
    .where('order_product_id', '=', productId)
    .executeTakeFirst();
  return row?.of_product_id ?? productId;
}
