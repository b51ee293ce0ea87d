/**
 * Prices of the part that is looked at, in all materials. Asks a moment after the geometry stood still, keeps
 * answers by geometry, drops answers that come too late, and asks again when a failure may have passed.
 */
import { SvelteMap } from 'svelte/reactivity';
import type { PriceGeometry } from '../../../src-shared/geometry/measure/price-geometry.ts';
import type { Quote } from '../../../src-shared/ipc/contract.ts';
import type { AppError } from '../../../src-shared/result.ts';
import type { Bridge } from '../../bridge/bridge.ts';
import { describeError } from '../../ui/error-text.ts';

const pause = 300;
const kept = 60;
/** Before a failed question is asked again by itself, ms: at first, and at most. */
const patience = 5000;
const mostPatience = 60_000;

export class PriceCache {
  readonly #bridge: Bridge;
  readonly #quotes = new SvelteMap<string, Quote>();
  #wanted = $state.raw<{ key: string; geometry: PriceGeometry } | null>(null);
  #asking = $state<string | null>(null);
  #error = $state.raw<AppError | null>(null);
  #shown = $state.raw<Quote | null>(null);
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** For exactly the wanted geometry; null while it is not known. */
  get quote(): Quote | null {
    return this.#wanted ? (this.#quotes.get(this.#wanted.key) ?? null) : null;
  }
  /** The last quote that was shown, perhaps for another size: only to keep the table still while asking. */
  get earlier(): Quote | null {
    return this.#shown;
  }
  get isAsking(): boolean {
    return this.#wanted !== null && this.quote === null && this.#error === null;
  }
  get error(): AppError | null {
    return this.#error;
  }

  /** The quote for any geometry that was asked for, for the rows of other files. */
  peek(geometry: PriceGeometry): Quote | null {
    return this.#quotes.get(keyOf(geometry)) ?? null;
  }

  want(geometry: PriceGeometry | null): void {
    const key = geometry && keyOf(geometry);
    if (key === (this.#wanted?.key ?? null)) return;
    const isNewPart = this.#wanted === null;
    this.#wanted = geometry && key ? { key, geometry } : null;
    this.#error = null;
    this.#failures = 0;
    clearTimeout(this.#timer);
    if (!this.#wanted) return;
    const known = this.quote;
    if (known) this.#shown = known;
    else this.#timer = setTimeout(() => void this.#ask(), isNewPart ? 0 : pause);
  }

  /** Asks again now: the user requests it, or the service is back. */
  refresh(): void {
    clearTimeout(this.#timer);
    if (this.#wanted) void this.#ask();
  }

  /** Prices of another account are other prices. */
  forget(): void {
    this.#quotes.clear();
    this.#shown = null;
    this.#error = null;
    this.refresh();
  }

  close(): void {
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

  /** At the time that the service named, else less and less often; not where the same question fails for good. */
  #askLater(error: AppError): void {
    if (!describeError(error).retry) return;
    const wait = Math.min(mostPatience, patience * 2 ** this.#failures++);
    const named = error.retryAt === undefined ? 0 : error.retryAt - Date.now();
    this.#timer = setTimeout(() => void this.#ask(), Math.max(wait, named));
  }

  #remember(key: string, quote: Quote): void {
    this.#quotes.delete(key);
    this.#quotes.set(key, quote);
    for (const oldest of this.#quotes.keys()) {
      if (this.#quotes.size <= kept) break;
      this.#quotes.delete(oldest);
    }
  }
}

const keyOf = (geometry: PriceGeometry): string => JSON.stringify(geometry);
