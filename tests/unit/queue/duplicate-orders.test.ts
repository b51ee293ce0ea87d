/** Orders that look alike: recognised by their parts alone, or placed twice at the service. */
import { describe, expect, it } from 'vitest';
import { CodedError } from '../../../src-shared/result.ts';
import { hours, minutes } from '../../support/durations.ts';
import { rejectionCode } from '../../support/error-code.ts';
import { QueueBench } from '../../support/queue-bench.ts';
import { foreign, setUp } from './lost-order.ts';

describe('an order that was told by its parts alone', () => {
  /** Its request is lost; somebody else's order of the same parts appears and is taken for it. */
  const taken = async () => {
    const bench = await QueueBench.open();
    bench.service.filters = 'ignored';
    const line = await bench.line();
    const before = await bench.line({ source: { modelId: 5 } });
    await bench.order([before], { lastName: 'Before' });
    bench.service.orderings.push('answer', 'lose-request');
    const order = await bench.order([line]);
    await bench.clock.settle();
    expect(bench.job(order.id).state).toBe('unknown');
    const [model] = bench.service.models;
    if (!model) throw new Error('nothing uploaded');
    foreign(bench, 300, model.modelId);
    await bench.clock.advance(minutes(1));
    expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 300 }, problem: null });
    return { bench, order, modelId: model.modelId };
  };

  it('A second order like one recognised by its parts is shown once and stops nothing.', async () => {
    const { bench, order, modelId } = await taken();
    foreign(bench, 301, modelId);
    await bench.clock.advance(minutes(15));
    const { problem } = bench.job(order.id);
    expect(problem?.code).toBe('ambiguous-order');
    expect(problem?.message).toMatch(/Order 301 has the same parts as order 300/);
    expect(bench.queue.counts().needsYou).toBe(1);
    bench.restart();
    expect(bench.queue.counts().needsYou).toBe(1);
    const next = await bench.order([await bench.line({ source: { modelId: 5 } })], { lastName: 'Next' });
    await bench.clock.settle();
    expect(bench.job(next.id).state).toBe('done');
    bench.queue.acknowledge(order.id);
    expect(bench.queue.counts().needsYou).toBe(0);
    await bench.clock.advance(hours(3));
    bench.restart();
    await bench.clock.advance(hours(3));
    expect(bench.job(order.id)).toMatchObject({ state: 'done', problem: null });
  });

  it('Orders of other parts, or of this queue, raise no question about an order recognised by its parts.', async () => {
    const { bench, modelId } = await taken();
    foreign(bench, 301, modelId, 3);
    foreign(bench, 302, 6);
    await bench.order([await bench.line({ source: { modelId } })], { lastName: 'Again' });
    await bench.clock.advance(hours(3));
    expect(bench.queue.list().filter(({ problem }) => problem !== null)).toEqual([]);
  });

  it('An order is not recognised by its parts if the list of orders is incomplete.', async () => {
    const bench = await QueueBench.open();
    bench.orderMarks = false;
    bench.service.hiddenOrders = 1;
    bench.service.orderings.push('lose-answer');
    const order = await bench.order();
    await bench.clock.advance(minutes(80));
    expect(bench.job(order.id)).toMatchObject({ state: 'ask', problem: { code: 'order-unclear' } });
    expect(await bench.queue.candidates(order.id)).toMatchObject([{ remoteId: 101 }]);
  });

  it('An order is not recognised by a model that somebody else has ordered before.', async () => {
    const bench = await QueueBench.open();
    bench.service.filters = 'ignored';
    await bench.order([await bench.line({ source: { modelId: 5 } })], { lastName: 'Before' });
    await bench.clock.settle();
    bench.queue.setPaused(true);
    const upload = await bench.upload(undefined, 'bracket');
    bench.queue.setPaused(false);
    await bench.clock.settle();
    expect(bench.job(upload.id).state).toBe('done');
    const modelId = bench.service.models[0]?.modelId ?? 0;
    foreign(bench, 300, modelId, 1);
    bench.service.orderings.push('lose-request');
    const order = await bench.order([await bench.line()]);
    await bench.clock.settle();
    foreign(bench, 301, modelId);
    await bench.clock.advance(minutes(80));
    expect(bench.service.models).toHaveLength(1);
    expect(bench.job(order.id)).toMatchObject({ state: 'ask', problem: { code: 'order-unclear' } });
    expect(await bench.queue.candidates(order.id)).toMatchObject([{ remoteId: 301 }]);
  });
});

describe('one order twice at the service', () => {
  const again = (bench: QueueBench) => {
    const placed = bench.service.orders.at(-1);
    if (!placed) throw new Error('nothing placed');
    return bench.service.deliverLate(placed.request);
  };

  it('Where no line is found as it was sent, a second order of a file uploaded for this order alone is shown.', async () => {
    const bench = await QueueBench.open();
    bench.service.storedLine = (line) => line.toLowerCase();
    const order = await bench.order();
    await bench.clock.settle();
    expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 101 }, problem: null });
    const second = again(bench);
    await bench.clock.advance(minutes(16));
    expect(bench.job(order.id)).toMatchObject({ state: 'done', problem: { code: 'ambiguous-order' } });
    expect(bench.job(order.id).problem?.message).toContain(`Order ${second} has the same parts as order 101`);
    bench.queue.acknowledge(order.id);
    // Nothing can be said of a model that anybody may order.
    const other = await bench.order([await bench.line({ source: { modelId: 5 } })], { lastName: 'Other' });
    await bench.clock.settle();
    again(bench);
    await bench.clock.advance(hours(2));
    expect(bench.job(other.id)).toMatchObject({ state: 'done', problem: null });
  });

  it('A duplicate order is shown after a good answer and stops paid work until a person has seen it.', async () => {
    const bench = await QueueBench.open();
    const line = await bench.line({ source: { modelId: 5 } });
    const order = await bench.order([line]);
    await bench.clock.settle();
    const second = again(bench);
    await bench.clock.advance(minutes(2));
    const shown = bench.job(order.id);
    expect(shown).toMatchObject({
      state: 'done',
      result: { orderId: 100 },
      problem: { code: 'duplicate-order' },
    });
    expect(shown.problem?.message).toContain(`100 and ${second}`);
    expect(bench.queue.counts().needsYou).toBe(1);
    const held = await bench.order([line], { lastName: 'Next' });
    await bench.clock.settle();
    expect(bench.job(held.id)).toMatchObject({ state: 'queued', wait: 'frozen' });
    bench.restart();
    await bench.clock.advance(hours(2));
    expect(bench.job(held.id)).toMatchObject({ state: 'queued', wait: 'frozen' });
    // Uploads cost nothing and continue.
    const upload = await bench.upload();
    await bench.clock.settle();
    expect(bench.job(upload.id).state).toBe('done');
    bench.queue.acknowledge(order.id);
    await bench.clock.settle();
    expect(bench.job(order.id).problem).toBeNull();
    expect(bench.job(held.id).state).toBe('done');
    // The warning is given once.
    await bench.clock.advance(hours(3));
    expect(bench.job(order.id).problem).toBeNull();
  });

  it('A duplicate is shown after a second reading where nothing proves that the filter works.', async () => {
    const bench = await QueueBench.open();
    const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
    await bench.clock.settle();
    const second = again(bench);
    foreign(bench, 300);
    // The service has archived the first one, or changed its address.
    const { getOrder } = bench.service.client;
    bench.service.client.getOrder = async (orderId, filters) => {
      if (orderId === 100) throw new CodedError('not-found', 'There is no such order.');
      return getOrder(orderId, filters);
    };
    await bench.clock.advance(minutes(10));
    expect(bench.job(order.id)).toMatchObject({ state: 'done', problem: { code: 'duplicate-order' } });
    expect(bench.job(order.id).problem?.message).toContain(`100 and ${second}`);
  });

  it('A duplicate order with a lost answer asks, and either one can be chosen.', async () => {
    const { bench, order } = await setUp('lose-answer', undefined, minutes(2));
    const second = again(bench);
    await bench.clock.advance(10_000);
    expect(bench.job(order.id)).toMatchObject({ state: 'ask', problem: { code: 'duplicate-order' } });
    // A list that lags shows one of them only; the question stays.
    const [hidden] = bench.service.orders.splice(-1);
    await bench.clock.advance(minutes(40));
    expect(bench.job(order.id)).toMatchObject({ state: 'ask', problem: { code: 'duplicate-order' } });
    if (hidden) bench.service.orders.push(hidden);
    expect((await bench.queue.candidates(order.id)).map((one) => one.remoteId)).toEqual([second, 101]);
    expect(
      await rejectionCode(bench.queue.resolve(order.id, { kind: 'place-again', confirmedTotal: 9.45 })),
    ).toBe('found-meanwhile');
    await bench.queue.resolve(order.id, { kind: 'it-is', remoteId: 101 });
    expect(bench.job(order.id)).toMatchObject({ state: 'done', problem: null });
    expect(bench.queue.counts().needsYou).toBe(0);
    await bench.clock.advance(hours(3));
    expect(bench.job(order.id).problem).toBeNull();
  });
});
