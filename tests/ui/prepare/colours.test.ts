/**
 * Coloured parts in the view and the material list.
 * @release
 */
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

/** A tetrahedron whose corners have four colours. */
const ply = `ply
format ascii 1.0
element vertex 4
property float x
property float y
property float z
property uchar red
property uchar green
property uchar blue
element face 4
property list uchar int vertex_indices
end_header
0 0 0 255 0 0
30 0 0 0 255 0
0 30 0 0 0 255
0 0 30 255 255 0
3 0 2 1
3 0 1 3
3 1 2 3
3 2 0 3
`;
const toggle = () => page.getByRole('button', { name: 'Colours of the file' });
async function choose(title: string): Promise<void> {
  await page
    .getByRole('group', { name: 'Material' })
    .getByRole('radio', { name: new RegExp(`^${title}`) })
    .click({ force: true });
}

it('A coloured part is drawn in its colours where its material prints them, or as a person chooses.', async () => {
  shown = await openWindow(createPlateDouble(), 'prepare');
  dropFiles(document.body, [fileOf('colours.ply', new TextEncoder().encode(ply))]);
  await expect.element(page.getByLabelText('About this part')).toMatchTextContent('30 × 30 × 30 mm');
  await choose('Alumide');
  await expect.element(toggle()).toHaveAttribute('aria-pressed', 'false');
  await choose('Full Color Sandstone');
  await expect.element(toggle()).toHaveAttribute('aria-pressed', 'true');
  document.querySelector<HTMLElement>('.stage')!.focus();
  await userEvent.keyboard('p');
  await expect.element(toggle()).toHaveAttribute('aria-pressed', 'false');
  await choose('Alumide');
  await toggle().click();
  await expect.element(toggle()).toHaveAttribute('aria-pressed', 'true');

  dropFiles(document.body, [fileOf('plain.stl', boxStl(40, 20, 10))]);
  await expect.element(page.getByLabelText('About this part')).toMatchTextContent('40 × 20 × 10 mm');
  await expect.element(toggle()).not.toBeInTheDocument();
});

it('A turned part keeps its colours in a 3MF file once its unit is certain, and says why before.', async () => {
  const bridge = createPlateDouble();
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [fileOf('colours.ply', new TextEncoder().encode(ply))]);
  await expect.element(page.getByLabelText('About this part')).toMatchTextContent('30 × 30 × 30 mm');
  await page.getByRole('button', { name: 'Mirror along X' }).click();
  await expect.poll(() => bridge.workspace.plate[0]?.file.name).toBe('colours (mirrored).stl');
  await expect.element(page.getByText(/because the unit is not certain/).first()).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await page.getByRole('button', { name: 'Use millimetres' }).click();
  await page.getByRole('button', { name: 'Mirror along X' }).click();
  await expect.poll(() => bridge.workspace.plate[0]?.file.name).toBe('colours (mirrored).3mf');
  await expect.element(page.getByLabelText('About this part')).toMatchTextContent('30 × 30 × 30 mm');
  await choose('Full Color Sandstone');
  await expect.element(toggle()).toHaveAttribute('aria-pressed', 'true');
});
