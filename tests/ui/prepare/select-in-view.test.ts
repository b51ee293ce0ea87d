/**
 * Selecting and copying parts in the view.
 * @release
 */
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';
import { withoutMotion } from '../../support/without-motion.ts';

beforeAll(withoutMotion);

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const patience = { timeout: 10_000 };
const row = (name: string) =>
  page.getByRole('listitem').filter({ hasText: name }).getByRole('button').first();
const stage = () => document.querySelector<HTMLElement>('.stage')!;
const names = ({ workspace }: PlateDouble) => workspace.plate.map(({ file }) => file.name);

/** Two parts side by side, the first at the left. */
async function openTwo(): Promise<PlateDouble> {
  const bridge = createPlateDouble();
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [
    fileOf('first.stl', boxStl(40, 20, 10)),
    fileOf('second.stl', boxStl(40, 20, 12)),
  ]);
  await expect.element(row('first.stl')).toMatchTextContent('40 × 20 × 10 mm');
  await expect.element(row('second.stl')).toMatchTextContent('40 × 20 × 12 mm');
  await vi.waitFor(() => expect(document.querySelector('.gizmo svg')).not.toBeNull(), { timeout: 20_000 });
  return bridge;
}

/** Clicks at a share of the shorter side of the view from its middle. */
async function click(right: number, up: number, modifiers: ('Control' | 'Shift')[] = []): Promise<void> {
  const { clientWidth: width, clientHeight: height } = stage();
  const unit = Math.min(width, height);
  await page
    .getByRole('application')
    .click({ position: { x: width / 2 + right * unit, y: height / 2 - up * unit }, modifiers });
}
/** Shows everything from above and clicks, until the part is selected. */
const choose = (at: readonly [number, number], name: string): Promise<void> =>
  expect
    .poll(async () => {
      stage().focus();
      await userEvent.keyboard('1');
      await userEvent.keyboard('{Shift>}z{/Shift}');
      await click(...at);
      return row(name).element().getAttribute('aria-pressed');
    })
    .toBe('true');
const first = [-0.2, 0] as const;
const second = [0.2, 0] as const;
const beside = [0, 0.35] as const;

it('Clicks in the view select one part or, with Ctrl or Shift, several; the list follows, and Escape ends it.', async () => {
  await openTwo();
  await choose(first, 'first.stl');
  await expect.element(row('second.stl')).toHaveAttribute('aria-pressed', 'false');
  await click(...second, ['Control']);
  await expect.element(page.getByText('2 parts selected', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('application')).toHaveAccessibleName('2 parts selected.');
  await expect.element(row('first.stl')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(row('second.stl')).toHaveAttribute('aria-pressed', 'true');
  // It leaves the others again.
  await click(...first, ['Control']);
  await expect.element(row('first.stl')).toHaveAttribute('aria-pressed', 'false');
  await expect.element(row('second.stl')).toHaveAttribute('aria-pressed', 'true');
  await click(...first, ['Shift']);
  await expect.element(page.getByText('2 parts selected', { exact: true })).toBeVisible();
  await click(...beside);
  await expect.element(page.getByText('2 parts selected', { exact: true })).not.toBeInTheDocument();
  await click(...second, ['Shift']);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('2 parts selected', { exact: true })).not.toBeInTheDocument();
});

it('Copies of the selected parts stand behind them, are selected, and go by undo or with Delete.', async () => {
  const bridge = await openTwo();
  await choose(first, 'first.stl');
  await userEvent.keyboard('{Control>}d{/Control}');
  await vi.waitFor(() => expect(names(bridge)).toEqual(['first.stl', 'first.stl', 'second.stl']), patience);
  await expect.element(row('first.stl (2)')).toHaveAttribute('aria-pressed', 'true');
  const [original, copy] = bridge.workspace.plate;
  const { file, unit, scale, quantity } = original!;
  expect(copy).toMatchObject({ file, unit, scale, quantity });
  expect(copy!.id).not.toBe(original!.id);
  await page.getByRole('button', { name: 'Undo: Duplicate first.stl' }).click();
  await vi.waitFor(() => expect(names(bridge)).toEqual(['first.stl', 'second.stl']), patience);

  await userEvent.keyboard('{Control>}a{/Control}');
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await vi.waitFor(
    () => expect(names(bridge)).toEqual(['first.stl', 'first.stl', 'second.stl', 'second.stl']),
    patience,
  );
  await expect.element(page.getByText('2 parts selected', { exact: true })).toBeVisible();
  stage().focus();
  await userEvent.keyboard('{Delete}');
  await vi.waitFor(() => expect(names(bridge)).toEqual(['first.stl', 'second.stl']), patience);
  const status = page.getByRole('contentinfo');
  await expect.element(status).toMatchTextContent('2 parts removed from the plate.');
  await status.getByRole('button', { name: 'Undo', exact: true }).click();
  await vi.waitFor(() => expect(names(bridge)).toHaveLength(4), patience);
});
