/** Estimated prices of the selected part, for the time in which the service cannot be asked for real ones. */
import type { PriceGeometry } from '../../../../src-shared/geometry/measure/price-geometry.ts';
import type { Estimates } from '../../../../src-shared/ipc/quote.ts';
import type { Bridge } from '../../../bridge/bridge.ts';

export class EstimateCache {
  readonly #bridge: Bridge;
  #key: string | null = null;
  #known = $state.raw<Estimates | null>(null);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** For exactly the wanted geometry; null while nothing is known. */
  get known(): Estimates | null {
    return this.#known;
  }

  want(geometry: PriceGeometry | null): void {
    const key = geometry && JSON.stringify(geometry);
    if (key === this.#key) return;
    this.#key = key;
    this.#known = null;
    if (geometry) void this.#ask(geometry, key);
  }

  async #ask(geometry: PriceGeometry, key: string | null): Promise<void> {
    const result = await this.#bridge.invoke('price.estimate', { geometry });
    // Without an estimate, the person can still set a limit.
    if (this.#key === key && result.ok) this.#known = result.value;
  }
}
