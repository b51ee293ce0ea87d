/**
 * A model that the service already has is ordered through the queue, from the application to the real
 * service.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type App, createApp } from '../../../src-main/app.ts';
import type { AppContract } from '../../../src-shared/ipc/contract.ts';
import { lineOfModel, obstacleOf } from '../../../src-shared/ipc/model-line.ts';
import type { CallInput, CallName } from '../../../src-shared/ipc/wire.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { usAddress } from '../../support/address.ts';
import { callApp, finishedJob } from '../../support/app-calls.ts';

let app: App;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fabdesk-existing-'));
  app = await createApp({ dataDir, host: 'cli', version: '0.0.0' });
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const call = <N extends CallName<AppContract>>(name: N, input: CallInput<AppContract, N>) =>
  callApp(app, name, input);
const finished = (job: Job) => finishedJob(app, job);

it('A model is ordered at its own price with markup, as its newest version, without another upload.', async () => {
  const file = await call('files.importSample', {});
  const upload = await finished(
    await call('queue.enqueueUpload', { file, uploadScale: 0.001, title: 'gear' }),
  );
  expect(upload).toMatchObject({ state: 'done' });
  const [entry] = (await call('library.list', {})).models;
  const modelId = entry?.modelId ?? 0;
  const read = () =>
    vi.waitFor(
      async () => {
        const view = await call('library.show', { modelId });
        expect(view.materials['6']?.price).toBeGreaterThan(0);
        return view;
      },
      { timeout: 20_000 },
    );
  const before = await read();
  const setting = { '6': { markup: 3, isActive: true }, '25': { markup: 0, isActive: false } };
  await finished(
    await call('library.edit', {
      modelId,
      title: 'gear',
      before: {},
      after: { materials: setting },
    }),
  );
  const view = await read();
  expect(obstacleOf(view, 25)).toBe('withheld');
  const base = before.materials['6']?.price ?? 0;
  const request = { id: 'a', materialId: 6, materialTitle: 'x', quantity: 2, readAt: Date.now() };
  const line = lineOfModel(view, request);
  if (line === null) throw new Error('The model has no price.');
  expect(line).toMatchObject({ file: null, unitPrice: Math.round((base + 3) * 100) / 100, currency: 'USD' });
  const confirmedParts = Math.round(line.unitPrice * 2 * 100) / 100;
  for (const accountId of [undefined, 'another']) {
    const { accountId: _own, ...rest } = line;
    const foreign = { ...rest, ...(accountId && { accountId }) };
    const terms = { address: usAddress, shippingOption: 'Cheapest' as const, confirmedParts };
    const refused = await app.client.invoke('queue.placeOrder', { lines: [foreign], ...terms });
    expect(refused).toMatchObject({ ok: false, error: { code: 'other-account' } });
  }
  const { order } = await call('queue.placeOrder', {
    lines: [line],
    address: usAddress,
    shippingOption: 'Cheapest',
    confirmedParts,
  });
  expect(await finished(order)).toMatchObject({ state: 'done' });
  const { orders } = await call('orders.list', {});
  expect(orders).toMatchObject([
    { sum: { parts: confirmedParts }, items: [{ quantity: 2, models: [{ modelId, materialId: 6 }] }] },
  ]);
  // "Order again" compares with these, and the page of the order, which this host does not open itself.
  const { agreed, orderId, receipt } = orders[0]!;
  expect(agreed).toEqual([{ modelId, materialId: 6, version: view.modelVersion, unitPrice: line.unitPrice }]);
  expect(receipt).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/.*receipt\\?orderId=${orderId}$`));
  const opened = await call('orders.openReceipt', { orderId });
  expect(opened).toEqual({ address: expect.stringContaining(`${receipt}&ticket=`), opened: false });
  expect((await call('library.list', {})).models).toHaveLength(1);
});

it('A refused incentive code brings the order back to the cart, with the code and a clear word.', async () => {
  const [entry] = (await call('library.list', {})).models;
  const view = await call('library.show', { modelId: entry?.modelId ?? 0 });
  // Nobody else reaches the pages of the local service.
  expect(view).toMatchObject({ isLocal: true, pages: [], secretPage: null, claimPage: null });
  const request = { id: 'b', materialId: 6, materialTitle: 'x', quantity: 1, readAt: Date.now() };
  const line = lineOfModel(view, request);
  if (line === null) throw new Error('The model has no price.');
  const changes = [{ sequence: 1, op: { op: 'put-line' as const, line } }];
  await call('workspace.apply', { windowId: 'test', changes });
  const { order } = await call('queue.placeOrder', {
    lines: [line],
    address: usAddress,
    shippingOption: 'Cheapest',
    confirmedParts: line.unitPrice,
    extras: { incentives: ['NO-SUCH-CODE'], metadata: [] },
    fromCart: true,
  });
  const refused = await finished(order);
  expect(refused).toMatchObject({
    state: 'rejected',
    problem: {
      code: 'refused',
      // For people in their language; the service's own words stay in `message`.
      text: { params: { reason: { key: 'reasons.incentive', params: { code: 'NO-SUCH-CODE' } } } },
    },
  });
  const workspace = await call('workspace.get', {});
  expect(workspace).toMatchObject({
    extras: { incentives: ['NO-SUCH-CODE'], metadata: [] },
    returned: [{ problem: { message: expect.stringContaining('NO-SUCH-CODE') } }],
    cart: [{ materialId: 6, file: null }],
  });
});

it('The file of a model waits for the plate of a window.', async () => {
  const [entry] = (await call('library.list', {})).models;
  const file = await call('library.prepare', { modelId: entry?.modelId ?? 0 });
  expect(await call('app.takeOpened', {})).toEqual([file]);
  expect(await call('app.takeOpened', {})).toEqual([]);
});
