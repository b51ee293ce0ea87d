/** A slow or silent service holds up its own account only (found M2). */

import { expect, it } from 'vitest';
import { QueueBench } from '../../support/queue-bench.ts';
import { ScriptedService } from '../../support/scripted-service.ts';

/** A bench whose account `other` has a service of its own. */
async function withOther(): Promise<{ bench: QueueBench; other: ScriptedService }> {
  const bench = await QueueBench.open();
  const other = new ScriptedService();
  other.now = () => bench.clock.now();
  bench.clientFor = (accountId) => (accountId === 'other' ? other.client : bench.service.client);
  return { bench, other };
}

const line = (bench: QueueBench) => bench.line({ source: { modelId: 5 } });

it('An order of one account is placed while the service of another one hangs.', async () => {
  const { bench, other } = await withOther();
  other.orderings.push('hang-deaf');
  const stuck = await bench.order([await line(bench)], { accountId: 'other' });
  await bench.clock.advance(1_000);
  const order = await bench.order([await line(bench)]);
  await bench.clock.advance(1_000);
  expect(bench.job(order.id).state).toBe('done');
  expect(bench.job(stuck.id).state).toBe('armed');
});

it('Orders of one account are placed one after the other.', async () => {
  const { bench } = await withOther();
  bench.service.orderings.push('hang-deaf');
  const first = await bench.order([await line(bench)]);
  const second = await bench.order([await line(bench)]);
  await bench.clock.advance(1_000);
  expect(bench.job(first.id).state).toBe('armed');
  expect(bench.job(second.id).state).toBe('queued');
  bench.service.release();
  await bench.clock.advance(1_000);
  expect(bench.job(first.id).state).toBe('done');
  expect(bench.job(second.id).state).toBe('done');
});

it('A lost order is found while the list of another account never comes.', async () => {
  const { bench, other } = await withOther();
  other.orderings.push('lose-answer');
  const silent = await bench.order([await line(bench)], { accountId: 'other' });
  const never = new Promise<never>(() => {});
  const client = { ...other.client, probeToken: () => never, listOrders: () => never };
  await bench.clock.advance(1);
  bench.clientFor = (accountId) => (accountId === 'other' ? client : bench.service.client);
  await bench.clock.advance(10_000);
  bench.service.orderings.push('lose-answer');
  const lost = await bench.order([await line(bench)]);
  await bench.clock.advance(30_000);
  expect(bench.job(silent.id).state).toBe('unknown');
  expect(bench.job(lost.id).state).toBe('done');
});
