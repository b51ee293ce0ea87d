/**
 * Orders that turn up for a job that has none: an earlier request of it was executed long after it had
 * failed.
 */
import { describe, expect, it } from 'vitest';
import type { OrderRequest } from '../../../src-shared/api/orders.ts';
import { days, hours, minutes } from '../../support/durations.ts';
import { thrownCode } from '../../support/error-code.ts';
import { QueueBench } from '../../support/queue-bench.ts';
import { foreign } from './lost-order.ts';

/**
 * One order was placed. The next was answered with an error, was proven absent, and asks because its price
 * rose.
 */
async function waiting() {
  const bench = await QueueBench.open();
  const line = await bench.line({ source: { modelId: 5 } });
  await bench.order([line], { lastName: 'Before' });
  await bench.clock.settle();
  bench.service.orderings.push('error-answer');
  const order = await bench.order([line], { lastName: 'Late' });
  await bench.clock.settle();
  expect(bench.job(order.id).state).toBe('unknown');
  bench.service.unitPrice = 6;
  await bench.clock.advance(minutes(15));
  expect(bench.job(order.id)).toMatchObject({ state: 'queued', wait: 'consent' });
  return { bench, order, line };
}

/** The service executes the request of this job now. */
function arrives(bench: QueueBench, jobId: string): number {
  const { document } = bench.queue.evidence(jobId);
  return bench.service.deliverLate(document['request'] as OrderRequest);
}

/** Somebody opens the list of orders. */
async function listOrders(bench: QueueBench): Promise<void> {
  bench.monitor.signalsFor('local').onOrders(await bench.service.client.listOrders());
}

describe('a cancelled order that is placed all the same', () => {
  it('A cancelled order that turns up is shown with its number and stops paid work until a person has seen it.', async () => {
    const { bench, order, line } = await waiting();
    bench.queue.cancel(order.id);
    const late = arrives(bench, order.id);
    await bench.clock.advance(minutes(20));
    const shown = bench.job(order.id);
    expect(shown).toMatchObject({
      state: 'cancelled',
      problem: { code: 'late-order' },
      result: { orderId: late },
    });
    expect(shown.problem?.message).toContain(
      `You cancelled this order, but the service has it as order ${late}`,
    );
    expect(bench.queue.counts().needsYou).toBe(1);
    bench.restart();
    expect(bench.queue.counts().needsYou).toBe(1);
    const next = await bench.order([{ ...line, unitPrice: 6 }], { lastName: 'Next' });
    await bench.clock.settle();
    expect(bench.job(next.id)).toMatchObject({ state: 'queued', wait: 'frozen' });
    bench.queue.acknowledge(order.id);
    await bench.clock.settle();
    expect(bench.job(next.id).state).toBe('done');
    // It is shown once, and the job goes on naming the order.
    await bench.clock.advance(days(3));
    expect(bench.job(order.id)).toMatchObject({
      state: 'cancelled',
      problem: null,
      result: { orderId: late },
    });
    expect(bench.queue.counts().needsYou).toBe(0);
  });

  it('Every order that turns up for one cancelled job is named.', async () => {
    const { bench, order } = await waiting();
    bench.queue.cancel(order.id);
    const orders = [arrives(bench, order.id), arrives(bench, order.id)];
    await bench.clock.advance(minutes(20));
    expect(bench.job(order.id).problem?.message).toContain(`orders ${orders.join(' and ')}`);
  });

  it('An order that was given up, and is placed all the same, is shown.', async () => {
    const { bench, order, line } = await waiting();
    bench.queue.cancel(order.id);
    bench.service.orderings.push('error-answer');
    const lost = await bench.order([{ ...line, unitPrice: 6 }], { lastName: 'Given up' });
    await bench.clock.settle();
    await bench.queue.resolve(lost.id, { kind: 'abandon' });
    arrives(bench, lost.id);
    await bench.clock.advance(minutes(20));
    expect(bench.job(lost.id)).toMatchObject({ state: 'abandoned', problem: { code: 'late-order' } });
    expect(bench.job(order.id).problem).toBeNull();
  });

  it('An order that arrives a day later is still shown, by a process that was started meanwhile.', async () => {
    const { bench, order } = await waiting();
    bench.queue.cancel(order.id);
    await bench.clock.advance(hours(5));
    bench.restart();
    await bench.clock.advance(hours(5));
    arrives(bench, order.id);
    await bench.clock.advance(hours(17));
    expect(bench.job(order.id).problem?.code).toBe('late-order');
  });

  it('Orders of somebody else with the same parts are not taken for a cancelled one.', async () => {
    const { bench, order } = await waiting();
    bench.queue.cancel(order.id);
    foreign(bench, 300);
    foreign(bench, 301, 6);
    await bench.clock.advance(days(3));
    await listOrders(bench);
    await bench.clock.advance(minutes(1));
    expect(bench.job(order.id)).toMatchObject({ state: 'cancelled', problem: null, result: null });
  });

  it('An order that was cancelled before any request left is not looked for.', async () => {
    const bench = await QueueBench.open();
    bench.service.unitPrice = 6;
    const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
    await bench.clock.settle();
    bench.queue.cancel(order.id);
    const { asked } = bench.service;
    await bench.clock.advance(days(3));
    expect(bench.service.asked).toBe(asked);
  });

  it('A clock that is put back delays the checks and uses none of them up.', async () => {
    const { bench, order } = await waiting();
    bench.queue.cancel(order.id);
    await bench.clock.advance(minutes(20));
    const start = bench.clock.now();
    bench.service.now = () => start + minutes(60);
    bench.clock.jump(-days(365));
    await bench.clock.advance(minutes(10));
    arrives(bench, order.id);
    await bench.clock.advance(minutes(100));
    expect(bench.job(order.id).problem?.code).toBe('late-order');
  });
});

describe('an order that was refused', () => {
  /** A gateway refused it, and it did not arrive. */
  const refused = async () => {
    const bench = await QueueBench.open();
    await bench.order([await bench.line({ source: { modelId: 5 } })], { lastName: 'Before' });
    bench.service.orderings.push('answer', 'gateway-refuses');
    const order = await bench.order();
    await bench.clock.advance(minutes(20));
    const problem = { code: 'refused', message: 'Blocked by policy.' };
    expect(bench.job(order.id)).toMatchObject({ state: 'rejected', problem });
    return { bench, order, problem };
  };

  it('A refused order still says why after a person has seen that another order is like it.', async () => {
    const { bench, order, problem } = await refused();
    bench.service.filters = 'ignored';
    foreign(bench, 300, bench.service.models[0]?.modelId);
    await bench.clock.advance(minutes(100));
    expect(bench.job(order.id).problem?.code).toBe('ambiguous-order');
    bench.restart();
    bench.queue.acknowledge(order.id);
    expect(bench.job(order.id).problem).toEqual(problem);
    expect(bench.queue.counts().needsYou).toBe(0);
    expect(thrownCode(() => bench.queue.acknowledge(order.id))).toBe('nothing-to-confirm');
  });

  it('A refused order still says why after a second warning replaced the first.', async () => {
    const { bench, order, problem } = await refused();
    arrives(bench, order.id);
    await bench.clock.advance(minutes(100));
    expect(bench.job(order.id).problem?.code).toBe('late-order');
    arrives(bench, order.id);
    await listOrders(bench);
    await bench.clock.advance(minutes(5));
    expect(bench.job(order.id).problem?.message).toContain(' and ');
    bench.queue.acknowledge(order.id);
    expect(bench.job(order.id).problem).toEqual(problem);
  });
});

describe('a waiting order that is placed meanwhile', () => {
  it('An order that turns up while its job waits for a person becomes the result, and nothing is sent again.', async () => {
    const { bench, order } = await waiting();
    const late = arrives(bench, order.id);
    await bench.clock.advance(minutes(20));
    expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: late } });
    expect(bench.service.sent).toEqual(['order Before', 'order Late']);
  });

  it('An order that has just arrived is found before it is sent again.', async () => {
    const { bench, order } = await waiting();
    await bench.clock.advance(minutes(5));
    const late = arrives(bench, order.id);
    bench.queue.confirm(order.id, 12.6);
    await bench.clock.advance(10_000);
    expect(bench.service.sent).toEqual(['order Before', 'order Late']);
    expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: late } });
  });

  it('An order that is sent again is watched from the beginning.', async () => {
    const { bench, order } = await waiting();
    await bench.clock.advance(days(3));
    bench.queue.confirm(order.id, 12.6);
    await bench.clock.settle();
    expect(bench.job(order.id).state).toBe('done');
    const second = arrives(bench, order.id);
    await bench.clock.advance(minutes(2));
    expect(bench.job(order.id).problem?.message).toContain(String(second));
  });
});

describe('an order in a list that is read for something else', () => {
  it('A list of orders that anybody opens shows an order that arrived after the last check.', async () => {
    const { bench, order } = await waiting();
    bench.queue.cancel(order.id);
    await bench.clock.advance(days(3));
    arrives(bench, order.id);
    await bench.clock.advance(days(3));
    expect(bench.job(order.id).problem).toBeNull();
    await listOrders(bench);
    await bench.clock.advance(minutes(1));
    expect(bench.job(order.id).problem?.code).toBe('late-order');
  });

  it('A second copy of a placed order is found in it too.', async () => {
    const bench = await QueueBench.open();
    const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
    await bench.clock.advance(days(10));
    bench.restart();
    arrives(bench, order.id);
    await listOrders(bench);
    await bench.clock.advance(minutes(1));
    expect(bench.job(order.id).problem?.code).toBe('duplicate-order');
  });

  it('An order that a list showed is found though the reading that checks it is older.', async () => {
    const bench = await QueueBench.open();
    const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
    await bench.clock.advance(days(10));
    arrives(bench, order.id);
    await listOrders(bench);
    bench.service.lag = minutes(1);
    await bench.clock.advance(minutes(3));
    expect(bench.job(order.id).problem?.code).toBe('duplicate-order');
  });

  it('Lists that show nothing new cost no call.', async () => {
    const { bench, order } = await waiting();
    bench.queue.cancel(order.id);
    foreign(bench, 300);
    foreign(bench, 301, 6, 3);
    await bench.clock.advance(days(3));
    await listOrders(bench);
    await bench.clock.advance(minutes(3));
    const { asked } = bench.service;
    for (let reading = 1; reading <= 5; reading++) {
      await listOrders(bench);
      await bench.clock.advance(minutes(1));
    }
    expect(bench.service.asked - asked).toBe(5);
  });
});

it('Only a warning can be acknowledged on an order that was not placed.', async () => {
  const { bench, order } = await waiting();
  bench.queue.cancel(order.id);
  expect(thrownCode(() => bench.queue.acknowledge(order.id))).toBe('nothing-to-confirm');
});
