/** Shortcuts that a person changes: stored, shown everywhere, and never in two places. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Settings } from '../../../src-shared/ipc/settings.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

async function open(settings: Partial<Settings> = {}, screen = 'queue'): Promise<PlateDouble> {
  const bridge = createPlateDouble({ settings });
  shown = await openWindow(bridge, screen);
  return bridge;
}
const dialog = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const stored = (bridge: PlateDouble) =>
  bridge
    .callsOf('settings.set')
    .map((change) => (change as Partial<Settings>).shortcuts)
    .filter((shortcuts) => shortcuts !== undefined);

async function record(command: string, keys: string): Promise<void> {
  await userEvent.keyboard('?');
  await dialog()
    .getByRole('button', { name: `Change the shortcut of “${command}”` })
    .click();
  await expect.element(page.getByLabelText(`New shortcut for “${command}”`)).toHaveFocus();
  await userEvent.keyboard(keys);
}

describe('shortcuts of one’s own', () => {
  it('New keys are stored and work at once in place of the usual ones.', async () => {
    const bridge = await open();
    await record('Cart', 'q');
    await vi.waitFor(() => expect(stored(bridge)).toEqual([{ 'go.cart': ['Q'] }]));
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await userEvent.keyboard('{Alt>}4{/Alt}');
    expect(location.hash).toBe('#queue');
    await userEvent.keyboard('q');
    await vi.waitFor(() => expect(location.hash).toBe('#cart'));
  });

  it('Keys of another command are taken over only by choice, and that one loses them.', async () => {
    const bridge = await open();
    await record('Cart', '{Alt>}5{/Alt}');
    await expect.element(dialog().getByText('Alt+5 is the shortcut of “Orders”.')).toBeVisible();
    expect(stored(bridge)).toEqual([]);
    await dialog().getByRole('button', { name: 'Use it here instead' }).click();
    await vi.waitFor(() => expect(stored(bridge)).toEqual([{ 'go.cart': ['Alt+5'], 'go.orders': [] }]));
  });

  it('Keys that the browser takes are refused with a sentence, and Escape keeps the old ones.', async () => {
    const bridge = await open();
    await record('Cart', '{Control>}{Shift>}n{/Shift}{/Control}');
    await expect.element(dialog().getByText(/The browser uses Ctrl\+Shift\+N itself/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).toBeVisible();
    await vi.waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Change the shortcut of “Cart”'),
    );
    expect(stored(bridge)).toEqual([]);
  });

  it('One shortcut can be reset, and all.', async () => {
    const bridge = await open({ shortcuts: { 'go.cart': ['Q'], 'theme.dark': ['Mod+Alt+D'] } });
    await userEvent.keyboard('?');
    await dialog().getByRole('button', { name: 'Reset the shortcut of “Cart”' }).click();
    await vi.waitFor(() => expect(stored(bridge)).toEqual([{ 'theme.dark': ['Mod+Alt+D'] }]));
    await dialog().getByRole('button', { name: 'Reset all shortcuts' }).click();
    await vi.waitFor(() => expect(stored(bridge).at(-1)).toEqual({}));
  });

  it('The palette opens with the chosen keys and shows them.', async () => {
    await open({ shortcuts: { 'help.palette': ['Mod+Alt+P'] } });
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(document.querySelector('dialog[open]')).toBeNull();
    await userEvent.keyboard('{Control>}{Alt>}p{/Alt}{/Control}');
    await page.getByRole('combobox', { name: 'Command' }).fill('find a command');
    await expect.element(page.getByRole('option', { name: /Ctrl\+Alt\+P/ })).toBeVisible();
  });

  it('Buttons name the chosen keys.', async () => {
    await open({ shortcuts: { 'plate.path': ['Q'], 'view.section': [] } }, 'prepare');
    const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
    await expect.element(button('Open a file by its path')).toHaveAttribute('aria-keyshortcuts', 'Q');
    await expect.element(button('Section')).not.toHaveAttribute('aria-keyshortcuts');
    await expect.element(button('Measure')).toHaveAttribute('aria-keyshortcuts', 'U');
  });
});
