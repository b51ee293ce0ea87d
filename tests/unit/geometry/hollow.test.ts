import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { checkDeeper } from '../../../src-shared/geometry/checks/deep-check.ts';
import { checkMesh } from '../../../src-shared/geometry/checks/quick-check.ts';
import { measureThickness } from '../../../src-shared/geometry/checks/thickness.ts';
import { hollowPart } from '../../../src-shared/geometry/hollow/hollow-part.ts';
import { type Mesh, sizeOf } from '../../../src-shared/geometry/mesh/mesh.ts';
import { doubleArea } from '../../../src-shared/geometry/mesh/normal.ts';
import { withColoursOf } from '../../../src-shared/geometry/mesh/transfer-colours.ts';
import { weldMesh } from '../../../src-shared/geometry/mesh/weld.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import {
  makeBox,
  makeCube,
  makeIcosphere,
  makeTorus,
  turnInsideOut,
} from '../../fixtures/geometry/solids.ts';
import { corpusDir, corpusPresent } from '../../support/corpus.ts';
import { provideManifoldForTests } from '../../support/manifold.ts';
import { someOf } from '../../support/rounds.ts';

const options = { wall: 2, holeDiameter: 3, holes: 2 };

/** The volume of `makeCube(30)`. */
const topOfCube = Math.max(...makeCube(30).positions);

/** The cylinder that a hole cuts out of a flat wall. */
const plug = Math.PI * 1.5 ** 2 * 2;

const isOnTop = ({ positions }: Mesh, vertex: number): boolean =>
  Math.abs(positions[vertex * 3 + 2]! - topOfCube) < 1e-4;

async function expectSound(mesh: Mesh): Promise<void> {
  const checks = await checkMesh(mesh);
  expect(checks.watertight).toBe(true);
  expect(checks.findings.filter(({ severity }) => severity === 'fail')).toEqual([]);
  const { results } = await checkDeeper(mesh, { minWall: 1, escapeHole: 2, samples: 5000 });
  expect(results.filter(({ finding }) => finding?.severity === 'fail')).toEqual([]);
  const status = (kind: string) => results.find((result) => result.kind === kind)!.status;
  expect(status('self-intersections')).toBe('pass');
  expect(status('cavities')).toBe('pass');
}

describe('hollowing', () => {
  beforeAll(provideManifoldForTests);

  it('A cube becomes a shell of the asked thickness with two holes.', { tags: 'release' }, async () => {
    const { mesh, before, after, holes, cavities, thinnest } = await hollowPart(makeCube(30), options);
    expect(before).toBeCloseTo(27_000, 6);
    expect(cavities).toBe(1);
    expect(holes).toHaveLength(2);
    expect(holes[0]!.direction[2]).toBeLessThan(-0.99);
    expect(thinnest).toBeGreaterThanOrEqual(2 * 0.99);
    const shell = 30 ** 3 - 26 ** 3 - 2 * plug;
    expect(after / shell).toBeGreaterThan(0.99);
    expect(after / shell).toBeLessThan(1.03);
    // Flat sides need few faces; the rest are the round holes and the rounding of the inner edges.
    expect(mesh.indices.length / 3).toBeLessThan(10_000);
    await expectSound(mesh);
  });

  it('The two colours of one flat side stay where they were.', async () => {
    const { positions, indices } = makeCube(30);
    const face = [...indices.keys()].find(
      (i) => i % 3 === 0 && [0, 1, 2].every((k) => isOnTop({ positions, indices }, indices[i + k]!)),
    )!;
    const [a, b, c] = indices.subarray(face, face + 3) as unknown as [number, number, number];
    // A corner in the middle of the face, between three faces, one of which is dark.
    const middle = positions.length / 3;
    const centre = [0, 1, 2].map(
      (axis) => (positions[a * 3 + axis]! + positions[b * 3 + axis]! + positions[c * 3 + axis]!) / 3,
    );
    const others = [...indices.subarray(0, face), ...indices.subarray(face + 3)];
    const faces = Uint32Array.from([...others, a, b, middle, b, c, middle, c, a, middle]);
    const corners = new Uint8Array(faces.length * 4).fill(255);
    for (let i = corners.length - 12; i < corners.length; i += 4) corners.fill(0, i, i + 3);
    const coloured = {
      positions: Float64Array.from([...positions, ...centre]),
      indices: faces,
      colours: { corners, pictures: null },
    };
    const shell = await withColoursOf(coloured, (await hollowPart(coloured, { ...options, holes: 1 })).mesh);
    let [dark, all] = [0, 0];
    for (let i = 0; i < shell.indices.length; i += 3) {
      const vertices = [...shell.indices.subarray(i, i + 3)];
      if (!vertices.every((vertex) => isOnTop(shell, vertex))) continue;
      const area = doubleArea(shell.positions, vertices[0]! * 3, vertices[1]! * 3, vertices[2]! * 3) / 2;
      all += area;
      if (shell.colours!.corners[i * 4] === 0) dark += area;
    }
    expect(all).toBeCloseTo(900, 3);
    expect(dark).toBeCloseTo(150, 3);
  });

  it('A ball becomes a hollow ball, and its wall is nowhere thinner than asked.', {
    tags: 'release',
  }, async () => {
    const { mesh, after, thinnest } = await hollowPart(makeIcosphere(15, 5), options);
    const shell = (4 / 3) * Math.PI * (15 ** 3 - 13 ** 3) - 2 * plug;
    expect(after / shell).toBeGreaterThan(0.98);
    expect(after / shell).toBeLessThan(1.03);
    expect(thinnest).toBeGreaterThanOrEqual(2 * 0.99);
    await expectSound(mesh);
    const walls = await measureThickness(mesh, { limit: 2 * 0.95, samples: 20_000 });
    expect(walls.thinWalls.filter(({ isLarge }) => isLarge)).toEqual([]);
  });

  it('A ring keeps one cavity around, and two holes lie apart.', { tags: 'release' }, async () => {
    const { holes, cavities, mesh } = await hollowPart(makeTorus(30, 8, 96, 48), options);
    expect(cavities).toBe(1);
    const [a, b] = holes;
    expect(Math.hypot(...a!.point.map((value, axis) => value - b!.point[axis]!))).toBeGreaterThan(40);
    await expectSound(mesh);
  });

  it.skipIf(!corpusPresent || !existsSync(`${corpusDir}found`))(
    'A real part is hollowed to a manifold shell.',
    { tags: 'release' },
    async () => {
      const file = 'x-end-idler.stl';
      const { mesh } = await analyseModel(readFileSync(`${corpusDir}found/${file}`), file);
      const { mesh: shell, before, after, thinnest } = await hollowPart(mesh, { ...options, wall: 1.5 });
      const checks = await checkMesh(weldMesh({ ...shell, positions: Float32Array.from(shell.positions) }));
      expect(checks.watertight).toBe(true);
      expect(after).toBeLessThan(before * 0.8);
      expect(thinnest).toBeGreaterThanOrEqual(1.5 * 0.99);
    },
  );

  // The sums of cavity and holes had corners in one place, or a rounding apart.
  it.skipIf(!corpusPresent || !existsSync(`${corpusDir}found`)).each(
    someOf([
      ['found/ur5-collision-upperarm.stl', 0.02],
      ['found/ur5-collision-upperarm.stl', 0.04],
      ['prusa3d-PrusaSlicer/resources/shapes/M3_hex_nut.stl', 0.02],
    ] as const),
  )(
    '%s with a wall of %d of its length is written as a manifold file.',
    { tags: 'release' },
    async (file, share) => {
      const { mesh, measures } = await analyseModel(readFileSync(`${corpusDir}${file}`), file);
      const length = Math.max(...sizeOf(measures.bounds!));
      const wish = { wall: length * share, holeDiameter: length * share * 1.5, holes: 2 };
      const written = writeBinaryStl((await hollowPart(mesh, wish)).mesh);
      const { checks } = await analyseModel(written, 'shell.stl');
      expect(checks.watertight).toBe(true);
      expect(checks.findings).toEqual([]);
    },
  );

  it('A wall that leaves no room, or less than a hole needs, is refused.', async () => {
    await expect(hollowPart(makeCube(30), { ...options, wall: 15 })).rejects.toMatchObject({
      code: 'wall-too-thick',
    });
    const plate = makeBox([0, 0, 0], [50, 50, 6]);
    await expect(hollowPart(plate, options)).rejects.toMatchObject({ code: 'wall-too-thick' });
  });

  it('A part that is inside out is refused as that.', async () => {
    const inverted = turnInsideOut(makeCube(30));
    await expect(hollowPart(inverted, options)).rejects.toMatchObject({
      code: 'not-a-solid',
      message: 'The part is inside out. Repair the model first.',
    });
  });

  it('Hollowing stops when it is cancelled.', async () => {
    const signal = { aborted: false };
    const onProgress = (): void => {
      signal.aborted = true;
    };
    await expect(hollowPart(makeCube(30), { ...options, signal, onProgress })).rejects.toThrow(/Stopped/);
  });
});
