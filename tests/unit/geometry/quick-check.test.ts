import { describe, expect, it } from 'vitest';
import { checkMesh } from '../../../src-shared/geometry/checks/quick-check.ts';
import type { Finding, FindingKind } from '../../../src-shared/geometry/geometry.ts';
import { englishStatement } from '../../../src-shared/geometry/geometry-text.ts';
import type { Mesh, Vector } from '../../../src-shared/geometry/mesh/mesh.ts';
import { weldMesh } from '../../../src-shared/geometry/mesh/weld.ts';
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

const cube = makeCube(10);

const withFaces = ({ positions, indices }: Mesh, change: (faces: number[][]) => number[][]): Mesh => {
  const faces: number[][] = [];
  for (let i = 0; i < indices.length; i += 3) faces.push([...indices.slice(i, i + 3)]);
  return { positions, indices: Uint32Array.from(change(faces).flat()) };
};

const flip = ([a, b, c]: number[]): number[] => [a!, c!, b!];

const summary = (findings: readonly Finding[]): Partial<Record<FindingKind, string>> =>
  Object.fromEntries(findings.map(({ kind, severity, count }) => [kind, `${severity} ${count}`]));

async function check(mesh: Mesh): Promise<{ watertight: boolean; shells: number; findings: object }> {
  const { watertight, shells, findings } = await checkMesh(weldMesh(mesh));
  for (const finding of findings) expect(englishStatement(finding)).toMatch(/^[A-Z0-9].*\.$/);
  return { watertight, shells, findings: summary(findings) };
}

const clean = (shells: number): object => ({ watertight: true, shells, findings: {} });

describe('checking', () => {
  it.each([
    ['a cube', cube, 1],
    ['a ball', makeIcosphere(5, 4), 1],
    ['a ring', makeTorus(10, 3, 60, 30), 1],
    ['a cylinder, whose caps are fans', makeCylinder(5, 10, 3000), 1],
    ['two cubes apart', joinMeshes([cube, moveMesh(cube, [20, 0, 0])]), 2],
    ['a cube with a cavity', joinMeshes([cube, moveMesh(turnInsideOut(makeCube(4)), [3, 3, 3])]), 2],
    [
      'a nut in a cavity of a cube',
      joinMeshes([
        makeBox([0, 0, 0], [50, 50, 50]),
        moveMesh(turnInsideOut(makeCube(40)), [5, 5, 5]),
        moveMesh(makeTorus(10, 3, 20, 10), [25, 25, 25]),
      ]),
      3,
    ],
    ['two cubes that overlap', joinMeshes([cube, moveMesh(cube, [5, 5, 5])]), 2],
  ])('The check finds nothing wrong with %s.', async (_what, mesh, shells) => {
    expect(await check(mesh)).toEqual(clean(shells));
  });

  it('The check reports that there is nothing to print.', async () => {
    expect(await check({ positions: new Float64Array(0), indices: new Uint32Array(0) })).toEqual({
      watertight: false,
      shells: 0,
      findings: { empty: 'fail 0' },
    });
  });

  it('The check finds a hole and the place of its edges.', async () => {
    const open = withFaces(cube, (faces) => faces.slice(1));
    const { watertight, findings } = await checkMesh(open);
    expect(watertight).toBe(false);
    expect(summary(findings)).toEqual({ 'open-edges': 'fail 3' });
    // The missing triangle is half of the bottom: its three edges lie in z = 0.
    const [{ edges, faces, sphere }] = findings as [Finding];
    expect(edges).toHaveLength(18);
    expect(edges.filter((_, i) => i % 3 === 2)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(faces).toEqual([]);
    expect(sphere!.centre).toEqual([5, 5, 0]);
    expect(sphere!.radius).toBeCloseTo(Math.hypot(10, 10) / 2, 12);
  });

  it('The check finds a flipped face among right ones, and right ones among flipped ones.', async () => {
    for (const flipped of [[4], [0, 7], [1, 2, 3]]) {
      const mesh = withFaces(makeIcosphere(5, 1), (faces) =>
        faces.map((face, i) => (flipped.includes(i) ? flip(face) : face)),
      );
      const { watertight, findings } = await checkMesh(mesh);
      expect(watertight).toBe(true);
      expect(summary(findings)).toEqual({ 'flipped-faces': `fail ${flipped.length}` });
      expect(findings[0]!.faces).toEqual(flipped);
    }
    const mostly = withFaces(makeIcosphere(5, 1), (faces) =>
      faces.map((face, i) => (i < 70 ? flip(face) : face)),
    );
    expect((await checkMesh(mostly)).findings.find(({ kind }) => kind === 'flipped-faces')!.count).toBe(10);
  });

  it('The check finds that a Moebius strip has no outside.', async () => {
    const positions: number[] = [];
    for (let i = 0; i < 20; i++) {
      const angle = (2 * Math.PI * i) / 20;
      for (const side of [-1, 1]) {
        const reach = 10 + side * Math.cos(angle / 2);
        positions.push(reach * Math.cos(angle), reach * Math.sin(angle), side * Math.sin(angle / 2));
      }
    }
    const faces = Array.from({ length: 20 }, (_, i) => {
      const [a, b] = [i * 2, i * 2 + 1];
      // The last quad meets the first one upside down.
      const [c, d] = i === 19 ? [1, 0] : [a + 2, b + 2];
      return [a, c, b, b, c, d];
    }).flat();
    const { findings } = await checkMesh({
      positions: Float64Array.from(positions),
      indices: Uint32Array.from(faces),
    });
    expect(findings.find(({ kind }) => kind === 'flipped-faces')!.text.key).toBe('geometry.noOutside');
  });

  it('The check finds edges of three faces.', async () => {
    const fin = {
      positions: Float64Array.of(0, 0, 0, 10, 0, 0, 5, -10, 0),
      indices: Uint32Array.of(0, 1, 2),
    };
    expect(await check(joinMeshes([cube, fin]))).toEqual({
      watertight: false,
      shells: 1,
      findings: { 'open-edges': 'fail 2', 'non-manifold-edges': 'fail 1' },
    });
  });

  it('The check warns of cubes that touch along an edge.', async () => {
    const touching = joinMeshes([cube, moveMesh(cube, [10, 10, 0])]);
    expect(await check(touching)).toEqual({
      watertight: false,
      shells: 1,
      findings: { 'non-manifold-edges': 'warn 1' },
    });
  });

  it('The check accepts cubes that touch at a corner.', async () => {
    expect(await check(joinMeshes([cube, moveMesh(cube, [10, 10, 10])]))).toEqual(clean(1));
  });

  it('The check finds duplicate faces, flipped or not.', async () => {
    for (const again of [(face: number[]) => face, flip]) {
      const mesh = withFaces(cube, (faces) => [
        ...faces,
        again([faces[5]![1]!, faces[5]![2]!, faces[5]![0]!]),
      ]);
      const { findings } = await checkMesh(mesh);
      expect(findings.find(({ kind }) => kind === 'duplicate-faces')).toMatchObject({
        severity: 'warn',
        count: 1,
        faces: [12],
      });
    }
    const lamina = withFaces(cube, (faces) => [faces[0]!, flip(faces[0]!)]);
    expect(await check(lamina)).toEqual({
      watertight: true,
      shells: 1,
      findings: { 'duplicate-faces': 'warn 1' },
    });
  });

  it('The check finds faces without area.', async () => {
    const { positions } = cube;
    const mesh = {
      positions: Float64Array.from([...positions, 5, 0, 0]),
      indices: Uint32Array.from([...cube.indices, 0, 8, 1, 0, 0, 1]),
    };
    const { findings } = await checkMesh(mesh);
    expect(findings.find(({ kind }) => kind === 'degenerate-faces')).toMatchObject({
      severity: 'warn',
      count: 2,
      faces: [12, 13],
    });
  });

  it('The check does not take needles for faces without area.', async () => {
    const needle = makeBox([0, 0, 0], [100, 1e-5, 1e-5]);
    expect(await check(needle)).toEqual(clean(1));
    expect(await check(moveMesh(needle, [1e3, 1e3, 1e3]))).toEqual(clean(1));
  });

  it.each([
    ['a whole model', turnInsideOut(cube), 1, 12],
    ['one of two parts', joinMeshes([cube, moveMesh(turnInsideOut(makeCube(2)), [20, 0, 0])]), 1, 12],
    [
      'a part inside a cavity',
      joinMeshes([
        makeCube(50),
        moveMesh(turnInsideOut(makeCube(40)), [5, 5, 5]),
        moveMesh(turnInsideOut(makeCube(4)), [20, 20, 20]),
      ]),
      1,
      12,
    ],
    [
      'a part in the hole of a ring, which is not inside it',
      joinMeshes([makeTorus(20, 5, 40, 20), moveMesh(turnInsideOut(makeCube(2)), [-1, -1, -1])]),
      1,
      12,
    ],
  ])('The check finds that %s is inside out.', async (_what, mesh, count, faces) => {
    const { findings } = await checkMesh(weldMesh(mesh));
    expect(summary(findings)).toEqual({ 'inverted-shell': `warn ${count}` });
    expect(findings[0]!.faces).toHaveLength(faces);
  });

  it('The check counts all places and lists some thousands.', async () => {
    const triangles = 6000;
    const positions = Float64Array.from(
      { length: triangles * 9 },
      (_, i) => ((i * 7919) % 1009) + Math.floor(i / 9) * 2000,
    );
    const soup = { positions, indices: Uint32Array.from({ length: triangles * 3 }, (_, i) => i) };
    const { findings, shells } = await checkMesh(soup);
    expect(shells).toBe(triangles);
    expect(findings[0]).toMatchObject({ kind: 'open-edges', count: triangles * 3 });
    expect(findings[0]!.edges.length).toBe(4000 * 6);
  });

  it('The order of faces and corners does not change the check’s answer.', async () => {
    const broken = withFaces(makeIcosphere(5, 2), (faces) => [...faces.slice(3), flip(faces[100]!)]);
    const expected = await check(broken);
    const shuffled = withFaces(broken, (faces) =>
      faces
        .map(([a, b, c], i) => (i % 3 === 0 ? [b!, c!, a!] : i % 3 === 1 ? [c!, a!, b!] : [a!, b!, c!]))
        .toSorted((p, q) => ((p[0]! * 31 + p[1]!) % 17) - ((q[0]! * 31 + q[1]!) % 17)),
    );
    expect(await check(shuffled)).toEqual(expected);
  });

  it('The check stays fast if all faces share a corner, or all parts are inside out.', {
    tags: 'release',
  }, async () => {
    const points = 60_000;
    const fan = {
      positions: Float64Array.from({ length: (points + 1) * 3 }, (_, i) =>
        i < 3 ? 0 : i % 3 === 0 ? Math.cos(i) : i % 3 === 1 ? Math.sin(i) : i,
      ),
      indices: Uint32Array.from(Array.from({ length: points - 1 }, (_, i) => [0, i + 1, i + 2]).flat()),
    };
    expect((await checkMesh(fan)).shells).toBe(1);
    const specks: Mesh[] = Array.from({ length: 4000 }, (_, i) =>
      moveMesh(turnInsideOut(makeCube(1)), [
        (i % 20) * 2,
        (Math.floor(i / 20) % 20) * 2,
        Math.floor(i / 400) * 2,
      ] as Vector),
    );
    expect((await checkMesh(joinMeshes(specks))).findings[0]).toMatchObject({
      kind: 'inverted-shell',
      count: 4000,
    });
  });
});
