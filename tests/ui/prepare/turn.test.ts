import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

it('A rotated and mirrored part is another file with another name, is ordered so, and comes back by undo.', async () => {
  const bridge = createPlateDouble();
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [fileOf('bracket.stl', boxStl(40, 20, 10))]);
  const about = page.getByLabelText('About this part');
  await expect.element(about).toMatchTextContent('40 × 20 × 10 mm');
  // Quick clicks add up.
  await page.getByRole('button', { name: 'Rotate by 90° about Z' }).click();
  await page.getByRole('button', { name: 'Rotate by 90° about X' }).click();
  await expect.element(about).toMatchTextContent('20 × 10 × 40 mm');
  await page.getByRole('button', { name: 'Mirror along X' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'bracket (rotated) (mirrored).stl' });
  await expect.element(row).toMatchTextContent('20 × 10 × 40 mm');
  await expect.element(page.getByText(/^8 cm³/)).toBeVisible();
  const button = page.getByRole('button', { name: /^Add 1 to order/ });
  await expect.element(button).toMatchTextContent(/\$\d/);
  await button.click();
  await vi.waitFor(() => expect(bridge.workspace.cart).toHaveLength(1));
  const line = bridge.workspace.cart[0]!;
  expect(line.title).toBe('bracket (rotated) (mirrored)');
  const { xBoundMin, xBoundMax, zBoundMin, zBoundMax } = line.geometry!;
  expect(xBoundMax - xBoundMin).toBeCloseTo(0.02, 9);
  expect(zBoundMax - zBoundMin).toBeCloseTo(0.04, 9);
  expect(line.file?.sha256).toBe(bridge.workspace.plate[0]?.file.sha256);
  await userEvent.keyboard('{Control>}zzz{/Control}');
  await expect.element(about).toMatchTextContent('40 × 20 × 10 mm');
  expect(bridge.workspace.plate[0]?.file.name).toBe('bracket.stl');
});
