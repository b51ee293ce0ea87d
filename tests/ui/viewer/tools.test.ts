/**
 * The tools of the view: section and measuring.
 * @release
 */
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';
import { withoutMotion } from '../../support/without-motion.ts';

beforeAll(withoutMotion);

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

async function openPart(): Promise<void> {
  shown = await openWindow(createPlateDouble(), 'prepare');
  dropFiles(document.body, [fileOf('bracket.stl', boxStl(40, 20, 10))]);
  await expect.element(page.getByLabelText('About this part')).toMatchTextContent('40 × 20 × 10 mm');
  // From above, the part is in the middle of the view.
  await vi.waitFor(() => expect(document.querySelector('.gizmo svg')).not.toBeNull(), { timeout: 20_000 });
  stage().focus();
}
const stage = () => document.querySelector<HTMLElement>('.stage')!;
const panel = (name: string) => page.getByRole('region', { name, exact: true });

it('A section is opened by key, cut along another axis, typed in mm and left with Escape.', async () => {
  await openPart();
  await userEvent.keyboard('c');
  // Along y through the middle: 40 mm wide and 10 mm high.
  await expect.element(panel('Section')).toMatchTextContent('Area 4 cm², outline 100 mm');
  await panel('Section').getByRole('button', { name: 'Cut across Z' }).click();
  await expect.element(panel('Section')).toMatchTextContent('Area 8 cm², outline 120 mm');
  const place = panel('Section').getByRole('textbox', { name: 'Distance from the end' });
  await expect.element(place).toHaveValue('5');
  await place.fill('7.5');
  await userEvent.keyboard('{Enter}');
  await expect.element(panel('Section').getByRole('slider')).toHaveValue('7.5');
  await panel('Section').getByRole('button', { name: 'Show the other half' }).click();
  await expect.element(place).toHaveValue('2.5');
  stage().focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel('Section')).not.toBeInTheDocument();
});

it('Two faces are measured by mouse, a face by keyboard, and values can be copied.', async () => {
  await openPart();
  await userEvent.keyboard('5');
  await page.getByRole('button', { name: 'Measure' }).click();
  await expect.element(panel('Measure')).toMatchTextContent('Click a point, an edge or a face.');
  stage().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel('Measure')).toMatchTextContent('1. Face');
  await expect.element(panel('Measure')).toMatchTextContent('Thickness 40 mm');
  await userEvent.keyboard('6');
  await userEvent.keyboard('{Enter}');
  await expect.element(panel('Measure')).toMatchTextContent('Distance 40 mm');
  await expect.element(panel('Measure').getByRole('button', { name: 'Copy Distance, 40 mm' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel('Measure')).not.toBeInTheDocument();
});

it('A part that stands before the cut is hidden while there is a section.', async () => {
  await openPart();
  dropFiles(document.body, [fileOf('block.stl', boxStl(60, 60, 60))]);
  await expect.element(page.getByLabelText('About this part')).toMatchTextContent('60 × 60 × 60 mm');
  await page.getByRole('listitem').filter({ hasText: 'bracket.stl' }).getByRole('button').first().click();
  await expect.element(page.getByLabelText('About this part')).toMatchTextContent('40 × 20 × 10 mm');
  // From either side: the block is between the camera and the bracket on one of them.
  for (const side of ['5', '6']) {
    stage().focus();
    await userEvent.keyboard(`${side}z`);
    await userEvent.keyboard('c');
    await panel('Section').getByRole('button', { name: 'Cut across X' }).click();
    stage().focus();
    await userEvent.keyboard('u{Enter}');
    await expect.element(panel('Measure')).toMatchTextContent('Area 2 cm²');
    await userEvent.keyboard('{Escape}{Escape}');
  }
});

it('The section follows a clicked face, and the cut itself can be measured.', async () => {
  await openPart();
  await userEvent.keyboard('6c');
  // The section runs through the middle of the view; the part that is left is at its right.
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await panel('Section').getByRole('button', { name: 'Cut along a face of the part' }).click();
  stage().focus();
  await userEvent.keyboard('{Enter}');
  // Seen from the right: across x, 20 mm wide and 10 mm high.
  await expect.element(panel('Section')).toMatchTextContent('Area 2 cm², outline 60 mm');
  await userEvent.keyboard('u{Enter}');
  await expect.element(panel('Measure')).toMatchTextContent('Area 2 cm²');
});
