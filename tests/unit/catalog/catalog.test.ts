import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../src-main/api-client/service-client.ts';
import { createCatalog } from '../../../src-main/catalog/catalog.ts';
import { maxCached } from '../../../src-main/catalog/quote-cache.ts';
import type { SoapPrinter } from '../../../src-main/soap-client/printers.ts';
import type { PriceGeometry } from '../../../src-shared/api/price.ts';
import { contract } from '../../../src-shared/ipc/contract.ts';
import type { RememberedOrder } from '../../../src-shared/ipc/order-view.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { orderSum } from '../../../src-shared/jobs/order-sum.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { cubicMetres, metres, squareMetres } from '../../../src-shared/units/units.ts';
import { type MemoryDocuments, memoryDocuments } from '../../support/memory-documents.ts';
import { changeJob, uploadJob } from '../../support/samples.ts';
import { clientUnderTest } from '../api-client/client-under-test.ts';
import { json, type Reply, type WireServer, wireServer } from '../api-client/wire-server.ts';

const material = (materialId: string, title: string) => ({
  materialId,
  title,
  supportsColorFiles: 0,
  printerId: '3',
  swatch: '',
  restrictions: null,
});
const printer = {
  printerId: 3,
  title: 'P3',
  xBoundMin: 0.1,
  xBoundMax: 65,
  yBoundMin: 0.1,
  yBoundMax: 35,
  zBoundMin: 0.1,
  zBoundMax: 55,
};
const ok = (fields: object) => json(200, { result: 'success', nextActionSuggestions: [], ...fields });
const orders = {
  ordersCount: { total: 2, placed: 1, in_production: 0, cancelled: 0, unknown: 0, shipped: 1 },
  ordersStatus: {
    '7': { status: 'placed', items: { '70': { title: 'a', quantity: 2, status: { processing: 2 } } } },
    '9': { status: 'shipped', items: {} },
  },
  ordersInfo: [
    {
      orderId: 7,
      refNumber: null,
      targetDeliveryDate: '2026-12-01 00:00:00',
      targetShipDate: '2026-11-28 00:00:00',
      shipments: null,
      orderProducts: [
        {
          orderProductId: 70,
          spin: 'x',
          productTitle: 'a',
          optionId: 1,
          optionDescription: 'PA12',
          quantity: 2,
          models: [],
        },
      ],
    },
  ],
};

let server: WireServer;
let documents: MemoryDocuments;
let soap: () => Promise<SoapPrinter[] | null>;
let reply: (path: string, body: string) => Reply;
const answers = (path: string): Reply => {
  if (path.startsWith('/materials'))
    return ok({ materials: { '6': material('6', 'PA12'), '7': material('7', 'Steel') } });
  if (path.startsWith('/printers')) return ok({ printers: [printer] });
  if (path.startsWith('/categories')) return ok({ categories: { '1': { title: 'Art', parentId: 0 } } });
  if (path.startsWith('/price')) {
    return ok({ prices: { '6': { price: 4.25, currency: 'USD' }, '7': { price: 0, currency: 'USD' } } });
  }
  if (path.startsWith('/orders')) return ok(orders);
  return ok({
    models: Array.from({ length: 36 }, (_, at) => ({ modelId: at + 1, modelVersion: 0, title: 'm' })),
  });
};

beforeEach(async () => {
  documents = memoryDocuments();
  reply = answers;
  soap = async () => null;
  server = await wireServer(({ path, body }) => reply(path, body.toString()));
});
afterEach(() => server.close());

function open(remembered = new Map<number, RememberedOrder>(), jobs: Job[] = []) {
  const { client, time } = clientUnderTest(server.baseUrl);
  const using: { client: ServiceClient } = { client };
  const catalog = createCatalog({
    accounts: { list: () => [], clientFor: () => using.client },
    soap: { printers: () => soap() },
    documents,
    clock: { now: () => time.now },
    background: { ask: (_, question) => question() },
    remembered: () => remembered,
    jobs: () => jobs,
  });
  return { catalog, time, using };
}

const asked = (path: string) => server.complete.filter((request) => request.path.startsWith(path)).length;
const offline = () => {
  reply = () => ({ after: 'reset' });
};
const cube = (side: number): PriceGeometry => ({
  volume: cubicMetres(side ** 3),
  area: squareMetres(6 * side ** 2),
  xBoundMin: metres(0),
  xBoundMax: metres(side),
  yBoundMin: metres(0),
  yBoundMax: metres(side),
  zBoundMin: metres(0),
  zBoundMax: metres(side),
});

describe('the catalogue', () => {
  it('The catalogue matches the contract, and is requested once while fresh, even by several callers.', async () => {
    const { catalog, time } = open();
    const [first, again] = await Promise.all([
      catalog.get('a', { refresh: false }),
      catalog.get('a', { refresh: false }),
    ]);
    expect(again).toEqual(first);
    const shown = contract.calls['catalog.get'].output.parse(first);
    expect(shown.materials.map(({ materialId, title }) => [materialId, title])).toEqual([
      [6, 'PA12'],
      [7, 'Steel'],
    ]);
    expect(shown).toMatchObject({ fetchedAt: time.now, categories: { '1': { title: 'Art' } } });
    time.now += 14 * 60_000;
    await catalog.get('a', { refresh: false });
    expect(asked('/materials')).toBe(1);
    await catalog.get('a', { refresh: true });
    time.now += 16 * 60_000;
    await catalog.get('a', { refresh: false });
    expect(asked('/materials')).toBe(3);
  });

  it('The last catalogue is used without a connection, also after a restart, with its date.', async () => {
    const before = open();
    const { fetchedAt } = await before.catalog.get('a', { refresh: false });
    offline();
    const { catalog, time } = open();
    time.now = fetchedAt + 30 * 24 * 3_600_000;
    expect(await catalog.get('a', { refresh: false })).toMatchObject({
      fetchedAt,
      printers: [{ printerId: 3 }],
    });
    await expect(catalog.get('a', { refresh: true })).rejects.toMatchObject({ code: 'network' });
  });

  it('Without an earlier catalogue the call fails, and each account has its own.', async () => {
    const { catalog } = open();
    await catalog.get('a', { refresh: false });
    offline();
    await expect(catalog.get('b', { refresh: false })).rejects.toMatchObject({ code: 'network' });
  });

  it('The catalogue is requested again if the stored one is damaged.', async () => {
    documents.set('catalog/a', { materials: 'x' });
    expect((await open().catalog.get('a', { refresh: false })).materials).toHaveLength(2);
  });
});

const soapPrinter = (title: string, over: Partial<SoapPrinter> = {}): SoapPrinter => ({
  title,
  technology: 'SLS',
  minimumWall: metres(0.0007),
  materials: [],
  ...over,
});
const soapMaterial = (id: number | null, title: string) => ({
  id,
  title,
  description: `${title}, in short`,
  appearance: { baseColor: '#f0f0eb' },
  startupCost: 1.5,
});

describe('What only SOAP tells', () => {
  it('Facts of SOAP are merged by a material’s id, its title, and a printer’s title.', async () => {
    soap = async () => [
      soapPrinter('Another', { materials: [soapMaterial(6, 'x'), soapMaterial(null, ' STEEL ')] }),
      soapPrinter('p3', { technology: 'FDM', minimumWall: null }),
    ];
    const { materials, printers } = await open().catalog.get('a', { refresh: false });
    expect(materials).toMatchObject([
      {
        title: 'PA12',
        technology: 'SLS',
        minimumWall: 0.0007,
        description: 'x, in short',
        look: { baseColor: '#f0f0eb' },
        startupCost: 1.5,
      },
      { title: 'Steel', technology: 'SLS', minimumWall: 0.0007 },
    ]);
    expect(printers).toMatchObject([{ title: 'P3', technology: 'FDM' }]);
    expect(printers[0]).not.toHaveProperty('minimumWall');
  });

  it('A printer with another title takes the facts of the printer that lists its materials.', async () => {
    soap = async () => [soapPrinter('Machine 7', { materials: [soapMaterial(7, 'Steel')] })];
    const { materials, printers } = await open().catalog.get('a', { refresh: false });
    expect(printers[0]).toMatchObject({ title: 'P3', minimumWall: 0.0007 });
    expect(materials[0]).not.toHaveProperty('minimumWall');
  });

  it('Facts of SOAP that match nothing, or several entries, are dropped.', async () => {
    soap = async () => [
      soapPrinter('P3', { materials: [soapMaterial(null, 'Steel')] }),
      soapPrinter('P3', {
        technology: 'FDM',
        materials: [soapMaterial(null, 'steel'), soapMaterial(99, 'Wood')],
      }),
    ];
    const { materials, printers } = await open().catalog.get('a', { refresh: false });
    for (const entry of [...materials, ...printers]) expect(entry).not.toHaveProperty('technology');
  });

  it('A failure of SOAP costs neither the catalogue nor earlier facts.', async () => {
    soap = async () => [soapPrinter('P3', { materials: [soapMaterial(6, 'PA12')] })];
    const { catalog } = open();
    await catalog.get('a', { refresh: true });
    soap = () => Promise.reject(new CodedError('soap-refused', 'The SOAP interface refused: no'));
    const after = await catalog.get('a', { refresh: true });
    expect(after).toMatchObject({
      materials: [
        { description: 'PA12, in short', look: { baseColor: '#f0f0eb' }, startupCost: 1.5 },
        { title: 'Steel' },
      ],
      printers: [{ technology: 'SLS', minimumWall: 0.0007 }],
      soapProblem: { code: 'soap-refused', message: 'The SOAP interface refused: no' },
    });
    soap = async () => [];
    expect(await catalog.get('a', { refresh: true })).not.toHaveProperty('soapProblem');
  });
});

describe('estimates', () => {
  it('Estimates come from cached prices of other parts, without calling the service.', async () => {
    const { catalog, time } = open();
    await catalog.quote('a', cube(0.01), []);
    const before = asked('/price');
    const told = contract.calls['price.estimate'].output.parse(catalog.estimate('a', cube(0.02), []));
    expect(asked('/price')).toBe(before);
    // Material 7 has no price yet, so there is no basis for an estimate.
    expect(told).toMatchObject({ currency: 'USD', estimates: { '6': { parts: 1, oldest: time.now } } });
    expect(Object.keys(told.estimates)).toEqual(['6']);
    const { low, amount, high } = told.estimates['6'] ?? { low: 0, amount: 0, high: 0 };
    expect(low).toBeLessThanOrEqual(4.25);
    expect(high).toBeGreaterThanOrEqual(34);
    expect(low).toBeLessThan(amount);
    expect(amount).toBeLessThan(high);
    expect(catalog.estimate('a', cube(0.02), [7]).estimates).toEqual({});
  });
});

describe('a model', () => {
  it('It is shown without a currency if the question for that never ends.', async () => {
    const model = { modelId: 41, modelVersion: 0, title: 'gear', printable: 'yes', materials: {} };
    reply = (path) =>
      path.startsWith('/price') ? {} : path.startsWith('/models/41') ? ok(model) : answers(path);
    const shown = await open().catalog.showModel('a', 41);
    expect(shown).toMatchObject({ modelId: 41, currency: null });
  });
});

describe('prices', () => {
  it('Prices are live, and not requested twice within a minute.', async () => {
    const { catalog, time } = open();
    const quote = contract.calls['price.quote'].output.parse(await catalog.quote('a', cube(0.01), []));
    expect(quote).toEqual({
      prices: { '6': { price: 4.25, currency: 'USD' }, '7': { price: 0, currency: 'USD' } },
      quotedAt: time.now,
      source: 'live',
    });
    time.now += 59_000;
    expect(await catalog.quote('a', cube(0.01), [])).toMatchObject({
      quotedAt: time.now - 59_000,
      source: 'live',
    });
    expect(asked('/price')).toBe(1);
    time.now += 1_000;
    expect(await catalog.quote('a', cube(0.01), [])).toMatchObject({ quotedAt: time.now });
    await catalog.quote('a', cube(0.0100001), []);
    expect(asked('/price')).toBe(3);
  });

  it('Simultaneous requests for prices are sent once.', async () => {
    const { catalog } = open();
    await Promise.all(Array.from({ length: 5 }, () => catalog.quote('a', cube(0.01), [7, 6])));
    await catalog.quote('a', cube(0.01), [6, 7]);
    expect(asked('/price')).toBe(1);
  });

  it('Cached prices of exactly this geometry are shown without a connection.', async () => {
    const before = open();
    const quotedAt = before.time.now;
    await before.catalog.quote('a', cube(0.01), []);
    offline();
    const { catalog, time } = open();
    time.now += 3_600_000;
    expect(await catalog.quote('a', cube(0.01), [])).toMatchObject({
      quotedAt,
      source: 'cached',
      prices: { '6': { price: 4.25 } },
    });
    expect((await catalog.quote('a', cube(0.01), [6])).prices).toEqual({
      '6': { price: 4.25, currency: 'USD' },
    });
    await expect(catalog.quote('a', cube(0.02), [])).rejects.toMatchObject({ code: 'network' });
  });

  it('No cached prices are shown if the service itself refuses the request.', async () => {
    const { catalog, time } = open();
    await catalog.quote('a', cube(0.01), []);
    time.now += 3_600_000;
    reply = () => json(400, { result: 'failure', reason: 'Volume must be positive.' });
    await expect(catalog.quote('a', cube(0.01), [])).rejects.toMatchObject({ code: 'refused' });
  });

  it('Prices are cached for a limited number of geometries, the latest.', async () => {
    const { catalog, time } = open();
    for (let turn = 0; turn < maxCached + 20; turn += 1)
      await catalog.quote('a', cube(0.01 + turn / 1e4), []);
    expect([...documents.kept.keys()].filter((key) => key.startsWith('quote/a/'))).toHaveLength(maxCached);
    offline();
    time.now += 3_600_000;
    expect((await catalog.quote('a', cube(0.01 + (maxCached + 19) / 1e4), [])).source).toBe('cached');
    await expect(catalog.quote('a', cube(0.01), [])).rejects.toMatchObject({ code: 'network' });
  });
});

describe('orders', () => {
  it('Orders carry the totals that were confirmed here, live and cached.', async () => {
    const remembered = new Map([
      [7, { sum: orderSum({ amount: 8.5, currency: 'USD', isLimit: false }), placedAt: 1 }],
    ]);
    const { catalog, time } = open(remembered);
    const live = contract.calls['orders.list'].output.parse(await catalog.listOrders('a'));
    expect(live).toMatchObject({ source: 'live', fetchedAt: time.now });
    expect(live.orders.map(({ orderId, status, sum }) => [orderId, status, sum?.amount ?? null])).toEqual([
      [9, 'shipped', null],
      [7, 'placed', 8.93],
    ]);
    offline();
    expect(await catalog.listOrders('a')).toEqual({ ...live, source: 'cached' });
  });

  it('An order that was cancelled from here since the list was read is cancelled in the copy, and live as the service says.', async () => {
    const remembered = new Map<number, RememberedOrder>();
    const { catalog, time } = open(remembered);
    await catalog.listOrders('a');
    time.now += 1000;
    remembered.set(7, { cancelledAt: time.now });
    offline();
    const { orders, counts, fetchedAt } = await catalog.listOrders('a');
    expect(fetchedAt).toBe(time.now - 1000);
    expect(orders.map(({ orderId, status }) => [orderId, status])).toEqual([
      [9, 'shipped'],
      [7, 'cancelled'],
    ]);
    expect(orders[1]?.items).toMatchObject([{ status: { processing: 0, cancelled: 2 } }]);
    expect(counts).toMatchObject({ placed: 0, cancelled: 1 });
  });

  it('An order that was placed since the service was read last is in the list, and one that it lists once only.', async () => {
    const remembered = new Map<number, RememberedOrder>();
    const { catalog, time } = open(remembered);
    await catalog.listOrders('a');
    time.now += 1000;
    const sum = orderSum({ amount: 8.5, currency: 'USD', isLimit: false });
    remembered.set(10, { sum, placedAt: time.now });
    remembered.set(9, { sum, placedAt: time.now });
    offline();
    const { orders, counts } = await catalog.listOrders('a');
    expect(orders.map(({ orderId, status }) => [orderId, status])).toEqual([
      [10, 'placed'],
      [9, 'shipped'],
      [7, 'placed'],
    ]);
    expect(orders[0]?.sum).toEqual(sum);
    expect(counts).toMatchObject({ total: 3, placed: 2 });
  });

  it('Orders never seen before cannot be shown without a connection.', async () => {
    offline();
    await expect(open().catalog.listOrders('a')).rejects.toMatchObject({ code: 'network' });
  });
});

describe('the library', () => {
  it('The library has more pages while a page is full.', async () => {
    const { catalog } = open();
    expect(await catalog.listModels('a', 2)).toMatchObject({ hasMore: true });
    expect(server.complete[0]?.path).toBe('/models/v1?page=2');
    reply = () => ok({ models: [] });
    expect(await catalog.listModels('a', 3)).toEqual({ models: [], hasMore: false });
  });

  it('The library shows its last known first page without a connection.', async () => {
    const { catalog } = open();
    const live = await catalog.listModels('a', 1);
    offline();
    const kept = await catalog.listModels('a', 1);
    expect(kept).toEqual({ models: live.models, hasMore: false, cachedFrom: expect.any(Number) });
    expect(contract.calls['library.list'].output.parse(kept)).toEqual(kept);
    await expect(catalog.listModels('a', 2)).rejects.toMatchObject({ code: 'network' });
  });

  it('The last known page shows what was done from here since.', async () => {
    const jobs: Job[] = [];
    const { catalog, time } = open(undefined, jobs);
    const [first, second] = (await catalog.listModels('a', 1)).models;
    if (first === undefined || second === undefined) throw new Error('two models are needed');
    const earlier = { updatedAt: time.now - 1, state: 'done' } as const;
    const later = { updatedAt: time.now + 1, state: 'done' } as const;
    const of = (modelId: number) => ({ modelId, modelTitle: '' });
    jobs.push(
      uploadJob({ ...earlier, result: { modelId: 900, modelVersion: 0, printable: 'yes' } }),
      uploadJob({ ...later, result: { modelId: 901, modelVersion: 0, printable: 'yes' } }),
      changeJob({
        ...later,
        payload: { op: 'delete-model', ...of(first.modelId) },
        result: { remoteId: first.modelId },
      }),
      changeJob({
        ...later,
        payload: { op: 'edit-model', ...of(second.modelId), before: {}, after: { title: 'New' } },
        result: { remoteId: second.modelId },
      }),
    );
    offline();
    const { models } = await catalog.listModels('a', 1);
    expect(models.slice(0, 3).map(({ modelId, title }) => [modelId, title])).toEqual([
      [901, uploadJob().payload.title],
      [second.modelId, 'New'],
      [3, 'm'],
    ]);
  });
});

it('When calls are allowed again follows the service’s clock, which may be an hour ahead.', async () => {
  const { catalog, time } = open();
  const serverNow = time.now + 3_600_000;
  const rateLimit = {
    retryInSeconds: 5,
    retryTimestamp: serverNow / 1000 + 5,
    windowInSeconds: 300,
    limit: 150,
    remaining: 0,
    history: [0, 0, 0, 0, 150],
  };
  reply = () => json(200, { result: 'success', rateLimit }, { Date: new Date(serverNow).toUTCString() });
  expect(await catalog.rate('a')).toMatchObject({ remaining: 0, retryAt: time.now + 5_000 });
});

it('The cached data of a removed account is deleted, and no other.', async () => {
  const { catalog } = open();
  for (const id of ['a', 'b']) {
    await catalog.get(id, { refresh: false });
    await catalog.quote(id, cube(0.01), []);
    await catalog.listOrders(id);
  }
  const before = documents.kept.size;
  catalog.forget('a');
  expect(documents.kept.size).toBe(before / 2);
  expect([...documents.kept.keys()].every((key) => key.includes('/b'))).toBe(true);
});
