/**
 * Writes down what a reconcile check concluded. The one place where a check changes a job, for all kinds of
 * jobs. A person may have resolved the job while the service was read; then nothing is written.
 */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { isFinal, isLostRecord } from '../../../src-shared/jobs/state.ts';
import type { JobRecord } from '../../db/job-record.ts';
import { afterChange } from '../changes/after-change.ts';
import { hasOpenAttempt } from '../changes/unanswered-attempts.ts';
import { backoff } from '../core/backoff.ts';
import type { QueueClock, QueueRandom } from '../core/clock.ts';
import { afterUpload } from '../core/dependencies.ts';
import type { Ledger } from '../core/ledger.ts';
import type { Conclusion } from './check.ts';
import { markGone, renumbered } from './reset-service.ts';
import { duplicateCode, rememberShown } from './watch-order.ts';

export interface RecordOptions {
  readonly ledger: Ledger;
  readonly clock: QueueClock;
  readonly random: QueueRandom;
}

export function recordConclusion(id: string, conclusion: Conclusion, options: RecordOptions): void {
  const { ledger, clock } = options;
  ledger.write(() => {
    const record = ledger.require(id);
    const { state, problem } = record.condition;
    if (conclusion.kind === 'show') {
      const { problem, result } = conclusion;
      rememberShown(record, conclusion.orderIds, ledger, clock.now());
      if (result !== undefined && record.result === null && isFinal(state))
        ledger.amend(id, (job) => ({ ...job, result }) as JobRecord);
      if (isFinal(state)) ledger.warn(id, problem);
    }
    if (conclusion.kind === 'correct' && state === 'done') {
      const { result } = conclusion;
      ledger.amend(id, (job) => ({ ...job, result }) as JobRecord);
      if (conclusion.problem !== null) ledger.warn(id, conclusion.problem);
    }
    if (conclusion.kind === 'doubt' && state === 'queued')
      ledger.change(id, { type: 'doubt', problem: conclusion.problem });
    if (state !== 'unknown' && state !== 'ask') return;
    const isShownTwice = problem?.code === duplicateCode;
    switch (conclusion.kind) {
      case 'found': {
        // A stale list hides one of two orders. Which one it is has been asked already.
        if (isShownTwice) return;
        const { result, detail } = conclusion;
        if (record.kind === 'order' && 'orderId' in result) takeNumber(record, result.orderId, ledger);
        ledger.change(id, { type: 'find' }, { rewrite: (job) => ({ ...job, result }) as JobRecord, detail });
        afterChange(ledger, id);
        afterUpload(ledger, id);
        return;
      }
      case 'absent': {
        if (state !== 'unknown') return;
        const { attempt } = record.condition;
        const refusal = ledger.reconciliation.refusalOf(id, attempt);
        // Late copies of uploads are removed. An earlier attempt of a change may still take effect.
        if (refusal !== null && (record.kind !== 'change' || !hasOpenAttempt(id, ledger, attempt))) {
          ledger.change(id, { type: 'refuse', problem: refusal }, { detail: conclusion.facts });
          afterChange(ledger, id);
          afterUpload(ledger, id);
          return;
        }
        const notBefore = earliestRepetition(record, options);
        const event = {
          type: 'prove-absent',
          proof: conclusion.proof,
          ...(notBefore && { notBefore }),
        } as const;
        ledger.change(id, event, { detail: conclusion.facts });
        return;
      }
      case 'doubt':
      case 'correct':
        return;
      case 'show':
        return ask(record, conclusion.problem, ledger);
      case 'ask':
        if (!isShownTwice) ask(record, conclusion.problem, ledger);
    }
  });
}

/**
 * The order with the mark of this job is its own; the number meant another one before the service was reset.
 */
function takeNumber({ id, accountId }: JobRecord, orderId: number, ledger: Ledger): void {
  const other = ledger.jobs.withResult(accountId, 'order', orderId, id);
  if (other === null) return;
  markGone(other, ledger);
  ledger.warn(other.id, renumbered(orderId));
}

/** Asks a person, or changes what is asked. */
function ask({ id, condition }: JobRecord, problem: Problem, ledger: Ledger): void {
  const { state, problem: asked } = condition;
  if (state === 'unknown') ledger.change(id, { type: 'give-up', problem }, { detail: problem });
  // A record that cannot be trusted stays marked as damaged: nothing may be sent from it again.
  else if (isLostRecord(condition) && problem.code !== duplicateCode) return;
  else if (asked?.code !== problem.code || asked.message !== problem.message) ledger.setProblem(id, problem);
}

/**
 * Epoch ms; undefined: at once. What was absent has waited for the token's end if it is an order; other jobs
 * are repeated sooner and with growing pauses.
 */
function earliestRepetition(
  { kind, condition }: JobRecord,
  { clock, random }: RecordOptions,
): number | undefined {
  const { failures } = condition;
  if (kind === 'order' || (kind === 'upload' && failures === 0)) return undefined;
  return clock.now() + backoff(failures, random);
}
