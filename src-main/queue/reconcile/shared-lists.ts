/**
 * Lists of the service that several checks need at once, read once for all of them to save calls. A list
 * serves every check that was due when reading it began. The reconciler forgets all lists after each pass,
 * except one of models that is not complete yet: it may take several rate windows.
 */
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { QueueClock } from '../core/clock.ts';
import type { AccountThrottle } from '../send/account-throttle.ts';
import { type IsEnough, type ModelList, ModelReading } from './find-upload.ts';
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
  readonly #throttle: Pick<AccountThrottle, 'requireShare'>;
  readonly #models = new Map<string, Stored<ModelList>>();
  /** By account. */
  readonly #readings = new Map<string, Stored<ModelReading>>();
  /** By purpose: when the list that is still read was needed first, epoch ms. */
  readonly #needs = new Map<string, number>();
  readonly #orders = new Map<string, Stored<KnownOrders>>();

  constructor(clock: QueueClock, throttle: Pick<AccountThrottle, 'requireShare'>) {
    this.#clock = clock;
    this.#throttle = throttle;
  }

  forget(): void {
    this.#models.clear();
    this.#orders.clear();
  }

  /**
   * All models, as they were at `since` (epoch ms) or later, or when they were needed first for `purpose`; or
   * the newest, if they are enough. Throws what the client throws, and `rate-limited` when the checks have
   * used their share of the calls.
   */
  async models(
    accountId: string,
    client: ServiceClient,
    since: number,
    purpose: string,
    isEnough?: IsEnough,
  ): Promise<ListedModels> {
    const needed = Math.min(since, this.#needs.get(purpose) ?? this.#clock.now());
    this.#needs.set(purpose, needed);
    const known = this.#models.get(accountId);
    const { at, value } = this.#isFresh(known, needed)
      ? known
      : await this.#readModels(accountId, client, needed, isEnough);
    this.#needs.delete(purpose);
    return { ...value, at };
  }

  async #readModels(
    accountId: string,
    client: ServiceClient,
    since: number,
    isEnough: IsEnough | undefined,
  ): Promise<Stored<ModelList>> {
    const begun = this.#readings.get(accountId);
    const reading = this.#isFresh(begun, since)
      ? begun
      : { at: this.#clock.now(), value: new ModelReading() };
    this.#readings.set(accountId, reading);
    let pages = 0;
    const before = () => this.#throttle.requireShare(accountId, pages++);
    const list = { at: reading.at, value: await reading.value.readOn(client, before, isEnough) };
    if (reading.value.isStopped) return list;
    this.#readings.delete(accountId);
    this.#models.set(accountId, list);
    return list;
  }

  /** All orders, as they were at `since` (epoch ms) or later. Throws what the client throws. */
  async orders(accountId: string, client: ServiceClient, since: number): Promise<KnownOrders> {
    const known = this.#orders.get(accountId);
    if (this.#isFresh(known, since)) return known.value;
    const at = this.#clock.now();
    const value = await readKnownOrders(client, undefined, true);
    this.#orders.set(accountId, { at, value });
    return value;
  }

  /** If the clock was put back, the age of a list is unknown. */
  #isFresh<T>(known: Stored<T> | undefined, since: number): known is Stored<T> {
    return known !== undefined && known.at >= since && known.at <= this.#clock.now();
  }
}
