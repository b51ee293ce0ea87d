import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convexHull } from '../../../src-shared/geometry/convex-hull.ts';
import type { Measures } from '../../../src-shared/geometry/geometry.ts';
import { measureMesh } from '../../../src-shared/geometry/measure.ts';
import { type Mesh, sizeOf, type Vector } from '../../../src-shared/geometry/mesh.ts';
import { proposeMinimalBox } from '../../../src-shared/geometry/minimal-box.ts';
import { makeSamplePart } from '../../../src-shared/geometry/sample-part.ts';
import {
  makeBox,
  makeCube,
  makeCylinder,
  makeIcosphere,
  makeTorus,
  moveMesh,
} from '../../../src-shared/geometry/solids.ts';
import {
  type Axis,
  combineRotations,
  mirrorMeasures,
  mirrorMesh,
  noRotation,
  prepareTurning,
  type Rotation,
  rotationAbout,
  rotationOfQuaternion,
  scaleMeasures,
  scaleMesh,
  turnMeasures,
  turnMesh,
  turnVector,
} from '../../../src-shared/geometry/transforms.ts';

const seed = 20261121;

const withoutFaces = ({ positions, indices }: Mesh, count: number): Mesh => ({
  positions,
  indices: indices.slice(count * 3),
});

const solids: readonly (readonly [string, Mesh])[] = [
  ['the sample gear', makeSamplePart().mesh],
  ['a ring off the origin', moveMesh(makeTorus(20, 4, 60, 24), [3, -11, 40])],
  ['a ball', makeIcosphere(7, 3)],
  ['an open ball', withoutFaces(moveMesh(makeIcosphere(7, 3), [1, 2, 3]), 100)],
  ['an open cube far away', withoutFaces(moveMesh(makeCube(10), [500, 700, -900]), 1)],
  ['a flat sheet', withoutFaces(makeBox([0, 0, 0], [10, 20, 5]), 10)],
];

/** Equal to a share of `extent` and its powers, which is how rounding grows. */
function expectSame(actual: Measures, expected: Measures, relative = 1e-12): void {
  const extent = Math.max(...expected.bounds!.min.map(Math.abs), ...expected.bounds!.max.map(Math.abs));
  const near = (a: number, b: number, scale: number): void =>
    expect(Math.abs(a - b), `${a} against ${b}`).toBeLessThanOrEqual(relative * scale);
  for (let axis = 0; axis < 3; axis++) {
    near(actual.bounds!.min[axis as 0], expected.bounds!.min[axis as 0], extent);
    near(actual.bounds!.max[axis as 0], expected.bounds!.max[axis as 0], extent);
  }
  near(actual.area, expected.area, expected.area);
  const volumeScale = Math.max(Math.abs(expected.volume), expected.area * extent);
  near(actual.volume, expected.volume, volumeScale);
  expect(actual.volumeBand === null).toBe(expected.volumeBand === null);
  if (actual.volumeBand !== null && expected.volumeBand !== null) {
    near(actual.volumeBand.low, expected.volumeBand.low, volumeScale);
    near(actual.volumeBand.high, expected.volumeBand.high, volumeScale);
  } else if (expected.centreOfMass !== null) {
    for (let axis = 0; axis < 3; axis++) {
      near(actual.centreOfMass![axis as 0], expected.centreOfMass[axis as 0], extent * 10);
    }
  }
  expect([actual.triangles, actual.vertices]).toEqual([expected.triangles, expected.vertices]);
}

const anyRotation = fc
  .tuple(
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: 0.01, max: 1, noNaN: true }),
  )
  .map(rotationOfQuaternion);

describe('measures of a transformed mesh', () => {
  it.each(solids)('of %s scaled equal those of the scaled mesh', (_what, mesh) => {
    const measures = measureMesh(mesh);
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (factor) => {
        expectSame(scaleMeasures(measures, factor), measureMesh(scaleMesh(mesh, factor)));
      }),
      { seed, numRuns: 20 },
    );
  });

  it.each(solids)('of %s turned equal those of the turned mesh', (_what, mesh) => {
    const turnable = prepareTurning(mesh, measureMesh(mesh));
    fc.assert(
      fc.property(anyRotation, (rotation) => {
        expectSame(turnMeasures(turnable, rotation), measureMesh(turnMesh(mesh, rotation)));
      }),
      { seed, numRuns: 20 },
    );
  });

  it.each(solids)('of %s mirrored equal those of the mirrored mesh', (_what, mesh) => {
    for (const axis of ['x', 'y', 'z'] as const satisfies readonly Axis[]) {
      expectSame(mirrorMeasures(measureMesh(mesh), axis), measureMesh(mirrorMesh(mesh, axis)));
    }
  });

  it('keeps a mesh without triangles what it is', () => {
    const nothing: Mesh = { positions: new Float32Array(0), indices: new Uint32Array(0) };
    const measures = measureMesh(nothing);
    expect(turnMeasures(prepareTurning(nothing, measures), rotationAbout([0, 0, 1], 1))).toEqual(measures);
    expect(scaleMeasures(measures, 2)).toEqual(measures);
  });
});

describe('rotations', () => {
  it('turn counter-clockwise and combine in order', () => {
    const quarter = rotationAbout([0, 0, 2], Math.PI / 2);
    const [x, y, z] = turnVector(quarter, [1, 0, 5]);
    expect([x, y, z].map((v) => Math.round(v * 1e12) / 1e12)).toEqual([0, 1, 5]);
    const other = rotationAbout([1, 0, 0], 0.3);
    const both = turnVector(combineRotations(quarter, other), [1, 2, 3]);
    const stepwise = turnVector(other, turnVector(quarter, [1, 2, 3]));
    both.forEach((value, axis) => {
      expect(value).toBeCloseTo(stepwise[axis as 0], 13);
    });
  });
});

describe('the convex hull', () => {
  it('is the cube round anything inside it', () => {
    const inside = makeIcosphere(4.9, 3).positions;
    const corners = makeBox([-5, -5, -5], [5, 5, 5]).positions;
    const hull = convexHull([...inside, ...corners]);
    expect(hull.points).toHaveLength(24);
    expect(measureMesh({ positions: hull.points, indices: hull.faces })).toMatchObject({
      volume: 1000,
      area: 600,
      volumeBand: null,
    });
  });

  it('of random points is closed, holds every point and uses only given points', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -6, max: 6 }))), {
          minLength: 4,
          maxLength: 120,
        }),
        (points) => {
          const { points: corners, faces } = convexHull(points.flat());
          const mesh = { positions: corners, indices: faces };
          expect(measureMesh(mesh).volumeBand).toBeNull();
          for (let i = 0; i < faces.length; i += 3) {
            const [a, b, c] = [0, 1, 2].map((k) => corners.slice(faces[i + k]! * 3, faces[i + k]! * 3 + 3));
            const [u, v] = [b!.map((x, k) => x - a![k]!), c!.map((x, k) => x - a![k]!)];
            const n = [
              u[1]! * v[2]! - u[2]! * v[1]!,
              u[2]! * v[0]! - u[0]! * v[2]!,
              u[0]! * v[1]! - u[1]! * v[0]!,
            ];
            for (const p of points) {
              expect(p.reduce((sum, x, k) => sum + (x - a![k]!) * n[k]!, 0)).toBeLessThanOrEqual(1e-9);
            }
          }
          const given = new Set(points.map(String));
          for (let i = 0; i < corners.length; i += 3) {
            expect(given.has(String([...corners.slice(i, i + 3)]))).toBe(true);
          }
          for (const axis of [0, 1, 2]) {
            const hullSide = [...corners].filter((_, i) => i % 3 === axis);
            expect(Math.max(...hullSide)).toBe(Math.max(...points.map((p) => p[axis]!)));
            expect(Math.min(...hullSide)).toBe(Math.min(...points.map((p) => p[axis]!)));
          }
        },
      ),
      { seed, numRuns: 150 },
    );
  });

  it('of flat, straight and single points keeps their extremes', () => {
    expect(convexHull([0, 0, 1, 4, 0, 1, 4, 4, 1, 0, 4, 1, 2, 2, 1]).points).toHaveLength(12);
    expect([...convexHull([0, 0, 0, 1, 1, 1, 3, 3, 3]).points].toSorted()).toEqual([0, 0, 0, 3, 3, 3]);
    expect([...convexHull([7, 8, 9, 7, 8, 9]).points]).toEqual([7, 8, 9]);
    expect(convexHull([]).points).toHaveLength(0);
  });

  it('is near-linear for a ball whose points are all corners', () => {
    const ball = makeIcosphere(10, 6);
    expect(convexHull(ball.positions).points.length).toBe(ball.positions.length);
  });
});

describe('the smallest box', () => {
  const box = makeBox([1, 2, 3], [31, 12, 8]);

  it('of a turned box is the box', () => {
    fc.assert(
      fc.property(anyRotation, (rotation) => {
        const lying = turnMesh(box, rotation);
        const proposal = proposeMinimalBox(lying)!;
        // A mirror image would have the same box.
        expect(measureMesh(turnMesh(lying, proposal.rotation)).volume).toBeCloseTo(1500, 6);
        expect(Math.abs(proposal.volumeAfter - 1500)).toBeLessThanOrEqual(1500e-6);
        sizeOf(proposal.bounds).forEach((side, axis) => {
          expect(Math.abs(side - [30, 10, 5][axis]!)).toBeLessThan(1e-6 * 30);
        });
      }),
      { seed, numRuns: 40 },
    );
  });

  it('comes with the rotation that reaches it', () => {
    const lying = turnMesh(makeSamplePart().mesh, rotationAbout([1, 2, 3], 0.7));
    const proposal = proposeMinimalBox(lying)!;
    const { bounds } = measureMesh(turnMesh(lying, proposal.rotation));
    for (const side of ['min', 'max'] as const) {
      bounds![side].forEach((value, axis) => {
        expect(value).toBeCloseTo(proposal.bounds[side][axis as 0], 9);
      });
    }
    // A gear lies flat: its height, 18 mm, is the shortest side of its box.
    expect(sizeOf(proposal.bounds)[2]).toBeCloseTo(18, 4);
    expect(determinant(proposal.rotation)).toBeCloseTo(1, 12);
    expect(proposeMinimalBox(lying)).toEqual(proposal);
  });

  it('leaves a part alone that already lies in it', () => {
    for (const mesh of [box, makeCylinder(5, 30, 64)]) {
      const proposal = proposeMinimalBox(mesh)!;
      expect(proposal.volumeAfter).toBeLessThanOrEqual(proposal.volumeBefore);
    }
    expect(proposeMinimalBox(box)!.rotation).toEqual(noRotation);
  });

  it('of a regular tetrahedron is the cube through its edges, which no face finds', () => {
    const positions = Float64Array.of(1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1);
    const tetrahedron = { positions, indices: Uint32Array.of(0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2) };
    const proposal = proposeMinimalBox(turnMesh(tetrahedron, rotationAbout([1, 1, 1] as Vector, 0.4)))!;
    expect(proposal.volumeAfter).toBeLessThan(8 * 1.001);
  });

  it('of a turned block with a finely divided surface is the block', () => {
    // 180,000 points on the sides of a block, its corners among them.
    const across = 173;
    const positions: number[] = [];
    for (let side = 0; side < 6; side++) {
      for (let i = 0; i <= across; i++) {
        for (let j = 0; j <= across; j++) {
          const point = [side % 2, i / across, j / across];
          const turned = [0, 1, 2].map((axis) => point[(axis + side) % 3]!);
          positions.push(turned[0]! * 30, turned[1]! * 10, turned[2]! * 5);
        }
      }
    }
    const block = {
      positions: Float64Array.from(positions),
      indices: Uint32Array.from({ length: positions.length / 3 }, (_, i) => i),
    };
    const proposal = proposeMinimalBox(turnMesh(block, rotationAbout([1, 2, 3], 0.7)))!;
    expect(Math.abs(proposal.volumeAfter - 1500)).toBeLessThanOrEqual(1500e-6);
  });

  it('copes with flat sheets, lines and nothing', () => {
    const sheet = withoutFaces(makeBox([0, 0, 0], [10, 20, 5]), 10);
    const turned = proposeMinimalBox(turnMesh(sheet, rotationAbout([1, 0, 1], 1)))!;
    expect(turned.volumeAfter).toBeLessThan(1e-9);
    expect(
      proposeMinimalBox({ positions: new Float64Array(9), indices: Uint32Array.of(0, 1, 2) }),
    ).toMatchObject({
      rotation: noRotation,
    });
    expect(proposeMinimalBox({ positions: new Float64Array(9), indices: new Uint32Array(0) })).toBeNull();
  });
});

const determinant = ([a, b, c, d, e, f, g, h, i]: Rotation): number =>
  a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
