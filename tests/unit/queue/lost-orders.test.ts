/**
 * The outcome of an order whose answer was lost (reliability: R9; R11; R12): how it is found at the service.
 */
import { describe, expect, it } from 'vitest';
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import { noExtras } from '../../../src-shared/jobs/order-extras.ts';
import { hours, minutes } from '../../support/durations.ts';
import { address } from '../../support/jobs.ts';
import { QueueBench } from '../../support/queue-bench.ts';
import { foreign, proofs, setUp } from './lost-order.ts';

describe('the reference in the address', () => {
  it('The reference stands first in an optional address line, and only if the person agrees.', async () => {
    const bench = await QueueBench.open();
    const line: CartLine = await bench.line({ source: { modelId: 5 } });
    const place = async (changes: object) => {
      await bench.queue.placeOrder('local', {
        lines: [line],
        address: { ...address, ...changes },
        shippingOption: 'Cheapest',
        extras: noExtras,
        confirmedParts: 9,
      });
      await bench.clock.settle();
      const request = bench.service.orders.at(-1)?.request;
      return [request?.address1, request?.address2, request?.address3];
    };
    const mark = /^Ref [0-9A-Z]{8}$/;
    expect(await place({})).toEqual(['Kanaaldijk 1', '', expect.stringMatching(mark)]);
    expect(await place({ address3: 'Gate 2' })).toEqual([
      'Kanaaldijk 1',
      expect.stringMatching(mark),
      'Gate 2',
    ]);
    expect(await place({ address2: 'Hall A', address3: 'Gate 2' })).toEqual([
      'Kanaaldijk 1',
      'Hall A',
      expect.stringMatching(/^Ref [0-9A-Z]{8}, Gate 2$/),
    ]);
    bench.orderMarks = false;
    expect(await place({})).toEqual(['Kanaaldijk 1', '', '']);
  });
});

describe('an order that was placed, its answer lost', () => {
  it.each(['narrow', 'replace'] as const)(
    'An order with a lost answer is found by its mark in seconds (filters %s).',
    async (filters) => {
      const narrowing = ({ service }: QueueBench) => {
        service.filters = filters;
      };
      const { bench, order } = await setUp('lose-answer', narrowing, minutes(2));
      foreign(bench, 300);
      await bench.clock.advance(10_000);
      expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 101 } });
      expect(bench.service.sent).toEqual(['order Before', 'order Lost']);
      expect(bench.sentLog.last(order.id)).toMatchObject({ event: 'done', remoteId: 101 });
    },
  );

  it('An order with a lost answer is found by a second reading if all others of the account are as new.', async () => {
    const { bench, order } = await setUp('lose-answer');
    foreign(bench, 300);
    await bench.clock.advance(30_000);
    expect(bench.job(order.id).state).toBe('unknown');
    await bench.clock.advance(minutes(1));
    expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 101 } });
  });

  it('A late order is found if it arrives just before its token ends and lists lag.', async () => {
    const { bench, order } = await setUp('lose-request');
    const { request } = bench.service.orders[0] as (typeof bench.service.orders)[number];
    const mark = bench.database.sqlite.prepare('SELECT mark FROM job WHERE id = ?').pluck().get(order.id);
    await bench.clock.advance(hours(1) - 1_000);
    bench.service.lag = 59_000;
    bench.service.deliverLate({ ...request, lastName: 'Lost', address3: `Ref ${mark}` });
    await bench.clock.advance(minutes(20));
    expect(bench.job(order.id).state).toBe('done');
    expect(bench.service.orders).toHaveLength(2);
  });

  it('An order is found among more orders than one list shows.', async () => {
    const { bench, order } = await setUp('lose-answer');
    for (let orderId = 200; orderId < 450; orderId++) foreign(bench, orderId, 6);
    await bench.clock.advance(10_000);
    expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 101 } });
  });

  it('An order is found even if the first reading was older than the order.', async () => {
    const { bench, order } = await setUp('lose-answer');
    // The filter is proven on the order before, so that "does not carry the mark" would be believed.
    await bench.clock.advance(minutes(2));
    expect(bench.job(order.id).state).toBe('done');
    bench.service.orderings.push('lose-answer');
    const next = await bench.order([await bench.line({ source: { modelId: 5 } })], { lastName: 'Next' });
    const { getOrder } = bench.service.client;
    let isBehind = true;
    bench.service.client.getOrder = async (orderId, filters) => {
      const list = await getOrder(orderId, filters);
      return isBehind && orderId === 102 ? { ...list, ordersStatus: {}, ordersInfo: [] } : list;
    };
    await bench.clock.advance(20_000);
    expect(bench.job(next.id).state).toBe('unknown');
    isBehind = false;
    await bench.clock.advance(hours(2));
    expect(bench.job(next.id)).toMatchObject({ state: 'done', result: { orderId: 102 } });
    expect(bench.service.orders).toHaveLength(3);
  });

  it('An order is found after restarts and after days without a network.', async () => {
    const { bench, order } = await setUp('lose-answer');
    bench.service.isOnline = false;
    for (let day = 0; day < 3; day++) {
      await bench.clock.advance(hours(24));
      bench.restart();
    }
    expect(bench.job(order.id).state).toBe('unknown');
    bench.service.isOnline = true;
    await bench.clock.advance(minutes(20));
    expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 101 } });
    expect(bench.service.orders).toHaveLength(2);
  });

  it('Without working filters an order is recognised by a model that was uploaded for it alone.', async () => {
    const bench = await QueueBench.open();
    bench.service.filters = 'ignored';
    bench.service.orderings.push('lose-answer');
    const order = await bench.order();
    await bench.clock.advance(minutes(1));
    expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 101 } });
  });
});

describe('candidates', () => {
  it('Candidates are new orders of these items and of no other job, the one with the mark first.', async () => {
    const { bench, order, line } = await setUp('lose-answer', ({ service }) => {
      service.filters = 'ignored';
    });
    const after = await bench.order([line], { lastName: 'Known after' });
    await bench.clock.settle();
    await bench.queue.resolve(after.id, { kind: 'it-is', remoteId: 102 });
    foreign(bench, 200, 6, 2);
    foreign(bench, 201, 5, 3);
    foreign(bench, 202, 5, 2);
    const found = await bench.queue.candidates(order.id);
    expect(found.map((one) => one.remoteId)).toEqual([202, 101]);
    expect(found[1]?.detail).toContain('2 × model 5');
  });
});

describe('a service that changes addresses', () => {
  const longAddress = { address2: 'Hall A', address3: 'Building 34, Floor 12, Room 1207' };
  const stored = {
    'cut off after 35 letters': (line: string) => line.slice(0, 35),
    'cut off after 30 letters': (line: string) => line.slice(0, 30),
    'cut off after 20 letters': (line: string) => line.slice(0, 20),
    'in capitals': (line: string) => line.toUpperCase(),
    'in small letters': (line: string) => line.toLowerCase(),
    'without commas': (line: string) => line.replaceAll(',', ''),
  };
  const place = async (bench: QueueBench, changes: object, source: CartLine['source'] = null) => {
    const line = await bench.line({ source });
    return bench.queue.placeOrder('local', {
      lines: [line],
      address: { ...address, ...changes },
      shippingOption: 'Cheapest',
      extras: noExtras,
      confirmedParts: 9,
    });
  };

  it.each(
    Object.entries(stored).flatMap(([name, storedLine]) => [
      { name, storedLine, source: null, whose: 'own' },
      { name, storedLine, source: { modelId: 5 }, whose: 'a known' },
    ]),
  )(
    'An order of $whose model whose line is stored $name is found or asked about, and comes once.',
    async ({ storedLine, source, name }) => {
      const bench = await QueueBench.open();
      bench.service.storedLine = storedLine;
      await place(bench, {}, { modelId: 5 });
      await bench.clock.advance(minutes(2));
      bench.service.orderings.push('lose-answer');
      const lost = await place(bench, longAddress, source);
      await bench.clock.advance(hours(3));
      expect(bench.service.orders).toHaveLength(2);
      const { state, problem } = bench.job(lost.id);
      if (/35|30|capitals/.test(name)) expect(state).toBe('done');
      else expect([state, problem?.code]).toEqual(['ask', 'order-unclear']);
    },
  );

  it('A line in capitals is found by its mark in seconds.', async () => {
    const bench = await QueueBench.open();
    bench.service.storedLine = stored['in capitals'];
    await place(bench, {}, { modelId: 5 });
    await bench.clock.advance(minutes(2));
    bench.service.orderings.push('lose-answer');
    const lost = await place(bench, longAddress, { modelId: 5 });
    await bench.clock.advance(20_000);
    expect(bench.job(lost.id)).toMatchObject({ state: 'done', result: { orderId: 101 } });
  });
});

describe('an order that was answered with an error', () => {
  it('An order that certainly did not arrive is sent again within a quarter of an hour.', async () => {
    const { bench, order } = await answeredWithError();
    await bench.clock.advance(minutes(10));
    expect(bench.job(order.id).state).toBe('unknown');
    expect(bench.service.sent).toHaveLength(2);
    await bench.clock.advance(minutes(5));
    expect(bench.job(order.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(bench.service.orders).toHaveLength(2);
    expect(proofs(bench)).toEqual([{ attempt: 1, kind: 'absent-for-good' }]);
  });

  it('An order that the service was still making is found and not sent again.', async () => {
    const { bench, order } = await answeredWithError();
    const [known] = bench.service.orders;
    const mark = bench.database.sqlite.prepare('SELECT mark FROM job WHERE id = ?').pluck().get(order.id);
    if (!known) throw new Error('no order');
    await bench.clock.advance(minutes(10) - 1_000);
    bench.service.lag = 59_000;
    bench.service.deliverLate({ ...known.request, lastName: 'Lost', address3: `Ref ${mark}` });
    await bench.clock.advance(minutes(20));
    expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 101 } });
    expect(bench.service.orders).toHaveLength(2);
  });

  it('A date from a cache does not shorten the time that begun work is given.', async () => {
    const { bench, order } = await answeredWithError();
    const { now } = bench.service;
    bench.service.now = () => now() - hours(2);
    await bench.clock.advance(minutes(1));
    bench.service.now = now;
    await bench.clock.advance(minutes(8));
    expect(bench.job(order.id).state).toBe('unknown');
    expect(bench.service.sent).toHaveLength(2);
  });

  it('By when the outcome is known is said from the first check on.', async () => {
    const { bench, order } = await answeredWithError();
    await bench.clock.advance(5_000);
    const { knownBy = 0 } = bench.job(order.id);
    expect(Number(knownBy) - bench.clock.now()).toBeLessThan(minutes(15));
  });

  async function answeredWithError() {
    const bench = await QueueBench.open();
    const line = await bench.line({ source: { modelId: 5 } });
    await bench.order([line], { lastName: 'Before' });
    await bench.clock.settle();
    bench.service.orderings.push('error-answer');
    const order = await bench.order([line], { lastName: 'Lost' });
    await bench.clock.settle();
    return { bench, order };
  }
});
