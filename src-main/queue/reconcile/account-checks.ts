/**
 * The checks of one account: runs those that are due, one after the other, and sets the timer for the next.
 * Accounts have separate passes, so a service that is slow or silent delays no check of another one.
 */
import type { QueueClock, QueueRandom } from '../core/clock.ts';
import type { AccountThrottle } from '../send/account-throttle.ts';
import { type Planned, ReconcileSchedule } from './reconcile-schedule.ts';
import { SharedLists } from './shared-lists.ts';

/** Runs one check that is due; must not throw. */
type RunCheck<C> = (planned: Planned<C>, checks: AccountChecks<C>) => Promise<void>;

export class AccountChecks<C> {
  readonly schedule: ReconcileSchedule<C>;
  /** Lists of the service, read once for all checks of a pass. */
  readonly lists: SharedLists;
  readonly #clock: QueueClock;
  readonly #runCheck: RunCheck<C>;
  #isRunning = false;
  #pass: Promise<void> | null = null;
  #cancelTimer: (() => void) | null = null;

  constructor(
    clock: QueueClock,
    random: QueueRandom,
    throttle: Pick<AccountThrottle, 'requireShare'>,
    runCheck: RunCheck<C>,
  ) {
    this.schedule = new ReconcileSchedule(clock, random);
    this.lists = new SharedLists(clock, throttle);
    this.#clock = clock;
    this.#runCheck = runCheck;
  }

  run(): void {
    this.#isRunning = true;
    this.setTimer();
  }

  /** Starts no more checks; returns when the one that runs has ended. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#cancelTimer?.();
    await this.#pass;
  }

  /** A check runs, or is due within `ms`. */
  isBusyWithin(ms: number): boolean {
    const wait = this.schedule.wait();
    return this.#pass !== null || (wait !== null && wait <= ms);
  }

  /** To be called after the schedule was changed. */
  setTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const wait = this.schedule.wait();
    if (!this.#isRunning || this.#pass || wait === null) return;
    this.#cancelTimer = this.#clock.after(wait, () => {
      // Set before the pass begins, so that what it plans does not start another one beside it.
      this.#pass = Promise.resolve()
        .then(() => this.#runDue())
        .finally(() => {
          this.#pass = null;
          this.setTimer();
        });
    });
  }

  async #runDue(): Promise<void> {
    this.lists.forget();
    for (const planned of this.schedule.beginPass()) {
      if (!this.#isRunning) return;
      if (!this.schedule.isDue(planned)) continue;
      this.schedule.advance(planned);
      await this.#runCheck(planned, this);
    }
  }
}
