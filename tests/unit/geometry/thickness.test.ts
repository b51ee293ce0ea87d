import { describe, expect, it } from 'vitest';
import { measureThickness } from '../../../src-shared/geometry/checks/thickness.ts';
import type { Mesh, Vector } from '../../../src-shared/geometry/mesh/mesh.ts';
import { makeSamplePart } from '../../../src-shared/geometry/shapes/sample-part.ts';
import {
  joinMeshes,
  makeBox,
  makeCube,
  makeCylinder,
  makeIcosphere,
  moveMesh,
  turnInsideOut,
} from '../../fixtures/geometry/solids.ts';
import { rotateMesh, rotationAbout } from '../../support/rotate-mesh.ts';
import { someOf } from '../../support/rounds.ts';

const askew = rotationAbout([1, 2, 3], 0.7);

/** A right prism over the triangle (0, 0), (long, 0), (0, high), `width` deep: a wedge towards (long, 0). */
const wedge = (long: number, high: number, width: number): Mesh => ({
  positions: Float64Array.of(0, 0, 0, long, 0, 0, 0, 0, high, 0, width, 0, long, width, 0, 0, width, high),
  indices: Uint32Array.of(0, 1, 2, 3, 5, 4, 0, 3, 4, 0, 4, 1, 1, 4, 5, 1, 5, 2, 0, 2, 5, 0, 5, 3),
});

/** 40 long, with this angle at its edge. */
const wedgeOf = (degrees: number): Mesh => wedge(40, 40 * Math.tan((degrees * Math.PI) / 180), 15);

/** A tube of 96 segments, closed. */
function coneOf(radius: number, height: number): Mesh {
  const around = 96;
  const positions = [0, 0, 0, 0, 0, height];
  const indices: number[] = [];
  for (let i = 0; i < around; i++) {
    const angle = (2 * Math.PI * i) / around;
    positions.push(radius * Math.cos(angle), radius * Math.sin(angle), 0);
    const [a, b] = [2 + i, 2 + ((i + 1) % around)];
    indices.push(0, b, a, 1, a, b);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

describe('wall thickness', () => {
  it.each(
    someOf([
      ['as modelled', (mesh: Mesh) => mesh],
      ['askew', (mesh: Mesh) => rotateMesh(mesh, askew)],
      ['far away', (mesh: Mesh) => moveMesh(mesh, [5e5, -5e5, 5e5])],
      ['tiny', (mesh: Mesh) => ({ ...mesh, positions: mesh.positions.map((value) => value * 1e-6) })],
    ]),
  )('The wall thickness of a thin plate is its thickness: %s', async (_what, place) => {
    const plate = place(makeBox([0, 0, 0], [100, 60, 0.7]));
    const unit = _what === 'tiny' ? 1e-6 : 1;
    const map = await measureThickness(plate, { limit: 0.8 * unit, samples: 20_000 });
    expect(map.thinnest!.thickness / unit).toBeCloseTo(0.7, 6);
    // The two large sides, and not the narrow ones, which are 60 and 100 apart.
    expect([...map.thinFaces]).toEqual([0, 1, 2, 3]);
    const large = 2 * 100 * 60;
    expect(map.thinShare).toBeCloseTo(large / (large + 2 * 0.7 * 160), 3);
    expect(map.sampledShare).toBe(1);
    expect((await measureThickness(plate, { limit: 0.6 * unit, samples: 20_000 })).thinFaces).toHaveLength(0);
  });

  it.each(someOf([0.3, 0.7, 0.9, 1.1]))(
    'A wall as thick as the limit is not below it, however the file rounds: %s mm.',
    async (limit) => {
      for (const from of [0, 10, 300]) {
        const { positions, indices } = makeBox([0, 0, from], [40, 30, from + limit]);
        const rounded = { positions: Float32Array.from(positions), indices };
        const map = await measureThickness(rounded, { limit, samples: 20_000 });
        expect(map.thinFaces).toHaveLength(0);
        expect(map.wallFrom).toBeGreaterThan(limit);
      }
      const thinner = makeBox([0, 0, 0], [40, 30, limit * 0.994]);
      expect((await measureThickness(thinner, { limit, samples: 20_000 })).thinFaces).toHaveLength(4);
    },
  );

  it('Nor is the wall of a tube whose facets are nearer than its corners.', async () => {
    const facets = 36;
    const circle = (radius: number, z: number) =>
      Array.from({ length: facets }, (_, i) => {
        const angle = (2 * Math.PI * i) / facets;
        return [radius * Math.cos(angle), radius * Math.sin(angle), z];
      }).flat();
    const positions = Float64Array.from(
      [circle(10, 0), circle(10, 30), circle(9.3, 30), circle(9.3, 0)].flat(),
    );
    const indices = [0, 1, 2, 3].flatMap((ring) =>
      Array.from({ length: facets }, (_, i) => {
        const [a, b] = [i, (i + 1) % facets];
        const [low, high] = [ring * facets, ((ring + 1) % 4) * facets];
        return [low + a, low + b, high + b, low + a, high + b, high + a];
      }).flat(),
    );
    const tube = { positions, indices: Uint32Array.from(indices) };
    const at = (limit: number) => measureThickness(tube, { limit, samples: 20_000 });
    const map = await at(0.7);
    expect(map.thinnest!.thickness).toBeLessThan(0.6975);
    expect(map.thinFaces).toHaveLength(0);
    expect((await at(0.71)).thinFaces.length).toBeGreaterThan(100);
  });

  it('The wall thickness of a cube is its side on every face, also near its edges.', async () => {
    const map = await measureThickness(makeCube(10), { limit: 9.99, samples: 5000 });
    expect(map.points.thickness.every((value) => Math.abs(value - 10) < 1e-6)).toBe(true);
    expect(map.thinShare).toBe(0);
    expect(map.thinShareAtMost).toBeCloseTo(3 / 5000, 12);
  });

  it('The wall thickness of a hollow ball is the distance between its surfaces.', async () => {
    const hollow = joinMeshes([makeIcosphere(20, 5), turnInsideOut(makeIcosphere(18.5, 5))]);
    const map = await measureThickness(hollow, { limit: 1, samples: 20_000 });
    expect(map.thinnest!.thickness).toBeGreaterThan(1.49);
    expect(map.thinnest!.thickness).toBeLessThan(1.51);
    const values = [...map.points.thickness].filter((value) => !Number.isNaN(value));
    expect(Math.max(...values)).toBeLessThan(1.53);
  });

  it('A wedge is thin only towards its edge, in the calculated share.', async () => {
    const map = await measureThickness(wedge(40, 10, 15), { limit: 1, samples: 60_000 });
    const slope = 10 / 40;
    // From the bottom the wall ends where (40 - x) * slope < 1; from the slope the ray is steeper.
    const fromBottom = 15 * (1 / slope);
    const leaning = Math.atan(slope);
    // A ray from the slope, square to it, reaches the bottom after height / cos(leaning).
    const fromSlope = 15 * ((1 * Math.cos(leaning)) / slope) * (1 / Math.cos(leaning));
    const area = 40 * 10 + 40 * 15 + 10 * 15 + Math.hypot(40, 10) * 15;
    expect(map.thinShare).toBeCloseTo((fromBottom + fromSlope) / area, 2);
    expect(map.thinnest!.point[0]).toBeGreaterThan(36);
  });

  it('Points beside an edge of a solid bar do not count as walls.', async () => {
    // An equilateral prism has no walls below its height, though rays near its edges are short.
    const bar = makeCylinder(10, 100, 3);
    const map = await measureThickness(bar, { limit: 5, samples: 20_000 });
    expect(map.thinFaces).toHaveLength(0);
  });

  it('One thin fin on a thick block is found with its place.', async () => {
    const fin = moveMesh(makeBox([0, 0, 0], [0.3, 20, 8]), [30, 10, 40]);
    const map = await measureThickness(joinMeshes([makeCube(40), fin]), { limit: 0.5 });
    expect(map.thinFaces.length).toBe(4);
    for (const face of map.thinFaces) expect(face).toBeGreaterThanOrEqual(12);
    const [x, y, z] = map.thinnest!.point as Vector;
    expect([x >= 30 && x <= 30.3, y >= 10 && y <= 30, z >= 40 && z <= 48]).toEqual([true, true, true]);
    expect(map.thinnest!.thickness).toBeCloseTo(0.3, 6);
  });

  it('Wall thickness is the same for every run, and its coverage is stated.', async () => {
    const gear = makeSamplePart().mesh;
    const options = { limit: 2, samples: 3000, seed: 7 };
    const map = await measureThickness(gear, options);
    expect(await measureThickness(gear, options)).toEqual(map);
    expect(map.sampledShare).toBeGreaterThan(0.5);
    expect(map.sampledShare).toBeLessThan(1);
    expect(map.spacing).toBeCloseTo(Math.sqrt(gearArea(gear) / 3000), 9);
    expect(map.thinShareAtMost).toBeGreaterThan(map.thinShare);
    const other = await measureThickness(gear, { ...options, seed: 8 });
    expect(other.thinShare).toBeCloseTo(map.thinShare, 1);
  });

  it.each(
    someOf([
      ['a plate', makeBox([0, 0, 0], [30, 20, 0.5]), 0.5],
      ['a hollow ball', joinMeshes([makeIcosphere(10, 5), turnInsideOut(makeIcosphere(9.5, 5))]), 0.4975],
      [
        'a fin on a block',
        joinMeshes([makeBox([0, 0, 0], [60, 60, 60]), makeBox([10, 10, 60], [10.5, 30, 75])]),
        0.5,
      ],
    ] as const),
  )('The region of a thin wall is found with its area: %s.', async (_what, mesh, thinnest) => {
    const { thinWalls, thinShare } = await measureThickness(mesh, { limit: 0.8 });
    expect(thinWalls[0]).toMatchObject({ isLarge: true });
    expect(thinWalls[0]!.thinnest).toBeGreaterThan(thinnest * 0.98);
    expect(thinWalls[0]!.thinnest).toBeLessThan(thinnest * 1.02);
    expect(thinWalls[0]!.share).toBeCloseTo(thinShare, 1);
  });

  it.each(
    someOf([
      ...[5, 10, 15, 19, 30, 45].map((angle) => [`a wedge of ${angle} degrees`, wedgeOf(angle)] as const),
      ...[2, 5, 15, 30].map((radius) => [`a cone of radius ${radius}`, coneOf(radius, 30)] as const),
      ['a ball', makeIcosphere(10, 4)],
      ['a cube', makeCube(20)],
    ] as const),
  )('Edges and tips are no thin walls: %s.', async (_what, mesh) => {
    const { thinWalls } = await measureThickness(mesh, { limit: 0.8 });
    expect(thinWalls.filter(({ isLarge }) => isLarge)).toEqual([]);
  });

  it('An empty mesh has no wall thickness.', async () => {
    const nothing = { positions: new Float32Array(0), indices: new Uint32Array(0) };
    expect(await measureThickness(nothing, { limit: 1 })).toMatchObject({
      samples: 0,
      thinnest: null,
      thinShareAtMost: 1,
    });
  });

  it('Measuring wall thickness stops when aborted.', async () => {
    const signal = { aborted: false };
    const stopped = measureThickness(makeIcosphere(5, 5), {
      limit: 1,
      signal,
      onProgress: (fraction) => {
        signal.aborted = fraction > 0.3;
      },
    });
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  });
});

function gearArea({ positions, indices }: Mesh): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [
      ...positions.slice(indices[i + k]! * 3, indices[i + k]! * 3 + 3),
    ]);
    const [u, v] = [b!.map((x, k) => x - a![k]!), c!.map((x, k) => x - a![k]!)];
    sum +=
      Math.hypot(
        u[1]! * v[2]! - u[2]! * v[1]!,
        u[2]! * v[0]! - u[0]! * v[2]!,
        u[0]! * v[1]! - u[1]! * v[0]!,
      ) / 2;
  }
  return sum;
}
