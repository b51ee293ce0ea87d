import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { createBridgeDouble } from '../../support/bridge-double.ts';
import { changeJob, orderView } from '../../support/samples.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const listed = (orders: OrderView[], source: 'live' | 'cached' = 'live') => ({
  orders,
  fetchedAt: new Date().setHours(10, 32),
  source,
});

it('A cancellation is queued only after confirmation, and the service’s refusal is explained.', async () => {
  let orders = [orderView(), orderView({ orderId: 1000, status: 'in_production' })];
  const bridge = createBridgeDouble({
    'orders.list': () => listed(orders),
    'orders.cancel': () => {
      throw new CodedError('disk-full', 'The disk is full.');
    },
  });
  shown = await openWindow(bridge, 'orders');
  await expect.element(page.getByRole('article', { name: 'Order 1000' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel order 1000' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Cancel order 1001' }).click();
  expect(bridge.callsOf('orders.cancel')).toEqual([]);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel order 1001' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();

  const cancellation = changeJob();
  bridge.answer({ 'orders.cancel': () => cancellation });
  await dialog.getByRole('button', { name: 'Cancel order 1001' }).click();
  bridge.emit('job', { ...cancellation, wait: 'network' });
  const order = page.getByRole('article', { name: 'Order 1001' });
  await expect.element(order.getByText('Cancel order 1001: Waiting')).toBeVisible();
  await expect.element(order.getByRole('button', { name: 'Cancel order 1001' })).not.toBeInTheDocument();

  const problem: Problem = { code: 'refused', message: 'Its production has started.' };
  bridge.emit('job', { ...cancellation, state: 'rejected', problem, updatedAt: Date.now() });
  await expect.element(order.getByText(/Its production has started/)).toBeVisible();
  await expect.element(order.getByRole('button', { name: 'Cancel order 1001' })).toBeVisible();

  orders = [orderView({ status: 'cancelled' })];
  bridge.emit('job', { ...cancellation, id: 'change-2', state: 'done', result: { remoteId: 1001 } });
  await expect.element(order.getByText('Cancelled', { exact: true })).toBeVisible();
});

it('Orders show rejections, tracking and unknown values, and the last known list while offline.', async () => {
  const [item] = orderView().items;
  const refused = {
    ...item!,
    models: [
      { modelId: 1, materialId: 6, rejectionReasons: ['The wall is 0.4 mm thick.'], affectedMaterials: [] },
    ],
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
        'cached',
      ),
  });
  shown = await openWindow(bridge, 'orders');
  await expect.element(page.getByText('The wall is 0.4 mm thick.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy the tracking number 1Z999' })).toBeVisible();
  await expect.element(page.getByText('Not known here')).toBeVisible();
  await expect.element(page.getByText(/^Last known, from .*10:32/)).toBeVisible();
});

it('A reprint is requested once, after a warning that it may cost something.', async () => {
  const job = changeJob({
    payload: {
      op: 'reprint',
      orderId: 1001,
      orderProductId: 1,
      productTitle: 'bracket',
      quantity: 2,
      reasonId: 503,
      comment: 'One arm is broken off.',
      consentAt: 0,
    },
  });
  const bridge = createBridgeDouble({
    'orders.list': () =>
      listed([orderView({ status: 'shipped' }), orderView({ orderId: 1000, status: 'cancelled' })]),
    'orders.reprint': () => job,
  });
  shown = await openWindow(bridge, 'orders');
  const cancelled = page.getByRole('article', { name: 'Order 1000' });
  await expect.element(cancelled.getByRole('button', { name: /^Reprint/ })).not.toBeInTheDocument();
  const order = page.getByRole('article', { name: 'Order 1001' });
  await order
    .getByRole('button', { name: /^Reprint/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/charged to the credit card on file/)).toBeVisible();
  const ask = dialog.getByRole('button', { name: 'Request reprint' });
  await ask.click({ force: true });
  expect(bridge.callsOf('orders.reprint')).toEqual([]);
  await dialog.getByRole('textbox', { name: 'What is wrong' }).fill('One arm is broken off.');
  await ask.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bridge.callsOf('orders.reprint')).toMatchObject([
    { orderId: 1001, quantity: 1, reasonId: 503, comment: 'One arm is broken off.' },
  ]);
  bridge.emit('job', { ...job, wait: 'network' });
  await expect.element(order.getByText(/of order 1001: Waiting/)).toBeVisible();
});
