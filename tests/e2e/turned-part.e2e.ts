/**
 * A turned part from the window to the service: what is uploaded, priced and ordered is the turned mesh.
 * @release
 */
import { createHash } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import { feeAmount } from '../../src-shared/api/fee.ts';
import { measureMesh } from '../../src-shared/geometry/measure/measure.ts';
import { priceGeometry } from '../../src-shared/geometry/measure/price-geometry.ts';
import { compose, mirrorAcross, rotationAbout } from '../../src-shared/geometry/placement/orientation.ts';
import { turnMesh } from '../../src-shared/geometry/placement/turn-mesh.ts';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import { joinMeshes, makeBox } from '../fixtures/geometry/solids.ts';
import { addToOrder, callFrom, chooseMaterial, dropFiles, fileRow, goToReview, ordersOf } from './desk.ts';
import { test } from './fixtures.ts';

/** Like no turned copy of its mirror image. */
const uneven = joinMeshes([
  makeBox([0, 0, 0], [10, 20, 50]),
  makeBox([30, 0, 0], [40, 30, 10]),
  makeBox([0, 40, 20], [10, 50, 40]),
]);
/** As a reader gives it: STL rounds to float32. */
const part = { ...uneven, positions: Float32Array.from(uneven.positions) };
const material = 'White Strong & Flexible';

interface Ordered {
  readonly orders: readonly {
    readonly items: readonly { readonly models: readonly { readonly modelId: number }[] }[];
  }[];
}

/** Ids of the models that the only order carries. */
async function orderedModels(page: Page): Promise<number[]> {
  await expect.poll(() => ordersOf(page)).toHaveLength(1);
  const { orders } = (await callFrom(page, 'orders.list', {})) as Ordered;
  return orders.flatMap(({ items }) => items.flatMap(({ models }) => models.map(({ modelId }) => modelId)));
}

test('A turned and mirrored part is uploaded baked: its MD5, measures and price are those of the turned mesh, and the order carries it.', async ({
  app,
  models,
}) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  await dropFiles(page, models.write('bracket.stl', writeBinaryStl(part)));
  const about = page.getByLabel('About this part');
  await expect(about).toContainText('40 × 50 × 50 mm');
  await page.getByRole('button', { name: 'Rotate by 90° about Y' }).click();
  await expect(about).toContainText('50 × 50 × 40 mm');
  await page.getByRole('button', { name: 'Mirror along X' }).click();
  await expect(fileRow(page, 'bracket (mirrored).stl')).toBeVisible();
  const turned = turnMesh(part, compose(mirrorAcross(0), rotationAbout(1, 90)));
  const stl = writeBinaryStl(turned);

  await chooseMaterial(page, material);
  const geometry = priceGeometry(measureMesh(turned), 0.001);
  const { prices } = (await callFrom(page, 'price.quote', { geometry })) as {
    prices: Record<string, { price: number }>;
  };
  const { materials } = (await callFrom(page, 'catalog.get', {})) as {
    materials: { materialId: number; title: string }[];
  };
  const { materialId } = materials.find(({ title }) => title === material)!;
  const { price: each } = prices[String(materialId)]!;
  const total = (each + feeAmount(each, 'USD')).toFixed(2);
  await expect(
    page.getByRole('button', { name: new RegExp(`^Add 1 to order .*\\$${total.replace('.', '\\.')}$`) }),
  ).toBeEnabled();
  await addToOrder(page);
  await goToReview(page);
  await expect(page.getByText('bracket (mirrored)', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: /^Place order/ }).click();

  const [modelId] = await orderedModels(page);
  const [version] = (await callFrom(page, 'library.versions', { modelId })) as {
    fileName: string;
    size: number;
    md5: string;
  }[];
  expect(version).toMatchObject({
    size: stl.length,
    md5: createHash('md5').update(stl).digest('hex'),
  });
  expect(version!.fileName).toContain('bracket (mirrored)');
  // Across all corners, since a mirrored part has the same volume and the same box.
  expect(stl).not.toEqual(writeBinaryStl(turnMesh(part, rotationAbout(1, 90))));
});

test('In the window a part is selected in the view, copied, laid on a face and turned back, also after a reload.', async ({
  app,
  models,
}) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  await dropFiles(page, models.box('slab.stl', 40, 20, 10));
  const about = page.getByLabel('About this part');
  await expect(about).toContainText('40 × 20 × 10 mm');
  const view = page.getByRole('application');
  const middle = async () => {
    const box = (await view.boundingBox())!;
    return { x: box.width / 2, y: box.height / 2 };
  };
  await view.focus();
  await page.keyboard.press('6');
  await page.keyboard.press('f');
  await expect(page.getByRole('region', { name: 'Lay on a face' })).toContainText('8 cm², 10 mm high');
  await view.click({ position: await middle() });
  await expect(about).toContainText('10 × 20 × 40 mm');
  await expect(fileRow(page, 'slab (rotated).stl')).toBeVisible();

  await page.keyboard.press('Control+d');
  await expect(fileRow(page, 'slab (rotated).stl (2)')).toBeVisible();
  await page.keyboard.press('z');
  await view.click({ position: await middle(), modifiers: ['Control'] });
  await view.click({ position: await middle() });
  await expect(
    page.getByRole('listitem').filter({ hasText: 'slab (rotated).stl (2)' }).getByRole('button').first(),
  ).toHaveAttribute('aria-pressed', 'true');
  await page.waitForTimeout(1000);
  await page.reload();
  await expect(about).toContainText('10 × 20 × 40 mm');
  // The original is still there, so nothing has to be made anew.
  await page.getByRole('button', { name: 'As in the file' }).click();
  await expect(about).toContainText('40 × 20 × 10 mm');
  await expect(fileRow(page, 'slab.stl')).toBeVisible();
});
