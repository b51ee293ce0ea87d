/**
 * What small windows and large text show.
 * @release
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { boxStl, dropFiles, fileOf, openBoxStl } from '../../support/model-files.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  document.documentElement.style.fontSize = '';
  await shown?.close();
  shown = undefined;
});

const panel = () => document.querySelector<HTMLElement>('aside')!;
const footer = () => panel().querySelector<HTMLElement>('footer')!;
const isInside = (inner: DOMRect, outer: DOMRect) =>
  inner.top >= outer.top - 1 &&
  inner.bottom <= outer.bottom + 1 &&
  inner.left >= outer.left - 1 &&
  inner.right <= outer.right + 1;

/** The rows of materials that are in sight as a whole, without scrolling. */
function rowsInSight(): number {
  const list = panel().querySelector('.rows')!;
  const top = list.querySelector('.heads')!.getBoundingClientRect().bottom;
  const bottom = Math.min(list.getBoundingClientRect().bottom, footer().getBoundingClientRect().top);
  return [...list.querySelectorAll('label')]
    .map((label) => label.getBoundingClientRect())
    .filter((box) => box.top >= top - 1 && box.bottom <= bottom + 1).length;
}

/** Amounts and names of buttons whose text is wider than its place. */
const cutOff = () =>
  [...panel().querySelectorAll<HTMLElement>('.price, .total, footer button .label')]
    .filter((place) => place.scrollWidth > place.clientWidth + 1 && place.clientWidth > 0)
    .map((place) => place.textContent);

async function openWithFindings(width: number, height: number, parts: number): Promise<void> {
  shown = await openWindow(createPlateDouble({ settings: { openSections: { finishes: false } } }), 'prepare');
  await page.viewport(width, height);
  const others = Array.from({ length: parts - 1 }, (_, at) =>
    fileOf(`part ${at}.stl`, boxStl(20 + at, 20, 9)),
  );
  dropFiles(document.body, [...others, fileOf('open.stl', openBoxStl(60, 40, 25))]);
  await expect.element(page.getByText('Not watertight, 1 shell.')).toBeInTheDocument();
  await vi.waitFor(() => expect(panel().querySelectorAll('.rows label').length).toBeGreaterThan(10));
  // The unit chooser and all findings are open: the most that stands above the materials.
  await vi.waitFor(() => expect(panel().textContent).toContain('$'));
}

describe('materials', () => {
  it.each([
    [1440, 900, 8],
    [1280, 720, 5],
  ])(
    'At %i × %i, %i materials are in sight beside all findings and many parts.',
    async (width, height, rows) => {
      await openWithFindings(width, height, 12);
      await vi.waitFor(() => expect(rowsInSight()).toBeGreaterThanOrEqual(rows));
      for (const more of document.querySelectorAll<HTMLElement>('aside [aria-label="More"]')) more.click();
      await vi.waitFor(() => expect(rowsInSight()).toBeGreaterThanOrEqual(rows));
      const box = document.querySelector('.prepare')!.getBoundingClientRect();
      expect(isInside(footer().getBoundingClientRect(), box)).toBe(true);
    },
  );
});

describe('small windows and large text', () => {
  it.each([
    [720, 450, '100%'],
    [720, 450, '200%'],
    [1280, 720, '200%'],
    [2560, 1440, '100%'],
  ])(
    'At %i × %i with text of %s, no amount is cut off and the button stays in sight.',
    async (width, height, text) => {
      document.documentElement.style.fontSize = text;
      await openWithFindings(width, height, 2);
      await page.getByRole('listitem').filter({ hasText: 'part 0.stl' }).getByRole('button').first().click();
      await expect.element(page.getByRole('button', { name: /^Add 1 to order – \$/ })).toBeInViewport();
      await page.getByRole('textbox', { name: 'Quantity' }).fill('10000');
      await expect.element(page.getByRole('button', { name: /^Add 10,000 to order – \$/ })).toBeInViewport();
      expect(cutOff()).toEqual([]);
      const screen = document.querySelector('.prepare')!.getBoundingClientRect();
      expect(isInside(footer().getBoundingClientRect(), screen)).toBe(true);
      // The footer scrolls where it does not fit, and the button does not leave it.
      const add = footer().querySelector('.add button')!;
      expect(isInside(add.getBoundingClientRect(), footer().getBoundingClientRect())).toBe(true);
      expect(panel().scrollWidth).toBeLessThanOrEqual(panel().clientWidth + 1);
    },
  );
});
