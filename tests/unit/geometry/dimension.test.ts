import { describe, expect, it } from 'vitest';
import { between } from '../../../src-shared/geometry/dimension/between.ts';
import { fitCircle } from '../../../src-shared/geometry/dimension/circle.ts';
import { edgeAt } from '../../../src-shared/geometry/dimension/edge-at.ts';
import { faceAt } from '../../../src-shared/geometry/dimension/face-at.ts';
import type { Feature } from '../../../src-shared/geometry/dimension/feature.ts';
import { wallAt } from '../../../src-shared/geometry/dimension/wall-at.ts';
import type { Mesh, Vector } from '../../../src-shared/geometry/mesh/mesh.ts';
import { dot, minus, times, unit } from '../../../src-shared/geometry/mesh/vectors.ts';
import { makeSamplePart } from '../../../src-shared/geometry/shapes/sample-part.ts';
import {
  joinMeshes,
  makeBox,
  makeCube,
  makeCylinder,
  makeIcosphere,
} from '../../fixtures/geometry/solids.ts';
import { findSharpEdges } from '../../oracle/sharp-edges.ts';
import { rotateMesh, rotationAbout } from '../../support/rotate-mesh.ts';

const point = (...at: [number, number, number]): Feature => ({ kind: 'point', at });
const line = (from: Vector, to: Vector): Feature => ({ kind: 'line', from, to });
const plane = (at: Vector, normal: Vector): Feature => ({ kind: 'plane', at, normal: unit(normal), area: 1 });

describe('between two features', () => {
  it('Two points have a distance and its parts along the axes.', () => {
    const found = between(point(1, 2, 3), point(4, 6, 15));
    expect(found.distance).toBe(13);
    expect(found.along).toEqual([3, 4, 12]);
    expect(found.angle).toBeNull();
  });

  it('A point has a distance to an edge and to a face at right angles, whichever comes first.', () => {
    const edge = line([0, 0, 0], [1, 0, 0]);
    expect(between(point(50, 3, 4), edge).distance).toBeCloseTo(5, 12);
    expect(between(edge, point(50, 3, 4)).ends?.[1]).toEqual([50, 3, 4]);
    const side = plane([9, 9, 2], [0, 0, 1]);
    expect(between(side, point(50, 3, 4)).distance).toBeCloseTo(2, 12);
    expect(between(point(50, 3, 4), side).ends?.[1]).toEqual([50, 3, 2]);
  });

  it('Parallel edges and faces have a distance, others an angle.', () => {
    const top = plane([0, 0, 10], [0, 0, 1]);
    expect(between(top, plane([7, 7, -2], [0, 0, -1]))).toMatchObject({ distance: 12, angle: 0 });
    const lean = between(top, plane([0, 0, 0], [0, Math.sin(Math.PI / 6), Math.cos(Math.PI / 6)]));
    expect(lean.distance).toBeNull();
    expect(lean.angle).toBeCloseTo(30, 9);
    const along = line([0, 0, 4], [5, 5, 4]);
    expect(between(along, top)).toMatchObject({ distance: 6, angle: 0 });
    expect(between(along, line([0, 2, 4], [9, 11, 4])).distance).toBeCloseTo(Math.SQRT2, 12);
    const steep = between(line([0, 0, 0], [0, 1, 1]), top);
    expect(steep.angle).toBeCloseTo(45, 9);
    expect(steep.distance).toBeNull();
  });

  it('Edges that pass each other have the shortest distance between them and an angle.', () => {
    const found = between(line([0, 0, 0], [1, 0, 0]), line([3, -5, 7], [4, -4, 7]));
    expect(found.distance).toBeCloseTo(7, 12);
    expect(found.angle).toBeCloseTo(45, 9);
    expect(found.ends?.[0][0]).toBeCloseTo(8, 9);
    expect(found.ends?.[1][2]).toBeCloseTo(7, 9);
  });

  it('Circles are measured from their centres, cylinders from their axes.', () => {
    const hole = (at: Vector): Feature => ({
      kind: 'cylinder',
      at,
      axis: [0, 0, 1],
      radius: 2,
      isHole: true,
    });
    expect(between(hole([0, 0, 5]), hole([30, 40, -9])).distance).toBeCloseTo(50, 12);
    const circle: Feature = { kind: 'circle', centre: [3, 0, 0], axis: [0, 0, 1], radius: 1 };
    expect(between(circle, point(3, 8, 6)).distance).toBe(10);
  });
});

describe('a feature under the cursor', () => {
  const tilt = rotationAbout([1, 2, 3], 0.7);
  const turned = (mesh: Mesh) => rotateMesh(mesh, tilt);
  const edgesOf = async (mesh: Mesh) => ({ positions: mesh.positions, edges: await findSharpEdges(mesh) });

  it('A circle is found through its points, to rounding.', () => {
    const axis = unit([1, -2, 2]);
    expect(
      fitCircle(
        [
          [0, 0, 0],
          [1, 1, 1],
          [2, 2, 2],
        ],
        axis,
      ),
    ).toBeNull();
    const points = Array.from({ length: 20 }, (_, i): Vector => {
      const angle = i / 5;
      return [3 + 7.25 * Math.cos(angle), 4 + 7.25 * Math.sin(angle), 5];
    });
    const circle = fitCircle(points, [0, 0, 1]);
    expect(circle?.radius).toBeCloseTo(7.25, 9);
    expect(circle?.centre.map((value) => Number(value.toFixed(9)))).toEqual([3, 4, 5]);
  });

  it('A cube has corners, edges of its side and flat faces.', async () => {
    const cube = makeCube(10);
    const sharp = await edgesOf(cube);
    expect(edgeAt(sharp, [0.3, 0.2, 0], 0.5)?.feature).toEqual({ kind: 'point', at: [0, 0, 0] });
    const edge = edgeAt(sharp, [4, 0.2, 0], 0.5)?.feature;
    expect(edge?.kind === 'line' && Math.hypot(...minus(edge.to, edge.from))).toBeCloseTo(10, 9);
    expect(edgeAt(sharp, [4, 4, 0], 0.5)).toBeNull();
    const side = faceAt(cube, 0, [3, 1, 0]);
    expect(side.feature).toMatchObject({ kind: 'plane', normal: [0, 0, -1], area: 100 });
    expect([...side.faces].sort()).toEqual([0, 1]);
  });

  it('A turned cylinder has round edges and a round side with its diameter, and a flat top.', async () => {
    for (const segments of [24, 96]) {
      const part = turned(makeCylinder(5, 12, segments));
      const sharp = await edgesOf(part);
      const first = sharp.edges[0]!;
      const second = sharp.edges[1]!;
      const at = (vertex: number): Vector => [
        part.positions[vertex * 3]!,
        part.positions[vertex * 3 + 1]!,
        part.positions[vertex * 3 + 2]!,
      ];
      const middle = times([0, 1, 2].map((axis) => at(first)[axis]! + at(second)[axis]!) as never, 0.5);
      const edge = edgeAt(sharp, middle, 0.5)?.feature;
      expect(edge?.kind === 'circle' && edge.radius).toBeCloseTo(5, 6);
      const kinds = new Set<string>();
      for (let face = 0; face < part.indices.length / 3; face++) {
        const found = faceAt(part, face, at(part.indices[face * 3]!)).feature;
        kinds.add(found.kind);
        if (found.kind !== 'cylinder') continue;
        expect(found.radius).toBeCloseTo(5, 6);
        expect(found.isHole).toBe(false);
        const up = [2, 5, 8].map((row) => tilt[row]!) as unknown as Vector;
        expect(Math.abs(dot(found.axis, up))).toBeCloseTo(1, 6);
      }
      expect(kinds).toEqual(new Set(['cylinder', 'plane']));
    }
  });

  it('The holes of the sample part are holes, and none of its flat faces counts as round.', {
    tags: 'release',
  }, async () => {
    const part = makeSamplePart().mesh;
    const radii = new Set<string>();
    for (let face = 0; face < part.indices.length / 3; face += 37) {
      const from = part.indices[face * 3]! * 3;
      const found = faceAt(part, face, [
        part.positions[from]!,
        part.positions[from + 1]!,
        part.positions[from + 2]!,
      ]).feature;
      if (found.kind === 'cylinder' && found.isHole) radii.add(found.radius.toFixed(3));
    }
    expect([...radii].sort()).toEqual(['18.500', '2.600', '4.000']);
  });

  it('A ball has no cylinder.', () => {
    const ball = makeIcosphere(10, 3);
    for (let face = 0; face < 1280; face += 97) {
      expect(faceAt(ball, face, [0, 0, 10]).feature.kind).toBe('plane');
    }
  });
});

describe('the thickness at a point', () => {
  it('A wall is as thick as the way to its far side, in any direction and behind other parts.', async () => {
    const tube = joinMeshes([makeBox([0, 0, 0], [30, 2.5, 20]), makeBox([0, 8, 0], [30, 9, 20])]);
    const front = Array.from({ length: 24 }, (_, face) => face).find((face) =>
      [0, 1, 2].every((corner) => tube.positions[tube.indices[face * 3 + corner]! * 3 + 1] === 0),
    )!;
    const centre = [0, 1, 2].map(
      (axis) =>
        [0, 1, 2].reduce((sum, c) => sum + tube.positions[tube.indices[front * 3 + c]! * 3 + axis]!, 0) / 3,
    ) as unknown as Vector;
    expect(await wallAt(tube, front, centre)).toBeCloseTo(2.5, 9);
    const turn = rotationAbout([3, 1, 2], 1.1);
    const moved = rotateMesh(tube, turn);
    const at = [0, 3, 6].map((row) => dot(turn.slice(row, row + 3) as never, centre)) as unknown as Vector;
    expect(await wallAt(moved, front, at)).toBeCloseTo(2.5, 9);
  });

  it('A ball is as thick as its diameter, and a face without a far side has no thickness.', async () => {
    const ball = makeIcosphere(10, 4);
    const corner = (at: number) => ball.indices[at]! * 3;
    const centre = [0, 1, 2].map(
      (axis) => [0, 1, 2].reduce((sum, at) => sum + ball.positions[corner(at) + axis]!, 0) / 3,
    ) as unknown as Vector;
    expect(await wallAt(ball, 0, centre)).toBeCloseTo(20, 0);
    const alone = { positions: ball.positions, indices: ball.indices.slice(0, 3) };
    expect(await wallAt(alone, 0, centre)).toBeNull();
  });
});
