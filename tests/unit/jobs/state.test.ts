/**
 * Every state x every event. The table is written by hand from docs/reliability.md (reliability: R8), one row
 * per event; transitions that a row does not name must be refused.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src-shared/jobs/job.ts';
import {
  finalStates,
  type JobState,
  jobStates,
  type WaitReason,
  waitReasons,
} from '../../../src-shared/jobs/job.ts';
import {
  type JobCondition,
  type JobEvent,
  mayBeSent,
  newCondition,
  type ProofKind,
  transition,
} from '../../../src-shared/jobs/state.ts';
import { seed } from '../../support/seed.ts';

const problem: Problem = { code: 'refused', message: 'Something.' };
const hold = { wait: 'network' as WaitReason, notBefore: 5000, problem };

type Arrow = JobState | readonly [JobState, ProofKind];
interface Row {
  readonly event: JobEvent;
  readonly to: Partial<Record<JobState, Arrow>>;
}

const rows: readonly Row[] = [
  // QUEUED | deps DONE, lease, rate, auth, disk ok | PREPARING (or WAIT_...)
  { event: { type: 'lease' }, to: { queued: 'preparing' } },
  { event: { type: 'hold', ...hold }, to: { queued: 'queued' } },
  { event: { type: 'release' }, to: { queued: 'queued' } },
  // PREPARING | spool re-hashed, consent fresh, mark chosen | ARMED
  { event: { type: 'arm' }, to: { preparing: 'armed' } },
  // ARMED | all but last byte written | COMMITTED
  { event: { type: 'commit' }, to: { armed: 'committed' } },
  // ARMED | crash or abort | QUEUED (certain); a crash after COMMITTED is UNKNOWN
  { event: { type: 'unsent', ...hold }, to: { preparing: 'queued', armed: 'queued' } },
  {
    event: { type: 'crash', problem },
    to: { preparing: 'queued', armed: 'queued', committed: 'unknown' },
  },
  // COMMITTED | full success body, checks pass | DONE
  { event: { type: 'answer' }, to: { committed: 'done' } },
  // COMMITTED | documented rejection | REJECTED, or QUEUED with proof
  {
    event: { type: 'refuse', problem },
    to: { armed: 'rejected', committed: 'rejected', unknown: 'rejected' },
  },
  {
    event: { type: 'refuse-for-now', ...hold },
    to: { armed: 'queued', committed: ['queued', 'documented-refusal'] },
  },
  { event: { type: 'withhold', ...hold }, to: { committed: ['queued', 'last-byte-withheld'] } },
  // COMMITTED | anything else | UNKNOWN
  { event: { type: 'lose', problem }, to: { committed: 'unknown' } },
  // UNKNOWN | mark found | DONE; token quiescent, absent twice | QUEUED with proof; not provable | ASK
  { event: { type: 'find' }, to: { unknown: 'done', ask: 'done' } },
  {
    event: { type: 'prove-absent', proof: 'absent-for-good' },
    to: { unknown: ['queued', 'absent-for-good'] },
  },
  {
    event: { type: 'prove-absent', proof: 'absent-so-far', notBefore: 7000 },
    to: { unknown: ['queued', 'absent-so-far'] },
  },
  { event: { type: 'give-up', problem }, to: { unknown: 'ask' } },
  // ASK | user | DONE / QUEUED(proof USER_SAYS_ABSENT) / ABANDONED
  { event: { type: 'user-finds' }, to: { ask: 'done' } },
  { event: { type: 'user-says-absent' }, to: { ask: ['queued', 'user-says-absent'] } },
  { event: { type: 'user-abandons' }, to: { ask: 'abandoned' } },
  // any, unsent | user; bad row_sum | CANCELLED / POISON
  { event: { type: 'cancel' }, to: { queued: 'cancelled', preparing: 'cancelled', armed: 'cancelled' } },
  {
    event: { type: 'damage', problem },
    to: { queued: 'poison', preparing: 'poison', armed: 'poison', committed: 'unknown', unknown: 'ask' },
  },
  // The rows that the document does not have.
  { event: { type: 'doubt', problem }, to: { queued: 'unknown', preparing: 'unknown', armed: 'unknown' } },
  { event: { type: 'fail-dependency', problem }, to: { queued: 'rejected' } },
];

const inState = (state: JobState): JobCondition => ({ ...newCondition, state, attempt: 1 });

describe('transition', () => {
  for (const { event, to } of rows) {
    for (const state of jobStates) {
      const arrow = to[state];
      it(`${event.type} in ${state}: ${arrow ? String(arrow) : 'refused'}`, () => {
        const answer = transition(inState(state), event);
        if (arrow === undefined) {
          expect(answer.ok).toBe(false);
          return;
        }
        if (!answer.ok) throw new Error(`refused: ${answer.reason}`);
        const [expected, proof] = typeof arrow === 'string' ? [arrow, null] : arrow;
        expect(answer.condition.state).toBe(expected);
        expect(answer.proof).toBe(proof);
      });
    }
  }

  it('The later attempt counts in evidence that a job may have been sent.', () => {
    const doubt = (attempt: number) =>
      transition(inState('queued'), { type: 'doubt', problem, attempt }) as { condition?: JobCondition };
    expect(doubt(3).condition?.attempt).toBe(3);
    expect(doubt(0).condition?.attempt).toBe(1);
  });

  it('The pauses between unanswered attempts grow.', () => {
    const again = transition(inState('unknown'), {
      type: 'prove-absent',
      proof: 'absent-so-far',
      notBefore: 7000,
    });
    expect(again).toMatchObject({ condition: { failures: 1, notBefore: 7000 } });
  });

  it('A refused transition names its reason: final, too late to cancel, no such step.', () => {
    expect(transition(inState('done'), { type: 'cancel' })).toEqual({ ok: false, reason: 'final' });
    for (const state of ['committed', 'unknown', 'ask'] as const) {
      expect(transition(inState(state), { type: 'cancel' })).toEqual({ ok: false, reason: 'too-late' });
    }
    expect(transition(inState('queued'), { type: 'commit' })).toEqual({ ok: false, reason: 'no-such-step' });
  });

  it('A lease increases the attempt number, which stays until the next one.', () => {
    const leased = transition(newCondition, { type: 'lease' });
    expect(leased.ok && leased.condition.attempt).toBe(1);
    const again = transition(inState('preparing'), { type: 'unsent', ...hold });
    expect(again.ok && again.condition).toMatchObject({
      attempt: 1,
      failures: 1,
      wait: 'network',
      notBefore: 5000,
    });
  });

  it('Three deaths in a row stop a job, and only an orderly end restarts the count.', () => {
    const die = (deaths: number) => transition({ ...inState('armed'), deaths }, { type: 'crash', problem });
    expect(die(0)).toMatchObject({ condition: { state: 'queued', deaths: 1 } });
    expect(die(1)).toMatchObject({ condition: { state: 'queued', deaths: 2 } });
    expect(die(2)).toMatchObject({ condition: { state: 'poison', problem } });
    const orderly = transition({ ...inState('armed'), deaths: 2 }, { type: 'unsent', ...hold });
    expect(orderly).toMatchObject({ condition: { deaths: 0 } });
  });

  it('A continued job loses its wait, its time and its problem.', () => {
    const held: JobCondition = { ...newCondition, wait: 'rate', notBefore: 9, problem };
    expect(transition(held, { type: 'lease' })).toMatchObject({
      condition: { wait: null, notBefore: null, problem: null },
    });
  });

  it('sent.log learns what was sent and its outcome.', () => {
    const log = (state: JobState, event: JobEvent) => {
      const answer = transition(inState(state), event);
      return answer.ok ? answer.log : 'refused';
    };
    expect(log('armed', { type: 'commit' })).toBe('committed');
    expect(log('committed', { type: 'answer' })).toBe('done');
    expect(log('committed', { type: 'refuse', problem })).toBe('rejected');
    expect(log('committed', { type: 'refuse-for-now', ...hold })).toBe('requeued');
    expect(log('committed', { type: 'lose', problem })).toBe('unknown');
    expect(log('unknown', { type: 'prove-absent', proof: 'absent-for-good' })).toBe('requeued');
    expect(log('ask', { type: 'user-abandons' })).toBe('abandoned');
    expect(log('queued', { type: 'cancel' })).toBe('cancelled');
    expect(log('armed', { type: 'unsent', ...hold })).toBeNull();
    expect(log('queued', { type: 'lease' })).toBeNull();
  });

  it('The invariants of a job hold under any sequence of events.', () => {
    const anyEvent = fc.constantFrom(...rows.map((row) => row.event));
    const anyWait = fc.constantFrom(...waitReasons);
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), anyWait, (events, wait) => {
        let job = newCondition;
        for (const event of events) {
          const answer = transition(job, 'wait' in event ? { ...event, wait } : event);
          if (!answer.ok) continue;
          const { condition, proof, log } = answer;
          // I4: what may have been sent is queued again only with a proof, and no proof is given without
          // reason.
          const backToQueued = mayBeSent(job.state) && condition.state === 'queued';
          expect(proof !== null).toBe(backToQueued);
          if (backToQueued) expect(log).toBe('requeued');
          // Only what was committed first becomes done.
          if (condition.state === 'done') expect(mayBeSent(job.state)).toBe(true);
          if (condition.state !== 'queued') expect(condition.wait).toBeNull();
          expect(finalStates.has(job.state)).toBe(false);
          expect(condition.attempt - job.attempt).toBe(event.type === 'lease' ? 1 : 0);
          job = condition;
        }
      }),
      { seed, numRuns: 2000 },
    );
  });
});
