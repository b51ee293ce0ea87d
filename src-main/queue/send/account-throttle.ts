/**
 * Whether jobs of an account may run now, whatever the jobs are: the network is away, the service asked for a
 * pause, or it refuses the credentials. Kept in memory only; every start begins with open gates. The runner
 * asks, outcomes and rate notices tell.
 */
import type { WaitReason } from '../../../src-shared/jobs/job.ts';
import type { RateNotice } from '../../api-client/service-client.ts';
import { backoff, longestWait } from '../core/backoff.ts';
import type { QueueClock, QueueRandom } from '../core/clock.ts';
import { Signal } from '../core/signal.ts';

/** Share of the service's window that jobs leave to looking things up. */
const reservedShare = 0.2;
const shortestPause = 1_000;
const longestPause = 24 * 3_600_000;

interface Throttled {
  readonly wait: Extract<WaitReason, 'network' | 'rate' | 'sign-in'>;
  /** Epoch ms. */
  readonly since: number;
  /** Epoch ms; null until somebody opens it. */
  readonly until: number | null;
}

export class AccountThrottle {
  /** What stops the jobs of an account has changed; its id. */
  readonly changed = new Signal<string>();
  readonly #clock: QueueClock;
  readonly #random: QueueRandom;
  readonly #throttled = new Map<string, Throttled>();
  /** In a row, and the moment (epoch ms) until which the last one made jobs wait. */
  readonly #failures = new Map<string, { readonly count: number; readonly until: number }>();

  constructor(clock: QueueClock, random: QueueRandom) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Why an account's jobs stand still, or null. Pauses that are over are gone; network waits for its probe. */
  stateOf(accountId: string): Throttled | null {
    const closed = this.#throttled.get(accountId) ?? null;
    const over = closed?.wait === 'rate' && closed.until !== null && !this.#isAhead(closed);
    if (!over) return closed;
    this.#throttled.delete(accountId);
    return null;
  }

  throttledAccounts(): string[] {
    return [...this.#throttled.keys()].filter((accountId) => this.stateOf(accountId) !== null);
  }

  /** Accounts whose network is to be tried now. */
  toProbe(): string[] {
    return [...this.#throttled]
      .filter(([, closed]) => closed.wait === 'network' && !this.#isAhead(closed))
      .map(([accountId]) => accountId);
  }

  /** The next moment at which a gate wants attention. */
  nextTime(): number | null {
    const times = [...this.#throttled.values()].map(({ until }) => until).filter((until) => until !== null);
    return times.length > 0 ? Math.min(...times) : null;
  }

  /** Nothing gets through; returns when to look again. */
  networkFailed(accountId: string): number {
    const since = this.#clock.now();
    const before = this.#failures.get(accountId);
    const goesOn = before !== undefined && Math.abs(since - before.until) < longestWait;
    const count = goesOn ? before.count + 1 : 1;
    const until = since + backoff(count, this.#random);
    this.#failures.set(accountId, { count, until });
    this.#throttled.set(accountId, { wait: 'network', since, until });
    return until;
  }

  /**
   * Something got through. True where the gate was closed for the network. That a question was answered does not
   * mean that jobs are: should they fail on, the pauses between their tries grow on.
   */
  networkWorks(accountId: string): boolean {
    return this.#lift(accountId, 'network');
  }

  /** A job had its answer. */
  jobWorks(accountId: string): void {
    this.#failures.delete(accountId);
  }

  signInFailed(accountId: string): void {
    this.#throttled.set(accountId, { wait: 'sign-in', since: this.#clock.now(), until: null });
  }

  /** Credentials were entered anew, or a person wants it tried. */
  signInMayWork(accountId: string): boolean {
    return this.#lift(accountId, 'sign-in');
  }

  /** The service wants no call before `retryAt` (null: it did not say); returns the moment that is kept to. */
  pause(accountId: string, retryAt: number | null): number {
    const now = this.#clock.now();
    const asked = retryAt === null ? backoff(1, this.#random) : retryAt - now;
    const until = now + Math.min(longestPause, Math.max(shortestPause, asked));
    if (this.stateOf(accountId)?.wait !== 'sign-in')
      this.#throttled.set(accountId, { wait: 'rate', since: now, until });
    return until;
  }

  /**
   * From every answer's headers: a wish to wait is obeyed, and the last fifth of the window is left to looking
   * things up. How a sliding window refills is not told, so a tenth of it passes before the next try.
   */
  notice(accountId: string, { limit, remaining, windowInSeconds, retryAt }: RateNotice): void {
    if (retryAt !== null && retryAt > this.#clock.now()) {
      this.pause(accountId, retryAt);
      return;
    }
    if (limit === null || remaining === null) return;
    if (remaining > Math.floor(limit * reservedShare)) {
      this.#lift(accountId, 'rate');
      return;
    }
    const tenth = ((windowInSeconds ?? 10) * 1000) / 10;
    this.pause(accountId, this.#clock.now() + Math.min(60_000, tenth));
  }

  #lift(accountId: string, wait: Throttled['wait']): boolean {
    if (this.#throttled.get(accountId)?.wait !== wait) return false;
    return this.#throttled.delete(accountId);
  }

  /** A moment before it was closed means that this machine's clock was put back; then nobody knows, and it is over. */
  #isAhead({ since, until }: Throttled): boolean {
    const now = this.#clock.now();
    return until === null || (since <= now && now < until);
  }
}
