/**
 * Two windows of the browser host: the real application, host, bridges and stores, over HTTP and WebSocket.
 * @release
 */
import '../../support/english.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '../../../src-main/app.ts';
import { startBrowserHost } from '../../../src-main/hosts/browser/server.ts';
import { spooledFileSchema } from '../../../src-shared/ipc/spooled-file.ts';
import { usAddress } from '../../support/address.ts';
import { cubeStl } from '../../support/cube-stl.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { givePageGlobals, openNodeWindow } from '../../support/node-windows.ts';
import { patience } from '../../support/patience.ts';
import { plateItem } from '../../support/plate-items.ts';
import { cartLine } from '../../support/samples.ts';

const soon = (check: () => void) => vi.waitFor(check, { timeout: patience.test });

/** Two windows of one application. */
async function start(folder: string) {
  const rendererDir = join(folder, 'renderer');
  mkdirSync(rendererDir, { recursive: true });
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Fabdesk</title>');
  const app = await createApp({ dataDir: join(folder, 'data'), host: 'browser', version: '0.0.0-test' });
  const host = await startBrowserHost({ app, rendererDir, port: 0 });
  const leave = givePageGlobals(host.origin);
  const close = async () => {
    leave();
    await host.close();
    await app.close();
  };
  return {
    app,
    host,
    close,
    a: await openNodeWindow(host.address()),
    b: await openNodeWindow(host.address()),
  };
}

it('Two windows and the command line see each change within a moment, and a cart is ordered once.', async () => {
  const { app, close, a, b } = await start(temporaryFolder());
  onTestFinished(close);
  const imported = await app.importStream(
    (async function* () {
      yield Buffer.from(cubeStl('shared'));
    })(),
    'cube.stl',
  );
  const cube = spooledFileSchema.parse(imported);
  const line = cartLine({ file: cube, unitPrice: 1, quantity: 1 });
  a.workspace.apply([{ op: 'put-item', item: plateItem('from-a') }]);
  b.workspace.apply([{ op: 'put-item', item: plateItem('from-b') }]);
  a.workspace.addLine(line);
  b.workspace.setAddress(usAddress);
  for (const { workspace } of [a, b]) {
    await soon(() => {
      expect(workspace.plate.map(({ id }) => id).sort()).toEqual(['from-a', 'from-b']);
      expect(workspace.cart).toEqual([line]);
      expect(workspace.address).toEqual(usAddress);
    });
  }
  const seen = await app.client.invoke('workspace.get', {});
  expect(seen.ok && seen.value.address).toEqual(usAddress);

  await a.bridge.invoke('app.setPaused', { paused: true });
  const order = {
    lines: [...a.workspace.cart],
    address: usAddress,
    shippingOption: 'Cheapest',
    confirmedParts: 1,
    fromCart: true,
  } as const;
  const answers = await Promise.all(
    [a, b].map(({ bridge }, at) =>
      bridge.invoke('queue.placeOrder', { ...order, lines: [...order.lines], requestKey: `key-${at}` }),
    ),
  );
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.error.code]))).toEqual(['cart-changed']);
  const [placed] = answers.flatMap((answer) => (answer.ok ? [answer.value.order.id] : []));
  for (const { workspace } of [a, b]) {
    await soon(() => expect([workspace.cart.length, workspace.lastOrdered]).toEqual([0, placed]));
  }

  await b.bridge.invoke('queue.cancel', { jobId: placed! });
  for (const { workspace } of [a, b]) {
    await soon(() => expect(workspace.returned).toMatchObject([{ jobId: placed, state: 'cancelled' }]));
    expect(workspace.cart).toMatchObject([{ file: cube, quantity: 1 }]);
  }
  a.workspace.dismissReturn(placed!);
  await soon(() => expect(b.workspace.returned).toEqual([]));
});

it('The parts of an order that ends after a restart come back into every window.', async () => {
  const folder = temporaryFolder();
  const first = await start(folder);
  const cube = await first.app.importStream(
    (async function* () {
      yield Buffer.from(cubeStl('refused'));
    })(),
    'cube.stl',
  );
  await first.a.bridge.invoke('app.setPaused', { paused: true });
  const line = cartLine({ file: cube, unitPrice: 1, quantity: 1 });
  first.a.workspace.addLine(line);
  await first.a.workspace.flush();
  const placed = await first.a.bridge.invoke('queue.placeOrder', {
    lines: [line],
    address: usAddress,
    shippingOption: 'Cheapest',
    confirmedParts: 1,
    fromCart: true,
  });
  expect(placed.ok).toBe(true);
  await first.close();

  const again = await start(folder);
  onTestFinished(again.close);
  expect(again.a.workspace.cart).toEqual([]);
  await again.app.client.invoke('queue.cancel', { jobId: placed.ok ? placed.value.order.id : '' });
  await soon(() => expect(again.b.workspace.cart).toMatchObject([{ title: line.title }]));
});
