import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { boxStl, dropFiles, fileOf, openBoxStl } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const patience = { timeout: 10_000 };
const button = (name: string | RegExp) => page.getByRole('button', { name });
const batch = () => page.getByRole('region', { name: 'Selected parts' });
/**
 * A part in the list at the left, and not the row of its file, which is there while it is read and copied.
 */
const part = (name: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: name, hasNotText: `Reading ${name}` })
    .getByRole('button')
    .first();

/** In the list of materials for all of them. */
async function choose(title: string): Promise<void> {
  const radio = batch().getByRole('radio', { name: title, exact: true });
  await expect.element(radio).toBeInTheDocument();
  (radio.element() as HTMLElement).click();
  await expect.element(radio).toBeChecked();
}

async function openPlate(...files: File[]): Promise<PlateDouble> {
  const bridge = createPlateDouble();
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, files);
  for (const { name } of files) await expect.element(part(name)).toBeVisible();
  await vi.waitFor(() => expect(bridge.workspace.plate).toHaveLength(files.length), patience);
  return bridge;
}

const threeBoxes = () => [
  fileOf('first.stl', boxStl(40, 20, 10)),
  fileOf('second.stl', boxStl(20, 20, 10)),
  fileOf('third.stl', boxStl(10, 20, 10)),
];

it('Several parts get one material and quantity in one step each, and one button adds them all.', {
  tags: 'release',
}, async () => {
  const bridge = await openPlate(...threeBoxes());
  await part('first.stl').click();
  await part('third.stl').click({ modifiers: ['Shift'] });
  await expect.element(page.getByText('3 parts selected')).toBeVisible();
  await choose('Alumide');
  await batch().getByRole('textbox', { name: 'Quantity' }).fill('2');
  await userEvent.keyboard('{Enter}');
  // 1.5 and 1.4 a cm³: 12.70, 7.10 and 4.30 a piece.
  await button('Add all 3 – $50.61').click();
  await vi.waitFor(
    () =>
      expect(
        bridge.workspace.cart.map(({ title, quantity, materialId }) => [title, quantity, materialId]),
      ).toEqual([
        ['first', 2, 28],
        ['second', 2, 28],
        ['third', 2, 28],
      ]),
    patience,
  );
  await button(/^Undo: 2 each of 3 parts/).click();
  await vi.waitFor(
    () => expect(bridge.workspace.plate.map(({ quantity }) => quantity)).toEqual([1, 1, 1]),
    patience,
  );
});

it('Parts that are in the cart are added again only after a question that counts them.', {
  tags: 'release',
}, async () => {
  const bridge = await openPlate(...threeBoxes());
  await userEvent.keyboard('{Control>}a{/Control}');
  await choose('Alumide');
  await button(/^Add all 3/).click();
  const pieces = () => bridge.workspace.cart.reduce((sum, { quantity }) => sum + quantity, 0);
  await vi.waitFor(() => expect(pieces()).toBe(3), patience);
  // The button leads to the cart now, and adding again is an answer of its own.
  await expect.element(button('Go to cart (3)')).toBeVisible();
  await expect.element(page.getByText('3 in the cart already. Add them again?')).toBeVisible();
  expect(pieces()).toBe(3);
  await button('Add again').click();
  await vi.waitFor(() => expect(pieces()).toBe(6), patience);
});

it('Parts that are still being copied come into the cart together, and their copies later.', {
  tags: 'release',
}, async () => {
  const bridge = createPlateDouble();
  const copy = bridge.holdCopies();
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, threeBoxes());
  await expect.element(page.getByText('3 models')).toBeVisible();
  await part('second.stl').click();
  await userEvent.keyboard('{Control>}a{/Control}');
  await choose('Alumide');
  await button(/^Add all 3 – \$/).click();
  await expect.element(page.getByText(/3 parts added/).first()).toBeVisible();
  await expect
    .poll(() => bridge.workspace.cart.map(({ title }) => title))
    .toEqual(['first', 'second', 'third']);
  expect(bridge.workspace.arriving).toHaveLength(3);
  copy();
  await expect.poll(() => bridge.workspace.arriving).toEqual([]);
  expect(bridge.workspace.cart).toHaveLength(3);
});

it('Ctrl selects single parts, Ctrl and A all, and a plain click one again, by keyboard too.', {
  tags: 'release',
}, async () => {
  await openPlate(...threeBoxes());
  await part('first.stl').click();
  (part('third.stl').element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>} {/Control}');
  await expect.element(page.getByText('2 parts selected')).toBeVisible();
  await expect.element(part('first.stl')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(part('second.stl')).toHaveAttribute('aria-pressed', 'false');
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(page.getByText('3 parts selected')).toBeVisible();
  await part('second.stl').click();
  await expect.element(batch()).not.toBeInTheDocument();
  await expect.element(part('first.stl')).toHaveAttribute('aria-pressed', 'false');
});

it('A part that will be refused is asked about and not added with the others.', {
  tags: 'release',
}, async () => {
  const bridge = await openPlate(
    fileOf('good.stl', boxStl(40, 20, 10)),
    fileOf('also.stl', boxStl(20, 20, 10)),
    fileOf('open.stl', openBoxStl(60, 40, 25)),
  );
  await part('good.stl').click();
  await userEvent.keyboard('{Control>}a{/Control}');
  await choose('Alumide');
  // What an order would cost now: 12.70 and 7.10, and nothing for the part that nobody has confirmed.
  await expect.element(batch()).toMatchTextContent(/Total of 2 of 3 parts with fee.*\$20\.79/);
  await button('Add all 3').click();
  await expect
    .element(page.getByRole('region', { name: 'Some parts need your decision' }))
    .toMatchTextContent(/open\.stl/);
  expect(bridge.workspace.cart).toEqual([]);
  await button('Add the other 2 – $20.79').click();
  await vi.waitFor(
    () => expect(bridge.workspace.cart.map(({ title }) => title)).toEqual(['good', 'also']),
    patience,
  );
});

it('The matrix shows which part fails in which material, and choosing one gives it to all.', async () => {
  const bridge = await openPlate(
    fileOf('good.stl', boxStl(40, 20, 10)),
    fileOf('open.stl', openBoxStl(60, 40, 25)),
    fileOf('long.stl', boxStl(700, 20, 10)),
  );
  await userEvent.keyboard('{Control>}a{/Control}');
  const row = (title: string) =>
    batch()
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: title, exact: true }) });
  // 700 mm fit the printer of steel, and an open part prints nowhere.
  await expect.element(row('Alumide')).toMatchTextContent(/1 of 3/);
  await expect.element(row('Stainless Steel')).toMatchTextContent(/2 of 3/);
  await button('Part by part').click();
  await expect.element(batch().getByRole('columnheader', { name: 'long.stl' })).toBeVisible();
  await expect.element(row('Alumide')).toMatchTextContent(/Prints.*Will be refused.*Will be refused/);
  await expect.element(row('Stainless Steel')).toMatchTextContent(/Prints.*Will be refused.*Prints/);
  const cell = row('Alumide').getByRole('cell').last();
  await expect.element(cell).toHaveAttribute('title', expect.stringMatching(/^long\.stl: Too large/));
  await choose('Stainless Steel');
  await vi.waitFor(
    () => expect(bridge.workspace.plate.map(({ materialId }) => materialId)).toEqual([23, 23, 23]),
    patience,
  );
  // The same verdicts as beside the button.
  await button('Add all 3').click();
  await expect.element(button(/^Add the other 2 – \$/)).toBeVisible();
});
