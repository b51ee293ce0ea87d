/**
 * When the reconciler looks at which job. Looks come soon after a loss and then more rarely, at the latest when a look
 * said that it can know more; looks that read the same list meet, so that it is read once. They run one after the
 * other. Owns the one timer; what a look does, and what it concludes, is the reconciler's.
 */
import { toAppError } from '../../../src-shared/result.ts';
import { backoff } from '../core/backoff.ts';
import type { QueueClock, QueueRandom } from '../core/clock.ts';
import { failureOf } from '../core/step-failure.ts';

/** `settle`: an unknown job; `watch`: a placed order; `sweep`: copies of an upload. */
export type Duty = 'settle' | 'watch' | 'sweep';

export interface Look {
  readonly duty: Duty;
  readonly jobId: string;
  /** Looks that came through. */
  readonly tries: number;
  /** Looks in a row that did not. */
  readonly failures: number;
  /** Epoch ms. */
  readonly at: number;
  /** Looks of the same company read the same list; null: this one reads what no other does. */
  readonly company: string | null;
}

/** What is known of the next look when it is planned. */
interface Plan {
  readonly tries?: number;
  readonly failures?: number;
  /** Ms after which it may find out more; left out: nobody can tell. */
  readonly inMs?: number | undefined;
}

export interface LookTimesOptions {
  readonly clock: QueueClock;
  readonly random: QueueRandom;
  readonly companyOf: (duty: Duty, jobId: string) => string | null;
  /** Before the looks that are due now. */
  readonly beginPass: () => void;
  readonly look: (look: Look) => Promise<void>;
  readonly report: (thrown: unknown) => void;
}

/** Longest time between two looks for something that is not settled, in ms. */
const longestPause = 5 * 60_000;
/** A placed order is watched at these times after it was placed, in ms; the last one is past any token's life. */
const watchTimes = [61_000, 15 * 60_000, 90 * 60_000];
export const longestWatch = watchTimes.at(-1) as number;

export class LookTimes {
  readonly #options: LookTimesOptions;
  readonly #looks = new Map<string, Look>();
  /** What chance said for the looks of a company that are planned in one pass, so that they stay together. */
  readonly #drawn = new Map<string, number>();
  #isRunning = false;
  #looking: Promise<void> | null = null;
  #cancelTimer: (() => void) | null = null;

  constructor(options: LookTimesOptions) {
    this.#options = options;
  }

  /** Forgets what was planned. */
  run(): void {
    this.#isRunning = true;
    this.#looks.clear();
  }

  /** Starts no more looks; returns when the one that runs has ended. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#cancelTimer?.();
    await this.#looking;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  isPlanned(duty: Duty, jobId: string): boolean {
    return this.#looks.has(keyOf(duty, jobId));
  }

  forget(duty: Duty, jobId: string): void {
    this.#looks.delete(keyOf(duty, jobId));
  }

  /**
   * Something got through again: looks soon instead of at the times that failures have put off. Should looks fail
   * on, the pauses between them grow on.
   */
  hurry(): void {
    const { clock, random } = this.#options;
    const soon = clock.now() + backoff(0, random);
    for (const [key, look] of this.#looks) {
      if (look.duty !== 'watch') this.#looks.set(key, { ...look, at: Math.min(look.at, soon) });
    }
    this.#setTimer();
  }

  plan(duty: Duty, jobId: string, { tries = 0, failures = 0, inMs = Infinity }: Plan = {}): void {
    const { clock, companyOf } = this.#options;
    const key = keyOf(duty, jobId);
    if (duty === 'watch' && tries >= watchTimes.length) {
      this.#looks.delete(key);
      return;
    }
    const planned = this.#looks.get(key);
    const company = planned ? planned.company : companyOf(duty, jobId);
    const usual =
      duty === 'watch'
        ? (watchTimes[tries] as number)
        : Math.min(longestPause, backoff(failures > 0 ? failures : tries, this.#chanceOf(company)));
    const now = clock.now();
    const latest = now + Math.max(1_000, Math.min(usual, inMs));
    // Who knows exactly when to look comes then.
    const at = usual < inMs && duty !== 'watch' ? this.#meet(company, now + usual / 2, latest) : latest;
    this.#looks.set(key, { duty, jobId, tries, failures, at, company });
    this.#setTimer();
  }

  /** What did not come through is made up for. */
  again(look: Look): void {
    const { duty, jobId, tries, failures } = look;
    const key = keyOf(duty, jobId);
    const at = this.#options.clock.now() + longestPause;
    if (duty === 'watch') this.#looks.set(key, { ...look, at });
    else if (this.#looks.has(key)) this.plan(duty, jobId, { tries, failures: failures + 1 });
  }

  #chanceOf(company: string | null): Pick<QueueRandom, 'fraction'> {
    const { random } = this.#options;
    if (company === null) return random;
    const drawn = this.#drawn.get(company) ?? random.fraction();
    this.#drawn.set(company, drawn);
    return { fraction: () => drawn };
  }

  /** The last moment in this span at which company looks; without any, its end. */
  #meet(company: string | null, from: number, to: number): number {
    let at = 0;
    for (const look of this.#looks.values())
      if (company !== null && look.company === company && look.at <= to) at = Math.max(at, look.at);
    return at >= from ? at : to;
  }

  #setTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (!this.#isRunning || this.#looking || this.#looks.size === 0) return;
    let next = Infinity;
    for (const { at } of this.#looks.values()) next = Math.min(next, at);
    const wait = Math.min(longestPause, Math.max(0, next - this.#options.clock.now()));
    this.#cancelTimer = this.#options.clock.after(wait, () => {
      // Set before the pass begins, so that what it plans does not start another one beside it.
      this.#looking = Promise.resolve()
        .then(() => this.#pass())
        .finally(() => {
          this.#looking = null;
          this.#setTimer();
        });
    });
  }

  async #pass(): Promise<void> {
    const { clock, beginPass } = this.#options;
    beginPass();
    this.#drawn.clear();
    for (const look of [...this.#looks.values()]) {
      if (!this.#isRunning) return;
      const { duty, jobId, tries } = look;
      // Settled, or planned anew, while others were looked for.
      if (this.#looks.get(keyOf(duty, jobId)) !== look) continue;
      // A time further away than any that is planned means that this machine's clock was moved.
      const farthest = duty === 'watch' ? longestWatch : longestPause;
      if (look.at > clock.now() && look.at <= clock.now() + farthest) continue;
      this.plan(duty, jobId, { tries: tries + 1 });
      try {
        await this.#options.look(look);
      } catch (thrown) {
        this.#failed(look, thrown);
      }
    }
  }

  #failed(look: Look, thrown: unknown): void {
    const { clock, report } = this.#options;
    const failure = failureOf(toAppError(thrown));
    if (failure.kind === 'fenced') this.#isRunning = false;
    else if (failure.kind === 'rate' && failure.retryAt !== null && look.duty !== 'watch') {
      const wait = Math.min(longestPause, Math.max(1_000, failure.retryAt - clock.now()));
      this.#postpone(look, clock.now() + wait);
    } else this.again(look);
    if (failure.kind === 'later') report(thrown);
  }

  /** But what was settled meanwhile. */
  #postpone(look: Look, at: number): void {
    const key = keyOf(look.duty, look.jobId);
    if (this.#looks.has(key)) this.#looks.set(key, { ...look, at });
  }
}

const keyOf = (duty: Duty, jobId: string) => `${duty} ${jobId}`;
