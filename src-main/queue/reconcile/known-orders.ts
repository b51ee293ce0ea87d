/**
 * All orders that the service holds for an account, and whether the list is complete. An order that is
 * missing from an incomplete list is not proven absent (reliability: A3).
 */
import type { OrderInfo, OrderList } from '../../../src-shared/api/orders.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';

/** spec: Limits > Orders returned. */
const ordersPerPage = 100;
/** 2,000 orders. Reading more would use up the calls that a service allows. */
const mostPages = 20;
/** How often shifting pages are read again before the list counts as incomplete. */
const mostReadings = 3;

export interface KnownOrders {
  readonly ids: ReadonlySet<number>;
  readonly infos: ReadonlyMap<number, OrderInfo>;
  readonly statuses: ReadonlyMap<number, string>;
  /** It has as many orders as the service counts. */
  readonly isComplete: boolean;
}

/**
 * Pages shift if an order arrives while they are read: the count of a later page differs, and an order can
 * slip across the edge between two pages. Then they are read again. Throws what the client throws.
 */
export async function readKnownOrders(client: Pick<ServiceClient, 'listOrders'>): Promise<KnownOrders> {
  const orders = new Collected();
  orders.take(await client.listOrders());
  for (let reading = 1; reading <= mostReadings && orders.areMissing; reading++) {
    const movesBefore = orders.moves;
    await readPages(orders, client);
    // Nothing shifted, so the service does not show the rest; or there are more than are ever read.
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
    // The first pages repeat known orders. A later page that adds nothing means that none will.
    if (onThisPage === 0 || (page > 1 && orders.size === before && shown > before)) break;
  }
}

/** The combination of several answers. */
class Collected {
  readonly #infos = new Map<number, OrderInfo>();
  readonly #statuses = new Map<number, string>();
  /** The service's count in the last answer. */
  #total: number | null = null;
  /** How often the count of orders differed from the answer before. */
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
    // One answer is older than another, or an order is gone. What was collected may not belong together.
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
