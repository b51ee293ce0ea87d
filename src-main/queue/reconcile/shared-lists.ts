/**
 * Lists of the service that several checks need at once, read once for all of them to save calls. A list
 * serves every check that was due when reading it began. The reconciler forgets all lists after each pass.
 */
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { QueueClock } from '../core/clock.ts';
import { listAll, type ModelList } from './find-upload.ts';
import { type KnownOrders, readKnownOrders } from './known-orders.ts';

export interface ListedModels extends ModelList {
  /** Epoch ms at which reading began. */
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
    stored: Map<string, Stored<T>>,
    accountId: string,
    since: number,
    read: () => Promise<T>,
  ): Promise<Stored<T>> {
    const known = stored.get(accountId);
    // If the clock was put back, the age of the list is unknown.
    if (known !== undefined && known.at >= since && known.at <= this.#clock.now()) return known;
    const at = this.#clock.now();
    const fresh = { at, value: await read() };
    stored.set(accountId, fresh);
    return fresh;
  }
}
