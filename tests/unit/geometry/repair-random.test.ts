/**
 * Repair of randomly broken solids: whatever is wrong, it ends, reports its changes, and makes nothing worse.
 * @release
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkDeeper } from '../../../src-shared/geometry/checks/deep-check.ts';
import { checkMesh } from '../../../src-shared/geometry/checks/quick-check.ts';
import type { Checks } from '../../../src-shared/geometry/geometry.ts';
import { measureMesh } from '../../../src-shared/geometry/measure/measure.ts';
import { type Mesh, sizeOf } from '../../../src-shared/geometry/mesh/mesh.ts';
import { weldMesh } from '../../../src-shared/geometry/mesh/weld.ts';
import { repairMesh } from '../../../src-shared/geometry/repair/repair.ts';
import { splitShells } from '../../../src-shared/geometry/repair/split-shells.ts';
import {
  joinMeshes,
  makeBox,
  makeCylinder,
  makeIcosphere,
  makeTorus,
  moveMesh,
  turnInsideOut,
} from '../../fixtures/geometry/solids.ts';
import { provideManifoldForTests } from '../../support/manifold.ts';
import { seed } from '../../support/seed.ts';

beforeAll(provideManifoldForTests);

const solid = fc.oneof(
  fc.constant(makeIcosphere(5, 2)),
  fc.constant(makeTorus(6, 2, 24, 12)),
  fc.constant(makeCylinder(4, 9, 24)),
  fc.constant(makeBox([-4, -3, -2], [4, 3, 2])),
  fc.constant(turnInsideOut(makeIcosphere(3, 1))),
);
const place = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -8, max: 8 }))) as fc.Arbitrary<
  [number, number, number]
>;
const damage = fc.record({
  dropped: fc.array(fc.nat(), { maxLength: 12 }),
  flipped: fc.array(fc.nat(), { maxLength: 12 }),
  doubled: fc.array(fc.nat(), { maxLength: 6 }),
  /** Corners pulled onto another one: slivers, folds and edges of many faces. */
  pulled: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 4 }),
  shaken: fc.constantFrom(0, 0, 1e-7, 1e-4),
  isLoose: fc.boolean(),
});

function breakMesh(mesh: Mesh, how: typeof damage extends fc.Arbitrary<infer T> ? T : never): Mesh {
  const faces = Array.from({ length: mesh.indices.length / 3 }, (_, i) => [
    ...mesh.indices.slice(i * 3, i * 3 + 3),
  ]);
  const vertices = mesh.positions.length / 3;
  for (const [a, b] of how.pulled) {
    for (const face of faces) face.splice(0, 3, ...face.map((v) => (v === a % vertices ? b % vertices : v)));
  }
  for (const at of how.flipped) faces[at % faces.length]!.reverse();
  for (const at of how.doubled) faces.push([...faces[at % faces.length]!]);
  const gone = new Set(how.dropped.map((at) => at % faces.length));
  const indices = faces.filter((_, i) => !gone.has(i)).flat();
  if (!how.isLoose) return { positions: mesh.positions, indices: Uint32Array.from(indices) };
  let state = 4711;
  const shake = (): number => {
    state = (state * 48271) % 2147483647;
    return (state / 2147483647 - 0.5) * how.shaken;
  };
  return {
    positions: Float64Array.from(
      indices.flatMap((v) => [...mesh.positions.slice(v * 3, v * 3 + 3)].map((x) => x + shake())),
    ),
    indices: Uint32Array.from(indices.keys()),
  };
}

const failures = ({ findings }: Checks): number =>
  findings.reduce((sum, { severity, count }) => sum + (severity === 'fail' ? count : 0), 0);

describe('repair of random damage', () => {
  it(`Repair of random damage makes nothing worse (seed ${seed}).`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(solid, place), { minLength: 1, maxLength: 3 }),
        damage,
        async (parts, how) => {
          const broken = breakMesh(weldMesh(joinMeshes(parts.map(([mesh, by]) => moveMesh(mesh, by)))), how);
          if (broken.indices.length === 0) return;
          const before = await checkMesh(weldMesh(broken));
          const result = await repairMesh(broken, { isExact: true });
          expect(failures(result.checks)).toBeLessThanOrEqual(failures(before));
          expect(result.checks).toEqual(await checkMesh(weldMesh(result.mesh)));
          expect(result.changes.length === 0).toBe(result.mesh === broken);
          expect(result.mesh.positions.every(Number.isFinite)).toBe(true);
          const isSame = result.changes.length === 0;
          expect(result.after).toEqual(isSame ? result.before : measureMesh(result.mesh));
          const [from, to] = [sizeOf(result.before.bounds!), sizeOf(result.after.bounds!)];
          to.forEach((side, axis) => {
            expect(side).toBeLessThanOrEqual(from[axis]! * (1 + 1e-6) + 1e-3);
          });
          if (result.checks.watertight && failures(result.checks) === 0)
            expect(result.after.volume).toBeGreaterThan(-1e-6);
          const pieces = await splitShells(result.mesh);
          expect(pieces.reduce((sum, { indices }) => sum + indices.length, 0)).toBe(
            result.mesh.indices.length,
          );
          const deep = await checkDeeper(weldMesh(result.mesh), { minWall: 0.5, samples: 200 });
          expect(deep.results).toHaveLength(8);
        },
      ),
      { seed, numRuns: 150 },
    );
  });
});
