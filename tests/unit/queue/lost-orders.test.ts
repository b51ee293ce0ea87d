/** The outcome of an order whose answer was lost (reliability: R9; R11; R12): found, proven absent, or asked. */

import { describe, expect, it } from 'vitest';
import { hasOpenJobs } from '../../../src-main/db/job-store.ts';
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import { address } from '../../support/jobs.ts';
import { QueueBench } from '../../support/queue-bench.ts';

const minutes = (count: number) => count * 60_000;
const hours = (count: number) => minutes(60 * count);
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (thrown: { code: string }) => thrown.code,
  );

/** One order was placed before, and the answer to the next is lost. */
const setUp = async (
  behaviour: 'lose-answer' | 'lose-request',
  prepare: (bench: QueueBench) => void = () => {},
) => {
  const bench = await QueueBench.open();
  prepare(bench);
  const line = await bench.line({ source: { modelId: 5 } });
  await bench.order([line], { lastName: 'Before' });
  await bench.clock.settle();
  bench.service.orderings.push(behaviour);
  const order = await bench.order([line], { lastName: 'Lost' });
  await bench.clock.settle();
  expect(bench.job(order.id).state).toBe('unknown');
  return { bench, order, line };
};

/** Somebody else orders at the service. */
const foreign = (bench: QueueBench, orderId: number, modelId = 5, quantity = 2) => {
  const [known] = bench.service.orders;
  if (!known) throw new Error('no order to copy');
  const items = [{ modelId, materialId: 6, quantity }];
  bench.service.orders.push({
    orderId,
    at: bench.clock.now(),
    request: { ...known.request, items, address3: '' },
  });
};

const proofs = (bench: QueueBench) => bench.database.sqlite.prepare('SELECT attempt, kind FROM proof').all();

describe('the reference in the address', () => {
  it('The reference stands first in an optional address line, and only if the person agrees.', async () => {
    const bench = await QueueBench.open();
    const line: CartLine = await bench.line({ source: { modelId: 5 } });
    const place = async (changes: object) => {
      await bench.queue.placeOrder('local', {
        lines: [line],
        address: { ...address, ...changes },
        shippingOption: 'Cheapest',
        incentives: [],
        confirmedTotal: 9,
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
      const { bench, order } = await setUp('lose-answer', ({ service }) => {
        service.filters = filters;
      });
      foreign(bench, 300);
      await bench.clock.advance(10_000);
      expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 101 } });
      expect(bench.service.sent).toEqual(['order Before', 'order Lost']);
      expect(bench.sentLog.last(order.id)).toMatchObject({ event: 'done', remoteId: 101 });
    },
  );

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
    const upload = await bench.upload();
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

describe('an order that was never placed', () => {
  it('A lost order is sent again after its token was refused, ten minutes passed and two lists did not show it.', async () => {
    const { bench, order } = await setUp('lose-request');
    foreign(bench, 300);
    foreign(bench, 301, 6);
    await bench.clock.advance(minutes(69));
    expect(bench.job(order.id).state).toBe('unknown');
    expect(bench.service.sent).toHaveLength(2);
    await bench.clock.advance(minutes(7));
    expect(bench.job(order.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(bench.service.sent).toEqual(['order Before', 'order Lost', 'order Lost']);
    expect(proofs(bench)).toEqual([{ attempt: 1, kind: 'fenced-absent' }]);
    const detail = JSON.parse(
      String(bench.database.sqlite.prepare('SELECT detail FROM proof').pluck().get()),
    );
    expect(detail.absentAt - detail.tokenEndedAt).toBeGreaterThanOrEqual(minutes(10));
    expect(detail.absentAgainAt - detail.absentAt).toBeGreaterThanOrEqual(minutes(1));
  });

  it('A lost order is sent again ten minutes after its token was revoked.', async () => {
    const { bench, order } = await setUp('lose-request');
    bench.service.refusedTokens.add('fp-1');
    await bench.clock.advance(minutes(10));
    expect(bench.job(order.id).state).toBe('unknown');
    await bench.clock.advance(minutes(7));
    expect(bench.job(order.id).state).toBe('done');
  });

  it('A lost order is sent again after the announced end of a token that a restart has lost.', async () => {
    const { bench, order } = await setUp('lose-request');
    bench.service.lostTokens.add('fp-1');
    bench.restart();
    await bench.clock.advance(minutes(69));
    expect(bench.job(order.id).state).toBe('unknown');
    await bench.clock.advance(minutes(8));
    expect(bench.job(order.id).state).toBe('done');
    expect(bench.service.orders).toHaveLength(2);
  });

  it('Token quiescence does not depend on this machine’s clock.', async () => {
    for (const jump of [hours(24 * 365), -hours(24 * 365), hours(2), -hours(2)]) {
      const { bench, order } = await setUp('lose-request');
      const start = bench.clock.now();
      let shift = 0;
      bench.service.now = () => bench.clock.now() - shift;
      bench.clock.jump(jump);
      shift = jump;
      await bench.clock.advance(minutes(60));
      expect(bench.service.now() - start).toBe(minutes(60));
      expect(bench.service.sent, String(jump)).toHaveLength(2);
      expect(bench.job(order.id).state).toBe('unknown');
    }
  });

  it('Restarts at every minute neither lose what is known about an order nor send it early.', async () => {
    const { bench, order } = await setUp('lose-request');
    for (let minute = 0; minute < 69; minute++) {
      await bench.clock.advance(minutes(1));
      bench.restart();
    }
    expect(bench.service.sent).toHaveLength(2);
    await bench.clock.advance(minutes(10));
    expect(bench.job(order.id).state).toBe('done');
    expect(bench.service.orders).toHaveLength(2);
  });

  it('An unknown order says by when its outcome will be known.', async () => {
    const { bench, order } = await setUp('lose-request');
    await bench.clock.advance(10_000);
    const { knownBy } = bench.job(order.id);
    const inMinutes = ((knownBy ?? 0) - bench.clock.now()) / minutes(1);
    expect(inMinutes).toBeGreaterThan(69);
    expect(inMinutes).toBeLessThan(74);
    expect(bench.queue.counts()).toEqual({ waiting: 0, running: 1, needsYou: 0 });
  });

  it('The price is asked again before an order is sent again.', async () => {
    const { bench, order } = await setUp('lose-request');
    bench.service.unitPrice = 9;
    await bench.clock.advance(minutes(80));
    expect(bench.job(order.id)).toMatchObject({ state: 'queued', wait: 'consent' });
    expect(bench.service.sent).toHaveLength(2);
  });
});

describe('where it cannot be proven, a person is asked', () => {
  const asked = async (prepare: (bench: QueueBench) => void, problem: string) => {
    const { bench, order } = await setUp('lose-request', prepare);
    await bench.clock.advance(minutes(80));
    expect(bench.job(order.id)).toMatchObject({ state: 'ask', problem: { code: problem } });
    expect(bench.queue.counts().needsYou).toBe(1);
    await bench.clock.advance(hours(48));
    bench.restart();
    await bench.clock.advance(hours(1));
    expect(bench.job(order.id)).toMatchObject({ state: 'ask', problem: { code: problem } });
    expect(bench.service.sent).toHaveLength(2);
    return { bench, order };
  };

  it('A lost order asks if the service does not show all orders.', () =>
    asked(({ service }) => {
      service.hiddenOrders = 30;
    }, 'orders-incomplete'));

  it('A lost order asks if it carried no reference and others order its model too.', () =>
    asked((bench) => {
      bench.orderMarks = false;
    }, 'order-unmarked'));

  it('A lost order asks if the answers of the service have no dates.', () =>
    asked(({ service }) => {
      service.hasDates = false;
    }, 'not-quiet-yet'));

  it('A lost order asks at once, and is not sent again, if nothing ends what it was signed with.', async () => {
    const { bench, order } = await setUp('lose-request', ({ service }) => {
      service.endlessTokens.add('fp-1');
    });
    await bench.clock.advance(minutes(2));
    expect(bench.job(order.id)).toMatchObject({ state: 'ask', problem: { code: 'not-quiet-yet' } });
    await bench.clock.advance(hours(48));
    expect(bench.service.sent).toHaveLength(2);
  });

  it('A lost order asks if another order looks the same and filters do not work.', async () => {
    const { bench, order } = await setUp('lose-request', ({ service }) => {
      service.filters = 'ignored';
    });
    foreign(bench, 300);
    await bench.clock.advance(minutes(80));
    expect(bench.job(order.id)).toMatchObject({ state: 'ask', problem: { code: 'order-unclear' } });
    expect(await bench.queue.candidates(order.id)).toMatchObject([{ remoteId: 300 }]);
  });

  it('A damaged record of an attempt proves nothing.', async () => {
    const { bench, order } = await setUp('lose-request');
    bench.database.sqlite.exec('DROP TRIGGER attempt_is_fixed');
    bench.database.sqlite.exec("UPDATE attempt SET token_fingerprint = 'fp-0', token_ends_at = 5");
    await bench.clock.advance(minutes(60));
    expect(bench.service.sent).toHaveLength(2);
    // sent.log knows the end of the token too.
    await bench.clock.advance(minutes(20));
    expect(bench.job(order.id)).toMatchObject({ state: 'done', attempt: 2 });
  });

  it('Placing an order again needs the amount and sends it once more.', async () => {
    const { bench, order } = await asked((one) => {
      one.orderMarks = false;
    }, 'order-unmarked');
    expect(await code(bench.queue.resolve(order.id, { kind: 'place-again' }))).toBe('total-differs');
    expect(await code(bench.queue.resolve(order.id, { kind: 'place-again', confirmedTotal: 8 }))).toBe(
      'total-differs',
    );
    await bench.queue.resolve(order.id, { kind: 'place-again', confirmedTotal: 9 });
    await bench.clock.settle();
    expect(bench.job(order.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(proofs(bench)).toEqual([{ attempt: 1, kind: 'user-says-absent' }]);
  });

  it('An order cannot be placed again while Fabdesk still finds out its outcome.', async () => {
    const { bench, order } = await setUp('lose-request');
    expect(await code(bench.queue.resolve(order.id, { kind: 'place-again', confirmedTotal: 9 }))).toBe(
      'still-looking',
    );
    await bench.queue.resolve(order.id, { kind: 'abandon' });
    bench.restart();
    await bench.clock.advance(hours(24));
    expect(bench.job(order.id).state).toBe('abandoned');
    expect(bench.service.sent).toHaveLength(2);
    expect(hasOpenJobs(bench.database.sqlite, 'local')).toBe(false);
  });

  it('An order can only be linked to an existing order that belongs to no other job.', async () => {
    const { bench, order } = await setUp('lose-request', ({ service }) => {
      service.filters = 'ignored';
    });
    foreign(bench, 300);
    expect(await code(bench.queue.resolve(order.id, { kind: 'it-is', remoteId: 100 }))).toBe(
      'already-linked',
    );
    expect(await code(bench.queue.resolve(order.id, { kind: 'it-is', remoteId: 999 }))).toBe('not-found');
    await bench.queue.resolve(order.id, { kind: 'it-is', remoteId: 300 });
    expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 300 } });
    expect(await code(bench.queue.resolve(order.id, { kind: 'abandon' }))).toBe('not-unknown');
    const outcomes = bench.database.sqlite.prepare('SELECT event FROM outcome WHERE job_id = ?').pluck();
    expect(outcomes.all(order.id)).toEqual(['unknown', 'ask', 'done']);
  });

  it('An order cannot be resolved before it was sent.', async () => {
    const bench = await QueueBench.open();
    bench.queue.setPaused(true);
    const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
    expect(await code(bench.queue.resolve(order.id, { kind: 'abandon' }))).toBe('not-unknown');
    expect(hasOpenJobs(bench.database.sqlite, 'local')).toBe(true);
    expect(hasOpenJobs(bench.database.sqlite, 'other')).toBe(false);
  });
});

describe('candidates', () => {
  it('Candidates are new orders of these items and of no other job, the one with the mark first.', async () => {
    const { bench, order, line } = await setUp('lose-answer', ({ service }) => {
      service.filters = 'ignored';
    });
    await bench.order([line], { lastName: 'Known after' });
    await bench.clock.settle();
    foreign(bench, 200, 6, 2);
    foreign(bench, 201, 5, 3);
    foreign(bench, 202, 5, 2);
    const found = await bench.queue.candidates(order.id);
    expect(found.map((one) => one.remoteId)).toEqual([202, 101]);
    expect(found[1]?.detail).toContain('2 × model 5');
  });
});

describe('one order twice at the service', () => {
  const again = (bench: QueueBench) => {
    const placed = bench.service.orders.at(-1);
    if (!placed) throw new Error('nothing placed');
    return bench.service.deliverLate(placed.request);
  };

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

  it('A duplicate order with a lost answer asks, and either one can be chosen.', async () => {
    const { bench, order } = await setUp('lose-answer');
    const second = again(bench);
    await bench.clock.advance(10_000);
    expect(bench.job(order.id)).toMatchObject({ state: 'ask', problem: { code: 'duplicate-order' } });
    // A list that lags shows one of them only; the question stays.
    const [hidden] = bench.service.orders.splice(-1);
    await bench.clock.advance(minutes(40));
    expect(bench.job(order.id)).toMatchObject({ state: 'ask', problem: { code: 'duplicate-order' } });
    if (hidden) bench.service.orders.push(hidden);
    expect((await bench.queue.candidates(order.id)).map((one) => one.remoteId)).toEqual([second, 101]);
    expect(await code(bench.queue.resolve(order.id, { kind: 'place-again', confirmedTotal: 9 }))).toBe(
      'found-meanwhile',
    );
    await bench.queue.resolve(order.id, { kind: 'it-is', remoteId: 101 });
    expect(bench.job(order.id)).toMatchObject({ state: 'done', problem: null });
    expect(bench.queue.counts().needsYou).toBe(0);
    await bench.clock.advance(hours(3));
    expect(bench.job(order.id).problem).toBeNull();
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
      incentives: [],
      confirmedTotal: 9,
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
    expect(proofs(bench)).toEqual([{ attempt: 1, kind: 'fenced-absent' }]);
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
