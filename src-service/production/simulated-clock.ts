/**
 * The time of the service: the given clock plus the offset by which an operator has advanced it, which is
 * stored in the database, so that a restart does not turn time back. Processes tell each other of a change.
 */

import { type Store, writing } from '../store/dialect.ts';
import type { Processes } from '../store/processes.ts';
import { readSetting } from '../store/settings.ts';

export class SimulatedClock {
  readonly #base: () => number;
  #store: Store | null = null;
  #processes: Processes | null = null;
  #offset = 0;

  constructor(base: () => number) {
    this.#base = base;
  }

  /** Epoch ms. */
  readonly now = (): number => this.#base() + this.#offset;

  async load(store: Store, processes: Processes): Promise<void> {
    this.#store = store;
    this.#processes = processes;
    processes.on('clock', () => void this.reload().catch(() => undefined));
    await this.reload();
  }

  /** To be called when another process may have moved it. */
  async reload(): Promise<void> {
    if (this.#store) this.#offset = Math.max(this.#offset, await storedOffset(this.#store));
  }

  get offset(): number {
    return this.#offset;
  }

  /** Time only moves forward. */
  async advance(ms: number): Promise<void> {
    if (!(ms >= 0)) throw new RangeError('Time runs only forward.');
    if (!this.#store) throw new Error('The clock was not loaded.');
    const offset = await writing(this.#store, async (tx) => {
      const value = String((await storedOffset(tx)) + ms);
      await tx
        .insertInto('setting')
        .values({ name: 'clock-offset', value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
      await this.#processes?.say('clock', '', tx);
      return Number(value);
    });
    this.#offset = Math.max(this.#offset, offset);
  }
}

const storedOffset = async (store: Store): Promise<number> =>
  Number((await readSetting(store, 'clock-offset')) ?? 0);
