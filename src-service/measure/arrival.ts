/**
 * The progress of an incoming file, in memory that two threads share: one receives it and reports how much is
 * on the disk, the other measures it and waits for more. Knows neither files nor messages.
 */

/** Bytes per step: a 32-bit number counts the steps of files of up to 2^31 steps. */
const step = 4096;

/** How many steps more than it needs a reader waits for, so that it is woken less often. */
const gathered = 256;

const receiving = 0;
const complete = 1;
const abandoned = 2;

/** Thrown when the rest of a file does not arrive. */
class AbandonedFile extends Error {}

export class Arrival {
  readonly memory: SharedArrayBuffer;
  /** Three numbers: whole steps that have arrived, the state, and the step at which to wake the reader. */
  readonly #cells: Int32Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(12)) {
    this.memory = memory;
    this.#cells = new Int32Array(memory);
  }

  /** Reports that so many bytes are written. */
  reach(bytes: number): void {
    const steps = Math.floor(bytes / step);
    Atomics.store(this.#cells, 0, steps);
    if (steps >= Atomics.load(this.#cells, 2)) Atomics.notify(this.#cells, 0);
  }

  /** Reports that the whole file is written. */
  end(): void {
    this.#finish(complete);
  }

  /** Stops reading ahead. No effect once the whole file has arrived. */
  abandon(): void {
    this.#finish(abandoned);
  }

  /**
   * Blocks the thread until so many bytes, or the whole file, have arrived. @throws AbandonedFile also when
   * nothing arrives for `patienceMs`: a thread that waits for a slow sender keeps all others waiting
   */
  awaitBytes(bytes: number, patienceMs: number): void {
    const needed = Math.ceil(bytes / step);
    for (let enough = needed; ; enough = needed + gathered) {
      const steps = Atomics.load(this.#cells, 0);
      const state = Atomics.load(this.#cells, 1);
      if (state === abandoned) throw new AbandonedFile();
      if (state === complete || steps >= enough) return;
      Atomics.store(this.#cells, 2, needed + gathered);
      // Returns at once if the number has changed meanwhile. A single step wakes nobody, so the wait ends
      // without progress only if no step arrived.
      const ended = Atomics.wait(this.#cells, 0, steps, patienceMs);
      if (ended === 'timed-out' && Atomics.load(this.#cells, 0) === steps) throw new AbandonedFile();
    }
  }

  #finish(state: number): void {
    if (Atomics.compareExchange(this.#cells, 1, receiving, state) !== receiving) return;
    // Changes the number that is waited for, so that no wait starts with its old value.
    Atomics.add(this.#cells, 0, 1);
    Atomics.notify(this.#cells, 0);
  }
}
