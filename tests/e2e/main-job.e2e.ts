/** The main job as a user does it: the built application, real files, the real service, a real Chromium. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { everyFormat } from '../fixtures/geometry/every-format.ts';
import { makeBox } from '../fixtures/geometry/solids.ts';
import { patience } from '../support/patience.ts';
import {
  addToOrder,
  callFrom,
  chooseMaterial,
  dropFiles,
  fileRow,
  goToReview,
  ordersOf,
  rail,
} from './desk.ts';
import { test } from './fixtures.ts';

test('The first start shows a sample part with prices, without an account.', async ({ app }) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Add 1 to order .*\$\d+\.\d\d$/ })).toBeEnabled();
  await expect(page.getByText('SANDBOX')).toBeVisible();
  // A policy violation or a script error would appear here.
  expect(app.problems).toEqual([]);
});

test('A dropped file is priced and ordered, and the order appears in Orders.', async ({ app, models }) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  await dropFiles(page, models.box('cube.stl', 10));
  await expect(fileRow(page, 'cube.stl')).toBeVisible();
  await expect(page.getByLabel('About this part')).toContainText('10 × 10 × 10 mm');

  // The price that was recorded for a solid cube of 1 cm in this material (compatibility: Catalogue), and
  // the fee of 5 percent.
  await chooseMaterial(page, 'White Strong & Flexible');
  await expect(page.getByRole('button', { name: /^Add 1 to order .*\$3\.05$/ })).toBeEnabled();
  await page.getByLabel(/^Quantity/).fill('3');
  await page.getByLabel(/^Quantity/).press('Enter');
  await expect(page.getByRole('button', { name: /^Add 3 to order .*\$9\.14$/ })).toBeEnabled();
  await addToOrder(page);

  await goToReview(page);
  // Three cubes, shipping within the US and the service's fee of 5 percent.
  await page.getByRole('button', { name: /^Place order .*\$14\.13$/ }).click();
  await expect(page.getByRole('heading', { name: /in the queue|order.*placed/i })).toBeVisible();
  await expect.poll(() => ordersOf(page)).toHaveLength(1);
  const [orderId] = await ordersOf(page);
  await rail(page, 'Orders').click();
  const card = page.getByRole('region', { name: `Order ${orderId}`, exact: true });
  await expect(card).toContainText('cube');
  await expect(card).toContainText('$14.13');
  // Its picture was made when it was on the plate, and stays.
  await page.reload();
  await expect(card.locator('img')).toHaveJSProperty('naturalWidth', 112);
});

test('A power cut loses neither plate nor cart, and an order placed before it is placed once.', {
  tag: '@release',
}, async ({ app, models }) => {
  let page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  await dropFiles(page, models.box('part.stl', 10));
  await chooseMaterial(page, 'White Strong & Flexible');
  await expect(page.getByRole('button', { name: /^Add 1 to order .*\$3\.05$/ })).toBeEnabled();
  await addToOrder(page);
  await expect(rail(page, 'Cart')).toHaveAccessibleName(/1 part in the cart/);
  // Changes are sent to the application within a moment.
  await page.waitForTimeout(1000);
  await app.kill();

  page = await app.open();
  await expect(fileRow(page, 'part.stl')).toBeVisible();
  await expect(rail(page, 'Cart')).toHaveAccessibleName(/1 part in the cart/);
  await goToReview(page);

  // Offline the order waits in the queue, and survives the next power cut too.
  await callFrom(page, 'app.setPaused', { paused: true });
  await page.getByRole('button', { name: /^Queue order .*\$3\.05$/ }).click();
  await expect(page.getByRole('heading', { name: /queue/i }).first()).toBeVisible();
  await app.kill();

  page = await app.open();
  await rail(page, 'Queue').click();
  await expect(page.getByText(/working offline|paused/i).first()).toBeVisible();
  await page
    .getByRole('button', { name: /go online|resume/i })
    .first()
    .click();
  // The list cannot be read before the service has been reached again.
  await expect(async () => expect(await ordersOf(page)).toHaveLength(1)).toPass({
    timeout: patience.element,
  });
  await app.kill();

  page = await app.open();
  await rail(page, 'Orders').click();
  await expect(page.getByRole('option', { name: /Order \d/ })).toHaveCount(1);
  await expect(page.getByRole('region', { name: /^Order \d/ })).toContainText('part');
  expect(await ordersOf(page)).toHaveLength(1);
});

test('Bad files say why they cannot be read, and other files stay.', async ({ app, models }) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  await dropFiles(
    page,
    models.write('empty.stl', ''),
    models.write('notes.txt', 'Buy milk.'),
    models.write('cut.stl', readFileSync(models.box('whole.stl', 5)).subarray(0, 100)),
    models.box('good.stl', 25),
  );
  await expect(fileRow(page, 'good.stl')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(3);
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  for (const alert of await page.getByRole('alert').all()) {
    expect((await alert.innerText()).trim()).toMatch(/[.!]$/);
  }
});

test('Every format opens in the window, and its reader is loaded on first use.', async ({ app, models }) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  for (const [index, [ending, write]] of Object.entries(everyFormat).entries()) {
    const name = `part.${ending}`;
    const part = makeBox([0, 0, 0], [10, 20, 30 + index]);
    await dropFiles(page, models.write(name, write(part)));
    await expect(fileRow(page, name)).toBeVisible();
    // In some formats another axis points up, so only the volume identifies the file.
    const volume = Math.round((30 + index) * 2) / 10;
    await expect(page.getByLabel('About this part')).toContainText(`Volume ${volume} cm³`);
  }
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('A second start passes its file to the running application.', async ({ app, models, host }) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  const second = await app.startAgain(models.box('from-cad.stl', 12));
  if (host === 'browser') expect(new URL(second!).origin).toBe(new URL(page.url()).origin);
  await expect(fileRow(page, 'from-cad.stl')).toBeVisible();
});

test('A dropped folder brings its models, those in folders below it too, and an empty one says so.', async ({
  app,
  models,
}) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  mkdirSync(join(models.path, 'exports/left'), { recursive: true });
  mkdirSync(join(models.path, 'nothing'));
  models.box('exports/base.stl', 20);
  models.box('exports/left/arm.stl', 10);
  models.write('exports/readme.txt', 'no model');
  models.write('exports/.hidden.stl', 'no model');
  await dropFiles(page, join(models.path, 'exports'));
  await expect(fileRow(page, 'base.stl')).toBeVisible();
  await expect(fileRow(page, 'arm.stl')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Plate' }).getByRole('listitem')).toHaveCount(3);
  await dropFiles(page, join(models.path, 'nothing'));
  await expect(page.getByText('nothing: there are no model files in this folder.').first()).toBeVisible();
});
