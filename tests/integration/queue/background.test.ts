/** Prices that nobody waits for, with the real queue, client and service. */
import { afterEach, describe, expect, it } from 'vitest';
import { createCatalog } from '../../../src-main/catalog/catalog.ts';
import { systemClock } from '../../../src-main/queue/core/clock.ts';
import { BackgroundBudget } from '../../../src-main/queue/send/background-budget.ts';
import { type PriceGeometry, priceGeometrySchema } from '../../../src-shared/api/price.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openQueueApp } from './queue-app.ts';

type QueueApp = Awaited<ReturnType<typeof openQueueApp>>;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const cubeOf = (edge: number): PriceGeometry =>
  priceGeometrySchema.parse({
    volume: edge ** 3,
    area: 6 * edge ** 2,
    xBoundMax: edge,
    yBoundMax: edge,
    zBoundMax: edge,
  });

async function open(calls: number, windowSeconds: number) {
  const service: TestService = await startService({ rateLimit: { calls, windowSeconds } });
  closers.push(() => service.close());
  const { baseUrl, credentials } = service;
  const app: QueueApp = await openQueueApp(temporaryFolder(), {
    baseUrl,
    clientId: credentials.client_id,
    clientSecret: credentials.client_secret,
    paymentVerificationId: credentials.payment_verification_id,
  });
  closers.push(() => app.close());
  const background = new BackgroundBudget({
    monitor: app.monitor,
    clock: systemClock,
    isBusy: (accountId) => app.queue.isBusy(accountId),
  });
  const catalog = createCatalog({
    accounts: app.accounts,
    soap: { printers: async () => null },
    documents: app.database.documents,
    clock: systemClock,
    background,
    remembered: () => new Map(),
    jobs: () => [],
  });
  return { service, app, catalog };
}

describe('prices that nobody waits for', () => {
  it('They stop while half of the rate window is left, and people are answered from the other half.', async () => {
    const { catalog, app } = await open(20, 600);
    const answers = [];
    for (let edge = 1; edge <= 14; edge++) answers.push(await catalog.explore('local', cubeOf(edge / 100)));
    const priced = answers.filter((answer) => 'prices' in answer);
    expect(priced).toHaveLength(10);
    const later = answers.at(-1)!;
    expect(later).toMatchObject({ later: 'calls' });
    expect('later' in later && later.retryAt - Date.now()).toBeGreaterThan(500_000);
    expect(app.monitor.rateOf('local')).toMatchObject({ limit: 20, remaining: 10 });
    // What is known is not asked for again, and a person still gets a price.
    expect(await catalog.explore('local', cubeOf(0.01))).toEqual(answers[0]);
    expect((await catalog.quote('local', cubeOf(0.5), [])).source).toBe('live');
    expect(app.monitor.rateOf('local')).toMatchObject({ remaining: 9 });
  });

  it('Many at once are asked one after the other, so that they do not use the last half together.', async () => {
    const { catalog, app } = await open(20, 600);
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, at) => catalog.explore('local', cubeOf((at + 1) / 100))),
    );
    expect(answers.filter((answer) => 'prices' in answer)).toHaveLength(10);
    expect(app.monitor.rateOf('local')).toMatchObject({ remaining: 10 });
  });

  it('An order that is placed while a curve is asked for goes first, and the curve goes on afterwards.', async () => {
    const { catalog, app, service } = await open(60, 600);
    const { body } = await service.call('GET', '/materials/v1');
    const materialId = Number(Object.keys(body.materials)[0]);
    app.queue.start();
    expect('prices' in (await catalog.explore('local', cubeOf(0.01)))).toBe(true);
    const order = await app.orderCubes('Ada', materialId);
    let waited = 0;
    for (let edge = 2; app.queue.get(order.id).state !== 'done'; edge++) {
      const isBusy = app.queue.isBusy('local');
      // No cube twice: what is known is answered at once.
      const answer = await catalog.explore('local', cubeOf(0.02 + edge / 100_000));
      if (isBusy) expect(answer).toMatchObject({ later: 'orders' });
      if (isBusy) waited++;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(waited).toBeGreaterThan(0);
    await app.quiet();
    expect('prices' in (await catalog.explore('local', cubeOf(0.3)))).toBe(true);
  });
});
