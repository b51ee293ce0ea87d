/**
 * Follows jobs of the queue until waiting no longer helps: they are final, or a person or the network has to
 * act first. Only reads; the queue does the work whether anybody watches or not.
 */
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import { finalStates, type Job } from '../../../../src-shared/jobs/job.ts';
import { wantsAttention } from '../../../../src-shared/jobs/job-group.ts';
import type { Host } from '../declare.ts';
import { type ExitCode, exitCodes } from '../output/exit-codes.ts';
import { progressText } from '../output/job-text.ts';
import { invoke, type Patience, type Surroundings } from './surroundings.ts';

export const usualPatience: Patience = { network: 10_000, unknown: 20_000 };

/** How often the list is read if no event comes. ms */
const pollEvery = 1000;
/** ms */
const checkEvery = 100;

/**
 * The jobs in the order of `ids`, as they were when waiting ended. An abort ends it at once. Shows how far
 * they are.
 */
export async function waitForJobs(
  { signal, patience = usualPatience, out }: Host,
  client: AppClient,
  ids: readonly string[],
): Promise<Job[]> {
  /** Bytes of jobs that upload. */
  const sent = new Map<string, { sent: number; total: number }>();
  let latest: readonly Job[] = [];
  const show = () => out.progress(() => progressText(out, latest, sent));
  const watch = new Watch(patience);
  let wake = (): void => {};
  const onAbort = (): void => wake();
  signal.addEventListener('abort', onAbort);
  const stops = [
    client.on('job', () => wake()),
    client.on('progress', ({ jobId, ...bytes }) => {
      sent.set(jobId, bytes);
      show();
    }),
  ];
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const all = await invoke(client, 'queue.list', {});
      const jobs = ids.flatMap((id) => all.find((job) => job.id === id) ?? []);
      latest = jobs;
      show();
      if (signal.aborted || watch.isOver(jobs, Date.now())) return jobs;
      const timer = setTimeout(() => wake(), pollEvery);
      await changed;
      clearTimeout(timer);
    }
  } finally {
    for (const stop of stops) stop();
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Waits for checks at the service that are due, such as of placed orders, for at most the patience for an
 * outcome.
 */
export async function waitForChecks(
  client: AppClient,
  { signal, patience = usualPatience }: Pick<Surroundings, 'signal' | 'patience'>,
): Promise<void> {
  const end = Date.now() + Math.min(patience.unknown, usualPatience.unknown);
  while (!signal.aborted && Date.now() < end && (await invoke(client, 'queue.checking', {})).checking)
    await new Promise((resolve) => setTimeout(resolve, checkEvery));
}

/** Records since when each job has been held, and says when that is too long to go on waiting. */
class Watch {
  readonly #patience: Patience;
  readonly #since = new Map<string, number>();

  constructor(patience: Patience) {
    this.#patience = patience;
  }

  /** None of these jobs will continue by itself. `now` in ms. */
  isOver(jobs: readonly Job[], now: number): boolean {
    const stuck = new Set(jobs.filter((job) => this.#isStuck(job, now)).map((job) => job.id));
    return jobs.every(
      (job) =>
        finalStates.has(job.state) ||
        stuck.has(job.id) ||
        job.dependsOn.some((id) => stuck.has(id)) ||
        (stuck.size > 0 && this.#isBehind(job, now)),
    );
  }

  #isStuck(job: Job, now: number): boolean {
    const hindrance = hindranceOf(job);
    if (hindrance === null) return false;
    return this.#lasts(job, hindrance, now) >= (hindrance === 'person' ? 0 : this.#patience[hindrance]);
  }

  /** Orders are sent one after another, so one that is stuck may block those behind it. */
  #isBehind(job: Job, now: number): boolean {
    const waits = job.state === 'queued' && job.wait === null;
    return waits && this.#lasts(job, 'behind', now) >= this.#patience.network;
  }

  /** ms since the job was first seen held like this. */
  #lasts(job: Job, reason: string, now: number): number {
    const key = `${job.id} ${reason}`;
    const start = this.#since.get(key) ?? now;
    this.#since.set(key, start);
    return now - start;
  }
}

type Hindrance = 'person' | 'network' | 'unknown';

/**
 * The event that a job needs before it can continue: a person acts, the network returns, the outcome is found
 * out.
 */
function hindranceOf({ state, wait, notBefore, problem }: Job): Hindrance | null {
  if (state === 'ask') return 'person';
  // Frozen: another job has an open outcome, or waits for a person.
  if (state === 'unknown' || wait === 'frozen') return 'unknown';
  if (state !== 'queued') return null;
  if (wait === 'consent' || wait === 'terms' || wait === 'paused') return 'person';
  // The queue itself limits how long it waits for that.
  if (problem?.code === 'still-measuring') return null;
  // The service had a problem with this job; the queue sends it again after a while.
  if (wait === null && notBefore !== null) return 'network';
  // A sign-in or a disk may recover within seconds, like a network.
  return wait === 'network' || wait === 'sign-in' || wait === 'disk' ? 'network' : null;
}

/** The exit code that follows from a job; `waited` is the signal that may have ended the wait. */
export function jobExit(job: Job, waited: AbortSignal): ExitCode {
  const { state, wait, notBefore } = job;
  // A duplicate is shown on a job that is done, a late order also on one that is not.
  if (wantsAttention(job)) return exitCodes.needsYou;
  if (state === 'done') return exitCodes.ok;
  if (state === 'rejected' || state === 'cancelled') return exitCodes.refused;
  if (state === 'poison') return exitCodes.broken;
  if (waited.aborted) return exitCodes.interrupted;
  if (state === 'queued' && (wait === 'network' || wait === 'paused')) return exitCodes.network;
  if (state === 'queued' && wait === null && notBefore !== null) return exitCodes.network;
  if (state === 'queued' && wait === 'disk') return exitCodes.broken;
  return exitCodes.needsYou;
}
