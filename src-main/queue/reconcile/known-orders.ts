/**
 * All orders that the service holds for an account, and whether these really are all: nothing can be called
 * absent from a list that is not complete. Asks only; judges nothing.
 */
import type { OrderInfo, OrderList } from '../../../src-shared/api/orders.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';

/** spec: Limits > Orders returned. */
const ordersPerPage = 100;
/** 2,000 orders; reading more for every question would use up the calls that a service allows. */
const mostPages = 20;
/** How often pages that shift while they are read are gone through before they count as cut off. */
const mostReadings = 3;

export interface KnownOrders {
  readonly ids: ReadonlySet<number>;
  readonly infos: ReadonlyMap<number, OrderInfo>;
  readonly statuses: ReadonlyMap<number, string>;
  /** As many orders as the service counts. */
  readonly isComplete: boolean;
}

/**
 * Pages shift when an order comes while they are read: the count of a later page is another one, and what moved
 * across an edge is missed. Then they are read again. Throws what the client throws.
 */
export async function readKnownOrders(client: Pick<ServiceClient, 'listOrders'>): Promise<KnownOrders> {
  const orders = new Collected();
  orders.take(await client.listOrders());
  for (let reading = 1; reading <= mostReadings && orders.areMissing; reading++) {
    const movesBefore = orders.moves;
    await readPages(orders, client);
    // Nothing moved, so what is missing is not shown at all; or there are more than are ever read.
    if (orders.moves === movesBefore || orders.counted > mostPages * ordersPerPage) break;
  }
  return orders.known();
}

async function readPages(orders: Collected, client: Pick<ServiceClient, 'listOrders'>): Promise<void> {
  let shown = 0;
  for (let page = 1; orders.areMissing && page <= mostPages; page++) {
    const before = orders.size;
    const onThisPage = orders.take(await client.listOrders({ limit: ordersPerPage, page }));
    shown += onThisPage;
    // What is known comes again at first; a page behind it that adds nothing means that none will.
    if (onThisPage === 0 || (page > 1 && orders.size === before && shown > before)) break;
  }
}

/** What several answers told together. */
class Collected {
  readonly #infos = new Map<number, OrderInfo>();
  readonly #statuses = new Map<number, string>();
  /** By the last answer. */
  #total: number | null = null;
  /** How often an answer counted other orders than the one before it. */
  moves = 0;

  get size(): number {
    return this.#statuses.size;
  }

  get counted(): number {
    return this.#total ?? 0;
  }

  get areMissing(): boolean {
    return this.size < this.counted;
  }

  /** Returns how many orders the answer shows. */
  take({ ordersCount: { total }, ordersStatus, ordersInfo }: OrderList): number {
    if (this.#total !== null && total !== this.#total) this.moves += 1;
    // One answer is older than another, or an order is gone: then nobody knows what belongs together.
    if (this.#total !== null && total < this.#total) {
      this.#infos.clear();
      this.#statuses.clear();
    }
    this.#total = total;
    for (const [id, { status }] of Object.entries(ordersStatus)) this.#statuses.set(Number(id), status);
    for (const info of ordersInfo) this.#infos.set(info.orderId, info);
    return Object.keys(ordersStatus).length;
  }

  known(): KnownOrders {
    const ids = new Set([...this.#statuses.keys(), ...this.#infos.keys()]);
    const isComplete = this.#statuses.size === this.#total && ids.size === this.#total;
    return { ids, infos: this.#infos, statuses: this.#statuses, isComplete };
  }
}
