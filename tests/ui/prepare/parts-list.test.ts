import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { makeBox } from '../../fixtures/geometry/solids.ts';
import { dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const patience = { timeout: 10_000 };
const block = (size: number) =>
  writeBinaryStl(makeBox([0, 0, 0], [size, size, size])) as Uint8Array<ArrayBuffer>;
const list = (...lines: string[]) => new File([lines.join('\r\n')], 'parts.csv');
const rows = () =>
  page
    .getByRole('dialog')
    .getByRole('listitem')
    .elements()
    .map((row) => row.textContent?.replace(/\s+/g, ' ').trim());

it('A parts list dropped with its models gives each part its material and quantity, and names the rows it cannot take.', async () => {
  const bridge = createPlateDouble();
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [
    list(
      'Menge;Datei;Material',
      '2;models\\block.stl;Gloss Black Ceramics',
      ';Lid.stl;',
      '5;block.stl;6',
      '1;gone.stl;6',
      '0;lid.stl;6',
      '1;lid.stl;Gloss Blak Ceramics',
    ),
    fileOf('block.stl', block(20)),
    fileOf('lid.stl', block(15)),
  ]);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expect
    .element(page.getByRole('dialog').getByText('3 parts of the list are on their way to the plate.'))
    .toBeVisible();
  expect(rows()).toEqual([
    'Line 5 gone.stl was not dropped with the list. Drop both together, or the folder that holds them.',
    'Line 6 "0" is no quantity. Write a whole number from 1 to 10,000.',
    'Line 7 There is no material "Gloss Blak Ceramics". Did you mean Gloss Black Ceramics?',
  ]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await vi.waitFor(() => {
    const placed = bridge.workspace.plate.map(({ file, quantity, materialId }) => [
      file.name,
      quantity,
      materialId,
    ]);
    expect(placed).toHaveLength(3);
    expect(placed.filter(([name]) => name === 'block.stl')).toEqual([
      ['block.stl', 2, expect.any(Number)],
      ['block.stl', 5, 6],
    ]);
    expect(placed).toContainEqual(['lid.stl', 1, expect.anything()]);
  }, patience);
});

it('Models of rows that cannot be taken stay off the plate, and others beside the list come in as usual.', async () => {
  const bridge = createPlateDouble();
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [
    list('file,material,quantity', 'block.stl,Unobtainium,1', 'lid.stl,6,4'),
    fileOf('block.stl', block(20)),
    fileOf('lid.stl', block(15)),
    fileOf('other.stl', block(10)),
  ]);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(rows()).toEqual(['Line 2 There is no material "Unobtainium".']);
  await vi.waitFor(() => {
    const placed = bridge.workspace.plate.map(({ file, quantity }) => `${quantity} ${file.name}`);
    expect(placed.sort()).toEqual(['1 other.stl', '4 lid.stl']);
  }, patience);
});

it('A list without its models says what to drop, and puts nothing on the plate.', async () => {
  const bridge = createPlateDouble();
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [list('file,material', 'block.stl,6')]);
  await expect.element(page.getByRole('dialog').getByText('No part of the list was taken.')).toBeVisible();
  expect(rows()).toEqual([
    'Line 2 block.stl was not dropped with the list. Drop both together, or the folder that holds them.',
  ]);
  expect(bridge.workspace.plate).toEqual([]);
});
