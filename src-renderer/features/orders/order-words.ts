/** The words of an order and its parts. Statuses and counters are the service's (spec: States and transitions). */
import type { OrderStatus } from '../../../src-shared/api/orders.ts';
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';

type Tone = 'neutral' | 'accent' | 'ok' | 'warning' | 'error';

export const statusWords: Readonly<Record<OrderStatus, { label: string; tone: Tone; sentence: string }>> = {
  placed: { label: 'Placed', tone: 'accent', sentence: 'The service has it; production has not started.' },
  in_production: { label: 'In production', tone: 'accent', sentence: 'The service is making it.' },
  shipped: { label: 'Shipped', tone: 'ok', sentence: 'It is on its way.' },
  cancelled: { label: 'Cancelled', tone: 'neutral', sentence: 'It was cancelled; nothing more is made.' },
  unknown: {
    label: 'Unknown',
    tone: 'warning',
    sentence: 'The service itself names no clear state for it. Refresh later, or ask the service.',
  },
};

/** [Assumption: cancellable-states] The spec does not show them. Offered until production has started. */
export const canCancel = (order: OrderView): boolean =>
  order.status === 'placed' || order.status === 'unknown';

/** Something of it was made, and not all of it was cancelled [Assumption: reprint-limit]. */
export const canReprint = (order: OrderView, item: OrderView['items'][number]): boolean =>
  (order.status === 'shipped' || item.status.complete > 0) && item.status.cancelled < item.quantity;

export type Counter = keyof OrderView['items'][number]['status'];

/** From most to least finished, as the bar shows them. */
export const counters: readonly { readonly key: Counter; readonly label: string }[] = [
  { key: 'complete', label: 'complete' },
  { key: 'in_production', label: 'in production' },
  { key: 'processing', label: 'processing' },
  { key: 'cancelled', label: 'cancelled' },
];

/** `2 complete, 1 in production`. Counters may lag behind the quantity; then that is said. */
export function progressWords(item: Pick<OrderView['items'][number], 'status' | 'quantity'>): string {
  const parts = counters
    .filter(({ key }) => item.status[key] > 0)
    .map(({ key, label }) => `${item.status[key]} ${label}`);
  return parts.length === 0 ? 'The service tells no progress yet' : parts.join(', ');
}

/** Still on its way through production, so that looking again can bring news. */
export const isMoving = (order: OrderView): boolean =>
  order.status === 'placed' || order.status === 'in_production' || order.status === 'unknown';

/**
 * A date of the service (`YYYY-MM-DD hh:mm:ss`) as the day it names. The service tells no time zone, so the day is
 * taken as written; null where there is none or it is written otherwise.
 */
export function serviceDay(text: string): Date | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[ T]|$)/.exec(text);
  if (!match || match[1] === '0000') return null;
  return new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
}
