/**
 * A gateway before the service may refuse in its own words, also after the service acted (reliability: R7).
 */

import { expect, it } from 'vitest';
import { QueueBench } from '../../support/queue-bench.ts';

const minutes = (count: number) => count * 60_000;

it('An order that a gateway refused after the service took it is found and not sent again.', async () => {
  const bench = await QueueBench.open();
  bench.service.orderings.push('gateway-refuses-after');
  const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
  await bench.clock.advance(minutes(1));
  expect(bench.job(order.id).state).toBe('done');
  await bench.clock.advance(minutes(120));
  expect(bench.service.orders).toHaveLength(1);
});

it('An order that a gateway refused is rejected with its words once it certainly did not arrive.', async () => {
  const bench = await QueueBench.open();
  bench.service.orderings.push('gateway-refuses');
  const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
  await bench.clock.advance(minutes(5));
  expect(bench.job(order.id).state).toBe('unknown');
  await bench.clock.advance(minutes(15));
  expect(bench.job(order.id)).toMatchObject({
    state: 'rejected',
    problem: { code: 'refused', message: 'Blocked by policy.' },
  });
  expect(bench.service.sent).toHaveLength(1);
});

it('An upload that a gateway refused is rejected too where the service sends no dates.', async () => {
  const bench = await QueueBench.open();
  bench.service.hasDates = false;
  bench.service.uploads.push('gateway-refuses');
  const upload = await bench.upload();
  await bench.clock.advance(minutes(30));
  expect(bench.job(upload.id).state).toBe('unknown');
  await bench.clock.advance(minutes(60));
  expect(bench.job(upload.id).state).toBe('rejected');
});

it('A restart between the refusal and the proof changes nothing.', async () => {
  const bench = await QueueBench.open();
  bench.service.orderings.push('gateway-refuses');
  const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
  await bench.clock.advance(minutes(5));
  bench.restart();
  await bench.clock.advance(minutes(20));
  expect(bench.job(order.id).state).toBe('rejected');
  expect(bench.service.sent).toHaveLength(1);
});

it('An upload that a gateway refused is rejected, and its order with it.', async () => {
  const bench = await QueueBench.open();
  bench.service.uploads.push('gateway-refuses');
  const order = await bench.order();
  await bench.clock.advance(minutes(20));
  expect(bench.job(order.id)).toMatchObject({ state: 'rejected', problem: { code: 'upload-failed' } });
  expect(bench.service.sent).toHaveLength(1);
});
