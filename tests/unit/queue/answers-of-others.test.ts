/** Answers that belong to another request: misrouted, or from a cache on the way (reliability: R7). */

import { describe, expect, it } from 'vitest';
import { hours, minutes } from '../../support/durations.ts';
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

describe('while the outcome of another request is open', () => {
  const orderOf = async (bench: QueueBench, modelId: number, lastName: string) =>
    bench.order([await bench.line({ source: { modelId } })], { lastName });

  const reprint = {
    op: 'reprint',
    orderId: 100,
    orderProductId: 1,
    productTitle: 'model 5',
    reasonId: 1,
    comment: 'Broken',
    quantity: 1,
  } as const;

  /**
   * Orders carry no reference. The service has the first one, lists do not show it yet, and its answer was
   * lost.
   */
  const withLost = async (behaviour: 'lose-answer' | 'lose-request' = 'lose-answer') => {
    const bench = await QueueBench.open();
    bench.orderMarks = false;
    bench.service.lag = minutes(1);
    bench.service.orderings.push(behaviour);
    const first = await orderOf(bench, 5, 'First');
    await bench.clock.advance(1_000);
    expect(bench.job(first.id).state).toBe('unknown');
    return { bench, first };
  };

  it('An answer that names an order which another job may have made is not believed.', async () => {
    const { bench, first } = await withLost();
    bench.service.orderings.push('answer-of-another');
    const second = await bench.order();
    await bench.clock.advance(2_000);
    expect(bench.job(second.id)).toMatchObject({ state: 'unknown', problem: { code: 'answer-of-another' } });
    await bench.clock.advance(minutes(5));
    const [theirs, own] = bench.service.orders.map(({ orderId }) => orderId);
    expect(bench.job(second.id)).toMatchObject({ state: 'done', result: { orderId: own } });
    await bench.clock.advance(hours(2));
    expect(await bench.queue.candidates(first.id)).toMatchObject([{ remoteId: theirs }]);
    expect(bench.service.sent).toHaveLength(3);
  });

  it('An order with a reference is found by it, and so is the other one.', async () => {
    const bench = await QueueBench.open();
    await orderOf(bench, 5, 'Before');
    await bench.clock.advance(minutes(5));
    bench.service.lag = minutes(1);
    bench.service.orderings.push('lose-answer', 'answer-of-another');
    const first = await orderOf(bench, 5, 'First');
    const second = await orderOf(bench, 5, 'Second');
    await bench.clock.advance(minutes(5));
    expect(bench.service.orders.map(({ request }) => request.lastName)).toEqual([
      'Before',
      'First',
      'Second',
    ]);
    const [, one, two] = bench.service.orders.map(({ orderId }) => orderId);
    expect(bench.job(first.id)).toMatchObject({ state: 'done', result: { orderId: one } });
    expect(bench.job(second.id)).toMatchObject({ state: 'done', result: { orderId: two } });
  });

  it('An answer counts once lists show that the order has the own parts and not those of the other job.', async () => {
    const { bench } = await withLost();
    const second = await orderOf(bench, 6, 'Second');
    await bench.clock.advance(1_000);
    expect(bench.job(second.id).state).toBe('unknown');
    await bench.clock.advance(minutes(5));
    const result = { orderId: 101, productionOrderIds: [1101] };
    expect(bench.job(second.id)).toMatchObject({ state: 'done', result });
  });

  it('An order of the same parts waits for the other job and counts once that has found its own.', async () => {
    const { bench, first } = await withLost();
    const second = await orderOf(bench, 5, 'Second');
    await bench.clock.advance(minutes(30));
    expect(bench.job(second.id).state).toBe('unknown');
    await bench.queue.resolve(first.id, { kind: 'it-is', remoteId: 100 });
    await bench.clock.advance(minutes(6));
    expect(bench.job(second.id)).toMatchObject({ state: 'done', result: { orderId: 101 } });
  });

  it('If the other job can only ask, the order of the same parts asks as well.', async () => {
    const { bench, first } = await withLost('lose-request');
    const second = await orderOf(bench, 5, 'Second');
    await bench.clock.advance(hours(2));
    expect(bench.job(first.id).state).toBe('ask');
    expect(bench.job(second.id)).toMatchObject({ state: 'ask', problem: { code: 'order-unclear' } });
    expect(await bench.queue.candidates(second.id)).toMatchObject([{ remoteId: 100 }]);
    await bench.queue.resolve(first.id, { kind: 'abandon' });
    await bench.queue.resolve(second.id, { kind: 'it-is', remoteId: 100 });
    expect(bench.service.sent).toEqual(['order First', 'order Second']);
  });

  it('An answer counts at once when no request of the other job can arrive any more.', async () => {
    const { bench, first } = await withLost('lose-request');
    await bench.clock.advance(hours(2));
    expect(bench.job(first.id).state).toBe('ask');
    const second = await orderOf(bench, 5, 'Second');
    await bench.clock.advance(1_000);
    expect(bench.job(second.id)).toMatchObject({ state: 'done', result: { orderId: 100 } });
  });

  it('What was given up a moment ago may still have made the order that an answer names.', async () => {
    const { bench, first } = await withLost();
    await bench.queue.resolve(first.id, { kind: 'abandon' });
    bench.service.orderings.push('answer-of-another');
    const second = await bench.order();
    await bench.clock.advance(minutes(5));
    expect(bench.job(second.id)).toMatchObject({ state: 'done', result: { orderId: 102 } });
  });

  it('A reprint does not take an order that another job may have made.', async () => {
    const { bench } = await withLost();
    await bench.clock.advance(minutes(2));
    bench.service.orderings.push('lose-answer');
    await orderOf(bench, 5, 'Third');
    await bench.clock.advance(1_000);
    bench.service.changes.push('answer-of-another');
    const wrong = await bench.queue.enqueueChange('local', reprint);
    await bench.clock.advance(1_000);
    expect(bench.job(wrong.id)).toMatchObject({ state: 'unknown', problem: { code: 'answer-of-another' } });
    await bench.clock.advance(hours(2));
    expect(bench.job(wrong.id)).toMatchObject({ state: 'ask', problem: { code: 'reprint-unclear' } });
  });

  it('A reprint is found by what its answer named once lists show that this has not the parts of another job.', async () => {
    const { bench } = await withLost();
    await bench.clock.advance(minutes(2));
    const again = await bench.queue.enqueueChange('local', { ...reprint, quantity: 3 });
    await bench.clock.advance(1_000);
    expect(bench.job(again.id).state).toBe('unknown');
    await bench.clock.advance(minutes(10));
    expect(bench.job(again.id)).toMatchObject({ state: 'done', result: { remoteId: 101 } });
  });
});
