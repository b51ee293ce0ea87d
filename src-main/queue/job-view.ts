/**
 * A job as the window and the command line see it: its record, and what stops its account or the whole queue.
 */
import type { Job } from '../../src-shared/jobs/job.ts';
import { type JobRecord, toJob } from '../db/job-record.ts';
import type { OrderWarnings } from './reconcile/order-warnings.ts';
import type { Reconciler } from './reconcile/reconciler.ts';
import type { AccountThrottle } from './send/account-throttle.ts';
import type { Runner } from './send/runner.ts';

export interface JobViewOptions {
  readonly runner: Runner;
  readonly reconciler: Reconciler;
  readonly throttle: AccountThrottle;
  readonly warnings: OrderWarnings;
  readonly isPaused: () => boolean;
}

export function jobView(record: JobRecord, options: JobViewOptions): Job {
  const { runner, reconciler, throttle, warnings, isPaused } = options;
  const job = toJob(record);
  if (job.state === 'unknown') return { ...job, knownBy: reconciler.knownBy(job.id) };
  if (job.state !== 'queued' || (job.wait !== null && job.wait !== 'network')) return job;
  if (isPaused()) return { ...job, wait: 'paused', notBefore: null };
  const disk = runner.diskProblem;
  if (disk !== null) return { ...job, wait: 'disk', notBefore: null, problem: disk };
  if (record.lane === 'paid' && warnings.frozenAccounts().includes(job.accountId))
    return { ...job, wait: 'frozen', notBefore: null };
  const held = throttle.stateOf(job.accountId);
  return held === null ? job : { ...job, wait: held.wait, notBefore: held.until };
}
