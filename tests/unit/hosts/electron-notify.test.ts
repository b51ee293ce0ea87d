/** What the person is notified of while working in another program. */
import { afterEach, expect, it } from 'vitest';
import { AppEvents } from '../../../src-main/app/events.ts';
import { notify } from '../../../src-main/hosts/electron/notify.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { english } from '../../../src-shared/messages/english.ts';
import { succeed } from '../../../src-shared/result.ts';
import { Notification } from '../../support/electron/notification.ts';
import { orderJob, uploadJob } from '../../support/samples.ts';

afterEach(() => Notification.shown.splice(0));

function setUp(isInFront = false) {
  const events = new AppEvents();
  let opened = 0;
  const end = notify(
    { client: { invoke: async () => succeed({} as never), on: events.on } },
    { isInFront: () => isInFront, messages: async () => english, open: () => (opened += 1) },
  );
  /** @returns the texts of all notifications so far */
  async function happens(...jobs: Job[]) {
    for (const job of jobs) events.emit('job', job);
    await new Promise((resolve) => setImmediate(resolve));
    return Notification.shown.map(({ text }) => text);
  }
  return { happens, end, opened: () => opened };
}

const problem = { code: 'refused', message: 'The wall is too thin.' } as const;
const refused = uploadJob({ id: 'a', state: 'rejected', problem });

it('A refusal is reported once, with its reason, however often the job changes.', async () => {
  const { happens } = setUp();
  expect(await happens(uploadJob({ id: 'a', state: 'committed' }), refused, refused)).toEqual([
    expect.stringContaining('The wall is too thin.'),
  ]);
  expect(await happens({ ...refused, updatedAt: refused.updatedAt + 1 })).toHaveLength(1);
});

it.each([
  ['an order that is placed', orderJob({ state: 'done' }), 1],
  ['an order whose price rose', orderJob({ state: 'queued', wait: 'consent' }), 1],
  ['a job that asks', uploadJob({ state: 'ask' }), 1],
  ['a job that failed', uploadJob({ state: 'poison' }), 1],
  ['an upload that is done', uploadJob({ state: 'done' }), 0],
  ['a job that waits for the network', uploadJob({ state: 'queued', wait: 'network' }), 0],
  ['a cancelled job', orderJob({ state: 'cancelled' }), 0],
])('Of %s there is a notification or not.', async (_what, job, count) => {
  expect(await setUp().happens(job)).toHaveLength(count);
});

it('Nothing is reported to a person who sees the window, or after the end.', async () => {
  expect(await setUp(true).happens(refused)).toEqual([]);
  const { happens, end } = setUp();
  end();
  expect(await happens(refused)).toEqual([]);
});

it('A click opens the queue.', async () => {
  const { happens, opened } = setUp();
  await happens(refused);
  Notification.shown[0]?.emit('click');
  expect(opened()).toBe(1);
});
