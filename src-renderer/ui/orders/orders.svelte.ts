/**
 * The last known list of orders. It lives as long as the window and its account, so that the screen shows it
 * at once when it is reopened.
 */
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';
import { isSame } from '../../../src-shared/is-same.ts';
import type { AppError } from '../../../src-shared/result.ts';
import type { AppState } from '../../app-state.svelte.ts';
import { filtersOf, noSearch, type OrderSearch } from './order-search.ts';

export class Orders {
  readonly #bridge: Pick<AppState['bridge'], 'invoke'>;
  /** Newest first; null until the first answer. */
  list = $state.raw<readonly OrderView[] | null>(null);
  /** The last list that was asked for without filters. */
  all = $state.raw<readonly OrderView[] | null>(null);
  /** Epoch ms at which the service answered. */
  fetchedAt = $state(0);
  source = $state<'live' | 'cached'>('live');
  problem = $state.raw<AppError | null>(null);
  search = $state.raw<OrderSearch>(noSearch);
  /** Number of the order whose details are shown. */
  current = $state<number | null>(null);
  /** The filters that are being asked for, as text. */
  #asking = $state<string | null>(null);
  readonly loading: boolean = $derived(this.#asking !== null);
  /** The filters of the last answer. */
  #answered: string | null = null;

  constructor(bridge: Pick<AppState['bridge'], 'invoke'>) {
    this.#bridge = bridge;
  }

  /** Asks the service again if the search needs it. */
  find(search: OrderSearch): void {
    const before = filtersOf(this.search);
    this.search = search;
    if (!isSame(before, filtersOf(search))) void this.load();
  }

  /** Shows an order, whatever was searched for; one that is not listed is searched for. */
  open(orderId: number): void {
    const isListed = this.all?.some((order) => order.orderId === orderId) ?? false;
    this.find({ ...noSearch, text: isListed ? '' : String(orderId) });
    this.current = orderId;
  }

  async load(): Promise<void> {
    const filters = filtersOf(this.search);
    const question = JSON.stringify(filters);
    // What was asked last is answered last; the same question is asked once at a time.
    if (this.#asking === question) return;
    this.#asking = question;
    const result = await this.#bridge.invoke('orders.list', filters ? { filters } : {});
    if (this.#asking !== question) return;
    this.#asking = null;
    if (!result.ok) {
      this.problem = result.error;
      // A list of other orders would answer what was not asked.
      if (question !== this.#answered) this.list = filters ? [] : null;
      this.#answered = question;
      return;
    }
    this.problem = null;
    this.#answered = question;
    this.list = result.value.orders;
    if (filters === null) this.all = this.list;
    this.fetchedAt = result.value.fetchedAt;
    this.source = result.value.source;
  }
}

const stored = new WeakMap<AppState, { accountId: string; orders: Orders }>();

export function ordersOf(app: AppState, accountId: string): Orders {
  const known = stored.get(app);
  if (known?.accountId === accountId) return known.orders;
  const orders = new Orders(app.bridge);
  stored.set(app, { accountId, orders });
  return orders;
}
