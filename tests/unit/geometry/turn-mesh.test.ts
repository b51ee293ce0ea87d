import { expect, it } from 'vitest';
import { boundsOf, measureMesh } from '../../../src-shared/geometry/measure/measure.ts';
import { packColour } from '../../../src-shared/geometry/mesh/colours.ts';
import type { Vector } from '../../../src-shared/geometry/mesh/mesh.ts';
import { unit } from '../../../src-shared/geometry/mesh/vectors.ts';
import {
  type Angles,
  anglesOf,
  asInFile,
  compose,
  fromAngles,
  isMirrored,
  mirrorAcross,
  type Orientation,
  rotationAbout,
  rotationBetween,
} from '../../../src-shared/geometry/placement/orientation.ts';
import { turnMesh } from '../../../src-shared/geometry/placement/turn-mesh.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { joinMeshes, makeBox } from '../../fixtures/geometry/solids.ts';
import { Random } from '../../simulation/random.ts';
import { seed } from '../../support/seed.ts';

/** Like no turned copy of its mirror image. */
const uneven = joinMeshes([
  makeBox([0, 0, 0], [1, 2, 5]),
  makeBox([3, 0, 0], [4, 3, 1]),
  makeBox([0, 4, 2], [1, 5, 4]),
]);
const axes = [0, 1, 2] as const;
const times = (count: number, turn: Orientation): Orientation =>
  Array.from({ length: count }, () => turn).reduce((all, one) => compose(one, all), asInFile);
const apply = ([xx, xy, xz, yx, yy, yz, zx, zy, zz]: Orientation, [x, y, z]: Vector): Vector => [
  xx * x + xy * y + xz * z,
  yx * x + yy * y + yz * z,
  zx * x + zy * y + zz * z,
];
const chance = new Random(seed);
const random = (): number => chance.fraction();
function expectClose(values: readonly number[], wanted: readonly number[]): void {
  for (const [at, value] of values.entries()) expect(value).toBeCloseTo(wanted[at]!, 9);
}
const anyDirection = (): Vector => unit([random() - 0.5, random() - 0.5, random() - 0.5]);
const anyAngles = (): Angles => [random() * 340 - 170, random() * 170 - 85, random() * 340 - 170];

it('A part that is rotated by right angles keeps every coordinate exactly.', () => {
  const before = measureMesh(uneven);
  for (const axis of axes) {
    const once = turnMesh(uneven, rotationAbout(axis, 90));
    expect(measureMesh(once).volume).toBeCloseTo(before.volume, 12);
    expect(measureMesh(once).area).toBeCloseTo(before.area, 12);
    expect(boundsOf(once)).not.toEqual(boundsOf(uneven));
    expect([...once.positions].map(Math.abs).sort()).toEqual([...uneven.positions].map(Math.abs).sort());
  }
  const corner = { positions: Float32Array.from([1, 0, 0]), indices: new Uint32Array(0) };
  expect([...turnMesh(corner, rotationAbout(2, 90)).positions]).toEqual([0, 1, 0]);
});

it('Turns that lead back to the start are no turn at all, so nothing has to be made anew.', () => {
  for (const axis of axes) {
    expect(times(4, rotationAbout(axis, 90))).toEqual(asInFile);
    expect(times(12, rotationAbout(axis, 30))).toEqual(asInFile);
    expect(times(2, mirrorAcross(axis))).toEqual(asInFile);
  }
  expect(compose(mirrorAcross(0), mirrorAcross(1))).toEqual(rotationAbout(2, 180));
});

it('A mirrored part has its volume with faces outward, and is another file.', () => {
  const before = measureMesh(uneven);
  for (const axis of axes) {
    const mirrored = turnMesh(uneven, mirrorAcross(axis));
    expect(measureMesh(mirrored).volume).toBeCloseTo(before.volume, 12);
    expect(before.volume).toBeGreaterThan(0);
    expect(boundsOf(mirrored)?.max[axis]).toBeCloseTo(0 - boundsOf(uneven)!.min[axis], 12);
    expect(writeBinaryStl(mirrored)).not.toEqual(writeBinaryStl(uneven));
  }
});

it('Any rotation keeps volume and area, also of a part far from zero.', () => {
  const before = measureMesh(uneven);
  const far = { ...uneven, positions: Float32Array.from(uneven.positions, (value) => value + 10_000) };
  for (let round = 0; round < 20; round++) {
    const turn = fromAngles(anyAngles(), round % 2 === 1);
    expect(measureMesh(turnMesh(far, turn)).volume).toBeCloseTo(before.volume, 4);
    expect(measureMesh(turnMesh(uneven, turn)).area).toBeCloseTo(before.area, 4);
  }
});

it('The angles of an orientation make the same orientation again.', () => {
  const special: Angles[] = [
    [0, 90, 0],
    [30, -90, 0],
    [180, 0, 0],
    [90, 0, 90],
  ];
  for (const angles of [...special, ...Array.from({ length: 50 }, anyAngles)]) {
    for (const mirrored of [false, true]) {
      const made = fromAngles(angles, mirrored);
      expect(isMirrored(made)).toBe(mirrored);
      expectClose(fromAngles(anglesOf(made), mirrored), made);
    }
  }
  expect(anglesOf(fromAngles([10, 20, 30], false)).map((angle) => Math.round(angle * 1e6) / 1e6)).toEqual([
    10, 20, 30,
  ]);
  expect(anglesOf(asInFile)).toEqual([0, 0, 0]);
});

it('The rotation between two directions turns one into the other, opposite ones too.', () => {
  for (let round = 0; round < 50; round++) {
    const from = anyDirection();
    const to: Vector = round % 5 === 0 ? [0 - from[0], 0 - from[1], 0 - from[2]] : anyDirection();
    const turn = rotationBetween(from, to);
    expect(isMirrored(turn)).toBe(false);
    expectClose(apply(turn, from), to);
  }
  expect(rotationBetween([0, 0, -1], [0, 0, -1])).toEqual(asInFile);
  expect(rotationBetween([1, 0, 0], [0, 0, -1])).toEqual(rotationAbout(1, 90));
});

it('Every corner keeps its colour, also where mirroring changes the order of the corners.', () => {
  const box = makeBox([0, 0, 0], [1, 2, 5]);
  const colourOf = (x: number, y: number, z: number) => packColour(x * 200, y * 100, z * 40);
  const words = Uint32Array.from(box.indices, (vertex) =>
    colourOf(...([0, 1, 2].map((axis) => box.positions[vertex * 3 + axis]!) as [number, number, number])),
  );
  const coloured = { ...box, colours: { corners: new Uint8Array(words.buffer), pictures: null } };
  for (const turn of [rotationAbout(2, 90), mirrorAcross(0), fromAngles([10, 20, 30], true)]) {
    const { positions, indices, colours } = turnMesh(coloured, turn);
    const kept = new Uint32Array(colours!.corners.slice().buffer);
    for (const [corner, vertex] of indices.entries()) {
      // Vertices keep their numbers, so the colour tells which vertex the corner was.
      const [x, y, z] = [0, 1, 2].map((axis) => box.positions[vertex * 3 + axis]!) as [
        number,
        number,
        number,
      ];
      expect(kept[corner]).toBe(colourOf(x, y, z));
    }
    expect(measureMesh({ positions, indices }).volume).toBeCloseTo(10, 9);
  }
});
