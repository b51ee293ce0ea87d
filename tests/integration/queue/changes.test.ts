/** Changes against the real service, through a network that drops requests and answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangePayload } from '../../../src-shared/jobs/change.ts';
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

interface Case {
  /** Of an order of two cubes that was placed, and one of its models. */
  readonly payload: (made: { orderId: number; modelId: number }) => ChangePayload;
  readonly write: { readonly method: string; readonly path: RegExp };
  /** How often it took effect. */
  readonly effects: (payload: ChangePayload) => Promise<number>;
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
};

describe.each(Object.entries(cases))('%s', (name, { payload, write, effects }) => {
  const open = async (lies: Lie[]) => {
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
    return { app, proxy, folder, facts, change: payload(await make(app)) };
  };

  async function make(app: App) {
    const order = await app.orderCubes(name, materialId);
    await app.quiet();
    const placed = app.queue.get(order.id);
    const upload = app.queue.get(order.dependsOn[0] ?? '');
    if (placed.kind !== 'order' || placed.result === null) throw new Error('not placed');
    if (upload.kind !== 'upload' || upload.result === null) throw new Error('not uploaded');
    return { orderId: placed.result.orderId, modelId: upload.result.modelId };
  }

  it('happens once when its answer is dropped after the service has done it', async () => {
    const { app, proxy, change } = await open(['drop-answer']);
    const job = app.queue.enqueueChange('local', change);
    await expect.poll(() => app.queue.get(job.id).state, { timeout: 20_000 }).toBe('done');
    expect(app.events.some(({ id, state }) => id === job.id && state === 'unknown')).toBe(true);
    expect(proxy.writes).toHaveLength(1);
    expect(await effects(change)).toBe(1);
    await app.close();
    await proxy.close();
  }, 40_000);

  it('happens once when it is dropped before the service has seen it', async () => {
    const { app, proxy, change } = await open(['drop-request']);
    const job = app.queue.enqueueChange('local', change);
    await expect.poll(() => app.queue.get(job.id).state, { timeout: 20_000 }).toBe('done');
    expect(proxy.writes.map(({ passedOn }) => passedOn)).toEqual([false, true]);
    expect(await effects(change)).toBe(1);
    await app.close();
    await proxy.close();
  }, 40_000);

  it('waits while the service is away and goes later, after a restart', async () => {
    const { app, proxy, folder, facts, change } = await open([]);
    await app.close();
    const away = await openQueueApp(folder, { ...facts, baseUrl: 'http://127.0.0.1:9' });
    away.queue.start();
    const job = away.queue.enqueueChange('local', change);
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
