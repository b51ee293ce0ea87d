/**
 * The filters of the material list.
 * @release
 */
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const materials = () => page.getByRole('group', { name: 'Material', exact: true });
const titles = () =>
  materials()
    .getByRole('radio')
    .elements()
    .map((radio) => radio.closest('label')?.querySelector('.title')?.textContent?.trim());
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

async function openPart(bridge: PlateDouble = createPlateDouble()): Promise<PlateDouble> {
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [fileOf('box.stl', boxStl(40, 20, 10))]);
  await vi.waitFor(() => expect(bridge.workspace.plate[0]?.materialId).toBeTypeOf('number'), {
    timeout: 10_000,
  });
  return bridge;
}

it('Filters narrow the list, say how many materials they hide, and end with one press.', async () => {
  await openPart();
  const all = titles().length;
  await button('Filter materials').click();
  await button('Metal').click();
  await vi.waitFor(() => expect(titles()).toContain('Premium Silver'));
  expect(titles().every((title) => /silver|steel|gold|bronze/i.test(title ?? ''))).toBe(true);
  const metals = titles().length;
  await button('Ceramic').click();
  await vi.waitFor(() => expect(titles().length).toBeGreaterThan(metals));
  const count = page.getByRole('status').filter({ hasText: 'materials are hidden' });
  await expect.element(count).toHaveTextContent(`${all - titles().length} materials are hidden. Show all`);
  await button('Flexible').click();
  await expect.element(page.getByText('No material passes the filter.')).toBeVisible();
  await button('Show all').click();
  await vi.waitFor(() => expect(titles()).toHaveLength(all));
});

it('A highest price hides what costs more, and an empty field ends it.', async () => {
  const bridge = await openPart();
  const all = titles().length;
  const prices = () =>
    materials()
      .getByRole('radio')
      .elements()
      .map((radio) => Number(/\$([\d.,]+)/.exec(radio.closest('label')?.textContent ?? '')?.[1] ?? 0));
  await button('Filter materials').click();
  const most = page.getByRole('textbox', { name: 'Highest price' });
  const middle = prices().toSorted((a, b) => a - b)[Math.floor(all / 2)]!;
  await most.fill(String(middle));
  await vi.waitFor(() => expect(Math.max(...prices())).toBe(middle));
  expect(titles().length).toBeLessThan(all);
  await most.fill('');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(titles()).toHaveLength(all));
  expect(bridge.callsOf('settings.set')).toContainEqual({
    openSections: { finishes: false, checks: true, size: true, filter: true },
  });
});

it('Favourites come first in every order, are kept as settings, and are marked without choosing the material.', async () => {
  const bridge = await openPart();
  const before = bridge.workspace.plate[0]!.materialId;
  await page.getByRole('radio', { name: /^Premium Silver/ }).hover({ force: true });
  await button('Add Premium Silver to favourites').click({ force: true });
  await vi.waitFor(() => expect(titles()[0]).toBe('Premium Silver'));
  expect(bridge.callsOf('settings.set')).toContainEqual({ favouriteMaterials: ['Premium Silver'] });
  expect(bridge.workspace.plate[0]!.materialId).toBe(before);
  await page.getByRole('group', { name: 'Sort by' }).getByRole('button', { name: /^Name/ }).click();
  expect(titles()[0]).toBe('Premium Silver');
  expect(titles().slice(1)).toEqual(
    titles()
      .slice(1)
      .toSorted((a, b) => a!.localeCompare(b!)),
  );
  await button('Filter materials').click();
  await button('Favourites').click();
  await vi.waitFor(() => expect(titles()).toEqual(['Premium Silver']));
  await button('Remove Premium Silver from favourites').click({ force: true });
  await expect.element(page.getByText('No material passes the filter.')).toBeVisible();
});

it('By keyboard, the star of the chosen material follows its row, and a radio has no star in its name.', async () => {
  const bridge = await openPart(createPlateDouble({ settings: { favouriteMaterials: ['Premium Silver'] } }));
  await vi.waitFor(() => expect(titles()[0]).toBe('Premium Silver'));
  const radio = materials().getByRole('radio', { checked: true });
  const name = (radio.element() as HTMLInputElement)
    .closest('label')!
    .querySelector('.title')!
    .textContent!.trim();
  (radio.element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}{Enter}');
  await vi.waitFor(() =>
    expect(bridge.callsOf('settings.set')).toContainEqual({ favouriteMaterials: ['Premium Silver', name] }),
  );
  await expect.element(page.getByRole('radio', { name: /favourites/ })).not.toBeInTheDocument();
});

it('Finishes of one material are one row with its least price, and a row shows them on request.', async () => {
  const bridge = await openPart();
  const all = titles().length;
  await button('Filter materials').click();
  await page.getByRole('radio', { name: /^White Strong & Flexible/ }).click({ force: true });
  await button('Group finishes').click();
  const family = (name: RegExp) => materials().getByRole('button', { name });
  // The family of the chosen material shows its finishes.
  await expect.element(family(/^Strong & Flexible 4 finishes/)).toHaveAttribute('aria-expanded', 'true');
  await expect
    .element(page.getByRole('radio', { name: /^Coral Red Strong & Flexible Polished/ }))
    .toBeInTheDocument();
  const detail = family(/^Detail 2 finishes/);
  await expect.element(detail).toHaveAttribute('aria-expanded', 'false');
  expect(titles()).not.toContain('White Detail');
  await detail.click();
  await vi.waitFor(() => expect(titles()).toContain('White Detail'));
  const least = /from (\$[\d.,]+)/.exec(detail.element().textContent ?? '')?.[1];
  const amounts = ['White Detail', 'Transparent Detail'].map(
    (title) =>
      /(\$[\d.,]+)/.exec(
        page
          .getByRole('radio', { name: new RegExp(`^${title}`) })
          .element()
          .closest('label')?.textContent ?? '',
      )?.[1],
  );
  expect(amounts).toContain(least);
  // A material without a family stays a row of its own, and a search covers all of them.
  expect(titles()).toContain('Stainless Steel');
  await page.getByRole('searchbox', { name: 'Search materials' }).fill('coral red');
  await vi.waitFor(() => expect(titles()).toEqual(['Coral Red Strong & Flexible Polished']));
  await page.getByRole('searchbox', { name: 'Search materials' }).fill('');
  await button('Group finishes').click();
  await vi.waitFor(() => expect(titles()).toHaveLength(all));
  expect(bridge.callsOf('settings.set')).toContainEqual({
    openSections: { finishes: true, checks: true, size: true, filter: true },
  });
});
