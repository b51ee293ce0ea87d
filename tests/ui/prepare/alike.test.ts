/** Parts of the plate that are versions, copies or assemblies of each other. */
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { joinMeshes } from '../../../src-shared/geometry/mesh/join-meshes.ts';
import { makeBox } from '../../../src-shared/geometry/shapes/solids.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

async function dropped(
  ...files: readonly (readonly [string, Uint8Array<ArrayBuffer>])[]
): Promise<PlateDouble> {
  const bridge = createPlateDouble();
  shown = await openWindow(bridge, 'prepare');
  for (const [at, [name, bytes]] of files.entries()) {
    dropFiles(document.body, [fileOf(name, bytes)]);
    await expect.poll(() => bridge.workspace.plate.length).toBe(at + 1);
  }
  return bridge;
}

const question = () => page.getByRole('region', { name: 'Is this a new version of bracket.stl?' });
const versions = [
  ['bracket.stl', boxStl(40, 20, 10)],
  ['bracket_v2.stl', boxStl(44, 20, 10)],
] as const;

it('A dropped file that may be a new version asks with both pictures, and is at risk until a person has answered.', async () => {
  const bridge = await dropped(...versions);
  await expect.element(question()).toMatchTextContent(/40 × 20 × 10 mm.*44 × 20 × 10 mm/);
  await expect
    .poll(() => document.querySelector('#order-verdict')?.textContent ?? '')
    .toMatch(/may be a new version of bracket\.stl/);
  const [first] = bridge.workspace.plate;
  await question().getByRole('button', { name: 'Replace it' }).click();
  await expect.poll(() => bridge.workspace.plate.length).toBe(1);
  expect(bridge.workspace.plate).toMatchObject([{ id: first!.id, file: { name: 'bracket_v2.stl' } }]);
  await expect.element(page.getByLabelText('About this part')).toMatchTextContent('44 × 20 × 10 mm');
});

it('If both are wanted, nobody asks again.', { tags: 'release' }, async () => {
  const bridge = await dropped(...versions);
  await question().getByRole('button', { name: 'Both are wanted' }).click();
  await expect.element(question()).not.toBeInTheDocument();
  await vi.waitFor(() => expect(bridge.workspace.plate).toMatchObject([{}, { versionOf: null }]));
});

it('An assembly that holds other parts is named, and so are equal parts under two names.', async () => {
  const assembly = joinMeshes([makeBox([0, 0, 0], [40, 20, 10]), makeBox([60, 0, 0], [90, 30, 7])]);
  await dropped(
    ['bracket.stl', boxStl(40, 20, 10)],
    ['lid.stl', boxStl(30, 30, 7)],
    ['all.stl', writeBinaryStl(assembly) as Uint8Array<ArrayBuffer>],
    ['cover.stl', boxStl(30, 7, 30)],
  );
  await expect
    .element(
      page.getByText(/all\.stl holds 2 other parts of the plate: bracket\.stl(,| and) lid\.stl\./).first(),
    )
    .toBeInTheDocument();
  await expect
    .element(page.getByText(/lid\.stl and cover\.stl have the same shape\./).first())
    .toBeInTheDocument();
});
