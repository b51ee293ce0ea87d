import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { compareParts } from '../../../src-shared/geometry/compare/compare-parts.ts';
import { farthestOf } from '../../../src-shared/geometry/compare/farthest.ts';
import type { Mesh, Vector } from '../../../src-shared/geometry/mesh/mesh.ts';
import { NearestSurface } from '../../../src-shared/geometry/mesh/nearest-surface.ts';
import { TriangleTree } from '../../../src-shared/geometry/mesh/triangle-tree.ts';
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
import { corpusDir, corpusPresent } from '../../support/corpus.ts';
import { rotateMesh, rotationAbout } from '../../support/rotate-mesh.ts';

const compare = (old: Mesh, next: Mesh, areSolid = true) =>
  compareParts(old, next, { areSolid, samples: 4000 });

const surfaceOf = async (mesh: Mesh) =>
  new NearestSurface(await TriangleTree.build(mesh, new TaskProgress()));

describe('the nearest point of a surface', () => {
  it('Distances to a ball and a ring are those of their formulas, inside and outside.', async () => {
    const ball = await surfaceOf(makeIcosphere(10, 6));
    const ring = await surfaceOf(makeTorus(10, 3, 400, 200));
    for (let i = 0; i < 300; i++) {
      const p = [Math.sin(i) * 14, Math.sin(i * 1.7) * 14, Math.sin(i * 2.3) * 14] as const;
      const length = Math.hypot(...p);
      expect(Math.abs(ball.distance(...p) - Math.abs(length - 10))).toBeLessThan(0.005);
      const fromRing = Math.hypot(Math.hypot(p[0], p[1]) - 10, p[2]) - 3;
      expect(Math.abs(ring.distance(...p) - Math.abs(fromRing))).toBeLessThan(0.005);
      if (Math.abs(length - 10) > 0.01) expect(ball.winding(...p)).toBe(length < 10 ? 1 : 0);
      if (Math.abs(fromRing) > 0.01) expect(ring.winding(...p)).toBe(fromRing < 0 ? 1 : 0);
    }
  });

  it('The winding is 0 in a cavity and 2 where parts overlap.', async () => {
    const hollow = await surfaceOf(joinMeshes([makeCube(10), turnInsideOut(makeBox([3, 3, 3], [7, 7, 7]))]));
    expect(hollow.winding(5, 5, 5)).toBe(0);
    expect(hollow.winding(1, 5, 5)).toBe(1);
    const two = await surfaceOf(joinMeshes([makeCube(10), moveMesh(makeCube(10), [5, 5, 5])]));
    expect(two.winding(7, 7, 7)).toBe(2);
  });

  it('A bound on the distance changes nothing but to leave out what is farther.', async () => {
    const cube = await surfaceOf(makeCube(10));
    expect(cube.distance(12, 5, 5, 2.5)).toBeCloseTo(2, 12);
    expect(cube.distance(12, 5, 5, 1.9)).toBe(Infinity);
  });
});

describe('comparing two versions', () => {
  it('A version with other triangles and the same shape is the same.', { tags: 'release' }, async () => {
    const halves = rotateMesh(makeBox([0, 0, 0], [20, 20, 10]), rotationAbout([0, 0, 1], Math.PI / 2));
    const { only, most, places } = await compare(makeBox([-20, 0, 0], [0, 20, 10]), halves);
    expect(only).toEqual({ kind: 'same' });
    expect(most).toBeLessThan(1e-9);
    expect(places).toEqual([]);
  });

  it('A larger ball is as much larger everywhere as its radius.', { tags: 'release' }, async () => {
    const { signed, mean, percentile95, most, mostAtMost, after, before } = await compare(
      makeIcosphere(10, 5),
      makeTwisted(makeIcosphere(10.5, 5)),
    );
    expect(signed!.added).toBeCloseTo(0.5, 2);
    expect(signed!.removed).toBe(0);
    expect(mean).toBeCloseTo(0.5, 2);
    expect(percentile95).toBeCloseTo(0.5, 2);
    expect(most).toBeGreaterThan(0.498);
    expect(mostAtMost).toBeGreaterThanOrEqual(most);
    expect(mostAtMost).toBeLessThan(0.6);
    expect(after.volume / before.volume).toBeCloseTo(1.05 ** 3, 3);
  });

  it('A small pin is found with its height and place, and nothing counts as removed.', async () => {
    const plate = makeBox([0, 0, 0], [200, 100, 5]);
    const pin = makeBox([150, 50, 5], [150.4, 50.4, 7]);
    const { most, mostAtMost, signed, places, only } = await compare(plate, joinMeshes([plate, pin]));
    expect(only).toBeNull();
    expect(most).toBeCloseTo(2, 9);
    expect(mostAtMost).toBeLessThan(2.02);
    expect(signed!.added).toBeCloseTo(2, 9);
    expect(signed!.removed).toBeLessThan(1e-9);
    expect(places).toHaveLength(1);
    expect(places[0]!.distance).toBeCloseTo(2, 9);
    expect(Math.hypot(places[0]!.point[0] - 150.2, places[0]!.point[1] - 50.2)).toBeLessThan(0.3);
  });

  it('What is gone counts as removed, with its place on the earlier version.', async () => {
    const plate = makeBox([0, 0, 0], [200, 100, 5]);
    const pin = makeBox([150, 50, 5], [152, 52, 7]);
    const { signed, places } = await compare(joinMeshes([plate, pin]), plate);
    expect(signed!.removed).toBeCloseTo(2, 9);
    expect(signed!.added).toBeLessThan(1e-9);
    expect(places[0]!.distance).toBeCloseTo(-2, 9);
    expect(places[0]!.point[2]).toBeGreaterThan(6.9);
  });

  it('The largest distance inside a large triangle is enclosed although no corner has it.', async () => {
    const plate = makeBox([0, 0, 0], [100, 100, 5]);
    // A bridge over the middle: the plate is farthest from it between the feet.
    const bridge = joinMeshes([makeBox([0, 0, -1], [100, 100, 0]), makeBox([0, 0, 0], [1, 100, 5])]);
    const { most, mostAtMost } = await compare(bridge, plate);
    expect(most).toBeLessThanOrEqual(5 + 1e-9);
    expect(mostAtMost).toBeGreaterThanOrEqual(5 * 0.999);
    expect(mostAtMost / most).toBeLessThan(1.02);
  });

  it('The largest distance is enclosed where it lies between the corners of a triangle.', async () => {
    // The plate is farthest from two strips half-way between them.
    const plate = makeBox([0, 0, 0], [100, 100, 1]);
    const strips = [0, 97.3].map((x) => makeBox([x, -10, 0], [x + 1e-9, 110, 1]));
    const { atLeast, atMost } = await farthestOf(
      plate,
      await surfaceOf(joinMeshes(strips)),
      0,
      1e-9,
      new TaskProgress(),
    );
    expect(atLeast).toBeGreaterThan(48.65 * 0.99);
    expect(atLeast).toBeLessThan(48.65);
    expect(atMost).toBeGreaterThanOrEqual(48.65);
    expect(atMost).toBeLessThan(48.65 * 1.01);
  });

  it('A part that was only moved, scaled, turned or mirrored is recognised.', async () => {
    const part = makeTwisted(makeTorus(10, 3, 30, 20));
    expect((await compare(part, moveMesh(part, [0.25, -3, 100]))).only).toMatchObject({ kind: 'moved' });
    const scaled = await compare(part, {
      ...part,
      positions: part.positions.map((v) => v * 25.4) as Float64Array,
    });
    expect(scaled.only).toMatchObject({ kind: 'scaled' });
    expect((scaled.only as { factor: number }).factor).toBeCloseTo(25.4, 9);
    // No turn and no mirror image brings it back to itself.
    const odd = joinMeshes([makeBox([0, 0, 0], [20, 10, 5]), makeBox([30, 0, 0], [33, 7, 2])]);
    const turned = async (axis: Vector, angle: number) =>
      (await compare(odd, moveMesh(rotateMesh(odd, rotationAbout(axis, angle)), [7, -2, 0]))).only;
    expect(await turned([1, 0, 0], Math.PI / 2)).toMatchObject({ kind: 'turned', axis: 'X', degrees: 90 });
    expect(await turned([0, 0, 1], -Math.PI / 2)).toMatchObject({ axis: 'Z', degrees: -90 });
    expect(await turned([0, 1, 1], Math.PI)).toMatchObject({ isMirrored: false, axis: null, degrees: 180 });
    expect(await turned([1, 0, 0], Math.PI / 3)).toBeNull();
    const image = turnInsideOut({ ...odd, positions: odd.positions.map((v, i) => (i % 3 === 1 ? -v : v)) });
    expect((await compare(odd, image)).only).toMatchObject({ kind: 'turned', isMirrored: true, axis: 'Y' });
    // The box alone does not prove it.
    const notched = joinMeshes([makeBox([0, 0, 0], [10, 10, 4]), makeBox([0, 0, 4], [5, 10, 10])]);
    expect((await compare(makeCube(10), moveMesh(notched, [3, 0, 0]))).only).toBeNull();
  });

  it('The map has the signed distance of every vertex of the later version.', async () => {
    const { map } = await compare(makeCube(10), makeBox([0, 0, 0], [10, 10, 12]));
    expect([...map].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([0, 0, 0, 0, 2, 2, 2, 2]);
    const smaller = await compare(makeCube(10), makeBox([0, 0, 0], [10, 10, 9]));
    expect(Math.max(...smaller.map)).toBeLessThan(1e-6);
    const inner = await compare(makeCube(10), makeBox([2, 2, 2], [8, 8, 8]));
    expect([...inner.map].every((value) => Math.abs(value + 2) < 1e-6)).toBe(true);
  });

  it('Open versions are compared without signs.', async () => {
    const { mesh } = { mesh: { ...makeCube(10), indices: makeCube(10).indices.slice(6) } };
    const { signed, most, map } = await compare(makeCube(10), mesh, false);
    expect(signed).toBeNull();
    expect(most).toBeGreaterThan(4.5);
    expect(Math.min(...map)).toBeGreaterThanOrEqual(0);
  });

  it('Comparing stops when it is cancelled.', async () => {
    const signal = { aborted: false };
    const onProgress = (): void => {
      signal.aborted = true;
    };
    const ball = makeIcosphere(10, 4);
    await expect(compareParts(ball, ball, { areSolid: true, signal, onProgress })).rejects.toThrow(/Stopped/);
  });
});

/** Slightly bent, so that no two vertices are symmetrical. */
function makeTwisted(mesh: Mesh): Mesh {
  return rotateMesh(mesh, rotationAbout([0.3, 1, 0.2], 0.4));
}

describe.skipIf(!corpusPresent || !existsSync(`${corpusDir}found`))('comparing real parts', () => {
  it.each(['x-end-idler.stl', 'ir-sensor-cover-mmu2s.stl'])(
    '%s is the same as itself, and a shift has its length.',
    async (file) => {
      const { mesh } = await analyseModel(readFileSync(`${corpusDir}found/${file}`), file);
      expect((await compare(mesh, mesh)).only).toEqual({ kind: 'same' });
      const shifted = await compare(mesh, moveMesh(mesh, [0, 0, 0.3]));
      expect(shifted.only).toMatchObject({ kind: 'moved' });
      expect(shifted.most).toBeCloseTo(0.3, 4);
      expect(shifted.mostAtMost).toBeLessThan(0.31);
      expect(shifted.signed!.added).toBeCloseTo(0.3, 4);
    },
  );
});
