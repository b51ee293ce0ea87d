/** The last known list of orders. Kept for the window and account, so that the screen shows it at once when reopened. */
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';
import type { AppError } from '../../../src-shared/result.ts';
import type { AppState } from '../../app-state.svelte.ts';

export class Orders {
  readonly #bridge: Pick<AppState['bridge'], 'invoke'>;
  #list = $state.raw<readonly OrderView[] | null>(null);
  #fetchedAt = $state(0);
  #source = $state<'live' | 'cached'>('live');
  #problem = $state.raw<AppError | null>(null);
  #loading = $state(false);

  constructor(bridge: Pick<AppState['bridge'], 'invoke'>) {
    this.#bridge = bridge;
  }

  /** Newest first; null until the first answer. */
  get list(): readonly OrderView[] | null {
    return this.#list;
  }
  /** Epoch ms at which the service answered. */
  get fetchedAt(): number {
    return this.#fetchedAt;
  }
  get source(): 'live' | 'cached' {
    return this.#source;
  }
  get problem(): AppError | null {
    return this.#problem;
  }
  get loading(): boolean {
    return this.#loading;
  }

  async load(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    const result = await this.#bridge.invoke('orders.list', {});
    this.#loading = false;
    if (!result.ok) {
      this.#problem = result.error;
      return;
    }
    this.#problem = null;
    this.#list = result.value.orders;
    this.#fetchedAt = result.value.fetchedAt;
    this.#source = result.value.source;
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
