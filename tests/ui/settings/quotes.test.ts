/** What quotes for customers begin with: sender, logo, markup, days and note. */
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src-renderer/features/settings/SettingsScreen.svelte';
import type { Settings } from '../../../src-shared/ipc/settings.ts';
import { fileOf } from '../../support/model-files.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

it('Name, markup and days are stored, and any picture becomes a small PNG or is refused.', async () => {
  const bridge = createPlateDouble();
  shown = await openWindow(bridge, 'settings');
  const area = page.getByRole('region', { name: 'Quotes for customers' });
  const stored = () => (bridge.callsOf('settings.set').at(-1) as Partial<Settings> | undefined)?.quotes;
  await area.getByLabelText('From').fill('Drawing Office');
  await area.getByLabelText('Markup').fill('12.5');
  await area.getByLabelText('Valid for').fill('30');
  await area.getByLabelText('Note').fill('Net 14 days');
  await area.getByLabelText('From').click();
  await vi.waitFor(() =>
    expect(stored()).toMatchObject({
      name: 'Drawing Office',
      markup: 0.125,
      validDays: 30,
      note: 'Net 14 days',
    }),
  );

  const choose = (file: File) => {
    const files = new DataTransfer();
    files.items.add(file);
    const input = area.getByLabelText('Logo').element() as HTMLInputElement;
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  choose(fileOf('logo.png', new TextEncoder().encode('no picture')));
  await expect.element(area.getByText(/^The file logo\.png is not a picture/)).toBeVisible();
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="1000"><rect width="4000" height="1000" fill="red"/></svg>';
  choose(new File([drawing], 'logo.svg', { type: 'image/svg+xml' }));
  await vi.waitFor(() => expect(stored()?.logo).toMatch(/^iVBOR/));
  const image = area.getByRole('img', { name: 'Logo' });
  await expect.element(image).toBeVisible();
  await vi.waitFor(() => expect((image.element() as HTMLImageElement).naturalWidth).toBe(576));
  await area.getByRole('button', { name: 'Remove logo' }).click();
  await vi.waitFor(() => expect(stored()?.logo).toBeNull());
});
