import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createBridgeDouble, sampleStatus } from '../../support/bridge-double.ts';
import { cartLine, orderView } from '../../support/samples.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

it('removes a model only after the question, and reads the page again', async () => {
  let models = [
    { modelId: 7, modelVersion: 0, title: 'bracket' },
    { modelId: 6, modelVersion: 0, title: 'knob' },
  ];
  const bridge = createBridgeDouble({
    'library.list': () => ({ models, hasMore: false }),
    'library.remove': () => {
      models = models.filter((model) => model.modelId !== 7);
      return {};
    },
  });
  shown = await openWindow(bridge, 'library');
  await page.getByRole('button', { name: 'Remove bracket' }).click();
  expect(bridge.callsOf('library.remove')).toEqual([]);
  await page.getByRole('button', { name: 'Remove the model' }).click();
  await expect.element(page.getByRole('rowheader', { name: 'bracket' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('rowheader', { name: 'knob' })).toBeVisible();
  expect(bridge.callsOf('library.remove')).toEqual([{ modelId: 7 }]);
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
