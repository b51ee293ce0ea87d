import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const factsOf = ({ baseUrl, credentials }: TestService): ServiceFacts => ({
  baseUrl,
  clientId: credentials.client_id,
  clientSecret: credentials.client_secret,
  paymentVerificationId: credentials.payment_verification_id,
});

describe('the queue with the real client and the real service', () => {
  it('The queue uploads two files and places one order of exactly those.', async () => {
    const app = await openQueueApp(temporaryFolder(), factsOf(service));
    app.queue.start();
    const order = await app.orderCubes('Ada', materialId);
    await app.quiet();
    const placed = app.queue.get(order.id);
    expect(placed).toMatchObject({ state: 'done', problem: null });
    expect(app.reports).toEqual([]);
    const orderId = placed.kind === 'order' ? placed.result?.orderId : undefined;
    const { body } = await service.call('GET', `/orders/${orderId}/v1`);
    const models = body.ordersInfo[0].orderProducts.flatMap(
      (product: { models: { modelId: number }[] }) => product.models,
    );
    const uploads = order.dependsOn.map((id) => app.queue.get(id));
    expect(models.map((model: { modelId: number }) => Number(model.modelId)).sort()).toEqual(
      uploads.map((job) => (job.kind === 'upload' ? job.result?.modelId : 0)).sort(),
    );
    const [left] = uploads;
    const modelId = left?.kind === 'upload' ? left.result?.modelId : 0;
    const model = await service.call('GET', `/models/${modelId}/v1`);
    expect(model.body.title).toBe('Ada left');
    expect(model.body.fileName).toMatch(/^Ada left~\w{8}\.stl$/);
    expect(model.body.fileMd5Checksum).toBe(createHash('md5').update(cubeStl('Ada left')).digest('hex'));
    await app.close();
  });

  it('Requests wait while the service is unreachable and are done after a restart.', async () => {
    const folder = temporaryFolder();
    const away = await openQueueApp(folder, { ...factsOf(service), baseUrl: 'http://127.0.0.1:9' });
    away.queue.start();
    const order = await away.orderCubes('Grace', materialId);
    await expect
      .poll(() => away.queue.list().some((job) => job.problem?.code === 'network'), { timeout: 10_000 })
      .toBe(true);
    await away.close();
    const back = await openQueueApp(folder, factsOf(service));
    back.queue.start();
    await back.quiet();
    expect(back.queue.get(order.id).state).toBe('done');
    expect(back.queue.list()).toHaveLength(3);
    await back.close();
  });

  it('The queue finds an upload with a lost answer and goes on with the order behind it.', {
    tags: 'release',
  }, async () => {
    const lies: Lie[] = ['drop-answer', 'none', 'none'];
    const proxy = new LyingProxy({
      target: service.baseUrl,
      lie: () => lies.shift() ?? 'none',
      delay: () => 0,
    });
    const app = await openQueueApp(temporaryFolder(), { ...factsOf(service), baseUrl: await proxy.listen() });
    app.queue.start();
    const order = await app.orderCubes('Lost and found', materialId);
    await expect.poll(() => app.queue.get(order.id).state, { timeout: 20_000 }).toBe('done');
    expect(app.events.some((job) => job.kind === 'upload' && job.state === 'unknown')).toBe(true);
    expect(proxy.writes.map(({ path }) => path)).toEqual(['/models/v1', '/models/v1', '/orders/v1']);
    await app.close();
    await proxy.close();
  });

  it('An order with a lost answer is found by its reference, even the first of the account.', async () => {
    const fresh = await startService();
    const lies: Lie[] = ['none', 'none', 'drop-answer', 'none', 'none', 'drop-answer'];
    const proxy = new LyingProxy({
      target: fresh.baseUrl,
      lie: () => lies.shift() ?? 'none',
      delay: () => 0,
    });
    const app = await openQueueApp(temporaryFolder(), { ...factsOf(fresh), baseUrl: await proxy.listen() });
    app.queue.start();
    for (const name of ['First', 'Second']) {
      const order = await app.orderCubes(name, materialId);
      await expect.poll(() => app.queue.get(order.id).state, { timeout: 20_000 }).toBe('done');
    }
    const lost = app.events.filter((job) => job.kind === 'order' && job.state === 'unknown');
    expect(new Set(lost.map((job) => job.id)).size).toBe(2);
    expect(proxy.writes.filter(({ path }) => path === '/orders/v1')).toHaveLength(2);
    const { body } = await fresh.call('GET', '/orders/v1');
    expect(body.ordersCount.total).toBe(2);
    await app.close();
    await proxy.close();
    await fresh.close();
  }, 60_000);

  it('A rejected job shows why the service refused it.', async () => {
    const app = await openQueueApp(temporaryFolder(), factsOf(service));
    app.queue.start();
    const file = await app.spool.importStream(
      (async function* () {
        yield Buffer.from('not a model');
      })(),
      'notes.txt',
    );
    const job = await app.queue.enqueueUpload('local', { file, uploadScale: 0.001, title: 'notes' });
    await app.quiet();
    expect(app.queue.get(job.id)).toMatchObject({ state: 'rejected', problem: { code: 'refused' } });
    await app.close();
  });

  it('Jobs wait for the rate limit of the service instead of failing.', {
    tags: 'release',
    timeout: 180_000,
  }, async () => {
    const strict = await startService({ rateLimit: { calls: 6, windowSeconds: 2 } });
    const app = await openQueueApp(temporaryFolder(), factsOf(strict));
    app.queue.start();
    const order = await app.orderCubes('Tight', materialId);
    const later = await app.orderCubes('Tighter', materialId);
    await app.quiet(150_000);
    expect([app.queue.get(order.id).state, app.queue.get(later.id).state]).toEqual(['done', 'done']);
    await app.close();
    await strict.close();
  });
});
