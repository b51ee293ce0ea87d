import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { measureMesh } from '../../../src-shared/geometry/measure/measure.ts';
import type { Mesh, Vector } from '../../../src-shared/geometry/mesh/mesh.ts';
import { cross, dot } from '../../../src-shared/geometry/mesh/vectors.ts';
import { convexHull } from '../../../src-shared/geometry/placement/convex-hull.ts';
import { findPlacement } from '../../../src-shared/geometry/placement/placement.ts';
import { type Point, smallestRectangle } from '../../../src-shared/geometry/placement/smallest-rectangle.ts';
import { TaskProgress } from '../../../src-shared/geometry/runtime/task-progress.ts';
import {
  joinMeshes,
  makeBox,
  makeCube,
  makeCylinder,
  makeIcosphere,
  makeTorus,
  moveMesh,
} from '../../fixtures/geometry/solids.ts';
import { corpusDir, corpusPresent } from '../../support/corpus.ts';
import { rotateMesh, rotationAbout } from '../../support/rotate-mesh.ts';
import { someOf } from '../../support/rounds.ts';

const tilt = rotationAbout([1, 2, 3], 0.7);
const placed = async (mesh: Mesh) => (await findPlacement(mesh))!;

/** Inscribed in a cube of side 2; its smallest box is that cube, which touches it only along edges. */
const tetrahedron: Mesh = {
  positions: Float64Array.from([1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1]),
  indices: Uint32Array.from([0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2]),
};

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('the convex hull', () => {
  it('The convex hull holds every corner and is closed, on random and on awkward points.', async () => {
    const random = seeded(7);
    const clouds: number[][] = [
      Array.from({ length: 900 }, () => random() * 10 - 5),
      // A grid has many points in the same planes and on the same lines.
      Array.from({ length: 6 ** 3 * 3 }, (_, i) =>
        i % 3 === 0 ? Math.floor(i / 3) % 6 : i % 3 === 1 ? Math.floor(i / 18) % 6 : Math.floor(i / 108),
      ),
      // Nearly flat.
      Array.from({ length: 600 }, (_, i) => (i % 3 === 2 ? random() * 1e-6 : random())),
    ];
    for (const cloud of clouds) {
      const count = cloud.length / 3;
      const mesh: Mesh = {
        positions: Float64Array.from(cloud),
        indices: Uint32Array.from({ length: count - (count % 3) }, (_, i) => i),
      };
      const hull = (await convexHull(mesh, new TaskProgress()))!;
      const whole = measureMesh(hull.mesh);
      expect(whole.volumeBand).toBeNull();
      expect(whole.volume).toBeGreaterThan(0);
      expect(outside(hull.mesh, mesh, hull.origin)).toBeLessThanOrEqual(hull.tolerance + 1e-9);
    }
  });

  it('The convex hull of a fine sphere is bounded and says how far corners lie outside.', {
    tags: 'release',
  }, async () => {
    const ball = makeIcosphere(10, 5);
    const hull = (await convexHull(ball, new TaskProgress()))!;
    expect(hull.mesh.indices.length / 3).toBeLessThan(4_100);
    expect(hull.tolerance).toBeGreaterThan(0);
    expect(hull.tolerance).toBeLessThan(0.06);
    expect(outside(hull.mesh, ball, hull.origin)).toBeLessThanOrEqual(hull.tolerance + 1e-9);
  });
});

/** How far the farthest corner of the mesh lies outside the hull. */
function outside({ positions, indices }: Mesh, mesh: Mesh, origin: Vector): number {
  let farthest = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((at): Vector => {
      const from = indices[i + at]! * 3;
      return [positions[from]!, positions[from + 1]!, positions[from + 2]!];
    }) as [Vector, Vector, Vector];
    const across = cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]);
    const length = Math.hypot(...across);
    if (length === 0) continue;
    for (let vertex = 0; vertex < mesh.positions.length / 3; vertex++) {
      const p: Vector = [
        mesh.positions[vertex * 3]! - origin[0] - a[0],
        mesh.positions[vertex * 3 + 1]! - origin[1] - a[1],
        mesh.positions[vertex * 3 + 2]! - origin[2] - a[2],
      ];
      farthest = Math.max(farthest, dot(p, across) / length);
    }
  }
  return farthest;
}

describe('the smallest box', () => {
  it('The smallest rectangle around points is no larger than any that lies on a side of their outline.', () => {
    const random = seeded(11);
    for (let round = 0; round < 50; round++) {
      const points = Array.from({ length: 40 }, (): Point => [random() * 9, random() * 4]);
      const areaAlong = ([x, y]: Point): number => {
        const along = points.map((p) => p[0] * x + p[1] * y);
        const across = points.map((p) => p[1] * x - p[0] * y);
        return (Math.max(...along) - Math.min(...along)) * (Math.max(...across) - Math.min(...across));
      };
      const found = areaAlong(smallestRectangle(points));
      for (const [a, b] of points.flatMap((p) => points.map((q) => [p, q] as const))) {
        const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
        if (length === 0) continue;
        expect(areaAlong([(b[0] - a[0]) / length, (b[1] - a[1]) / length])).toBeGreaterThan(
          found * (1 - 1e-9),
        );
      }
    }
  });

  it('A rotated box has its own sides as its smallest box.', async () => {
    const { size, smallest } = await placed(rotateMesh(makeBox([0, 0, 0], [40, 20, 10]), tilt));
    expect(smallest.size[0]).toBeCloseTo(40, 6);
    expect(smallest.size[1]).toBeCloseTo(20, 6);
    expect(smallest.size[2]).toBeCloseTo(10, 6);
    expect(size[0] * size[1] * size[2]).toBeGreaterThan(smallest.volume * 2);
  });

  it('The smallest box is found to a thousandth where it touches only edges.', async () => {
    for (const angle of [0, 0.3, 0.7, 1.1, 2]) {
      const { smallest } = await placed(rotateMesh(tetrahedron, rotationAbout([3, 1, 2], angle)));
      expect(smallest.volume).toBeGreaterThan(8 * (1 - 1e-6));
      expect(smallest.volume).toBeLessThan(8 * 1.001);
    }
  });

  it('No box along any of many orientations is smaller than the smallest box.', async () => {
    const random = seeded(3);
    const points = Float64Array.from({ length: 60 }, () => random() * 10);
    const cloud: Mesh = { positions: points, indices: Uint32Array.from({ length: 18 }, (_, i) => i) };
    const { smallest } = await placed(cloud);
    for (let i = 0; i < 3000; i++) {
      const axis: Vector = [random() - 0.5, random() - 0.5, random() - 0.5];
      const { size } = measured(rotateMesh(cloud, rotationAbout(axis, random() * 6.28)));
      expect(size[0] * size[1] * size[2]).toBeGreaterThan(smallest.volume * (1 - 1e-6));
    }
  });

  it('A part that gains nothing by rotation keeps the box of its file.', async () => {
    const { size, smallest } = await placed(makeIcosphere(10, 3));
    expect(smallest.volume).toBeLessThanOrEqual(size[0] * size[1] * size[2] * (1 + 1e-12));
    const cube = await placed(makeCube(10));
    expect(cube.smallest.axes).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
  });
});

function measured(mesh: Mesh): { size: Vector } {
  const { min, max } = measureMesh(mesh).bounds!;
  return { size: [max[0] - min[0], max[1] - min[1], max[2] - min[2]] };
}

describe('sides to lie on', () => {
  it('A rotated box lies on six sides, and tips over beyond the angle of its half width.', async () => {
    const { restingSides } = await placed(rotateMesh(makeBox([0, 0, 0], [40, 20, 10]), tilt));
    expect(restingSides.map(({ area }) => Math.round(area))).toEqual([800, 800, 400, 400, 200, 200]);
    const [flat, , , , upright] = restingSides;
    expect(flat!.height).toBeCloseTo(10, 6);
    expect(flat!.contact).toBeCloseTo(800, 6);
    expect(flat!.tipsAt).toBeCloseTo((Math.atan2(10, 5) * 180) / Math.PI, 4);
    expect(upright!.tipsAt).toBeCloseTo((Math.atan2(5, 20) * 180) / Math.PI, 4);
  });

  it('A table touches the ground with its legs and stands within their outline.', async () => {
    const legs = [0, 36].flatMap((x) => [0, 16].map((y) => makeBox([x, y, 0], [x + 4, y + 4, 30])));
    const table = joinMeshes([makeBox([0, 0, 30], [40, 20, 32]), ...legs]);
    const { restingSides } = await placed(table);
    const standing = restingSides.find(({ normal }) => normal[2] < -0.999)!;
    expect(standing.area).toBeCloseTo(800, 6);
    expect(standing.contact).toBeCloseTo(64, 6);
    expect(standing.height).toBeCloseTo(32, 6);
  });

  it('A part does not lie on a side beside which its weight stands.', async () => {
    const pole = makeBox([0, 0, 0], [20, 10, 40]);
    const leaning = joinMeshes([pole, moveMesh(makeBox([0, 0, 0], [120, 10, 10]), [0, 0, 40])]);
    const { restingSides } = await placed(leaning);
    expect(restingSides.some(({ normal }) => normal[2] < -0.99)).toBe(false);
    expect(restingSides.some(({ normal }) => normal[2] > 0.99)).toBe(true);
  });

  it('A ball lies on no side, a cylinder on its ends, a ring on both faces.', {
    tags: 'release',
  }, async () => {
    expect((await placed(makeIcosphere(10, 4))).restingSides).toEqual([]);
    const { restingSides } = await placed(makeCylinder(10, 30, 256));
    expect(restingSides.map(({ normal }) => Math.round(normal[2])).sort()).toEqual([-1, 1]);
    const ring = await placed(makeTorus(10, 3, 100, 40));
    expect(ring.restingSides.map(({ normal }) => Math.round(normal[2])).sort()).toEqual([-1, 1]);
  });

  it('What has no volume has no placement.', async () => {
    const flat: Mesh = {
      positions: Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]),
      indices: Uint32Array.from([0, 1, 2]),
    };
    expect(await findPlacement(flat)).toBeNull();
    expect(await findPlacement({ positions: new Float64Array(), indices: new Uint32Array() })).toBeNull();
  });

  it('Finding a placement stops when it is cancelled.', async () => {
    const signal = { aborted: false };
    const onProgress = (): void => {
      signal.aborted = true;
    };
    await expect(findPlacement(makeIcosphere(10, 4), { signal, onProgress })).rejects.toThrow(/Stopped/);
  });
});

const real = ['x-end-idler.stl', 'ir-sensor-cover-mmu2s.stl', 'Half_Inch_Drive_Ring.stl', 'three-torus.stl'];

describe.skipIf(!corpusPresent || !existsSync(`${corpusDir}found`))('placement of real parts', () => {
  it.each(someOf(real))(
    'The smallest box of %s does not depend on how the part lies in the file.',
    async (file) => {
      const { mesh, measures } = await analyseModel(readFileSync(`${corpusDir}found/${file}`), file);
      const [a, b] = [await placed(mesh), await placed(rotateMesh(mesh, tilt))];
      expect(b.smallest.volume / a.smallest.volume).toBeGreaterThan(0.995);
      expect(b.smallest.volume / a.smallest.volume).toBeLessThan(1.005);
      expect(a.smallest.volume).toBeGreaterThanOrEqual(a.hullVolume * 0.999);
      expect(a.hullVolume).toBeGreaterThanOrEqual(Math.abs(measures.volume) * 0.999);
      expect(a.restingSides.length).toBeGreaterThan(0);
      expect(b.restingSides[0]!.area).toBeCloseTo(a.restingSides[0]!.area, 0);
    },
  );
});
