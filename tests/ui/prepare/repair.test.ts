/**
 * Repair, thorough checks and models of several parts in the window.
 * @release
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { joinMeshes, makeBox, moveMesh } from '../../fixtures/geometry/solids.ts';
import { dropFiles, fileOf, objWithSurface } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { doubtfulCatalog } from '../../support/wide-catalog.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

/** The workspace is written a moment after the window shows it. */
const patience = { timeout: 10_000 };

const open = async (bridge: PlateDouble, name: string, mesh: Mesh) => {
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [fileOf(name, writeBinaryStl(mesh) as Uint8Array<ArrayBuffer>)]);
  await expect.element(page.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible();
};
const button = (name: string | RegExp, exact = false) => page.getByRole('button', { name, exact });
const orderButton = () => button(/^Add \d+ to order/);

/** A box without the two triangles from `first` on. */
const without = (first: number, { positions, indices }: Mesh): Mesh => ({
  positions,
  indices: Uint32Array.from([...indices].filter((_, i) => i < first * 3 || i >= (first + 2) * 3)),
});
const cube = makeBox([0, 0, 0], [20, 20, 20]);

describe('the thorough checks', () => {
  it('The thorough checks run automatically, explain their findings, and show thin walls as colours and text.', async () => {
    await open(createPlateDouble(), 'lid.stl', makeBox([0, 0, 0], [40, 30, 1.2]));
    // Passed checks share one line, which opens.
    await expect.element(page.getByText('Self-intersections')).not.toBeVisible();
    await page.getByText('8 more checks').click();
    await expect.element(page.getByText('Self-intersections')).toBeVisible();
    (document.activeElement as HTMLElement | null)?.blur();
    await userEvent.keyboard('w');
    await expect.element(page.getByText(/Thinnest wall 1.2 mm; none under 0.7 mm/)).toBeVisible();
    await expect.element(button('Hide walls')).toHaveAttribute('aria-pressed', 'true');

    // A limit of the user's own needs a new check.
    await page.getByRole('textbox', { name: 'Minimum wall' }).fill('1.5');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByText(/^Thin walls: .* of the surface is thinner than 1.5 mm/).first())
      .toBeVisible();
    await expect
      .element(page.getByText(/Thinnest wall 1.2 mm; .* of the surface is thinner than 1.5 mm/))
      .toBeVisible();
  });

  it('What was left out of a file is in sight, even on a low window.', async () => {
    await page.viewport(1280, 640);
    shown = await openWindow(createPlateDouble(), 'prepare');
    dropFiles(document.body, [new File([objWithSurface()], 'part.obj')]);
    await expect
      .element(page.getByText(/One free-form surface was left out/).first(), patience)
      .toBeVisible();
  });

  it('A thorough check that is impossible is marked as not checked.', async () => {
    await open(createPlateDouble(), 'open.stl', without(0, cube));
    await expect.element(page.getByText('not checked').first()).toBeVisible();
    await expect.element(button('Show walls')).toHaveAttribute('aria-disabled', 'true');
  });

  it('Buttons step through the places of a finding.', async () => {
    const pair = joinMeshes([without(0, cube), moveMesh(without(0, cube), [40, 0, 0])]);
    await open(createPlateDouble(), 'pair.stl', pair);
    await button('Show', true).first().click();
    await expect.element(page.getByText('2 places')).toBeVisible();
    await userEvent.keyboard('n');
    await expect.element(page.getByText('Place 1 of 2')).toBeVisible();
    await userEvent.keyboard('{Shift>}n{/Shift}');
    await expect.element(page.getByText('Place 2 of 2')).toBeVisible();
  });
});

describe('repair', () => {
  it('Repair shows its changes first, and the repaired part is uploaded only when it is accepted.', async () => {
    const bridge = createPlateDouble();
    await open(bridge, 'case.stl', without(0, cube));
    // Every material refuses an open part, so none is chosen for it, and the one button repairs.
    await expect.element(page.getByText('in every material')).toBeVisible();
    await expect.element(button('Repair this part')).toBeVisible();
    await vi.waitFor(() => expect(bridge.workspace.plate[0]?.unit).toBe('mm'), patience);
    const before = bridge.workspace.plate[0]!;

    await button('Repair', true).click();
    await expect.element(page.getByText('Filled one hole; the new surface is 4 cm².')).toBeVisible();
    const rows = page.getByRole('table');
    await expect.element(rows).toMatchTextContent(/Volume\s*about 8 cm³\s*8 cm³/);
    await expect.element(rows).toMatchTextContent(/not watertight\s*watertight/);
    expect(bridge.workspace.plate[0]?.file.sha256).toBe(before.file.sha256);
    await page.getByRole('radio', { name: 'Before' }).click({ force: true });
    await expect.element(page.getByRole('radio', { name: 'Before' })).toBeChecked();

    await button('Use the repaired part').click();
    await expect.element(page.getByText('Watertight, 1 shell. Nothing to repair.')).toBeVisible();
    await expect
      .element(page.getByText(/case.stl repaired. Fabdesk uploads the repaired part/).first())
      .toBeInTheDocument();
    await vi.waitFor(
      () => expect(bridge.workspace.plate[0]?.file.name).toBe('case (repaired).stl'),
      patience,
    );
    const after = bridge.workspace.plate[0]!;
    expect(after).toMatchObject({ id: before.id, unit: before.unit, scale: before.scale });
    // 12 triangles again: the bytes in the spool are the repaired ones.
    expect(after.file.size).toBe(84 + 12 * 50);
    await expect.element(orderButton()).toMatchTextContent(/\$/);

    await button('Undo: Repair case.stl').click();
    await expect.element(page.getByText('Not watertight, 1 shell.')).toBeVisible();
  });

  it('Undo in the message of a repair reverses that repair, whatever was done since.', async () => {
    const bridge = createPlateDouble();
    await open(bridge, 'case.stl', without(0, cube));
    await button('Repair', true).click();
    await button('Use the repaired part').click();
    await expect.element(page.getByText('Watertight, 1 shell. Nothing to repair.')).toBeVisible();
    await button('One more').click();
    await page.getByRole('contentinfo').getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('Not watertight, 1 shell.')).toBeVisible();
    await vi.waitFor(
      () => expect(bridge.workspace.plate[0]).toMatchObject({ quantity: 2, file: { name: 'case.stl' } }),
      patience,
    );
  });

  it('A repaired or split part of a doubtful unit stays doubtful and is not ordered.', async () => {
    const bridge = createPlateDouble({ handlers: { 'catalog.get': () => doubtfulCatalog } });
    await open(bridge, 'small.stl', without(0, makeBox([0, 0, 0], [9.3713, 9.3713, 9.3713])));
    await expect.element(button('Choose the unit')).toBeVisible();
    await button('Repair', true).click();
    await button('Use the repaired part').click();
    await expect.element(page.getByText('Watertight, 1 shell. Nothing to repair.')).toBeVisible();
    await expect.element(page.getByText('Which unit? The longest side would be')).toBeVisible();
    await button('Choose the unit').click();
    await vi.waitFor(() => expect(document.activeElement).toMatchObject({ type: 'radio', checked: true }));
    await vi.waitFor(
      () => expect(bridge.workspace.plate[0]?.file.name).toBe('small (repaired).stl'),
      patience,
    );
    expect(bridge.workspace.plate[0]).toMatchObject({ unitConfirmed: false, unitKey: '.stl' });
    expect(bridge.workspace.cart).toEqual([]);
  });

  it('A part that cannot be repaired is explained, and its file stays unchanged.', async () => {
    const bowl = without(0, makeBox([0, 0, 0], [40, 40, 5]));
    await open(createPlateDouble(), 'bowl.stl', bowl);
    await button('Repair', true).click();
    await expect.element(page.getByText('Nothing here can be repaired')).toBeVisible();
    await expect.element(page.getByText(/too large to fill/)).toBeVisible();
    await expect.element(button('Use the repaired part')).not.toBeInTheDocument();
    await button('Close').click();
    await expect.element(button('Repair', true)).toBeVisible();
  });
});

describe('a model of several parts', () => {
  it('A model of several parts can be split in one step, which undo reverses.', async () => {
    const bridge = createPlateDouble();
    await open(bridge, 'set.stl', joinMeshes([cube, moveMesh(makeBox([0, 0, 0], [9, 9, 9]), [30, 0, 0])]));
    await button('Split into parts').click();
    await expect.element(page.getByText('20 × 20 × 20 mm').first()).toBeVisible();
    await expect.element(page.getByText(/9 × 9 × 9 mm/).first()).toBeVisible();
    const names = () => bridge.workspace.plate.map(({ file }) => file.name);
    await vi.waitFor(() => expect(names()).toEqual(['set part 1.stl', 'set part 2.stl']), patience);
    await button('Undo: Split set.stl').click();
    await vi.waitFor(() => expect(names()).toEqual(['set.stl']), patience);
  });

  it('Equal parts are one row with their quantity.', async () => {
    const bridge = createPlateDouble();
    const pin = makeBox([0, 0, 0], [5, 7, 30]);
    await open(
      bridge,
      'set.stl',
      joinMeshes([cube, moveMesh(pin, [30, 0, 0]), moveMesh(cube, [60, 0, 0]), moveMesh(pin, [90, 5, 0])]),
    );
    await button('One more').click();
    await button('Split into parts').click();
    await expect
      .element(page.getByText(/split into 4 parts, 2 of them different/).first())
      .toBeInTheDocument();
    await vi.waitFor(() => expect(bridge.workspace.plate.map(({ quantity }) => quantity)).toEqual([4, 4]));
  });

  it('Undo in the message of a split joins the parts again, whatever was done since.', async () => {
    const bridge = createPlateDouble();
    await open(bridge, 'set.stl', joinMeshes([cube, moveMesh(makeBox([0, 0, 0], [9, 9, 9]), [30, 0, 0])]));
    await button('Split into parts').click();
    await expect.element(page.getByText(/9 × 9 × 9 mm/).first()).toBeVisible();
    await button('One more').click();
    await page.getByRole('contentinfo').getByRole('button', { name: 'Undo' }).click();
    const names = () => bridge.workspace.plate.map(({ file }) => file.name);
    await vi.waitFor(() => expect(names()).toEqual(['set.stl']), patience);
  });
});
