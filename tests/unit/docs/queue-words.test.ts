/** The table of docs/cli.md that shows what `fabdesk queue` says about an order in each state. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type JobState, jobStates, type WaitReason, waitReasons } from '../../../src-shared/jobs/job.ts';
import { jobText } from '../../../src-shared/jobs/job-text.ts';
import { measuringEnds } from '../../../src-shared/jobs/measuring.ts';
import { english } from '../../../src-shared/messages/english.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { orderJob } from '../../support/samples.ts';

/** The times of an order that was asked for at 10:00. */
const times: Readonly<Record<number, string>> = { 1: '10:00', 2: '10:15', [measuringEnds(1)]: '10:15' };
const context = { messages: english, time: (at: number) => times[at] ?? '', jobs: [] };
const from = { createdAt: 1, updatedAt: 1 };
const placed = { orderId: 1042, productionOrderIds: [] };

const problem = (
  code:
    | 'refused'
    | 'still-measuring'
    | 'order-unclear'
    | 'order-gone'
    | 'duplicate-order'
    | 'late-order'
    | 'restored',
  text: ReturnType<typeof ref>,
) => ({
  code,
  message: '',
  text,
});
const orders = ['1042', '1043'];
const problems: Partial<Record<JobState, ReturnType<typeof problem>>> = {
  ask: problem('order-unclear', ref('problems.orderUnclear', { count: 2 })),
};

/** What is sent again by itself, what asks, and what has ended. */
const jobs = [
  ...waitReasons.map((wait: WaitReason) => [`waits: ${wait}`, orderJob({ ...from, wait })] as const),
  [
    'waits: measuring',
    orderJob({
      ...from,
      problem: problem('still-measuring', ref('problems.measuring', { title: 'bracket' })),
    }),
  ] as const,
  ...jobStates.map((state: JobState) => {
    const isKnown = state === 'unknown' ? { knownBy: 2 } : {};
    const result = state === 'done' ? placed : null;
    return [
      state,
      orderJob({ ...from, state, ...isKnown, result, problem: problems[state] ?? null }),
    ] as const;
  }),
  [
    'done, not compared yet',
    orderJob({ ...from, state: 'done', result: placed, isCompared: false }),
  ] as const,
  ['rejected, not compared yet', orderJob({ ...from, state: 'rejected', isCompared: false })] as const,
  [
    'done, and not there',
    orderJob({
      ...from,
      state: 'done',
      result: { ...placed, isGone: true },
      problem: problem('order-gone', ref('problems.orderNeverThere', { order: '1042' })),
    }),
  ] as const,
  [
    'done, and there twice',
    orderJob({
      ...from,
      state: 'done',
      result: placed,
      problem: problem('duplicate-order', ref('problems.duplicate', { orders })),
    }),
  ] as const,
  [
    'cancelled, and placed all the same',
    orderJob({
      ...from,
      state: 'cancelled',
      result: placed,
      problem: problem('late-order', ref('problems.late.cancelled', { orders: ['1042'], count: 1 })),
    }),
  ] as const,
];

it('The command line’s page shows what the queue says about an order in each state.', () => {
  const rows = jobs.map(([name, job]) => {
    const { state, sentence, next } = jobText(job, context);
    return `| ${name} | ${state} | ${sentence} | ${next ?? ''} |`;
  });
  const page = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
  expect(page).toContain(rows.join('\n'));
});
