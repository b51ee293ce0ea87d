/**
 * The interface of a kind of job to the runner: how it is prepared, and how it is sent when everything is in
 * order. The kinds are `upload-task.ts`, `order-task.ts` and those of `preparation.ts`.
 */
import type { ChangeResult } from '../../../src-shared/jobs/change.ts';
import type { JobResult, Problem } from '../../../src-shared/jobs/job.ts';
import type { Reference } from '../../../src-shared/jobs/reference-line.ts';
import type { CommitGate, ServiceClient, WriteOutcome } from '../../api-client/service-client.ts';
import type { JobRecord } from '../../db/job-record.ts';
import type { Claim } from '../reconcile/rivals.ts';

/** The meaning of a complete answer: the job's result, or why it is not what was requested. */
export type AnswerMeaning =
  | { readonly kind: 'result'; readonly result: JobResult }
  /** `claim`: the order that it names may still be ours. */
  | { readonly kind: 'mismatch'; readonly problem: Problem; readonly claim?: Claim };

export interface Task {
  /** SHA-256 of the request without the token; identifies it in the evidence. */
  readonly requestSha256: string;
  /** Ids that the service listed just before sending, if they help to find the outcome. */
  readonly baseline: readonly number[] | null;
  /** The list was complete. */
  readonly baselineComplete: boolean;
  /** The line of the address that carries the mark. */
  readonly reference: Reference | null;
  /** Rewrites the record at the moment in which it is sent. */
  readonly rewrite?: (record: JobRecord) => JobRecord;
  send(gate: CommitGate): Promise<WriteOutcome<AnswerMeaning>>;
}

/**
 * Returns if everything is in order. Throws `Held`, or an error that `failureOf` knows. Sends nothing that
 * costs money.
 */
export type Prepare<R extends JobRecord> = (record: R, client: ServiceClient) => Promise<Task>;

export function mapOutcome<T, U>(outcome: WriteOutcome<T>, map: (value: T) => U): WriteOutcome<U> {
  return outcome.kind === 'answered' ? { kind: 'answered', value: map(outcome.value) } : outcome;
}

/** The outcome of a change that has this result whatever the service answered. */
export const withResult = (
  outcome: WriteOutcome<unknown>,
  result: ChangeResult,
): WriteOutcome<AnswerMeaning> => mapOutcome(outcome, () => ({ kind: 'result', result }));
