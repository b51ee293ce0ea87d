/** Reprints of an order's product. */
import { describe, expect, it } from 'vitest';
import { minutes } from '../../support/durations.ts';
import { QueueBench } from '../../support/queue-bench.ts';
import { anOrder } from '../api-client/client-under-test.ts';
import { sentChanges } from './changed-model.ts';

describe('a reprint', () => {
  const ask = (bench: QueueBench, requestKey?: string) =>
    bench.queue.enqueueChange(
      'local',
      {
        op: 'reprint',
        orderId: 100,
        orderProductId: 1,
        productTitle: 'bracket',
        quantity: 1,
        reasonId: 503,
        comment: 'One arm is broken off.',
      },
      requestKey,
    );
  const open = async () => {
    const bench = await QueueBench.open();
    bench.service.deliverLate(anOrder);
    return bench;
  };
  const reprints = (bench: QueueBench) => bench.service.orders.length - 1;
  /** An order of this queue, and the reprint of it at once. */
  const reprinted = async (behaviour: 'answer' | 'lose-answer') => {
    const bench = await QueueBench.open();
    const order = await bench.order();
    await bench.clock.settle();
    const placed = bench.job(order.id);
    bench.service.changes.push(behaviour);
    const reprint = await bench.queue.enqueueChange('local', {
      op: 'reprint',
      orderId: placed.kind === 'order' ? (placed.result?.orderId ?? 0) : 0,
      orderProductId: 1,
      productTitle: 'bracket',
      quantity: 2,
      reasonId: 503,
      comment: 'One arm is broken off.',
    });
    return { bench, order, reprint };
  };

  it('A reprint is the new order that the service names and is sent once, however often a click is repeated.', async () => {
    const bench = await open();
    const [first, second] = await Promise.all([ask(bench, 'click'), ask(bench, 'click')]);
    await bench.clock.settle();
    expect(second.id).toBe(first.id);
    expect(bench.job(first.id)).toMatchObject({ state: 'done', result: { remoteId: 101, made: 'order' } });
    expect(reprints(bench)).toBe(1);
  });

  it('A reprint that the service only says it made is named a minute later.', async () => {
    for (const restarts of [false, true]) {
      const bench = await open();
      bench.service.changes.push('say-only');
      const job = await ask(bench);
      await bench.clock.settle();
      expect(bench.job(job.id)).toMatchObject({ state: 'done', problem: null });
      if (restarts) bench.restart();
      await bench.clock.advance(minutes(5));
      expect(bench.job(job.id)).toMatchObject({ state: 'done', problem: { code: 'order-gone' } });
    }
  });

  it.each(['lose-answer', 'lose-request'] as const)(
    'A reprint is never repeated without asking (%s).',
    async (behaviour) => {
      const bench = await open();
      bench.service.changes.push(behaviour);
      const job = await ask(bench);
      await bench.clock.advance(minutes(60));
      expect(bench.job(job.id).state).toBe('unknown');
      bench.restart();
      await bench.clock.advance(minutes(48 * 60));
      expect(bench.job(job.id)).toMatchObject({
        state: 'ask',
        attempt: 1,
        problem: { code: 'reprint-unclear' },
      });
      expect(sentChanges(bench)).toHaveLength(1);
      const ids = (await bench.queue.candidates(job.id)).map(({ remoteId }) => remoteId);
      expect(ids).toEqual(behaviour === 'lose-answer' ? [101] : []);
    },
  );

  it('A reprint ends with the word of a person: it is that order, or send it again.', async () => {
    const bench = await open();
    bench.service.changes.push('lose-answer', 'lose-request');
    const there = await ask(bench);
    await bench.clock.advance(minutes(1));
    await bench.queue.resolve(there.id, { kind: 'it-is', remoteId: 101 });
    expect(bench.job(there.id)).toMatchObject({ state: 'done', result: { remoteId: 101, made: 'order' } });
    const lost = await ask(bench);
    await bench.clock.advance(minutes(1));
    await expect(bench.queue.resolve(lost.id, { kind: 'it-is', remoteId: 101 })).rejects.toMatchObject({
      code: 'already-linked',
    });
    await expect(bench.queue.resolve(lost.id, { kind: 'place-again' })).rejects.toMatchObject({
      code: 'still-looking',
    });
    await bench.clock.advance(minutes(90));
    await bench.queue.resolve(lost.id, { kind: 'place-again' });
    await bench.clock.settle();
    expect(bench.job(lost.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(reprints(bench)).toBe(2);
  });

  it('A reprint asks again if its consent is more than a day old.', async () => {
    const bench = await open();
    bench.service.isOnline = false;
    const job = await ask(bench);
    await bench.clock.advance(minutes(25 * 60));
    bench.service.isOnline = true;
    await bench.clock.advance(minutes(30));
    expect(bench.job(job.id)).toMatchObject({ wait: 'consent', problem: { code: 'consent-old' } });
    expect(sentChanges(bench)).toEqual([]);
    bench.queue.confirm(job.id);
    await bench.clock.settle();
    expect(bench.job(job.id).state).toBe('done');
  });

  it('A reprint and a lost order of the same part are not confused.', async () => {
    const { bench, order, reprint } = await reprinted('answer');
    await bench.clock.advance(minutes(100));
    expect(bench.job(reprint.id).state).toBe('done');
    // The reprint carries the order’s reference; it is no second order.
    expect(bench.job(order.id)).toMatchObject({ state: 'done', problem: null });
  });

  it('A reprint with an unknown outcome is not shown as a duplicate order and stops no other order.', async () => {
    const { bench, order, reprint } = await reprinted('lose-answer');
    await bench.clock.advance(minutes(30));
    expect(bench.job(reprint.id).state).toBe('unknown');
    expect(bench.job(order.id)).toMatchObject({ state: 'done', problem: null });
    const next = await bench.order(undefined, { lastName: 'Byron' });
    await bench.clock.advance(minutes(1));
    expect(bench.job(next.id).state).toBe('done');
    // One that came later, while nobody knew which order the reprint was, is still found.
    await bench.clock.advance(minutes(120));
    const [made] = await bench.queue.candidates(reprint.id);
    const [original] = bench.service.orders;
    if (original) bench.service.deliverLate(original.request);
    await bench.queue.resolve(reprint.id, { kind: 'it-is', remoteId: made?.remoteId ?? 0 });
    await bench.clock.advance(minutes(10));
    expect(bench.job(order.id).problem?.code).toBe('duplicate-order');
  });
});
