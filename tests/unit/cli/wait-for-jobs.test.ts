import { afterEach, expect, it, vi } from 'vitest';
import { usualPatience, waitForJobs } from '../../../src-main/hosts/cli/app/wait-for-jobs.ts';
import type { Host } from '../../../src-main/hosts/cli/declare.ts';
import type { AppClient } from '../../../src-shared/ipc/contract.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { orderJob } from '../../support/samples.ts';

const out = { progress: () => {}, t: () => '', say: () => '' };
const host = { signal: new AbortController().signal, out } as unknown as Host;

/** The application with these jobs, which says nothing by itself. */
const appWith = (jobs: readonly Job[]) =>
  ({ on: () => () => {}, invoke: async () => ({ ok: true, value: jobs }) }) as unknown as AppClient;

afterEach(() => {
  vi.useRealTimers();
});

/** How long somebody waits for these jobs, ms. */
async function waited(jobs: readonly Job[]): Promise<number> {
  vi.useFakeTimers();
  const before = Date.now();
  let ended = Number.POSITIVE_INFINITY;
  const ids = jobs.map(({ id }) => id);
  void waitForJobs(host, appWith(jobs), ids).then(() => {
    ended = Date.now() - before;
  });
  await vi.advanceTimersByTimeAsync(120_000);
  return ended;
}

it.each([
  ['an order behind another one that asks', { state: 'queued', wait: 'frozen' }, usualPatience.unknown],
  ['an order whose outcome is open', { state: 'unknown' }, usualPatience.unknown],
  ['an order without a connection', { state: 'queued', wait: 'network' }, usualPatience.network],
  ['an order that asks', { state: 'queued', wait: 'consent' }, 0],
  ['an order on its way', { state: 'committed' }, Number.POSITIVE_INFINITY],
] as const)('A command waits for %s only as long as that may help.', async (_what, state, ms) => {
  expect(await waited([orderJob({ id: '0198aaaa', ...state })])).toBe(ms);
});

it('What waits behind an order that is held ends with it.', async () => {
  const held = orderJob({ id: '0198aaaa', state: 'queued', wait: 'frozen' });
  const behind = orderJob({ id: '0198bbbb', state: 'queued', dependsOn: [held.id] });
  expect(await waited([held, behind])).toBe(usualPatience.unknown);
});
