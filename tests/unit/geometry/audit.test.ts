/** The repair audit: what each rule refuses, and that it shares nothing with what it audits. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type AuditRule,
  auditRepair,
  type ChangeKind,
  type Said,
} from '../../../src-shared/geometry/audit/audit.ts';
import { FaceIndex } from '../../../src-shared/geometry/audit/face-index.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { weldMesh } from '../../../src-shared/geometry/mesh/weld.ts';

import { TaskProgress } from '../../../src-shared/geometry/runtime/task-progress.ts';
import {
  joinMeshes,
  makeBox,
  makeCube,
  makeIcosphere,
  makeTorus,
  moveMesh,
  turnInsideOut,
} from '../../fixtures/geometry/solids.ts';
import { randomNumbers, windingAt } from '../../support/made-defects.ts';

const facesOf = ({ indices }: Mesh): number[][] =>
  Array.from({ length: indices.length / 3 }, (_, face) => [...indices.slice(face * 3, face * 3 + 3)]);
const withFaces = (mesh: Mesh, change: (faces: number[][]) => number[][]): Mesh => ({
  positions: mesh.positions,
  indices: Uint32Array.from(change(facesOf(mesh)).flat()),
});
const scaled = (mesh: Mesh, by: readonly number[]): Mesh => ({
  ...mesh,
  positions: mesh.positions.map((value, i) => value * by[i % 3]!) as Float64Array,
});
const union = (...parts: Mesh[]): Mesh => weldMesh(joinMeshes(parts));

const everything = { low: -1e9, high: 1e9 };
const audit = (
  before: Mesh,
  after: Mesh,
  acts: readonly ChangeKind[],
  said: Partial<Said> = {},
): Promise<AuditRule | null> =>
  auditRepair(
    before,
    after,
    { acts: new Set(acts), moved: 0, volume: everything, gap: 0, ...said },
    new TaskProgress(),
  );

const cube = makeCube(10);
const lidless = withFaces(cube, (faces) => faces.slice(2));
const flip = ([a, b, c]: number[]): number[] => [a!, c!, b!];
const hollow = union(makeCube(50), moveMesh(turnInsideOut(makeCube(20)), [15, 15, 15]));
/** Beside something else, so that more fits into the box. */
const away = moveMesh(makeCube(10), [70, 70, 70]);
const openHollow = union(
  withFaces(hollow, (faces) => faces.slice(1)),
  away,
);
const ball = makeIcosphere(10, 3);
const holed = withFaces(ball, (faces) => faces.slice(4));

describe('the repair audit', () => {
  it.each<[string, Mesh, Mesh, ChangeKind[], Partial<Said>]>([
    ['a lid', lidless, cube, ['filled-holes'], { volume: { low: 900, high: 1100 } }],
    ['flipped faces', withFaces(ball, ([a, ...rest]) => [flip(a!), ...rest]), ball, ['flipped-faces'], {}],
    [
      'a double that is gone',
      withFaces(cube, (faces) => [...faces, faces[0]!]),
      cube,
      ['dropped-duplicate-faces'],
      {},
    ],
    [
      'a part that is turned',
      union(cube, moveMesh(turnInsideOut(cube), [20, 0, 0])),
      union(cube, moveMesh(cube, [20, 0, 0])),
      ['flipped-parts'],
      { volume: { low: 2000, high: 2000 } },
    ],
    [
      'a sheet that is left out',
      union(
        cube,
        withFaces(moveMesh(cube, [20, 0, 0]), (faces) => faces.slice(0, 2)),
      ),
      cube,
      ['left-out-sheets'],
      {},
    ],
    [
      'parts that are joined',
      union(cube, moveMesh(makeCube(10), [4, 0, 0])),
      makeBox([0, 0, 0], [14, 10, 10]),
      ['joined-parts'],
      { volume: { low: 2000, high: 2000 } },
    ],
  ])('The audit lets %s pass.', async (_what, before, after, acts, said) => {
    expect(await audit(before, after, acts, said)).toBeNull();
  });

  it.each<[AuditRule, string, Mesh, Mesh, ChangeKind[], Partial<Said>]>([
    ['defects', 'as many open edges', lidless, lidless, ['filled-holes'], {}],
    [
      'defects',
      'two open edges fewer, one face too many',
      lidless,
      withFaces(cube, (faces) => [...faces, flip(faces[0]!)]),
      ['filled-holes'],
      {},
    ],
    [
      'box',
      'a lid above the part',
      lidless,
      withFaces(
        {
          ...cube,
          positions: cube.positions.map((value, i) =>
            i % 3 === 2 && value === 0 ? -1 : value,
          ) as Float64Array,
        },
        (faces) => faces,
      ),
      ['filled-holes'],
      {},
    ],
    [
      'box',
      'a side that is cut off',
      withFaces(cube, (faces) => [...faces, faces[0]!]),
      scaled(cube, [1, 1, 0.999]),
      ['closed-gaps', 'dropped-duplicate-faces'],
      {},
    ],
    [
      'shells',
      'a part that is lost',
      union(lidless, moveMesh(makeCube(2), [4, 4, 4])),
      cube,
      ['filled-holes'],
      {},
    ],
    ['volume', 'more than was stated', lidless, cube, ['filled-holes'], { volume: { low: 300, high: 900 } }],
    [
      'volume',
      'less than was stated',
      lidless,
      cube,
      ['filled-holes'],
      { volume: { low: 1001, high: 1100 } },
    ],
    [
      'faces',
      'a dent where a side was',
      union(lidless, moveMesh(cube, [20, 0, 0])),
      union(cube, moveMesh(dented(), [20, 0, 0])),
      ['filled-holes'],
      {},
    ],
    [
      'area',
      'folded lids over a small hole',
      holed,
      withFaces({ ...ball, positions: Float64Array.from([...ball.positions, -3, -3, -3]) }, (faces) => [
        ...faces.slice(4),
        ...spikeOver(faces.slice(0, 4), 642),
      ]),
      ['filled-holes'],
      {},
    ],
    [
      'doubled',
      'a lid on a side that is there',
      union(
        lidless,
        away,
        moveMesh(
          withFaces(cube, (faces) => faces.slice(0, 2)),
          [0, 0, 0.01],
        ),
      ),
      union(
        cube,
        away,
        moveMesh(
          withFaces(cube, (faces) => faces.slice(0, 2)),
          [0, 0, 0.01],
        ),
      ),
      ['filled-holes'],
      { gap: 0.02 },
    ],
    [
      'inside',
      'a cavity that is turned into a solid',
      openHollow,
      union(makeCube(50), moveMesh(makeCube(20), [15, 15, 15]), away),
      ['filled-holes', 'flipped-parts'],
      {},
    ],
    [
      'inside',
      'a cavity that is gone',
      openHollow,
      union(makeCube(50), away),
      ['filled-holes', 'joined-parts'],
      {},
    ],
  ])('The rule `%s` refuses %s.', async (rule, _what, before, after, acts, said) => {
    expect(await audit(before, after, acts, said)).toBe(rule);
  });

  it('The winding number of blocks is that of their faces.', () => {
    for (const mesh of [makeTorus(10, 3, 60, 30), holed, union(cube, moveMesh(ball, [3, 1, 2]))]) {
      const faces = Uint32Array.from({ length: mesh.indices.length / 3 }, (_, face) => face);
      const index = new FaceIndex(mesh, faces, [-13, -13, -13, 14, 14, 14]);
      const random = randomNumbers(7);
      for (let i = 0; i < 200; i++) {
        const point = [0, 1, 2].map(() => random() * 30 - 15) as [number, number, number];
        expect(Math.abs(index.windingAt(point) - windingAt(mesh, point))).toBeLessThan(0.02);
      }
    }
  });

  it('The audit imports nothing of the repair and the checks.', () => {
    const folder = 'src-shared/geometry/audit';
    for (const file of readdirSync(folder)) {
      const imports = [
        ...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/^import (type )?[^;]*? from '([^']+)';/gm),
      ];
      for (const [, isType, from] of imports) {
        if (!isType) expect(from).toMatch(/^\.\/(audit|face-index|surface)\.ts$/);
      }
    }
  });
});

/** A cube whose upper side has a hollow down to its middle. */
function dented(): Mesh {
  const top = cube.positions.length / 3;
  return withFaces({ ...cube, positions: Float64Array.from([...cube.positions, 5, 5, 5]) }, (faces) =>
    faces.flatMap((face) => {
      const isTop = face.every((corner) => cube.positions[corner * 3 + 2] === 10);
      if (!isTop) return [face];
      return [0, 1, 2]
        .map((k) => [face[k]!, face[(k + 1) % 3]!, top])
        .filter(
          ([a, b]) =>
            cube.positions[a! * 3] === cube.positions[b! * 3] ||
            cube.positions[a! * 3 + 1] === cube.positions[b! * 3 + 1],
        );
    }),
  );
}

/** Faces from the border of some to one point far below them. */
function spikeOver(faces: readonly number[][], tip: number): number[][] {
  const edges = faces.flatMap(([a, b, c]) => [
    [a!, b!],
    [b!, c!],
    [c!, a!],
  ]);
  const isInner = ([a, b]: number[]) => edges.some(([p, q]) => p === b && q === a);
  return edges.filter((edge) => !isInner(edge)).map(([a, b]) => [a!, b!, tip]);
}
