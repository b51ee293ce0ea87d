import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createBridgeDouble } from '../../support/bridge-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
  vi.unstubAllGlobals();
});

/** The file that the build puts beside the window. */
const built = [{ name: 'occt-import-js', version: '0.0.23', license: 'LGPL-2.1', texts: ['LESSER GENERAL'] }];

it('About lists every package with its licence, and shows the text.', async () => {
  vi.stubGlobal('fetch', async () => Response.json(built));
  shown = await openWindow(createBridgeDouble({}), 'settings');
  await page.getByRole('button', { name: 'Licences' }).click();
  const dialog = page.getByRole('dialog', { name: 'Licences' });
  await dialog.getByText(/^occt-import-js/).click();
  await expect.element(dialog.getByText('LESSER GENERAL')).toBeVisible();
});

it('A program without the list says how to get it.', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  shown = await openWindow(createBridgeDouble({}), 'settings');
  await page.getByRole('button', { name: 'Licences' }).click();
  await expect.element(page.getByRole('dialog').getByText(/Build Fabdesk again/)).toBeVisible();
});
