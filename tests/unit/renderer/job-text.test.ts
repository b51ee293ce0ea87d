import type { Problem } from '../../../src-shared/jobs/job.ts';
import '../../support/english.ts';
import { describe, expect, it } from 'vitest';
import { jobText } from '../../../src-renderer/ui/jobs/job-text.ts';
import { cartNotShown, earlierAttempt, earlierChange } from '../../../src-shared/jobs/change-effect.ts';
import { finalStates, type Job, jobStates, waitReasons } from '../../../src-shared/jobs/job.ts';
import { jobGroup } from '../../../src-shared/jobs/job-group.ts';
import { changeJob, orderJob, uploadJob } from '../../support/samples.ts';

const time = (at: number) => `t${at}`;
const text = (job: Job, jobs: Job[] = []) => jobText(job, { time, jobs });

describe('Job texts', () => {
  it('Every state and wait reason has complete sentences.', () => {
    const all: Job[] = [
      ...jobStates.flatMap((state) => [orderJob({ state }), uploadJob({ state }), changeJob({ state })]),
      ...waitReasons.flatMap((wait) => [orderJob({ wait }), uploadJob({ wait }), changeJob({ wait })]),
    ];
    for (const job of all) {
      const { sentence, next, state } = text(job);
      expect(sentence).toMatch(/[.]$/);
      if (next !== null) expect(next).toMatch(/[.]$/);
      expect(state).not.toBe('');
      expect(`${sentence}${next}`).not.toMatch(/undefined|null{2}|NaN/);
    }
  });

  it('A job that may have been sent never offers a retry.', () => {
    for (const state of ['committed', 'unknown', 'ask', ...finalStates] as const) {
      for (const job of [orderJob({ state }), uploadJob({ state }), changeJob({ state })]) {
        expect(text(job).actions).not.toContain('retry');
      }
    }
    for (const state of ['committed', 'unknown', 'done'] as const) {
      expect(text(orderJob({ state })).actions).not.toContain('cancel');
    }
  });

  it('A price confirmation differs from a lost answer.', () => {
    const price = orderJob({
      wait: 'consent',
      problem: { code: 'price-rose', message: 'The price rose.' },
      offer: {
        parts: 13,
        total: 13.65,
        currency: 'USD',
        unitPrices: [6.5],
        models: [],
        shippingPrice: null,
        quotedAt: 5,
      },
    });
    expect(text(price).actions).toEqual(['confirm', 'cancel']);
    expect(jobGroup(price)).toBe('needs-you');
    const lost = orderJob({ state: 'ask', problem: { code: 'cut-off', message: 'Not found.' } });
    expect(text(lost).actions).toEqual(['resolve', 'evidence']);
    expect(jobGroup(lost)).toBe('needs-you');
  });

  it('An order counts its uploads and names the one that failed.', () => {
    const done = uploadJob({ id: 'a', state: 'done' });
    const running = uploadJob({ id: 'b', state: 'armed' });
    const order = orderJob({ wait: 'dependency', dependsOn: ['a', 'b'] });
    expect(text(order, [done, running, order]).sentence).toContain('1 of 2');
    const refused = { ...running, state: 'rejected' as const };
    expect(text(order, [done, refused, order]).next).toContain('cannot continue');
  });

  it('An order that was never sent is not called refused.', () => {
    const problem: Problem = {
      code: 'upload-failed',
      message: 'It was not sent, because “a.stl” was not uploaded.',
    };
    const { sentence, next } = text(orderJob({ state: 'rejected', problem }));
    expect(`${sentence} ${next}`).not.toContain('refused');
    expect(text(orderJob({ state: 'rejected' })).sentence).toContain('refused');
  });

  it('A lost answer asks nothing and says by when it is known.', () => {
    const lost = orderJob({ state: 'unknown', knownBy: 99 });
    expect(jobGroup(lost)).toBe('active');
    expect(text(lost).next).toContain('t99');
    expect(text(orderJob({ state: 'unknown' })).next).not.toContain('undefined');
  });

  it('A retried job says why and when.', () => {
    const problem: Problem = { code: 'price-missing', message: 'The service names no price for “bracket”.' };
    const { sentence, next, actions } = text(orderJob({ wait: null, notBefore: 55, problem }));
    expect(sentence).toContain('names no price');
    expect(next).toContain('t55');
    expect(actions).toContain('retry');
  });

  it('A change behind another one says what it waits for, without a failure.', () => {
    for (const code of [earlierChange, earlierAttempt, cartNotShown] as const) {
      const problem: Problem = { code, message: 'It goes after an earlier change.' };
      const job = changeJob({ createdAt: 11, updatedAt: 44, notBefore: 55, problem });
      const { sentence, next, tone, actions } = text(job);
      expect(sentence).toContain('t11');
      expect(sentence).toContain(problem.message);
      expect(next).toMatch(/^Continues .* Next check at t55\.$/);
      expect(tone).toBe('neutral');
      expect(actions).toEqual(['hold', 'cancel']);
      expect(text({ ...job, notBefore: null }).next).not.toContain('Next check');
      // What holds everything comes first.
      expect(text({ ...job, wait: 'network' }).sentence).toContain('connection');
    }
    const problem: Problem = { code: earlierAttempt, message: 'A copy may still arrive.' };
    expect(text(changeJob({ problem })).next).toContain('80 minutes');
  });

  it('A job on hold differs from working offline.', () => {
    const held = uploadJob({ wait: 'paused', problem: { code: 'held-back', message: 'You held it back.' } });
    expect(text(held).actions).toEqual(['resume', 'cancel']);
    expect(text(uploadJob({ wait: 'paused' })).sentence).toContain('offline');
  });

  it('A duplicate order is shown until a person confirms it.', () => {
    const twice = orderJob({
      state: 'done',
      result: { orderId: 7, productionOrderIds: [] },
      problem: { code: 'duplicate-order', message: 'The service holds this order more than once: 7 and 9.' },
    });
    expect(jobGroup(twice)).toBe('needs-you');
    expect(text(twice)).toMatchObject({ actions: ['acknowledge', 'evidence'] });
    expect(text(twice).sentence).toContain('7 and 9');
  });

  it('An ambiguous order is shown as not certain.', () => {
    const identical = orderJob({
      state: 'done',
      result: { orderId: 7, productionOrderIds: [] },
      problem: { code: 'ambiguous-order', message: 'Fabdesk took order 7 for it. 9 came later.' },
    });
    expect(jobGroup(identical)).toBe('needs-you');
    expect(text(identical)).toMatchObject({ state: 'Not certain', actions: ['acknowledge', 'evidence'] });
    expect(text(identical).next).toContain('Other orders are not held up');
  });

  it('The time of the next attempt is shown.', () => {
    expect(text(orderJob({ wait: 'rate', notBefore: 77 })).next).toContain('t77');
  });
});
