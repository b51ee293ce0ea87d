import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createBridgeDouble, sampleStatus } from '../../support/bridge-double.ts';
import { cartLine, changeJob, orderView } from '../../support/samples.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

it('removes a model only after the question, shows that it goes, and reads the page when it has gone', async () => {
  let models = [
    { modelId: 7, modelVersion: 0, title: 'bracket' },
    { modelId: 6, modelVersion: 0, title: 'knob' },
  ];
  const removal = changeJob({ payload: { op: 'delete-model', modelId: 7, modelTitle: 'bracket' } });
  const bridge = createBridgeDouble({
    'library.list': () => ({ models, hasMore: false }),
    'library.remove': () => removal,
  });
  shown = await openWindow(bridge, 'library');
  await page.getByRole('button', { name: 'Remove bracket' }).click();
  expect(bridge.callsOf('library.remove')).toEqual([]);
  await page.getByRole('button', { name: 'Remove the model' }).click();
  expect(bridge.callsOf('library.remove')).toEqual([{ modelId: 7, title: 'bracket' }]);
  bridge.emit('job', { ...removal, wait: 'network' });
  await expect.element(page.getByText('Remove “bracket” (model 7): waiting')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Remove bracket' })).not.toBeInTheDocument();
  models = models.filter((model) => model.modelId !== 7);
  bridge.emit('job', { ...removal, state: 'done', result: { remoteId: 7 } });
  await expect.element(page.getByRole('rowheader', { name: 'bracket' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('rowheader', { name: 'knob' })).toBeVisible();
});

/** Every call to the service brings a new status with what is left of its rate. Asking on that would never end. */
it.each([
  ['library', 'library.list', 'Library'],
  ['orders', 'orders.list', 'Orders'],
  ['cart', 'price.quote', 'Cart'],
] as const)('does not ask the service again because the rate changed: %s', async (screen, name, title) => {
  let remaining = 600;
  const bridge = createBridgeDouble({
    'workspace.get': () => ({
      plate: [],
      selected: null,
      cart: [cartLine()],
      address: {},
      shippingOption: 'Cheapest',
    }),
    'orders.list': () => ({ orders: [orderView()], fetchedAt: Date.now(), source: 'live' }),
    'price.quote': () => ({
      prices: { '6': { price: 6.2, currency: 'USD' } },
      quotedAt: Date.now(),
      source: 'live',
    }),
  });
  shown = await openWindow(bridge, screen);
  await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await vi.waitFor(() => expect(bridge.callsOf(name).length).toBeGreaterThan(0));
  const { rate } = sampleStatus();
  const tick = () => {
    remaining -= 1;
    bridge.emit('status', sampleStatus({ rate: rate && { ...rate, remaining } }));
    return new Promise((resolve) => requestAnimationFrame(resolve));
  };
  // The first may still bring the window online; from there on nothing but the rate changes.
  await tick();
  const before = bridge.callsOf(name).length;
  for (let count = 0; count < 5; count++) await tick();
  expect(bridge.callsOf(name)).toHaveLength(before);
});
