import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { surveyModel } from '../../../src-shared/geometry/analyse-model.ts';
import type { Measures } from '../../../src-shared/geometry/geometry.ts';
import { measureMesh } from '../../../src-shared/geometry/measure/measure.ts';
import { type Mesh, sizeOf, type Vector } from '../../../src-shared/geometry/mesh/mesh.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { asciiStl, utf8 } from '../../fixtures/geometry/build-files.ts';
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
import { expectSameAnalysis } from '../../support/same-analysis.ts';
import { seed } from '../../support/seed.ts';

const closeTo = (actual: number, expected: number, relative = 1e-9): void =>
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(Math.abs(expected) * relative);

/** The exact measures of a torus of so many segments: rings of planar trapezoids. */
function torusMeasures(
  ring: number,
  tube: number,
  around: number,
  across: number,
): { area: number; volume: number } {
  const [u, v] = [Math.PI / around, (2 * Math.PI) / across];
  let [area, volume] = [0, 0];
  for (let j = 0; j < across; j++) {
    const [r0, r1] = [ring + tube * Math.cos(j * v), ring + tube * Math.cos((j + 1) * v)];
    const [z0, z1] = [tube * Math.sin(j * v), tube * Math.sin((j + 1) * v)];
    const apothems = [r0 * Math.cos(u), r1 * Math.cos(u)] as const;
    area += around * Math.sin(u) * (r0 + r1) * Math.hypot(apothems[0] - apothems[1], z1 - z0);
    // Frustum of a regular polygon between two heights.
    volume += ((z1 - z0) / 3) * around * Math.sin(u) * Math.cos(u) * (r0 * r0 + r0 * r1 + r1 * r1);
  }
  return { area, volume };
}

describe('measuring analytic solids', () => {
  it('The measures of a box are exact.', () => {
    const measures = measureMesh(makeBox([-1, 2, 3], [4, 10, 5]));
    expect(measures).toMatchObject({
      triangles: 12,
      vertices: 8,
      bounds: { min: [-1, 2, 3], max: [4, 10, 5] },
    });
    closeTo(measures.area, 2 * (5 * 8 + 8 * 2 + 5 * 2));
    closeTo(measures.volume, 80);
    expect(measures.volumeBand).toBeNull();
    expect(measures.centreOfMass).toEqual([1.5, 6, 4]);
  });

  it('The measures of a prism of many sides are right.', () => {
    const [radius, height, sides] = [5, 12, 360];
    const measures = measureMesh(makeCylinder(radius, height, sides));
    const base = (sides / 2) * radius ** 2 * Math.sin((2 * Math.PI) / sides);
    closeTo(measures.volume, base * height);
    closeTo(measures.area, 2 * base + sides * 2 * radius * Math.sin(Math.PI / sides) * height);
  });

  it('The measures of a torus of a hundred thousand triangles are right.', () => {
    const exact = torusMeasures(40, 12, 500, 100);
    const measures = measureMesh(makeTorus(40, 12, 500, 100));
    closeTo(measures.volume, exact.volume, 1e-12);
    closeTo(measures.area, exact.area, 1e-12);
  });

  it('The measures of a sphere improve with every subdivision.', () => {
    const ball = (4 / 3) * Math.PI * 10 ** 3;
    const missing = [2, 3, 4, 5].map((rounds) => 1 - measureMesh(makeIcosphere(10, rounds)).volume / ball);
    for (let i = 1; i < missing.length; i++) expect(missing[i]! / missing[i - 1]!).toBeCloseTo(0.25, 1);
  });

  it('A 10 mm cube five kilometres from the origin is measured to a billionth.', async () => {
    const far: Vector = [5e6, -5e6, 5e6];
    const measures = measureMesh(moveMesh(makeCube(10), far));
    closeTo(measures.volume, 1000);
    closeTo(measures.area, 600);
    const read = await readModel(utf8(asciiStl(moveMesh(makeCube(10.1), far))), 'far.stl');
    const again = measureMesh(read.mesh);
    // 5000010.1 as the nearest double is off by up to half an ulp: 4.7e-10 mm of 10.1 mm.
    closeTo(again.volume, 10.1 ** 3, 1e-9);
    closeTo(again.area, 6 * 10.1 ** 2, 1e-9);
  });

  it('Measures do not depend on position, rotation and order of the triangles.', () => {
    const shape = makeTorus(7, 2, 40, 20);
    const reference = measureMesh(shape);
    fc.assert(
      fc.property(
        fc.tuple(
          fc.double({ min: -1e4, max: 1e4, noNaN: true }),
          fc.double({ min: 0, max: 6, noNaN: true }),
          fc.integer({ min: 0, max: 799 }),
        ),
        ([shift, angle, start]) => {
          const moved = moveMesh(turn(rotateOrder(shape, start), angle), [shift, -shift, shift / 2]);
          const measures = measureMesh(moved);
          closeTo(measures.volume, reference.volume);
          closeTo(measures.area, reference.area);
        },
      ),
      { seed, numRuns: 50 },
    );
  });

  it('An inside-out solid has a negative volume, and a cavity is subtracted.', () => {
    expect(measureMesh(turnInsideOut(makeCube(10))).volume).toBeCloseTo(-1000, 9);
    const hollow = joinMeshes([makeCube(10), moveMesh(turnInsideOut(makeCube(4)), [3, 3, 3])]);
    expect(measureMesh(hollow).volume).toBeCloseTo(936, 9);
  });

  it('A mesh without triangles has no box and no volume.', () => {
    const nothing = measureMesh({ positions: new Float32Array(9), indices: new Uint32Array(0) });
    expect(nothing).toEqual({
      triangles: 0,
      vertices: 3,
      bounds: null,
      area: 0,
      volume: 0,
      volumeBand: null,
      centreOfMass: null,
    } satisfies Measures);
  });

  it('Only used vertices count for the box.', () => {
    const { positions, indices } = makeCube(1);
    const withStray = Float64Array.from([...positions, 99, 99, 99]);
    expect(measureMesh({ positions: withStray, indices }).bounds).toEqual({ min: [0, 0, 0], max: [1, 1, 1] });
  });
});

describe('measuring open meshes', () => {
  const lidless = (at: Vector): Mesh => {
    const { positions, indices } = moveMesh(makeCube(10), at);
    // The second quad of the generator is the top.
    return { positions, indices: Uint32Array.from([...indices.subarray(0, 6), ...indices.subarray(12)]) };
  };

  it('An open part near the origin gets its volume about the origin with a range.', () => {
    const { volume, volumeBand } = measureMesh(lidless([0, 0, 0]));
    expect(volume).toBeCloseTo(1000 * (2 / 3), 9);
    expect(volumeBand!.low).toBeCloseTo(1000 * (2 / 3), 9);
    expect(volumeBand!.high).toBeCloseTo(1000, 9);
  });

  it('A distant origin does not distort the estimate of an open part.', () => {
    const { volume, volumeBand } = measureMesh(lidless([1e6, 1e6, 1e6]));
    expect(volume).toBeGreaterThanOrEqual(volumeBand!.low);
    expect(volume).toBeLessThanOrEqual(volumeBand!.high);
    expect(volumeBand!.high - volumeBand!.low).toBeCloseTo(1000 / 3, 3);
  });

  it('A flat sheet has no volume.', () => {
    const sheet: Mesh = {
      positions: Float64Array.of(0, 0, 7, 1, 0, 7, 0, 1, 7),
      indices: Uint32Array.of(0, 1, 2),
    };
    expect(measureMesh(sheet)).toMatchObject({ area: 0.5, volume: 0, centreOfMass: null });
  });
});

function rotateOrder({ positions, indices }: Mesh, start: number): Mesh {
  return {
    positions,
    indices: Uint32Array.from([...indices.subarray(start * 3), ...indices.subarray(0, start * 3)]),
  };
}

function turn({ positions, indices }: Mesh, angle: number): Mesh {
  const rotated = Float64Array.from(positions);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (let i = 0; i < rotated.length; i += 3) {
    rotated[i] = cos * positions[i]! - sin * positions[i + 2]!;
    rotated[i + 2] = sin * positions[i]! + cos * positions[i + 2]!;
  }
  return { positions: rotated, indices };
}

describe('the range of an open part', () => {
  const stl = (mesh: Mesh): Uint8Array => writeBinaryStl(mesh);
  const keep = (
    { positions, indices }: Mesh,
    isKept: (x: number, y: number, z: number) => boolean,
  ): Mesh => ({
    positions,
    indices: indices.filter((_, i) => {
      const face = Math.floor(i / 3) * 3;
      const middle = [0, 1, 2].map(
        (axis) =>
          (positions[indices[face]! * 3 + axis]! +
            positions[indices[face + 1]! * 3 + axis]! +
            positions[indices[face + 2]! * 3 + axis]!) /
          3,
      ) as [number, number, number];
      return isKept(...middle);
    }),
  });

  it.each([
    ['a ball without its top', keep(makeIcosphere(10, 4), (_x, _y, z) => z < 7), makeIcosphere(10, 4)],
    ['half a ball', keep(makeIcosphere(10, 4), (_x, _y, z) => z < 0.1), makeIcosphere(10, 4)],
    [
      'a ball without a slanted piece',
      keep(makeIcosphere(10, 4), (x, y, z) => x + y + z < 12),
      makeIcosphere(10, 4),
    ],
    [
      'a ball with three holes',
      keep(makeIcosphere(10, 4), (x, y, z) => Math.max(x, y, -z) < 9),
      makeIcosphere(10, 4),
    ],
    ['a pipe', keep(makeCylinder(5, 30, 64), (_x, _y, z) => z > 0.01 && z < 29.99), makeCylinder(5, 30, 64)],
    ['a cube without two faces', keep(makeCube(10), (x, _y, z) => z < 9.9 && x < 9.9), makeCube(10)],
    [
      'a ring with a gap',
      keep(makeTorus(20, 5, 96, 48), (x, y) => x < 0 || Math.abs(y) > 1),
      makeTorus(20, 5, 96, 48),
    ],
    [
      'a ring without a quarter',
      keep(makeTorus(20, 4, 96, 48), (x, y) => x < 0 || Math.abs(y) > x),
      makeTorus(20, 4, 96, 48),
    ],
    [
      'a ring without two fifths',
      keep(makeTorus(20, 4, 96, 48), (x, y) => Math.atan2(Math.abs(y), x) > 0.4 * Math.PI),
      makeTorus(20, 4, 96, 48),
    ],
  ] as const)(
    'The range of %s contains its estimate and the volume of the whole.',
    async (_what, part, whole) => {
      // What is left of half a ball has a box that the whole would not fit into.
      const box = sizeOf(measureMesh(part).bounds!).reduce((product, side) => product * side, 1);
      const truth = Math.min(measureMesh(whole).volume, box);
      for (const place of [
        [0, 0, 0],
        [300, -20, 7],
      ] as const) {
        const model = await expectSameAnalysis(stl(moveMesh(part, place)), 'part.stl');
        if (model instanceof Error) throw model;
        const { volume, volumeBand } = model.measures;
        expect(volumeBand!.low).toBeLessThanOrEqual(truth);
        expect(volumeBand!.high).toBeGreaterThanOrEqual(truth * (1 - 1e-6));
        expect(volume).toBeGreaterThanOrEqual(volumeBand!.low);
        expect(volume).toBeLessThanOrEqual(volumeBand!.high);
      }
    },
  );

  it('Bowls that face each other are no halves of a tube, but two bowls.', async () => {
    const low = keep(makeIcosphere(10, 4), (_x, _y, z) => z < 0.1);
    const high = keep(makeIcosphere(10, 4), (_x, _y, z) => z > -0.1);
    // Makes the box so wide that it limits nothing.
    const speck = moveMesh(makeCube(0.01), [60, 0, 0]);
    const bandOf = async (mesh: Mesh) => (await surveyModel(stl(mesh), 'a.stl')).measures.volumeBand!;
    const [apart, one] = [await bandOf(joinMeshes([low, moveMesh(high, [0, 0, 12]), speck])), await bandOf(joinMeshes([low, speck]))];
    expect((apart.high - apart.low) / (one.high - one.low)).toBeCloseTo(2, 1);
  });
});
