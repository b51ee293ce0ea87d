/** Walls, folds and prices where a part consists of several shells that meet. */
import { describe, expect, it } from 'vitest';
import { checkDeeper } from '../../../src-shared/geometry/checks/deep-check.ts';
import { isDoubt } from '../../../src-shared/geometry/doubts.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { weldMesh } from '../../../src-shared/geometry/mesh/weld.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { joinMeshes, makeBox, makeCube, moveMesh, turnInsideOut } from '../../fixtures/geometry/solids.ts';
import { expectSameAnalysis } from '../../support/same-analysis.ts';

/** The answer about thin walls, in mm. */
async function wallsOf(mesh: Mesh) {
  const { results } = await checkDeeper(mesh, { minWall: 0.8, samples: 20_000, metresPerUnit: 0.001 });
  return results.find(({ kind }) => kind === 'thin-walls')!.status;
}

const plate = makeBox([0, 0, 0], [60, 30, 3]);
const letters = [0, 1, 2].map((i) => makeBox([5 + i * 15, 8, 2.5], [13 + i * 15, 20, 4]));

describe('walls of several shells', () => {
  it.each([
    ['blocks that overlap', joinMeshes([makeCube(20), moveMesh(makeCube(20), [19.5, 3, 2])])],
    ['letters pressed into a plate', joinMeshes([plate, ...letters])],
    ['a thin filler in a block', joinMeshes([makeCube(20), makeBox([2, 2, 19], [18, 18, 19.5])])],
    ['a thin lid that lies on a block', joinMeshes([makeCube(20), makeBox([2, 2, 20], [18, 18, 20.5])])],
  ] as const)('A wall ends where the ray has left every solid: %s.', async (_what, mesh) => {
    expect(await wallsOf(mesh)).toBe('pass');
  });

  it.each([
    ['a thin fin that begins in a block', joinMeshes([makeCube(20), makeBox([10, 10, 9], [40, 40, 9.5])])],
    ['a thin plate beside a block', joinMeshes([makeCube(20), makeBox([21, 0, 0], [40, 20, 0.5])])],
    [
      'a cavity below the surface',
      joinMeshes([makeCube(20), turnInsideOut(makeBox([2, 2, 2], [18, 18, 19.5]))]),
    ],
  ] as const)('A wall that is thin stays thin: %s.', async (_what, mesh) => {
    expect(await wallsOf(mesh)).toBe('fail');
  });
});

describe('folds', () => {
  /** A cube whose top is folded back over one side of a face by `depth`. */
  function folded(depth: number): Mesh {
    const { positions, indices } = makeCube(20);
    const top = [...indices.keys()].find(
      (i) => i % 3 === 0 && [0, 1, 2].every((k) => positions[indices[i + k]! * 3 + 2] === 20),
    )!;
    const [a, b, c] = [...indices.subarray(top, top + 3)] as [number, number, number];
    const middle = [0, 1].map((axis) => (positions[a * 3 + axis]! + positions[b * 3 + axis]!) / 2);
    const away = middle.map((value, axis) => value - positions[c * 3 + axis]!);
    const share = depth / Math.hypot(...away);
    const [x, y] = middle.map((value, axis) => value + away[axis]! * share) as [number, number];
    const corner = positions.length / 3;
    return {
      positions: Float64Array.from([...positions, x, y, 20]),
      indices: Uint32Array.from([
        ...indices.subarray(0, top),
        ...[a, b, corner, b, c, corner, c, a, corner],
        ...indices.subarray(top + 3),
      ]),
    };
  }

  it('A fold that no printer shows is none, and a deeper one is a warning, no failure.', async () => {
    const crossing = async (depth: number, metresPerUnit?: number) => {
      const known = metresPerUnit === undefined ? {} : { metresPerUnit };
      return (await checkDeeper(folded(depth), { minWall: null, ...known })).results[0]!.status;
    };
    expect(await crossing(0.0005, 0.001)).toBe('pass');
    expect(await crossing(0.0005)).toBe('warn');
    expect(await crossing(0.1, 0.001)).toBe('warn');
    // In metres, the same numbers are half a millimetre.
    expect(await crossing(0.0005, 1)).toBe('warn');
  });
});

describe('parts that touch', () => {
  const contact = async (mesh: Mesh) => {
    const found = (await checkDeeper(weldMesh(mesh), { minWall: null })).results;
    const { status, text } = found.find(({ kind }) => kind === 'overlapping-parts')!;
    return [status, englishGeometryText(text)];
  };

  it('Two parts that touch in a point are found, and those that touch in a face are one.', async () => {
    const cubes = (...place: [number, number, number]) =>
      joinMeshes([makeCube(10), moveMesh(makeCube(10), place)]);
    expect(await contact(cubes(10, 10, 10))).toEqual(['warn', 'Two parts touch only in a point.']);
    expect((await contact(cubes(10, 0, 0)))[0]).toBe('pass');
    expect((await contact(cubes(11, 0, 0)))[0]).toBe('pass');
  });
});

describe('parts that overlap', () => {
  const remarks = async (mesh: Mesh) => {
    const model = await expectSameAnalysis(writeBinaryStl(mesh), 'part.stl');
    if (model instanceof Error) throw model;
    return model.warnings.filter(isDoubt).map(englishGeometryText);
  };

  it('The quick check says that what parts share counts twice.', async () => {
    const said = [
      '2 parts overlap, and what they share counts twice in volume and price. Repair joins them.',
    ];
    expect(await remarks(joinMeshes([makeCube(20), moveMesh(makeCube(20), [15, 3, 2])]))).toEqual(said);
    expect(await remarks(joinMeshes([makeCube(20), moveMesh(makeCube(5), [3, 3, 3])]))).toEqual(said);
  });

  it.each([
    ['apart', joinMeshes([makeCube(20), moveMesh(makeCube(20), [21, 0, 0])])],
    ['touching', joinMeshes([makeCube(20), moveMesh(makeCube(10), [20, 3, 4])])],
    ['with a cavity', joinMeshes([makeCube(20), turnInsideOut(moveMesh(makeCube(5), [3, 3, 3]))])],
    ['within the box of another one', joinMeshes([cornerPiece(), moveMesh(makeCube(5), [12, 12, 12])])],
  ] as const)('Nothing is said of parts that are %s.', async (_what, mesh) => {
    expect(await remarks(mesh)).toEqual([]);
  });

  function cornerPiece(): Mesh {
    const [w, s] = [20, 10];
    const outline = [[0, 0], [w, 0], [w, s], [s, s], [s, w], [0, w]] as const;
    const positions = Float64Array.from(
      [0, w].flatMap((z) => outline.flatMap(([x, y]) => [x, y, z])),
    );
    const flat = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]] as const;
    const sides = outline.flatMap((_, i) => {
      const next = (i + 1) % 6;
      return [i, next, next + 6, i, next + 6, i + 6];
    });
    const indices = [
      ...flat.flatMap(([a, b, c]) => [a, c, b]),
      ...flat.flatMap(([a, b, c]) => [a + 6, b + 6, c + 6]),
      ...sides,
    ];
    return { positions, indices: Uint32Array.from(indices) };
  }
});
