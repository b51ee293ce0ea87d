import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { makeBox } from '../../fixtures/geometry/solids.ts';
import { dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const patience = { timeout: 10_000 };
const block = makeBox([0, 0, 0], [30, 30, 20]);
const button = (name: string | RegExp, exact = true) => page.getByRole('button', { name, exact });
const card = () => page.getByRole('region', { name: 'Hollow the part' });

async function open(bridge: PlateDouble, mesh: Mesh): Promise<void> {
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [fileOf('block.stl', writeBinaryStl(mesh) as Uint8Array<ArrayBuffer>)]);
  await expect.element(page.getByRole('listitem').filter({ hasText: 'block.stl' }).first()).toBeVisible();
}

/** Cells of the row that begins with this text. */
const row = (name: string): string[] =>
  [...document.querySelectorAll('tr')]
    .filter((line) => line.querySelector('th')?.textContent === name)
    .flatMap((line) => [...line.querySelectorAll('td')].map((cell) => cell.textContent ?? ''));

it('Hollowing shows material and price before and after, and the hollow part is used only when it is accepted.', {
  tags: 'release',
}, async () => {
  const bridge = createPlateDouble();
  await open(bridge, block);
  await vi.waitFor(() => expect(bridge.workspace.plate[0]?.unit).toBe('mm'), patience);
  const before = bridge.workspace.plate[0]!;
  await button('Hollow…').click();
  await expect.element(card().getByRole('textbox', { name: 'Wall' })).toHaveValue('2');
  await card().getByRole('textbox', { name: 'Wall' }).fill('3');
  await card().getByRole('button', { name: 'Hollow', exact: true }).click();
  // The headline is what it saves or costs.
  await expect.element(page.getByText(/^Saves \$\d/)).toBeVisible();
  // 30 x 30 x 20 less 24 x 24 x 14, and less two holes; corners inside are rounded a little.
  const [whole, hollow] = row('Volume').map((text) => Number.parseFloat(text));
  expect(whole).toBeCloseTo(18, 2);
  expect(hollow).toBeGreaterThan(9.6);
  expect(hollow).toBeLessThan(10.6);
  await expect.element(page.getByText(/^4\d ?% of the material is saved\.$/)).toBeVisible();
  await expect.element(page.getByText('2 holes of 3.5 mm let powder or resin out.')).toBeVisible();
  await vi.waitFor(() => {
    const prices = row('Price each').map((text) => Number(text.replace(/[^\d.]/g, '')));
    expect(prices[0]).toBeGreaterThan(prices[1]!);
    expect(prices[1]).toBeGreaterThan(0);
  }, patience);
  expect(row('Surface')).toEqual(['watertight', 'watertight']);
  expect(bridge.workspace.plate[0]).toEqual(before);

  await button('Use the hollow part').click();
  const notice = page.getByRole('contentinfo').getByText(/^block\.stl hollowed\. Fabdesk uploads/);
  await expect.element(notice).toBeVisible();
  await vi.waitFor(() => expect(bridge.workspace.plate[0]?.file.name).toBe('block (hollow).stl'), patience);
  expect(bridge.workspace.plate[0]).toMatchObject({ unit: 'mm', materialId: before.materialId });
  await button('Undo: Hollow block.stl').click();
  await vi.waitFor(() => expect(bridge.workspace.plate[0]?.file).toEqual(before.file), patience);
});

it('A part without room for the wall keeps its settings and says what to change, and cancelling changes nothing.', {
  tags: 'release',
}, async () => {
  const bridge = createPlateDouble();
  await open(bridge, block);
  await vi.waitFor(() => expect(bridge.workspace.plate[0]?.unit).toBe('mm'), patience);
  const before = bridge.workspace.plate[0]!;
  await button('Hollow…').click();
  await card().getByRole('textbox', { name: 'Wall' }).fill('9.5');
  await userEvent.keyboard('{Enter}');
  await card().getByRole('button', { name: 'Hollow', exact: true }).click();
  await expect.element(page.getByText(/^No room is left inside for this wall/)).toBeVisible();
  await expect.element(card().getByRole('textbox', { name: 'Wall' })).toHaveValue('9.5');
  await card().getByRole('textbox', { name: 'Hole diameter' }).fill('2');
  await expect
    .element(page.getByText('Powder or resin of this material needs holes of 3.5 mm to get out.'))
    .toBeVisible();
  await card().getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.element(card()).not.toBeInTheDocument();
  expect(bridge.workspace.plate[0]).toEqual(before);
});

it('What would be made at one size is not offered at another, and the question stays.', {
  tags: 'release',
}, async () => {
  const bridge = createPlateDouble();
  await open(bridge, block);
  await vi.waitFor(() => expect(bridge.workspace.plate[0]?.unit).toBe('mm'), patience);
  await button('Hollow…').click();
  await card().getByRole('textbox', { name: 'Wall' }).fill('3');
  await card().getByRole('button', { name: 'Hollow', exact: true }).click();
  await expect.element(page.getByText(/^Preview: Hollow\./)).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Scale', exact: true }), '150');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^Preview: Hollow\./)).not.toBeInTheDocument();
  await expect.element(button('Use the hollow part')).not.toBeInTheDocument();
  await expect.element(card().getByRole('textbox', { name: 'Wall' })).toHaveValue('3');
  await card().getByRole('button', { name: 'Hollow', exact: true }).click();
  await expect.element(page.getByText(/^Preview: Hollow\./)).toBeVisible();
  // A duplicate at another size was never asked about.
  await userEvent.keyboard('{Control>}d{/Control}');
  await expect.element(page.getByText(/^Preview: Hollow\./)).not.toBeInTheDocument();
  await expect.element(card()).not.toBeInTheDocument();
});

it('Only a closed part can be hollowed.', async () => {
  const open_ = { ...block, indices: block.indices.slice(6) };
  await open(createPlateDouble(), open_);
  await expect.element(page.getByRole('button', { name: 'Repair', exact: true })).toBeVisible();
  expect(button('Hollow…').query()).toBeNull();
});
