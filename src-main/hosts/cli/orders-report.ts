/** The reports of `fabdesk orders` for people. */
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';
import { formatMoney, formatTime, plural, tableLines } from './format.ts';
import type { Output } from './output.ts';

interface OrderListing {
  readonly orders: readonly OrderView[];
  readonly fetchedAt: number;
  readonly source: 'live' | 'cached';
}

const statusWords = (order: OrderView): string => order.status.replaceAll('_', ' ');

const totalWords = ({ confirmedTotal, currency }: OrderView): string =>
  confirmedTotal === null || currency === null ? '' : formatMoney(confirmedTotal, currency);

export function writeOrderTable(out: Output, { orders, fetchedAt, source }: OrderListing): void {
  if (source === 'cached') {
    out.line(`The service cannot be reached. This is how the orders stood on ${formatTime(fetchedAt)}.`);
  }
  if (orders.length === 0) {
    out.line('There are no orders yet. "fabdesk order FILE:MATERIAL" places one.');
    return;
  }
  const rows = orders.map((order) => [
    String(order.orderId),
    statusWords(order),
    order.placedAt === null ? '' : formatTime(order.placedAt),
    String(order.items.reduce((sum, item) => sum + item.quantity, 0)),
    totalWords(order),
    order.shipments.map((shipment) => shipment.trackingNumber).join(', ') || order.targetShipDate,
  ]);
  const columns = [
    { title: 'Order', align: 'right' },
    { title: 'Status' },
    { title: 'Placed' },
    { title: 'Pieces', align: 'right' },
    { title: 'Total', align: 'right' },
    { title: 'Ships or tracking' },
  ] as const;
  const [heading = '', ...lines] = tableLines(columns, rows);
  out.line(out.style.dim(heading));
  for (const line of lines) out.line(line);
}

export function writeOrder(out: Output, order: OrderView): void {
  const { style } = out;
  out.line(style.bold(`Order ${order.orderId}: ${statusWords(order)}`));
  if (order.placedAt !== null) out.line(`  placed    ${formatTime(order.placedAt)}`);
  if (totalWords(order) !== '') out.line(`  total     ${totalWords(order)}, before shipping and tax`);
  if (order.targetShipDate !== '') out.line(`  ships     ${order.targetShipDate}`);
  if (order.targetDeliveryDate !== '') out.line(`  arrives   ${order.targetDeliveryDate}`);
  for (const item of order.items) {
    const counts = Object.entries(item.status)
      .filter(([, count]) => count > 0)
      .map(([status, count]) => `${count} ${status.replaceAll('_', ' ')}`);
    const { title, description } = item;
    const what = description.includes(title) ? description : `${title}, ${description}`.replace(/, $/, '');
    out.line(
      `  part      ${plural(item.quantity, 'piece')} of ${what}: ${counts.join(', ') || 'not started'}`,
    );
    for (const reason of item.models.flatMap((model) => model.rejectionReasons)) {
      out.line(`            ${style.bad('rejected')}  ${reason}`);
    }
  }
  for (const { shipDate, carrier, trackingNumber } of order.shipments) {
    const words = [shipDate, carrier, trackingNumber && `tracking ${trackingNumber}`].filter(Boolean);
    out.line(`  shipment  ${words.join(', ')}`);
  }
}
