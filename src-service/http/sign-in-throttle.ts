/** Slows down guessing of passwords on pages and by SOAP: after 10 failures, a name waits 10 minutes. */
import { digestOf } from '../store/secrets.ts';

export const mostFailures = 10;
export const waitingTime = 600_000;
const mostNames = 10_000;

export interface SignInThrottle {
  /** Counts an attempt before its check, so that at most ten run at once. False: the name has to wait. */
  begin(name: string): boolean | Promise<boolean>;
  /** The password was not checked, so the attempt does not count. */
  undo(name: string): void | Promise<void>;
  succeeded(name: string): void | Promise<void>;
}

/**
 * @param check finds the account of name and password, null for none
 * @returns its result, or `too-many`: nothing was checked, and the name has to wait
 */
export async function signInSlowly<Account>(
  throttle: SignInThrottle,
  name: string,
  check: () => Promise<Account | null>,
): Promise<Account | null | 'too-many'> {
  if (!(await throttle.begin(name))) return 'too-many';
  let account: Account | null;
  try {
    account = await check();
  } catch (thrown) {
    await throttle.undo(name);
    throw thrown;
  }
  if (account !== null) await throttle.succeeded(name);
  return account;
}

interface Attempts {
  readonly count: number;
  readonly until: number;
}

/** Counts in memory: a restart forgets the attempts. */
export class OwnSignInThrottle implements SignInThrottle {
  /** By the digest of the name, which may be long. */
  readonly #attempts = new Map<string, Attempts>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  begin(name: string): boolean {
    const now = this.#clock();
    const key = digestOf(name);
    const entry = this.#attempts.get(key);
    const count = entry !== undefined && entry.until > now ? entry.count : 0;
    if (count >= mostFailures) return false;
    this.#attempts.delete(key);
    this.#attempts.set(key, { count: count + 1, until: now + waitingTime });
    this.#dropOldest(now);
    return true;
  }

  /** Guesses with invented names must not make anybody's wait shorter, so names that wait stay. */
  #dropOldest(now: number): void {
    // The name with the oldest attempt comes first.
    for (const [key, { count, until }] of this.#attempts) {
      if (this.#attempts.size <= mostNames) return;
      if (count < mostFailures || until <= now) this.#attempts.delete(key);
    }
  }

  undo(name: string): void {
    const key = digestOf(name);
    const entry = this.#attempts.get(key);
    if (entry === undefined) return;
    if (entry.count <= 1) this.#attempts.delete(key);
    else this.#attempts.set(key, { ...entry, count: entry.count - 1 });
  }

  succeeded(name: string): void {
    this.#attempts.delete(digestOf(name));
  }
}
