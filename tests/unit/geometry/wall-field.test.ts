import { describe, expect, it } from 'vitest';
import { drawWalls } from '../../../src-renderer/geometry/wall-drawing.ts';
import { measureThickness } from '../../../src-shared/geometry/checks/thickness.ts';
import { WallField } from '../../../src-shared/geometry/checks/wall-field.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { makeBox, makeCylinder } from '../../fixtures/geometry/solids.ts';

/**
 * A right prism, 100 wide and 20 deep: `thin` high at its left end, `thick` at its right. Eight corners, 12
 * triangles.
 */
function ramp(thin: number, thick: number): Mesh {
  const { indices } = makeBox([0, 0, 0], [100, 20, 1]);
  const positions = makeBox([0, 0, 0], [100, 20, 1]).positions.map((value, i, all) =>
    i % 3 === 2 && value === 1 ? (all[i - 2]! === 0 ? thin : thick) : value,
  );
  return { positions: Float32Array.from(positions), indices };
}

async function measured(mesh: Mesh, samples = 40_000) {
  const map = await measureThickness(mesh, { limit: 1, samples });
  const drawn = {
    positions: Float32Array.from(mesh.positions),
    indices: mesh.indices,
    origin: [0, 0, 0] as const,
  };
  const { points, spacing } = map;
  return {
    map,
    field: new WallField(mesh, points, spacing),
    draw: (mostMore?: number) => drawWalls({ mesh: drawn, points, spacing }, undefined, mostMore),
  };
}

const areaOf = (positions: Float32Array): number => {
  let sum = 0;
  for (let i = 0; i < positions.length; i += 9) {
    const [ux, uy, uz] = [0, 1, 2].map((k) => positions[i + 3 + k]! - positions[i + k]!);
    const [vx, vy, vz] = [0, 1, 2].map((k) => positions[i + 6 + k]! - positions[i + k]!);
    sum += Math.hypot(uy! * vz! - uz! * vy!, uz! * vx! - ux! * vz!, ux! * vy! - uy! * vx!) / 2;
  }
  return sum;
};

describe('the thickness at a point', () => {
  it('The thickness at any point of a plate is its thickness, with as sure a range.', async () => {
    const { field, map } = await measured(makeBox([0, 0, 0], [50, 30, 0.7]));
    for (const [x, y] of [
      [25, 15],
      [0.01, 0.01],
      [49, 29.9],
    ] as const) {
      const here = field.at(x, y, 0.7, 0, 0, 1)!;
      expect(here.thickness).toBeCloseTo(0.7, 5);
      expect([here.least, here.most]).toEqual([expect.closeTo(0.7, 5), expect.closeTo(0.7, 5)]);
      expect(here.samples).toBeGreaterThan(0);
      expect(here.reach).toBeCloseTo(2 * map.spacing, 9);
    }
  });

  it('The thickness at a point of a ramp grows along it.', async () => {
    const { field, map } = await measured(ramp(1, 5));
    for (const x of [5, 20, 40, 60, 80, 95]) {
      const here = field.at(x, 10, 0, 0, 0, -1)!;
      const exact = 1 + (4 * x) / 100;
      expect(Math.abs(here.thickness - exact)).toBeLessThan((4 / 100) * map.spacing);
      expect(here.least).toBeLessThanOrEqual(exact);
      expect(here.most).toBeGreaterThanOrEqual(exact);
    }
  });

  it('The thickness at a point mixes no walls across a sharp edge or through the part.', async () => {
    const { field } = await measured(makeBox([0, 0, 0], [40, 20, 3]));
    expect(field.at(39.99, 10, 3, 0, 0, 1)!.thickness).toBeCloseTo(3, 5);
    expect(field.at(40, 10, 2.99, 1, 0, 0)!.thickness).toBeCloseTo(40, 3);
  });

  it('The thickness at a point far from every sample is not known.', async () => {
    const { field } = await measured(makeBox([0, 0, 0], [40, 20, 3]));
    expect(field.at(20, 10, 30, 0, 0, 1)).toBeNull();
    // A side that points elsewhere says nothing about this one.
    expect(field.at(20, 10, 3, 1, 0, 0)).toBeNull();
  });

  it('The thickness at a point without a facing side is not a number.', async () => {
    // From the sides of an equilateral prism, rays leave through sides that lean 60 degrees.
    const { field } = await measured(makeCylinder(10, 100, 3));
    const here = field.at(-5, 0, 50, -1, 0, 0);
    expect(here!.thickness).toBeNaN();
    expect(here!.samples).toBe(0);
  });
});

describe('the map of the walls', () => {
  it('The wall map of two large triangles shows the thickness where it is.', {
    tags: 'release',
  }, async () => {
    const { draw, map } = await measured(ramp(1, 5));
    const { positions, thickness, isKnown } = draw();
    expect(thickness).toHaveLength(positions.length / 3);
    let worst = 0;
    let asked = 0;
    let unknown = 0;
    for (let corner = 0; corner < thickness.length; corner++) {
      const [x, y, z] = positions.subarray(corner * 3, corner * 3 + 3) as unknown as number[];
      // Only the bottom: from the narrow end, rays leave through the leaning top.
      if (z !== 0 || y! < 1 || y! > 19 || x! < 1 || x! > 99) continue;
      if (isKnown[corner] === 0) unknown++;
      worst = Math.max(worst, Math.abs(thickness[corner]! - (1 + (4 * x!) / 100)));
      asked++;
    }
    expect(unknown).toBe(0);
    expect(asked).toBeGreaterThan(1000);
    // One value for the whole side would be off by 2.
    expect(worst).toBeLessThan((4 / 100) * map.spacing);
  });

  it('The wall map covers the same surface without cracks, in bounded pieces.', async () => {
    const mesh = makeCylinder(0.5, 300, 16);
    const { draw } = await measured(mesh, 10_000);
    const exact = areaOf(
      Float32Array.from([...mesh.indices].flatMap((i) => [...mesh.positions.subarray(i * 3, i * 3 + 3)])),
    );
    for (const mostMore of [100, 5000, 40_000]) {
      const { positions } = draw(mostMore);
      const pieces = positions.length / 9;
      expect(pieces).toBeLessThanOrEqual(mesh.indices.length / 3 + mostMore);
      expect(areaOf(positions) / exact).toBeCloseTo(1, 5);
      // Every edge of a closed surface belongs to two pieces.
      const edges = new Map<string, number>();
      for (let piece = 0; piece < pieces; piece++) {
        const corner = (i: number) => positions.subarray(piece * 9 + i * 3, piece * 9 + i * 3 + 3).join();
        for (const [a, b] of [
          [0, 1],
          [1, 2],
          [2, 0],
        ] as const) {
          const [from, to] = [corner(a), corner(b)];
          const key = from < to ? `${from} ${to}` : `${to} ${from}`;
          edges.set(key, (edges.get(key) ?? 0) + (from < to ? 1 : -1));
        }
      }
      expect([...edges.values()].filter((balance) => balance !== 0)).toEqual([]);
    }
  });

  it('The wall map leaves out no triangle of a fine mesh and adds none.', async () => {
    const fine = makeCylinder(10, 5, 3000);
    const { draw } = await measured(fine, 2000);
    expect(draw(0).positions).toHaveLength(fine.indices.length * 3);
  });
});
