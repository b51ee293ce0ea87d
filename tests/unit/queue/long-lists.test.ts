/** Accounts with thousands of orders and models: what reading them costs. */
import { describe, expect, it } from 'vitest';
import { NewestOrders } from '../../../src-main/api-client/newest-orders.ts';
import { mainError } from '../../../src-main/main-error.ts';
import { readKnownOrders } from '../../../src-main/queue/reconcile/known-orders.ts';
import { orderListSchema } from '../../../src-shared/api/orders.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { minutes } from '../../support/durations.ts';
import { QueueBench } from '../../support/queue-bench.ts';
import { foreign } from './lost-order.ts';

interface Wanted {
  readonly limit?: number;
  readonly page?: number;
}

/** Lists the newest first; without a limit, the newest 1,000 or, without a cap, all. */
class Orders {
  ids: number[];
  calls = 0;
  isCapped = true;
  modelOf = (_id: number) => 5;

  constructor(count: number) {
    this.ids = Array.from({ length: count }, (_, index) => index + 1);
  }

  listOrders = async ({ limit, page = 1 }: Wanted = {}) => {
    this.calls += 1;
    if (!this.isCapped && limit === undefined)
      throw mainError('bad-answer', ref('service.tooMuch', { what: 'orders' }));
    const size = limit ?? 1_000;
    const shown = this.ids.toReversed().slice((page - 1) * size, page * size);
    return orderListSchema.parse({
      result: 'success',
      ordersCount: { total: this.ids.length },
      ordersStatus: Object.fromEntries(shown.map((id) => [String(id), { status: 'placed', items: {} }])),
      ordersInfo: shown.map((orderId) => ({
        orderId,
        orderProducts: [
          {
            orderProductId: orderId,
            quantity: 1,
            models: [{ modelId: this.modelOf(orderId), materialId: 6 }],
          },
        ],
      })),
    });
  };
}

describe('an account with thousands of orders', () => {
  it('Where all orders are more than one answer may have, the newest 1,000 are read by pages.', async () => {
    const service = Object.assign(new Orders(4_000), { isCapped: false });
    const newest = new NewestOrders(service.listOrders);
    for (const calls of [11, 21]) {
      const { ordersInfo, ordersCount } = await newest.read();
      expect([ordersInfo.length, ordersInfo[0]?.orderId, ordersCount.total]).toEqual([1_000, 4_000, 4_000]);
      expect(service.calls).toBe(calls);
    }
    const known = await readKnownOrders({ listOrders: () => newest.read() });
    expect([known.ids.size, known.isComplete]).toEqual([1_000, false]);
  });

  it('A refusal is no reason to ask again by pages.', async () => {
    const newest = new NewestOrders(async () => {
      throw mainError('refused', ref('service.refused', { what: 'orders' }));
    });
    await expect(newest.read()).rejects.toMatchObject({ code: 'refused' });
  });

  it.each([
    [1_500, 16, 1],
    [2_500, 1, 1],
    [20_000, 1, 1],
  ])('%d orders are read in %d calls, and then in %d.', async (count, first, later) => {
    const orders = new Orders(count);
    await readKnownOrders(orders, new Set(), true);
    expect(orders.calls).toBe(first);
    orders.ids.push(count + 1);
    const again = await readKnownOrders(orders, new Set(), true);
    expect([orders.calls - first, again.ids.has(count + 1)]).toEqual([later, true]);
    expect(again.isComplete).toBe(count < 2_000);
  });

  it('What was shown before is forgotten if the service was reset, lost an order, or hides one.', async () => {
    const orders = new Orders(1_500);
    await readKnownOrders(orders, new Set(), true);
    const rereads = async () => {
      const before = orders.calls;
      const { ids, isComplete } = await readKnownOrders(orders, new Set(), true);
      expect([ids.size, isComplete]).toEqual([orders.ids.length, true]);
      return orders.calls - before;
    };
    orders.modelOf = (id) => (id > 1_400 ? 6 : 5);
    expect(await rereads()).toBe(16);
    orders.ids.splice(100, 1);
    expect(await rereads()).toBe(16);
    orders.ids.splice(100, 1);
    orders.ids.push(1_501);
    expect(await rereads()).toBeGreaterThan(1);
    expect(await rereads()).toBe(1);
  });

  it('A proof of absence reads all of them anew.', async () => {
    const orders = new Orders(1_500);
    await readKnownOrders(orders);
    await readKnownOrders(orders);
    expect(orders.calls).toBe(32);
  });

  it('One question tells which of many orders of the same model carry the mark, at each start.', async () => {
    const bench = await QueueBench.open();
    bench.service.filtersList = true;
    const line = await bench.line({ source: { modelId: 5 }, quantity: 2 });
    const order = await bench.order([line]);
    await bench.clock.advance(minutes(20));
    for (let id = 700; id < 760; id++) foreign(bench, id, 5, 2);
    const list = async () =>
      bench.monitor.signalsFor('local').onOrders(await bench.service.client.listOrders({ limit: 100 }));
    for (let start = 0; start < 2; start++) {
      bench.service.asked = 0;
      await list();
      await bench.clock.advance(minutes(2));
      expect(bench.service.asked).toBeLessThan(30);
      bench.restart();
      await bench.clock.settle();
    }
    expect(bench.job(order.id)).toMatchObject({ state: 'done', problem: null });
    // One of them is a second order of this job after all.
    const [own] = bench.service.orders;
    if (own) bench.service.orders.push({ ...own, orderId: 800, at: bench.clock.now() });
    await list();
    await bench.clock.advance(minutes(3));
    expect(bench.job(order.id)).toMatchObject({ problem: { code: 'duplicate-order' } });
  });
});

describe('an account with thousands of models', () => {
  async function large(models: number, behaviour: 'lose-answer' | 'lose-request') {
    const bench = await QueueBench.open();
    const other = { title: 'other', fileName: 'other.stl', md5: '0'.repeat(32), size: 1 };
    for (let modelId = models + 1_000; modelId > 1_000; modelId--)
      bench.service.models.push({ ...other, modelId });
    bench.service.uploads.push(behaviour);
    const job = await bench.upload();
    await bench.clock.settle();
    return { bench, job };
  }

  it('A lost upload is found on the first page, however many there are.', async () => {
    const { bench, job } = await large(100_000, 'lose-answer');
    const model = bench.service.models.pop();
    if (model) bench.service.models.unshift(model);
    await bench.clock.advance(10_000);
    expect(bench.job(job.id)).toMatchObject({ state: 'done' });
    expect(bench.service.pages).toBe(1);
  });

  it('One that is not there is looked for with a fifth of the calls, over several windows, and sent again.', async () => {
    const { bench, job } = await large(5_600, 'lose-request');
    const { client } = bench.service;
    const window = { limit: 150, remaining: 150, windowInSeconds: 300, retryAt: null };
    bench.clientFor = () => ({
      ...client,
      listModels: async (page, ...more) => {
        window.remaining -= 1;
        bench.monitor.signalsFor('local').onRate({ ...window });
        return client.listModels(page, ...more);
      },
    });
    let most = 0;
    for (let passed = 0; passed < 120 && bench.job(job.id).state === 'unknown'; passed++) {
      const before = bench.service.pages;
      window.remaining = window.limit;
      await bench.clock.advance(minutes(5));
      most = Math.max(most, bench.service.pages - before);
    }
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(most).toBeLessThan(60);
    expect(bench.service.pages).toBeLessThan(500);
  });

  it('Where there are too many to list, a person is asked.', { tags: 'release' }, async () => {
    const { bench, job } = await large(25_000, 'lose-request');
    await bench.clock.advance(minutes(5));
    expect(bench.job(job.id)).toMatchObject({ state: 'ask', problem: { code: 'models-incomplete' } });
  });
});
