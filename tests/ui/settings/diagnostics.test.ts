/**
 * A file for support: the window says what is in it before it saves it, from the palette and from Settings.
 */
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
// Loaded with the test and not while it waits.
import '../../../src-renderer/features/settings/DiagnosticsDialog.svelte';
import '../../../src-renderer/features/settings/SettingsScreen.svelte';
import { language } from '../../../src-renderer/ui/language.svelte.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
let saved: { name: string; address: string }[] = [];
const listen = (event: MouseEvent) => {
  const link = event.target as Element;
  if (!(link instanceof HTMLAnchorElement) || link.download === '') return;
  event.preventDefault();
  saved.push({ name: link.download, address: link.href });
};
const click = HTMLAnchorElement.prototype.click;
afterEach(async () => {
  HTMLAnchorElement.prototype.click = click;
  await shown?.close();
  shown = undefined;
  await language.choose('en');
});

const answer = () => ({ fileName: 'fabdesk-diagnostics-2026-01-01.zip', zip: btoa('PK zip') });

async function open(handlers: Parameters<typeof createPlateDouble>[0] = {}) {
  saved = [];
  // The link of a download is not in the page, so nobody else sees its click.
  HTMLAnchorElement.prototype.click = function () {
    this.addEventListener('click', listen, { once: true });
    click.call(this);
  };
  const bridge = createPlateDouble(handlers);
  shown = await openWindow(bridge, 'settings');
  return bridge;
}

const save = page.getByRole('button', { name: 'Save diagnostics', exact: true });

it('Settings says what is in the file and what is not, and saves it once the person wants it.', async () => {
  const bridge = await open({ handlers: { 'app.diagnostics': answer } });
  await page.getByRole('button', { name: 'Save diagnostics…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Diagnostics for support' });
  await expect.element(dialog.getByText(/Not in it: models, file names, addresses/)).toBeVisible();
  expect(bridge.callsOf('app.diagnostics')).toEqual([]);
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bridge.callsOf('app.diagnostics')).toEqual([{ language: 'en' }]);
  expect(saved.map(({ name }) => name)).toEqual(['fabdesk-diagnostics-2026-01-01.zip']);
  expect(await (await fetch(saved[0]!.address)).text()).toBe('PK zip');
});

it('The palette finds it by “support”; Escape saves nothing.', async () => {
  const bridge = await open({ handlers: { 'app.diagnostics': answer } });
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox', { name: 'Command' }).fill('support');
  await expect.poll(() => document.querySelector('[role=option]')?.textContent).toMatch(/Save diagnostics…/);
  await userEvent.keyboard('{Enter}');
  await expect.element(save).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(save).not.toBeInTheDocument();
  expect(bridge.callsOf('app.diagnostics')).toEqual([]);
});

it('What went wrong is in the dialog, which stays, in German too.', async () => {
  await open({
    settings: { language: 'de' },
    handlers: {
      'app.diagnostics': () => {
        throw new CodedError('internal', 'no');
      },
    },
  });
  await page.getByRole('button', { name: 'Diagnose speichern …' }).click();
  await page.getByRole('button', { name: 'Diagnose speichern', exact: true }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByText(/Nicht enthalten: Modelle/)).toBeVisible();
});
