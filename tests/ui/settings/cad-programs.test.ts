/** CAD programs in Settings: which have the button, and what a press changes. */
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src-renderer/features/settings/SettingsScreen.svelte';
import type { CadProgram } from '../../../src-shared/ipc/cad-program.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const freecad = (state: CadProgram['state']): CadProgram => ({
  program: 'freecad',
  version: null,
  folder: '/home/ada/.local/share/FreeCAD/Mod/Fabdesk',
  state,
});
const area = () => page.getByRole('region', { name: 'CAD programs' });

it('The button is installed, the next step is said, and it can be removed with the same key.', async () => {
  const bridge = createPlateDouble({
    handlers: {
      'cad.programs': () => [freecad('none')],
      'cad.install': () => [freecad('installed')],
      'cad.remove': () => [freecad('none')],
    },
  });
  shown = await openWindow(bridge, 'settings');
  const button = (name: string) => area().getByRole('button', { name });
  await button('Install the button in FreeCAD').click();
  await expect.element(area().getByText(/^Start FreeCAD again\./)).toBeVisible();
  await expect.element(button('Remove the button from FreeCAD')).toHaveFocus();
  expect(bridge.callsOf('cad.install')).toEqual([{ folder: freecad('none').folder }]);
  // The same press again does not take out what it has just installed.
  await userEvent.keyboard('{Enter}');
  expect(bridge.callsOf('cad.remove')).toEqual([]);
  await expect
    .poll(async () => {
      await userEvent.keyboard('{Enter}');
      return bridge.callsOf('cad.remove').length;
    })
    .toBe(1);
  await expect.element(button('Install the button in FreeCAD')).toBeVisible();
});

it('A folder of somebody else has no button, and a failure says what to do.', async () => {
  const bridge = createPlateDouble({
    handlers: {
      'cad.programs': () => [{ ...freecad('other'), version: '1.1', folder: '/other' }, freecad('outdated')],
      'cad.install': () => {
        throw new CodedError('file-not-written', 'Close the CAD program and try again.');
      },
    },
  });
  shown = await openWindow(bridge, 'settings');
  await expect.element(area().getByText(/which Fabdesk leaves alone/)).toBeVisible();
  expect(area().getByRole('button').elements()).toHaveLength(1);
  await area().getByRole('button', { name: 'Update the button in FreeCAD' }).click();
  await expect.element(area().getByText('Close the CAD program and try again.')).toBeVisible();
});
