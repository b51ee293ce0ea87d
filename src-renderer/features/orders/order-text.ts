/**
 * The texts of an order and its parts. Statuses and counters are the service's
 * (spec: States and transitions).
 */
import type { OrderStatus } from '../../../src-shared/api/orders.ts';
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';
import { longestPart, shown } from '../../../src-shared/messages/foreign-text.ts';
import { reasonText } from '../../ui/error-text.ts';
import { t } from '../../ui/language.svelte.ts';

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

/** The pieces that the service rejected, and why. */
export function rejectionsOf({ items }: OrderView) {
  const rejected = items.filter(({ models }) => models.some((model) => model.rejectionReasons.length > 0));
  return {
    pieces: rejected.reduce((sum, { status }) => sum + status.cancelled, 0),
    reasons: [...new Set(rejected.flatMap(({ models }) => models.flatMap((one) => one.rejectionReasons)))],
  };
}

/** What became of the order, as a sentence: a rejection before the status. */
export function headline(order: OrderView): string {
  const { pieces, reasons } = rejectionsOf(order);
  const of = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const rest = t(`orders.statusText.${order.status}`);
  if (pieces === 0) return rest;
  return pieces >= of
    ? t('orders.rejected.all', { reasons: reasons.map((reason) => shown(reasonText(reason), longestPart)) })
    : t('orders.rejected.some', { count: pieces, of, rest });
}

/** Not finished, so that its state can still change. */
export const isMoving = (order: OrderView): boolean =>
  order.status === 'placed' || order.status === 'in_production' || order.status === 'unknown';

export { serviceDay } from '../../../src-shared/api/service-day.ts';
