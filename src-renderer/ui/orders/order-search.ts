/**
 * The search of the orders: in everything that is known here, or at the service, which searches by the
 * address of the order.
 */
import {
  type OrderFilters,
  type OrderTextFilter,
  orderTextFilters,
} from '../../../src-shared/api/order-filters.ts';
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';
import type { OrderJob } from '../../../src-shared/jobs/job.ts';
import { hasWords } from '../has-words.ts';

export const orderGroups = ['needs-you', 'in-work', 'shipped', 'cancelled', 'all'] as const;
export type OrderGroup = (typeof orderGroups)[number];

export const searchFields = orderTextFilters;

export interface OrderSearch {
  readonly group: OrderGroup;
  readonly text: string;
  /** The question for the service; null: for all orders. */
  readonly asked: { readonly field: OrderTextFilter; readonly text: string } | null;
}

export const noSearch: OrderSearch = { group: 'all', text: '', asked: null };

export const filtersOf = ({ asked }: OrderSearch): OrderFilters | null =>
  asked && { [asked.field]: asked.text };

/** `needing`: the orders that need a person. */
export function isInGroup(order: OrderView, group: OrderGroup, needing: ReadonlySet<OrderView>): boolean {
  if (group === 'all') return true;
  if (group === 'needs-you') return needing.has(order);
  if (group === 'in-work') return order.status !== 'shipped' && order.status !== 'cancelled';
  return order.status === group;
}

/** Whether every word is in something that is known about the order. `job`: which placed it from here. */
export function isFound(order: OrderView, text: string, job: OrderJob | undefined): boolean {
  const { lines = [], address = {}, agreement } = job?.payload ?? {};
  const known = [
    String(order.orderId),
    order.refNumber ?? '',
    ...order.items.flatMap(({ title, description }) => [title, description]),
    ...order.shipments.flatMap(({ carrier, trackingNumber }) => [carrier, trackingNumber]),
    ...lines.map(({ materialTitle }) => materialTitle),
    ...Object.values(address),
    ...(agreement?.extras.metadata ?? []).flatMap(({ name, value }) => [name, value]),
  ];
  return hasWords(known.join('\n'), text);
}
