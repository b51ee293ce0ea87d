/**
 * The curve of price against scale.
 * @release
 */
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PriceGeometry } from '../../../src-shared/api/price.ts';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const patience = { timeout: 20_000 };
const panel = () => page.getByRole('region', { name: 'Price against scale' });
const slider = () => panel().getByRole('slider', { name: 'Scale' });
const valueText = () => slider().element().getAttribute('aria-valuetext') ?? '';
const limitNames = () =>
  panel()
    .getByRole('list', { name: 'Limits' })
    .getByRole('button')
    .elements()
    .map((button) => button.textContent?.trim());
const explored = (bridge: PlateDouble) =>
  bridge.callsOf('price.explore').map((input) => (input as { geometry: PriceGeometry }).geometry);

async function openPart(bridge: PlateDouble = createPlateDouble()): Promise<PlateDouble> {
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [fileOf('box.stl', boxStl(40, 20, 10))]);
  await vi.waitFor(() => expect(bridge.workspace.plate[0]?.materialId).toBeTypeOf('number'), patience);
  return bridge;
}

/** By key, since a busy machine leaves no moment in which nothing moves under the pointer. */
async function showCurve(): Promise<void> {
  const button = page.getByRole('button', { name: 'Show price against scale' });
  await expect.element(button, patience).not.toHaveAttribute('aria-disabled');
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

async function openCurve(): Promise<void> {
  await showCurve();
  await expect.element(slider(), patience).toHaveFocus();
  await expect
    .element(panel().getByText(/^Dots are prices from the service\. The line is a formula/), patience)
    .toBeVisible();
}

it('The curve asks for few prices, says which formula explains them, and names what the price consists of.', async () => {
  const bridge = await openPart();
  await openCurve();
  const asked = explored(bridge);
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.length).toBeLessThanOrEqual(13);
  expect(new Set(asked.map((geometry) => JSON.stringify(geometry))).size).toBe(asked.length);
  await expect.element(panel().getByText(/^Mostly material \(\d+ ?%\)/)).toBeVisible();
  expect(valueText()).toMatch(/^100 ?%: \$[\d.]+\. /);
  // Closing and opening again asks the application, which knows the answers; the focus returns to the button.
  await userEvent.keyboard('{Escape}');
  await expect.element(panel()).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Show price against scale' })).toHaveFocus();
});

it('By keyboard the price at other scales is read, and Enter takes one as a step that can be undone.', async () => {
  const bridge = await openPart();
  await openCurve();
  await userEvent.keyboard('{ArrowRight}');
  expect(valueText()).toMatch(/^105 ?%: about \$/);
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(valueText()).toMatch(/^99\.5 ?%: about \$/);
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(bridge.workspace.plate[0]?.scale).toBeCloseTo(0.995, 9), patience);
  await expect
    .element(page.getByRole('button', { name: /^Undo: Scale box\.stl to 99\.5 ?%/ }))
    .toBeInTheDocument();
});

it('Each limit is named, and one press takes the scale at which the part still prints.', async () => {
  const bridge = await openPart();
  await openCurve();
  await vi.waitFor(() => expect(limitNames().some((name) => name?.startsWith('walls'))).toBe(true), patience);
  expect(limitNames().some((name) => /^printer: up to [\d,]+/.test(name ?? ''))).toBe(true);
  const printer = panel().getByRole('button', { name: /^printer: up to/ });
  await printer.click();
  await vi.waitFor(() => expect(bridge.workspace.plate[0]?.scale).toBeGreaterThan(1), patience);
  await slider().element().focus();
  expect(valueText()).not.toContain('Will be refused');
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(valueText).toContain('Will be refused');
});

it('A verdict at a scale is the verdict of the material in the list once the part has that scale.', async () => {
  await openPart();
  await openCurve();
  await vi.waitFor(() => expect(limitNames().some((name) => name?.startsWith('walls'))).toBe(true), patience);
  await userEvent.keyboard('{PageDown}'.repeat(8));
  const word = /\. (Prints|At risk|Will be refused)\./.exec(valueText())?.[1];
  await userEvent.keyboard('{Enter}');
  const row = page
    .getByRole('group', { name: 'Material', exact: true })
    .getByRole('radio', { checked: true });
  await vi.waitFor(
    () => expect(row.element().closest('label')?.querySelector('.mark')?.textContent).toContain(word),
    patience,
  );
});

it('While jobs or people need the calls, the curve says what it waits for and shows what it has.', async () => {
  let isBusy = true;
  const bridge = createPlateDouble();
  bridge.answer({
    'price.explore': async ({ geometry }) =>
      isBusy
        ? { later: 'orders', retryAt: Date.now() }
        : {
            prices: { '6': { price: 1 + geometry.volume * 1e6, currency: 'USD' } },
            quotedAt: Date.now(),
            source: 'live',
          },
  });
  await openPart(bridge);
  await showCurve();
  await expect.element(panel().getByText('Waits for your orders'), patience).toBeVisible();
  isBusy = false;
  await expect.element(panel().getByText('Waits for your orders'), patience).not.toBeInTheDocument();
});

it('A closed curve asks for nothing more.', async () => {
  const bridge = createPlateDouble();
  bridge.answer({ 'price.explore': () => ({ later: 'calls', retryAt: Date.now() + 600 }) });
  await openPart(bridge);
  await showCurve();
  await expect.element(panel().getByText(/^Waits until/), patience).toBeVisible();
  const hide = panel().getByRole('button', { name: 'Hide price against scale' });
  (hide.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel()).not.toBeInTheDocument();
  const before = explored(bridge).length;
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(explored(bridge)).toHaveLength(before);
});
