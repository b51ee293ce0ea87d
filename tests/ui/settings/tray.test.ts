/**
 * What happens to waiting jobs when the window is closed: a choice only where closing the window could end
 * Fabdesk.
 */
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
// Loaded with the test and not while it waits.
import '../../../src-renderer/features/settings/SettingsScreen.svelte';
import { language } from '../../../src-renderer/ui/language.svelte.ts';
import type { AppInfo } from '../../../src-shared/ipc/app-status.ts';
import type { Settings } from '../../../src-shared/ipc/settings.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
  await language.choose('en');
});

async function openSettings(where: Pick<AppInfo, 'host' | 'platform'>, settings: Partial<Settings> = {}) {
  const info: AppInfo = {
    version: '0.1.0',
    ...where,
    keyring: { kind: 'keychain', detail: 'Secrets are kept in the keychain of this computer.' },
    dataFolder: '/home/ada/.local/share/fabdesk',
  };
  const bridge = createPlateDouble({ settings, handlers: { 'app.info': () => info } });
  shown = await openWindow(bridge, 'settings');
  // What depends on the host is there as soon as this is.
  await expect.element(page.getByText(info.dataFolder)).toBeInTheDocument();
  return bridge;
}

async function search(text: string) {
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = page.getByRole('combobox', { name: 'Command' });
  await expect.element(field).toHaveFocus();
  await field.fill(text);
}

const offered = () => document.querySelector('[role=listbox]')?.textContent;

const english = page.getByRole('checkbox', { name: 'Stay in the system tray while jobs are on their way' });

it.each(['win32', 'linux'])(
  'In the installed program on %s, staying in the tray is on until a person switches it off.',
  async (platform) => {
    const bridge = await openSettings({ host: 'electron', platform });
    await expect.element(english).toBeChecked();
    english.element().focus();
    await userEvent.keyboard(' ');
    await expect.element(english).not.toBeChecked();
    expect(bridge.callsOf('settings.set')).toEqual([{ closeToTray: false }]);
  },
);

it('The palette finds the choice where there is one.', async () => {
  await openSettings({ host: 'electron', platform: 'linux' });
  await search('system tray');
  await expect.poll(offered).toMatch(/Stay in the system tray/);
  await userEvent.keyboard('{Enter}');
  await expect.element(english).toHaveFocus();
});

it('It speaks German, and shows what was chosen.', async () => {
  await openSettings({ host: 'electron', platform: 'linux' }, { language: 'de', closeToTray: false });
  await expect
    .element(page.getByRole('checkbox', { name: 'Im Infobereich bleiben, solange Aufträge unterwegs sind' }))
    .not.toBeChecked();
});

it.each([
  ['in a browser', { host: 'browser', platform: 'linux' }],
  ['on macOS, whose programs stay in the dock', { host: 'electron', platform: 'darwin' }],
] as const)('There is no such choice %s.', async (_where, where) => {
  await openSettings(where);
  await expect.element(english).not.toBeInTheDocument();
  await search('system tray');
  expect(offered()).not.toMatch(/Stay in the system tray/);
});
