import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createBridgeDouble, sampleCatalog } from '../../support/bridge-double.ts';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const row = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) });

it('Materials are listed by family, searched, and two are compared side by side.', async () => {
  const materials = sampleCatalog.materials.map((material) => ({ ...material, minimumWall: 0.0007 }));
  shown = await openWindow(
    createBridgeDouble({ 'catalog.get': () => ({ ...sampleCatalog, materials }) }),
    'catalog',
  );
  await expect.element(row('Strong & Flexible')).toMatchTextContent('2 finishes');
  await row('Strong & Flexible').click();
  const finishes = page.getByRole('list', { name: 'Finishes' });
  await expect.element(finishes.getByText('Black Strong & Flexible')).toBeVisible();
  // Without a part there is nothing to use it for.
  await expect.element(page.getByRole('button', { name: /^Use/ })).not.toBeInTheDocument();
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
  await expect.element(page.getByRole('columnheader', { name: 'Silver' })).toBeVisible();
  await expect
    .element(page.getByRole('row', { name: /^Largest/ }))
    .toMatchTextContent(/150 × 150 × 30.*660 × 350 × 550/);
  await page.getByRole('searchbox').fill('zprinter');
  await expect.element(row('Silver')).not.toBeInTheDocument();
  await expect.element(row('Sandstone')).toBeVisible();
  await page.getByRole('searchbox').fill('unobtainium');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.element(row('Silver')).toBeVisible();
});

it('The part on the plate has its price in each finish, filters what prints it, and takes one.', async () => {
  const bridge = createPlateDouble();
  shown = await openWindow(bridge, 'prepare');
  // Too large for the silver printer, which makes 3 cm in one direction.
  dropFiles(document.body, [fileOf('tower.stl', boxStl(40, 40, 40))]);
  await expect.element(page.getByRole('button', { name: /^Add 1 to order .*\$/ })).toBeVisible();
  location.hash = 'catalog';
  await expect.element(row('Silver')).toMatchTextContent(/refused/i);
  await page.getByRole('checkbox', { name: 'Prints tower.stl' }).click();
  await expect.element(row('Silver')).not.toBeInTheDocument();
  await row('Sandstone').click();
  await page.getByRole('button', { name: 'Use Full Color Sandstone for tower.stl' }).click();
  await expect.poll(() => location.hash).toBe('#prepare');
  await expect.poll(() => bridge.workspace.plate).toMatchObject([{ materialId: 26, materialBy: 'person' }]);
});
