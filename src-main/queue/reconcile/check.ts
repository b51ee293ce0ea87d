/**
 * A reconcile check is one reading of the service for one job. It returns what it concludes and when to check
 * again, and changes no state of the job; `record-conclusion.ts` writes the conclusion down, `reconciler.ts`
 * runs checks.
 */
import type { JobResult, OrderResult, Problem } from '../../../src-shared/jobs/job.ts';
import type { ProofKind } from '../../../src-shared/jobs/state.ts';
import type { SentLog } from '../../db/sent-log.ts';
import type { QueueClock } from '../core/clock.ts';
import type { Ledger } from '../core/ledger.ts';
import type { KnownFiles } from './find-upload.ts';
import type { OrderFilter } from './order-filter.ts';
import type { SharedLists } from './shared-lists.ts';

/**
 * `outcome`: of a job whose answer was lost; `watch`: whether an order turns up that a job does not know;
 * `listed`: the same, because a list shows an order that may be it; `sweep`: late copies of an upload.
 */
export type CheckKind = 'outcome' | 'watch' | 'listed' | 'sweep';

export type Conclusion<R extends JobResult = JobResult> =
  /** It took effect; nothing more is sent. `detail` is stored as evidence. */
  | { readonly kind: 'found'; readonly result: R; readonly detail: Facts }
  /** It had no effect, or repeating it does no harm: it is sent again. */
  | {
      readonly kind: 'absent';
      readonly proof: Extract<ProofKind, 'absent-for-good' | 'absent-so-far'>;
      readonly facts: Facts;
    }
  | { readonly kind: 'ask'; readonly problem: Problem }
  /** The order of a job that waits is there already: its outcome is open again. */
  | { readonly kind: 'doubt'; readonly problem: Problem }
  /** The placed order is another order of the service. `problem`: a person has to see that. */
  | { readonly kind: 'correct'; readonly result: R; readonly problem: Problem | null }
  /** Other orders that a person has to see, once for the same ones. `result`: of a job that had none. */
  | {
      readonly kind: 'show';
      readonly problem: Problem;
      readonly orderIds: readonly number[];
      readonly result?: OrderResult;
    };

type Facts = Readonly<Record<string, unknown>>;

/** `later`: nothing is known yet. `inMs`: when a check may find out more; null: nobody can tell. */
export type Finding<R extends JobResult = JobResult> =
  | Conclusion<R>
  | { readonly kind: 'later'; readonly inMs: number | null };

export type Next =
  /** At the time that is planned anyway. */
  | { readonly kind: 'as-planned' }
  /** After `inMs`, if that is sooner than planned. */
  | { readonly kind: 'again'; readonly inMs: number | null }
  /** The check was not complete and must be repeated. */
  | { readonly kind: 'retry' }
  | { readonly kind: 'never' };

export interface CheckResult {
  readonly conclusion: Conclusion | null;
  readonly next: Next;
}

export const resultOf = (finding: Finding): CheckResult =>
  finding.kind === 'later'
    ? { conclusion: null, next: { kind: 'again', inMs: finding.inMs } }
    : { conclusion: finding, next: { kind: 'as-planned' } };

/** The parts that checks work with. The reconciler owns them. */
export interface CheckContext {
  readonly ledger: Ledger;
  readonly sentLog: Pick<SentLog, 'last'>;
  readonly clock: QueueClock;
  readonly filter: OrderFilter;
  readonly files: KnownFiles;
  /** Lists of the service, read once for all checks that are due. */
  readonly lists: SharedLists;
  /** Whether something on this machine besides the queue, such as the cart, names the model. */
  readonly isModelUsed: (accountId: string, modelId: number) => boolean;
}
