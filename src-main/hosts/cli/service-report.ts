/** The report of `fabdesk service` for people: the service's clock, its orders, and the faults that wait. */
import type { FaultRule, OperatorState } from '../../../src-shared/api/operator.ts';
import { formatTime, plural, tableLines } from './format.ts';
import type { Output } from './output.ts';

type Order = OperatorState['orders'][number];
type Product = Order['products'][number];

const words = (status: string): string => status.replaceAll('_', ' ');

export function writeService(out: Output, state: OperatorState): void {
  writeClock(out, state);
  if (state.orders.length === 0) out.line('No orders yet. "fabdesk order FILE:MATERIAL" places one.');
  else {
    const rows = state.orders.map((order) => [
      String(order.orderId),
      words(order.status),
      formatTime(order.createdAt),
      order.lastName,
      order.products.map(countsOf).join('; '),
    ]);
    const columns = [
      { title: 'Order', align: 'right' },
      { title: 'Status' },
      { title: 'Placed' },
      { title: 'Name' },
      { title: 'Pieces' },
    ] as const;
    const [heading = '', ...lines] = tableLines(columns, rows);
    out.line(out.style.dim(heading));
    for (const line of lines) out.line(line);
  }
  if (state.faults.length > 0) writeFaults(out, state);
}

function writeClock(out: Output, { now, clockOffsetSeconds }: OperatorState): void {
  const ahead = clockOffsetSeconds === 0 ? '' : `, ${durationWords(clockOffsetSeconds)} ahead`;
  out.line(`For the service it is ${formatTime(Date.parse(now))}${ahead}.`);
}

export function writeServiceOrder(out: Output, order: Order): void {
  out.line(out.style.bold(`Order ${order.orderId}: ${words(order.status)}`));
  for (const product of order.products) {
    out.line(
      `  product ${product.orderProductId}  ${plural(product.quantity, 'piece')} of ${product.title} in ` +
        `${product.materialTitle}: ${countsOf(product)}`,
    );
    for (const reason of product.rejectionReasons) out.line(`    ${out.style.bad('rejected')}  ${reason}`);
  }
  for (const { carrier, trackingNumber, shipDate } of order.shipments)
    out.line(`  shipment  ${formatTime(shipDate)}, ${carrier}, tracking ${trackingNumber}`);
}

export function writeFaults(out: Output, { faults }: OperatorState): void {
  if (faults.length === 0) out.line('No faults wait.');
  for (const { left, ...rule } of faults)
    out.line(`  fault  ${faultWords(rule)}, ${plural(left, 'call')} left`);
}

function faultWords(rule: FaultRule): string {
  const { kind, method = 'any call', path } = rule;
  const more = kind.startsWith('status-')
    ? ` with ${rule.status}`
    : kind.startsWith('slow-')
      ? ` by ${durationWords(rule.delayMs / 1000)}`
      : kind === 'stale-lists'
        ? ` by ${durationWords(rule.staleSeconds)}`
        : '';
  return `${kind}${more} on ${method}${path === undefined ? '' : ` of ${path}...`}`;
}

function countsOf({ processing, inProduction, complete, cancelled }: Product): string {
  const counts = { processing, 'in production': inProduction, complete, cancelled };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

/** `3 d 2 h`, `1.5 s`. */
function durationWords(seconds: number): string {
  const units = [
    ['d', 86_400],
    ['h', 3600],
    ['min', 60],
  ] as const;
  const parts: string[] = [];
  let left = seconds;
  for (const [name, size] of units) {
    const count = Math.floor(left / size);
    if (count > 0) parts.push(`${count} ${name}`);
    left -= count * size;
  }
  const rest = Math.round(left * 1000) / 1000;
  if (rest > 0 || parts.length === 0) parts.push(`${rest} s`);
  return parts.join(' ');
}
