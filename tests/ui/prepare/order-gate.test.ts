import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import type { Catalog } from '../../../src-shared/ipc/catalog.ts';
import { joinMeshes, makeBox, moveMesh } from '../../fixtures/geometry/solids.ts';
import { dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { wideCatalog } from '../../support/wide-catalog.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const patience = { timeout: 10_000 };
const cube = makeBox([0, 0, 0], [20, 20, 20]);
const pair = joinMeshes([cube, moveMesh(cube, [30, 0, 0])]);

const drop = (name: string, mesh: Mesh) =>
  dropFiles(document.body, [fileOf(name, writeBinaryStl(mesh) as Uint8Array<ArrayBuffer>)]);
const open = async (bridge: PlateDouble) => {
  shown = await openWindow(bridge, 'prepare');
};
const button = (name: string | RegExp) => page.getByRole('button', { name });
const orderButton = () => button(/^Add \d+ to order/);
const material = (title: string) => page.getByRole('radio', { name: new RegExp(`^${title}`) });

/** By keyboard: rows move while prices and verdicts arrive, and a click could hit another one. */
async function choose(title: string): Promise<void> {
  (material(title).element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(material(title)).toBeChecked();
}

/** Only silver allows several parts. */
const restricted: Catalog = {
  ...wideCatalog,
  materials: wideCatalog.materials.map((entry) =>
    /silver/i.test(entry.title)
      ? entry
      : {
          ...entry,
          restrictions: {
            '1': {
              restrictionId: 1,
              restrictionName: 'The model must be one connected part',
              restrictionEntityIds: [],
            },
          },
        },
  ),
};
const restrictedDouble = () => createPlateDouble({ handlers: { 'catalog.get': () => restricted } });

it('The first material is never one that will be refused, and each material shows its verdict.', {
  tags: 'release',
}, async () => {
  const bridge = restrictedDouble();
  await open(bridge);
  drop('pair.stl', pair);
  await expect.element(orderButton()).toMatchTextContent(/\$/);
  await expect.element(material('Premium Silver')).toBeChecked();
  await expect.element(material('Premium Silver')).toHaveAccessibleName(/Prints/);
  await expect.element(material('White Strong & Flexible')).toHaveAccessibleName(/Will be refused/);
  await expect
    .element(material('White Strong & Flexible'))
    .toHaveAccessibleDescription(/must be one connected part; this model has 2\./);
  await vi.waitFor(
    () => expect(bridge.workspace.plate[0]).toMatchObject({ materialId: 81, materialBy: 'fabdesk' }),
    patience,
  );
});

it('A part that will be refused goes into the cart only after a second confirmation.', {
  tags: 'release',
}, async () => {
  const bridge = restrictedDouble();
  await open(bridge);
  drop('pair.stl', pair);
  await expect.element(orderButton()).toMatchTextContent(/\$/);
  await choose('White Strong & Flexible');
  await expect.element(page.getByText(/this model has 2/).last()).toBeVisible();
  // The button leads to a material that prints it.
  await expect.element(button(/^Use Premium Silver – \$/).last()).toBeVisible();
  await button('Add anyway…').click();
  await expect.element(page.getByText('This will be refused')).toBeVisible();
  await button('Do not add').click();
  expect(bridge.workspace.cart).toEqual([]);
  await button('Add anyway…').click();
  await button(/^Add anyway – \$/).click();
  await vi.waitFor(
    () => expect(bridge.workspace.cart).toMatchObject([{ materialId: 6, acceptedVerdict: 'refused' }]),
    patience,
  );
});

it('Only a material that a person chose applies to later parts.', { tags: 'release' }, async () => {
  const bridge = createPlateDouble();
  await open(bridge);
  drop('first.stl', cube);
  await expect.element(orderButton()).toMatchTextContent(/\$/);
  const chosen = () => bridge.workspace.plate.map(({ materialId, materialBy }) => [materialId, materialBy]);
  await vi.waitFor(() => expect(chosen()).toEqual([[expect.any(Number), 'fabdesk']]), patience);
  await choose('Stainless Steel');
  drop('second.stl', makeBox([0, 0, 0], [21, 20, 20]));
  await vi.waitFor(
    () =>
      expect(chosen()).toEqual([
        [23, 'person'],
        [23, 'fabdesk'],
      ]),
    patience,
  );
  // Also when that part is gone.
  await button('Remove first.stl').click();
  drop('third.stl', makeBox([0, 0, 0], [22, 20, 20]));
  await vi.waitFor(
    () =>
      expect(chosen()).toEqual([
        [23, 'fabdesk'],
        [23, 'fabdesk'],
      ]),
    patience,
  );
});

it('A material that Fabdesk filled in is replaced if it will be refused after all.', async () => {
  const bridge = createPlateDouble();
  await open(bridge);
  drop('first.stl', makeBox([0, 0, 0], [20, 5, 5]));
  await expect.element(orderButton()).toMatchTextContent(/\$/);
  const first = () => bridge.workspace.plate[0]?.materialId;
  await vi.waitFor(() => expect(first()).toEqual(expect.any(Number)), patience);
  const before = first();
  // 700 mm fit the printers of metal only.
  await page.getByRole('textbox', { name: 'X', exact: true }).fill('700');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Too large: X may be at most 660 mm.').first()).toBeInTheDocument();
  await vi.waitFor(() => expect(first()).not.toBe(before), patience);
  await expect.element(page.getByText('Choose a material.')).not.toBeInTheDocument();
});

it('Thorough findings are shown beside the button and reach the part in the cart.', async () => {
  const bridge = createPlateDouble();
  await open(bridge);
  drop('lid.stl', makeBox([0, 0, 0], [40, 30, 1.2]));
  await expect.element(page.getByText('8 more checks')).toBeVisible();
  await orderButton().click();
  await vi.waitFor(
    () =>
      expect(bridge.workspace.cart).toMatchObject([
        { acceptedVerdict: 'prints', facts: { thorough: { findings: [], isComplete: true } } },
      ]),
    patience,
  );
  await page.getByRole('textbox', { name: 'Minimum wall' }).fill('1.5');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('contentinfo')).toBeVisible();
  await vi.waitFor(
    () => expect(document.querySelector('[data-verdict]')?.textContent).toMatch(/At risk[\s\S]*Thin walls/),
    patience,
  );
  await vi.waitFor(
    () =>
      expect(bridge.workspace.cart).toMatchObject([
        { acceptedVerdict: 'prints', facts: { thorough: { findings: [{ kind: 'thin-walls' }] } } },
      ]),
    patience,
  );
  location.hash = 'cart';
  await expect.element(page.getByText('Since you added it:')).toBeVisible();
  await expect.element(page.getByRole('table')).toMatchTextContent(/At risk\s+Thin walls/);
});

it('“Nothing to repair” is never shown above findings, even while the check runs again.', {
  tags: 'release',
}, async () => {
  const bridge = createPlateDouble();
  await open(bridge);
  drop('overlap.stl', joinMeshes([cube, moveMesh(cube, [10, 5, 5])]));
  await expect.element(page.getByText(/overlap/).first()).toBeVisible();
  const said: string[] = [];
  const watch = new MutationObserver(() => said.push(document.body.textContent ?? ''));
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  await page.getByRole('textbox', { name: 'Minimum wall' }).fill('1.5');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Show walls')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button('Show walls')).not.toHaveAttribute('aria-disabled');
  watch.disconnect();
  expect(said.length).toBeGreaterThan(0);
  expect(said.filter((text) => text.includes('Nothing to repair'))).toEqual([]);
});
