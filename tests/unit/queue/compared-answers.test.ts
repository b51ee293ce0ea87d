/**
 * What a service says is compared with what it lists: services answer one thing and book another, show a page
 * and count only that, and give out their numbers again after they were reset (reliability: R21).
 */
import { describe, expect, it } from 'vitest';
import { minutes } from '../../support/durations.ts';
import { QueueBench } from '../../support/queue-bench.ts';
import { foreign } from './lost-order.ts';

const orderOf = async (bench: QueueBench, modelId: number, lastName: string) =>
  bench.order([await bench.line({ source: { modelId } })], { lastName });

/** One order is placed, and shows in every reading by now. */
async function withOne(change: (service: QueueBench['service']) => unknown = () => {}) {
  const bench = await QueueBench.open();
  change(bench.service);
  const first = await orderOf(bench, 5, 'First');
  await bench.clock.advance(minutes(2));
  expect(bench.job(first.id)).toMatchObject({ state: 'done', result: { orderId: 100 }, problem: null });
  return { bench, first };
}

const booked = ({ service }: QueueBench) =>
  service.orders.map(({ orderId, request }) => `${orderId} ${request.lastName}`);

describe('a service that was restored from an older backup', () => {
  it('Orders that it has no longer are named, nothing is sent before that was seen, and then all goes once.', async () => {
    const { bench, first } = await withOne();
    const second = await orderOf(bench, 6, 'Second');
    await bench.clock.advance(minutes(2));
    bench.service.restore(1);
    const again = await orderOf(bench, 6, 'Again');
    const third = await orderOf(bench, 7, 'Third');
    await bench.clock.advance(minutes(30));
    expect(booked(bench)).toEqual(['100 First']);
    const { problem } = bench.job(second.id);
    expect(problem?.code).toBe('order-gone');
    expect(problem?.message).toContain('The service no longer has order 101');
    expect(bench.job(again.id)).toMatchObject({ state: 'queued', wait: 'frozen' });
    expect(bench.queue.counts().needsYou).toBe(1);
    bench.restart();
    expect(bench.job(third.id)).toMatchObject({ state: 'queued', wait: 'frozen' });
    bench.queue.acknowledge(second.id);
    await bench.clock.advance(minutes(120));
    expect(booked(bench)).toEqual(['100 First', '101 Again', '102 Third']);
    expect(bench.job(again.id)).toMatchObject({ state: 'done', result: { orderId: 101 }, problem: null });
    expect(bench.job(second.id)).toMatchObject({ state: 'done', result: { isGone: true }, problem: null });
    expect(bench.job(first.id).problem).toBeNull();
  });

  it('An order of the same model, but of more pieces, is not the own one: nothing is bought or cancelled.', async () => {
    const { bench } = await withOne();
    const second = await orderOf(bench, 6, 'Second');
    await bench.clock.advance(minutes(2));
    bench.service.restore(1);
    foreign(bench, 101, 6, 3);
    const cancel = await bench.queue.enqueueChange('local', { op: 'cancel-order', orderId: 101 });
    await bench.clock.settle();
    expect(bench.job(cancel.id)).toMatchObject({ state: 'rejected', problem: { code: 'order-gone' } });
    expect(bench.service.cancelled.size).toBe(0);
    const next = await orderOf(bench, 7, 'Next');
    await bench.clock.advance(minutes(1));
    expect(bench.job(next.id)).toMatchObject({ state: 'queued', wait: 'frozen' });
    bench.queue.acknowledge(cancel.id);
    await bench.clock.advance(minutes(1));
    expect(bench.job(next.id)).toMatchObject({ state: 'queued', wait: 'frozen' });
    expect(bench.job(second.id)).toMatchObject({ problem: { code: 'order-gone' } });
  });

  it('What carries the own mark is the own order, also under a number that another job had.', async () => {
    const bench = await QueueBench.open();
    const first = await orderOf(bench, 5, 'First');
    // So soon that the first order may be missing in lists for another reason.
    await bench.clock.advance(10_000);
    bench.service.restore(0);
    const again = await orderOf(bench, 5, 'Again');
    await bench.clock.advance(minutes(120));
    expect(booked(bench)).toEqual(['100 Again']);
    expect(bench.job(again.id)).toMatchObject({ state: 'done', result: { orderId: 100 } });
    expect(bench.job(first.id)).toMatchObject({
      state: 'done',
      result: { isGone: true },
      problem: { code: 'order-gone' },
    });
  });

  it('An order that is another one now shows that too; old orders that a service drops do not.', async () => {
    const { bench, first } = await withOne();
    bench.service.restore(0);
    strangers(bench, 100, 8);
    const next = await orderOf(bench, 6, 'Next');
    await bench.clock.advance(minutes(1));
    expect(bench.job(next.id)).toMatchObject({ wait: 'frozen' });
    expect(bench.job(first.id).problem?.code).toBe('order-gone');

    const { bench: other } = await withOne();
    await orderOf(other, 6, 'Second');
    await other.clock.advance(minutes(2));
    other.service.orders.shift();
    const last = await orderOf(other, 6, 'Last');
    await other.clock.advance(5_000);
    expect(other.job(last.id).state).toBe('done');
  });
});

/** Somebody else's order under this number. */
function strangers(bench: QueueBench, orderId: number, modelId: number): void {
  const request = {
    lastName: 'Stranger',
    items: [{ modelId, materialId: 6, quantity: 1 }],
    address2: '',
    address3: '',
  };
  bench.service.orders.push({ orderId, at: bench.clock.now(), request: request as never });
}

describe('a list of orders that counts itself', () => {
  it('A lost order behind such a page is found by its number and its mark, and never bought twice.', async () => {
    const { bench } = await withOne();
    bench.service.countsPageOf = 20;
    bench.service.orderings.push('lose-answer');
    const lost = await orderOf(bench, 5, 'Lost');
    await bench.clock.settle();
    for (let number = 102; number < 124; number++) foreign(bench, number, 8);
    await bench.clock.advance(minutes(120));
    expect(bench.job(lost.id)).toMatchObject({ state: 'done', result: { orderId: 101 } });
    expect(bench.service.sent).toHaveLength(2);
  });

  it('Where it cannot be found, a person is asked.', async () => {
    const { bench } = await withOne();
    bench.service.countsPageOf = 20;
    for (let number = 101; number < 119; number++) foreign(bench, number, 8);
    bench.service.orderings.push('lose-request');
    const lost = await orderOf(bench, 5, 'Lost');
    await bench.clock.settle();
    for (let number = 119; number < 160; number++) foreign(bench, number, 8);
    await bench.clock.advance(minutes(120));
    expect(bench.job(lost.id)).toMatchObject({ state: 'ask', problem: { code: 'orders-incomplete' } });
    expect(bench.service.sent).toHaveLength(2);
  });
});

describe('an order that is booked and then refused', () => {
  it.each(['token-expired-after', 'rate-limit-after'] as const)(
    'After %s it is found before it would be sent again.',
    async (behaviour) => {
      for (const lag of [0, minutes(1)]) {
        const { bench } = await withOne();
        bench.service.lag = lag;
        bench.service.orderings.push(behaviour);
        const order = await orderOf(bench, 5, 'Once');
        await bench.clock.advance(minutes(10));
        expect(booked(bench)).toEqual(['100 First', '101 Once']);
        expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 101 } });
      }
    },
  );

  it.each([
    ['ignores the filter', 'ignored', (line: string) => line],
    ['drops the line with the mark', 'narrow', () => ''],
  ] as const)(
    'Where the service %s, a person decides before it would be sent again.',
    async (_what, filters, storedLine) => {
      const { bench } = await withOne((service) => Object.assign(service, { filters, storedLine }));
      bench.service.orderings.push('rate-limit-after');
      const order = await orderOf(bench, 5, 'Once');
      await bench.clock.advance(minutes(120));
      expect(booked(bench)).toEqual(['100 First', '101 Once']);
      expect(bench.job(order.id).state).toBe('ask');
    },
  );

  it('Without a reference, a person decides before it would be sent again.', async () => {
    const { bench } = await withOne();
    bench.orderMarks = false;
    bench.service.orderings.push('token-expired-after');
    const order = await orderOf(bench, 5, 'Once');
    await bench.clock.advance(minutes(120));
    expect(booked(bench)).toEqual(['100 First', '101 Once']);
    expect(bench.job(order.id).state).toBe('ask');
    await bench.queue.resolve(order.id, { kind: 'it-is', remoteId: 101 });
    expect(bench.job(order.id).state).toBe('done');
  });

  it('After a refusal it is shown a minute later, and stops paid work until that was seen.', async () => {
    const { bench } = await withOne();
    bench.service.orderings.push('refuse-after');
    const order = await orderOf(bench, 5, 'Refused');
    await bench.clock.settle();
    expect(bench.job(order.id)).toMatchObject({ state: 'rejected', isCompared: false });
    await bench.clock.advance(minutes(2));
    expect(bench.job(order.id)).toMatchObject({
      state: 'rejected',
      problem: { code: 'late-order' },
      result: { orderId: 101 },
    });
    expect(bench.job(order.id).problem?.message).toContain('Do not order it again');
  });

  it('The same again, seconds after such a refusal, asks before a second one is bought.', async () => {
    const { bench } = await withOne();
    bench.service.orderings.push('refuse-after');
    await orderOf(bench, 5, 'Refused');
    await bench.clock.advance(10_000);
    const again = await orderOf(bench, 5, 'Again');
    await bench.clock.advance(10_000);
    expect(booked(bench)).toEqual(['100 First', '101 Refused']);
    expect(bench.job(again.id)).toMatchObject({ state: 'queued', wait: 'consent' });
    expect(bench.job(again.id).problem?.message).toContain('now lists order 101');
  });

  it('A refusal that is true is confirmed by the list.', async () => {
    const { bench } = await withOne();
    bench.service.orderings.push('refuse');
    const order = await orderOf(bench, 5, 'Refused');
    await bench.clock.settle();
    expect(bench.job(order.id).isCompared).toBe(false);
    await bench.clock.advance(minutes(2));
    expect(bench.job(order.id)).toMatchObject({
      state: 'rejected',
      problem: { code: 'refused' },
      isCompared: true,
    });
  });
});

describe('an answer that is not true', () => {
  it('An order that does not exist is said not to be there.', async () => {
    const { bench, first } = await withOne();
    bench.service.orderings.push('say-only');
    const order = await orderOf(bench, 5, 'Phantom');
    await bench.clock.settle();
    expect(bench.job(order.id)).toMatchObject({ state: 'done', isCompared: false });
    await bench.clock.advance(minutes(10));
    const { problem } = bench.job(order.id);
    expect(problem?.code).toBe('order-gone');
    expect(problem?.message).toContain('it does not list that order');
    expect(bench.job(first.id)).toMatchObject({ problem: null, isCompared: true });
  });

  it('An answer with the number of a stranger is corrected, and nobody is told to cancel the stranger’s order.', async () => {
    const { bench } = await withOne();
    bench.service.orderings.push('name-strangers');
    const order = await orderOf(bench, 5, 'Own');
    await bench.clock.settle();
    expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 102 } });
    await bench.clock.advance(minutes(10));
    expect(bench.job(order.id)).toMatchObject({
      state: 'done',
      result: { orderId: 101 },
      problem: { code: 'order-corrected' },
    });
    expect(bench.job(order.id).problem?.message).toContain('Order 102 is not yours from here');
    const next = await orderOf(bench, 5, 'Next');
    await bench.clock.settle();
    expect(bench.job(next.id).state).toBe('done');
  });

  it('A cancellation that was not done is said.', async () => {
    const { bench } = await withOne();
    bench.service.changes.push('say-only');
    const cancel = await bench.queue.enqueueChange('local', { op: 'cancel-order', orderId: 100 });
    await bench.clock.settle();
    expect(bench.job(cancel.id)).toMatchObject({ state: 'done', problem: null, isCompared: false });
    await bench.clock.advance(minutes(2));
    expect(bench.job(cancel.id)).toMatchObject({ state: 'done', problem: { code: 'not-cancelled' } });
    bench.queue.acknowledge(cancel.id);
    await bench.clock.advance(minutes(60));
    expect(bench.job(cancel.id).problem).toBeNull();
    const again = await bench.queue.enqueueChange('local', { op: 'cancel-order', orderId: 100 });
    await bench.clock.advance(minutes(2));
    expect(bench.job(again.id)).toMatchObject({ state: 'done', problem: null, isCompared: true });
  });
});
