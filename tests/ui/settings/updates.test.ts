/**
 * A newer version of Fabdesk in the window: a quiet line that leads to its page, and that a person can
 * dismiss.
 */
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
// Loaded with the test and not while it waits.
import '../../../src-renderer/features/settings/SettingsScreen.svelte';
import { language } from '../../../src-renderer/ui/language.svelte.ts';
import type { AppInfo } from '../../../src-shared/ipc/app-status.ts';
import type { Settings } from '../../../src-shared/ipc/settings.ts';
import { sampleStatus } from '../../support/bridge-double.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
  await language.choose('en');
});

const update = { version: '2.1.0', url: 'https://fabdesk.example/2.1.0', notes: 'Faster\nchecks' };
const withUpdate = { ...sampleStatus(), update };

async function open(where: Partial<AppInfo>, settings: Partial<Settings> = {}, opened = true) {
  const info: AppInfo = {
    version: '0.1.0',
    host: 'electron',
    platform: 'linux',
    keyring: { kind: 'keychain', detail: 'Secrets are kept in the keychain of this computer.' },
    dataFolder: '/home/ada/.local/share/fabdesk',
    ...where,
  };
  const bridge = createPlateDouble({
    settings,
    handlers: {
      'app.info': () => info,
      'app.status': () => (where.updateHost === undefined ? sampleStatus() : withUpdate),
      'app.openUpdate': () => ({ opened }),
    },
  });
  shown = await openWindow(bridge, 'settings');
  await expect.element(page.getByText(info.dataFolder)).toBeInTheDocument();
  return bridge;
}

const updateHost = 'fabdesk.example';
const line = page.getByText('Fabdesk 2.1.0 is available.');

it('It is named below and under About without a dialog or a notice, and its page opens by the application.', async () => {
  const bridge = await open({ updateHost });
  await expect.element(page.getByRole('contentinfo').getByText('Fabdesk 2.1.0 is available')).toBeVisible();
  await expect.element(line).toBeVisible();
  expect(document.querySelector('dialog[open]')).toBeNull();
  expect(document.querySelector('[role=alert]')).toBeNull();
  await page.getByRole('button', { name: 'Open its page' }).click();
  await expect.poll(() => bridge.callsOf('app.openUpdate')).toHaveLength(1);
});

it('Where nothing opens the page, its address is shown; in a browser it is a link.', async () => {
  await open({ updateHost }, {}, false);
  await page.getByRole('button', { name: 'Open its page' }).click();
  await expect.element(page.getByText(update.url)).toBeVisible();
  await shown?.close();
  await open({ updateHost, host: 'browser' });
  await expect.element(page.getByRole('link', { name: 'Open its page' })).toHaveAttribute('href', update.url);
});

it('A version that a person does not want to see is stored, and the line goes when the application says so.', async () => {
  const bridge = await open({ updateHost });
  await page.getByRole('button', { name: 'Do not show this version again' }).click();
  expect(bridge.callsOf('settings.set')).toEqual([{ ignoredUpdate: '2.1.0' }]);
  bridge.emit('status', sampleStatus());
  await expect.element(line).not.toBeInTheDocument();
});

it('Settings says who is asked and what is sent, in German too, and the palette finds the switch.', async () => {
  const bridge = await open({ updateHost }, { language: 'de' });
  const box = page.getByRole('checkbox', { name: 'Täglich nach Updates suchen' });
  await expect.element(box).toBeChecked();
  await expect
    .element(page.getByText(/Fabdesk fragt fabdesk\.example .* sendet nichts über Sie/))
    .toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox').fill('Update');
  await expect.poll(() => document.querySelector('[role=option]')?.textContent).toMatch(/neueren Version/);
  await userEvent.keyboard('{Enter}');
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.poll(() => bridge.callsOf('settings.set')).toEqual([{ lookForUpdates: false }]);
});

it('Where the package names no address, there is nothing of it.', async () => {
  await open({});
  expect(document.body.textContent).not.toMatch(/newer version|is available/);
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox').fill('upgrade');
  await expect.poll(() => document.querySelector('[role=listbox]')?.textContent ?? '').not.toMatch(/newer/);
});
