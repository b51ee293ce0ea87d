/** The palette behind Ctrl+K: what it finds, and what choosing it does. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
let bridge: PlateDouble;

afterEach(async () => {
  await shown?.close();
  shown = undefined;
  document.documentElement.dataset['theme'] = 'system';
});

const openQueue = async () => {
  bridge = createPlateDouble();
  shown = await openWindow(bridge, 'queue');
};
/** With a part on the plate. */
const openPlate = async () => {
  bridge = createPlateDouble();
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [fileOf('bracket.stl', boxStl(40, 20, 10))]);
  await vi.waitFor(() => expect(bridge.workspace.plate[0]?.materialId).toBeTypeOf('number'), {
    timeout: 30_000,
  });
};

async function search(text: string): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = page.getByRole('combobox', { name: 'Command' });
  await expect.element(field).toHaveFocus();
  await field.fill(text);
}
const first = () => document.querySelector('[role=option]')?.textContent?.replaceAll(/\s+/g, ' ').trim();

describe('the palette', () => {
  it.each([
    ['preferences', /Settings/],
    ['hotkeys', /Keyboard shortcuts/],
    ['basket', /Cart/],
    ['thme dark', /Theme: dark/],
  ])('“%s” finds the command by another word or with a typing error.', async (text, title) => {
    await openQueue();
    await search(text);
    await vi.waitFor(() => expect(first()).toMatch(title));
    await userEvent.keyboard('{Escape}');
  });

  it('A material is chosen for the selected part.', { tags: 'release' }, async () => {
    await openPlate();
    await search('alumide');
    await vi.waitFor(() => expect(first()).toMatch(/Material.*Alumide/));
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(bridge.workspace.plate[0]?.materialBy).toBe('person'));
    const chosen = page.getByRole('group', { name: 'Material' }).getByRole('radio', { name: /^Alumide/ });
    await expect.element(chosen).toBeChecked();
  });

  it('A part on the plate is selected, from every screen.', async () => {
    await openPlate();
    location.hash = 'settings';
    await expect.element(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await search('brack');
    await vi.waitFor(() => expect(first()).toMatch(/bracket\.stl/));
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(location.hash).toBe('#prepare'));
  });

  it('A setting is shown and has the focus.', async () => {
    await openQueue();
    await search('inches');
    await vi.waitFor(() => expect(first()).toMatch(/Unit of sizes/));
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(document.activeElement?.closest('#setting-unit')).not.toBeNull(), {
      timeout: 20_000,
    });
    expect(location.hash).toBe('#settings');
  });

  it('A number finds the order.', async () => {
    await openQueue();
    await search('order 4711');
    await vi.waitFor(() => expect(first()).toMatch(/Find order 4711/));
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(location.hash).toBe('#orders'));
    const field = () => document.querySelector<HTMLInputElement>('search input');
    await vi.waitFor(() => expect(field()?.value).toBe('4711'), { timeout: 20_000 });
    // Again, while the list is shown.
    await search('4712');
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(field()?.value).toBe('4712'));
  });

  it('Words of other programs find the commands of the plate.', async () => {
    await openPlate();
    for (const [text, title] of [
      ['repeat', /Redo/],
      ['zoom', /Zoom/],
      ['delete', /Remove/],
    ] as const) {
      await search(text);
      await vi.waitFor(() => expect(first()).toMatch(title));
      await userEvent.keyboard('{Escape}');
    }
  });

  it('A command that cannot run says why, and does nothing.', async () => {
    await openPlate();
    await search('redo');
    const option = page.getByRole('option', { name: /Redo Nothing to undo or redo/ });
    await expect.element(option).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: 'Find a command' })).toBeVisible();
  });

  it('Without a search the last screens come first.', async () => {
    await openQueue();
    location.hash = 'orders';
    await expect.element(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
    location.hash = 'queue';
    await vi.waitFor(() => expect(document.title).toMatch(/Queue/));
    await search('');
    await vi.waitFor(() => expect(first()).toMatch(/Recent.*Orders/));
  });
});
