/**
 * How much of an incoming file is on the disk, in memory that two threads share: the one that receives the file says
 * so, the one that measures it while it arrives waits for it. Knows neither files nor messages.
 */

/** Bytes a step: one word counts files of up to 2^31 steps. */
const step = 4096;

/** Steps that a reader who has to wait lets gather beyond what it needs, so that it is woken for many at once. */
const gathered = 256;

const receiving = 0;
const complete = 1;
const abandoned = 2;

/** Thrown to whoever reads a file that does not come any more. */
class AbandonedFile extends Error {}

export class Arrival {
  readonly memory: SharedArrayBuffer;
  /** Whole steps that have arrived, the state, and at which step the reader wants to be woken. */
  readonly #words: Int32Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(12)) {
    this.memory = memory;
    this.#words = new Int32Array(memory);
  }

  /** So many bytes are written. */
  reach(bytes: number): void {
    const steps = Math.floor(bytes / step);
    Atomics.store(this.#words, 0, steps);
    if (steps >= Atomics.load(this.#words, 2)) Atomics.notify(this.#words, 0);
  }

  /** All of the file is written. */
  end(): void {
    this.#settle(complete);
  }

  /** Nobody needs what is read ahead any more. Without effect once all of it is here. */
  abandon(): void {
    this.#settle(abandoned);
  }

  /**
   * Blocks the thread until so many bytes have arrived, or all that come. @throws AbandonedFile also when nothing
   * more arrives for `patienceMs`, since a thread that waits for a slow sender keeps everybody else waiting
   */
  awaitBytes(bytes: number, patienceMs: number): void {
    const needed = Math.ceil(bytes / step);
    for (let enough = needed; ; enough = needed + gathered) {
      const steps = Atomics.load(this.#words, 0);
      const state = Atomics.load(this.#words, 1);
      if (state === abandoned) throw new AbandonedFile();
      if (state === complete || steps >= enough) return;
      Atomics.store(this.#words, 2, needed + gathered);
      // Returns at once where the word has changed meanwhile; a step alone wakes nobody, so a wait that ends
      // without one was idle.
      const ended = Atomics.wait(this.#words, 0, steps, patienceMs);
      if (ended === 'timed-out' && Atomics.load(this.#words, 0) === steps) throw new AbandonedFile();
    }
  }

  #settle(state: number): void {
    if (Atomics.compareExchange(this.#words, 1, receiving, state) !== receiving) return;
    // Changes the word that is waited for, so that no wait begins on what it was.
    Atomics.add(this.#words, 0, 1);
    Atomics.notify(this.#words, 0);
  }
}
