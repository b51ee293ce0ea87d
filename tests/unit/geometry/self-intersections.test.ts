import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCrossings } from '../../../src-shared/geometry/checks/self-intersections.ts';
import { surveyShells } from '../../../src-shared/geometry/checks/shell-survey.ts';
import { CorePairs } from '../../../src-shared/geometry/core/find-pairs.ts';
import type { Mesh, Vector } from '../../../src-shared/geometry/mesh/mesh.ts';
import { TriangleTree } from '../../../src-shared/geometry/mesh/triangle-tree.ts';
import { weldMesh } from '../../../src-shared/geometry/mesh/weld.ts';
import { TaskProgress } from '../../../src-shared/geometry/runtime/task-progress.ts';
import { makeSamplePart } from '../../../src-shared/geometry/shapes/sample-part.ts';
import { randomFrom } from '../../fixtures/geometry/mutate.ts';
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
import { PlainPairs } from '../../oracle/find-pairs.ts';
import { rotateMesh, rotationAbout, rotationOfQuaternion } from '../../support/rotate-mesh.ts';
import { seed } from '../../support/seed.ts';

async function search(given: Mesh, budget?: number) {
  const mesh = weldMesh(given);
  const tree = await TriangleTree.build(mesh, new TaskProgress());
  const { facts } = await surveyShells(mesh, new TaskProgress());
  const [crossings, plain] = await Promise.all(
    [CorePairs.for, PlainPairs.for].map((start) =>
      findCrossings(mesh, tree, facts.shellOfFace, new TaskProgress(), budget, 0, start),
    ),
  );
  if (!crossings) throw new Error('nothing was searched');
  expect(crossings, 'the fast core and the reference differ').toEqual(plain);
  const faces = (flag: number): number => crossings.flags.reduce((sum, f) => sum + (f & flag ? 1 : 0), 0);
  return { ...crossings, own: faces(1), other: faces(2), mesh };
}

/** Some orientation in which nothing is parallel to an axis. */
const askew = rotationAbout([1, 2, 3], 0.7);
const cube = makeCube(10);

describe('crossing faces', () => {
  it.each([
    ['a cube', cube],
    ['a ball', makeIcosphere(5, 4)],
    ['a ring', makeTorus(10, 3, 60, 30)],
    ['a cylinder with fans', makeCylinder(5, 10, 500)],
    ['the sample gear', makeSamplePart().mesh],
    ['cubes that touch face to face', joinMeshes([cube, moveMesh(cube, [10, 0, 0])])],
    ['cubes that touch partly', joinMeshes([cube, moveMesh(cube, [10, 3, 4])])],
    ['a cube that stands on an edge of another', joinMeshes([cube, moveMesh(cube, [10, 10, 5])])],
    ['cubes a hair apart', joinMeshes([cube, moveMesh(cube, [10.0001, 3, 4])])],
    ['a cube within a cube', joinMeshes([cube, moveMesh(makeCube(2), [4, 4, 4])])],
    ['a cavity that leaves a wall', joinMeshes([cube, moveMesh(turnInsideOut(makeCube(2)), [4, 4, 4])])],
  ])('No intersecting faces are found in %s, however it lies.', async (_what, mesh) => {
    expect(await search(mesh)).toMatchObject({ own: 0, other: 0, shellPairs: [], coverage: 1 });
    expect(await search(rotateMesh(mesh, askew))).toMatchObject({ own: 0, other: 0 });
    const rounded = { ...mesh, positions: Float32Array.from(rotateMesh(mesh, askew).positions) };
    expect(await search(rounded)).toMatchObject({ own: 0, other: 0 });
  });

  it.each([
    ['cubes that overlap at a corner', cube, [5, 5, 5]],
    ['cubes pushed into each other along an axis', cube, [5, 0, 0]],
    ['cubes that share half a face and run on', cube, [5, 0, 3]],
    ['balls', makeIcosphere(6, 3), [4, 1, 2]],
    ['rings linked through each other', makeTorus(10, 4, 60, 30), [10, 0, 2]],
  ])('Intersecting faces are found in two %s.', async (_what, mesh, by) => {
    const whole = joinMeshes([mesh, moveMesh(mesh, by as unknown as Vector)]);
    for (const lying of [whole, rotateMesh(whole, askew)]) {
      const found = await search(lying);
      expect(found.other).toBeGreaterThan(0);
      expect(found.own).toBe(0);
      expect(found.shellPairs).toEqual([[0, 1]]);
    }
  });

  it('Random faces that cross everywhere, and more in one place than the core takes at once, are all found.', {
    tags: 'release',
  }, async () => {
    const random = randomFrom(seed);
    const soup = (triangles: number, size: number): Mesh => ({
      positions: Float64Array.from({ length: triangles * 9 }, () => Math.fround(random() * size)),
      indices: Uint32Array.from({ length: triangles * 3 }, (_, i) => i),
    });
    const everywhere = await search(soup(2000, 10));
    expect(everywhere.own + everywhere.other, `seed ${seed}`).toBeGreaterThan(1900);
    const dense = await search(soup(60_000, 1), 2e6);
    expect(dense.own + dense.other, `seed ${seed}`).toBeGreaterThan(20_000);
  });

  it('A post through a plate exactly at a ring of its own corners is found.', async () => {
    // Two storeys of a post, welded to one shell with a ring of corners at the plate's upper side.
    const post = ({ positions, indices }: Mesh): Mesh => {
      const faces = Array.from({ length: indices.length / 3 }, (_, i) => [
        ...indices.slice(i * 3, i * 3 + 3),
      ]);
      const isInside = (face: number[]): boolean => face.every((v) => positions[v * 3 + 2] === 5);
      return { positions, indices: Uint32Array.from(faces.filter((face) => !isInside(face)).flat()) };
    };
    const storeys = post(
      weldMesh(joinMeshes([makeBox([4, 4, 2], [6, 6, 5]), makeBox([4, 4, 5], [6, 6, 9])])),
    );
    const plate = makeBox([0, 0, 0], [10, 13, 5]);
    const standingOn = moveMesh(storeys, [0, 0, 3]);
    for (const lie of [(mesh: Mesh) => mesh, (mesh: Mesh) => rotateMesh(mesh, askew)]) {
      const through = await search(lie(joinMeshes([plate, storeys])));
      expect(through).toMatchObject({ own: 0, shellPairs: [[0, 1]] });
      expect(through.other).toBeGreaterThanOrEqual(9);
      expect(await search(lie(joinMeshes([plate, standingOn])))).toMatchObject({ own: 0, other: 0 });
    }
  });

  it('A ring whose tube is thicker than its hole intersects itself.', async () => {
    const found = await search(makeTorus(10, 11, 80, 60));
    expect(found.own).toBeGreaterThan(50);
    expect(found.other).toBe(0);
    // All of them lie about the axis, where the tube meets itself.
    found.flags.forEach((flag, face) => {
      if (!flag) return;
      const at = found.mesh.indices[face * 3]! * 3;
      expect(Math.hypot(found.mesh.positions[at]!, found.mesh.positions[at + 1]!)).toBeLessThan(2);
    });
  });

  it('A face folded back onto its neighbour is found.', async () => {
    const fold = {
      positions: Float64Array.of(0, 0, 0, 10, 0, 0, 5, 8, 0, 5, 4, 0),
      indices: Uint32Array.of(0, 1, 2, 1, 0, 3),
    };
    expect((await search(fold)).own).toBe(2);
    const flat = { ...fold, positions: Float64Array.of(0, 0, 0, 10, 0, 0, 5, 8, 0, 5, -4, 0) };
    expect((await search(flat)).own).toBe(0);
  });

  it('In random triangles, the search finds the same pairs as a search of all pairs.', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 2 ** 31 }),
        fc.integer({ min: 2, max: 60 }),
        async (start, count) => {
          const random = evenly(start);
          const soup = Array.from({ length: count }, () =>
            [0, 1, 2].map(() => [random(), random(), random()]),
          );
          const positions = Float64Array.from(soup.flat(2));
          const found = await search({
            positions,
            indices: Uint32Array.from(positions.keys()).slice(0, soup.length * 3),
          });
          const expected = new Set<number>();
          for (let a = 0; a < soup.length; a++) {
            for (let b = 0; b < soup.length; b++) {
              if (a !== b && pierces(soup[a] as never, soup[b] as never)) expected.add(a).add(b);
            }
          }
          // Every triangle is a shell of its own here.
          const flagged = [...found.flags.keys()].filter((face) => found.flags[face] === 2);
          expect(flagged).toEqual([...expected].sort((a, b) => a - b));
        },
      ),
      { seed, numRuns: 100 },
    );
  });

  it('Where corners lie in the planes and on the sides of others, the core finds what the reference finds.', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 2 ** 31 }),
        fc.integer({ min: 2, max: 60 }),
        fc.boolean(),
        async (start, count, isSingle) => {
          const random = evenly(start);
          const places = Array.from({ length: count * 9 }, () => Math.round(random() * 4) / 3);
          const positions = isSingle ? Float32Array.from(places) : Float64Array.from(places);
          await search({ positions, indices: Uint32Array.from(Array(count * 3).keys()) });
        },
      ),
      { seed, numRuns: 200 },
    );
  });

  it('The findings do not depend on the part’s position and rotation.', async () => {
    const pair = joinMeshes([makeIcosphere(6, 3), moveMesh(makeIcosphere(5, 3), [4.37, 1.21, 2.13])]);
    const expected = await search(pair);
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(...[0, 1, 2, 3].map(() => fc.double({ min: 0.1, max: 1, noNaN: true }))),
        async (quaternion) => {
          const moved = moveMesh(
            rotateMesh(pair, rotationOfQuaternion(quaternion as never)),
            [1e3, -2e3, 5e2],
          );
          expect((await search(moved)).flags).toEqual(expected.flags);
        },
      ),
      { seed, numRuns: 10 },
    );
  });

  it('The search reports its coverage if a thousand sheets lie on each other.', async () => {
    const sheet = { positions: makeBox([0, 0, 0], [9, 9, 1]).positions, indices: Uint32Array.of(0, 1, 3) };
    const pile = Array.from({ length: 1500 }, (_, i) => moveMesh(sheet, [i * 1e-3, 0, 0]));
    const found = await search(joinMeshes(pile), 100_000);
    expect(found.coverage).toBeGreaterThan(0);
    expect(found.coverage).toBeLessThan(1);
    expect(found.other).toBeGreaterThan(0);
  });

  it('The search stops when aborted.', async () => {
    const mesh = makeIcosphere(5, 6);
    const tree = await TriangleTree.build(mesh, new TaskProgress());
    const { facts } = await surveyShells(mesh, new TaskProgress());
    const signal = { aborted: false };
    const progress = new TaskProgress({
      signal,
      onProgress: () => {
        signal.aborted = true;
      },
    });
    await expect(findCrossings(mesh, tree, facts.shellOfFace, progress)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

/** Numbers from 0 to 1, the same for the same start (a linear congruence modulo 2^31 - 1). */
function evenly(start: number): () => number {
  let state = start % 2147483647 || 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/**
 * Whether a side of triangle a runs through triangle b, by signed volumes: independent of the code under
 * test.
 */
function pierces(a: readonly Vector[], b: readonly Vector[]): boolean {
  const volume = (p: Vector, q: Vector, r: Vector, s: Vector): number => {
    const [u, v, w] = [q, r, s].map((point) => point.map((x, i) => x - p[i as 0]) as unknown as Vector) as [
      Vector,
      Vector,
      Vector,
    ];
    return (
      u[0] * (v[1] * w[2] - v[2] * w[1]) -
      u[1] * (v[0] * w[2] - v[2] * w[0]) +
      u[2] * (v[0] * w[1] - v[1] * w[0])
    );
  };
  return a.some((p, i) => {
    const q = a[(i + 1) % 3]!;
    if (volume(b[0]!, b[1]!, b[2]!, p) * volume(b[0]!, b[1]!, b[2]!, q) >= 0) return false;
    const signs = b.map((r, j) => Math.sign(volume(p, q, r, b[(j + 1) % 3]!)));
    return signs.every((s) => s > 0) || signs.every((s) => s < 0);
  });
}
