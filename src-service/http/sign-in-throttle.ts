/** Slows down the guessing of passwords on the pages and through SOAP. Kept in memory: a restart forgets it. */

/** After 10 failures, a name has to wait for 10 minutes. */
export class SignInThrottle {
  readonly #failures = new Map<string, { count: number; until: number }>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  isBlocked(name: string): boolean {
    const entry = this.#failures.get(name);
    return entry !== undefined && entry.count >= 10 && entry.until > this.#clock();
  }

  failed(name: string): void {
    const entry = this.#failures.get(name);
    const fresh = entry !== undefined && entry.until > this.#clock();
    if (this.#failures.size > 10_000) this.#failures.clear();
    this.#failures.set(name, { count: fresh ? entry.count + 1 : 1, until: this.#clock() + 600_000 });
  }

  succeeded(name: string): void {
    this.#failures.delete(name);
  }
}
