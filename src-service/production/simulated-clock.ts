/**
 * The time of the service: the given clock plus the offset by which an operator has advanced it. The offset is
 * stored in the database, so that a restart does not turn time back.
 */
import type { Store } from '../store/database.ts';

export class SimulatedClock {
  readonly #base: () => number;
  #store: Store | null = null;
  #offset = 0;

  constructor(base: () => number) {
    this.#base = base;
  }

  /** Epoch ms. */
  readonly now = (): number => this.#base() + this.#offset;

  async load(store: Store): Promise<void> {
    this.#store = store;
    const row = await store
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'clock-offset')
      .executeTakeFirst();
    this.#offset = Number(row?.value ?? 0);
  }

  get offset(): number {
    return this.#offset;
  }

  /** Time only moves forward. */
  async advance(ms: number): Promise<void> {
    if (!(ms >= 0)) throw new RangeError('Time runs only forward.');
    this.#offset += ms;
    const value = String(this.#offset);
    await this.#store
      ?.insertInto('setting')
      .values({ name: 'clock-offset', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  }
}
