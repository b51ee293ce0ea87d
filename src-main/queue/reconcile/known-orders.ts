/**
 * All orders that the service holds for an account, and whether the list is complete. An order that is
 * missing from an incomplete list is not proven absent (reliability: A3).
 */
import type { OrderInfo, OrderList } from '../../../src-shared/api/orders.ts';
import { ifThere } from '../../api-client/if-there.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';

/** spec: Limits > Orders returned. */
const ordersPerPage = 100;
/** Lists that a service cuts off are as long as this (spec: Limits > Orders returned). */
const pageSizes: ReadonlySet<number> = new Set([20, ordersPerPage]);
/** 2,000 orders. Reading more would use up the calls that a service allows. */
const mostPages = 20;
/** So many of the newest are read where there are too many for a complete list. */
const newest = 1_000;
/** How often shifting pages are read again before the list counts as incomplete. */
const mostReadings = 3;

export interface KnownOrders {
  readonly ids: ReadonlySet<number>;
  readonly infos: ReadonlyMap<number, OrderInfo>;
  readonly statuses: ReadonlyMap<number, string>;
  /**
   * It has as many orders as the service counts, lacks none that was there before, and is no page that counts
   * itself.
   */
  readonly isComplete: boolean;
}

type Client = Pick<ServiceClient, 'listOrders'>;

/**
 * Pages shift if an order arrives while they are read: the count of a later page differs, and an order can
 * slip across the edge between two pages. Then they are read again. `expected`: orders that were there
 * before. `recalls`: what this client showed before counts as well, so that only what is new is read; not for
 * a proof of absence. Throws what the client throws.
 */
export async function readKnownOrders(
  client: Client,
  expected: ReadonlySet<number> = new Set(),
  recalls = false,
): Promise<KnownOrders> {
  const orders = new Collected();
  orders.take(await client.listOrders());
  const before = recalls ? shownBefore.get(client) : undefined;
  if (before && orders.areMissing) orders.recall(before);
  for (let reading = 1; reading <= mostReadings && orders.areMissing; reading++) {
    const movesBefore = orders.moves;
    await readPages(orders, client);
    // Nothing shifted, so the service does not show the rest; or there are more than are ever read.
    if (orders.moves === movesBefore || orders.areTooMany) break;
  }
  // A service that takes the limit then counts more than it shows, and so counts all.
  if (!orders.areMissing && orders.mayBePage)
    orders.compareCount(await client.listOrders({ limit: orders.size - 1, page: 1 }));
  shownBefore.set(client, orders);
  return orders.known(expected);
}

/** The last reading with a client. */
const shownBefore = new WeakMap<Client, Collected>();

async function readPages(orders: Collected, client: Client): Promise<void> {
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
  /** An answer counted more orders than it showed. */
  #countsAll = false;
  /** How often the count of orders differed from the answer before. */
  moves = 0;

  get size(): number {
    return this.#statuses.size;
  }

  get counted(): number {
    return this.#total ?? 0;
  }

  get areTooMany(): boolean {
    return this.counted > mostPages * ordersPerPage;
  }

  get areMissing(): boolean {
    return this.size < (this.areTooMany ? newest : this.counted);
  }

  /**
   * Adds older orders that an earlier reading showed. Orders are never changed and hardly ever removed, so
   * another content or a smaller count means another list, as of a service that was reset: nothing is added.
   */
  recall(before: Collected): void {
    const isSame = [...this.#infos].every(([id, { orderProducts }]) => {
      const known = before.#infos.get(id);
      return known === undefined || JSON.stringify(known.orderProducts) === JSON.stringify(orderProducts);
    });
    const added = [...before.#statuses].filter(([id]) => !this.#statuses.has(id));
    const overlaps = added.length < before.size;
    const fits = before.counted <= this.counted && this.size + added.length <= this.counted;
    if (!isSame || !overlaps || !fits) return;
    for (const [id, status] of added) {
      this.#statuses.set(id, status);
      const info = before.#infos.get(id);
      if (info) this.#infos.set(id, info);
    }
  }

  /** As many as on a full page, and nothing shows that the service counts more than those. */
  get mayBePage(): boolean {
    return pageSizes.has(this.size) && !this.#countsAll;
  }

  /** Returns how many orders the answer shows. */
  take({ ordersCount, ordersStatus, ordersInfo }: OrderList): number {
    const { total } = ordersCount;
    if (this.#total !== null && total !== this.#total) this.moves += 1;
    // One answer is older than another, or an order is gone. What was collected may not belong together.
    if (this.#total !== null && total < this.#total) {
      this.#infos.clear();
      this.#statuses.clear();
    }
    this.#total = total;
    for (const [id, { status }] of Object.entries(ordersStatus)) this.#statuses.set(Number(id), status);
    for (const info of ordersInfo) this.#infos.set(info.orderId, info);
    return this.compareCount({ ordersCount, ordersStatus });
  }

  /** Whether the service counts more than it shows. Returns how many the answer shows. */
  compareCount({ ordersCount, ordersStatus }: Pick<OrderList, 'ordersCount' | 'ordersStatus'>): number {
    const shown = Object.keys(ordersStatus).length;
    if (shown < ordersCount.total) this.#countsAll = true;
    return shown;
  }

  known(expected: ReadonlySet<number>): KnownOrders {
    const ids = new Set([...this.#statuses.keys(), ...this.#infos.keys()]);
    const isCounted = this.#statuses.size === this.#total && ids.size === this.#total;
    const isComplete = isCounted && !this.mayBePage && [...expected].every((id) => ids.has(id));
    return { ids, infos: this.#infos, statuses: this.#statuses, isComplete };
  }
}

/**
 * Numbers that are asked about one by one. Where numbers are shared with other customers, most name nothing.
 */
const mostUnseen = 20;

/**
 * The orders, with those that no list shows although their numbers follow the newest one of `baseline`. A
 * list that hides one is not complete. Throws what the client throws.
 */
export async function withUnseen(
  { ids, infos, statuses, isComplete }: KnownOrders,
  baseline: readonly number[],
  client: Pick<ServiceClient, 'getOrder'>,
): Promise<KnownOrders> {
  const unseen = new Collected();
  const first = Math.max(0, ...baseline) + 1;
  for (let id = first, asked = 0; asked < mostUnseen; id++) {
    if (ids.has(id)) continue;
    asked += 1;
    const order = await orderAt(id, client);
    if (order !== null) unseen.take(order);
  }
  const found = unseen.known(new Set());
  return {
    ids: new Set([...ids, ...found.ids]),
    infos: new Map([...infos, ...found.infos]),
    statuses: new Map([...statuses, ...found.statuses]),
    isComplete: isComplete && found.ids.size === 0,
  };
}

/** Null: the service shows none under this number. Throws what the client throws. */
export async function orderAt(
  orderId: number,
  client: Pick<ServiceClient, 'getOrder'>,
): Promise<OrderList | null> {
  // A service may refuse to show the order of another account.
  const list = await ifThere(client.getOrder(orderId), ['not-found', 'refused']);
  return list !== null && String(orderId) in list.ordersStatus ? list : null;
}
