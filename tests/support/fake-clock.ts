/** Time that advances only when a test advances it, and random numbers from a seed. */
import { createHash } from 'node:crypto';
import { setImmediate as immediately } from 'node:timers/promises';
import type { QueueClock, QueueRandom } from '../../src-main/queue/core/clock.ts';

interface Timer {
  readonly at: number;
  readonly work: () => void;
}

export class FakeClock implements QueueClock {
  #now: number;
  #timers: Timer[] = [];
  /** Ms that pass with every reading of the clock, as on a real machine; timers do not notice. */
  step = 0;

  constructor(now = Date.UTC(2026, 10, 20, 9)) {
    this.#now = now;
  }

  now(): number {
    this.#now += this.step;
    return this.#now;
  }

  after(ms: number, work: () => void): () => void {
    const timer = { at: this.#now + ms, work };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Runs all pending microtasks and immediates. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await immediately();
  }

  /** Advances the time, timer by timer. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.settle();
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#now = Math.max(this.#now, next.at);
      next.work();
      await this.settle();
    }
    this.#now = end;
    await this.settle();
  }

  /** The machine's clock is set to another time; timers do not notice. */
  jump(ms: number): void {
    this.#now += ms;
    this.#timers = this.#timers.map(({ at, work }) => ({ at: at + ms, work }));
  }
}

/** The same numbers for the same seed, on every machine. */
export function seededRandom(seed: number): QueueRandom {
  let drawn = 0;
  const draw = () => createHash('sha256').update(`${seed}:${drawn++}`).digest();
  return { fraction: () => draw().readUInt32BE() / 2 ** 32, bytes: (count) => draw().subarray(0, count) };
}
