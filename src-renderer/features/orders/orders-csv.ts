/** Orders as a table for spreadsheets, a row for each part. Heads are the same in every language. */
import { type CsvCell, writeCsv } from '../../../src-shared/csv/write-csv.ts';
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';
import type { OrderJob } from '../../../src-shared/jobs/job.ts';
import { harmless } from '../../../src-shared/messages/foreign-text.ts';

const columns = [
  'order',
  'status',
  'placed_at_utc',
  'ships_by',
  'arrives_by',
  'total',
  'currency',
  'reference',
  'reprint_of',
  'recipient',
  'part',
  'material',
  'quantity',
  'complete',
  'in_production',
  'processing',
  'cancelled',
  'rejected_because',
  'carrier',
  'tracking',
] as const;

/** `jobs`: which placed them from here. */
export function ordersCsv(orders: readonly OrderView[], jobs: ReadonlyMap<number, OrderJob>): string {
  const rows = orders.flatMap((order): CsvCell[][] => {
    const address = jobs.get(order.orderId)?.payload.address;
    const ofOrder: CsvCell[] = [
      order.orderId,
      order.status,
      order.placedAt === null ? null : new Date(order.placedAt).toISOString(),
      order.targetShipDate,
      order.targetDeliveryDate,
      order.sum?.amount ?? null,
      order.currency,
      order.refNumber && harmless(order.refNumber),
      order.reprintOf ?? null,
      address ? harmless(`${address.firstName} ${address.lastName}`) : null,
    ];
    const parcels = [
      harmless(order.shipments.map(({ carrier }) => carrier).join('; ')),
      harmless(order.shipments.map(({ trackingNumber }) => trackingNumber).join('; ')),
    ];
    if (order.items.length === 0) return [[...ofOrder, ...Array<null>(8).fill(null), ...parcels]];
    return order.items.map(({ title, description, quantity, status, models }) => [
      ...ofOrder,
      harmless(title),
      harmless(description),
      quantity,
      status.complete,
      status.in_production,
      status.processing,
      status.cancelled,
      harmless(models.flatMap(({ rejectionReasons }) => rejectionReasons).join('; ')),
      ...parcels,
    ]);
  });
  return writeCsv([[...columns], ...rows]);
}
