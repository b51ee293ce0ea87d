/**
 * A quote saved in the window: its prices are those that the service charges afterwards.
 *
 * @release
 */
import { readFileSync } from 'node:fs';
import { expect, type Page } from 'playwright/test';
import { readCsv } from '../../src-shared/csv/read-csv.ts';
import { readPdf } from '../support/pdf-text.ts';
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

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Save quote' });

async function saved(
  page: Page,
  button: 'Save as PDF' | 'Save as CSV',
): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: button }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

const rowsOf = (bytes: Buffer) => {
  const [heads, ...rows] = readCsv(bytes.toString('utf8')).map(({ cells }) => cells);
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [heads![at]!, cell])));
};

test('The plate and the cart are saved as quotes, and the order costs what they say.', async ({
  app,
  models,
}) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  await dropFiles(page, models.box('bracket.stl', 40, 20, 10));
  await expect(page.getByLabel('About this part')).toContainText('40 × 20 × 10 mm');
  await chooseMaterial(page, 'White Strong & Flexible');
  await page.getByRole('textbox', { name: 'Quantity' }).fill('3');
  await page.keyboard.press('Enter');

  // Both parts have their pictures.
  await expect(page.getByRole('region', { name: 'Plate' }).locator('img')).toHaveCount(2);
  await page.getByRole('button', { name: 'Save quote…' }).click();
  await expect(dialog(page)).toContainText('2 parts');
  const plate = rowsOf((await saved(page, 'Save as CSV')).bytes);
  const bracket = plate.find(({ file }) => file === 'bracket.stl')!;
  expect(bracket).toMatchObject({ material: 'White Strong & Flexible', quantity: '3', price_is: 'named' });
  const total = Number(plate.at(-1)!.price_total).toFixed(2);
  await expect(dialog(page)).toContainText(`$${total}`);
  const pdf = await saved(page, 'Save as PDF');
  expect(pdf.name).toMatch(/^quote-\d{4}-\d\d-\d\d\.pdf$/);
  const { pages, pictures } = await readPdf(pdf.bytes);
  expect(pages[0]).toContain('bracket.stl');
  expect(pages[0]).toContain(`3 $${Number(bracket.price_each).toFixed(2)}`);
  expect(pages[0]).toContain(`$${total}`);
  expect(pictures).toBe(2);
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  expect(await ordersOf(page)).toEqual([]);

  await addToOrder(page);
  await rail(page, 'Cart').click();
  const summary = page.getByRole('complementary').filter({ hasText: /Continue to (address|review)/ });
  await summary.getByRole('button', { name: 'Save quote…' }).click();
  await expect(dialog(page)).toContainText('One part');
  const [line] = rowsOf((await saved(page, 'Save as CSV')).bytes);
  expect(line).toMatchObject({ quantity: '3', price_each: bracket.price_each });
  await page.keyboard.press('Escape');
  await expect(dialog(page)).not.toBeVisible();
  await goToReview(page);
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect.poll(() => ordersOf(page)).toHaveLength(1);
  const { orders } = (await callFrom(page, 'orders.list', {})) as {
    orders: { items: { quantity: number }[]; agreed: { unitPrice: number }[] }[];
  };
  expect(orders[0]!.items[0]!.quantity).toBe(3);
  expect(orders[0]!.agreed[0]!.unitPrice).toBe(Number(bracket.price_each));
});
