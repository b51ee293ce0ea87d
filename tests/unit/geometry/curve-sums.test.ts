/** What the core adds to CAD triangles for the curves between them: the same as its reference, to the bit. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { curvedSurplus, type FaceRange } from '../../../src-shared/geometry/core/curve-sums.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { TaskProgress } from '../../../src-shared/geometry/runtime/task-progress.ts';
import {
  joinMeshes,
  makeCube,
  makeCylinder,
  makeIcosphere,
  makeTorus,
} from '../../fixtures/geometry/solids.ts';
import { curvedSurplusPlainly } from '../../oracle/curved-faces.ts';
import { seed } from '../../support/seed.ts';

const solids: readonly Mesh[] = [
  makeIcosphere(10, 3),
  makeTorus(20, 5, 40, 12),
  makeCylinder(5, 20, 42),
  // A cap of one corner with more neighbours than are asked.
  makeCylinder(5, 20, 300),
  makeCube(7),
  joinMeshes([makeCube(8), makeIcosphere(3, 2)]),
];

/**
 * Faces from the given triangles on. Every face has corners of its own, as OpenCascade gives them, unless it
 * is sewn.
 */
function cut(mesh: Mesh, starts: readonly number[], isSewn: boolean) {
  const triangles = mesh.indices.length / 3;
  const firsts = [...new Set([0, ...starts.map((start) => start % triangles)])].sort((a, b) => a - b);
  const faces: FaceRange[] = firsts.map((first, i) => ({ first, end: firsts[i + 1] ?? triangles }));
  if (isSewn) return { mesh, faces };
  const positions: number[] = [];
  const indices = new Uint32Array(mesh.indices.length);
  for (const { first, end } of faces) {
    const own = new Map<number, number>();
    for (let i = first * 3; i < end * 3; i++) {
      const corner = mesh.indices[i]!;
      if (!own.has(corner)) {
        own.set(corner, positions.length / 3);
        positions.push(...mesh.positions.slice(corner * 3, corner * 3 + 3));
      }
      indices[i] = own.get(corner)!;
    }
  }
  return { mesh: { positions: Float64Array.from(positions), indices }, faces };
}

it(`The core and its reference find the same volume, area and doubt (seed ${seed}).`, {
  tags: 'release',
}, async () => {
  const anyTriangle = fc.nat({ max: 5000 });
  const cases = fc.record({
    solid: fc.constantFrom(...solids),
    starts: fc.array(anyTriangle, { maxLength: 12 }),
    isSewn: fc.boolean(),
    // Corners that are moved away from the surface, and triangles that lose their area or repeat another one.
    moved: fc.array(fc.tuple(fc.nat({ max: 20_000 }), fc.double({ min: -0.5, max: 0.5, noNaN: true })), {
      maxLength: 20,
    }),
    spoilt: fc.array(fc.tuple(anyTriangle, anyTriangle, fc.boolean()), { maxLength: 6 }),
    tolerance: fc.constantFrom(0.001, 0.02, 1),
  });
  const progress = new TaskProgress();
  let curved = 0;
  await fc.assert(
    fc.asyncProperty(cases, async ({ solid, starts, isSewn, moved, spoilt, tolerance }) => {
      const positions = Float64Array.from(solid.positions);
      const indices = solid.indices.slice();
      for (const [at, by] of moved) positions[at % positions.length]! += by;
      for (const [one, other, repeats] of spoilt) {
        const [a, b] = [(one * 3) % indices.length, (other * 3) % indices.length];
        if (repeats) indices.copyWithin(a, b, b + 3);
        else indices[a] = indices[a + 1]!;
      }
      const { mesh, faces } = cut({ positions, indices }, starts, isSewn);
      const reference = await curvedSurplusPlainly(mesh, faces, tolerance, progress);
      expect(await curvedSurplus(mesh, faces, tolerance, progress)).toEqual(reference);
      if (reference.area !== 0) curved++;
    }),
    { seed, numRuns: 300 },
  );
  expect(curved).toBeGreaterThan(100);
});

it('The core is given back when somebody stops the work, and is sound.', async () => {
  const stop = new AbortController();
  const { mesh, faces } = cut(makeIcosphere(10, 6), [40_000], false);
  const before = await curvedSurplus(mesh, faces, 0.01, new TaskProgress());
  const stopping = new TaskProgress({ signal: stop.signal, onProgress: () => stop.abort() });
  await expect(curvedSurplus(mesh, faces, 0.01, stopping)).rejects.toThrow('Stopped before');
  expect(await curvedSurplus(mesh, faces, 0.01, new TaskProgress())).toEqual(before);
});
