/**
 * The queue's behaviour if a model is not what was agreed; the integration test checks what the real service
 * makes.
 */
import { describe, expect, it } from 'vitest';
import { CodedError, toAppError } from '../../../src-shared/result.ts';
import { QueueBench } from '../../support/queue-bench.ts';

/** An order whose file is uploaded, stopped just before its model is checked. */
async function uploaded(): Promise<{ bench: QueueBench; id: string }> {
  const bench = await QueueBench.open();
  bench.paymentId = null;
  const { id } = await bench.order();
  await bench.clock.settle();
  bench.paymentId = 'pay-1';
  return { bench, id };
}

const addVersion = (bench: QueueBench, modelId: number) =>
  bench.service.versions.set(modelId, [{ fileName: 'other.stl', md5: 'f'.repeat(32), size: 9 }]);

describe('an order whose model was changed after its upload', () => {
  it('A file is uploaded once more, however often the order is tried and Fabdesk restarts.', async () => {
    const { bench, id } = await uploaded();
    addVersion(bench, 100);
    bench.service.uploads.push('break-before', 'break-before');
    bench.monitor.signedIn('local');
    await bench.clock.settle();
    bench.restart();
    await bench.clock.advance(30 * 60_000);
    expect(bench.job(id).state).toBe('done');
    expect(bench.service.sent).toEqual(['upload bracket', 'upload bracket', 'order Lovelace']);
    expect(bench.service.orders[0]?.request.items[0]?.modelId).toBe(101);
    // The changed model is not used again.
    await bench.order();
    await bench.clock.settle();
    expect(bench.service.orders[1]?.request.items[0]?.modelId).toBe(101);
  });

  it('A person is asked where the second upload was changed too, and agreeing uploads again.', async () => {
    const { bench, id } = await uploaded();
    addVersion(bench, 100);
    addVersion(bench, 101);
    bench.monitor.signedIn('local');
    await bench.clock.settle();
    expect(bench.job(id)).toMatchObject({ wait: 'consent', problem: { code: 'order-differs' } });
    expect(bench.service.orders).toEqual([]);
    bench.queue.confirm(id, 9.45);
    await bench.clock.settle();
    expect(bench.job(id).state).toBe('done');
    expect(bench.service.orders[0]?.request.items[0]?.modelId).toBe(102);
  });

  it('Everything that differs is said in one text.', async () => {
    const bench = await QueueBench.open();
    const sold = { '6': { price: 20, basePrice: 4.5, markup: 15.5 } };
    bench.service.offers.set(5, sold);
    bench.service.versions.set(7, [{ fileName: 'other.stl', md5: 'f'.repeat(32), size: 9 }]);
    const dear = await bench.line({ id: 'a', title: 'gear', source: { modelId: 5 } });
    const changed = await bench.line({ id: 'b', title: 'cog', source: { modelId: 7, version: 0 } });
    const { id } = await bench.order([dear, changed]);
    await bench.clock.settle();
    const message = bench.job(id).problem?.message ?? '';
    expect(message).toContain('The file of model 7, “cog”');
    expect(message).toContain('“gear” in White now costs $20.00 a piece, not $4.50; $15.50 of it');
    expect(bench.job(id)).toMatchObject({ offer: { parts: 49, unitPrices: [20, 4.5] } });
  });
});

describe('the price of shipping', () => {
  const listed = (price: number) => [
    { option: 'Cheapest' as const, carrier: 'Post', price, currency: 'USD', transitDays: 5 },
  ];

  it('An order waits for a new yes where shipping costs more than was agreed, and never again for the same.', async () => {
    const bench = await QueueBench.open();
    bench.service.shippingPrices = listed(12);
    const { id } = await bench.order(undefined, { shippingPrice: 5 });
    await bench.clock.settle();
    expect(bench.service.orders).toEqual([]);
    expect(bench.job(id)).toMatchObject({
      wait: 'consent',
      problem: { message: expect.stringContaining('Shipping now costs $12.00, not $5.00.') },
      offer: { parts: 9, shippingPrice: 12, total: 21.45 },
    });
    // Neither the parts alone nor parts and fee are the total.
    for (const less of [9, 9.45]) expect(() => bench.queue.confirm(id, less)).toThrow();
    bench.queue.confirm(id, 21.45);
    await bench.clock.settle();
    expect(bench.job(id)).toMatchObject({
      state: 'done',
      payload: { agreement: { shipping: { option: 'Cheapest', price: 12 } } },
    });
  });

  it('A lower price, none that was agreed and none that the service names hold nothing up.', async () => {
    const bench = await QueueBench.open();
    const prices = [
      { now: listed(4), agreed: 5 },
      { now: null, agreed: 5 },
      { now: listed(12), agreed: undefined },
    ];
    for (const { now, agreed } of prices) {
      bench.service.shippingPrices = now;
      const { id } = await bench.order(undefined, { shippingPrice: agreed });
      await bench.clock.settle();
      expect(bench.job(id).state).toBe('done');
    }
  });
});

it('An order of many models that the rate limit interrupts goes on reading where it stopped.', async () => {
  const bench = await QueueBench.open();
  const { getModelInfo } = bench.service.client;
  const read: number[] = [];
  bench.service.client.getModelInfo = async (modelId) => {
    read.push(modelId);
    if (read.length % 6 === 0) throw new CodedError('rate-limited', 'Too many calls.');
    return getModelInfo(modelId);
  };
  const ids = Array.from({ length: 12 }, (_, at) => at + 1);
  const { id } = await bench.order(
    await Promise.all(ids.map((modelId) => bench.line({ source: { modelId } }))),
  );
  await bench.clock.advance(10 * 60_000);
  expect(bench.job(id).state).toBe('done');
  expect(read).toEqual([...ids.slice(0, 6), ...ids.slice(5, 10), 11, 11, 12]);
});

it('An order whose last request the rate limit stops does not read its models again.', async () => {
  const bench = await QueueBench.open();
  const { getModelInfo, placeOrder } = bench.service.client;
  let [reads, sent] = [0, 0];
  bench.service.client.getModelInfo = (modelId) => {
    reads++;
    return getModelInfo(modelId);
  };
  bench.service.client.placeOrder = async (request, gate) => {
    if (++sent > 2) return placeOrder(request, gate);
    return { kind: 'unsent', error: toAppError(new CodedError('rate-limited', 'Too many calls.')) };
  };
  const { id } = await bench.order([await bench.line({ source: { modelId: 3 } })]);
  await bench.clock.advance(2 * 60_000);
  expect([bench.job(id).state, reads, sent]).toEqual(['done', 1, 3]);
});

it('An order of few models that waits four minutes for the rate limit reads them again, so a new markup asks.', async () => {
  const bench = await QueueBench.open();
  const { listOrders } = bench.service.client;
  bench.service.client.listOrders = async (...asked) => {
    bench.service.client.listOrders = listOrders;
    bench.service.offers.set(3, { '6': { price: 8, basePrice: 4.5, markup: 3.5 } });
    const retryAt = bench.clock.now() + 4 * 60_000;
    throw new CodedError('rate-limited', `Too many calls: ${asked.length}.`, { retryAt });
  };
  const { id } = await bench.order([await bench.line({ source: { modelId: 3 } })]);
  await bench.clock.advance(10 * 60_000);
  expect(bench.job(id)).toMatchObject({ wait: 'consent', problem: { code: 'price-rose' } });
  expect(bench.service.orders).toEqual([]);
});
