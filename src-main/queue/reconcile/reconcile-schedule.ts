/**
 * Plans when each check is due. Checks follow soon after each other at first and then more rarely, sooner if
 * a check said when it can find out more. Checks of one group read the same list and move together, so that
 * it is read once. Plans only: it has no timer, runs nothing and knows nothing of jobs.
 */
import { backoff } from '../core/backoff.ts';
import type { QueueClock, QueueRandom } from '../core/clock.ts';

/** Pauses that grow while nothing is found, or fixed times after the start, in ms. */
export type Timing = 'backoff' | readonly number[];

export interface Planned<C> {
  readonly key: string;
  readonly check: C;
  readonly timing: Timing;
  /** Checks of one group read the same list; null: this one reads something of its own. */
  readonly group: string | null;
  /** Checks that were completed. */
  readonly completed: number;
  /** Checks in a row that failed. */
  readonly failures: number;
  /** Epoch ms. */
  readonly at: number;
}

type First<C> = Pick<Planned<C>, 'key' | 'check' | 'group'>;

/** Longest time between two checks with growing pauses, and before a failed check is repeated, in ms. */
export const longestPause = 5 * 60_000;
const shortestPause = 1_000;

export class ReconcileSchedule<C> {
  readonly #clock: Pick<QueueClock, 'now'>;
  readonly #random: Pick<QueueRandom, 'fraction'>;
  readonly #planned = new Map<string, Planned<C>>();
  /** Random share drawn for the pauses of each group in this pass, so that its checks stay together. */
  readonly #drawn = new Map<string, number>();

  constructor(clock: Pick<QueueClock, 'now'>, random: Pick<QueueRandom, 'fraction'>) {
    this.#clock = clock;
    this.#random = random;
  }

  clear(): void {
    this.#planned.clear();
  }

  has(key: string): boolean {
    return this.#planned.has(key);
  }

  remove(key: string): void {
    this.#planned.delete(key);
  }

  /** Plans the first check, also if one was planned before. */
  add(first: First<C> & Pick<Planned<C>, 'timing'>): void {
    this.#plan({ ...first, completed: 0, failures: 0, at: 0 }, null);
  }

  /**
   * Plans the check after `completed` ones, whose times began `ago` ms before now. Does nothing after the
   * last one.
   */
  resume(first: First<C>, timing: readonly number[], completed: number, ago: number): void {
    const due = timing.slice(0, completed + 1).reduce((sum, pause) => sum + pause, 0);
    if (completed < timing.length)
      this.#plan({ ...first, timing, completed, failures: 0, at: 0 }, Math.max(0, due - ago));
  }

  /**
   * The connection works again: checks come soon instead of at times that failures put off. Failures still
   * count.
   */
  hurry(): void {
    const soon = this.#clock.now() + backoff(0, this.#random);
    for (const planned of this.#planned.values())
      if (planned.timing === 'backoff') this.#set({ ...planned, at: Math.min(planned.at, soon) });
  }

  /** Starts a pass through all checks that are planned now. */
  beginPass(): Planned<C>[] {
    this.#drawn.clear();
    // A check at a fixed time would be made too early if this machine's clock was put back: its pause begins
    // again.
    for (const planned of this.#planned.values())
      if (planned.timing !== 'backoff' && this.#isTooFar(planned)) this.#plan(planned, null);
    return [...this.#planned.values()];
  }

  /** Whether its time has come. False if it was planned anew or removed since. */
  isDue(planned: Planned<C>): boolean {
    if (this.#planned.get(planned.key) !== planned) return false;
    return planned.at <= this.#clock.now() || this.#isTooFar(planned);
  }

  /** A time further away than any that is ever planned means that this machine's clock was moved. */
  #isTooFar({ timing, completed, at }: Planned<C>): boolean {
    const pause = timing === 'backoff' ? 0 : (timing[completed] ?? 0);
    return at > this.#clock.now() + Math.max(longestPause, pause);
  }

  /** Plans the check after this one, which begins now. */
  advance(planned: Planned<C>): void {
    this.#plan({ ...planned, completed: planned.completed + 1, failures: 0 }, null);
  }

  /** The check after this one: at the usual time, or after `inMs` if that is sooner. */
  again(planned: Planned<C>, inMs: number | null): void {
    this.#plan({ ...planned, completed: planned.completed + 1, failures: 0 }, inMs);
  }

  /** This check was not completed and has to be repeated. */
  retry(planned: Planned<C>): void {
    if (planned.timing !== 'backoff') this.#set({ ...planned, at: this.#clock.now() + longestPause });
    else if (this.has(planned.key)) this.#plan({ ...planned, failures: planned.failures + 1 }, null);
  }

  /**
   * Repeats the check at `at` (epoch ms), or as far away as a check may be; does nothing if it was removed
   * since.
   */
  postpone(planned: Planned<C>, at: number): void {
    const now = this.#clock.now();
    const wait = Math.min(longestPause, Math.max(shortestPause, at - now));
    if (this.has(planned.key)) this.#set({ ...planned, at: now + wait });
  }

  /** Ms until the next check, at most the longest pause; null: none is planned. */
  wait(): number | null {
    if (this.#planned.size === 0) return null;
    let next = Infinity;
    for (const { at } of this.#planned.values()) next = Math.min(next, at);
    return Math.min(longestPause, Math.max(0, next - this.#clock.now()));
  }

  /** `at` of `planned` does not count. */
  #plan(planned: Planned<C>, inMs: number | null): void {
    const { timing, completed, failures, group, key } = planned;
    if (timing !== 'backoff' && completed >= timing.length) {
      this.remove(key);
      return;
    }
    const usual =
      timing === 'backoff'
        ? Math.min(longestPause, backoff(failures > 0 ? failures : completed, this.#chanceOf(group)))
        : (timing[completed] as number);
    const now = this.#clock.now();
    const soonest = inMs ?? Infinity;
    const latest = now + Math.max(shortestPause, Math.min(usual, soonest));
    // A check that knows when it can find out more comes exactly then.
    const isFree = usual < soonest && timing === 'backoff';
    this.#set({ ...planned, at: isFree ? this.#timeOfGroup(group, now + usual / 2, latest) : latest });
  }

  #set(planned: Planned<C>): void {
    this.#planned.set(planned.key, planned);
  }

  #chanceOf(group: string | null): Pick<QueueRandom, 'fraction'> {
    if (group === null) return this.#random;
    const drawn = this.#drawn.get(group) ?? this.#random.fraction();
    this.#drawn.set(group, drawn);
    return { fraction: () => drawn };
  }

  /**
   * The latest time in this span at which a check of the group is planned; without one, the end of the span.
   */
  #timeOfGroup(group: string | null, from: number, to: number): number {
    let at = 0;
    for (const planned of this.#planned.values())
      if (group !== null && planned.group === group && planned.at <= to) at = Math.max(at, planned.at);
    return at >= from ? at : to;
  }
}
