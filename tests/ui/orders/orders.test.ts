import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { agreedSum } from '../../../src-shared/jobs/order-sum.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { createBridgeDouble, sampleStatus } from '../../support/bridge-double.ts';
import { changeJob, modelView, orderJob, orderView, uploadJob } from '../../support/samples.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

/** The details of an order, and its row. */
const order = (id: number) => page.getByRole('region', { name: `Order ${id}`, exact: true });
const row = (id: number) => page.getByRole('option', { name: new RegExp(`Order ${id}\\b`) });

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
  await row(1000).click();
  await expect.element(order(1000)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel order 1000' })).not.toBeInTheDocument();
  await row(1001).click();
  await page.getByRole('button', { name: 'Cancel order 1001' }).click();
  expect(bridge.callsOf('orders.cancel')).toEqual([]);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel order 1001' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();

  const cancellation = changeJob();
  bridge.answer({ 'orders.cancel': () => cancellation });
  await dialog.getByRole('button', { name: 'Cancel order 1001' }).click();
  bridge.emit('job', { ...cancellation, wait: 'network' });
  await expect.element(order(1001).getByText('Cancel order 1001: Waiting')).toBeVisible();
  await expect
    .element(order(1001).getByRole('button', { name: 'Cancel order 1001' }))
    .not.toBeInTheDocument();

  const problem: Problem = { code: 'refused', message: 'Its production has started.' };
  bridge.emit('job', { ...cancellation, state: 'rejected', problem, updatedAt: Date.now() });
  await expect.element(order(1001).getByText(/Its production has started/)).toBeVisible();
  await expect.element(order(1001).getByRole('button', { name: 'Cancel order 1001' })).toBeVisible();

  orders = [orderView({ status: 'cancelled' })];
  bridge.emit('job', { ...cancellation, id: 'change-2', state: 'done', result: { remoteId: 1001 } });
  await expect.element(order(1001).getByText('Cancelled', { exact: true })).toBeVisible();
});

it('An order that arrives at the top moves the others down.', async () => {
  let orders = [orderView({ orderId: 1001 })];
  const bridge = createBridgeDouble({ 'orders.list': () => listed(orders) });
  shown = await openWindow(bridge, 'orders');
  await expect.element(row(1001)).toBeVisible();
  orders = [orderView({ orderId: 1002 }), ...orders];
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(row(1002)).toBeVisible();
  const [first, second] = [row(1002), row(1001)].map((one) => one.element().getBoundingClientRect());
  expect(second!.top).toBeGreaterThanOrEqual(first!.bottom);
  await expect.element(row(1002)).toHaveAttribute('aria-posinset', '1');
  await expect.element(row(1001)).toHaveAttribute('aria-posinset', '2');
});

it('Keys move in the list although only the screen has the focus.', async () => {
  const bridge = createBridgeDouble({
    'orders.list': () => listed([1003, 1002, 1001].map((orderId) => orderView({ orderId }))),
  });
  shown = await openWindow(bridge, 'orders');
  await expect.element(row(1003)).toHaveAttribute('aria-selected', 'true');
  document.querySelector<HTMLElement>('main')?.focus();
  await userEvent.keyboard('{End}');
  await expect.element(row(1001)).toHaveAttribute('aria-selected', 'true');
  expect(document.activeElement?.getAttribute('role')).toBe('listbox');
});

it('What was charged is kept with the order, and its record is saved as PDF with it.', async () => {
  const job = orderJob({ state: 'done', result: { orderId: 1001, productionOrderIds: [] } });
  const sum = agreedSum(job.payload);
  const bridge = createBridgeDouble({
    'orders.list': () => listed([orderView({ orderId: 1001, sum, currency: sum.currency })]),
    'orders.recordPdf': () => ({ pdf: btoa('%PDF-') }),
    'queue.list': () => [job],
  });
  shown = await openWindow(bridge, 'orders');
  await order(1001).getByRole('textbox', { name: 'Charged in the end, USD' }).fill('61.30');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() =>
    expect(bridge.callsOf('settings.set').at(-1)).toEqual({ charges: { 'local 1001': 61.3 } }),
  );
  await page.getByRole('button', { name: 'Save as PDF: order 1001' }).click();
  await vi.waitFor(() => expect(bridge.callsOf('orders.recordPdf')).toHaveLength(1));
  const [call] = bridge.callsOf('orders.recordPdf');
  expect(call).toMatchObject({
    record: {
      charged: 61.3,
      order: { orderId: 1001 },
      agreement: { address: job.payload.agreement.address },
    },
  });
  await expect.element(page.getByText(/The record of the order was saved as/).first()).toBeInTheDocument();
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
  await row(1000).click();
  await expect.element(order(1000)).toBeVisible();
  await expect.element(order(1000).getByRole('button', { name: /^Reprint/ })).not.toBeInTheDocument();
  await row(1001).click();
  await order(1001)
    .getByRole('button', { name: /^Reprint/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/charged to the credit card on file/)).toBeVisible();
  const ask = dialog.getByRole('button', { name: 'Request reprint' });
  await ask.click({ force: true });
  expect(bridge.callsOf('orders.reprint')).toEqual([]);
  await dialog.getByRole('combobox', { name: 'What is wrong' }).selectOptions('Broken');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('One arm.');
  await ask.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bridge.callsOf('orders.reprint')).toMatchObject([
    { orderId: 1001, quantity: 1, reasonId: 503, comment: 'Broken: One arm.' },
  ]);
  bridge.emit('job', { ...job, wait: 'network' });
  await expect.element(order(1001).getByText(/of order 1001: Waiting/)).toBeVisible();
});

it('The list is searched in all that is known, by group, and the service by what it filters.', async () => {
  const orders = [
    orderView({ orderId: 1002, refNumber: 'PO-77' }),
    orderView({ orderId: 1001, status: 'shipped' }),
    orderView({ orderId: 1000, status: 'cancelled' }),
  ];
  const placed = orderJob({ state: 'done', result: { orderId: 1001, productionOrderIds: [] } });
  const bridge = createBridgeDouble({
    'orders.list': ({ filters }) =>
      listed(filters?.city === 'Boston' ? [orderView({ orderId: 900 })] : orders),
    'queue.list': () => [placed],
  });
  shown = await openWindow(bridge, 'orders');
  await expect.element(order(1002).getByText('PO-77')).toBeVisible();
  await page.getByText('Shipped 1', { exact: true }).click();
  await expect.element(row(1002)).not.toBeInTheDocument();
  await expect.element(order(1001)).toBeVisible();
  await page.getByText('All 3', { exact: true }).click();
  const text = page.getByRole('searchbox');
  await text.fill('po-77');
  await expect.element(row(1001)).not.toBeInTheDocument();
  await expect.element(order(1002)).toBeVisible();
  await text.fill(placed.payload.address.lastName);
  await expect.element(row(1002)).not.toBeInTheDocument();
  await expect.element(order(1001)).toBeVisible();
  await text.fill('nothing like this');
  await expect.element(page.getByText('No order fits this search.')).toBeVisible();
  expect(bridge.callsOf('orders.list')).toEqual([{}]);
  await page.getByRole('button', { name: 'Clear' }).click();

  await askFor('Boston');
  await expect.element(order(900)).toBeVisible();
  await expect.element(row(1002)).not.toBeInTheDocument();
  expect(bridge.callsOf('orders.list').at(-1)).toEqual({ filters: { city: 'Boston' } });
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(row(1002)).toBeVisible();
});

async function askFor(city: string): Promise<void> {
  await page.getByText('Search by address at the service').click();
  await page.getByRole('combobox', { name: 'Search in' }).selectOptions('City');
  await page.getByRole('textbox', { name: 'Exactly as in the address' }).fill(city);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
}

it('A service that does not filter is never taken for one that found something.', async () => {
  const bridge = createBridgeDouble({
    'orders.list': ({ filters }) => {
      if (filters) throw new CodedError('filters-ignored', 'The service does not filter its orders by city.');
      return listed([orderView()]);
    },
  });
  shown = await openWindow(bridge, 'orders');
  await askFor('Boston');
  await expect.element(page.getByText('The service does not filter its orders by city.')).toBeVisible();
  await expect.element(row(1001)).not.toBeInTheDocument();
});

it('A rejection names the materials in which the part cannot be made either.', async () => {
  const [item] = orderView().items;
  const model = { modelId: 1, materialId: 6, rejectionReasons: ['Thin walls.'] };
  const refused = { ...item!, models: [{ ...model, affectedMaterials: ['25', 'Gold'] }] };
  const bridge = createBridgeDouble({ 'orders.list': () => listed([orderView({ items: [refused] })]) });
  shown = await openWindow(bridge, 'orders');
  await expect
    .element(page.getByText('Not possible in Black Strong & Flexible and Gold either.'))
    .toBeVisible();
});

it('A reprint and its order name each other, and a reprint is no stranger.', async () => {
  const reprint = orderView({ orderId: 1002, reprintOf: 1001 });
  const { sum: _, ...unpriced } = { sum: undefined, ...reprint };
  const bridge = createBridgeDouble({ 'orders.list': () => listed([unpriced, orderView()]) });
  shown = await openWindow(bridge, 'orders');
  await expect.element(row(1002)).toMatchTextContent('Reprint of order 1001');
  await expect.element(order(1002).getByText('Not stated in advance')).toBeVisible();
  await order(1002).getByRole('button', { name: 'Order 1001' }).click();
  await order(1001).getByRole('button', { name: 'Order 1002' }).click();
  await expect.element(order(1002)).toBeVisible();
});

it.each([
  { cancelled: 2, says: 'The service rejected every part of this order.' },
  { cancelled: 1, says: /^1 of 2 pieces were rejected/ },
])('A rejection of $cancelled of 2 pieces is the headline, with a badge.', async ({ cancelled, says }) => {
  const [item] = orderView().items;
  const refused = {
    ...item!,
    status: { processing: 2 - cancelled, in_production: 0, complete: 0, cancelled },
    models: [
      { modelId: 1, materialId: 6, rejectionReasons: ['The wall is 0.4 mm thick.'], affectedMaterials: [] },
    ],
  };
  const status = cancelled === 2 ? 'cancelled' : 'in_production';
  const bridge = createBridgeDouble({
    'orders.list': () => listed([orderView({ status, items: [refused] })]),
  });
  shown = await openWindow(bridge, 'orders');
  await expect.element(row(1001)).toMatchTextContent('Rejected');
  await expect.element(order(1001).getByText(says)).toBeVisible();
  await expect.element(order(1001).getByText('The wall is 0.4 mm thick.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Orders/ })).toMatchTextContent('1 needs you');
});

it('The receipt is a link to the account’s own service only; another address is shown to be copied.', async () => {
  const own = { receipt: 'http://127.0.0.1:4000/checkout/receipt?orderId=1001' };
  const elsewhere = { orderId: 1000, receipt: 'https://evil.example/receipt' };
  const bridge = createBridgeDouble({
    'orders.list': () => listed([orderView(own), orderView(elsewhere)]),
    'orders.openReceipt': () => ({ address: elsewhere.receipt, opened: false }),
    'app.status': () => sampleStatus({ account: { ...sampleStatus().account, isLocal: false } }),
  });
  shown = await openWindow(bridge, 'orders');
  const link = page.getByRole('link', { name: 'Receipt of order 1001' });
  await expect.element(link).toHaveAttribute('href', own.receipt);
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  await row(1000).click();
  await page.getByRole('button', { name: 'Receipt of order 1000' }).click();
  await expect.element(page.getByRole('dialog').getByText(elsewhere.receipt)).toBeVisible();
  expect(bridge.callsOf('orders.openReceipt')).toEqual([{ accountId: 'local', orderId: 1000 }]);
});

it('The receipt of the local service is opened by an address that is asked for with each click.', async () => {
  const page1001 = 'http://127.0.0.1:4000/checkout/receipt?orderId=1001';
  const bridge = createBridgeDouble({
    'orders.list': () => listed([orderView({ receipt: page1001 })]),
    'orders.openReceipt': () => ({ address: `${page1001}&ticket=once`, opened: false }),
  });
  shown = await openWindow(bridge, 'orders');
  await page.getByRole('button', { name: 'Receipt of order 1001' }).click();
  const link = page.getByRole('link', { name: 'Open the receipt' });
  await expect.element(link).toHaveAttribute('href', `${page1001}&ticket=once`);
});

it('“Order again” compares each part with what was agreed, and takes another file only when told.', async () => {
  const [item] = orderView().items;
  const part = (modelId: number) => ({
    ...item!,
    orderProductId: modelId,
    title: `part ${modelId}`,
    models: [{ modelId, materialId: 6, rejectionReasons: [], affectedMaterials: [] }],
  });
  const agreed = [7, 8, 9].map((modelId) => ({ modelId, materialId: 6, version: 1, unitPrice: 9 }));
  const bridge = createBridgeDouble({
    'orders.list': () => listed([orderView({ items: [part(7), part(8), part(9)], agreed })]),
    'library.show': ({ modelId }) => {
      if (modelId === 9) throw new CodedError('not-found', 'There is no model 9.');
      return modelView({ modelId, modelVersion: modelId === 8 ? 2 : 1 });
    },
  });
  shown = await openWindow(bridge, 'orders');
  await page.getByRole('button', { name: 'Order again: order 1001' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('It was $9.00 each.').first()).toBeVisible();
  await expect.element(dialog.getByText(/another file since: version 2 instead of 1/)).toBeVisible();
  await expect.element(dialog.getByText(/no longer exists at the service/)).toBeVisible();
  const boxes = dialog.getByRole('checkbox');
  await expect.element(boxes.nth(0)).toBeChecked();
  await expect.element(boxes.nth(1)).not.toBeChecked();
  expect(bridge.workspace.cart).toEqual([]);
  await dialog.getByRole('button', { name: 'Add 1 part to order' }).click();
  await vi.waitFor(() =>
    expect(bridge.workspace.cart).toMatchObject([{ source: { modelId: 7, version: 1 }, unitPrice: 11 }]),
  );
});

it('What was left out of the file of a part stands at that part, and where the order is compared with one like it.', async () => {
  const [item] = orderView().items;
  const part = (modelId: number) => ({
    ...item!,
    orderProductId: modelId,
    title: `part ${modelId}`,
    models: [{ modelId, materialId: 6, rejectionReasons: [], affectedMaterials: [] }],
  });
  const doubts = [
    { key: 'geometry.freeFormIgnored', params: { count: 1 } },
    { key: 'geometry.ofALaterVersion' },
  ];
  const agreed = [7, 8, 9].map((modelId) => ({
    modelId,
    materialId: 6,
    version: 1,
    unitPrice: 11,
    ...(modelId !== 9 && { doubts }),
  }));
  const bridge = createBridgeDouble({
    'orders.list': () => listed([orderView({ items: [part(7), part(8), part(9)], agreed })]),
    // Model 8 has another file now, of which nothing is known.
    'library.show': ({ modelId }) => {
      const details = { ...modelView().details, title: `part ${modelId}` };
      return modelView({ modelId, details, modelVersion: modelId === 8 ? 2 : 1 });
    },
  });
  shown = await openWindow(bridge, 'orders');
  const remark = 'Warning: One free-form surface was left out';
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name }).last();
  await expect.element(row('part 7')).toMatchTextContent(remark);
  await expect.element(row('part 8')).toMatchTextContent(remark);
  await expect.element(row('part 9')).not.toMatchTextContent('Warning');
  await page.getByRole('button', { name: 'Order again: order 1001' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/another file since: version 2 instead of 1/)).toBeVisible();
  const again = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
  await expect.element(again('part 7')).toMatchTextContent(remark);
  await expect.element(again('part 8')).not.toMatchTextContent('Warning');
});

it('A refusal that is known is said in the reader’s words, with the service’s own behind them.', async () => {
  const message =
    'The service refused the cancellation of order 1001: Order 1001 can no longer be cancelled.';
  const text = {
    key: 'service.refusedBecause',
    params: {
      what: { key: 'service.what.cancelOrder', params: { order: '1001' } },
      reason: { key: 'reasons.started', params: { order: '1001' } },
    },
  };
  const job = changeJob({ state: 'rejected', problem: { code: 'refused', message, text } });
  const bridge = createBridgeDouble({
    'orders.list': () => listed([orderView()]),
    'queue.list': () => [{ ...job, updatedAt: Date.now() }],
  });
  shown = await openWindow(bridge, 'orders');
  await expect.element(page.getByText(/its production, or that of a reprint, has started/)).toBeVisible();
  const original = page.getByText(message);
  await expect.element(original).not.toBeVisible();
  await page.getByText('What the service said').click();
  await expect.element(original).toBeVisible();
});

it('Of 20,000 orders only those in sight are drawn, the last one too once it is chosen.', async () => {
  const orders = Array.from({ length: 20_000 }, (_, at) => orderView({ orderId: 30_000 - at }));
  const bridge = createBridgeDouble({ 'orders.list': () => listed(orders) });
  shown = await openWindow(bridge, 'orders');
  await expect.element(order(30_000)).toBeVisible();
  const list = page.getByRole('listbox', { name: 'Orders' });
  const nodes = () => list.element().querySelectorAll('*').length;
  expect(nodes()).toBeLessThan(1500);
  list.element().focus();
  await userEvent.keyboard('{End}');
  await expect.element(order(10_001)).toBeVisible();
  await expect.element(row(10_001)).toHaveAttribute('aria-posinset', '20000');
  await expect.element(row(10_001)).toBeVisible();
  await expect.poll(nodes).toBeLessThan(1500);
  // Its row stays in the page while it is out of sight: the list refers to it.
  list.element().scrollTop = 0;
  await expect.element(row(30_000)).toBeVisible();
  const active = list.element().getAttribute('aria-activedescendant')!;
  expect(document.getElementById(active)?.textContent).toContain('Order 10001');
});

it('Arrows choose, Enter goes to the details, Escape comes back, and the focus is never lost.', async () => {
  const orders = [1003, 1002, 1001].map((orderId) => orderView({ orderId }));
  shown = await openWindow(createBridgeDouble({ 'orders.list': () => listed(orders) }), 'orders');
  await expect.element(order(1003)).toBeVisible();
  const list = page.getByRole('listbox', { name: 'Orders' }).element();
  list.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  await expect.element(order(1002)).toBeVisible();
  await expect.element(row(1002)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(order(1002).element());
  await userEvent.keyboard('{Tab}');
  expect(order(1002).element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(list);
  await row(1001).click();
  await expect.element(order(1001)).toBeVisible();
  expect(document.activeElement).toBe(list);
});

describe('A rejection', () => {
  const [item] = orderView().items;
  const reason = 'The walls are about 0.3 mm thick, and White Strong & Flexible needs 0.7 mm.';
  const rejected = orderView({
    status: 'cancelled',
    items: [
      {
        ...item!,
        status: { processing: 0, in_production: 0, complete: 0, cancelled: 2 },
        models: [{ modelId: 41, materialId: 6, rejectionReasons: [reason], affectedMaterials: ['54'] }],
      },
    ],
  });
  const known = uploadJob({
    state: 'done',
    result: { modelId: 41, modelVersion: 0, printable: 'yes' },
  });
  const offered = (price: number) => ({
    title: '',
    basePrice: price,
    price,
    isPrintable: true,
    restrictions: [],
  });
  const withRejection = () =>
    createBridgeDouble({
      'orders.list': () => listed([rejected]),
      'queue.list': () => [known],
      'library.show': () =>
        modelView({
          modelId: 41,
          materials: { '6': offered(5), '25': offered(9), '26': offered(7), '54': offered(6) },
        }),
    });
  const badge = page.getByRole('link', { name: /^Orders/ });

  it('is said once, counted until it is handled, and not again in another window.', async () => {
    const bridge = withRejection();
    shown = await openWindow(bridge, 'orders');
    await expect.element(badge).toMatchTextContent('1 needs you');
    await expect.poll(() => bridge.callsOf('settings.set')).toHaveLength(1);
    expect(bridge.callsOf('settings.set')).toEqual([{ rejections: { 'local 1001': 'announced' } }]);
    await page.getByRole('button', { name: /Messages/ }).click();
    await expect.element(page.getByRole('dialog').getByText(/rejected 2 pieces of order 1001/)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
    await page.getByText('Needs you 1', { exact: true }).click();
    await order(1001).getByRole('button', { name: 'Mark as handled' }).click();
    await expect.element(page.getByText('Needs you 0', { exact: true })).toBeVisible();
    await expect.element(badge).not.toMatchTextContent('needs you');
  });

  it('has a way out: the part goes to Prepare in a material that may print it.', async () => {
    const bridge = withRejection();
    shown = await openWindow({ ...bridge, readSpooled: async () => new Uint8Array() }, 'orders');
    await page.getByRole('button', { name: 'Prepare in Full Color Sandstone, $7.00 each' }).click();
    await expect.poll(() => location.hash).toBe('#prepare');
    await expect
      .poll(() => bridge.workspace.plate)
      .toMatchObject([
        { file: { sha256: known.payload.file }, materialId: 26, materialBy: 'person', quantity: 2 },
      ]);
  });

  it('is never ordered again without a word.', async () => {
    shown = await openWindow(withRejection(), 'orders');
    await page.getByRole('button', { name: 'Order again: order 1001' }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText(/rejected it in White Strong & Flexible/)).toBeVisible();
    await expect.element(dialog.getByRole('checkbox')).not.toBeChecked();
  });
});

it('A parcel has the page of its carrier, and only of one that is known.', async () => {
  const shipment = { shipmentId: 1, shipDate: '', carrier: 'UPS', trackingNumber: '1Z999' };
  const shipments = [shipment, { ...shipment, shipmentId: 2, carrier: 'Evil https://evil.example' }];
  const bridge = createBridgeDouble({ 'orders.list': () => listed([orderView({ shipments })]) });
  shown = await openWindow(bridge, 'orders');
  const links = page.getByRole('link', { name: /^Track at/ });
  await expect.element(links).toHaveAttribute('href', 'https://www.ups.com/track?tracknum=1Z999');
  await expect.element(links).toHaveAttribute('rel', 'noopener noreferrer');
});
