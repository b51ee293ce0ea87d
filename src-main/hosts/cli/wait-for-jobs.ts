/**
 * Follows jobs of the queue until nothing more is to be expected from waiting: they are final, or a person or
 * the network has to act first. Only reads; the queue does the work whether anybody watches or not.
 */
import type { AppClient } from '../../../src-shared/ipc/contract.ts';
import { finalStates, type Job } from '../../../src-shared/jobs/job.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { invoke } from './surroundings.ts';

/** How long a hindrance that may pass by itself is waited out, ms. */
export interface Patience {
  readonly network: number;
  readonly unknown: number;
}

export const usualPatience: Patience = { network: 10_000, unknown: 20_000 };

export interface WaitOptions {
  readonly signal: AbortSignal;
  readonly patience?: Patience;
  /** The jobs as they are now, and bytes sent of those that upload. */
  readonly onChange?: (
    jobs: readonly Job[],
    sent: ReadonlyMap<string, { sent: number; total: number }>,
  ) => void;
}

/** How often the list is read where no event comes. ms */
const pollEvery = 1000;

/** The jobs in the order of `ids`, as they were when waiting ended. An abort ends it at once. */
export async function waitForJobs(
  client: AppClient,
  ids: readonly string[],
  { signal, patience = usualPatience, onChange }: WaitOptions,
): Promise<Job[]> {
  const sent = new Map<string, { sent: number; total: number }>();
  const since = new Map<string, number>();
  let wake = (): void => {};
  const onAbort = (): void => wake();
  signal.addEventListener('abort', onAbort);
  const stops = [
    client.on('job', () => wake()),
    client.on('progress', ({ jobId, ...bytes }) => {
      sent.set(jobId, bytes);
      wake();
    }),
  ];
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const all = await invoke(client, 'queue.list', {});
      const jobs = ids.flatMap((id) => all.find((job) => job.id === id) ?? []);
      onChange?.(jobs, sent);
      const now = Date.now();
      const isOver = (job: Job): boolean => {
        const hindrance = hindranceOf(job);
        if (hindrance === null) return finalStates.has(job.state);
        const key = `${job.id} ${hindrance}`;
        const start = since.get(key) ?? now;
        since.set(key, start);
        return now - start >= (hindrance === 'person' ? 0 : patience[hindrance]);
      };
      const over = jobs.map(isOver);
      if (signal.aborted || over.every(Boolean) || jobs.some((job, at) => over[at] && blocksRest(job))) {
        return jobs;
      }
      const timer = setTimeout(() => wake(), pollEvery);
      await changed;
      clearTimeout(timer);
    }
  } finally {
    for (const stop of stops) stop();
    signal.removeEventListener('abort', onAbort);
  }
}

/** What has to change before the job can move: a person acts, the network returns, the outcome is found out. */
function hindranceOf({ state, wait }: Job): 'person' | 'network' | 'unknown' | null {
  if (state === 'ask') return 'person';
  if (state === 'unknown') return 'unknown';
  if (state !== 'queued') return null;
  if (wait === 'consent' || wait === 'paused') return 'person';
  // A sign-in or a disk may come right within seconds, as a network does.
  return wait === 'network' || wait === 'sign-in' || wait === 'disk' ? 'network' : null;
}

/** Orders wait for their uploads, so a hindered one of the set hinders all. */
const blocksRest = (job: Job): boolean => !finalStates.has(job.state);

export function jobExit({ state, wait }: Job): ExitCode {
  if (state === 'done') return exitCodes.ok;
  if (state === 'rejected' || state === 'cancelled') return exitCodes.refused;
  if (state === 'poison') return exitCodes.broken;
  if (state === 'queued' && (wait === 'network' || wait === 'paused')) return exitCodes.network;
  if (state === 'queued' && wait === 'disk') return exitCodes.broken;
  const needsPerson = state !== 'queued' || wait === 'consent' || wait === 'sign-in';
  return needsPerson ? exitCodes.needsYou : exitCodes.interrupted;
}
