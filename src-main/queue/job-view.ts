/**
 * A job as the window and the command line see it: its record, and what stops its account or the whole queue.
 */
import type { OrderedPart } from '../../src-shared/ipc/order-view.ts';
import type { Job, OrderLine, OrderPayload } from '../../src-shared/jobs/job.ts';
import { foundPrices } from '../../src-shared/jobs/order-cost.ts';
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
    : state === 'done' && 'op' in payload && ['cancel-order', 'reprint'].includes(payload.op);

/**
 * The models of an order, with their prices and remarks as they were agreed. "Order again" compares with
 * them. Lines whose upload left no model, and those whose price never became known, are left out.
 */
export function orderedParts(payload: OrderPayload, jobOf: (id: string) => JobRecord | null): OrderedPart[] {
  const found = foundPrices(payload);
  return payload.lines.flatMap(({ source, materialId, unitPrice: agreed, doubts }, at) => {
    const model = modelOf(source, jobOf);
    const unitPrice = found?.[at] ?? agreed;
    if (!model || unitPrice === null) return [];
    return [{ ...model, materialId, unitPrice, ...(doubts && { doubts }) }];
  });
}

function modelOf(source: OrderLine['source'], jobOf: (id: string) => JobRecord | null) {
  if ('modelId' in source) return { modelId: source.modelId, version: source.version ?? null };
  const upload = 'uploadJobId' in source ? jobOf(source.uploadJobId) : null;
  if (upload?.kind !== 'upload' || upload.result === null) return null;
  return { modelId: upload.result.modelId, version: upload.result.modelVersion };
}
