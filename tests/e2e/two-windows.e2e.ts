/**
 * Two windows of one application: one plate, one cart, one checkout.
 * @release
 */
import { expect, type Page } from 'playwright/test';
import { addToOrder, callFrom, chooseMaterial, dropFiles, fileRow, goToReview, rail } from './desk.ts';
import { test } from './fixtures.ts';

test.skip(({ host }) => host !== 'browser', 'Electron’s host has one window.');

const refusal = (page: Page) => page.getByText('Order refused: its parts are in the cart', { exact: true });

test('Two windows share plate and cart, and a refused order comes back to both.', async ({
  browser,
  app,
  models,
}) => {
  const first = await app.open();
  await expect(fileRow(first, 'Spur gear.stl')).toBeVisible();
  // In a window of its own, since a tab in the background is not drawn.
  const second = await (await browser.newContext()).newPage();
  await second.goto((await app.startAgain())!);
  await expect(fileRow(second, 'Spur gear.stl')).toBeVisible();

  await dropFiles(first, models.box('first.stl', 10));
  await dropFiles(second, models.box('second.stl', 12));
  for (const page of [first, second]) {
    await expect(fileRow(page, 'first.stl')).toBeVisible();
    await expect(fileRow(page, 'second.stl')).toBeVisible();
  }

  // Undo reverses what this window did, not what the other one added since; a reload keeps it.
  await first.reload();
  await expect(fileRow(first, 'second.stl')).toBeVisible();
  await first.getByRole('button', { name: /^Undo: .*first\.stl/ }).click();
  for (const page of [first, second]) {
    await expect(fileRow(page, 'first.stl')).toBeHidden();
    await expect(fileRow(page, 'second.stl')).toBeVisible();
  }
  await first.getByRole('button', { name: /^Redo: .*first\.stl/ }).click();
  await expect(fileRow(second, 'first.stl')).toBeVisible();

  await first.getByRole('button', { name: /^first\.stl/ }).click();
  await chooseMaterial(first, 'White Strong & Flexible');
  await expect(first.getByRole('button', { name: /^Add 1 to order .*\$3\.05$/ })).toBeEnabled();
  await addToOrder(first);
  await expect(rail(second, 'Cart')).toHaveAccessibleName(/1 part in the cart/);

  // A drop during the checkout goes onto the plate, and the checkout stays.
  await goToReview(second);
  const place = second.getByRole('button', { name: /^Place order .*\$8\.04$/ });
  await expect(place).toBeEnabled();
  await dropFiles(second, models.box('third.stl', 8));
  await expect(second.getByText('Added to the plate in Prepare: third.stl.').first()).toBeVisible();
  await expect(place).toBeEnabled();
  await expect(fileRow(first, 'third.stl')).toBeVisible();

  // The service refuses the order: its part is in the cart of both windows again.
  await callFrom(second, 'service.operate', {
    act: 'add-fault',
    fault: { kind: 'status-before', method: 'POST', path: '/orders', status: 400, times: 1 },
  });
  await place.click();
  await rail(first, 'Queue').click();
  for (const page of [first, second]) {
    await expect(rail(page, 'Cart')).toHaveAccessibleName(/1 part in the cart.*1 needs you/);
  }
  await expect(refusal(second)).toBeVisible();
  await first.getByRole('button', { name: 'Open cart' }).first().click();
  await expect(refusal(first)).toBeVisible();
  await expect(first.getByRole('row', { name: /first/ })).toBeVisible();
  const banner = first.getByRole('alert').filter({ hasText: 'Order refused' });
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await expect(refusal(second)).toBeHidden();

  // The second attempt places one order, and the other window no longer offers it.
  await second.getByRole('button', { name: 'Review', exact: true }).click();
  await place.click();
  await expect(second.getByRole('heading', { name: /^Order \d+ placed/ })).toBeVisible();
  await expect(first.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
});
