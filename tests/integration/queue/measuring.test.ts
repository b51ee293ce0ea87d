/**
 * The real service refuses an order, or a product made from a model, until it has measured that model; the
 * queue waits for it.
 */
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type QueueClock, systemClock } from '../../../src-main/queue/core/clock.ts';
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import { measuringLasts } from '../../../src-shared/jobs/measuring.ts';
import { noExtras } from '../../../src-shared/jobs/order-extras.ts';
import { cubeStl } from '../../support/cube-stl.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { address } from '../../support/jobs.ts';
import { patience } from '../../support/patience.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openQueueApp } from './queue-app.ts';

const material = 6;
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type App = Awaited<ReturnType<typeof openQueueApp>>;

function open(folder: string, clock?: QueueClock): Promise<App> {
  const { client_id, client_secret, payment_verification_id } = service.credentials;
  const { baseUrl } = service;
  const facts = { baseUrl, clientId: client_id, clientSecret: client_secret };
  return openQueueApp(folder, { ...facts, paymentVerificationId: payment_verification_id }, clock);
}

/**
 * An order of two cubes that the service has, but has not measured. `measure`: the service ends that. The
 * service keeps its measures in the same row, so it is the database that forgets them here.
 */
async function orderUnmeasured(app: App, name: string) {
  for (const part of ['left', 'right']) {
    const file = await app.spool.importStream(
      Readable.from([Buffer.from(cubeStl(`${name} ${part}`))]),
      `${name} ${part}.stl`,
    );
    app.queue.enqueueUpload('local', { file, uploadScale: 0.001, title: `${name} ${part}` });
  }
  await app.quiet();
  const models = app.queue.list().flatMap((job) => (job.kind === 'upload' && job.result?.modelId) || []);
  const measures = await Promise.all(
    models.map(async (modelId) => {
      const [row] = await service.query<{ geometry_json: string }>(
        'SELECT geometry_json FROM model_file WHERE model_id = ?',
        modelId,
      );
      return { modelId, json: row?.geometry_json };
    }),
  );
  const write = async (modelId: number, json: string | null | undefined) => {
    await service.query('UPDATE model_file SET geometry_json = ? WHERE model_id = ?', json, modelId);
  };
  for (const { modelId } of measures) await write(modelId, null);
  const measure = async () => {
    for (const { modelId, json } of measures) await write(modelId, json);
  };
  const { id } = await app.orderCubes(name, material);
  await expect
    .poll(() => app.queue.get(id).problem?.code, { timeout: patience.test })
    .toBe('still-measuring');
  return { id, models, measure };
}

/** A piece of a model of the service, above any price, so that the guard lets it pass. */
const modelLine = (modelId: number): CartLine => ({
  id: 'product',
  file: null,
  uploadScale: null,
  title: 'product',
  geometry: null,
  materialId: material,
  materialTitle: 'a material',
  quantity: 1,
  unitPrice: 5000,
  currency: 'USD',
  quotedAt: Date.now(),
  source: { modelId },
});

/** Orders and charges at the service. */
async function books() {
  const orders = await service.query<{ order_id: number }>('SELECT order_id FROM print_order');
  const charges = await service.query<{ cents: number }>("SELECT cents FROM ledger WHERE kind = 'charge'");
  return { orders: orders.length, charges: charges.length };
}

it('An order waits until its models are measured, also over a restart, and is then made and charged once.', async () => {
  const folder = temporaryFolder();
  const first = await open(folder);
  first.queue.start();
  const before = await books();
  const { id, measure } = await orderUnmeasured(first, 'Ada');
  await first.close();
  const app = await open(folder);
  app.queue.start();
  const tried = () => {
    const { attempt, problem } = app.queue.get(id);
    return attempt > 1 ? problem?.code : null;
  };
  await expect.poll(tried, { timeout: patience.test }).toBe('still-measuring');
  expect(await books()).toEqual(before);
  await measure();
  await app.quiet(patience.test);
  expect(app.queue.get(id)).toMatchObject({ state: 'done', problem: null });
  expect(await books()).toEqual({ orders: before.orders + 1, charges: before.charges + 1 });
  expect([first.reports, app.reports]).toEqual([[], []]);
  await app.close();
});

it('An order whose models are never measured ends in a refusal that says so, and nothing is made or charged.', async () => {
  let later = 0;
  const app = await open(temporaryFolder(), { ...systemClock, now: () => Date.now() + later });
  app.queue.start();
  const before = await books();
  const { id, measure } = await orderUnmeasured(app, 'Grace');
  later = measuringLasts;
  app.queue.retry(id);
  await app.quiet(patience.test);
  expect(app.queue.get(id)).toMatchObject({ state: 'rejected', problem: { code: 'still-measuring' } });
  expect(app.queue.get(id).problem?.message).toContain('Fabdesk had waited since');
  await measure();
  expect(await books()).toEqual(before);
  await app.close();
});

it('A waiting order that is cancelled is not made once its models are measured.', async () => {
  const app = await open(temporaryFolder());
  app.queue.start();
  const before = await books();
  const { id, measure } = await orderUnmeasured(app, 'Katherine');
  app.queue.cancel(id);
  await measure();
  await app.quiet(patience.test);
  expect(app.queue.get(id).state).toBe('cancelled');
  expect(await books()).toEqual(before);
  await app.close();
});

it('A customised product waits until its base is measured, over a restart too, and is then made, ordered and charged once.', {
  tags: 'release',
}, async () => {
  const folder = temporaryFolder();
  const first = await open(folder);
  first.queue.start();
  const before = await books();
  const { id: baseOrder, models, measure } = await orderUnmeasured(first, 'Mary');
  first.queue.cancel(baseOrder);
  const base = models[0]!;
  const { spin } = (await service.call('GET', `/models/${base}/info/v1`)).body;
  const { id } = await first.queue.enqueueChange('local', { op: 'customise', spin, text: 'Mary' });
  const problemOf = (app: App) => () => app.queue.get(id).problem?.code;
  await expect.poll(problemOf(first), { timeout: patience.test }).toBe('still-measuring');
  expect(first.queue.get(id).state).toBe('queued');
  await first.close();
  const app = await open(folder);
  app.queue.start();
  const tried = () => app.queue.get(id).attempt;
  await expect.poll(tried, { timeout: patience.test }).toBeGreaterThan(1);
  await measure();
  await app.quiet(patience.test);
  const made = app.queue.get(id);
  expect(made).toMatchObject({ state: 'done', problem: null, result: { made: 'model' } });
  const copies = await service.query(
    'SELECT model_id FROM model WHERE title = ? AND model_id <> ?',
    'Mary left',
    base,
  );
  expect(copies).toHaveLength(1);
  expect(await books()).toEqual(before);

  const modelId = made.kind === 'change' ? (made.result?.remoteId ?? 0) : 0;
  const order = await app.queue.placeOrder('local', {
    lines: [modelLine(modelId)],
    address,
    shippingOption: 'Cheapest',
    extras: noExtras,
    confirmedParts: 5000,
    requestKey: 'product',
  });
  await app.quiet(patience.test);
  expect(app.queue.get(order.id)).toMatchObject({ state: 'done', problem: null });
  expect(await books()).toEqual({ orders: before.orders + 1, charges: before.charges + 1 });
  expect([first.reports, app.reports]).toEqual([[], []]);
  await app.close();
});

it('A customised product whose base is never measured ends in a refusal that says so, and nothing is made.', async () => {
  let later = 0;
  const app = await open(temporaryFolder(), { ...systemClock, now: () => Date.now() + later });
  app.queue.start();
  const { id: baseOrder, models, measure } = await orderUnmeasured(app, 'Dorothy');
  app.queue.cancel(baseOrder);
  const { spin } = (await service.call('GET', `/models/${models[0]}/info/v1`)).body;
  const { id } = await app.queue.enqueueChange('local', { op: 'customise', spin, text: 'Dorothy' });
  const problem = () => app.queue.get(id).problem;
  await expect.poll(() => problem()?.code, { timeout: patience.test }).toBe('still-measuring');
  later = measuringLasts;
  app.queue.retry(id);
  await app.quiet(patience.test);
  expect(app.queue.get(id)).toMatchObject({ state: 'rejected', problem: { code: 'still-measuring' } });
  expect(problem()?.message).toContain('Fabdesk had waited since');
  await measure();
  expect(await service.query('SELECT model_id FROM model WHERE title = ?', 'Dorothy left')).toHaveLength(1);
  await app.close();
});
