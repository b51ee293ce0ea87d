/**
 * Models of the service from upload to "Order again": the built application, the real service, a real
 * Chromium.
 *
 * @release
 */
import { expect, type Page } from 'playwright/test';
import { callFrom, dropFiles, fileRow, goToReview, ordersOf, rail } from './desk.ts';
import { test } from './fixtures.ts';

/** What happens to a model outside this window, such as on the service's site. */
async function withhold(page: Page, modelId: number, materialId: number): Promise<void> {
  const after = { materials: { [String(materialId)]: { markup: 0, isActive: false } } };
  await callFrom(page, 'library.edit', { modelId, title: 'cube', before: {}, after });
  await expect
    .poll(async () => {
      const view = (await callFrom(page, 'library.show', { modelId })) as {
        details: { materials: Record<string, { isActive: boolean }> };
      };
      return view.details.materials[String(materialId)]?.isActive;
    })
    .toBe(false);
}

test('A model is uploaded without an order, ordered in a material that is still offered, and ordered again.', async ({
  app,
  models,
  host,
}) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  await dropFiles(page, models.box('cube.stl', 10));
  await expect(page.getByLabel('About this part')).toContainText('10 × 10 × 10 mm');

  await page.getByRole('button', { name: 'Upload to library…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Upload 1 part' }).click();
  await rail(page, 'Library').click();
  await page.getByRole('option', { name: /^cube/ }).click();
  await page
    .getByRole('combobox', { name: /^Material/ })
    .selectOption({ label: 'White Strong & Flexible, $2.90' });
  await page.getByRole('button', { name: 'Add to order' }).click();
  expect(await ordersOf(page)).toEqual([]);

  const [{ modelId } = { modelId: 0 }] = (
    (await callFrom(page, 'library.list', {})) as { models: { modelId: number }[] }
  ).models;
  await withhold(page, modelId, 6);
  await rail(page, 'Cart').click();
  const line = page.getByRole('row', { name: /cube/ });
  await expect(line).toContainText('The owner does not offer this model in White Strong & Flexible.');
  await expect(page.getByRole('button', { name: 'Continue to address' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await line.getByLabel('Another material for cube').selectOption({ index: 1 });
  await expect(line).not.toContainText('The owner does not offer');

  await goToReview(page);
  await expect(page.getByText('$4.99, USPS, about 10 working days').first()).toBeVisible();
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect.poll(() => ordersOf(page)).toHaveLength(1);
  const [orderId] = await ordersOf(page);
  const receipt = await app.outside(async () => {
    await page.getByRole('button', { name: `Receipt of order ${orderId}` }).click();
    // In a browser only a person's click may open a tab, so there is a link first.
    if (host === 'browser') await page.getByRole('link', { name: 'Open the receipt' }).click();
  });
  await expect(receipt.getByRole('heading', { name: `Order ${orderId}` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the receipt' })).toBeHidden();

  await rail(page, 'Orders').click();
  await page.getByRole('button', { name: `Order again: order ${orderId}` }).click();
  await expect(dialog.getByText('1 × cube')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add 1 part to order' }).click();
  await expect(page.getByRole('row', { name: /cube/ })).toBeVisible();
});
