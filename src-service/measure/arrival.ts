/**
 * How much of an incoming file is on the disk, in memory that two threads share: one thread receives the file and
 * reports progress, the other measures the file while it arrives and waits for more. Knows neither files nor
 * messages.
 */

/** Bytes per step: a 32-bit number counts the steps of files of up to 2^31 steps. */
const step = 4096;

/** How many more steps than it needs a waiting reader lets arrive, so that it is woken less often. */
const gathered = 256;

const receiving = 0;
const complete = 1;
const abandoned = 2;

/** Thrown when the rest of a file does not arrive. */
class AbandonedFile extends Error {}

export class Arrival {
  readonly memory: SharedArrayBuffer;
  /** Three numbers: the whole steps that have arrived, the state, and the step at which to wake the reader. */
  readonly #words: Int32Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(12)) {
    this.memory = memory;
    this.#words = new Int32Array(memory);
  }

  /** Reports that so many bytes are written. */
  reach(bytes: number): void {
    const steps = Math.floor(bytes / step);
    Atomics.store(this.#words, 0, steps);
    if (steps >= Atomics.load(this.#words, 2)) Atomics.notify(this.#words, 0);
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
   * nothing arrives for `patienceMs`, since a thread that waits for a slow sender keeps everybody else waiting
   */
  awaitBytes(bytes: number, patienceMs: number): void {
    const needed = Math.ceil(bytes / step);
    for (let enough = needed; ; enough = needed + gathered) {
      const steps = Atomics.load(this.#words, 0);
      const state = Atomics.load(this.#words, 1);
      if (state === abandoned) throw new AbandonedFile();
      if (state === complete || steps >= enough) return;
      Atomics.store(this.#words, 2, needed + gathered);
      // Returns at once if the number has changed meanwhile. A single step wakes nobody, so the wait ends without
      // progress only if no step arrived.
      const ended = Atomics.wait(this.#words, 0, steps, patienceMs);
      if (ended === 'timed-out' && Atomics.load(this.#words, 0) === steps) throw new AbandonedFile();
    }
  }

  #finish(state: number): void {
    if (Atomics.compareExchange(this.#words, 1, receiving, state) !== receiving) return;
    // Changes the number that is waited for, so that no wait starts with its old value.
    Atomics.add(this.#words, 0, 1);
    Atomics.notify(this.#words, 0);
  }
}
