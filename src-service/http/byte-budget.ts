/**
 * Limits how much memory large bodies may take together. A body that exceeds it is refused while it arrives,
 * so that many senders at once cannot exhaust the service. Bytes count once they have arrived: a sender that
 * announces much and sends nothing takes nothing.
 */
import { Fault } from '../fault.ts';

/** The part of a budget that one body holds. */
export interface BudgetShare {
  /** @throws Fault 503 if the budget does not have `bytes` for this body */
  growTo(bytes: number): void;
  /** May be called twice; nothing can be reserved afterwards. */
  giveBack(): void;
}

export class ByteBudget {
  readonly #free: number;
  #left: number;

  /** @param free bytes of each body that do not count, so that small ones always pass */
  constructor(bytes: number, free = 0) {
    this.#left = bytes;
    this.#free = free;
  }

  share(): BudgetShare {
    let held = 0;
    let isOver = false;
    return {
      growTo: (bytes) => {
        const more = Math.max(0, bytes - this.#free) - held;
        if (isOver || more <= 0) return;
        if (more > this.#left) throw tooManyLarge();
        this.#left -= more;
        held += more;
      },
      giveBack: () => {
        this.#left += held;
        held = 0;
        isOver = true;
      },
    };
  }
}

const tooManyLarge = (): Fault =>
  new Fault(503, 'busy', 'The service has too many large requests at once. Try again in a few seconds.', {
    headers: { 'Retry-After': '5' },
  });
