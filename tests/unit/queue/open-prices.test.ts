/** Orders of parts that were never priced: the service names the price, and the person's limit decides. */
import { describe, expect, it } from 'vitest';
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import { type Job, type OrderJob, orderPayloadSchema } from '../../../src-shared/jobs/job.ts';
import { noExtras } from '../../../src-shared/jobs/order-extras.ts';
import { address } from '../../support/jobs.ts';
import { QueueBench } from '../../support/queue-bench.ts';

const estimate = { amount: 4, low: 3, high: 5, parts: 12, oldest: 1, newest: 2 };
const open = { unitPrice: null, limit: 6, estimate } satisfies Partial<CartLine>;

function orderOf(job: Job): OrderJob {
  if (job.kind !== 'order') throw new Error('not an order');
  return job;
}
const orderNow = (bench: QueueBench, id: string): OrderJob => orderOf(bench.job(id));

async function openOrder(price: number, changes: Partial<CartLine> = {}) {
  const bench = await QueueBench.open();
  bench.service.unitPrice = price;
  const { id } = await bench.order([await bench.line({ ...open, ...changes })]);
  return { bench, id };
}

describe('an order with an open price', () => {
  it('It goes where the price lies within the limit, and the agreement records the price.', async () => {
    const { bench, id } = await openOrder(5.25);
    await bench.clock.settle();
    const order = orderNow(bench, id);
    expect(order.state).toBe('done');
    expect(bench.service.orders).toHaveLength(1);
    expect(order.payload).toMatchObject({ confirmedParts: 12, lines: [{ ...open, quantity: 2 }] });
    expect(order.payload.agreement).toMatchObject({
      parts: 12,
      lines: [open],
      found: { parts: 10.5, currency: 'USD', unitPrices: [5.25] },
    });
    expect(bench.queue.placedOrders('local').get(order.result?.orderId ?? 0)).toMatchObject({
      sum: { parts: 10.5, isLimit: false },
    });
  });

  it('A price of exactly the limit goes.', async () => {
    const { bench, id } = await openOrder(6);
    await bench.clock.settle();
    expect(bench.job(id).state).toBe('done');
  });

  it('A price above the limit asks, whatever the tolerance for risen prices is.', async () => {
    const { bench, id } = await openOrder(6.05);
    bench.tolerance = 1;
    await bench.clock.settle();
    const order = orderNow(bench, id);
    expect(order).toMatchObject({ state: 'queued', wait: 'consent', problem: { code: 'above-limit' } });
    expect(order.problem?.message).toContain(
      '“bracket” in White costs $6.05 a piece. That is $0.05 above your limit of $6.00.',
    );
    expect(order.problem?.message).toContain('Nothing was ordered; only your files were uploaded.');
    expect(order.offer).toMatchObject({ parts: 12.1, total: 12.71, unitPrices: [6.05] });
    expect(bench.service.orders).toEqual([]);
    bench.restart();
    await bench.clock.advance(3_600_000);
    expect(bench.service.orders).toEqual([]);
  });

  it('After a yes to the price, the order has that price and no limit.', async () => {
    const { bench, id } = await openOrder(7);
    await bench.clock.settle();
    expect(() => bench.queue.confirm(id, 12.6)).toThrow();
    bench.queue.confirm(id, 14.7);
    await bench.clock.settle();
    const { state, payload } = orderNow(bench, id);
    expect(state).toBe('done');
    expect(payload).toMatchObject({ confirmedParts: 14, lines: [{ unitPrice: 7 }] });
    expect(payload.agreement).toMatchObject({ parts: 14, lines: [{ unitPrice: 7, base: 7 }] });
    for (const line of [payload.lines[0], payload.agreement?.lines[0]])
      expect(line).not.toHaveProperty('limit');
  });

  it('Another currency asks, even for a smaller number.', async () => {
    const { bench, id } = await openOrder(1);
    bench.service.currency = 'EUR';
    await bench.clock.settle();
    expect(bench.job(id)).toMatchObject({ wait: 'consent', problem: { code: 'currency-changed' } });
    expect(bench.service.orders).toEqual([]);
  });

  it('A material that is not offered any more is not ordered.', async () => {
    const { bench, id } = await openOrder(1);
    for (const modelId of [100, 101]) bench.service.offers.set(modelId, { '6': { isActive: false } });
    await bench.clock.settle();
    const { wait, problem, offer } = orderNow(bench, id);
    expect({ wait, offer }).toEqual({ wait: 'consent', offer: null });
    expect(problem?.message).toContain('“bracket” is no longer offered in White.');
    expect(bench.service.orders).toEqual([]);
  });

  it('A markup that somebody set on the uploaded model counts towards the limit.', async () => {
    const { bench, id } = await openOrder(5);
    bench.service.offers.set(100, { '6': { price: 8, basePrice: 5, markup: 3 } });
    bench.service.offers.set(101, { '6': { price: 8, basePrice: 5, markup: 3 } });
    await bench.clock.settle();
    expect(bench.job(id)).toMatchObject({ wait: 'consent', problem: { code: 'above-limit' } });
    expect(bench.service.orders).toEqual([]);
  });

  it('A missing price is waited for, and nothing is sent.', async () => {
    const { bench, id } = await openOrder(0);
    await bench.clock.settle();
    expect(bench.job(id)).toMatchObject({ state: 'queued', problem: { code: 'price-missing' } });
    bench.service.unitPrice = 5;
    await bench.clock.advance(30 * 60_000);
    expect(bench.job(id).state).toBe('done');
  });

  it('Each line has its own limit: what one saves, another may not spend.', async () => {
    const bench = await QueueBench.open();
    bench.service.unitPrice = 5;
    const [cheap, dear] = [
      await bench.line({ ...open, id: 'a', limit: 4 }),
      await bench.line({ ...open, id: 'b', limit: 9 }),
    ];
    const { id } = await bench.order([cheap, dear]);
    await bench.clock.settle();
    expect(bench.job(id)).toMatchObject({ problem: { code: 'above-limit' }, offer: { parts: 20 } });
  });

  it('A limit of the whole order may be lower than those of its lines.', async () => {
    const bench = await QueueBench.open();
    bench.service.unitPrice = 5;
    const lines = [await bench.line({ ...open, id: 'a' }), await bench.line({ ...open, id: 'b' })];
    const place = (confirmedParts: number) =>
      bench.queue.placeOrder('local', {
        lines,
        address,
        shippingOption: 'Cheapest',
        extras: noExtras,
        confirmedParts,
      });
    await expect(place(24.01)).rejects.toMatchObject({ code: 'total-differs' });
    const { id } = await place(19);
    await bench.clock.settle();
    expect(bench.job(id)).toMatchObject({ problem: { code: 'above-limit' }, offer: { parts: 20 } });
    expect(bench.job(id).problem?.message).toContain('The order costs $21.00, and your limit is $19.95.');
    expect((await place(20)).state).not.toBe('rejected');
    await bench.clock.settle();
    expect(bench.service.orders).toHaveLength(1);
  });

  it('A line without price and limit is refused at once.', async () => {
    const bench = await QueueBench.open();
    for (const limit of [undefined, null, 0])
      await expect(bench.order([await bench.line({ unitPrice: null, limit })])).rejects.toMatchObject({
        code: 'limit-missing',
      });
  });

  it('Beside an open price nothing may rise, since a limit stands.', async () => {
    const bench = await QueueBench.open();
    bench.service.unitPrice = 5.05;
    const lines = [await bench.line({ id: 'a', unitPrice: 5 }), await bench.line({ ...open, id: 'b' })];
    const { id } = await bench.order(lines);
    await bench.clock.settle();
    expect(bench.job(id)).toMatchObject({ wait: 'consent', offer: { parts: 20.2 } });
    expect(bench.service.orders).toEqual([]);
  });
});

describe('an order with an open price and a power cut', () => {
  it('Between pricing and sending, the limit still counts and the price is asked again.', async () => {
    const { bench, id } = await openOrder(5);
    const { placeOrder } = bench.service.client;
    bench.service.client.placeOrder = () => new Promise(() => {});
    await bench.clock.settle();
    expect(bench.job(id).state).toBe('armed');
    expect(orderNow(bench, id).payload.agreement).not.toHaveProperty('found');
    bench.cut();
    bench.service.client.placeOrder = placeOrder;
    bench.service.unitPrice = 6.5;
    bench.boot();
    await bench.clock.advance(30 * 60_000);
    expect(bench.job(id)).toMatchObject({ wait: 'consent', problem: { code: 'above-limit' } });
    expect(bench.service.orders).toEqual([]);
  });

  it('After the last byte, the price that was found is on disk and the order is not sent twice.', async () => {
    const { bench, id } = await openOrder(5);
    const { placeOrder } = bench.service.client;
    bench.service.client.placeOrder = async (...sent) => {
      await placeOrder(...sent);
      return new Promise(() => {});
    };
    await bench.clock.settle();
    expect(bench.job(id).state).toBe('committed');
    bench.cut();
    bench.service.client.placeOrder = placeOrder;
    bench.boot();
    await bench.clock.advance(3 * 3_600_000);
    const order = orderNow(bench, id);
    expect(order.state).toBe('done');
    expect(order.payload.agreement?.found).toMatchObject({ parts: 10, unitPrices: [5] });
    expect(bench.service.orders).toHaveLength(1);
  });
});

describe('placing an order with an open price again', () => {
  it('It needs the price that was found, and from then on that price counts instead of the limit.', async () => {
    const bench = await QueueBench.open();
    bench.service.hiddenOrders = 30;
    bench.service.unitPrice = 5;
    bench.service.orderings.push('lose-request');
    const { id } = await bench.order([await bench.line(open)]);
    await bench.clock.advance(80 * 60_000);
    expect(bench.job(id).state).toBe('ask');
    const placeAgain = (confirmedTotal: number) =>
      bench.queue.resolve(id, { kind: 'place-again', confirmedTotal });
    await expect(placeAgain(12)).rejects.toMatchObject({ code: 'total-differs' });
    bench.service.unitPrice = 5.5;
    await placeAgain(10.5);
    await bench.clock.settle();
    expect(orderNow(bench, id)).toMatchObject({
      wait: 'consent',
      problem: { code: 'price-rose' },
      offer: { parts: 11 },
      payload: { confirmedParts: 10, lines: [{ unitPrice: 5 }] },
    });
    bench.queue.confirm(id, 11.55);
    await bench.clock.settle();
    expect(bench.job(id).state).toBe('done');
    expect(bench.service.orders).toHaveLength(1);
  });
});

it('Orders that earlier versions stored are read as they were.', async () => {
  const bench = await QueueBench.open();
  const { id } = await bench.order();
  const stored = JSON.parse(JSON.stringify(orderNow(bench, id).payload));
  const read = orderPayloadSchema.parse(stored);
  expect(read).toEqual(stored);
  expect(read.lines[0]).not.toHaveProperty('limit');
});
