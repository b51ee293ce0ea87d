/**
 * The plate as a table: what a row says is what lies in the cart afterwards and what the service makes.
 *
 * @release
 */

import { expect, type Page } from 'playwright/test';
import { feeOf } from '../../src-shared/api/fee.ts';
import { patience } from '../support/patience.ts';
import { callFrom, dropFiles, fileRow, goToReview, ordersOf, rail } from './desk.ts';
import { test } from './fixtures.ts';

const table = (page: Page) => page.getByRole('region', { name: 'Plate as a table' });
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name });
const amountOf = (text: string) => Number(text.replace(/[^\d.]/g, ''));

test('Eight parts are sorted, changed, undone and added in the table, and the order is what it says.', async ({
  app,
  models,
}) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  const names = Array.from({ length: 7 }, (_, at) => `part ${at + 1}.stl`);
  await dropFiles(page, ...names.map((name, at) => models.box(name, 30 + 5 * at, 20, 10)));
  await page.getByRole('button', { name: 'Plate as a table' }).click();
  const rows = table(page).locator('tbody tr');
  await expect(rows).toHaveCount(8);
  for (const name of names)
    await row(page, name)
      .getByRole('combobox', { name: `Material of ${name}` })
      .selectOption({ label: 'White Strong & Flexible' });
  await row(page, names[2]!).getByRole('textbox').fill('4');
  await page.keyboard.press('Enter');
  await row(page, names[3]!).getByRole('combobox').selectOption({ label: 'Premium Silver' });
  await page.getByRole('button', { name: /^Undo: Premium Silver for part 4/ }).click();
  await expect(table(page).getByText('Total with fee, before shipping, tax and duty')).toBeVisible();

  await table(page).getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  const totals = await rows.evaluateAll((all) =>
    all.map((one) => one.querySelector('td.total')!.textContent),
  );
  expect(totals.map((text) => amountOf(text!))).toEqual(
    totals.map((text) => amountOf(text!)).toSorted((a, b) => a - b),
  );
  const sum = totals.reduce((cents, text) => cents + Math.round(amountOf(text!) * 100), 0);
  const said = Object.fromEntries(
    await rows.evaluateAll((all) =>
      all.map((one) => [
        one.querySelector('th')!.textContent!.trim().replace('.stl', ''),
        [
          one.querySelector<HTMLInputElement>('input[type=text]')!.value,
          one.querySelector('td.total')!.textContent!.trim(),
        ],
      ]),
    ),
  ) as Record<string, [string, string]>;
  const add = page.getByRole('button', { name: `Add all 8 – $${((sum + feeOf(sum)) / 100).toFixed(2)}` });
  // Nothing is added before each part has been checked.
  await expect(add).toBeEnabled({ timeout: patience.test });
  await add.click();

  await rail(page, 'Cart').click();
  const cart = page.getByRole('table').filter({ hasText: 'Unit price' });
  for (const [name, [quantity, total]] of Object.entries(said)) {
    const line = cart.getByRole('row').filter({ hasText: name });
    await expect(line.getByRole('textbox')).toHaveValue(quantity);
    await expect(line).toContainText(total);
  }
  await goToReview(page);
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect.poll(() => ordersOf(page)).toHaveLength(1);
  const { orders } = (await callFrom(page, 'orders.list', {})) as {
    orders: { items: { title: string; quantity: number }[] }[];
  };
  const made = Object.fromEntries(orders[0]!.items.map(({ title, quantity }) => [title, String(quantity)]));
  expect(made).toEqual(
    Object.fromEntries(Object.entries(said).map(([name, [quantity]]) => [name, quantity])),
  );
});
