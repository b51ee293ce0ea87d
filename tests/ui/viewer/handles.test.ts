/**
 * Handles that scale and rotate a part in the view.
 * @release
 */
import { tick } from 'svelte';
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

const patience = { timeout: 20_000 };
const about = () => page.getByLabelText('About this part');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const panel = (name: string) => page.getByRole('region', { name, exact: true });
const stage = () => document.querySelector<HTMLElement>('.stage')!;
const handle = (name: string) => document.querySelector<SVGElement>(`[data-${name}]`)!;

async function openPart(x = 40, y = 20, z = 10): Promise<PlateDouble> {
  const bridge = createPlateDouble();
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [fileOf('bracket.stl', boxStl(x, y, z))]);
  await expect.element(about(), patience).toMatchTextContent(`${x} × ${y} × ${z} mm`);
  await vi.waitFor(() => expect(bridge.workspace.plate[0]).toBeDefined(), patience);
  await vi.waitFor(() => expect(document.querySelector('.gizmo svg')).not.toBeNull(), patience);
  stage().focus();
  await userEvent.keyboard('1');
  await vi.waitFor(isFromAbove, patience);
  return bridge;
}

/** The view has turned: its axis Z points to the eye. A busy machine draws that a while after the key. */
function isFromAbove(): void {
  const end = document.querySelector('.gizmo [style*="--scene-z"] .plus');
  const [x, y] = ['cx', 'cy'].map((side) => Number(end?.getAttribute(side) ?? Number.NaN));
  expect(Math.hypot(x!, y!)).toBeLessThan(0.5);
}

/** Where something is once it stays there for several pictures. */
async function atRest(place: () => DOMRect): Promise<DOMRect> {
  let box = place();
  await vi.waitFor(async () => {
    const before = box;
    for (let picture = 0; picture < 5; picture++) await new Promise(requestAnimationFrame);
    box = place();
    expect(box).toEqual(before);
  }, patience);
  return box;
}

/** Positions in px from the top left corner of the handle. */
async function drag(
  name: string,
  from: (box: DOMRect) => readonly [number, number],
  to: (box: DOMRect) => readonly [number, number],
): Promise<void> {
  await vi.waitFor(() => expect(handle(name)).not.toBeNull(), patience);
  // Playwright waits until what it drags is at rest, and a ring is drawn anew with every picture.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => {});
  const box = await atRest(() => handle(name).getBoundingClientRect());
  const at = (place: readonly [number, number]) => [box.left + place[0], box.top + place[1]] as const;
  const begun = at(from(box));
  expect(document.elementFromPoint(...begun)).toBe(handle(name));
  for (const [type, [clientX, clientY]] of [
    ['pointerdown', begun],
    ['pointermove', at(to(box))],
    ['pointerup', at(to(box))],
  ] as const) {
    handle(name).dispatchEvent(new PointerEvent(type, { clientX, clientY, pointerId: 1, bubbles: true }));
    await tick();
  }
  vi.restoreAllMocks();
}

it('A ring that is dragged by a quarter rotates the part by 90 degrees, and undo brings it back.', async () => {
  await openPart();
  await userEvent.keyboard('r');
  await expect.element(panel('Rotate with handles')).toMatchTextContent('Drag a ring.');
  await drag(
    'ring="2"',
    // From the back right to the back left.
    ({ width, height }) => [(width * (1 + Math.SQRT1_2)) / 2, (height * (1 - Math.SQRT1_2)) / 2],
    ({ width, height }) => [(width * (1 - Math.SQRT1_2)) / 2, (height * (1 - Math.SQRT1_2)) / 2],
  );
  await expect.element(about(), patience).toMatchTextContent('20 × 40 × 10 mm');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(about(), patience).toMatchTextContent('40 × 20 × 10 mm');
});

it('The panel rotates in steps of 15 degrees without a mouse, and Escape puts the handles away.', async () => {
  const bridge = await openPart();
  await userEvent.keyboard('r');
  const step = panel('Rotate with handles').getByRole('button', { name: 'Z +15°: rotate' });
  for (const wide of ['43.81', '44.64']) {
    await step.click({ timeout: 10_000 });
    await expect.element(about(), patience).toMatchTextContent(wide);
  }
  await vi.waitFor(() => expect(bridge.workspace.plate[0]?.turned).toBeDefined(), patience);
  stage().focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel('Rotate with handles')).not.toBeInTheDocument();
});

it('A corner that is dragged to twice the distance scales the part in all directions.', async () => {
  const bridge = await openPart();
  await userEvent.keyboard('s');
  await expect.element(panel('Scale with handles')).toMatchTextContent('Drag a corner.');
  const grips = [0, 1, 2, 3].map((corner) => {
    const box = handle(`corner="${corner}"`).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2] as const;
  });
  // Two opposite corners have the middle of the part between them.
  const away = [(grips[3]![0] - grips[0]![0]) / 2, (grips[3]![1] - grips[0]![1]) / 2] as const;
  await drag(
    'corner="3"',
    ({ width, height }) => [width / 2, height / 2],
    ({ width, height }) => [width / 2 + away[0], height / 2 + away[1]],
  );
  const scale = () => bridge.workspace.plate[0]!.scale;
  await vi.waitFor(() => expect(scale()).toBeGreaterThan(1), patience);
  // A mouse moves by whole pixels, and the handles by steps of 5 %.
  const dragged = scale();
  expect(Math.abs(dragged - 2)).toBeLessThan(0.11);
  expect(dragged * 20).toBeCloseTo(Math.round(dragged * 20), 9);
  await expect
    .element(about())
    .toMatchTextContent(`${Math.round(dragged * 40)} × ${Math.round(dragged * 20)} ×`);
  await expect.element(button(/^Undo: Scale/)).toBeVisible();
  await panel('Scale with handles').getByRole('button', { name: '−5%' }).click();
  await vi.waitFor(() => expect(scale()).toBeCloseTo(dragged - 0.05, 9), patience);
});

it('What sticks out of the printer is said in both systems of units, and no longer once the part fits.', async () => {
  await openPart(700, 20, 10);
  await page.getByRole('radio', { name: /^Alumide/ }).click({ force: true, timeout: 10_000 });
  const said = page.getByText(/^Sticks out of /);
  await expect.element(said, patience).toMatchTextContent(/X by [\d.]+ mm \([\d.]+ in\)/);
  await userEvent.keyboard('s');
  const less = panel('Scale with handles').getByRole('button', { name: '−5%' });
  for (let step = 0; step < 12 && said.elements().length > 0; step++) await less.click({ timeout: 10_000 });
  await expect.element(said).not.toBeInTheDocument();
});
