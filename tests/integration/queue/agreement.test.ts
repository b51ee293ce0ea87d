/**
 * What the real service made and charged, against what was agreed, after a model was changed outside the
 * queue (reliability: I13).
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import type { Job, OrderJob } from '../../../src-shared/jobs/job.ts';
import { noExtras } from '../../../src-shared/jobs/order-extras.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { cubeStl } from '../../support/cube-stl.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { address, cube } from '../../support/jobs.ts';
import { startService, type TestService } from '../../support/service.ts';
import { upload, uploadBody } from '../../support/upload.ts';
import { openQueueApp } from './queue-app.ts';

const material = 6;
let service: TestService;
/** What a cube costs without a markup. */
let price: number;

beforeAll(async () => {
  service = await startService();
  const { body } = await service.call('POST', '/price/v1', { ...cube, materials: [material] });
  price = body.prices[material].price;
});
afterAll(() => service.close());

type App = Awaited<ReturnType<typeof openQueueApp>>;

async function withApp(work: (app: App) => Promise<void>): Promise<void> {
  const { client_id, client_secret, payment_verification_id } = service.credentials;
  const app = await openQueueApp(temporaryFolder(), {
    baseUrl: service.baseUrl,
    clientId: client_id,
    clientSecret: client_secret,
    paymentVerificationId: payment_verification_id,
  });
  app.queue.start();
  try {
    await work(app);
    expect(app.reports).toEqual([]);
  } finally {
    await app.close();
  }
}

const common = {
  title: 'part',
  materialId: material,
  materialTitle: 'White',
  quantity: 2,
  currency: 'USD',
  quotedAt: 0,
};

async function order(app: App, line: Omit<CartLine, keyof typeof common | 'id'>): Promise<OrderJob> {
  const placed = await app.queue.placeOrder('local', {
    lines: [{ ...common, id: 'line', ...line }],
    address,
    shippingOption: 'Cheapest',
    extras: noExtras,
    confirmedParts: Math.round((line.unitPrice ?? 0) * 200) / 100,
  });
  await app.quiet();
  return orderOf(app, placed.id);
}

async function orderFile(app: App, content: string): Promise<OrderJob> {
  const file = await app.spool.importStream(Readable.from([Buffer.from(content)]), 'part.stl');
  return order(app, { file, uploadScale: 0.001, geometry: cube, unitPrice: price, source: null });
}

function orderOf(app: App, id: string): OrderJob {
  const job: Job = app.queue.get(id);
  if (job.kind !== 'order') throw new Error('not an order');
  return job;
}

/** From the service's own ledger. */
function made(job: OrderJob) {
  const books = new Sqlite(`${service.dataDir}/service.sqlite`, { readonly: true });
  try {
    const product = books
      .prepare(
        'SELECT model_id AS modelId, model_version AS version, sha256, unit_price_cents AS cents FROM order_product WHERE order_id = ?',
      )
      .get(job.result?.orderId) as { modelId: number; version: number; sha256: string; cents: number };
    const charged = books
      .prepare("SELECT sum(cents) FROM ledger WHERE order_id = ? AND kind = 'charge'")
      .pluck()
      .get(job.result?.orderId);
    return { ...product, charged: Number(charged) / 100 };
  } finally {
    books.close();
  }
}

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');
const ordersAtService = async () =>
  (await service.call('GET', '/orders/v1')).body.ordersCount.total as number;
const edit = (modelId: number, body: object) => service.call('PUT', `/models/${modelId}/info/v1`, body);
const addVersion = (modelId: number) =>
  service.call('POST', `/models/${modelId}/files/v1`, uploadBody(cubeStl('somebody else’s', 30)));

async function claimAway(modelId: number): Promise<void> {
  const { body } = await edit(modelId, { isClaimable: 1 });
  const browser = new BrowserSession(service.baseUrl);
  await browser.submit(await browser.get('/sign-up'), {
    username: `claimer-${modelId}`,
    password: 'a long password',
  });
  await browser.submit(await browser.get(`/model/claim/${modelId}?key=${body.claimKey}`), {});
}

/** What happens to a model between its upload and the next order of the same file. */
const changes: { name: string; act: (modelId: number) => Promise<unknown>; isReused?: true }[] = [
  { name: 'nothing', act: async () => {}, isReused: true },
  { name: 'another title', act: (id) => edit(id, { title: 'renamed' }), isReused: true },
  { name: 'made public and for sale', act: (id) => edit(id, { isPublic: 1, isForSale: 1 }), isReused: true },
  { name: 'a version by somebody else', act: addVersion },
  { name: 'a markup', act: (id) => edit(id, { materials: { [material]: { markup: 100 } } }) },
  { name: 'a small markup', act: (id) => edit(id, { materials: { [material]: { markup: 0.03 } } }) },
  { name: 'a fixed price', act: (id) => edit(id, { materials: { [material]: { price: 50 } } }) },
  { name: 'withheld in the material', act: (id) => edit(id, { materials: { [material]: { isActive: 0 } } }) },
  { name: 'removed', act: (id) => service.call('DELETE', `/models/${id}/v1`) },
  { name: 'claimed away', act: claimAway },
];

describe('a file that was ordered before', () => {
  it.each(changes)(
    'After “$name”, a file is made and charged as agreed.',
    async ({ name, act, isReused }) => {
      await withApp(async (app) => {
        const content = cubeStl(`file ${name}`);
        const first = await orderFile(app, content);
        expect(first).toMatchObject({ state: 'done', problem: null });
        const before = made(first);
        await act(before.modelId);
        const again = await orderFile(app, content);
        expect(again).toMatchObject({ state: 'done', problem: null });
        expect(made(again)).toMatchObject({
          sha256: sha256(content),
          cents: Math.round(price * 100),
          charged: Math.round(price * 200) / 100,
        });
        expect(made(again).modelId === before.modelId).toBe(isReused === true);
        // A third order uses what the second one uploaded.
        expect(made(await orderFile(app, content)).modelId).toBe(made(again).modelId);
        const uploads = app.queue.list().filter(({ kind }) => kind === 'upload');
        expect(uploads).toHaveLength(isReused ? 1 : 2);
      });
    },
    60_000,
  );
});

describe('a model of the service', () => {
  const seen = { file: null, uploadScale: null, geometry: null };

  it('A model is ordered at the price of the model.', async () => {
    await withApp(async (app) => {
      const modelId = await upload(service, cubeStl('own price'));
      await edit(modelId, { materials: { [material]: { markup: 10 } } });
      const done = await order(app, { ...seen, source: { modelId, version: 0 }, unitPrice: price + 10 });
      expect(done.state).toBe('done');
      expect(made(done)).toMatchObject({
        modelId,
        version: 0,
        cents: Math.round((price + 10) * 100),
        charged: Math.round((price + 10) * 200) / 100,
      });
    });
  });

  it.each([
    { name: 'a version by somebody else', act: addVersion, code: 'order-differs' },
    {
      name: 'a markup',
      act: (id: number) => edit(id, { materials: { [material]: { markup: 100 } } }),
      code: 'price-rose',
    },
  ])(
    'After “$name”, an order of a model waits for consent and goes as agreed anew.',
    async ({ name, act, code }) => {
      await withApp(async (app) => {
        const modelId = await upload(service, cubeStl(`model ${name}`));
        await act(modelId);
        const before = await ordersAtService();
        const asked = await order(app, { ...seen, source: { modelId, version: 0 }, unitPrice: price });
        expect(asked).toMatchObject({ state: 'queued', wait: 'consent', problem: { code } });
        expect(await ordersAtService()).toBe(before);
        const { parts = 0, total = 0 } = asked.offer ?? {};
        expect(parts).toBeGreaterThan(price * 2);
        expect(() => app.queue.confirm(asked.id, parts)).toThrow();
        app.queue.confirm(asked.id, total);
        await app.quiet();
        const done = orderOf(app, asked.id);
        expect(done.state).toBe('done');
        expect(made(done).charged).toBe(parts);
        expect(done.payload.agreement).toMatchObject({ parts, lines: [{ model: { modelId } }] });
      });
    },
    60_000,
  );

  it.each([
    {
      name: 'withheld in the material',
      act: (id: number) => edit(id, { materials: { [material]: { isActive: 0 } } }),
    },
    { name: 'removed', act: (id: number) => service.call('DELETE', `/models/${id}/v1`) },
    { name: 'claimed away', act: claimAway },
  ])(
    'After “$name”, an order of a model can only be cancelled or checked again.',
    async ({ name, act }) => {
      await withApp(async (app) => {
        const modelId = await upload(service, cubeStl(`gone ${name}`));
        await act(modelId);
        const before = await ordersAtService();
        const asked = await order(app, { ...seen, source: { modelId }, unitPrice: price });
        expect(asked).toMatchObject({ wait: 'consent', problem: { code: 'order-differs' }, offer: null });
        app.queue.retry(asked.id);
        await app.quiet();
        expect(orderOf(app, asked.id).wait).toBe('consent');
        app.queue.cancel(asked.id);
        expect(await ordersAtService()).toBe(before);
      });
    },
    60_000,
  );
});
