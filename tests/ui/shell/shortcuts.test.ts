/** Shortcuts that a person changes: stored, shown everywhere, and never in two places. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble, type PlateDoubleOptions } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

async function open(options: PlateDoubleOptions = {}): Promise<PlateDouble> {
  const bridge = createPlateDouble(options);
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [fileOf('bracket.stl', boxStl(40, 20, 10))]);
  await vi.waitFor(() => expect(bridge.workspace.plate[0]?.materialId).toBeTypeOf('number'), {
    timeout: 10_000,
  });
  return bridge;
}
const dialog = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const stored = (bridge: PlateDouble) =>
  bridge.callsOf('settings.set').flatMap((change) => change.shortcuts ?? []);

async function record(command: string, keys: string): Promise<void> {
  if (!document.querySelector('dialog[open]')) await userEvent.keyboard('?');
  await dialog()
    .getByRole('button', { name: `Change the shortcut of “${command}”` })
    .click();
  await expect.element(page.getByLabelText(`New shortcut for “${command}”`)).toHaveFocus();
  await userEvent.keyboard(keys);
}

describe('shortcuts of one’s own', () => {
  it('New keys work at once, are stored, and every button shows them.', async () => {
    const bridge = await open();
    await record('Plate as a table', 'q');
    await vi.waitFor(() => expect(stored(bridge)).toEqual([{ 'plate.table': ['Q'] }]));
    await userEvent.keyboard('{Escape}');
    const button = page.getByRole('button', { name: 'Plate as a table' });
    await expect.element(button).toHaveAttribute('aria-keyshortcuts', 'Q');
    await userEvent.keyboard('t');
    expect(document.querySelector('.is-table')).toBeNull();
    await userEvent.keyboard('q');
    await vi.waitFor(() => expect(document.querySelector('.is-table')).not.toBeNull());
  });

  it('Keys of another command are taken over only by choice, and that one loses them.', async () => {
    const bridge = await open();
    await record('Plate as a table', 'd');
    await expect
      .element(dialog().getByText(/D is the shortcut of “Dimensions”|D is the shortcut of/))
      .toBeVisible();
    expect(stored(bridge)).toEqual([]);
    await dialog().getByRole('button', { name: 'Use it here instead' }).click();
    await vi.waitFor(() => expect(stored(bridge)).toEqual([{ 'plate.table': ['D'], 'view.dimensions': [] }]));
  });

  it('Keys that the browser takes are refused with a sentence, and Escape keeps the old ones.', async () => {
    const bridge = await open();
    await record('Plate as a table', '{Control>}{Shift>}n{/Shift}{/Control}');
    await expect.element(dialog().getByText(/The browser uses Ctrl\+Shift\+N itself/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).toBeVisible();
    expect(document.activeElement?.getAttribute('aria-label')).toBe(
      'Change the shortcut of “Plate as a table”',
    );
    expect(stored(bridge)).toEqual([]);
  });

  it('One shortcut can be reset, and all.', async () => {
    const bridge = await open({
      settings: { shortcuts: { 'plate.table': ['Q'], 'view.section': ['Alt+S'] } },
    });
    await userEvent.keyboard('?');
    await dialog().getByRole('button', { name: 'Reset the shortcut of “Plate as a table”' }).click();
    await vi.waitFor(() => expect(stored(bridge)).toEqual([{ 'view.section': ['Alt+S'] }]));
    await dialog().getByRole('button', { name: 'Reset all shortcuts' }).click();
    await vi.waitFor(() => expect(stored(bridge).at(-1)).toEqual({}));
  });

  it('The palette and the menu of the system show the chosen keys.', async () => {
    await open({ settings: { shortcuts: { 'help.palette': ['Mod+Alt+P'] } } });
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(document.querySelector('dialog[open]')).toBeNull();
    await userEvent.keyboard('{Control>}{Alt>}p{/Alt}{/Control}');
    await page.getByRole('combobox', { name: 'Command' }).fill('find a command');
    await expect.element(page.getByRole('option', { name: /Ctrl\+Alt\+P/ })).toBeVisible();
  });
});
