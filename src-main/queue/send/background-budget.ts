/**
 * Questions that nobody waits for, such as the prices of a curve: the lowest priority of all. They are asked
 * one at a time, and only while the service answers, no job of the account is on its way or could go, and
 * half of its rate window is left. What people and jobs ask never waits for them.
 */
import type { Later } from '../../../src-shared/ipc/quote.ts';
import type { QueueClock } from '../core/clock.ts';
import type { AccountMonitor } from './account-monitor.ts';

/** Share of the service's rate window that is left to people, jobs and reconcile checks. */
const reservedShare = 0.5;

/** When to try again, ms: after a job, and where nobody knows. */
const [soon, usual] = [1_000, 5_000];

export interface BackgroundBudgetOptions {
  readonly monitor: Pick<AccountMonitor, 'connectionOf' | 'rateOf' | 'rateHeard' | 'throttle'>;
  readonly clock: Pick<QueueClock, 'now'>;
  /** Whether a job of the account is on its way or could go now. */
  readonly isBusy: (accountId: string) => boolean;
}

export class BackgroundBudget {
  readonly #options: BackgroundBudgetOptions;
  /** When the service last said how many calls are left, epoch ms, and questions asked here since. */
  readonly #heard = new Map<string, { at: number; spent: number }>();
  /** The last question of each account, which the next one waits for. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(options: BackgroundBudgetOptions) {
    this.#options = options;
    options.monitor.rateHeard.subscribe(({ accountId }) => {
      this.#heard.set(accountId, { at: options.clock.now(), spent: 0 });
    });
  }

  /** The answer, or why it was not asked for now and when to try again. Throws what the question throws. */
  ask<T extends object>(accountId: string, question: () => Promise<T>): Promise<T | Later> {
    const before = this.#last.get(accountId) ?? Promise.resolve();
    const asked = before.then(async () => {
      const later = this.#later(accountId);
      if (later) return later;
      const heard = this.#heard.get(accountId);
      if (heard) heard.spent++;
      return question();
    });
    this.#last.set(
      accountId,
      asked.catch(() => {}),
    );
    return asked;
  }

  #later(accountId: string): Later | null {
    const { monitor, clock, isBusy } = this.#options;
    const now = clock.now();
    const held = monitor.throttle.stateOf(accountId);
    if (held)
      return { later: held.wait === 'rate' ? 'calls' : 'connection', retryAt: held.until ?? now + usual };
    const { state } = monitor.connectionOf(accountId);
    if (state === 'offline' || state === 'refused') return { later: 'connection', retryAt: now + usual };
    if (isBusy(accountId)) return { later: 'orders', retryAt: now + soon };
    const rate = monitor.rateOf(accountId);
    const heard = this.#heard.get(accountId);
    if (!rate || !heard) return null;
    const window = rate.windowInSeconds * 1000;
    // After this, every call that was counted has left the window.
    const renewed = heard.at + window;
    const left = rate.remaining - heard.spent;
    if (left > rate.limit * reservedShare || now >= renewed || now < heard.at) return null;
    return { later: 'calls', retryAt: renewed };
  }
}
