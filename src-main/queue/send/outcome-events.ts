/**
 * Turns the outcome of an attempt into an event for the state machine. Outcomes and errors are interpreted
 * here for all kinds of jobs. Writes nothing to the database; holds the account's jobs if the failure
 * concerns all of them.
 */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { type Hold, type JobEvent, mayBeSent } from '../../../src-shared/jobs/state.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { type AppError, toAppError } from '../../../src-shared/result.ts';
import type { WriteOutcome } from '../../api-client/service-client.ts';
import type { JobRecord } from '../../db/job-record.ts';
import { mainProblem, problemOf } from '../../main-error.ts';
import { backoff } from '../core/backoff.ts';
import type { QueueClock, QueueRandom } from '../core/clock.ts';
import { diskPatience, diskProblemOf } from '../core/disk-problem.ts';
import type { Ledger } from '../core/ledger.ts';
import { type Failure, failureOf, Held, SentBefore } from '../core/step-failure.ts';
import { holdChanges, withdrawConsents } from '../core/withdraw-consents.ts';
import type { AccountThrottle } from './account-throttle.ts';
import { mayWait, refusedUnmeasured, sinceNow } from './measuring.ts';
import type { AnswerMeaning } from './task.ts';

export interface Decision {
  readonly event: JobEvent;
  readonly rewrite?: (record: JobRecord) => JobRecord;
  /** Stored as evidence. */
  readonly detail?: unknown;
  /** Further changes in the same transaction, after the event. */
  readonly afterwards?: (ledger: Ledger) => void;
}

export interface OutcomeOptions {
  readonly throttle: AccountThrottle;
  readonly clock: QueueClock;
  readonly random: QueueRandom;
}

/** Called after sending. `record` is armed, or committed if the commit gate was passed. */
export function afterSending(
  record: JobRecord,
  outcome: WriteOutcome<AnswerMeaning>,
  options: OutcomeOptions,
): Decision {
  const committed = mayBeSent(record.condition.state);
  switch (outcome.kind) {
    case 'answered': {
      const conclusion = outcome.value;
      if (!committed) return { event: { type: 'doubt', problem: early } };
      if (conclusion.kind === 'mismatch')
        return {
          event: { type: 'lose', problem: conclusion.problem },
          ...(conclusion.claim && { detail: conclusion.claim }),
          afterwards: rememberAnswer(record, null),
        };
      const { result } = conclusion;
      return { event: { type: 'answer' }, rewrite: (job) => ({ ...job, result }) as JobRecord };
    }
    case 'refused': {
      const failure = failureOf(outcome.error);
      const isMeasuring = failure.kind === 'measuring';
      const now = options.clock.now();
      // Only these pass by themselves: an expired token, too many calls, and a model that is not measured
      // yet.
      const passes =
        outcome.status === 401 || outcome.status === 429 || (isMeasuring && mayWait(record, now));
      if (!passes) {
        const problem = isMeasuring ? refusedUnmeasured(record, outcome.error) : problemOf(outcome.error);
        return { event: { type: 'refuse', problem }, detail: outcome };
      }
      return {
        event: { type: 'refuse-for-now', ...holdFor(record, failure, options) },
        ...(isMeasuring && { rewrite: sinceNow(now) }),
        detail: outcome,
      };
    }
    case 'unsent': {
      const failure = failureOf(outcome.error);
      if (failure.kind === 'damage' && !committed)
        return { event: { type: 'damage', problem: failure.problem } };
      const hold = holdFor(record, failure, options);
      return { event: { type: committed ? 'withhold' : 'unsent', ...hold }, detail: outcome };
    }
    case 'unknown': {
      const type = committed ? 'lose' : 'doubt';
      return {
        event: { type, problem: problemOf(outcome.error) },
        detail: outcome,
        ...(outcome.isAnswered === true && { afterwards: rememberAnswer(record, outcome.refusal ?? null) }),
      };
    }
  }
}

/** Something sent this order, and this folder does not know it. */
function distrustFolder(ledger: Ledger): void {
  withdrawConsents(ledger);
  holdChanges(ledger);
}

/** Token quiescence needs this: an attempt that was answered is not on its way any more. */
const rememberAnswer =
  ({ id, condition }: JobRecord, refusal: AppError | null) =>
  ({ reconciliation }: Ledger): void =>
    reconciliation.setAnswered(id, condition.attempt, refusal && problemOf(refusal));

/** After an error while preparing, or a fault of Fabdesk. Throws what must end the queue. */
export function afterThrow(record: JobRecord, thrown: unknown, options: OutcomeOptions): Decision {
  if (mayBeSent(record.condition.state))
    return { event: { type: 'lose', problem: problemOf(toAppError(thrown)) } };
  if (thrown instanceof SentBefore) {
    const { problem, isOlderCopy } = thrown;
    const event = { type: 'doubt', problem } as const;
    return isOlderCopy ? { event, afterwards: distrustFolder } : { event };
  }
  if (thrown instanceof Held) {
    const { wait, problem, offer, whenHeld } = thrown;
    return {
      afterwards: whenHeld,
      event: { type: 'unsent', wait, notBefore: null, problem },
      rewrite: (job) => (job.kind === 'order' ? { ...job, offer } : job),
    };
  }
  const error = toAppError(thrown);
  const disk = diskProblemOf(thrown);
  const failure: Failure = disk ? { kind: 'disk', problem: disk } : failureOf(error);
  if (failure.kind === 'superseded') throw thrown;
  if (failure.kind === 'damage') return { event: { type: 'damage', problem: failure.problem } };
  return {
    event: { type: 'unsent', ...holdFor(record, failure, options) },
    ...(failure.kind === 'measuring' && { rewrite: sinceNow(options.clock.now()) }),
  };
}

/** The hold that follows from a failure: for this job, and through the throttle for its account. */
function holdFor({ accountId, condition }: JobRecord, failure: Failure, options: OutcomeOptions): Hold {
  const { throttle, clock, random } = options;
  switch (failure.kind) {
    case 'network': {
      const notBefore = throttle.networkFailed(accountId);
      throttle.changed.emit(accountId);
      return { wait: 'network', notBefore, problem: failure.problem };
    }
    case 'rate': {
      const until = throttle.pause(accountId, failure.retryAt);
      throttle.changed.emit(accountId);
      const notBefore = longerEachTime(until, clock.now(), condition.failures + 1);
      return { wait: 'rate', notBefore, problem: failure.problem };
    }
    case 'sign-in':
      throttle.signInFailed(accountId);
      throttle.changed.emit(accountId);
      return { wait: 'sign-in', notBefore: null, problem: failure.problem };
    case 'disk':
      return { wait: 'disk', notBefore: clock.now() + diskPatience, problem: failure.problem };
    case 'measuring':
      return {
        wait: null,
        notBefore: clock.now() + Math.min(backoff(condition.failures + 1, random), longestMeasuringPause),
        problem: failure.problem,
      };
    case 'expired':
      return { wait: null, notBefore: clock.now() + backoff(condition.failures, random), problem: null };
    case 'later':
    case 'damage': {
      const known = failure.kind === 'later' ? failure.retryAt : null;
      const notBefore = known ?? clock.now() + backoff(condition.failures + 1, random);
      return { wait: null, notBefore, problem: failure.problem };
    }
    case 'stopped':
    case 'superseded':
      return { wait: null, notBefore: null, problem: null };
  }
}

/** How long a job waits at most before it asks again whether its models are measured, in ms. */
const longestMeasuringPause = 20_000;

/** Up to this, a job waits longer than the service asks, in ms. */
const longestRateWait = 5 * 60_000;

/**
 * When a job that was rate-limited is tried again, epoch ms. What it asked before it was stopped counts
 * against the limit too: a job that began again as soon as one call is free could spend the calls that its
 * last request needs, every time.
 */
function longerEachTime(until: number, now: number, attempts: number): number {
  const asked = until - now;
  return now + Math.max(asked, Math.min(asked * attempts, longestRateWait));
}

const early: Problem = mainProblem('early-answer', ref('problems.earlyAnswer'));
