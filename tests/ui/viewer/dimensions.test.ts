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

const patience = { timeout: 10_000 };
const stage = () => document.querySelector<HTMLElement>('.stage')!;
const labels = () =>
  [...document.querySelectorAll('.dimensions text')].map((text) =>
    text.textContent?.replace(/\s+/g, ' ').trim(),
  );
const boxOf = (element: Element) => element.getBoundingClientRect();

async function openPart(): Promise<void> {
  shown = await openWindow(createPlateDouble(), 'prepare');
  dropFiles(document.body, [fileOf('bracket.stl', boxStl(40, 20, 10))]);
  await expect.element(page.getByLabelText('About this part')).toMatchTextContent('40 × 20 × 10 mm');
  await vi.waitFor(() => expect(labels()).toHaveLength(3), patience);
  stage().focus();
}

it('The selected part shows its dimensions beside it, those that can be seen, in the unit of the window.', {
  tags: 'release',
}, async () => {
  await openPart();
  expect(labels()).toEqual(['X 40 mm', 'Y 20 mm', 'Z 10 mm']);
  await userEvent.keyboard('1');
  await vi.waitFor(() => expect(labels()).toEqual(['X 40 mm', 'Y 20 mm']), patience);
  await userEvent.keyboard('3');
  await vi.waitFor(() => expect(labels()).toEqual(['X 40 mm', 'Z 10 mm']), patience);
  // Beside the edge that it measures: the length below the part, as long as it is drawn.
  const [length] = [...document.querySelectorAll('.dimensions .length')].map(boxOf);
  const [, height] = [...document.querySelectorAll('.dimensions .length')].map(boxOf);
  expect(length!.width / height!.height).toBeCloseTo(4, 1);
  expect(length!.top).toBeGreaterThan(height!.bottom);
  expect(height!.left).toBeGreaterThan(length!.right);
  await page.getByRole('button', { name: 'Show sizes in: mm' }).click();
  await vi.waitFor(() => expect(labels()).toEqual(['X 4 cm', 'Z 1 cm']), patience);
  await page.getByRole('button', { name: 'Dimensions of the part' }).click();
  expect(labels()).toEqual([]);
  stage().focus();
  await userEvent.keyboard('d');
  await vi.waitFor(() => expect(labels()).toHaveLength(2), patience);
});

it.each([
  [1440, 900],
  [1024, 640],
  [720, 450],
])(
  'At %i × %i the whole camera bar is in the view, without parts of it covered.',
  { tags: 'release' },
  async (width, height) => {
    await openPart();
    await page.viewport(width, height);
    const view = document.querySelector('.viewer')!;
    const bar = page.getByRole('toolbar', { name: 'Camera' }).element();
    await vi.waitFor(() => {
      const buttons = [...bar.querySelectorAll('button')].filter((button) => button.offsetParent !== null);
      expect(buttons.length).toBeGreaterThanOrEqual(8);
      const outer = boxOf(view);
      expect(outer.right).toBeLessThanOrEqual(width);
      for (const button of buttons) {
        const name = button.getAttribute('aria-label') ?? '';
        const { left, right, top, bottom } = boxOf(button);
        expect(left, name).toBeGreaterThanOrEqual(outer.left);
        expect(right, name).toBeLessThanOrEqual(outer.right);
        expect(bottom, name).toBeLessThanOrEqual(outer.bottom);
        expect(Math.abs(top - boxOf(buttons[0]!).top), name).toBeLessThan(4);
        const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        expect(button.contains(there), `${name} is covered by ${there?.outerHTML.slice(0, 200)}`).toBe(true);
      }
    }, patience);
  },
);
