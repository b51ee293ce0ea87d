/**
 * Lists of the service that several looks need at once, read once for all of them: calls are counted. A list serves
 * every look that was due when it was begun; whoever needs a newer one says so. Owned by the reconciler, which
 * forgets everything after each pass.
 */
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { QueueClock } from '../core/clock.ts';
import { listAll, type ModelList } from './find-upload.ts';
import { type KnownOrders, readKnownOrders } from './known-orders.ts';

export interface ListedModels extends ModelList {
  /** Epoch ms, when the reading began. */
  readonly at: number;
}

interface Stored<T> {
  readonly at: number;
  readonly value: T;
}

export class SharedLists {
  readonly #clock: QueueClock;
  readonly #models = new Map<string, Stored<ModelList>>();
  readonly #orders = new Map<string, Stored<KnownOrders>>();

  constructor(clock: QueueClock) {
    this.#clock = clock;
  }

  forget(): void {
    this.#models.clear();
    this.#orders.clear();
  }

  /** All models, as they were at `since` (epoch ms) or later. Throws what the client throws. */
  async models(accountId: string, client: ServiceClient, since: number): Promise<ListedModels> {
    const { at, value } = await this.#once(this.#models, accountId, since, () => listAll(client));
    return { ...value, at };
  }

  /** All orders, as they were at `since` (epoch ms) or later. Throws what the client throws. */
  async orders(accountId: string, client: ServiceClient, since: number): Promise<KnownOrders> {
    return (await this.#once(this.#orders, accountId, since, () => readKnownOrders(client))).value;
  }

  async #once<T>(
    kept: Map<string, Stored<T>>,
    accountId: string,
    since: number,
    read: () => Promise<T>,
  ): Promise<Stored<T>> {
    const known = kept.get(accountId);
    // Of a clock that was put back nobody knows which is newer.
    if (known !== undefined && known.at >= since && known.at <= this.#clock.now()) return known;
    const at = this.#clock.now();
    const fresh = { at, value: await read() };
    kept.set(accountId, fresh);
    return fresh;
  }
}
