/** Slows down the guessing of passwords on the pages and through SOAP. Kept in memory: a restart forgets it. */

const mostNames = 10_000;

/** After 10 failures, a name has to wait for 10 minutes. */
export class SignInThrottle {
  readonly #attempts = new Map<string, { count: number; until: number }>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /**
   * Counts an attempt before its password is checked, so that no more than ten can run at once. False: the name has to
   * wait.
   */
  begin(name: string): boolean {
    const now = this.#clock();
    const entry = this.#attempts.get(name);
    const count = entry !== undefined && entry.until > now ? entry.count : 0;
    if (count >= 10) return false;
    this.#attempts.delete(name);
    this.#attempts.set(name, { count: count + 1, until: now + 600_000 });
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
