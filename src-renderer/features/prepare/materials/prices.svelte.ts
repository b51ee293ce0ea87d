/**
 * Prices of the selected part in all materials. Requests them once the geometry stops changing, caches them
 * by geometry, drops answers that come too late, and retries after temporary failures.
 */
import { SvelteMap } from 'svelte/reactivity';
import type { PriceGeometry } from '../../../../src-shared/geometry/measure/price-geometry.ts';
import type { Quote } from '../../../../src-shared/ipc/quote.ts';
import type { AppError } from '../../../../src-shared/result.ts';
import { isUnreachable } from '../../../../src-shared/unreachable.ts';
import type { Bridge } from '../../../bridge/bridge.ts';
import { mayRetry } from '../../../ui/error-text.ts';

/** How long the size of a part must stay before it is asked for, ms. */
const pause = 300;
/** More than the plate can hold, so that a batch keeps all its prices. */
const mostQuotes = 300;
/** Delay before a failed request is retried, ms: first and longest. */
const patience = 5000;
const mostPatience = 60_000;

/** Until the next attempt, ms. @param failures before this one */
export function waitAfter(error: AppError, failures: number): number {
  const named = error.retryAt === undefined ? 0 : error.retryAt - Date.now();
  return Math.max(Math.min(mostPatience, patience * 2 ** failures), named);
}

const pauseOf = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class PriceCache {
  readonly #bridge: Bridge;
  readonly #quotes = new SvelteMap<string, Quote>();
  #wanted = $state.raw<{ key: string; geometry: PriceGeometry } | null>(null);
  #part: string | null = null;
  #asking = $state<string | null>(null);
  #error = $state.raw<AppError | null>(null);
  #shown = $state.raw<Quote | null>(null);
  #failures = 0;
  #account: string | null = null;
  /** Ends an earlier `wantAll`. */
  #turn = 0;
  #isAskingAll = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** For exactly the requested geometry; null until it is known. */
  get quote(): Quote | null {
    return this.#wanted ? (this.#quotes.get(this.#wanted.key) ?? null) : null;
  }
  /** The last quote shown, perhaps for another size; keeps the table steady during a request. */
  get earlier(): Quote | null {
    return this.#shown;
  }
  get isAsking(): boolean {
    return this.#wanted !== null && this.quote === null && this.#error === null;
  }
  /** Also for parts that are shown beside the selected one. */
  get isAskingAny(): boolean {
    return this.isAsking || this.#isAskingAll;
  }
  get error(): AppError | null {
    return this.#error;
  }
  /** No price of the part is known, and the service cannot be asked now. */
  get isAway(): boolean {
    return this.quote === null && this.#error !== null && isUnreachable(this.#error);
  }

  /** The quote for any geometry that was requested, for the rows of other files. */
  peek(geometry: PriceGeometry): Quote | null {
    return this.#quotes.get(keyOf(geometry)) ?? null;
  }

  /** `part` names the part. Only changes of the same part are waited out. */
  want(geometry: PriceGeometry | null, part: string | null = null): void {
    const key = geometry && keyOf(geometry);
    if (key === (this.#wanted?.key ?? null)) return;
    const isNewPart = this.#wanted === null || part !== this.#part;
    this.#part = part;
    this.#wanted = geometry && key ? { key, geometry } : null;
    this.#error = null;
    this.#failures = 0;
    clearTimeout(this.#timer);
    if (!this.#wanted) return;
    const known = this.quote;
    if (known) this.#shown = known;
    // Before the next frame: to draw a new part takes far longer than to ask.
    else if (isNewPart) queueMicrotask(() => void this.#ask());
    else this.#timer = setTimeout(() => void this.#ask(), pause);
  }

  /**
   * Requests the prices of parts that are shown together, one after the other, until all are known. A failure
   * shows as a row without a price.
   */
  async wantAll(geometries: readonly PriceGeometry[]): Promise<void> {
    const turn = ++this.#turn;
    for (let failures = 0; ; failures++) {
      this.#isAskingAll = geometries.some((geometry) => this.peek(geometry) === null);
      let error: AppError | null = null;
      for (const geometry of geometries) {
        const key = keyOf(geometry);
        if (this.#quotes.has(key) || key === this.#wanted?.key) continue;
        const result = await this.#bridge.invoke('price.quote', { geometry });
        if (turn !== this.#turn) return;
        if (result.ok) this.#remember(key, result.value);
        else if (mayRetry(result.error)) {
          error = result.error;
          break;
        }
      }
      this.#isAskingAll = false;
      if (error === null) return;
      await pauseOf(waitAfter(error, failures));
      if (turn !== this.#turn) return;
    }
  }

  /**
   * The quote for any geometry, requested unless it is known; null if the service and its last prices say
   * nothing.
   */
  async find(geometry: PriceGeometry): Promise<Quote | null> {
    const known = this.peek(geometry);
    if (known) return known;
    const result = await this.#bridge.invoke('price.quote', { geometry });
    if (!result.ok) return null;
    this.#remember(keyOf(geometry), result.value);
    return result.value;
  }

  /**
   * Requests a price that is shown beside that of the part, unless it is known. Its failure is not reported,
   * since that of the part itself is.
   */
  async wantOther(geometry: PriceGeometry): Promise<void> {
    if (keyOf(geometry) !== this.#wanted?.key) await this.find(geometry);
  }

  /** Requests prices again now: the user asked for it, or the service is back. */
  async refresh(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#wanted) await this.#ask();
  }

  /** Stored prices and failures are asked for again. */
  serviceIsBack(): void {
    if (this.quote?.source === 'cached' || this.#error) void this.refresh();
  }

  /** Another account has other prices. Null: not known. */
  useAccount(id: string | null): void {
    const isOther = this.#account !== null && id !== this.#account;
    this.#account = id;
    if (!isOther) return;
    this.#turn++;
    this.#quotes.clear();
    this.#shown = null;
    this.#error = null;
    void this.refresh();
  }

  close(): void {
    this.#turn++;
    clearTimeout(this.#timer);
    this.#wanted = null;
  }

  async #ask(): Promise<void> {
    const wanted = this.#wanted;
    if (!wanted || this.#asking === wanted.key) return;
    this.#asking = wanted.key;
    const result = await this.#bridge.invoke('price.quote', { geometry: wanted.geometry });
    if (this.#asking === wanted.key) this.#asking = null;
    if (result.ok) this.#remember(wanted.key, result.value);
    if (this.#wanted?.key !== wanted.key) return;
    if (result.ok) {
      this.#error = null;
      this.#failures = 0;
      this.#shown = result.value;
      return;
    }
    this.#error = result.error;
    this.#askLater(result.error);
  }

  /** Retries when the service allows it, otherwise with growing delays; not after a permanent failure. */
  #askLater(error: AppError): void {
    if (!mayRetry(error)) return;
    this.#timer = setTimeout(() => void this.#ask(), waitAfter(error, this.#failures++));
  }

  #remember(key: string, quote: Quote): void {
    this.#quotes.delete(key);
    this.#quotes.set(key, quote);
    for (const oldest of this.#quotes.keys()) {
      if (this.#quotes.size <= mostQuotes) break;
      this.#quotes.delete(oldest);
    }
  }
}

const keyOf = (geometry: PriceGeometry): string => JSON.stringify(geometry);
