/**
 * The texts of an order and its parts. Statuses and counters are the service's
 * (spec: States and transitions).
 */
import type { OrderStatus } from '../../../src-shared/api/orders.ts';
import { serviceDay } from '../../../src-shared/api/service-day.ts';
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';
import { shown } from '../../../src-shared/messages/foreign-text.ts';
import { formatDay } from '../../ui/format.ts';
import { t } from '../../ui/language.svelte.ts';
import { rejectedPieces } from './order-facts.ts';

type Tone = 'neutral' | 'accent' | 'ok' | 'warning' | 'error';

export const statusTones: Readonly<Record<OrderStatus, Tone>> = {
  placed: 'accent',
  in_production: 'accent',
  shipped: 'ok',
  cancelled: 'neutral',
  unknown: 'warning',
};

/** Until production has started [Assumption: cancellable-states]: the spec does not say when. */
export const canCancel = (order: OrderView): boolean =>
  order.status === 'placed' || order.status === 'unknown';

/** If something of it was made and not everything was cancelled [Assumption: reprint-limit]. */
export const canReprint = (order: OrderView, item: OrderView['items'][number]): boolean =>
  (order.status === 'shipped' || item.status.complete > 0) && item.status.cancelled < item.quantity;

export type Counter = keyof OrderView['items'][number]['status'];

/** From most to least finished, as the bar shows them. */
export const counters: readonly Counter[] = ['complete', 'in_production', 'processing', 'cancelled'];

/** `2 complete, 1 in production`. The counters may all be 0 at first. */
export function progressText({ status }: Pick<OrderView['items'][number], 'status'>): string {
  const parts = counters
    .filter((counter) => status[counter] > 0)
    .map((counter) => t(`orders.progress.${counter}`, { amount: status[counter] }));
  return parts.length === 0 ? t('orders.noProgress') : parts.join(', ');
}

/** The outcome of the order so far, as a sentence: a rejection before the status. */
export function headline(order: OrderView): string {
  const pieces = rejectedPieces(order);
  const of = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const rest = t(`orders.statusText.${order.status}`);
  if (pieces === 0) return rest;
  return pieces >= of ? t('orders.rejected.all') : t('orders.rejected.some', { count: pieces, of, rest });
}

/** Not finished, so that its state can still change. */
export const isMoving = (order: OrderView): boolean =>
  order.status === 'placed' || order.status === 'in_production' || order.status === 'unknown';

/** The first parts by name, and how many more. */
export function partNames({ items }: OrderView): string {
  const names = items.map(({ title }) => shown(title || t('orders.untitled')));
  const [first = t('orders.noParts'), second] = names;
  if (second === undefined) return first;
  const rest = names.length - 2;
  return rest > 0
    ? t('orders.morePartNames', { first, second, rest })
    : t('orders.twoPartNames', { first, second });
}

/** A day as the service writes it; null if it gave none. */
export function dayText(text: string): string | null {
  const date = serviceDay(text);
  return date && formatDay(date.getTime());
}

/** The day on which it should have been shipped is over, and it was not. */
export function isLate(order: OrderView): boolean {
  const day = serviceDay(order.targetShipDate);
  return isMoving(order) && day !== null && day.getTime() + 24 * 3_600_000 < Date.now();
}
