/**
 * Turned and mirrored parts, from the fields and the view.
 * @release
 */
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { joinMeshes, makeBox } from '../../fixtures/geometry/solids.ts';
import { boxStl, dropFiles, fileOf, objWithSurface } from '../../support/model-files.ts';
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
const about = () => page.getByLabelText('About this part');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const angle = (axis: string) => page.getByRole('textbox', { name: `Rotation about ${axis}` });
const stage = () => document.querySelector<HTMLElement>('.stage')!;
const fileOn = ({ workspace }: PlateDouble) => workspace.plate[0]?.file;

async function openPart(stl = boxStl(40, 20, 10), size = '40 × 20 × 10 mm'): Promise<PlateDouble> {
  const bridge = createPlateDouble();
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [fileOf('bracket.stl', stl)]);
  await expect.element(about()).toMatchTextContent(size);
  await vi.waitFor(() => expect(fileOn(bridge)).toBeDefined(), patience);
  return bridge;
}

async function type(axis: string, degrees: string): Promise<void> {
  await angle(axis).fill(degrees);
  await userEvent.keyboard('{Enter}');
}

it('A turned part is another file with one suffix, is ordered so, and comes back by undo.', async () => {
  const bridge = await openPart();
  const original = fileOn(bridge)!;
  // Quick clicks add up.
  await button('Rotate by 90° about Z').click();
  await button('Rotate by 90° about X').click();
  await expect.element(about()).toMatchTextContent('20 × 10 × 40 mm');
  await expect.element(row('bracket (rotated).stl')).toBeVisible();
  await button('Mirror along X').click();
  await expect.element(row('bracket (mirrored).stl')).toMatchTextContent('20 × 10 × 40 mm');
  await expect.element(page.getByText(/^8 cm³/)).toBeVisible();
  const order = button(/^Add 1 to order/);
  await expect.element(order).toMatchTextContent(/\$\d/);
  await order.click();
  await vi.waitFor(() => expect(bridge.workspace.cart).toHaveLength(1));
  const line = bridge.workspace.cart[0]!;
  expect(line.title).toBe('bracket (mirrored)');
  const { xBoundMin, xBoundMax, zBoundMin, zBoundMax } = line.geometry!;
  expect(xBoundMax - xBoundMin).toBeCloseTo(0.02, 9);
  expect(zBoundMax - zBoundMin).toBeCloseTo(0.04, 9);
  expect(line.file?.sha256).toBe(fileOn(bridge)?.sha256);
  await userEvent.keyboard('{Control>}zzz{/Control}');
  await expect.element(about()).toMatchTextContent('40 × 20 × 10 mm');
  await vi.waitFor(() => expect(fileOn(bridge)).toEqual(original), patience);
});

it('Angles are typed and shown, and a part that is turned back is its original file again.', async () => {
  const bridge = await openPart();
  const original = fileOn(bridge)!;
  await type('Z', '30');
  // 40 cos 30° + 20 sin 30° wide, 40 sin 30° + 20 cos 30° deep.
  await expect.element(about()).toMatchTextContent('44.64 × 37.32 × 10 mm');
  await type('Z', '90');
  await expect.element(about()).toMatchTextContent('20 × 40 × 10 mm');
  const turned = () => bridge.workspace.plate[0]?.turned;
  await vi.waitFor(() => expect(turned()?.orientation).toEqual([0, -1, 0, 1, 0, 0, 0, 0, 1]), patience);
  expect(turned()?.of).toEqual(original);
  const atRightAngles = fileOn(bridge)?.sha256;
  await button('As in the file').click();
  await vi.waitFor(() => expect(fileOn(bridge)).toEqual(original), patience);
  await expect.element(button('As in the file')).not.toBeInTheDocument();
  await button('Rotate by 90° about Z').click();
  // The same bytes: each turn was made from the original, not from the part that was turned before.
  await vi.waitFor(() => expect(fileOn(bridge)?.sha256).toBe(atRightAngles), patience);
});

it('A part lies on a face that is clicked or picked by key, or on a side that is proposed.', async () => {
  await openPart();
  stage().focus();
  // Seen from the right: the face in the middle is 20 mm wide and 10 mm high.
  await userEvent.keyboard('6');
  await userEvent.keyboard('f');
  const panel = page.getByRole('region', { name: 'Lay on a face' });
  await expect.element(panel).toMatchTextContent('8 cm², 10 mm high, stands up to a tilt of 63°');
  await userEvent.keyboard('{Enter}');
  await expect.element(about()).toMatchTextContent('10 × 20 × 40 mm');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(button('Undo: Lay bracket.stl on a face')).toBeVisible();

  await button('Lay on a face').click();
  await panel.getByRole('button', { name: '8 cm², 10 mm high, stands up to a tilt of 63°' }).first().click();
  await expect.element(about()).toMatchTextContent(/(40 × 20|20 × 40) × 10 mm/);
  stage().focus();
  await userEvent.keyboard('f');
  await expect.element(panel).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
});

it('A part that leans in its file stands straight once it lies on its face.', async () => {
  const leaning = joinMeshes([makeBox([0, 0, 0], [40, 20, 10])]);
  const [cosine, sine] = [Math.cos(0.4), Math.sin(0.4)];
  for (let at = 0; at < leaning.positions.length; at += 3) {
    const [x, z] = [leaning.positions[at]!, leaning.positions[at + 2]!];
    leaning.positions[at] = cosine * x + sine * z;
    leaning.positions[at + 2] = cosine * z - sine * x;
  }
  const stl = writeBinaryStl(leaning) as Uint8Array<ArrayBuffer>;
  await openPart(stl, '40.74 × 20 × 24.79 mm');
  stage().focus();
  await userEvent.keyboard('f');
  const panel = page.getByRole('region', { name: 'Lay on a face' });
  await panel
    .getByRole('button', { name: /^8 cm², 10 mm high/ })
    .first()
    .click();
  await expect.element(about()).toMatchTextContent('40 × 20 × 10 mm');
});

it('What was left out of a file stays known when the part is turned, and goes into the cart.', async () => {
  const bridge = createPlateDouble();
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [new File([objWithSurface()], 'part.obj')]);
  const remark = page.getByText(/One free-form surface was left out/);
  await expect.element(remark.first()).toBeVisible();
  await button('Rotate by 90° about X').click();
  await expect.element(row('part (rotated)')).toBeVisible();
  await expect.element(remark.first()).toBeVisible();
  await button('Rotate by 90° about X').click();
  await vi.waitFor(() => expect(bridge.workspace.plate[0]?.turned?.orientation[4]).toBe(-1), patience);
  const order = button(/^Add 1 to order/);
  await expect.element(order).toMatchTextContent(/\$\d/);
  await order.click();
  await vi.waitFor(() => expect(bridge.workspace.cart).toHaveLength(1), patience);
  expect(bridge.workspace.cart[0]?.facts?.doubts).toMatchObject([{ key: 'geometry.freeFormIgnored' }]);
});
