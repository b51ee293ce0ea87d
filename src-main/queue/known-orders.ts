/**
 * All orders that the service holds for an account, and whether these really are all: nothing can be called
 * absent from a list that is not complete. Asks only; judges nothing.
 */
import type { OrderInfo, OrderList } from '../../src-shared/api/orders.ts';
import type { ServiceClient } from '../api-client/service-client.ts';

/** spec: Limits > Orders returned. */
const ordersPerPage = 100;
/** 2,000 orders; reading more for every question would use up the calls that a service allows. */
const mostPages = 20;

export interface KnownOrders {
  readonly ids: ReadonlySet<number>;
  readonly infos: ReadonlyMap<number, OrderInfo>;
  readonly statuses: ReadonlyMap<number, string>;
  /** As many orders as the service counts. */
  readonly isComplete: boolean;
}

/** Throws what the client throws. */
export async function readKnownOrders(client: Pick<ServiceClient, 'listOrders'>): Promise<KnownOrders> {
  const infos = new Map<number, OrderInfo>();
  const statuses = new Map<number, string>();
  let total = 0;
  const take = (list: OrderList) => {
    total = list.ordersCount.total;
    for (const [id, { status }] of Object.entries(list.ordersStatus)) statuses.set(Number(id), status);
    for (const info of list.ordersInfo) infos.set(info.orderId, info);
  };
  take(await client.listOrders());
  for (let page = 1; statuses.size < total && page <= mostPages; page++) {
    const before = statuses.size;
    take(await client.listOrders({ limit: ordersPerPage, page }));
    // The first page repeats what came without one; after that a page that adds nothing means that none will.
    if (page > 1 && statuses.size === before) break;
  }
  const ids = new Set([...statuses.keys(), ...infos.keys()]);
  return { ids, infos, statuses, isComplete: statuses.size === total && ids.size === total };
}
