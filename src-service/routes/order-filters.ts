/** Query filters of GET /orders/<orderId>/v1, and of GET /orders/v1 [Assumption: order-list-filters]. */
import { filterColumns, type OrderFilters } from '../store/order-records.ts';

/** The names of all filters (spec: Endpoints > GET /orders/<orderId>/v1). */
export const orderFilterNames = ['orderIds', 'orderId', ...Object.keys(filterColumns), 'limit'];

/** spec: Limits > Orders returned. */
const defaultLimit = 20;
const largestLimit = 100;

/** The page size of GET /orders/v1 without a limit: the spec has none [Assumption: order-list-pages]. */
const mostOrders = 1000;

export interface OrderQuery {
  readonly filters: OrderFilters;
  readonly limit: number;
  readonly page: number;
}

/**
 * An empty filter is ignored. Of a repeated filter the last value counts: ignoring it would return orders
 * that nobody asked for. A limit that is not a number becomes the default; larger limits become 100.
 */
export function readOrderQuery(query: Readonly<Record<string, unknown>>, pathId?: number): OrderQuery {
  const filters: { -readonly [K in keyof OrderFilters]: OrderFilters[K] } = {};
  for (const [name, column] of Object.entries(filterColumns)) {
    const sent = [query[name]].flat().at(-1);
    // In a JSON body, a postal code or a phone number may be a number.
    const value = typeof sent === 'number' ? String(sent) : sent;
    if (typeof value === 'string' && value.trim() !== '') filters[column] = value;
  }
  const sets = [
    pathId === undefined ? null : [pathId],
    readIds(query['orderId']),
    readIds(query['orderIds'] ?? query['orderIds[]']),
  ].filter((ids) => ids !== null);
  const [first, ...others] = sets;
  if (first) filters.orderIds = first.filter((id) => others.every((ids) => ids.includes(id)));
  return {
    filters,
    limit:
      pathId === undefined && query['limit'] === undefined
        ? mostOrders
        : Math.min(readCount(query['limit'], defaultLimit), largestLimit),
    page: readCount(query['page'], 1),
  };
}

/** `1,2,3`, or a JSON list; an entry that is not an id matches nothing. */
function readIds(raw: unknown): number[] | null {
  const text = Array.isArray(raw) ? raw.join(',') : typeof raw === 'number' ? String(raw) : raw;
  if (typeof text !== 'string' || text.trim() === '') return null;
  return text
    .split(/[,\s[\]"]+/)
    .filter((part) => /^\d{1,15}$/.test(part))
    .slice(0, 1000)
    .map(Number);
}

function readCount(raw: unknown, fallback: number): number {
  const count = Number(raw);
  return Number.isInteger(count) && count > 0 && count < 1e9 ? count : fallback;
}
