import { describe, expect, it } from 'vitest';
import type { Mesh, Vector } from '../../../src-shared/geometry/mesh/mesh.ts';
import { unit } from '../../../src-shared/geometry/mesh/vectors.ts';
import { cutMesh } from '../../../src-shared/geometry/section/cut-mesh.ts';
import { joinMeshes, makeBox, makeCube, makeIcosphere, makeTorus } from '../../fixtures/geometry/solids.ts';

const up: Vector = [0, 0, 1];
const without = ({ positions, indices }: Mesh, faces: readonly number[]): Mesh => ({
  positions,
  indices: indices.filter((_, at) => !faces.includes(Math.floor(at / 3))),
});
const turnedInside = ({ positions, indices }: Mesh): Mesh => ({
  positions,
  indices: indices.map((_, at) => indices[at - (at % 3) + [0, 2, 1][at % 3]!]!),
});

describe('the section of a solid', () => {
  it('A cube cut across has a square section, also in the plane of its own corners.', () => {
    for (const offset of [0.001, 3, 7.5, 10]) {
      const cut = cutMesh(makeCube(10), { normal: up, offset });
      expect(cut.loops).toHaveLength(1);
      expect(cut.open).toHaveLength(0);
      expect(cut.area).toBeCloseTo(100, 9);
      expect(cut.length).toBeCloseTo(40, 9);
    }
    expect(cutMesh(makeCube(10), { normal: up, offset: 10.001 }).loops).toHaveLength(0);
    expect(cutMesh(makeCube(10), { normal: up, offset: -0.001 }).loops).toHaveLength(0);
  });

  it('A cube cut across its diagonal through the middle is a regular hexagon.', () => {
    const normal = unit([1, 1, 1]);
    const cut = cutMesh(makeCube(10), { normal, offset: 15 / Math.sqrt(3) });
    const side = 5 * Math.sqrt(2);
    expect(cut.loops).toHaveLength(1);
    expect(cut.length).toBeCloseTo(6 * side, 9);
    expect(cut.area).toBeCloseTo(((3 * Math.sqrt(3)) / 2) * side * side, 9);
  });

  it('A ring cut along has two outlines beside each other, and cut across one inside the other.', () => {
    const ring = makeTorus(10, 3, 200, 100);
    const along = cutMesh(ring, { normal: [1, 0, 0], offset: 0 });
    expect(along.loops).toHaveLength(2);
    expect(along.area / (2 * Math.PI * 9)).toBeCloseTo(1, 2);
    const across = cutMesh(ring, { normal: up, offset: 0 });
    expect(across.loops).toHaveLength(2);
    expect(across.area / (Math.PI * (13 * 13 - 7 * 7))).toBeCloseTo(1, 2);
  });

  it('A hollow ball cut in any direction is a ring of the same area.', () => {
    const ball = joinMeshes([makeIcosphere(10, 4), turnedInside(makeIcosphere(6, 4))]);
    for (const normal of [up, unit([1, 2, 3]), unit([-3, 1, 0.2])]) {
      const cut = cutMesh(ball, { normal, offset: 2 });
      expect(cut.loops).toHaveLength(2);
      expect(cut.area / (Math.PI * (96 - 32))).toBeCloseTo(1, 1);
    }
  });

  it('Only the cut itself is looked at: the result does not depend on the order of the faces.', () => {
    const ball = makeIcosphere(10, 3);
    const order = Array.from({ length: ball.indices.length / 3 }, (_, face) => face).sort(
      (a, b) => ((a * 7919) % 1283) - ((b * 7919) % 1283),
    );
    const mixed = {
      ...ball,
      indices: Uint32Array.from(order.flatMap((face) => [...ball.indices.subarray(face * 3, face * 3 + 3)])),
    };
    const plane = { normal: unit([1, 1, 4]), offset: 4 };
    expect(cutMesh(mixed, plane).area).toBeCloseTo(cutMesh(ball, plane).area, 9);
    expect(cutMesh(mixed, plane).loops).toHaveLength(1);
  });
});

describe('the section of a damaged mesh', () => {
  it('Faces that look the wrong way do not change the section.', () => {
    const cube = makeCube(10);
    const flipped = { ...cube, indices: cube.indices.slice() };
    flipped.indices.set([cube.indices[24]!, cube.indices[26]!, cube.indices[25]!], 24);
    const cut = cutMesh(flipped, { normal: up, offset: 4 });
    expect(cut.loops).toHaveLength(1);
    expect(cut.area).toBeCloseTo(100, 9);
    expect(cutMesh(turnedInside(cube), { normal: up, offset: 4 }).area).toBeCloseTo(100, 9);
  });

  it('A small hole in the surface is bridged, and a missing side leaves an open line.', () => {
    const ball = makeIcosphere(10, 4);
    const plane = { normal: up, offset: 0.3 };
    const hit = cutMesh(ball, plane).area;
    // One face that the plane meets.
    const face = Array.from({ length: ball.indices.length / 3 }, (_, at) => at).find((at) => {
      const heights = [0, 1, 2].map((corner) => ball.positions[ball.indices[at * 3 + corner]! * 3 + 2]!);
      return Math.min(...heights) < 0.2 && Math.max(...heights) > 0.4;
    });
    const holed = cutMesh(without(ball, [face!]), plane);
    expect(holed.open).toHaveLength(0);
    expect(holed.loops).toHaveLength(1);
    expect(holed.area / hit).toBeCloseTo(1, 3);
    // The side at the greatest x is missing.
    const openCube = cutMesh(without(makeCube(10), [10, 11]), { normal: up, offset: 4 });
    expect(openCube.loops).toHaveLength(0);
    expect(openCube.open).toHaveLength(1);
    expect(openCube.length).toBeCloseTo(30, 9);
    expect(openCube.area).toBe(0);
  });

  it('Parts that touch in an edge are two outlines, or one through it.', () => {
    const two = joinMeshes([makeBox([0, 0, 0], [5, 5, 10]), makeBox([5, 5, 0], [10, 10, 10])]);
    const cut = cutMesh(two, { normal: up, offset: 4 });
    expect(cut.area).toBeCloseTo(50, 9);
    expect(cut.open).toHaveLength(0);
  });
});
