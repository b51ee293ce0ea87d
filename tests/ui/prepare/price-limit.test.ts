/**
 * A part that was never priced, while the service cannot be asked: estimates, and a limit that the person
 * sets.
 */
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Estimates, Quote } from '../../../src-shared/ipc/quote.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { boxStl, dropFiles, fileOf, openBoxStl } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble, type PlateDoubleOptions } from '../../support/plate-double.ts';
import { doubtfulCatalog, wideCatalog } from '../../support/wide-catalog.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const estimate = { amount: 4, low: 3.2, high: 4.83, parts: 12, oldest: 1, newest: 2 };
/** Only the white and the black material have prices of other parts. */
const known: Estimates = {
  currency: 'USD',
  estimates: { '25': { ...estimate, amount: 5, low: 4, high: 6.4 }, '6': estimate },
};
const priced: Quote = {
  prices: Object.fromEntries(
    wideCatalog.materials.map(({ materialId }) => [String(materialId), { price: 3.9, currency: 'USD' }]),
  ),
  quotedAt: Date.now(),
  source: 'live',
};
const away = () => {
  throw new CodedError('network', 'The service cannot be reached.');
};

async function open(estimates: Estimates = known, handlers: PlateDoubleOptions['handlers'] = {}) {
  const bridge = createPlateDouble({
    status: { connection: 'offline' },
    handlers: { 'price.quote': away, 'price.estimate': () => estimates, ...handlers },
  });
  shown = await openWindow(bridge, 'prepare');
  return bridge;
}
const drop = (name = 'bracket.stl', bytes = boxStl(40, 20, 10)) =>
  dropFiles(document.body, [fileOf(name, bytes)]);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const limitButton = () => button(/^Add \d+ with a price limit/);
const dialog = page.getByRole('dialog', { name: 'Set a price limit' });
const limitField = dialog.getByRole('textbox', { name: 'A piece may cost at most' });
const chooseFirst = 'No price is known. Choose a material, then set a price limit.';
const cartOf = (bridge: PlateDouble) => bridge.workspace.cart;

it('Offline too, a part that no material prints says so instead of asking for a material.', async () => {
  await open();
  drop('open.stl', openBoxStl(40, 20, 10));
  // The service was asked and is away.
  await expect.element(page.getByText('no price yet').first()).toBeInTheDocument();
  await expect.element(page.getByText('in every material')).toBeVisible();
  await expect.element(page.getByText(chooseFirst)).not.toBeInTheDocument();
});

it('Estimates stand where no price is known, and the part goes into the cart with the limit.', async () => {
  const bridge = await open();
  drop();
  const white = page.getByRole('radio', { name: /^White Strong & Flexible/ });
  await expect.element(white).toBeChecked();
  await expect.element(white).toHaveAccessibleName(/about \$4\.00 \$3\.20 to \$4\.83/);
  await expect
    .element(page.getByText('Estimates from stored prices of other parts, per piece.'))
    .toBeVisible();
  await expect.element(page.getByText('no price yet').first()).toBeInTheDocument();
  await button('One more').click();

  await limitButton().click();
  await expect
    .element(dialog.getByText('Each about $3.20 to $4.83, estimated from 12 prices.'))
    .toBeVisible();
  await expect.element(limitField).toHaveValue('4.9');
  await expect.element(dialog.getByText(/^Total for 2: at most \$10\.29/)).toBeVisible();
  await limitField.fill('4.25');
  await expect.element(dialog.getByText(/^Total for 2: at most \$8\.93/)).toBeVisible();
  await userEvent.keyboard('{Enter}');

  await vi.waitFor(() => expect(cartOf(bridge)).toHaveLength(1));
  expect(cartOf(bridge)[0]).toMatchObject({
    title: 'bracket',
    materialId: 6,
    quantity: 2,
    unitPrice: null,
    limit: 4.25,
    currency: 'USD',
    estimate,
    accountId: 'local',
    acceptedVerdict: 'prints',
  });
  await expect.element(dialog).not.toBeInTheDocument();
  await expect
    .element(page.getByText(/Added to the order: 2 × bracket .*, at most \$8\.93/).first())
    .toBeVisible();
});

it('Bad input is not replaced by the proposed limit.', { tags: 'release' }, async () => {
  const bridge = await open();
  drop();
  await limitButton().click();
  for (const bad of ['four', '0', '']) {
    await limitField.fill(bad);
    await dialog.getByRole('button', { name: 'Add with this limit' }).click();
    await expect.element(limitField).toHaveAttribute('aria-invalid', 'true');
    await expect.element(limitField).toHaveFocus();
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(cartOf(bridge)).toEqual([]);
});

it('With a band that is too wide, the person says what the part is worth.', { tags: 'release' }, async () => {
  const wide = { ...estimate, low: 0.4, high: 40 };
  const bridge = await open({ currency: 'USD', estimates: { '6': wide } });
  drop();
  await limitButton().click();
  await expect.element(limitField).toHaveValue('');
  await dialog.getByRole('button', { name: 'Add with this limit' }).click();
  await expect.element(dialog.getByText('Enter what it may cost at most.')).toBeVisible();
  await limitField.fill('7');
  await dialog.getByRole('button', { name: 'Add with this limit' }).click();
  await vi.waitFor(() => expect(cartOf(bridge)).toMatchObject([{ limit: 7, estimate: wide }]));
});

it('Without any stored price, the person says the currency, too.', {
  tags: 'release',
}, async () => {
  const bridge = await open({ currency: null, estimates: {} });
  drop();
  await page.getByRole('radio', { name: /^Black Strong & Flexible/ }).click({ force: true });
  await expect
    .element(page.getByText('No price is known yet. Enter what it may cost at most.'))
    .toBeVisible();
  await limitButton().click();
  await limitField.fill('300');
  await dialog.getByRole('button', { name: 'Add with this limit' }).click();
  await expect.element(dialog.getByText('Use three letters, such as USD.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Currency' }).fill('jpy');
  await dialog.getByRole('button', { name: 'Add with this limit' }).click();
  await vi.waitFor(() =>
    expect(cartOf(bridge)).toMatchObject([{ limit: 300, currency: 'JPY', estimate: null, materialId: 25 }]),
  );
});

it('A price that comes while the limit is asked for replaces the question.', {
  tags: 'release',
}, async () => {
  const bridge = await open();
  drop();
  await limitButton().click();
  await limitField.fill('2');
  bridge.answer({ 'price.quote': () => priced });
  bridge.setStatus({ connection: 'online' });
  await expect.element(dialog.getByText('The service can be reached again. Each costs $3.90.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add at this price' }).click();
  await vi.waitFor(() => expect(cartOf(bridge)).toHaveLength(1));
  expect(cartOf(bridge)[0]).toMatchObject({ unitPrice: 3.9 });
  expect(cartOf(bridge)[0]).not.toHaveProperty('limit');
});

it('A price that the service refuses to name is no reason for a limit.', async () => {
  await open(known, {
    'price.quote': () => {
      throw new CodedError('refused', 'The volume is too large.');
    },
  });
  drop();
  await expect.element(page.getByText('No price for this part.')).toBeVisible();
  await expect.element(limitButton()).not.toBeInTheDocument();
});

it('Working offline by choice, a part without a price can have a limit too.', {
  tags: 'release',
}, async () => {
  await open(known, {
    'price.quote': () => {
      throw new CodedError('paused', 'You are working offline.');
    },
  });
  drop();
  await expect.element(limitButton()).toBeEnabled();
});

it('A part that will be refused names the reasons before its limit is set.', {
  tags: 'release',
}, async () => {
  const bridge = await open();
  drop('huge.stl', boxStl(900, 20, 20));
  await page.getByRole('radio', { name: /^White Strong & Flexible/ }).click({ force: true });
  await limitButton().click();
  await expect.element(dialog.getByText(/does not fit|too large|larger than/i)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add anyway' }).click();
  await vi.waitFor(() => expect(cartOf(bridge)).toMatchObject([{ acceptedVerdict: 'refused' }]));
});

it('A doubtful unit is asked about before any limit.', async () => {
  const bridge = await open(known, { 'catalog.get': () => doubtfulCatalog });
  drop('cube.stl', boxStl(9.3713, 9.3713, 9.3713));
  await expect.element(button('Choose the unit')).toBeVisible();
  await expect.element(limitButton()).not.toBeInTheDocument();
  expect(cartOf(bridge)).toEqual([]);
});
