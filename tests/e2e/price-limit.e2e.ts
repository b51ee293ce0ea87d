/**
 * Orders of parts that were never priced, because the service was away: the built application, a service in a
 * process of its own that is stopped and started again, a real Chromium.
 *
 * @release
 */
import { expect, type Page } from 'playwright/test';
import { priceGeometry } from '../../src-shared/geometry/measure/price-geometry.ts';
import { signIn } from '../support/announced-service.ts';
import { patience } from '../support/patience.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { callFrom, chooseMaterial, dropFiles, fileRow, goToReview, type ModelFolder, rail } from './desk.ts';
import { test } from './fixtures.ts';
import type { Fabdesk } from './hosts/fabdesk.ts';

test.describe.configure({ timeout: 3 * patience.test });

let service: ServiceProcess;
test.beforeEach(() => {
  service = new ServiceProcess();
});
test.afterEach(() => service.remove());

/** A cube as the price is asked for; sides in mm. */
const cube = (side: number) =>
  priceGeometry(
    { bounds: { min: [0, 0, 0], max: [side, side, side] }, area: 6 * side ** 2, volume: side ** 3 },
    0.001,
  );

/** An account at the service, which has priced three other parts, and then goes away. */
async function openWithoutService(app: Fabdesk, models: ModelFolder): Promise<Page> {
  const facts = await service.start();
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  const { id } = (await callFrom(page, 'accounts.add', {
    name: 'Bureau',
    baseUrl: facts.base_url,
    clientId: facts.client_id,
    clientSecret: facts.client_secret,
    paymentVerificationId: facts.payment_verification_id,
  })) as { id: string };
  await callFrom(page, 'accounts.setConsent', { accountId: id, given: true });
  await callFrom(page, 'accounts.select', { accountId: id });
  await callFrom(page, 'catalog.get', {});
  for (const side of [10, 16, 30]) await callFrom(page, 'price.quote', { geometry: cube(side) });
  await service.stop();
  await dropFiles(page, models.box('knob.stl', 20));
  await expect(page.getByLabel('About this part')).toContainText('20 × 20 × 20 mm');
  await chooseMaterial(page, 'White Strong & Flexible');
  return page;
}

const priceOf = async () => {
  const call = await signIn(await service.start());
  const { prices } = await call('POST', '/price/v1', { ...cube(20), materials: [6] });
  return (prices['6'] as { price: number }).price;
};
const limitField = (page: Page) => page.getByRole('textbox', { name: 'A piece may cost at most' });
/** What the order comes to before shipping: the fee is 5 percent, rounded to cents. */
const withFee = (price: number) => `$${((Math.round(price * 100) + Math.round(price * 5)) / 100).toFixed(2)}`;

const limitButton = (page: Page) => page.getByRole('button', { name: 'Add 1 with a price limit…' });

test('A part without a price is ordered within its limit once the service is back.', async ({
  app,
  models,
}) => {
  const page = await openWithoutService(app, models);
  await expect(
    page.getByText(/^Each about \$\d+\.\d\d to \$\d+\.\d\d, estimated from \d prices\.$/),
  ).toBeVisible();
  await limitButton(page).click();
  const limit = Number(await limitField(page).inputValue());
  expect(limit).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Add with this limit' }).click();
  await goToReview(page);
  await page.getByRole('button', { name: /^Queue order – at most \$/ }).click();
  await expect(page.getByText('The order is in the queue')).toBeVisible();

  const price = await priceOf();
  expect(price).toBeLessThanOrEqual(limit);
  await expect.poll(() => service.charged(), { timeout: patience.test }).toEqual([Math.round(price * 100)]);
  await rail(page, 'Orders').click();
  await expect(page.getByRole('region', { name: /^Order \d/ })).toContainText('knob');
  await expect(page.getByRole('region', { name: /^Order \d/ })).toContainText(withFee(price));
});

test('A price above the limit is asked about, and nothing is ordered without a yes.', async ({
  app,
  models,
}) => {
  const page = await openWithoutService(app, models);
  await limitButton(page).click();
  await limitField(page).fill('0.50');
  await page.getByRole('button', { name: 'Add with this limit' }).click();
  await goToReview(page);
  await page.getByRole('button', { name: /^Queue order – at most \$/ }).click();

  const price = `$${(await priceOf()).toFixed(2)}`;
  await rail(page, 'Queue').click();
  await expect(page.getByText(`costs ${price} a piece`).first()).toBeVisible({ timeout: patience.test });
  await expect(page.getByText('Needs you').first()).toBeVisible();
  expect(service.charged()).toEqual([]);

  await page.getByRole('button', { name: 'Confirm the price' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`\\${withFee(Number(price.slice(1)))}`) })
    .click();
  await expect
    .poll(() => service.charged(), { timeout: patience.test })
    .toEqual([Math.round(Number(price.slice(1)) * 100)]);
});
