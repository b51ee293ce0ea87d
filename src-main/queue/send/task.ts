/**
 * What the runner knows of a kind of job: how it is prepared, and how it is sent once everything is in order.
 * The kinds stand in `upload-task.ts` and `order-task.ts`.
 */
import type { JobResult, Problem } from '../../../src-shared/jobs/job.ts';
import type { CommitGate, ServiceClient, WriteOutcome } from '../../api-client/service-client.ts';
import type { Reference } from '../../db/evidence-store.ts';
import type { JobRecord } from '../../db/job-record.ts';

/** What a complete answer came to: the job's result, or why it is not what was asked for. */
export type Conclusion =
  | { readonly kind: 'result'; readonly result: JobResult }
  | { readonly kind: 'mismatch'; readonly problem: Problem };

export interface Task {
  /** SHA-256 of the request without the token; names it in the evidence. */
  readonly requestSha256: string;
  /** Ids that the service listed just before sending, where they help to find what became of it. */
  readonly baseline: readonly number[] | null;
  /** The service listed everything that it counts. */
  readonly baselineComplete: boolean;
  /** The line of the address that carries the mark. */
  readonly reference: Reference | null;
  send(gate: CommitGate): Promise<WriteOutcome<Conclusion>>;
}

/** Everything in order, or a throw: `Held`, or an error that `failureOf` knows. Sends nothing that costs. */
export type Prepare<R extends JobRecord> = (record: R, client: ServiceClient) => Promise<Task>;

export function mapOutcome<T, U>(outcome: WriteOutcome<T>, map: (value: T) => U): WriteOutcome<U> {
  return outcome.kind === 'answered' ? { kind: 'answered', value: map(outcome.value) } : outcome;
}
