/** Everything that the window says of a part is of that part: what is not known yet, too. */
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { boxStl, dropFiles, fileOf, hollowBoxStl, openBoxStl } from '../../support/model-files.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { someOf } from '../../support/rounds.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const patience = { timeout: 20_000 };
const button = (name: string | RegExp) => page.getByRole('button', { name });
const orderButton = () => button(/^Add \d+ to order/);
const texts = (selector: string) =>
  [...document.querySelectorAll(selector)].map((found) => found.textContent?.trim());

it('Each part of a drop has the same sane material, a price and a verdict without being selected.', async () => {
  const bridge = createPlateDouble();
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [
    fileOf('a.stl', boxStl(40, 20, 10)),
    fileOf('b.stl', boxStl(20, 20, 10)),
    fileOf('c.stl', boxStl(10, 20, 10)),
  ]);
  await vi.waitFor(
    () => expect(bridge.workspace.plate.map(({ materialId }) => materialId)).toEqual([6, 6, 6]),
    patience,
  );
  await vi.waitFor(() => {
    const listed = texts('li[data-part] .about');
    expect(listed).toHaveLength(3);
    for (const text of listed) expect(text).toMatch(/^1 × \$\d/);
  }, patience);
  await userEvent.keyboard('{Control>}a{/Control}');
  // Whichever material is looked at, all three print in it.
  await vi.waitFor(() => expect([...new Set(texts('.batch .word'))]).toEqual(['Prints']), patience);
  // What a person chooses is what later parts begin with, whatever becomes of that part.
  await page.getByRole('radio', { name: 'Alumide' }).click({ force: true });
  await button('Remove a.stl').click();
  dropFiles(document.body, [fileOf('d.stl', boxStl(30, 20, 10))]);
  await vi.waitFor(
    () => expect(bridge.workspace.plate.map(({ materialId }) => materialId)).toEqual([28, 28, 28]),
    patience,
  );
});

it('While a part is checked, list, table, several parts and button say so, and nothing can be added.', async () => {
  const bridge = createPlateDouble();
  shown = await openWindow(bridge, 'prepare');
  const seen = new Set<string>();
  const early: string[] = [];
  const watch = new MutationObserver(() => {
    for (const word of texts('aside .mark .word')) if (word) seen.add(word);
    const add = [...document.querySelectorAll('aside footer button')].find((found) =>
      found.textContent?.includes('to order'),
    );
    if (
      texts('aside label.on .word').includes('Checking…') &&
      add &&
      add.getAttribute('aria-disabled') !== 'true'
    )
      early.push('enabled');
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  dropFiles(document.body, [fileOf('thin.stl', hollowBoxStl(80, 60, 40, 0.3))]);
  await expect.element(orderButton(), patience).not.toHaveAttribute('aria-disabled', 'true');
  watch.disconnect();
  expect(seen).toContain('Checking…');
  expect(early).toEqual([]);
  // A verdict that is known stays known, however the part is turned.
  await vi.waitFor(() => expect(texts('aside label.on .word')).toHaveLength(1), patience);
  const [before] = texts('aside label.on .word');
  const again = new Set<string | undefined>();
  const turning = new MutationObserver(() => {
    for (const word of texts('aside label.on .word')) again.add(word);
  });
  turning.observe(document.body, { subtree: true, childList: true, characterData: true });
  await button('Rotate by 90° about X').click();
  await vi.waitFor(() => expect(bridge.workspace.plate[0]?.turned).toBeDefined(), patience);
  await expect
    .element(page.getByLabelText('About this part'), patience)
    .toMatchTextContent('80 × 40 × 60 mm');
  turning.disconnect();
  expect([...again].filter((word) => word !== before)).toEqual([]);
});

it('Keys act on the part that has the focus in the list or the table.', { tags: 'release' }, async () => {
  const bridge = createPlateDouble();
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [fileOf('a.stl', boxStl(40, 20, 10)), fileOf('b.stl', boxStl(20, 20, 10))]);
  await vi.waitFor(() => expect(bridge.workspace.plate).toHaveLength(2), patience);
  const names = () => bridge.workspace.plate.map(({ file }) => file.name);
  const focus = (name: string) =>
    (
      page
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .first()
        .element() as HTMLElement
    ).focus();
  await button(/^a\.stl/)
    .first()
    .click();
  focus('b\\.stl');
  await userEvent.keyboard('{Control>}d{/Control}');
  await vi.waitFor(() => expect(names()).toEqual(['a.stl', 'b.stl', 'b.stl']), patience);
  await button(/^b\.stl/)
    .first()
    .click();
  focus('a\\.stl');
  await userEvent.keyboard('{Delete}');
  await vi.waitFor(() => expect(names()).toEqual(['b.stl', 'b.stl']), patience);
  await userEvent.keyboard('{Control>}z{/Control}');
  await vi.waitFor(() => expect(names()).toHaveLength(3), patience);
  await button('Plate as a table').click();
  const row = (name: string) =>
    page.getByRole('row').filter({ hasText: name }).first().getByRole('button').element() as HTMLElement;
  row('b.stl').click();
  row('a.stl').focus();
  await userEvent.keyboard('{Delete}');
  await vi.waitFor(() => expect(names()).toEqual(['b.stl', 'b.stl']), patience);
});

it.each(someOf(['Repair', 'Rotate by 90° about Z']))(
  'A question about the unit stays open after: %s.',
  async (what) => {
    const path = '/drawings/open_part.stl';
    const bridge = createPlateDouble({ settings: { unitMemory: { '/drawings': 'cm' } } });
    const file = await bridge.spool('open_part.stl', openBoxStl(10, 10, 20), path);
    bridge.answer({ 'files.importPath': () => file, 'files.look': ({ files }) => files.map(() => 'same') });
    shown = await openWindow(bridge, 'prepare');
    await button('Open a file by its path').click();
    await userEvent.keyboard(`${path}{Enter}`);
    const question = page.getByText(/^The unit of the file could be/);
    await expect.element(question, patience).toBeVisible();
    await button(what === 'Repair' ? /^Repair$/ : what)
      .first()
      .click();
    if (what === 'Repair') await button('Use the repaired part').click();
    await vi.waitFor(() => expect(bridge.workspace.plate[0]?.file.name).not.toBe('open_part.stl'), patience);
    await expect.element(page.getByText('Reading the file…')).not.toBeInTheDocument();
    await expect.element(question, patience).toBeVisible();
    expect(bridge.workspace.plate[0]?.doubts?.units?.length).toBeGreaterThan(1);
  },
);
