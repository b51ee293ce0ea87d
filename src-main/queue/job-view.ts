/**
 * A job as the window and the command line see it: its record, and what stops its account or the whole queue.
 */
import type { Job } from '../../src-shared/jobs/job.ts';
import { type JobRecord, toJob } from '../db/job-record.ts';
import type { Ledger } from './core/ledger.ts';
import type { OrderWarnings } from './reconcile/order-warnings.ts';
import type { Reconciler } from './reconcile/reconciler.ts';
import type { AccountThrottle } from './send/account-throttle.ts';
import type { Runner } from './send/runner.ts';

export interface JobViewOptions {
  readonly ledger: Ledger;
  readonly runner: Runner;
  readonly reconciler: Reconciler;
  readonly throttle: AccountThrottle;
  readonly warnings: OrderWarnings;
  readonly isPaused: () => boolean;
}

export function jobView(record: JobRecord, options: JobViewOptions): Job {
  const { ledger, runner, reconciler, throttle, warnings, isPaused } = options;
  const job = toJob(record);
  if (job.state === 'unknown') return { ...job, knownBy: reconciler.knownBy(record) };
  if (isSaid(record)) return { ...job, isCompared: ledger.reconciliation.watchesOf(job.id) > 0 };
  if (job.state !== 'queued' || (job.wait !== null && job.wait !== 'network')) return job;
  if (isPaused()) return { ...job, wait: 'paused', notBefore: null };
  const disk = runner.diskProblem;
  if (disk !== null) return { ...job, wait: 'disk', notBefore: null, problem: disk };
  if (record.lane === 'paid' && warnings.frozenAccounts().includes(job.accountId))
    return { ...job, wait: 'frozen', notBefore: null };
  const held = throttle.stateOf(job.accountId);
  return held === null ? job : { ...job, wait: held.wait, notBefore: held.until };
}

/** The service said what became of it. */
const isSaid = ({ kind, payload, condition: { state, attempt } }: JobRecord): boolean =>
  kind === 'order'
    ? state === 'done' || (state === 'rejected' && attempt > 0)
    : state === 'done' && 'op' in payload && payload.op === 'cancel-order';
