/** What the panel says of a part that does not simply print, and the ways out that it offers. */
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import type { Catalog } from '../../../src-shared/ipc/catalog.ts';
import { makeBox } from '../../fixtures/geometry/solids.ts';
import { boxStl, dropFiles, fileOf, openBoxStl } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { wideCatalog } from '../../support/wide-catalog.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

/** Alumide needs thicker walls than the others. */
const needsWalls: Catalog = {
  ...wideCatalog,
  materials: wideCatalog.materials.map((material) => ({
    ...material,
    minimumWall: material.title === 'Alumide' ? 0.002 : 0.0007,
  })),
};

const patience = { timeout: 10_000 };
const button = (name: string | RegExp) => page.getByRole('button', { name });
const card = () => page.getByRole('region', { name: 'Checks' });

/** As at the first start: nothing was opened or closed. */
async function openWith(file: File): Promise<PlateDouble> {
  const bridge = createPlateDouble({ settings: { openSections: {} } });
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [file]);
  await expect.element(card()).toBeVisible();
  return bridge;
}

it('Every finding and Repair are in sight in windows of all sizes.', async () => {
  await openWith(fileOf('open.stl', openBoxStl(60, 40, 25)));
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
    [1024, 640],
  ] as const) {
    await page.viewport(width, height);
    await expect.element(card()).toMatchTextContent(/Will be refused in every material/);
    await expect.element(card().getByText(/surface has holes/)).toBeInViewport({ ratio: 1 });
    await expect
      .element(card().getByRole('button', { name: 'Show', exact: true }))
      .toBeInViewport({ ratio: 1 });
    await expect.element(card().getByRole('button', { name: 'Repair' })).toBeInViewport({ ratio: 1 });
    // The one button repairs, since no material prints the part.
    await expect.element(button('Repair this part')).toBeInViewport({ ratio: 1 });
    await expect.element(page.getByRole('textbox', { name: 'Scale' })).toBeInViewport({ ratio: 1 });
  }
});

it('A part that its material refuses can be scaled, or made of the cheapest material that prints it.', async () => {
  const lid = writeBinaryStl(makeBox([0, 0, 0], [40, 30, 1.2])) as Uint8Array<ArrayBuffer>;
  const thick = createPlateDouble({
    settings: { openSections: { finishes: false } },
    handlers: { 'catalog.get': () => needsWalls },
  });
  shown = await openWindow(thick, 'prepare');
  dropFiles(document.body, [fileOf('lid.stl', lid)]);
  const alumide = page.getByRole('radio', { name: /^Alumide/ });
  await expect.element(alumide, patience).toBeInTheDocument();
  (alumide.element() as HTMLElement).click();
  await expect
    .element(card(), patience)
    .toMatchTextContent(/Will be refused in Alumide; prints in \d+ of \d+.*Alumide needs 2 mm/);
  // The line above the materials, and the button below them, offer the same.
  await expect.element(button(/^Use .* – \$/)).toHaveLength(2);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await vi.waitFor(() => expect(thick.workspace.plate[0]?.materialId).not.toBe(28), patience);
  await expect.element(card()).toMatchTextContent(/Prints in \d+ of \d+ materials/);
  expect(thick.workspace.cart).toEqual([]);
  (alumide.element() as HTMLElement).click();
  await card()
    .getByRole('button', { name: /^Scale to \d+%/ })
    .click();
  await expect.element(card(), patience).toMatchTextContent(/: Prints in \d+ of 13/);
  expect(thick.workspace.plate[0]?.scale).toBeGreaterThan(1);
});

it('A part that prints has one line, and Ctrl+Enter adds it, then goes to the cart.', async () => {
  const bridge = await openWith(fileOf('box.stl', boxStl(40, 20, 10)));
  await expect.element(card(), patience).toMatchTextContent(/Prints in \d+ of 13 materials/);
  await expect.element(button(/^Add 1 to order – \$/)).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await vi.waitFor(() => expect(bridge.workspace.cart).toHaveLength(1), patience);
  await expect.element(button('Go to cart (1)')).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('heading', { name: 'Summary' })).toBeVisible();
  expect(bridge.workspace.cart).toMatchObject([{ quantity: 1 }]);
});
