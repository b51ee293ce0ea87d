/**
 * The interface of a kind of change to the queue. Each kind has a file beside this one, and `strategies.ts`
 * lists them. The runner prepares and sends it; the reconciler finds out whether it took effect if the answer
 * was lost.
 */
import type { ChangeOf, ChangeOp, ChangeResult } from '../../../src-shared/jobs/change.ts';
import type { AppError } from '../../../src-shared/result.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { ChangeRecord, Lane } from '../../db/job-record.ts';
import type { Spool } from '../../files/spool.ts';
import type { QueueClock } from '../core/clock.ts';
import type { Ledger } from '../core/ledger.ts';
import type { Finding } from '../reconcile/check.ts';
import type { Candidate } from '../resolve/candidate.ts';
import type { ConsentOf } from '../send/consent-guard.ts';
import type { Task } from '../send/task.ts';

export type RecordOf<O extends ChangeOp> = ChangeRecord & { readonly payload: ChangeOf<O> };

export interface CheckParts {
  readonly ledger: Ledger;
  readonly clock: QueueClock;
}

export interface ChangeParts extends CheckParts {
  readonly spool: Pick<Spool, 'pathOf' | 'sizeOf'>;
  readonly consentOf: ConsentOf;
}

export type ChangeFinding = Finding<ChangeResult>;

/** The order or model that the change affected or made. */
export const found = (result: ChangeResult): ChangeFinding => ({
  kind: 'found',
  result,
  detail: { by: 'reading' },
});

/**
 * One kind of change. Every property is required, so that nothing about a new kind can be forgotten.
 *
 * Everything that a strategy reads from the service may be up to a minute old (`readLag`, reliability: A2). A
 * change that may be repeated can believe one reading that does not show it. One that must not happen twice
 * has to use `concludeAbsent`, which reads twice. And what this queue has just done itself may not show yet.
 */
export interface Strategy<O extends ChangeOp> {
  /**
   * `paid`: it costs money, so it is sent alone and never without a fresh consent. `upload`: everything else.
   */
  readonly lane: Lane;
  /** Lower goes first. */
  readonly priority: number;
  /** Asking twice means wanting it twice; only a `requestKey` tells a repeated call from a second request. */
  readonly isAdditive: boolean;
  /** Only the last one counts, so a late copy of an older one must not overwrite it. */
  readonly isOverwriting: boolean;
  /** Throws like every `Prepare`. */
  prepare(record: RecordOf<O>, client: ServiceClient, parts: ChangeParts): Promise<PreparedChange>;
  /** Whether it took effect, as far as the service shows. Throws what the client throws. */
  check(record: RecordOf<O>, client: ServiceClient, parts: CheckParts): Promise<ChangeFinding>;
  /** Only for a kind that makes something: candidates at the service, the likeliest first. */
  candidates?(record: RecordOf<O>, client: ServiceClient, ledger: Ledger): Promise<Candidate[]>;
  /** Runs in the transaction in which the change is done. */
  whenDone?(record: RecordOf<O>, ledger: Ledger): void;
}

export type PreparedChange = Pick<Task, 'send'> & Partial<Pick<Task, 'baseline' | 'baselineComplete'>>;

/** Thrown for a change that cannot be done as requested: nothing is sent, and it is rejected. */
export const notAsAsked = (error: AppError): PreparedChange => ({
  send: async () => ({ kind: 'refused', status: 409, error }),
});

/** Whether a refusal with this status is final. The other two pass: an expired token, and too many calls. */
export const isLastWord = (status: number): boolean => status !== 401 && status !== 429;
