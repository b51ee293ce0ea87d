/** How much an agent may ask of this computer. */
import { ref } from '../../../src-shared/messages/messages.ts';
import { mainError } from '../../main-error.ts';

/** Calls at the same time; more wait for their turn. */
const mostAtOnce = 2;
/** Calls that run or wait. */
const mostOpen = 32;
const mostPerMinute = 240;

/** Runs calls in turn. Throws `rate-limited` instead of letting them pile up. */
export class CallLimits {
  readonly #now: () => number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #begun: number[] = [];

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const minuteAgo = this.#now() - 60_000;
    this.#begun = this.#begun.filter((at) => at > minuteAgo);
    if (this.#begun.length >= mostPerMinute || this.#running + this.#waiting.length >= mostOpen)
      throw mainError('rate-limited', ref('cli.mcp.tooMany'));
    this.#begun.push(this.#now());
    if (this.#running >= mostAtOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next one that waits.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
