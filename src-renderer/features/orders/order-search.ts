/**
 * The search of the orders: in the list itself, or at the service, which searches by the address of the
 * order.
 */
import {
  type OrderFilters,
  type OrderTextFilter,
  orderTextFilters,
} from '../../../src-shared/api/order-filters.ts';
import type { OrderStatus } from '../../../src-shared/api/orders.ts';
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';

/** `shown`: in what the list shows. The others are filters of the interface. */
export const searchFields = ['shown', ...orderTextFilters] as const;
export type SearchField = (typeof searchFields)[number];

export interface OrderSearch {
  readonly field: SearchField;
  readonly text: string;
  readonly status: OrderStatus | 'all';
}

export const noSearch: OrderSearch = { field: 'shown', text: '', status: 'all' };

/** Null: the service is not asked for anything in particular. */
export function filtersOf({ field, text }: OrderSearch): OrderFilters | null {
  const value = text.trim();
  if (field === 'shown' || value === '') return null;
  return { [field satisfies OrderTextFilter]: value };
}

/** Whether the list shows an order: by its state, and by its number, reference and parts. */
export function isFound(order: OrderView, { field, text, status }: OrderSearch): boolean {
  if (status !== 'all' && order.status !== status) return false;
  if (field !== 'shown') return true;
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const shown = [
    String(order.orderId),
    order.refNumber ?? '',
    ...order.items.flatMap(({ title, description }) => [title, description]),
    ...order.shipments.map(({ trackingNumber }) => trackingNumber),
  ]
    .join('\n')
    .toLowerCase();
  return words.every((word) => shown.includes(word));
}
