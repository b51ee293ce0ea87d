/**
 * Whether jobs of an account may be sent now: not while the network is away, the service asked for a pause,
 * or it refuses the credentials (reliability: R16). In memory only, so every start begins without holds.
 */
import type { WaitReason } from '../../../src-shared/jobs/job.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { RateNotice } from '../../api-client/service-client.ts';
import { mainError } from '../../main-error.ts';
import { Signal } from '../../signal.ts';
import { backoff, longestWait } from '../core/backoff.ts';
import type { QueueClock, QueueRandom } from '../core/clock.ts';

/** Share of the service's rate window that jobs leave to reconcile checks. */
const reservedShare = 0.2;
/** A fifth of the smallest windows that are known. */
const fewPages = 5;
const shortestPause = 1_000;
const longestPause = 24 * 3_600_000;

interface Throttled {
  readonly wait: Extract<WaitReason, 'network' | 'rate' | 'sign-in'>;
  /** Epoch ms. */
  readonly since: number;
  /** Epoch ms; null: until a person acts. */
  readonly until: number | null;
}

export class AccountThrottle {
  /** Emits the id of an account when what holds its jobs has changed. */
  readonly changed = new Signal<string>();
  readonly #clock: QueueClock;
  readonly #random: QueueRandom;
  readonly #throttled = new Map<string, Throttled>();
  /** As the service reported it last. */
  readonly #windows = new Map<string, RateNotice>();
  /** Network failures in a row, and the time (epoch ms) until which the last one held jobs. */
  readonly #failures = new Map<string, { readonly count: number; readonly until: number }>();

  constructor(clock: QueueClock, random: QueueRandom) {
    this.#clock = clock;
    this.#random = random;
  }

  /**
   * Why jobs of the account are held, or null. A pause ends by itself; a lost network ends with a successful
   * probe.
   */
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

  /** Accounts whose network should be probed now. */
  toProbe(): string[] {
    return [...this.#throttled]
      .filter(([, closed]) => closed.wait === 'network' && !this.#isAhead(closed))
      .map(([accountId]) => accountId);
  }

  /**
   * The network may work again, as after the machine slept: it is probed now instead of at the end of the
   * pause. Should it fail again, as it does until the machine has its address, pauses begin short.
   */
  probeNow(): void {
    const now = this.#clock.now();
    this.#failures.clear();
    for (const [accountId, hold] of this.#throttled)
      if (hold.wait === 'network') this.#throttled.set(accountId, { ...hold, since: now, until: now });
  }

  /** Epoch ms at which a hold ends or a probe is due; null: never. */
  nextTime(): number | null {
    const times = [...this.#throttled.values()].map(({ until }) => until).filter((until) => until !== null);
    return times.length > 0 ? Math.min(...times) : null;
  }

  /** The network failed. Returns when to probe it. */
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
   * The network works. True if it held jobs. A successful probe does not reset the backoff of jobs: it keeps
   * growing while they fail.
   */
  networkWorks(accountId: string): boolean {
    return this.#lift(accountId, 'network');
  }

  /** A job got an answer. */
  jobWorks(accountId: string): void {
    this.#failures.delete(accountId);
  }

  signInFailed(accountId: string): void {
    this.#throttled.set(accountId, { wait: 'sign-in', since: this.#clock.now(), until: null });
  }

  /** Credentials were entered again, or a person wants another attempt. */
  signInMayWork(accountId: string): void {
    this.#lift(accountId, 'sign-in');
  }

  /**
   * The service wants no call before `retryAt` (null: it did not say when). Returns the time at which calls
   * may go again.
   */
  pause(accountId: string, retryAt: number | null): number {
    const now = this.#clock.now();
    const asked = retryAt === null ? backoff(1, this.#random) : retryAt - now;
    const until = now + Math.min(longestPause, Math.max(shortestPause, asked));
    if (this.stateOf(accountId)?.wait !== 'sign-in')
      this.#throttled.set(accountId, { wait: 'rate', since: now, until });
    return until;
  }

  /**
   * From the headers of every answer. A requested pause is obeyed, and the last fifth of the window is left
   * to reconcile checks. How a sliding window refills is unknown, so a tenth of it passes before the next
   * attempt.
   */
  notice(accountId: string, window: RateNotice): void {
    const { limit, remaining, windowInSeconds, retryAt } = window;
    this.#windows.set(accountId, window);
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

  /**
   * Before a check reads the next page of a long list: it leaves four fifths of the window to jobs, but a few
   * pages are always read. Throws `rate-limited`.
   */
  requireShare(accountId: string, pagesBefore: number): void {
    const { limit, remaining, windowInSeconds } = this.#windows.get(accountId) ?? {};
    if (pagesBefore < fewPages || limit == null || remaining == null) return;
    if (remaining > limit * (1 - reservedShare)) return;
    const quarter = ((windowInSeconds ?? 240) * 1000) / 4;
    throw mainError('rate-limited', ref('errors.rateLimited'), { retryAt: this.#clock.now() + quarter });
  }

  #lift(accountId: string, wait: Throttled['wait']): boolean {
    if (this.#throttled.get(accountId)?.wait !== wait) return false;
    return this.#throttled.delete(accountId);
  }

  /**
   * A time before the hold began means that this machine's clock was put back. Then the hold counts as over.
   */
  #isAhead({ since, until }: Throttled): boolean {
    const now = this.#clock.now();
    return until === null || (since <= now && now < until);
  }
}
