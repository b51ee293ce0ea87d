import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { createBridgeDouble } from '../../support/bridge-double.ts';
import { orderView } from '../../support/samples.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const listed = (orders: OrderView[], source: 'live' | 'kept' = 'live') => ({
  orders,
  fetchedAt: new Date().setHours(10, 32),
  source,
});

it('cancels only after the question, and says why when the service refuses', async () => {
  let orders = [orderView(), orderView({ orderId: 1000, status: 'in_production' })];
  const bridge = createBridgeDouble({
    'orders.list': () => listed(orders),
    'orders.cancel': () => {
      throw new CodedError('rejected', 'Its production has started.');
    },
  });
  shown = await openWindow(bridge, 'orders');
  await expect.element(page.getByRole('article', { name: 'Order 1000' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel order 1000' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Cancel order 1001' }).click();
  expect(bridge.callsOf('orders.cancel')).toEqual([]);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel order 1001' }).click();
  await expect.element(dialog.getByText('Its production has started.')).toBeVisible();

  bridge.answer({ 'orders.cancel': () => ({}) });
  orders = [orderView({ status: 'cancelled' })];
  await dialog.getByRole('button', { name: 'Cancel order 1001' }).click();
  await expect
    .element(page.getByRole('article', { name: 'Order 1001' }).getByText('Cancelled', { exact: true }))
    .toBeVisible();
});

it('shows rejections, tracking and what is not known, and the last known list offline', async () => {
  const [item] = orderView().items;
  const refused = {
    ...item!,
    models: [{ modelId: 1, materialId: 6, rejectionReasons: ['The wall is 0.4 mm thick.'] }],
  };
  const bridge = createBridgeDouble({
    'orders.list': () =>
      listed(
        [
          orderView({
            status: 'shipped',
            items: [refused],
            targetShipDate: '',
            confirmedTotal: null,
            currency: null,
            shipments: [
              { shipmentId: 1, shipDate: '2026-11-18 09:12:00', carrier: 'UPS', trackingNumber: '1Z999' },
            ],
          }),
        ],
        'kept',
      ),
  });
  shown = await openWindow(bridge, 'orders');
  await expect.element(page.getByText('The wall is 0.4 mm thick.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy the tracking number 1Z999' })).toBeVisible();
  await expect.element(page.getByText('not known here')).toBeVisible();
  await expect.element(page.getByText(/^Last known, from .*10:32/)).toBeVisible();
});
