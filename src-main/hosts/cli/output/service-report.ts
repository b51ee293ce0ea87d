/** The report of `fabdesk service` for people: the service's clock, its orders, and the pending faults. */
import type { FaultRule, OperatorState } from '../../../../src-shared/api/operator.ts';
import { orderStatuses } from '../../../../src-shared/api/orders.ts';
import { ref, type Translate } from '../../../../src-shared/messages/messages.ts';
import { right, writeTable } from './format.ts';
import type { Output } from './output.ts';

type Order = OperatorState['orders'][number];
type Product = Order['products'][number];

export function writeService(out: Output, state: OperatorState): void {
  writeClock(out, state);
  const { t, format } = out;
  if (state.orders.length === 0) out.line(t('cli.orders.none'));
  else
    writeTable(out, state.orders, [
      [right('cli.column.order'), ({ orderId }) => String(orderId)],
      ['cli.column.status', ({ status }) => statusText(status, t)],
      ['orders.placed', ({ createdAt }) => format.dated(createdAt)],
      ['settings.field.name', ({ lastName }) => lastName],
      ['cli.column.pieces', ({ products }) => products.map((product) => countsOf(product, t)).join('; ')],
    ]);
  if (state.faults.length > 0) writeFaults(out, state);
}

function writeClock(out: Output, { now, clockOffsetSeconds }: OperatorState): void {
  const time = Date.parse(now);
  out.line(
    clockOffsetSeconds === 0
      ? out.t('cli.service.clock', { time })
      : out.t('cli.service.clockAhead', { time, ahead: durationText(clockOffsetSeconds, out.t) }),
  );
}

export function writeServiceOrder(out: Output, order: Order): void {
  const { t } = out;
  const status = statusText(order.status, t);
  out.line(out.style.bold(t('cli.orders.title', { order: String(order.orderId), status })));
  for (const product of order.products) {
    const text = t('cli.service.product', {
      product: String(product.orderProductId),
      pieces: ref('cli.pieces', { count: product.quantity }),
      title: product.title,
      material: product.materialTitle,
      counts: countsOf(product, t),
    });
    out.line(`  ${text}`);
    for (const reason of product.rejectionReasons)
      out.line(`    ${out.style.bad(t('cli.rejected'))}  ${reason}`);
  }
  for (const { carrier, trackingNumber, shipDate } of order.shipments)
    out.line(`  ${t('cli.service.shipment', { time: shipDate, carrier, number: trackingNumber })}`);
}

export function writeFaults(out: Output, { faults }: OperatorState): void {
  if (faults.length === 0) out.line(out.t('cli.service.noFaults'));
  for (const { left, ...rule } of faults)
    out.line(`  ${out.t('cli.service.fault', { rule: faultText(rule, out.t), count: left })}`);
}

function faultText(rule: FaultRule, t: Translate): string {
  const { path, method = t('cli.service.anyCall') } = rule;
  const kind = kindText(rule, t);
  return path === undefined
    ? t('cli.service.rule.on', { kind, method })
    : t('cli.service.rule.onPath', { kind, method, path });
}

function kindText(rule: FaultRule, t: Translate): string {
  const { kind } = rule;
  if (kind.startsWith('status-')) return t('cli.service.rule.status', { kind, status: String(rule.status) });
  if (kind.startsWith('slow-'))
    return t('cli.service.rule.time', { kind, time: durationText(rule.delayMs / 1000, t) });
  if (kind === 'stale-lists')
    return t('cli.service.rule.time', { kind, time: durationText(rule.staleSeconds, t) });
  return kind;
}

function countsOf({ processing, inProduction, complete, cancelled }: Product, t: Translate): string {
  const counts = { processing, in_production: inProduction, complete, cancelled };
  return (Object.keys(counts) as (keyof typeof counts)[])
    .filter((name) => counts[name] > 0)
    .map((name) => t(`cli.counter.${name}`, { count: counts[name] }))
    .join(', ');
}

/** A service of a later version may have other statuses. */
function statusText(status: string, t: Translate): string {
  const known = orderStatuses.find((name) => name === status);
  return known === undefined ? status.replaceAll('_', ' ') : t(`cli.status.${known}`);
}

/** `3 d 2 h`, `1.5 s`. */
function durationText(seconds: number, t: Translate): string {
  const units = [
    ['days', 86_400],
    ['hours', 3600],
    ['minutes', 60],
  ] as const;
  const parts: string[] = [];
  let left = seconds;
  for (const [name, size] of units) {
    const count = Math.floor(left / size);
    if (count > 0) parts.push(t(`cli.service.${name}`, { count }));
    left -= count * size;
  }
  const rest = Math.round(left * 1000) / 1000;
  if (rest > 0 || parts.length === 0) parts.push(t('cli.service.seconds', { count: rest }));
  return parts.join(' ');
}
