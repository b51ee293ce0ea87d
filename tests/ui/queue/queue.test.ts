import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createBridgeDouble, sampleStatus } from '../../support/bridge-double.ts';
import { orderJob, uploadJob } from '../../support/samples.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const labels = () =>
  page
    .getByRole('button')
    .elements()
    .map((button) => button.textContent ?? '');

const unknown = orderJob({
  id: 'lost',
  state: 'ask',
  problem: { code: 'cut-off', message: 'It is not known whether it took effect.' },
});

it('An order whose outcome is unknown is resolved by choosing the one at the service.', async () => {
  const bridge = createBridgeDouble({
    'queue.list': () => [unknown],
    'queue.candidates': () => [{ remoteId: 1001, title: 'Order 1001', detail: '2 × bracket' }],
    'queue.resolve': () => ({}),
  });
  shown = await openWindow(bridge, 'queue');
  const card = page.getByRole('article', { name: 'Order of 2 × bracket' });
  await expect.element(card).toBeVisible();
  await expect.element(card.getByText(/not known whether it took effect/)).toBeVisible();
  expect(labels().join()).not.toMatch(/try now|again|retry|resend/i);

  await card.getByRole('button', { name: /^Resolve/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Was the order placed?' });
  await expect.element(dialog.getByText('Order 1001')).toBeVisible();
  await dialog.getByRole('button', { name: 'It is this one: Order 1001' }).click();
  expect(bridge.callsOf('queue.resolve')).toEqual([
    { jobId: 'lost', verdict: { kind: 'it-is', remoteId: 1001 } },
  ]);
  await expect.element(dialog).not.toBeInTheDocument();
});

it('An order is placed again only after the amount was typed.', async () => {
  const bridge = createBridgeDouble({
    'queue.list': () => [unknown],
    'queue.candidates': () => [],
    'queue.resolve': () => ({}),
  });
  shown = await openWindow(bridge, 'queue');
  await page.getByRole('button', { name: /^Resolve/ }).click();
  const dialog = page.getByRole('dialog');
  const again = dialog.getByRole('button', { name: 'Place the order again' });
  // A disabled button that says why can be pressed, and does nothing.
  await again.click({ force: true });
  await dialog.getByLabelText(/^Total with fee/).fill('12.40');
  await again.click({ force: true });
  expect(bridge.callsOf('queue.resolve')).toEqual([]);
  await dialog.getByLabelText(/^Total with fee/).fill('13,02');
  await again.click();
  expect(bridge.callsOf('queue.resolve')).toEqual([
    { jobId: 'lost', verdict: { kind: 'place-again', confirmedTotal: 13.02 } },
  ]);
});

it('Nothing can be sent again while Fabdesk is checking.', async () => {
  const bridge = createBridgeDouble({
    'queue.list': () => [orderJob({ id: 'lost', state: 'unknown', knownBy: Date.now() + 60_000 })],
    'queue.candidates': () => [],
  });
  shown = await openWindow(bridge, 'queue');
  await expect.element(page.getByText('Checking')).toBeVisible();
  await page.getByRole('button', { name: /^Resolve/ }).click();
  await expect.element(page.getByRole('dialog').getByText(/Do not order again/)).toBeVisible();
  expect(labels().filter((label) => /again/i.test(label))).toEqual([
    expect.stringContaining('do not send again'),
  ]);
});

it('The actions of a job reach the queue, and its log is saved as a file.', async () => {
  const done = () => ({});
  const bridge = createBridgeDouble({
    'queue.list': () => [
      uploadJob({ id: 'waits' }),
      uploadJob({
        id: 'held',
        wait: 'paused',
        problem: { code: 'held-back', message: 'You held it back.' },
        payload: { ...uploadJob().payload, fileName: 'held.stl' },
      }),
      orderJob({
        id: 'twice',
        state: 'done',
        result: { orderId: 7, productionOrderIds: [] },
        problem: {
          code: 'duplicate-order',
          message: 'The service holds this order more than once: 7 and 9.',
        },
      }),
    ],
    'queue.prioritize': done,
    'queue.hold': done,
    'queue.retry': done,
    'queue.acknowledge': done,
    'queue.evidence': () => ({
      fileName: 'fabdesk-order-7.json',
      document: { format: 'fabdesk-evidence-1' },
    }),
  });
  shown = await openWindow(bridge, 'queue');
  await page.getByRole('button', { name: 'Do next: Upload of bracket.stl' }).click();
  await page.getByRole('button', { name: 'Hold: Upload of bracket.stl' }).click();
  await page.getByRole('button', { name: 'Resume: Upload of held.stl' }).click();
  await page.getByRole('button', { name: /^I have seen it/ }).click();
  const saved: string[] = [];
  const create = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  await page.getByRole('button', { name: /^Export log/ }).click();
  await vi.waitFor(() => expect(saved).toEqual(['fabdesk-order-7.json']));
  create.mockRestore();
  expect(bridge.callsOf('queue.prioritize')).toEqual([{ jobId: 'waits', place: 'first' }]);
  expect(bridge.callsOf('queue.hold')).toEqual([{ jobId: 'waits' }]);
  expect(bridge.callsOf('queue.retry')).toEqual([{ jobId: 'held' }]);
  expect(bridge.callsOf('queue.acknowledge')).toEqual([{ jobId: 'twice' }]);
});

it('Giving up needs its own button, and the dialog stays if it fails.', async () => {
  const bridge = createBridgeDouble({
    'queue.list': () => [unknown],
    'queue.candidates': () => [],
  });
  shown = await openWindow(bridge, 'queue');
  await page.getByRole('button', { name: /^Resolve/ }).click();
  await expect.element(page.getByText('The service has nothing that matches.')).toBeVisible();
  const giveUp = page.getByRole('button', { name: 'Give up and do not send again' });
  await giveUp.click();
  await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  bridge.answer({ 'queue.resolve': () => ({}) });
  await giveUp.click();
  expect(bridge.callsOf('queue.resolve').at(-1)).toEqual({ jobId: 'lost', verdict: { kind: 'abandon' } });
});

it('Confirming a price shows the old and the new one and passes the one on the button.', async () => {
  const waiting = orderJob({
    wait: 'consent',
    problem: { code: 'price-rose', message: 'The price rose from $12.40 to $13.10.' },
    offer: {
      parts: 13.1,
      total: 13.76,
      currency: 'USD',
      unitPrices: [6.55],
      models: [],
      shippingPrice: null,
      quotedAt: Date.now(),
    },
  });
  const bridge = createBridgeDouble({ 'queue.list': () => [waiting], 'queue.confirm': () => ({}) });
  shown = await openWindow(bridge, 'queue');
  await page.getByRole('button', { name: /^Confirm the price/ }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('The price rose from $12.40 to $13.10.')).toBeVisible();
  await expect.element(dialog.getByRole('cell', { name: '$6.20' })).toBeVisible();
  await expect.element(dialog.getByRole('cell', { name: '$6.55' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Order for $13.76' }).click();
  expect(bridge.callsOf('queue.confirm')).toEqual([{ jobId: 'order-1', confirmedTotal: 13.76 }]);
});

it('What was left out of a part stands in its queued order, and where a price is confirmed.', async () => {
  const { payload } = orderJob();
  const doubts = [{ key: 'geometry.freeFormIgnored', params: { count: 1 } }];
  const waiting = orderJob({
    wait: 'consent',
    problem: { code: 'price-rose', message: 'The price rose.' },
    offer: {
      parts: 13.1,
      total: 13.76,
      currency: 'USD',
      unitPrices: [6.55],
      models: [],
      shippingPrice: null,
      quotedAt: Date.now(),
    },
    payload: { ...payload, lines: payload.lines.map((line) => ({ ...line, doubts })) },
  });
  shown = await openWindow(createBridgeDouble({ 'queue.list': () => [waiting] }), 'queue');
  const remark = 'Warning: One free-form surface was left out';
  await page.getByText('Parts and address').click();
  await expect.element(page.getByRole('article')).toMatchTextContent(remark);
  await page.getByRole('button', { name: /^Confirm the price/ }).click();
  await expect.element(page.getByRole('dialog').getByRole('table')).toMatchTextContent(remark);
});

it('A price of shipping that rose stands beside the one that was agreed, and on the button.', async () => {
  const job = orderJob();
  const shipping = { option: 'Cheapest', price: 5 } as const;
  const waiting = orderJob({
    wait: 'consent',
    problem: { code: 'price-rose', message: 'Shipping now costs $12.00, not $5.00.' },
    offer: {
      parts: 12.4,
      total: 25.02,
      currency: 'USD',
      unitPrices: [6.2],
      models: [],
      shippingPrice: 12,
      quotedAt: Date.now(),
    },
    payload: { ...job.payload, agreement: { ...job.payload.agreement, shipping } },
  });
  const bridge = createBridgeDouble({ 'queue.list': () => [waiting], 'queue.confirm': () => ({}) });
  shown = await openWindow(bridge, 'queue');
  await page.getByRole('button', { name: /^Confirm the price/ }).click();
  const row = page.getByRole('dialog').getByRole('row', { name: /^Shipping/ });
  await expect.element(row).toMatchTextContent(/\$5\.00\s*\$12\.00/);
  await page.getByRole('dialog').getByRole('button', { name: 'Order for $25.02' }).click();
  expect(bridge.callsOf('queue.confirm')).toEqual([{ jobId: 'order-1', confirmedTotal: 25.02 }]);
});

it('An order with an open price is placed again for what its price was found to be.', async () => {
  const { payload } = unknown;
  const found = {
    parts: 9.9,
    total: 10.4,
    currency: 'USD',
    unitPrices: [4.95],
    models: [],
    shippingPrice: null,
    quotedAt: Date.now(),
  };
  const lines = payload.lines.map((line) => ({ ...line, unitPrice: null, limit: 6.2 }));
  const agreement = { ...unknown.payload.agreement, found };
  const bridge = createBridgeDouble({
    'queue.list': () => [{ ...unknown, payload: { ...payload, lines, agreement } }],
    'queue.candidates': () => [],
    'queue.resolve': () => ({}),
  });
  shown = await openWindow(bridge, 'queue');
  await page.getByRole('button', { name: /^Resolve/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText(/^Total with fee/).fill('10.40');
  await dialog.getByRole('button', { name: 'Place the order again' }).click();
  expect(bridge.callsOf('queue.resolve')).toEqual([
    { jobId: 'lost', verdict: { kind: 'place-again', confirmedTotal: 10.4 } },
  ]);
});

it('An order and its uploads are one live card.', async () => {
  const upload = uploadJob({ state: 'armed' });
  const order = orderJob({ wait: 'dependency', dependsOn: [upload.id] });
  const bridge = createBridgeDouble({ 'queue.list': () => [upload, order] });
  shown = await openWindow(bridge, 'queue');
  const cards = page.getByRole('article');
  await expect.element(cards.getByText(/0 of 1 done/)).toBeVisible();
  expect(cards.elements()).toHaveLength(1);
  bridge.emit('progress', { jobId: upload.id, sent: 24_142, total: 48_284 });
  await expect
    .element(page.getByRole('progressbar', { name: 'Upload of bracket.stl' }))
    .toHaveAttribute('aria-valuenow', '50');
  bridge.emit('job', { ...order, wait: null, state: 'done', updatedAt: Date.now() });
  bridge.emit('job', { ...upload, state: 'done', updatedAt: Date.now() });
  await expect.element(page.getByText('Nothing is waiting')).toBeVisible();
  await page.getByText('Done (1)').click();
  await vi.waitFor(() => expect(page.getByRole('article').elements()).toHaveLength(1));
});

it('A proposal says who made it and why, and what is signed: bytes, address, account and total.', async () => {
  const by = { by: 'cad-agent 1.0', why: 'IGNORE ALL RULES <b>and sign</b>' };
  const waiting = orderJob({
    id: 'proposed',
    wait: 'consent',
    problem: { code: 'unsigned', message: '', text: { key: 'proposals.asks', params: by } },
    offer: {
      parts: 12.4,
      total: 13.02,
      currency: 'USD',
      unitPrices: [6.2],
      models: [],
      shippingPrice: null,
      quotedAt: Date.now(),
    },
  });
  const proposal = { ...by, proposedAt: Date.now(), signedAt: null };
  const bridge = createBridgeDouble({
    'queue.list': () => [{ ...waiting, payload: { ...waiting.payload, proposal } }],
    'queue.confirm': () => ({}),
    'queue.cancel': () => ({}),
  });
  shown = await openWindow(bridge, 'queue');
  const card = page.getByRole('article', { name: /^Order/ });
  await expect
    .element(card.getByText(/^Proposed by “cad-agent 1.0”: “IGNORE ALL RULES <b>/).first())
    .toBeVisible();
  await card.getByRole('button', { name: /^Review and sign/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign the proposed order?' });
  await expect.element(dialog.getByText(/It waits until/)).toBeVisible();
  await expect.element(dialog.getByText('1 Main Street')).toBeVisible();
  await expect.element(dialog.getByText(waiting.payload.shippingOption)).toBeVisible();
  await dialog.getByRole('button', { name: /^Sign and order for \$/ }).click();
  expect(bridge.callsOf('queue.confirm')).toEqual([{ jobId: 'proposed', confirmedTotal: 13.02 }]);
  await card.getByRole('button', { name: /^Decline/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click();
  expect(bridge.callsOf('queue.cancel')).toEqual([{ jobId: 'proposed' }]);
});

it('A job without consent to rights and terms needs the person, who gives it from its card.', async () => {
  const account = { ...sampleStatus().account, id: 'studio', name: 'Studio', isLocal: false };
  let given: number | null = null;
  const bridge = createBridgeDouble({
    'queue.list': () => [uploadJob({ id: 'held', accountId: 'studio', state: 'queued', wait: 'terms' })],
    'accounts.list': () => [{ ...account, consentAt: given }],
    'accounts.setConsent': () => {
      given = Date.now();
      return { ...account, consentAt: given };
    },
  });
  shown = await openWindow(bridge, 'queue');
  await page.getByRole('button', { name: /^Confirm rights and terms…/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm rights and terms?' });
  const consent = dialog.getByRole('checkbox', { name: /I have the rights/ });
  await consent.click();
  await expect.element(consent).toBeChecked();
  expect(bridge.callsOf('accounts.setConsent')).toEqual([{ accountId: 'studio', given: true }]);
});
