/** Parts of the plate that are versions, copies or assemblies of each other. */
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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
    .poll(() => document.querySelector('[data-verdict]')?.textContent ?? '')
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

/** As a CAD program writes it, with the name of the part. */
function namedStl(name: string, ...size: readonly [number, number, number]): Uint8Array<ArrayBuffer> {
  const { positions, indices } = makeBox([0, 0, 0], [...size]);
  const corner = (at: number) => `vertex ${positions.slice(at * 3, at * 3 + 3).join(' ')}`;
  const facets = Array.from({ length: indices.length / 3 }, (_, at) => {
    const corners = [...indices.slice(at * 3, at * 3 + 3)].map(corner);
    return `facet normal 0 0 0\nouter loop\n${corners.join('\n')}\nendloop\nendfacet`;
  });
  return new TextEncoder().encode(`solid ${name}\n${facets.join('\n')}\nendsolid\n`);
}

it('A file under another name asks if it names the same product and has a similar shape.', async () => {
  await dropped(
    ['bracket.stl', namedStl('Lever of the door', 40, 20, 10)],
    ['another name.stl', namedStl('Lever of the door', 44, 20, 10)],
  );
  await expect.element(question()).toBeInTheDocument();
});

it('A file under another name that names another product does not ask.', async () => {
  const bridge = await dropped(
    ['bracket.stl', namedStl('Lever of the door', 40, 20, 10)],
    ['another name.stl', namedStl('Lever of the window', 44, 20, 10)],
    ['bracket_v2.stl', namedStl('Lever of the gate', 46, 20, 10)],
  );
  // The third one asks because of its name, so the second one was compared before.
  await expect.poll(() => bridge.workspace.plate.map(({ versionOf }) => versionOf ?? null)).toHaveLength(3);
  await expect.element(question()).toBeInTheDocument();
  expect(bridge.workspace.plate[1]!.versionOf).toBeUndefined();
});

it('One file under two paths asks although the shapes have nothing in common.', async () => {
  const bridge = createPlateDouble();
  const files = [
    await bridge.spool('bracket.stl', boxStl(40, 20, 10), '/work/Models/bracket.stl'),
    await bridge.spool('Bracket.stl', boxStl(200, 3, 1), '/work/link/Bracket.stl'),
  ];
  bridge.answer({
    'files.importPath': ({ path }) => files.find((file) => file.path === path)!,
    'files.places': ({ files: asked }) =>
      asked.map(({ path }) => ({
        path: path?.replace('/link/', '/Models/').toLowerCase() ?? null,
        source: null,
      })),
  });
  shown = await openWindow(bridge, 'prepare');
  for (const { path } of files) {
    await page.getByRole('button', { name: 'Open a file by its path' }).click();
    await userEvent.keyboard(`${path}{Enter}`);
    await expect.poll(() => bridge.workspace.plate.some(({ file }) => file.path === path)).toBe(true);
  }
  await expect.element(question()).toBeInTheDocument();
});
