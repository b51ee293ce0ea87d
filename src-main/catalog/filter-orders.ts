/**
 * Asks a service for the orders that match some filters. The interface does not say how its filters work, so
 * an answer counts only if another value gives another answer.
 */
import type { OrderFilters } from '../../src-shared/api/order-filters.ts';
import type { OrderList, OrderStatus } from '../../src-shared/api/orders.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { ifThere } from '../api-client/if-there.ts';
import type { ServiceClient } from '../api-client/service-client.ts';
import { mainError } from '../main-error.ts';

type Client = Pick<ServiceClient, 'getOrder' | 'listOrders'>;

/** A value that no order has in its address. */
const nobody = 'fabdesk-control-value';

/** Throws `filters-ignored`, and what the client throws. */
export async function filterOrders(client: Client, filters: OrderFilters): Promise<OrderList> {
  const { orderIds, limit, ...texts } = filters;
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
  // If the service ignores the ids, its limit would cut off the wanted orders.
  const bounded = limit === undefined || orderIds !== undefined ? {} : { limit };
  const found = await ask(client, orderIds, { ...given, ...bounded });
  const names = Object.keys(given);
  if (names.length > 0 && Object.keys(found.ordersStatus).length > 0) {
    const other = Object.fromEntries(names.map((name) => [name, nobody]));
    const control = await ask(client, orderIds, { ...other, limit: 1 });
    if (Object.keys(control.ordersStatus).length > 0)
      throw mainError('filters-ignored', ref('service.filtersIgnored', { filters: names }));
  }
  const fitting = orderIds === undefined ? found : onlyOrders(found, orderIds);
  return limit === undefined ? fitting : newest(fitting, limit);
}

async function ask(
  client: Client,
  orderIds: readonly number[] | undefined,
  query: Readonly<Record<string, string | number>>,
): Promise<OrderList> {
  const [orderId, ...others] = orderIds ?? [];
  if (orderId === undefined || others.length > 0) {
    const ids = orderIds === undefined ? {} : { orderIds: orderIds.join(',') };
    return client.listOrders({ ...ids, ...query });
  }
  const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return (await ifThere(client.getOrder(orderId, texts))) ?? noOrders();
}

const noOrders = (): OrderList => ({
  result: 'success',
  nextActionSuggestions: undefined,
  ordersCount: countsOf([]),
  ordersStatus: {},
  ordersInfo: [],
});

/** A service may ignore the limit. Ids increase. The counts stay those of all orders that fit. */
function newest(list: OrderList, limit: number): OrderList {
  const ids = [
    ...Object.keys(list.ordersStatus).map(Number),
    ...list.ordersInfo.map(({ orderId }) => orderId),
  ];
  return picked(list, new Set([...new Set(ids)].sort((a, b) => b - a).slice(0, limit)));
}

/** A service may ignore the ids, but an answer shows whose orders it contains. */
export function onlyOrders(list: OrderList, orderIds: readonly number[]): OrderList {
  const wanted = picked(list, new Set(orderIds));
  const statuses = Object.values(wanted.ordersStatus).map(({ status }) => status);
  return { ...wanted, ordersCount: countsOf(statuses) };
}

const picked = ({ ordersStatus, ordersInfo, ...list }: OrderList, ids: ReadonlySet<number>): OrderList => ({
  ...list,
  ordersStatus: Object.fromEntries(Object.entries(ordersStatus).filter(([id]) => ids.has(Number(id)))),
  ordersInfo: ordersInfo.filter(({ orderId }) => ids.has(orderId)),
});

function countsOf(statuses: readonly OrderStatus[]): OrderList['ordersCount'] {
  const count = (wanted: OrderStatus) => statuses.filter((status) => status === wanted).length;
  return {
    total: statuses.length,
    placed: count('placed'),
    in_production: count('in_production'),
    cancelled: count('cancelled'),
    unknown: count('unknown'),
    shipped: count('shipped'),
  };
}
