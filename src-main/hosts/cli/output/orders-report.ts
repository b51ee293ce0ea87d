/** The reports of `fabdesk orders` for people. */
import type { Material } from '../../../../src-shared/api/materials.ts';
import { orderStatuses } from '../../../../src-shared/api/orders.ts';
import { serviceDay } from '../../../../src-shared/api/service-day.ts';
import type { Account } from '../../../../src-shared/ipc/account.ts';
import { agreedPart, type OrderCounts, type OrderView } from '../../../../src-shared/ipc/order-view.ts';
import type { Money } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { mainError } from '../../../main-error.ts';
import type { AgainLine } from '../analysis/order-again.ts';
import { labelled, right, writeTable } from './format.ts';
import { knownTotalText } from './open-prices.ts';
import type { Output } from './output.ts';

/** When and from where an answer is that may be the last known one. */
export interface Answered {
  readonly fetchedAt: number;
  readonly source: 'live' | 'cached';
}

interface OrderListing extends Answered {
  readonly orders: readonly OrderView[];
  readonly counts?: OrderCounts | undefined;
}

/** Nothing if the service itself just answered. */
export function writeStale(out: Output, { source, fetchedAt }: Answered): void {
  if (source === 'cached') out.line(out.style.warn(out.t('cli.stale', { time: fetchedAt })));
}

/**
 * For programs, to whom each entry says how old it is. An empty list could not, and would read as if there
 * were nothing: throws `network` if it is not the answer of the service itself.
 */
export function reportAnswered(out: Output, answered: Answered, entries: readonly unknown[]): void {
  if (out.json && entries.length === 0) requireLive(answered);
  out.report(entries);
}

/** Nothing may be said to be missing by an old answer. Throws `network`. */
export function requireLive({ source, fetchedAt }: Answered): void {
  if (source === 'cached') throw mainError('network', ref('cli.staleLack', { time: fetchedAt }));
}

/** For programs. */
export const answeredEntry = ({ source, fetchedAt }: Answered) => ({
  source,
  fetchedAt: new Date(fetchedAt).toISOString(),
});

/** A date of the service as a day in the person's language; as it is written if it is none. */
function dayText({ format }: Output, written: string): string {
  const day = serviceDay(written);
  return day === null ? written : format.day(day.getTime());
}

/** All that was agreed; a rest that is not known is named. */
const orderTotalText = ({ t, format }: Output, { sum }: OrderView): string => {
  if (sum === undefined) return '';
  return sum.shipping === null ? t('cli.orders.plusShipping', { total: sum }) : format.money(sum);
};

export function writeOrderTable(
  out: Output,
  { orders, counts, ...answered }: OrderListing,
  isFiltered: boolean,
): void {
  writeStale(out, answered);
  if (orders.length === 0) {
    out.line(out.t(isFiltered ? 'cli.orders.noneFits' : 'cli.orders.none'));
    return;
  }
  const { t, format } = out;
  writeTable(out, orders, [
    [right('cli.column.order'), ({ orderId }) => String(orderId)],
    ['cli.column.status', ({ status }) => t(`cli.status.${status}`)],
    ['orders.placed', ({ placedAt }) => (placedAt === null ? '' : format.dated(placedAt))],
    [
      right('cli.column.pieces'),
      ({ items }) => format.integer(items.reduce((sum, item) => sum + item.quantity, 0)),
    ],
    [right('ui.totalBeforeTax'), (order) => orderTotalText(out, order)],
    [
      'cli.column.ships',
      ({ shipments, targetShipDate }) =>
        shipments.map((shipment) => shipment.trackingNumber).join(', ') || dayText(out, targetShipDate),
    ],
  ]);
  if (counts !== undefined) out.line(countsText(out, orders.length, counts));
}

/** `Shown: 20 of 38 orders: 3 in production, 35 shipped.` */
function countsText({ t }: Output, shown: number, counts: OrderCounts): string {
  const states = orderStatuses
    .filter((status) => counts[status] > 0)
    .map((status) => t(`cli.counter.${status}`, { count: counts[status] }));
  const text = t(counts.total > shown ? 'cli.orders.shownOf' : 'cli.orders.shown', {
    shown,
    count: counts.total,
  });
  return states.length === 0 ? text : t('cli.orders.counts', { text, states });
}

export function writeOrder(
  out: Output,
  order: OrderView,
  account: Pick<Account, 'isLocal'>,
  materials: readonly Material[],
): void {
  const { style, t, format } = out;
  const status = t(`cli.status.${order.status}`);
  const rows: [string, string][] = [
    [t('cli.status.placed'), order.placedAt === null ? '' : format.dated(order.placedAt)],
    ...sumRows(out, order),
    [t('cli.orders.label.ships'), dayText(out, order.targetShipDate)],
    [t('cli.orders.label.arrives'), dayText(out, order.targetDeliveryDate)],
    [t('cli.orders.label.reference'), order.refNumber ?? ''],
    // Only the window opens pages of the local service.
    [t('cli.orders.label.receipt'), account.isLocal ? '' : order.receipt],
  ];
  for (const item of order.items) {
    rows.push([t('cli.orders.label.part', { part: String(item.orderProductId) }), partText(out, item)]);
    for (const { rejectionReasons, affectedMaterials, ...model } of item.models) {
      for (const doubt of agreedPart(order.agreed, model)?.doubts ?? [])
        rows.push(['', `${style.warn(t('cli.label.note'))}  ${out.say(doubt)}`]);
      for (const reason of rejectionReasons) rows.push(['', `${style.bad(t('cli.rejected'))}  ${reason}`]);
      const names = affectedMaterials.map(
        (one) => materials.find(({ materialId }) => String(materialId) === one)?.title ?? one,
      );
      if (names.length > 0) rows.push(['', t('cli.orders.affected', { materials: names })]);
    }
  }
  for (const { shipDate, carrier, trackingNumber } of order.shipments) {
    const tracking = trackingNumber && t('cli.orders.tracking', { number: trackingNumber });
    rows.push([
      t('cli.orders.label.shipment'),
      [dayText(out, shipDate), carrier, tracking].filter(Boolean).join(', '),
    ]);
  }
  out.line(style.bold(t('cli.orders.title', { order: String(order.orderId), status })));
  for (const line of labelled(rows)) out.line(`  ${line}`);
}

/** As on the receipt: the total, and what it is made of. */
function sumRows(out: Output, { sum }: OrderView): [string, string][] {
  if (sum === undefined) return [];
  const { t, format } = out;
  const { currency, parts, fee, shipping } = sum;
  const money = (amount: number) => ({ amount, currency });
  return [
    [t('cli.orders.label.total'), knownTotalText(out, sum)],
    [
      '',
      t('cli.orders.sum', {
        parts: money(parts),
        fee: money(fee),
        shipping: shipping === null ? t('queue.notKnown') : format.money(money(shipping)),
      }),
    ],
  ];
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

/** Changes of each part since the order: its price, or that it cannot be ordered any more. */
export function writeAgain(out: Output, order: OrderView, lines: readonly AgainLine[]): void {
  const { t, format, style } = out;
  out.line(style.bold(t('cli.again.title', { order: String(order.orderId) })));
  writeTable(out, lines, [
    [right('cli.column.quantity'), ({ wanted }) => format.integer(wanted.quantity)],
    ['ui.part', ({ wanted, title }) => t('jobs.model.named', { title, id: String(wanted.modelId) })],
    ['ui.material', ({ material }) => material],
    [
      right('cli.again.before'),
      ({ before }) => (before === null ? t('queue.notKnown') : format.money(before)),
    ],
    [
      'cli.again.now',
      ({ before, now }) => ('obstacle' in now ? style.bad(out.say(now.obstacle)) : nowText(out, before, now)),
    ],
  ]);
  out.line();
}

function nowText({ t, format }: Output, before: Money | null, now: Money): string {
  const isSame =
    before !== null && before.currency === now.currency && Math.abs(before.amount - now.amount) < 0.005;
  return isSame ? t('cli.again.same') : format.money(now);
}
