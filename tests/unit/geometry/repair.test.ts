import { beforeAll, describe, expect, it } from 'vitest';
import type { ChangeKind } from '../../../src-shared/geometry/audit/audit.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { measureMesh } from '../../../src-shared/geometry/measure/measure.ts';
import type { Mesh, Vector } from '../../../src-shared/geometry/mesh/mesh.ts';
import { weldMesh } from '../../../src-shared/geometry/mesh/weld.ts';
import {
  type RepairOptions,
  type RepairResult,
  repairMesh,
} from '../../../src-shared/geometry/repair/repair.ts';
import { leastAreaSurface } from '../../../src-shared/geometry/repair/span-ring.ts';
import { splitShells } from '../../../src-shared/geometry/repair/split-shells.ts';
import { makeSamplePart } from '../../../src-shared/geometry/shapes/sample-part.ts';
import {
  joinMeshes,
  makeBox,
  makeCube,
  makeCylinder,
  makeIcosphere,
  makeTorus,
  moveMesh,
  turnInsideOut,
} from '../../fixtures/geometry/solids.ts';
import { provideManifoldForTests } from '../../support/manifold.ts';

const seed = 20261123;

beforeAll(provideManifoldForTests);

const facesOf = ({ indices }: Mesh): number[][] =>
  Array.from({ length: indices.length / 3 }, (_, face) => [...indices.slice(face * 3, face * 3 + 3)]);
const withFaces = (mesh: Mesh, change: (faces: number[][]) => number[][]): Mesh => ({
  positions: mesh.positions,
  indices: Uint32Array.from(change(facesOf(mesh)).flat()),
});
const opened = (mesh: Mesh): Mesh => withFaces(mesh, (faces) => faces.slice(1));
const flip = ([a, b, c]: number[]): number[] => [a!, c!, b!];

/** Every triangle with corners of its own, as in an STL that nobody welded. */
const unwelded = ({ positions, indices }: Mesh): Mesh => ({
  positions: Float64Array.from([...indices].flatMap((v) => [...positions.slice(v * 3, v * 3 + 3)])),
  indices: Uint32Array.from(indices.keys()),
});

/** Numbers from 0 to 1, the same for the same start. */
function evenly(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

async function repair(mesh: Mesh, options: RepairOptions = {}): Promise<RepairResult> {
  const result = await repairMesh(mesh, { isExact: true, ...options });
  for (const { text, count } of result.changes) {
    expect(englishGeometryText(text)).toMatch(/^[A-Z].*\.$/);
    expect(count).toBeGreaterThan(0);
  }
  for (const text of result.left) expect(englishGeometryText(text)).toMatch(/^[A-Z0-9].*\.$/);
  expect(result.after).toEqual(result.changes.length === 0 ? result.before : measureMesh(result.mesh));
  if (!result.changes.some(({ kind }) => kind === 'flipped-parts')) {
    const { volumeBand, ...before } = measureMesh(mesh);
    expect(result.before).toMatchObject(before);
    if (volumeBand) expect(result.before.volumeBand!.low).toBeLessThanOrEqual(volumeBand.low);
  }
  return result;
}

const kinds = ({ changes }: RepairResult): Partial<Record<ChangeKind, number>> =>
  Object.fromEntries(changes.map(({ kind, count }) => [kind, count]));

const isSound = ({ checks }: RepairResult): void => {
  expect(checks).toMatchObject({ watertight: true, findings: [] });
};

describe('repair', () => {
  it.each([
    ['a cube', makeCube(10)],
    ['the sample gear', weldMesh(makeSamplePart().mesh)],
    [
      'a cube with a cavity',
      weldMesh(joinMeshes([makeCube(10), moveMesh(turnInsideOut(makeCube(4)), [3, 3, 3])])),
    ],
    ['two parts apart', weldMesh(joinMeshes([makeCube(10), moveMesh(makeTorus(5, 2, 40, 20), [30, 0, 0])]))],
    ['parts that touch', weldMesh(joinMeshes([makeCube(10), moveMesh(makeCube(10), [10, 3, 2])]))],
    ['nothing', { positions: new Float32Array(0), indices: new Uint32Array(0) }],
  ])('Repair leaves %s as it is.', async (_what, mesh) => {
    const result = await repair(mesh);
    expect(result.mesh).toBe(mesh);
    expect(result.changes).toEqual([]);
    expect(result.left).toEqual([]);
    expect(result.after).toEqual(result.before);
  });

  it('Repair closes holes in a ball to within the volume that the holes can hide.', async () => {
    const ball = makeIcosphere(10, 4);
    const random = evenly(seed);
    const gone = new Set(Array.from({ length: 60 }, () => Math.floor(random() * 5120)));
    const holed = withFaces(ball, (faces) => faces.filter((_, i) => !gone.has(i)));
    const result = await repair(holed);
    isSound(result);
    expect(kinds(result)['filled-holes']).toBeGreaterThan(20);
    const whole = measureMesh(ball).volume;
    // A lid lies within the caps over its hole: here at most a few triangles wide.
    expect(result.after.volume).toBeLessThanOrEqual(whole * (1 + 1e-12));
    expect(result.after.volume).toBeGreaterThan(whole * (1 - 2e-3));
    expect(result.after.triangles).toBeLessThanOrEqual(5120);
  });

  it('Repair restores single missing triangles exactly.', async () => {
    const gear = weldMesh(makeSamplePart().mesh);
    const holed = withFaces(gear, (faces) => faces.filter((_, i) => i % 401 !== 7));
    const result = await repair(holed);
    isSound(result);
    expect(result.after.triangles).toBe(gear.indices.length / 3);
    expect(result.after.volume / measureMesh(gear).volume).toBeCloseTo(1, 12);
  });

  it('Repair closes large flat, concave holes: a gear without one of its faces.', async () => {
    const gear = weldMesh(makeSamplePart().mesh);
    // All faces of the lower rim lie in z = 0 and point down.
    const isLower = ([a, b, c]: number[]): boolean =>
      [a!, b!, c!].every(
        (v) =>
          gear.positions[v * 3 + 2] === 0 &&
          Math.hypot(gear.positions[v * 3]!, gear.positions[v * 3 + 1]!) < 12,
      );
    const open = withFaces(gear, (faces) => faces.filter((face) => !isLower(face)));
    expect(open.indices.length).toBeLessThan(gear.indices.length);
    const result = await repair(open);
    expect(result.checks.findings.filter(({ kind }) => kind === 'open-edges')).toEqual([]);
  });

  it('Repair spans a ring that is not convex without going beyond it.', async () => {
    // A flat L of 8 x 8 without 5 x 5, some corners on its sides; every fan from one of them covers too much.
    const outline = [
      [0, 0],
      [4, 0],
      [8, 0],
      [8, 3],
      [5, 3],
      [3, 3],
      [3, 5],
      [3, 8],
      [0, 8],
      [0, 4],
    ];
    const ring = Float64Array.from(outline.flatMap(([x, y]) => [x!, y!, 0]));
    const rolled = (by: number): Float64Array =>
      Float64Array.from([...ring.slice(by * 3), ...ring.slice(0, by * 3)]);
    for (let by = 0; by < outline.length; by++) {
      const points = rolled(by);
      const faces = leastAreaSurface(points, () => true)!;
      expect(faces).toHaveLength((outline.length - 2) * 3);
      const { area } = measureMesh({ positions: points, indices: Uint32Array.from(faces) });
      expect(area).toBeCloseTo(64 - 25, 9);
    }
    // If the obvious ways are taken, others are found, or none.
    expect(leastAreaSurface(ring, (a, b) => a !== 3 && b !== 3)).not.toBeNull();
    expect(leastAreaSurface(ring, () => false)).toBeNull();
  });

  it('Repair closes a long hole around a bent pipe.', { tags: 'release' }, async () => {
    const ring = makeTorus(20, 5, 200, 60);
    // A strip of faces along the whole ring is missing: two rings of 200 open edges each, or one wide gap.
    const cut = withFaces(makeCylinder(10, 40, 300), (faces) => faces.filter((_, i) => i % 4 !== 2));
    const lidless = await repair(cut);
    isSound(lidless);
    expect(lidless.after.volume).toBeCloseTo(measureMesh(makeCylinder(10, 40, 300)).volume, 6);
    const notched = withFaces(ring, (faces) =>
      faces.filter((_, i) => Math.floor(i / 2) % 60 !== 3 || i > 11_000),
    );
    const closed = await repair(notched);
    isSound(closed);
    expect(closed.after.volume / measureMesh(ring).volume).toBeCloseTo(1, 1);
  });

  it('Repair adds no lid to an open sheet or half a ball.', { tags: 'release' }, async () => {
    for (const open of [
      withFaces(makeBox([0, 0, 0], [10, 10, 1]), (faces) => faces.slice(0, 2)),
      withFaces(makeIcosphere(10, 3), (faces) =>
        faces.filter((face) => face.every((v) => makeIcosphere(10, 3).positions[v * 3 + 2]! > -1)),
      ),
      { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) },
    ]) {
      const result = await repair(open);
      expect(result.mesh).toBe(open);
      expect(result.left).toHaveLength(1);
    }
  });

  it('Repair flips flipped faces and inside-out parts.', async () => {
    const ball = makeIcosphere(10, 3);
    const mixed = withFaces(ball, (faces) => faces.map((face, i) => (i % 7 === 0 ? flip(face) : face)));
    const result = await repair(mixed);
    isSound(result);
    expect(kinds(result)).toEqual({ 'flipped-faces': Math.ceil(1280 / 7) });
    expect(result.after.volume).toBeCloseTo(measureMesh(ball).volume, 9);
    const inverted = await repair(turnInsideOut(ball));
    expect(kinds(inverted)).toEqual({ 'flipped-parts': 1 });
    expect(inverted.after.volume).toBeCloseTo(measureMesh(ball).volume, 9);
  });

  it.each([
    ['all of it inside out', [true, true, true]],
    ['only the outer shell', [true, false, false]],
    ['only the part in the cavity', [false, false, true]],
  ] as const)('Repair keeps cavities hollow and the parts in them solid: %s', async (_what, inverted) => {
    const shells = [
      makeCube(50),
      moveMesh(turnInsideOut(makeCube(40)), [5, 5, 5]),
      moveMesh(makeCube(4), [20, 20, 20]),
    ].map((shell, i) => (inverted[i] ? turnInsideOut(shell) : shell));
    const nested = weldMesh(joinMeshes(shells));
    const result = await repair(nested, { joinOverlaps: false });
    isSound(result);
    expect(result.after.volume).toBeCloseTo(50 ** 3 - 40 ** 3 + 4 ** 3, 6);
  });

  it('Repair removes duplicate and empty faces without opening the surface.', async () => {
    const cube = makeCube(10);
    const positions = Float64Array.from([...cube.positions, 5, 0, 0]);
    // The edge from corner 0 to corner 1 has a corner 8 on it: an empty face fills the crack.
    const cracked = {
      positions,
      indices: Uint32Array.from([
        ...facesOf(cube).flatMap((face) => {
          const at = face.findIndex((v, i) => v === 0 && face[(i + 1) % 3] === 1);
          if (at < 0) return face;
          const last = face[(at + 2) % 3]!;
          return [0, 8, last, 8, 1, last];
        }),
        0,
        1,
        8,
      ]),
    };
    const result = await repair(cracked);
    isSound(result);
    expect(kinds(result)).toEqual({ 'dropped-degenerate-faces': 1 });
    expect(result.after.volume).toBeCloseTo(1000, 12);
    const doubled = withFaces(cube, (faces) => [...faces, faces[3]!, [...faces[5]!.slice(1), faces[5]![0]!]]);
    const single = await repair(doubled);
    isSound(single);
    expect(kinds(single)).toEqual({ 'dropped-duplicate-faces': 2 });
    // A wall of two faces back to back within a part encloses nothing.
    const stacked = weldMesh(joinMeshes([cube, moveMesh(cube, [0, 0, 10])]));
    const joined = await repair(stacked);
    isSound(joined);
    expect(kinds(joined)['dropped-duplicate-faces']).toBe(4);
    expect(joined.after.volume).toBeCloseTo(2000, 9);
  });

  it.each([
    ['a closed box', makeBox([0, 0, 0], [30, 20, 10]), 6000],
    [
      'a ball beside a part that is well',
      joinMeshes([makeIcosphere(5, 2), moveMesh(makeCube(9), [20, 0, 0])]),
      null,
    ],
  ])(
    'A surface that was written with both of its sides keeps the outer one: %s.',
    async (_name, part, volume) => {
      const sides = volume === null ? 320 : part.indices.length / 3;
      const doubled = withFaces(part, (faces) => [...faces, ...faces.slice(0, sides).map(flip)]);
      const result = await repair(doubled);
      isSound(result);
      expect(kinds(result)['dropped-duplicate-faces']).toBe(sides);
      expect(result.after.volume).toBeCloseTo(volume ?? measureMesh(part).volume, 9);
    },
  );

  it('Repair welds corners, and closes gaps that rounding left.', async () => {
    const ball = makeIcosphere(10, 3);
    const loose = await repair(unwelded(ball));
    isSound(loose);
    expect(loose.changes).toEqual([]);
    const random = evenly(seed);
    const shaken = unwelded(ball);
    const positions = Float64Array.from(shaken.positions, (value) => value + (random() - 0.5) * 1e-5);
    const result = await repair({ ...shaken, positions });
    isSound(result);
    expect(Object.keys(kinds(result))).toEqual(['closed-gaps']);
    expect(result.after.volume).toBeCloseTo(measureMesh(ball).volume, 2);
    const twice = Float64Array.from(
      [...positions, ...positions.slice(0, 90)].map((x, i) => x + (i % 2) * 1e-6),
    );
    const doubled = await repair({
      positions: twice,
      indices: Uint32Array.from({ length: twice.length / 3 }, (_, i) => i),
    });
    isSound(doubled);
    expect(kinds(doubled)['dropped-duplicate-faces']).toBe(10);
    const untouched = await repair({ ...shaken, positions }, { tolerance: 1e-9 });
    expect(untouched.checks.watertight).toBe(false);
  });

  it.each([
    ['two cubes at a corner', [makeCube(10), moveMesh(makeCube(10), [5, 5, 5])], 2000 - 125, 2],
    ['two cubes pushed into each other', [makeCube(10), moveMesh(makeCube(10), [4, 0, 0])], 1400, 2],
    ['a cube within a cube', [makeCube(10), moveMesh(makeCube(4), [3, 3, 3])], 1000, 2],
    [
      'a bar through a hollow cube',
      [makeCube(20), moveMesh(turnInsideOut(makeCube(10)), [5, 5, 5]), makeBox([-5, 8, 8], [25, 12, 12])],
      8000 - 1000 + 10 * 16 + 10 * 16,
      2,
    ],
  ])('Repair makes exactly one solid of %s.', async (_what, shells, volume, parts) => {
    const result = await repair(weldMesh(joinMeshes(shells as Mesh[])));
    expect(result.checks.findings).toEqual([]);
    expect(kinds(result)['joined-parts']).toBe(parts);
    expect(result.after.volume).toBeCloseTo(volume as number, 3);
    const asModelled = await repair(weldMesh(joinMeshes(shells as Mesh[])), { joinOverlaps: false });
    expect(asModelled.changes).toEqual([]);
  });

  it('Repair opens a cavity that breaks through the surface.', async () => {
    const ball = makeIcosphere(10, 4);
    const cavity = turnInsideOut(makeBox([3, 3, 3], [9, 9, 9]));
    const result = await repair(weldMesh(joinMeshes([ball, cavity])));
    isSound(result);
    expect(kinds(result)).toEqual({ 'joined-parts': 1 });
    const whole = measureMesh(ball).volume;
    expect(result.after.volume).toBeLessThan(whole - 50);
    expect(result.after.volume).toBeGreaterThan(whole - 216);
  });

  it('Repair leaves parts alone that overlap nothing, and parts in cavities.', async () => {
    const far = moveMesh(makeIcosphere(3, 3), [0.1, 0.2, 100.3]);
    const overlapping = [makeCube(10), moveMesh(makeCube(10), [5, 5, 5])];
    const result = await repair(weldMesh(joinMeshes([far, ...overlapping])));
    const [first] = await splitShells(result.mesh);
    expect(first!.indices).toEqual(weldMesh(far).indices);
    expect([...first!.positions]).toEqual([...weldMesh(far).positions]);
    const caged = weldMesh(
      joinMeshes([
        makeCube(50),
        moveMesh(turnInsideOut(makeCube(40)), [5, 5, 5]),
        moveMesh(makeCube(4), [20, 20, 20]),
      ]),
    );
    expect((await repair(caged)).changes).toEqual([]);
  });

  it('Repair ends for coordinates of any size.', async () => {
    for (const [far, size] of [
      [1e20, 1e5],
      [1e300, 1e290],
      [0, 1e-300],
      [1e30, 1e30],
    ] as const) {
      const solid = moveMesh(opened(makeCube(size)), [far, -far, far]);
      const result = await repairMesh(unwelded(solid), { joinOverlaps: true });
      expect(result.mesh.positions.every(Number.isFinite)).toBe(true);
    }
  });

  it('Repair reports a surface that intersects itself and leaves it.', async () => {
    const result = await repair(makeTorus(10, 11, 80, 60));
    expect(result.changes).toEqual([]);
    expect(result.left).toHaveLength(1);
    expect(result.left[0]!.key).toBe('geometry.stillCrossing');
  });

  it('Repair makes all changes at once and counts them.', async () => {
    const ball = makeIcosphere(10, 3);
    const broken = unwelded(
      withFaces(ball, (faces) => [
        ...faces.slice(1).map((face, i) => (i === 500 ? flip(face) : face)),
        faces[9]!,
      ]),
    );
    const result = await repair(joinMeshes([broken, moveMesh(makeCube(10), [5, 0, 0])]));
    isSound(result);
    expect(Object.keys(kinds(result)).toSorted()).toEqual(
      ['dropped-duplicate-faces', 'filled-holes', 'joined-parts', 'flipped-faces'].toSorted(),
    );
    expect(result.checks.shells).toBe(1);
  });

  it('A second repair changes nothing.', async () => {
    const holed = withFaces(makeIcosphere(10, 3), (faces) => faces.filter((_, i) => i % 50 !== 3));
    const { mesh } = await repair(holed);
    const again = await repair(mesh);
    expect(again.mesh).toBe(mesh);
  });

  it('Repair stops when aborted.', async () => {
    const signal = { aborted: false };
    const stopped = repairMesh(makeIcosphere(5, 6), {
      signal,
      onProgress: (fraction) => {
        signal.aborted = fraction > 0.4;
      },
    });
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('splitting into parts', () => {
  it('Splitting gives each part with its cavities.', async () => {
    const hollow = joinMeshes([makeCube(20), moveMesh(turnInsideOut(makeCube(10)), [5, 5, 5])]);
    const nut = moveMesh(makeCube(2), [9, 9, 9]);
    const away = moveMesh(makeTorus(5, 1, 30, 12), [50, 0, 0]);
    const parts = await splitShells(weldMesh(joinMeshes([hollow, nut, away])));
    expect(parts.map((part) => Math.round(measureMesh(part).volume))).toEqual([
      7000,
      8,
      Math.round(measureMesh(away).volume),
    ]);
    expect(parts.map((part) => part.positions.length / 3)).toEqual([16, 8, 360]);
  });

  it('Splitting separates cubes that touch at a corner, and keeps every triangle.', async () => {
    const touching = weldMesh(joinMeshes([makeCube(10), moveMesh(makeCube(10), [10, 10, 10] as Vector)]));
    const parts = await splitShells(touching);
    expect(parts.map(({ indices }) => indices.length / 3)).toEqual([12, 12]);
    expect(await splitShells({ positions: new Float32Array(0), indices: new Uint32Array(0) })).toEqual([]);
  });
});
