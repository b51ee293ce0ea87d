/**
 * Slows down the guessing of passwords on the pages and through SOAP: after 10 failures, a name has to wait
 * for 10 minutes.
 */

export const mostFailures = 10;
export const waitingTime = 600_000;
const mostNames = 10_000;

export interface SignInThrottle {
  /**
   * Counts an attempt before its password is checked, so that no more than ten can run at once. False: the
   * name has to wait.
   */
  begin(name: string): boolean | Promise<boolean>;
  succeeded(name: string): void | Promise<void>;
}

/** Counts in memory: a restart forgets the attempts. */
export class OwnSignInThrottle implements SignInThrottle {
  readonly #attempts = new Map<string, { count: number; until: number }>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  begin(name: string): boolean {
    const now = this.#clock();
    const entry = this.#attempts.get(name);
    const count = entry !== undefined && entry.until > now ? entry.count : 0;
    if (count >= mostFailures) return false;
    this.#attempts.delete(name);
    this.#attempts.set(name, { count: count + 1, until: now + waitingTime });
    // The name with the oldest attempt comes first.
    for (const [oldest] of this.#attempts) {
      if (this.#attempts.size <= mostNames) break;
      this.#attempts.delete(oldest);
    }
    return true;
  }

  succeeded(name: string): void {
    this.#attempts.delete(name);
  }
}
