/** A person's actions on a job in the queue, except resolving an unknown outcome (resolve.ts). */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { isUnsigned, isWarning } from '../../../src-shared/jobs/job-group.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { JobRecord } from '../../db/job-record.ts';
import { mainError, mainProblem } from '../../main-error.ts';
import { afterChange } from '../changes/after-change.ts';
import { agreedAnew } from '../core/agreed.ts';
import { allDone } from '../core/dependencies.ts';
import type { EnqueueOptions } from '../core/enqueue.ts';
import type { Ledger } from '../core/ledger.ts';
import { signProposal } from '../core/proposals.ts';

const heldBack: Problem = mainProblem('held-back', ref('problems.heldBack'));

/** Throws `needed-by-order`, and `too-late` if it may have been sent. */
export function cancelJob(jobId: string, ledger: Ledger): void {
  const { kind } = ledger.require(jobId);
  if (kind === 'upload' && ledger.jobs.dependents(jobId).length > 0)
    throw mainError('needed-by-order', ref('problems.neededByOrder'));
  ledger.write(() => {
    ledger.change(jobId, { type: 'cancel' });
    afterChange(ledger, jobId);
  });
}

/** Ends the wait of a job for a time, the network or sign-in. Throws `not-waiting`. */
export function releaseJob(jobId: string, ledger: Ledger): JobRecord {
  const record = ledger.require(jobId);
  const { state, wait } = record.condition;
  // An obstacle that no agreement removes may have disappeared at the service.
  const canAgree = record.kind !== 'order' || record.offer !== null;
  if (state !== 'queued' || (wait === 'consent' && canAgree) || wait === 'dependency') {
    throw mainError('not-waiting', ref('problems.notWaiting'));
  }
  if (allDone(ledger, record)) ledger.change(jobId, { type: 'release' });
  else ledger.change(jobId, { type: 'hold', wait: 'dependency', notBefore: null, problem: null });
  return record;
}

/** Leaves a waiting job alone until `releaseJob`. Throws `not-waiting`. */
export function holdJob(jobId: string, ledger: Ledger): void {
  const { state, wait } = ledger.require(jobId).condition;
  if (state !== 'queued' || wait === 'consent') throw mainError('not-waiting', ref('problems.notHoldable'));
  ledger.change(jobId, { type: 'hold', wait: 'paused', notBefore: null, problem: heldBack });
}

/**
 * Agrees to the current price, signs a proposal, or confirms a reprint again. Throws `nothing-to-confirm`,
 * `price-changed`, `proposal-ended`.
 */
export function confirmJob(jobId: string, confirmedTotal: number | undefined, options: EnqueueOptions): void {
  const { ledger, clock } = options;
  const record = ledger.require(jobId);
  const { state, wait } = record.condition;
  const offer = record.kind === 'order' ? record.offer : null;
  const hasTotal = record.kind !== 'change';
  if (state !== 'queued' || wait !== 'consent' || (hasTotal && offer === null))
    throw mainError('nothing-to-confirm', ref('problems.nothingToConfirm'));
  if (hasTotal && !(Math.abs((offer?.total ?? 0) - (confirmedTotal ?? Number.NaN)) <= 0.005))
    throw mainError('price-changed', ref('problems.priceChangedAgain'));
  if (record.kind === 'order' && isUnsigned(record)) signProposal(record, options);
  else ledger.change(jobId, { type: 'release' }, { rewrite: (job) => consented(job, clock.now()) });
}

/** Before or behind everything else that waits; an order takes its uploads with it. Throws `not-waiting`. */
export function prioritizeJob(jobId: string, place: 'first' | 'last', ledger: Ledger): void {
  const { dependsOn, condition } = ledger.require(jobId);
  if (condition.state !== 'queued') throw mainError('not-waiting', ref('problems.notMovable'));
  ledger.write(() => {
    for (const id of [...dependsOn, jobId]) {
      const { condition, lane } = ledger.require(id);
      if (condition.state !== 'queued') continue;
      const outer = ledger.jobs.outerPriority(lane, place) ?? 0;
      const priority = place === 'first' ? outer - 1 : outer + 1;
      ledger.amend(id, (job) => ({ ...job, priority }));
    }
  });
}

/**
 * A person has seen the warning about an ended job; what became of the job stays. Throws
 * `nothing-to-confirm`.
 */
export function acknowledgeJob(jobId: string, ledger: Ledger): void {
  if (!isWarning(ledger.require(jobId).condition))
    throw mainError('nothing-to-confirm', ref('problems.nothingToAcknowledge'));
  ledger.endWarning(jobId);
}

/** The order with the offer accepted, or the reprint confirmed anew. */
function consented(job: JobRecord, now: number): JobRecord {
  if (job.kind === 'change' && job.payload.op === 'reprint')
    return { ...job, payload: { ...job.payload, consentAt: now } };
  if (job.kind !== 'order' || job.offer === null) return job;
  const agreed = agreedAnew(job, job.offer, now);
  const { proposal } = agreed.payload;
  if (proposal?.budget === undefined) return agreed;
  // From now on it is the person's order, and no longer one within the budget.
  const { budget: _, ...signed } = proposal;
  return { ...agreed, payload: { ...agreed.payload, proposal: { ...signed, signedAt: now } } };
}
