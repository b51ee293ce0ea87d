/** What an order and its reprints have in common: how many copies are left to reprint, and what is paid back. */
import type { Transaction } from 'kysely';
import type { OrderRow } from './order-records.ts';
import type { Database } from './schema.ts';

const refunds = { charge: 'refund', shipping: 'shipping-refund', fee: 'fee-refund' } as const;

/** Pays back whatever of these orders was not refunded before, when one of their products was rejected. */
export async function refundRest(
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
export async function openWithReprints(tx: Transaction<Database>, orderId: number): Promise<OrderRow[]> {
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
export async function reprintable(tx: Transaction<Database>, productId: number): Promise<number | null> {
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
