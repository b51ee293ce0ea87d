import { expect, it } from 'vitest';
import { boundsOf, measureMesh } from '../../../src-shared/geometry/measure/measure.ts';
import { turnMesh } from '../../../src-shared/geometry/placement/turn-mesh.ts';
import { joinMeshes, makeBox } from '../../../src-shared/geometry/shapes/solids.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';

/** Like no turned copy of its mirror image. */
const uneven = joinMeshes([
  makeBox([0, 0, 0], [1, 2, 5]),
  makeBox([3, 0, 0], [4, 3, 1]),
  makeBox([0, 4, 2], [1, 5, 4]),
]);

it('A rotated part has its volume, its area and another box; four turns bring every corner back.', () => {
  const before = measureMesh(uneven);
  for (const axis of [0, 1, 2] as const) {
    const turn = { kind: 'rotate', axis } as const;
    const once = turnMesh(uneven, turn);
    expect(measureMesh(once).volume).toBeCloseTo(before.volume, 12);
    expect(measureMesh(once).area).toBeCloseTo(before.area, 12);
    expect(boundsOf(once)).not.toEqual(boundsOf(uneven));
    const back = turnMesh(turnMesh(turnMesh(once, turn), turn), turn);
    expect(back.positions.map((value) => value + 0)).toEqual(uneven.positions);
  }
  expect(
    [
      ...turnMesh(
        { positions: Float32Array.from([1, 0, 0]), indices: new Uint32Array(0) },
        { kind: 'rotate', axis: 2 },
      ).positions,
    ].map((value) => value + 0),
  ).toEqual([0, 1, 0]);
});

it('A mirrored part has its volume with faces outward, and is another file.', () => {
  const before = measureMesh(uneven);
  for (const axis of [0, 1, 2] as const) {
    const mirrored = turnMesh(uneven, { kind: 'mirror', axis });
    expect(measureMesh(mirrored).volume).toBeCloseTo(before.volume, 12);
    expect(before.volume).toBeGreaterThan(0);
    expect(boundsOf(mirrored)?.max[axis]).toBeCloseTo(0 - boundsOf(uneven)!.min[axis], 12);
    expect(writeBinaryStl(mirrored)).not.toEqual(writeBinaryStl(uneven));
  }
});
