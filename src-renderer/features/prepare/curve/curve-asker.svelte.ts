/**
 * Asks for the prices of a curve, one after the other and with the lowest priority (`price.explore`). Another
 * part ends what was asked for before. The application caches the answers by their geometry, so asking again
 * costs no call.
 */
import { SvelteMap } from 'svelte/reactivity';
import type { PriceGeometry } from '../../../../src-shared/geometry/measure/price-geometry.ts';
import type { Later, Quote } from '../../../../src-shared/ipc/quote.ts';
import type { AppError } from '../../../../src-shared/result.ts';
import type { Bridge } from '../../../bridge/bridge.ts';
import { mayRetry } from '../../../ui/error-text.ts';
import { waitAfter } from '../materials/prices.svelte.ts';

/** The least between two tries, ms. */
const shortest = 500;
/** A part on the way to its final scale passes through many; none of them is asked for, ms. */
const pause = 400;

export class CurveAsker {
  readonly #bridge: Bridge;
  readonly #quotes = new SvelteMap<string, Quote>();
  #wanted = $state.raw<readonly PriceGeometry[]>([]);
  #later = $state.raw<Later | null>(null);
  #error = $state.raw<AppError | null>(null);
  /** Ends what was asked for before. */
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  quoteOf(geometry: PriceGeometry): Quote | null {
    return this.#quotes.get(keyOf(geometry)) ?? null;
  }
  get done(): number {
    return this.#wanted.filter((geometry) => this.#quotes.has(keyOf(geometry))).length;
  }
  get all(): number {
    return this.#wanted.length;
  }
  /** Why nothing is asked now; null while it is, or is done. */
  get later(): Later | null {
    return this.done < this.all ? this.#later : null;
  }
  /** The final refusal of the service. */
  get error(): AppError | null {
    return this.#error;
  }

  want(geometries: readonly PriceGeometry[]): void {
    this.stop();
    this.#wanted = geometries;
    this.#error = null;
    const turn = this.#turn;
    if (this.done < this.all) this.#timer = setTimeout(() => void this.#ask(turn), pause);
  }

  /** Another account has other prices. */
  forget(): void {
    this.stop();
    this.#quotes.clear();
    this.#wanted = [];
  }

  stop(): void {
    this.#turn++;
    clearTimeout(this.#timer);
    this.#later = null;
  }

  async #ask(turn: number): Promise<void> {
    for (let failures = 0; ; ) {
      const next = this.#wanted.find((geometry) => !this.#quotes.has(keyOf(geometry)));
      if (!next) return;
      const result = await this.#bridge.invoke('price.explore', { geometry: next });
      if (turn !== this.#turn) return;
      if (result.ok && !('later' in result.value)) {
        this.#later = null;
        this.#quotes.set(keyOf(next), result.value);
        failures = 0;
        continue;
      }
      if (!result.ok && !mayRetry(result.error)) {
        this.#error = result.error;
        return;
      }
      const wait = result.ok ? retryIn(result.value) : waitAfter(result.error, failures++);
      if (result.ok && 'later' in result.value) this.#later = result.value;
      else this.#later = { later: 'connection', retryAt: Date.now() + wait };
      await new Promise((resolve) => {
        this.#timer = setTimeout(resolve, wait);
      });
      if (turn !== this.#turn) return;
    }
  }
}

const retryIn = (answer: Quote | Later): number =>
  'later' in answer ? Math.max(shortest, answer.retryAt - Date.now()) : 0;

const keyOf = (geometry: PriceGeometry): string => JSON.stringify(geometry);
