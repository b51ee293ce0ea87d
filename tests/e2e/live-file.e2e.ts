/**
 * A CAD program exports a part again while it is on the plate: the built application, real files, the real
 * service.
 */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { expect, type Page } from 'playwright/test';
import { patience } from '../support/patience.ts';
import {
  addToOrder,
  callFrom,
  chooseMaterial,
  fileRow,
  goToReview,
  type ModelFolder,
  openByPath,
  rail,
} from './desk.ts';
import { test } from './fixtures.ts';

const card = (page: Page) => page.getByRole('region', { name: 'The file was exported again' });

/** As careful programs save: a new file that takes the place of the old one. */
function exportAgain(models: ModelFolder, name: string, side: number): void {
  renameSync(models.box(`${name}.part`, side), `${models.path}/${name}`);
}

test('A part that was exported again is offered with its new price, and its new version is what is ordered.', async ({
  app,
  models,
}) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  const path = models.box('bracket.stl', 20);
  await openByPath(page, path);
  await expect(page.getByLabel('About this part')).toContainText('20 × 20 × 20 mm');
  await chooseMaterial(page, 'White Strong & Flexible');

  exportAgain(models, 'bracket.stl', 14);
  await expect(card(page)).toContainText('20 × 20 × 20 mm → 14 × 14 × 14 mm', { timeout: patience.test });
  await expect(card(page)).toContainText(/\$\d+\.\d\d → \$\d+\.\d\d/);
  await card(page).getByRole('button', { name: 'Use' }).click();
  await expect(page.getByLabel('About this part')).toContainText('14 × 14 × 14 mm');

  await addToOrder(page);
  // A version after the part was added: the cart says that the order prints the earlier one.
  exportAgain(models, 'bracket.stl', 10);
  await expect(card(page)).toContainText('10 × 10 × 10 mm', { timeout: patience.test });
  const { plate } = (await callFrom(page, 'workspace.get', {})) as { plate: { file: { sha256: string } }[] };
  const ordered = plate.at(-1)!.file.sha256;
  expect(ordered).not.toBe(createHash('sha256').update(readFileSync(path)).digest('hex'));
  await rail(page, 'Cart').click();
  await expect(page.getByText('The file was exported again since it was added.')).toBeVisible();
  await goToReview(page);
  await page.getByRole('button', { name: /^Place order/ }).click();
  // The step “Placed” is on the screen all along; this heading comes once the order is in the queue.
  await expect(page.getByRole('heading', { name: /in the queue|order.*placed/i })).toBeVisible();
  await rail(page, 'Orders').click();
  await expect(page.getByRole('region', { name: /^Order \d/ })).toContainText('bracket', {
    timeout: patience.test,
  });
  const jobs = (await callFrom(page, 'queue.list', {})) as { kind: string; payload?: { md5?: string } }[];
  expect(JSON.stringify(jobs)).toContain(ordered);
});
