import '../../support/english.ts';
import { describe, expect, it } from 'vitest';
import { jobGroup } from '../../../src-renderer/ui/words/job-group.ts';
import { jobWords } from '../../../src-renderer/ui/words/job-words.ts';
import { cartNotShown, earlierAttempt, earlierChange } from '../../../src-shared/jobs/change-effect.ts';
import { finalStates, type Job, jobStates, waitReasons } from '../../../src-shared/jobs/job.ts';
import { changeJob, orderJob, uploadJob } from '../../support/samples.ts';

const time = (at: number) => `t${at}`;
const words = (job: Job, jobs: Job[] = []) => jobWords(job, { time, jobs });

describe('the words of a job', () => {
  it('say something whole for every state and every reason to wait', () => {
    const all: Job[] = [
      ...jobStates.flatMap((state) => [orderJob({ state }), uploadJob({ state }), changeJob({ state })]),
      ...waitReasons.flatMap((wait) => [orderJob({ wait }), uploadJob({ wait }), changeJob({ wait })]),
    ];
    for (const job of all) {
      const { sentence, next, state } = words(job);
      expect(sentence).toMatch(/[.]$/);
      if (next !== null) expect(next).toMatch(/[.]$/);
      expect(state).not.toBe('');
      expect(`${sentence}${next}`).not.toMatch(/undefined|null{2}|NaN/);
    }
  });

  it('never offer to send again what may have been sent', () => {
    for (const state of ['committed', 'unknown', 'ask', ...finalStates] as const) {
      for (const job of [orderJob({ state }), uploadJob({ state }), changeJob({ state })]) {
        expect(words(job).actions).not.toContain('retry');
      }
    }
    for (const state of ['committed', 'unknown', 'done'] as const) {
      expect(words(orderJob({ state })).actions).not.toContain('cancel');
    }
  });

  it('tell consent to a price from a lost answer', () => {
    const price = orderJob({
      wait: 'consent',
      problem: { code: 'price-rose', message: 'The price rose.' },
      offer: { total: 13, currency: 'USD', unitPrices: [6.5], quotedAt: 5 },
    });
    expect(words(price).actions).toEqual(['confirm', 'cancel']);
    expect(jobGroup(price)).toBe('needs-you');
    const lost = orderJob({ state: 'ask', problem: { code: 'cut-off', message: 'Not found.' } });
    expect(words(lost).actions).toEqual(['resolve', 'evidence']);
    expect(jobGroup(lost)).toBe('needs-you');
  });

  it('count the uploads that an order waits for, and say when one of them stands in its way', () => {
    const done = uploadJob({ id: 'a', state: 'done' });
    const running = uploadJob({ id: 'b', state: 'armed' });
    const order = orderJob({ wait: 'dependency', dependsOn: ['a', 'b'] });
    expect(words(order, [done, running, order]).sentence).toContain('1 of 2');
    const refused = { ...running, state: 'rejected' as const };
    expect(words(order, [done, refused, order]).next).toContain('cannot go on');
  });

  it('do not say that the service refused what was never sent', () => {
    const problem = { code: 'upload-failed', message: 'It was not sent, because “a.stl” was not uploaded.' };
    const { sentence, next } = words(orderJob({ state: 'rejected', problem }));
    expect(`${sentence} ${next}`).not.toContain('refused');
    expect(words(orderJob({ state: 'rejected' })).sentence).toContain('refused');
  });

  it('ask for nothing while Fabdesk finds out by itself, and say by when', () => {
    const lost = orderJob({ state: 'unknown', knownBy: 99 });
    expect(jobGroup(lost)).toBe('active');
    expect(words(lost).next).toContain('t99');
    expect(words(orderJob({ state: 'unknown' })).next).not.toContain('undefined');
  });

  it('say why something is tried again although nothing general holds it', () => {
    const problem = { code: 'price-missing', message: 'The service names no price for “bracket”.' };
    const { sentence, next, actions } = words(orderJob({ wait: null, notBefore: 55, problem }));
    expect(sentence).toContain('names no price');
    expect(next).toContain('t55');
    expect(actions).toContain('retry');
  });

  it('say of a change behind another one since when, for what and until when it waits, and that nothing failed', () => {
    for (const code of [earlierChange, earlierAttempt, cartNotShown]) {
      const problem = { code, message: 'It goes after an earlier change.' };
      const job = changeJob({ createdAt: 11, updatedAt: 44, notBefore: 55, problem });
      const { sentence, next, tone, actions } = words(job);
      expect(sentence).toContain('t11');
      expect(sentence).toContain(problem.message);
      expect(next).toMatch(/^It goes on by itself .*looks again at t55\.$/);
      expect(tone).toBe('neutral');
      expect(actions).toEqual(['hold', 'cancel']);
      expect(words({ ...job, notBefore: null }).next).not.toContain('again');
      // What holds everything comes first.
      expect(words({ ...job, wait: 'network' }).sentence).toContain('connection');
    }
    const problem = { code: earlierAttempt, message: 'A copy may still arrive.' };
    expect(words(changeJob({ problem })).next).toContain('70 minutes');
  });

  it('tell what a person held back from working offline', () => {
    const held = uploadJob({ wait: 'paused', problem: { code: 'held-back', message: 'You held it back.' } });
    expect(words(held).actions).toEqual(['resume', 'cancel']);
    expect(words(uploadJob({ wait: 'paused' })).sentence).toContain('offline');
  });

  it('show an order that the service holds twice until it was seen', () => {
    const twice = orderJob({
      state: 'done',
      result: { orderId: 7, productionOrderIds: [] },
      problem: { code: 'duplicate-order', message: 'The service holds this order more than once: 7 and 9.' },
    });
    expect(jobGroup(twice)).toBe('needs-you');
    expect(words(twice)).toMatchObject({ actions: ['acknowledge', 'evidence'] });
    expect(words(twice).sentence).toContain('7 and 9');
  });

  it('show another order from which an order cannot be told, and do not call it held', () => {
    const twin = orderJob({
      state: 'done',
      result: { orderId: 7, productionOrderIds: [] },
      problem: { code: 'ambiguous-order', message: 'Fabdesk took order 7 for it. 9 came later.' },
    });
    expect(jobGroup(twin)).toBe('needs-you');
    expect(words(twin)).toMatchObject({ state: 'Not certain', actions: ['acknowledge', 'evidence'] });
    expect(words(twin).next).toContain('Nothing waits');
  });

  it('name the time of the next try', () => {
    expect(words(orderJob({ wait: 'rate', notBefore: 77 })).next).toContain('t77');
  });
});
