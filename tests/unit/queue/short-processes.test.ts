/** Processes that live for seconds, as commands do, come to a conclusion together (reliability: R11; R19). */

import { expect, it } from 'vitest';
import { minutes } from '../../support/durations.ts';
import { QueueBench } from '../../support/queue-bench.ts';

/** A command that runs for 20 seconds, after a pause in which no process runs. */
const runAfter = async (bench: QueueBench, pause: number) => {
  await bench.queue.stop();
  bench.cut();
  await bench.clock.advance(pause);
  bench.boot();
  await bench.clock.advance(20_000);
};

it('A lost upload is sent again by a later process, and its order follows.', async () => {
  const bench = await QueueBench.open();
  bench.service.uploads.push('lose-request');
  const order = await bench.order();
  await bench.clock.advance(20_000);
  const [upload] = bench.queue.list();
  expect(bench.job(upload?.id ?? '').state).toBe('unknown');
  await runAfter(bench, 10_000);
  expect(bench.job(upload?.id ?? '').state).toBe('unknown');
  await runAfter(bench, minutes(1));
  expect(bench.job(order.id).state).toBe('done');
  expect(bench.service.models).toHaveLength(1);
});

it('A duplicate that the network makes is shown by a later process.', async () => {
  const bench = await QueueBench.open();
  const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
  await bench.clock.advance(20_000);
  expect(bench.job(order.id)).toMatchObject({ state: 'done', problem: null });
  const [first] = bench.service.orders;
  if (!first) throw new Error('no order');
  bench.service.deliverLate(first.request);
  await runAfter(bench, minutes(30));
  expect(bench.job(order.id)).toMatchObject({ problem: { code: 'duplicate-order' } });
});

it('A placed order is checked three times for a duplicate, however many processes there are.', async () => {
  const bench = await QueueBench.open();
  bench.orderMarks = true;
  await bench.order([await bench.line({ source: { modelId: 5 } })]);
  await bench.clock.advance(20_000);
  for (let count = 0; count < 3; count++) await runAfter(bench, minutes(120));
  const asked = bench.service.asked;
  for (let count = 0; count < 3; count++) await runAfter(bench, minutes(120));
  expect(bench.service.asked).toBe(asked);
});

it('A process that has checked nothing yet says by when an outcome will be known.', async () => {
  const bench = await QueueBench.open();
  bench.service.orderings.push('error-answer');
  const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
  await bench.clock.advance(5_000);
  const { knownBy } = bench.job(order.id);
  expect(knownBy).toBeGreaterThan(bench.clock.now());
  bench.cut();
  bench.sends = false;
  bench.boot();
  expect(bench.job(order.id)).toMatchObject({ state: 'unknown', knownBy });
  await bench.clock.advance(60 * 60_000);
  expect(bench.job(order.id)).toMatchObject({ state: 'unknown', knownBy: null });
});
