/** Filters, receipts, shipping prices, metadata and rates, from the application to the real service. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type App, createApp } from '../../../src-main/app.ts';
import { filterOrders } from '../../../src-main/catalog/filter-orders.ts';
import type { OrderFilters } from '../../../src-shared/api/order-filters.ts';
import { orderListSchema } from '../../../src-shared/api/orders.ts';
import { receiptAddress, receiptPath } from '../../../src-shared/api/receipt.ts';
import { renewedAt } from '../../../src-shared/api/service-info.ts';
import type { AppContract } from '../../../src-shared/ipc/contract.ts';
import { lineOfModel } from '../../../src-shared/ipc/model-line.ts';
import type { CallInput, CallName } from '../../../src-shared/ipc/wire.ts';
import { usAddress } from '../../support/address.ts';
import { callApp, finishedJob } from '../../support/app-calls.ts';

let app: App;
let dataDir: string;
let modelId: number;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fabdesk-orders-'));
  app = await createApp({ dataDir, host: 'cli', version: '0.0.0' });
  const file = await call('files.importSample', {});
  const upload = await call('queue.enqueueUpload', { file, uploadScale: 0.001, title: 'gear' });
  await finishedJob(app, upload);
  modelId = (await call('library.list', {})).models[0]?.modelId ?? 0;
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const call = <N extends CallName<AppContract>>(name: N, input: CallInput<AppContract, N>) =>
  callApp(app, name, input);

async function order(more: Partial<CallInput<AppContract, 'queue.placeOrder'>> = {}) {
  const request = { id: 'a', materialId: 6, materialTitle: 'x', quantity: 1, readAt: Date.now() };
  // The model has no price until the service has measured it.
  const line = await vi.waitFor(
    async () => {
      const found = lineOfModel(await call('library.show', { modelId }), request);
      if (found === null) throw new Error('The model has no price.');
      return found;
    },
    { timeout: 20_000 },
  );
  const terms = { address: usAddress, shippingOption: 'Cheapest' as const, confirmedParts: line.unitPrice };
  return finishedJob(app, (await call('queue.placeOrder', { lines: [line], ...terms, ...more })).order);
}
const orderIdOf = (job: { result: unknown }) => (job.result as { orderId: number }).orderId;

describe('orders.list', () => {
  it('Filters of the address, of ids and a limit narrow the orders and their counts.', async () => {
    const here = orderIdOf(await order());
    const there = orderIdOf(await order({ address: { ...usAddress, city: 'Albany', zipCode: '12207' } }));
    const ids = async (filters: OrderFilters | undefined) => {
      const { orders, counts } = await call('orders.list', { filters });
      return { ids: orders.map(({ orderId }) => orderId), total: counts?.total };
    };
    expect(await ids(undefined)).toEqual({ ids: [there, here], total: 2 });
    expect(await ids({ city: 'albany' })).toEqual({ ids: [there], total: 1 });
    expect(await ids({ city: 'Albany', zipCode: '10001' })).toEqual({ ids: [], total: 0 });
    expect(await ids({ orderIds: [here] })).toEqual({ ids: [here], total: 1 });
    expect(await ids({ orderIds: [here], city: 'Albany' })).toEqual({ ids: [], total: 0 });
    expect(await ids({ orderIds: [here, there, 999] })).toEqual({ ids: [there, here], total: 2 });
    expect(await ids({ orderIds: [999] })).toEqual({ ids: [], total: 0 });
    expect(await ids({ limit: 1 })).toEqual({ ids: [there], total: 2 });
    expect(await ids({ orderIds: [here, there], limit: 1 })).toEqual({ ids: [there], total: 2 });
  });

  it('A service that ignores filters is found out instead of showing orders that do not fit.', async () => {
    const everything = orderListSchema.parse({
      result: 'success',
      ordersCount: { total: 1, placed: 1 },
      ordersStatus: { 7: { status: 'placed', items: {} } },
      ordersInfo: [{ orderId: 7 }],
    });
    const deaf = { listOrders: async () => everything, getOrder: async () => everything };
    await expect(filterOrders(deaf, { city: 'Albany' })).rejects.toMatchObject({
      code: 'filters-ignored',
      message: expect.stringContaining('city'),
    });
    expect((await filterOrders(deaf, { orderIds: [8] })).ordersInfo).toEqual([]);
    expect((await filterOrders(deaf, { orderIds: [7, 8] })).ordersCount.total).toBe(1);
  });

  it('A service that ignores the limit or the ids of a list does not change which orders are shown.', async () => {
    const listOf = (...ids: number[]) =>
      orderListSchema.parse({
        result: 'success',
        ordersCount: { total: ids.length, placed: ids.length },
        ordersStatus: Object.fromEntries(ids.map((id) => [id, { status: 'placed', items: {} }])),
        ordersInfo: ids.map((orderId) => ({ orderId })),
      });
    const shown = async (client: Parameters<typeof filterOrders>[0], filters: OrderFilters) => {
      const { ordersStatus, ordersInfo, ordersCount } = await filterOrders(client, filters);
      expect(Object.keys(ordersStatus).map(Number).sort()).toEqual(
        ordersInfo.map((one) => one.orderId).sort(),
      );
      return { ids: ordersInfo.map((one) => one.orderId), total: ordersCount.total };
    };
    const all = async () => listOf(7, 8, 9);
    const withoutLimit = { listOrders: all, getOrder: all };
    expect(await shown(withoutLimit, { limit: 2 })).toEqual({ ids: [8, 9], total: 3 });
    const onlyLimit = {
      listOrders: async (query: { limit?: number | string } = {}) =>
        query.limit === undefined ? listOf(7, 8, 9) : listOf(9),
      getOrder: all,
    };
    expect(await shown(onlyLimit, { orderIds: [7, 8], limit: 1 })).toEqual({ ids: [8], total: 2 });
  });
});

describe('the receipt', () => {
  it('The page that the service names after an order opens at its address.', async () => {
    const job = await order();
    const orderId = orderIdOf(job);
    expect(job.result).toMatchObject({ receipt: `/checkout/receipt?orderId=${orderId}` });
    const { baseUrl } = (await call('accounts.list', {}))[0]!;
    const { orders } = await call('orders.list', { filters: { orderIds: [orderId] } });
    expect(orders[0]?.receipt).toBe(`${baseUrl}/checkout/receipt?orderId=${orderId}`);
    // The local service shows it only at an address that the application asked for, and once.
    expect((await fetch(orders[0]?.receipt ?? '')).status).toBe(403);
    const { address } = await call('orders.openReceipt', { orderId });
    expect(await (await fetch(address)).text()).toContain(`<h1>Order ${orderId}</h1>`);
    expect((await fetch(address)).status).toBe(403);
  });

  it('Only pages are taken for a receipt, and an order without one has the page of the interface.', () => {
    expect(receiptPath({ checkOrderStatus: { link: '/r/1' } })).toBe('/r/1');
    for (const bad of [null, [], {}, { checkOrderStatus: 'javascript:x' }, { checkOrderStatus: '//evil/1' }])
      expect(receiptPath(bad)).toBeNull();
    expect(receiptAddress(7, null, 'https://x.example/api/')).toBe(
      'https://x.example/api/checkout/receipt?orderId=7',
    );
    expect(receiptAddress(7, 'https://shop.example/r/7', 'https://x.example')).toBe(
      'https://shop.example/r/7',
    );
  });
});

it('Shipping prices are listed for a country, and null where the service refuses or lacks the list.', async () => {
  const { prices } = await call('orders.shippingPrices', { country: 'US', zipCode: '10001' });
  expect(prices).toMatchObject([
    { option: 'Cheapest', price: 4.99, currency: 'USD', transitDays: 10 },
    { option: 'Fastest', price: 14.99, currency: 'USD', transitDays: 3 },
  ]);
  expect(await call('orders.shippingPrices', { country: 'Atlantis' })).toEqual({ prices: null });
});

it('Metadata is agreed to and goes with every model of the order.', async () => {
  const metadata = [{ name: 'engraving', value: 'Ada' }];
  const job = await order({ extras: { incentives: [], metadata } });
  expect(job).toMatchObject({ state: 'done', payload: { agreement: { extras: { metadata } } } });
  const books = new Sqlite(join(dataDir, 'service', 'service.sqlite'), { readonly: true });
  const row = books
    .prepare('SELECT metadata_json FROM print_order WHERE order_id = ?')
    .get(orderIdOf(job)) as { metadata_json: string };
  books.close();
  expect(JSON.parse(row.metadata_json)).toEqual([{ modelId, name: 'engraving', value: 'Ada' }]);
});

describe('accounts.rate', () => {
  it('Says how many calls are left and when all of them are again.', async () => {
    const before = Date.now();
    const rate = await call('accounts.rate', {});
    expect(rate).toMatchObject({ limit: 3000, windowInSeconds: 300, retryAt: null });
    expect(rate.remaining).toBeLessThan(3000);
    expect(rate.renewedAt).toBeGreaterThan(before);
    expect(rate.renewedAt).toBeLessThanOrEqual(Date.now() + 300_000);
  });

  it('The newest minute with calls decides when all calls are left again.', () => {
    const rate = { retryInSeconds: 0, retryTimestamp: 0, windowInSeconds: 300, limit: 150, remaining: 140 };
    expect(renewedAt({ ...rate, history: [0, 0, 10, 0, 0] }, 0)).toBe(180_000);
    expect(renewedAt({ ...rate, history: [] }, 0)).toBe(300_000);
    expect(renewedAt({ ...rate, remaining: 150, history: [0, 0, 0, 0, 0] }, 5)).toBe(5);
  });
});
