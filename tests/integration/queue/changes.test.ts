/**
 * Changes against the real service, through a network that drops requests and answers.
 * @release
 */
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportedFile } from '../../../src-main/files/spool.ts';
import type { ChangeRequest } from '../../../src-main/queue/core/enqueue-change.ts';
import { cubeStl } from '../../support/cube-stl.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { type Lie, LyingProxy } from '../../support/lying-proxy.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openQueueApp, type ServiceFacts } from './queue-app.ts';

let service: TestService;
let materialId: number;

beforeAll(async () => {
  service = await startService();
  const { body } = await service.call('GET', '/materials/v1');
  materialId = Number(Object.keys(body.materials)[0]);
});
afterAll(() => service.close());

type App = Awaited<ReturnType<typeof openQueueApp>>;

interface Made {
  readonly orderId: number;
  readonly orderProductId: number;
  readonly modelId: number;
  /** A file in the spool that goes along. */
  readonly file: ImportedFile;
}

interface Case {
  /** Made from a placed order of two cubes, and one of its models. */
  readonly payload: (made: Made) => ChangeRequest;
  readonly write: { readonly method: string; readonly path: RegExp };
  /** How often it took effect. */
  readonly effects: (payload: ChangeRequest) => Promise<number>;
}

const cases: Readonly<Record<string, Case>> = {
  'cancelling an order': {
    payload: ({ orderId }) => ({ op: 'cancel-order', orderId }),
    write: { method: 'PUT', path: /^\/orders\/\d+\/v1$/ },
    effects: async (payload) => {
      const orderId = 'orderId' in payload ? payload.orderId : 0;
      const { body } = await service.call('GET', `/orders/${orderId}/v1`);
      return Number(body.ordersStatus[orderId].status === 'cancelled');
    },
  },
  'removing a model': {
    payload: ({ modelId }) => ({ op: 'delete-model', modelId, modelTitle: 'left' }),
    write: { method: 'DELETE', path: /^\/models\/\d+\/v1$/ },
    effects: async (payload) => {
      const modelId = 'modelId' in payload ? payload.modelId : 0;
      return Number((await service.call('GET', `/models/${modelId}/info/v1`)).status === 404);
    },
  },
  'changing the details of a model': {
    payload: ({ modelId }) => ({
      op: 'edit-model',
      modelId,
      modelTitle: 'left',
      before: { description: '', tags: [], isPublic: false },
      after: { description: 'Holds a shelf.', tags: ['wall', 'shelf'], isPublic: true },
    }),
    write: { method: 'PUT', path: /^\/models\/\d+\/info\/v1$/ },
    effects: async (payload) => {
      const { body } = await service.call('GET', `/models/${modelOf(payload)}/info/v1`);
      return Number(body.description === 'Holds a shelf.' && body.tags === 'wall,shelf');
    },
  },
  'adding a file version': {
    payload: ({ modelId, file }) => ({
      op: 'add-file',
      modelId,
      modelTitle: 'left',
      ...sent(file),
      uploadScale: 0.001,
    }),
    write: { method: 'POST', path: /^\/models\/\d+\/files\/v1$/ },
    effects: async (payload) =>
      (await service.call('GET', `/models/${modelOf(payload)}/info/v1`)).body.modelVersion,
  },
};

const modelOf = (payload: ChangeRequest) => ('modelId' in payload ? payload.modelId : 0);
const sent = ({ sha256, md5, size, name }: ImportedFile) => ({ file: sha256, md5, size, fileName: name });

const open = async (name: string, write: Case['write'], lies: Lie[]) => {
  const proxy = new LyingProxy({
    target: service.baseUrl,
    lie: () => lies.shift() ?? 'none',
    isWrite: (method, path) => method === write.method && write.path.test(path),
    delay: () => 0,
  });
  const facts: ServiceFacts = {
    baseUrl: await proxy.listen(),
    clientId: service.credentials.client_id,
    clientSecret: service.credentials.client_secret,
    paymentVerificationId: service.credentials.payment_verification_id,
  };
  const folder = temporaryFolder();
  const app = await openQueueApp(folder, facts);
  app.queue.start();
  return { app, proxy, folder, facts, made: await make(app, name) };
};

async function make(app: App, name: string): Promise<Made> {
  const order = await app.orderCubes(name, materialId);
  await app.quiet();
  const placed = app.queue.get(order.id);
  const upload = app.queue.get(order.dependsOn[0] ?? '');
  if (placed.kind !== 'order' || placed.result === null) throw new Error('not placed');
  if (upload.kind !== 'upload' || upload.result === null) throw new Error('not uploaded');
  const { orderId } = placed.result;
  const { body } = await service.call('GET', `/orders/${orderId}/v1`);
  const orderProductId = Number(body.ordersInfo[0].orderProducts[0].orderProductId);
  const bytes = Buffer.from(cubeStl(`${name} second`));
  const file = await app.spool.importStream(Readable.from([bytes]), 'second.stl');
  return { orderId, orderProductId, modelId: upload.result.modelId, file };
}

describe.each(Object.entries(cases))('%s', (name, { payload, write, effects }) => {
  it('A change happens once if its answer is dropped after the service has done it.', async () => {
    const { app, proxy, made } = await open(name, write, ['drop-answer']);
    const change = payload(made);
    const job = await app.queue.enqueueChange('local', change);
    await expect.poll(() => app.queue.get(job.id).state, { timeout: 20_000 }).toBe('done');
    expect(app.events.some(({ id, state }) => id === job.id && state === 'unknown')).toBe(true);
    expect(proxy.writes).toHaveLength(1);
    expect(await effects(change)).toBe(1);
    await app.close();
    await proxy.close();
  }, 40_000);

  it('A change happens once if it is dropped before the service has seen it.', async () => {
    const { app, proxy, made } = await open(name, write, ['drop-request']);
    const change = payload(made);
    const job = await app.queue.enqueueChange('local', change);
    await expect.poll(() => app.queue.get(job.id).state, { timeout: 20_000 }).toBe('done');
    expect(proxy.writes.map(({ passedOn }) => passedOn)).toEqual([false, true]);
    expect(await effects(change)).toBe(1);
    await app.close();
    await proxy.close();
  }, 40_000);

  it('A change waits while the service is unreachable and is sent after a restart.', async () => {
    const { app, proxy, folder, facts, made } = await open(name, write, []);
    const change = payload(made);
    await app.close();
    const away = await openQueueApp(folder, { ...facts, baseUrl: 'http://127.0.0.1:9' });
    away.queue.start();
    const job = await away.queue.enqueueChange('local', change);
    await expect.poll(() => away.queue.get(job.id).problem?.code, { timeout: 10_000 }).toBe('network');
    expect(away.events.some(({ id, state }) => id === job.id && state === 'unknown')).toBe(false);
    expect(await effects(change)).toBe(0);
    await away.close();
    const back = await openQueueApp(folder, facts);
    back.queue.start();
    await back.quiet();
    expect(back.queue.get(job.id).state).toBe('done');
    expect(await effects(change)).toBe(1);
    await back.close();
    await proxy.close();
  }, 40_000);
});

const once = async (app: App, request: ChangeRequest) => {
  const job = await app.queue.enqueueChange('local', request);
  await expect
    .poll(() => app.queue.get(job.id).state, { timeout: 20_000 })
    .not.toMatch(/queued|preparing|armed|committed/);
  return app.queue.get(job.id);
};

describe('a reprint', () => {
  const request = ({ orderId, orderProductId }: Made) =>
    ({
      op: 'reprint',
      orderId,
      orderProductId,
      productTitle: 'left',
      quantity: 1,
      reasonId: 503,
      comment: 'One arm is broken off.',
    }) as const;
  const write = { method: 'POST', path: /reprint/ };

  it('A reprint is a new order and no duplicate of the original.', async () => {
    const { app, proxy, made } = await open('Reprinted', write, []);
    const job = await once(app, request(made));
    expect(job).toMatchObject({ kind: 'change', state: 'done', result: { made: 'order' } });
    const reprinted = job.kind === 'change' ? job.result?.remoteId : 0;
    const { body } = await service.call('GET', `/orders/${reprinted}/v1`);
    expect(body.ordersInfo[0].orderProducts).toHaveLength(1);
    await app.close();
    await proxy.close();
  }, 40_000);

  it('A reprint with a dropped answer is sent once and offered as a candidate.', async () => {
    const { app, proxy, made } = await open('Reprint lost', write, ['drop-answer']);
    const job = await once(app, request(made));
    expect(job.state).toBe('unknown');
    const candidates = await app.queue.candidates(job.id);
    expect(candidates).toHaveLength(1);
    await app.queue.resolve(job.id, { kind: 'it-is', remoteId: candidates[0]?.remoteId ?? 0 });
    expect(app.queue.get(job.id).state).toBe('done');
    expect(proxy.writes).toHaveLength(1);
    await app.close();
    await proxy.close();
  }, 40_000);

  it('A refused reprint is rejected with the reason of the service.', async () => {
    const { app, proxy, made } = await open('Too many', write, []);
    const job = await once(app, { ...request(made), quantity: 50 });
    expect(job).toMatchObject({ state: 'rejected', problem: { code: 'refused' } });
    await app.close();
    await proxy.close();
  }, 40_000);
});

describe('photo, cart and customised product', () => {
  const isOther = (method: string, path: string) => method === 'POST' && /photos|cart|shapejs/.test(path);
  const write = { method: 'POST', path: /photos|cart|shapejs/ };

  it('The service accepts photos, cart items and customised products.', async () => {
    const { app, proxy, made } = await open('Others', write, []);
    const { modelId } = made;
    const picture = await app.spool.importStream(Readable.from([onePixel]), 'front.png');
    const photo = await once(app, {
      op: 'add-photo',
      modelId,
      modelTitle: 'left',
      ...sent(picture),
      title: 'Front',
      description: '',
      materialId: null,
    });
    expect(photo).toMatchObject({ state: 'done', problem: null });
    const cart = {
      op: 'add-to-cart',
      modelId,
      modelTitle: 'left',
      materialId,
      materialTitle: '',
      quantity: 3,
    } as const;
    expect(await once(app, cart)).toMatchObject({ state: 'done', problem: null });
    const { body } = await service.call('GET', '/orders/cart/v1');
    expect(body.items).toContainEqual(expect.objectContaining({ modelId, materialId, quantity: 3 }));
    const { spin } = (await service.call('GET', `/models/${modelId}/info/v1`)).body;
    const custom = await once(app, { op: 'customise', spin, text: 'Ada', ...sent(picture) });
    expect(custom).toMatchObject({ state: 'done', result: { made: 'model' } });
    expect(proxy.writes.every(({ path }) => isOther('POST', path))).toBe(true);
    await app.close();
    await proxy.close();
  }, 60_000);

  it('Photos, cart items and customised products with a dropped answer are sent once.', async () => {
    const { app, proxy, made } = await open('Others lost', write, [
      'drop-answer',
      'drop-answer',
      'drop-answer',
    ]);
    const { modelId } = made;
    const cart = {
      op: 'add-to-cart',
      modelId,
      modelTitle: 'left',
      materialId,
      materialTitle: '',
      quantity: 3,
    } as const;
    const put = await once(app, cart);
    await expect.poll(() => app.queue.get(put.id).state, { timeout: 20_000 }).toBe('done');
    const { spin } = (await service.call('GET', `/models/${modelId}/info/v1`)).body;
    const custom = await once(app, { op: 'customise', spin, text: 'Ada' });
    expect(custom.state).toBe('unknown');
    expect(await app.queue.candidates(custom.id)).toHaveLength(1);
    const picture = await app.spool.importStream(Readable.from([onePixel]), 'front.png');
    const photo = { title: '', description: '', materialId: null };
    const lost = await once(app, {
      op: 'add-photo',
      modelId,
      modelTitle: 'left',
      ...sent(picture),
      ...photo,
    });
    await expect.poll(() => app.queue.get(lost.id).state, { timeout: 20_000 }).toBe('ask');
    expect(proxy.writes).toHaveLength(3);
    await app.close();
    await proxy.close();
  }, 60_000);
});

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
