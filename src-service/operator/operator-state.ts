/** The state that every operator action answers: clock, faults, and the latest orders with their parts */
import type { OperatorState } from '../../src-shared/api/operator.ts';
import type { Faults } from '../http/faults.ts';
import type { SimulatedClock } from '../production/simulated-clock.ts';
import type { Store } from '../store/dialect.ts';
import { readRejection } from '../store/json-columns.ts';
import { withProducts } from '../store/orders.ts';

export async function operatorState(
  store: Store,
  clock: SimulatedClock,
  faults: Faults,
): Promise<OperatorState & { result: 'success' }> {
  const rows = await store
    .selectFrom('print_order')
    .selectAll()
    .orderBy('order_id', 'desc')
    .limit(100)
    .execute();
  return {
    result: 'success',
    now: new Date(clock.now()).toISOString(),
    clockOffsetSeconds: clock.offset / 1000,
    faults: [...(await faults.list())],
    orders: (await withProducts(store, rows)).map((order) => ({
      orderId: order.order_id,
      status: order.status,
      createdAt: order.created_at,
      lastName: order.last_name,
      products: order.products.map((row) => ({
        orderProductId: row.order_product_id,
        title: row.title,
        materialTitle: row.material_title,
        quantity: row.quantity,
        processing: row.processing,
        inProduction: row.in_production,
        complete: row.complete,
        cancelled: row.cancelled,
        rejectionReasons: reasonsOf(row.rejection_json),
      })),
      shipments: order.shipments.map((row) => ({
        carrier: row.carrier,
        trackingNumber: row.tracking_number,
        shipDate: row.ship_date,
      })),
    })),
  };
}

const reasonsOf = (json: string | null): string[] =>
  json === null ? [] : readRejection(json).rejectionReasons;
