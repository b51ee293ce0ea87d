/** Answers that belong to another request: misrouted, or from a cache on the way (reliability: R7). */

import { expect, it } from 'vitest';
import { QueueBench } from '../../support/queue-bench.ts';

const orderOfModel = async (bench: QueueBench, lastName: string) =>
  bench.order([await bench.line({ source: { modelId: 5 } })], { lastName });

it('An answer that names an earlier order is not believed, and the own order is found.', async () => {
  const bench = await QueueBench.open();
  const first = await orderOfModel(bench, 'First');
  await bench.clock.settle();
  bench.service.orderings.push('answer-of-another');
  const second = await orderOfModel(bench, 'Second');
  await bench.clock.settle();
  expect(bench.job(second.id)).toMatchObject({ state: 'unknown', problem: { code: 'answer-of-another' } });
  await bench.clock.advance(10_000);
  expect(bench.service.orders.map(({ orderId }) => orderId)).toEqual([100, 101]);
  expect(bench.job(first.id)).toMatchObject({ state: 'done', result: { orderId: 100 } });
  expect(bench.job(second.id)).toMatchObject({ state: 'done', result: { orderId: 101 } });
});

it('An answer that names an order of another program is not believed either.', async () => {
  const bench = await QueueBench.open();
  await orderOfModel(bench, 'First');
  await bench.clock.settle();
  const [known] = bench.service.orders;
  if (!known) throw new Error('no order to copy');
  const foreign = bench.service.deliverLate({ ...known.request, lastName: 'Colleague', address3: '' });
  bench.service.orderings.push('answer-of-another');
  const order = await orderOfModel(bench, 'Own');
  await bench.clock.advance(10_000);
  expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: foreign + 1 } });
});

it('An upload whose answer names the model of another file is found by its mark.', async () => {
  const bench = await QueueBench.open();
  const first = await bench.upload('solid one', 'one.stl');
  await bench.clock.settle();
  bench.service.uploads.push('answer-of-another');
  const second = await bench.upload('solid two', 'two.stl');
  await bench.clock.advance(10_000);
  expect(bench.job(first.id)).toMatchObject({ state: 'done', result: { modelId: 100 } });
  expect(bench.job(second.id)).toMatchObject({ state: 'done', result: { modelId: 101 } });
  expect(bench.service.models).toHaveLength(2);
});

it('A reprint and a customised product do not take what was there before.', async () => {
  const bench = await QueueBench.open();
  await orderOfModel(bench, 'First');
  await bench.clock.settle();
  bench.service.addModel('earlier');
  bench.service.changes.push('answer-of-another', 'answer-of-another');
  const again = await bench.queue.enqueueChange('local', {
    op: 'reprint',
    orderId: 100,
    orderProductId: 1,
    productTitle: 'model 5',
    reasonId: 1,
    comment: 'Broken',
    quantity: 1,
  });
  await bench.clock.settle();
  expect(bench.job(again.id)).toMatchObject({ state: 'unknown', problem: { code: 'answer-of-another' } });
  const product = await bench.queue.enqueueChange('local', {
    op: 'customise',
    spin: 'ABC',
    text: 'Ada',
  });
  await bench.clock.settle();
  expect(bench.job(product.id)).toMatchObject({ state: 'unknown', problem: { code: 'answer-of-another' } });
});
