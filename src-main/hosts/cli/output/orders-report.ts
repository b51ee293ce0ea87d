/** The reports of `fabdesk orders` for people. */
import type { OrderView } from '../../../../src-shared/ipc/order-view.ts';
import type { Money } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { labelled, tableLines } from './format.ts';
import type { Output } from './output.ts';

interface OrderListing {
  readonly orders: readonly OrderView[];
  readonly fetchedAt: number;
  readonly source: 'live' | 'cached';
}

const totalOf = ({ confirmedTotal, currency }: OrderView): Money | null =>
  confirmedTotal === null || currency === null ? null : { amount: confirmedTotal, currency };

export function writeOrderTable(out: Output, { orders, fetchedAt, source }: OrderListing): void {
  if (source === 'cached') {
    out.line(out.t('cli.orders.stale', { time: fetchedAt }));
  }
  if (orders.length === 0) {
    out.line(out.t('cli.orders.none'));
    return;
  }
  const { t, format } = out;
  const rows = orders.map((order) => {
    const total = totalOf(order);
    return [
      String(order.orderId),
      t(`cli.status.${order.status}`),
      order.placedAt === null ? '' : format.moment(order.placedAt),
      format.integer(order.items.reduce((sum, item) => sum + item.quantity, 0)),
      total === null ? '' : format.money(total),
      order.shipments.map((shipment) => shipment.trackingNumber).join(', ') || order.targetShipDate,
    ];
  });
  const columns = [
    { title: t('cli.column.order'), align: 'right' },
    { title: t('cli.column.status') },
    { title: t('cli.column.placed') },
    { title: t('cli.column.pieces'), align: 'right' },
    { title: t('cli.column.total'), align: 'right' },
    { title: t('cli.column.ships') },
  ] as const;
  const [heading = '', ...lines] = tableLines(columns, rows);
  out.line(out.style.dim(heading));
  for (const line of lines) out.line(line);
}

export function writeOrder(out: Output, order: OrderView): void {
  const { style, t, format } = out;
  const status = t(`cli.status.${order.status}`);
  const total = totalOf(order);
  const rows: [string, string][] = [
    [t('cli.orders.label.placed'), order.placedAt === null ? '' : format.moment(order.placedAt)],
    [t('cli.orders.label.total'), total === null ? '' : t('cli.orders.totalBefore', { total })],
    [t('cli.orders.label.ships'), order.targetShipDate],
    [t('cli.orders.label.arrives'), order.targetDeliveryDate],
  ];
  for (const item of order.items) {
    rows.push([t('cli.orders.label.part'), partText(out, item)]);
    for (const reason of item.models.flatMap((model) => model.rejectionReasons))
      rows.push(['', `${style.bad(t('cli.rejected'))}  ${reason}`]);
  }
  for (const { shipDate, carrier, trackingNumber } of order.shipments) {
    const tracking = trackingNumber && t('cli.orders.tracking', { number: trackingNumber });
    rows.push([t('cli.orders.label.shipment'), [shipDate, carrier, tracking].filter(Boolean).join(', ')]);
  }
  out.line(style.bold(t('cli.orders.title', { order: String(order.orderId), status })));
  for (const line of labelled(rows)) out.line(`  ${line}`);
}

function partText({ t }: Output, item: OrderView['items'][number]): string {
  const { title, description, quantity } = item;
  const counts = counters
    .filter((name) => item.status[name] > 0)
    .map((name) => t(`cli.counter.${name}`, { count: item.status[name] }));
  return t('cli.orders.part', {
    pieces: ref('cli.pieces', { count: quantity }),
    part: description.includes(title) ? description : [title, description].filter(Boolean).join(', '),
    counts: counts.join(', ') || t('cli.orders.notStarted'),
  });
}

const counters = ['processing', 'in_production', 'complete', 'cancelled'] as const;
