import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CodedError } from '../../../src-shared/result.ts';
import { boxStl, dropFiles, fileOf, hollowBoxStl, openBoxStl } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const patience = { timeout: 15_000 };
const table = () => page.getByRole('region', { name: 'Plate as a table' });
const row = (name: string) => table().getByRole('row').filter({ hasText: name });
const names = () =>
  table()
    .getByRole('rowheader')
    .elements()
    .map((cell) => cell.textContent?.trim());
const head = (name: string) => table().getByRole('columnheader', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });

async function openTable(bridge: PlateDouble, ...files: File[]): Promise<PlateDouble> {
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, files);
  await vi.waitFor(() => expect(bridge.workspace.plate).toHaveLength(files.length), patience);
  await button('Plate as a table').click();
  await vi.waitFor(() => expect(names()).toHaveLength(files.length), patience);
  return bridge;
}

const threeBoxes = () => [
  fileOf('b10.stl', boxStl(40, 20, 10)),
  fileOf('b9.stl', boxStl(20, 20, 10)),
  fileOf('a.stl', boxStl(10, 20, 10)),
];
const priced = (name: string, price: string) =>
  expect.element(row(name).getByRole('cell', { name: price }).first()).toBeVisible();

it('Each part has its row with size, volume, verdict, price and total, and the foot adds them up.', async () => {
  const bridge = await openTable(createPlateDouble(), ...threeBoxes());
  for (const name of ['b10.stl', 'b9.stl', 'a.stl'])
    await row(name)
      .getByRole('combobox', { name: `Material of ${name}` })
      .selectOptions('Alumide');
  await row('b9.stl').getByRole('textbox', { name: 'Quantity of b9.stl' }).fill('3');
  await userEvent.keyboard('{Enter}');
  // 1.5 and 1.4 a cm³: 12.70, 7.10 and 4.30 a piece.
  await priced('b10.stl', '$12.70');
  await priced('b9.stl', '$21.30');
  await expect.element(row('b9.stl').getByRole('cell', { name: '20 × 20 × 10 mm' })).toBeVisible();
  await expect.element(row('b9.stl').getByRole('cell', { name: '4 cm³' })).toBeVisible();
  await button('Add all 3 – $40.22').first().click();
  await vi.waitFor(
    () =>
      expect(
        bridge.workspace.cart.map(({ title, quantity, materialId }) => [title, quantity, materialId]),
      ).toEqual([
        ['b10', 1, 28],
        ['b9', 3, 28],
        ['a', 1, 28],
      ]),
    patience,
  );
});

it('Rows are sorted by any column and back, names by their numbers, and Shift selects what stands between.', {
  tags: 'release',
}, async () => {
  await openTable(createPlateDouble(), ...threeBoxes());
  expect(names()).toEqual(['b10.stl', 'b9.stl', 'a.stl']);
  await head('Part').getByRole('button').click();
  expect(names()).toEqual(['a.stl', 'b9.stl', 'b10.stl']);
  await expect.element(head('Part')).toHaveAttribute('aria-sort', 'ascending');
  await head('Volume').getByRole('button').click();
  await head('Volume').getByRole('button').click();
  expect(names()).toEqual(['b10.stl', 'b9.stl', 'a.stl']);
  await expect.element(head('Volume')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(head('Part')).toHaveAttribute('aria-sort', 'none');

  await head('Part').getByRole('button').click();
  await row('a.stl').getByRole('button').click();
  await row('b9.stl')
    .getByRole('button')
    .click({ modifiers: ['Shift'] });
  await expect.element(page.getByText('2 parts selected')).toBeVisible();
  await expect.element(row('b10.stl').getByRole('button')).toHaveAttribute('aria-pressed', 'false');
  await expect.element(row('b9.stl').getByRole('button')).toHaveAttribute('aria-pressed', 'true');
});

it('By keyboard: T opens and closes the table, arrows go through it, Shift selects, and undo names the step.', {
  tags: 'release',
}, async () => {
  const bridge = await openTable(createPlateDouble(), ...threeBoxes());
  (row('b10.stl').getByRole('button').element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}{ArrowDown}');
  await expect.element(row('b9.stl').getByRole('button')).toHaveFocus();
  await expect.element(row('b9.stl').getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('{Shift>}{End}{/Shift}');
  await expect.element(page.getByText('2 parts selected')).toBeVisible();
  await row('a.stl').getByRole('combobox').selectOptions('Premium Silver');
  await vi.waitFor(() => expect(bridge.workspace.plate[2]?.materialId).toBe(81));
  await button('Undo: Premium Silver for a.stl').click();
  await vi.waitFor(() => expect(bridge.workspace.plate[2]?.materialId).not.toBe(81));
  (row('b10.stl').getByRole('button').element() as HTMLElement).focus();
  await userEvent.keyboard('t');
  await expect.element(table()).not.toBeInTheDocument();
  expect(bridge.callsOf('settings.set').at(-1)).toMatchObject({ openSections: { table: false } });
});

it('A part that will be refused says why, and the total is what an order of the others would cost.', {
  tags: 'release',
}, async () => {
  const bridge = createPlateDouble();
  await openTable(bridge, fileOf('good.stl', boxStl(40, 20, 10)), fileOf('open.stl', openBoxStl(60, 40, 25)));
  for (const name of ['good.stl', 'open.stl']) await row(name).getByRole('combobox').selectOptions('Alumide');
  await expect.element(row('open.stl').getByText('The surface has holes (4 open edges).')).toBeVisible();
  await priced('good.stl', '$12.70');
  const foot = table()
    .getByText(/^Total of 1 of 2 parts/)
    .element().parentElement!;
  await expect
    .element(page.elementLocator(foot))
    .toMatchTextContent(/Total of 1 of 2 parts with fee.*\$13\.34/);
  await button(/^Add all 2/)
    .first()
    .click();
  await expect
    .element(page.getByRole('region', { name: 'Some parts need your decision' }))
    .toMatchTextContent(/open\.stl/);
  expect(bridge.workspace.cart).toEqual([]);
});

it('A price that failed is asked for again, and until then the total says how many parts it has.', {
  tags: 'release',
}, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 400 });
  let fails = true;
  const bridge = createPlateDouble();
  const known = createPlateDouble();
  bridge.answer({
    'price.quote': async (input) => {
      if (fails && input.geometry.volume < 3e-6) throw new CodedError('timeout', 'No answer came.');
      const result = await known.invoke('price.quote', input);
      if (!result.ok) throw new CodedError('timeout', 'No answer came.');
      return result.value;
    },
  });
  await openTable(bridge, fileOf('one.stl', boxStl(40, 20, 10)), fileOf('two.stl', boxStl(10, 20, 10)));
  for (const name of ['one.stl', 'two.stl']) await row(name).getByRole('combobox').selectOptions('Alumide');
  await row('one.stl').getByRole('button').click();
  await expect.element(table().getByText(/^Total of 1 of 2 parts/)).toBeVisible();
  fails = false;
  await priced('two.stl', '$4.30');
  await expect.element(table().getByText('Total with fee, before shipping, tax and duty')).toBeVisible();
  vi.useRealTimers();
});

it('Parts that nobody selected are checked thoroughly, too, and their verdicts follow.', {
  tags: 'release',
}, async () => {
  const bridge = await openTable(
    createPlateDouble(),
    fileOf('thin.stl', hollowBoxStl(80, 60, 40, 0.3)),
    fileOf('sound.stl', boxStl(20, 20, 20)),
  );
  expect(bridge.workspace.plate.map(({ file }) => file.name)).toEqual(['thin.stl', 'sound.stl']);
  await expect.element(row('sound.stl').getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  await row('thin.stl').getByRole('combobox').selectOptions('Alumide');
  await expect.element(row('thin.stl').getByText('At risk'), patience).toBeVisible();
  await expect.element(row('sound.stl').getByText('Prints'), patience).toBeVisible();
});

it('A part that no material prints says so and why, in its row and beside the button for all.', {
  tags: 'release',
}, async () => {
  await openTable(createPlateDouble(), fileOf('open.stl', openBoxStl(20, 20, 10)), ...threeBoxes());
  const why = /No material prints this part: .*(hole|open|watertight)/i;
  await expect
    .element(row('open.stl').getByText('No material prints it'))
    .toHaveAttribute('title', expect.stringMatching(why));
  await button(/^Add all 4/)
    .first()
    .click();
  await expect.element(page.getByRole('listitem').filter({ hasText: 'open.stl' })).toMatchTextContent(why);
});
