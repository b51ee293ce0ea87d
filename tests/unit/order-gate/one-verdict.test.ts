/**
 * One verdict: whichever limit the walls were measured for, at any scale, and never milder for a stricter
 * limit.
 */
import { describe, expect, it } from 'vitest';
import { checkDeeper } from '../../../src-shared/geometry/checks/deep-check.ts';
import { checkMesh } from '../../../src-shared/geometry/checks/quick-check.ts';
import { measureMesh } from '../../../src-shared/geometry/measure/measure.ts';
import { priceGeometry } from '../../../src-shared/geometry/measure/price-geometry.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { assessPart } from '../../../src-shared/order-gate/assess-part.ts';
import { partFacts } from '../../../src-shared/order-gate/facts-of-checks.ts';
import { assessAtScale } from '../../../src-shared/order-gate/printable-range.ts';
import { isWorse, type VerdictLevel } from '../../../src-shared/order-gate/verdict.ts';
import { joinMeshes, makeBox, makeCube, makeCylinder, moveMesh } from '../../fixtures/geometry/solids.ts';
import { someOf } from '../../support/rounds.ts';

/** Along z, with its tip above. */
function makeCone(radius: number, height: number, facets = 48): Mesh {
  const cone = makeCylinder(radius, height, facets);
  const positions = Float64Array.from(cone.positions, (value, at) =>
    at % 3 < 2 && cone.positions[at - (at % 3) + 2]! > height / 2 ? value * 1e-3 : value,
  );
  return { ...cone, positions };
}

const pins = [0.8, 1].map((wide, at) => moveMesh(makeCylinder(wide / 2, 14, 64), [10 + 10 * at, 10, 3.01]));
const shapes: readonly (readonly [string, Mesh])[] = [
  ['a cone', makeCone(5, 12)],
  [
    'a block with a fin',
    joinMeshes([makeCube(20), moveMesh(makeBox([0, 0, 0], [0.3, 20, 20]), [10, 0, 20.01])]),
  ],
  ['a tray with pins', joinMeshes([makeBox([0, 0, 0], [30, 20, 3]), ...pins])],
  ['a thin lid', makeBox([0, 0, 0], [30, 20, 0.6])],
  ['a block', makeCube(15)],
];
/** m: materials of the sandbox, and some between them. */
const limits = [0.0003, 0.0005, 0.0006, 0.0007, 0.0008, 0.001, 0.0015, 0.002, 0.003];

const materialOf = (minimumWall: number) => ({
  material: { title: 'M', supportsColorFiles: false, restrictions: {}, minimumWall },
  printer: { xBoundMin: 0.01, xBoundMax: 60, yBoundMin: 0.01, yBoundMax: 60, zBoundMin: 0.01, zBoundMax: 60 },
});

async function measured(mesh: Mesh, limit: number) {
  const checks = await checkMesh(mesh);
  const thorough = await checkDeeper(mesh, { minWall: limit * 1000, escapeHole: 3.5, samples: 30_000 });
  const facts = partFacts({ checks, thorough, metresPerUnit: 1e-3, hasColours: null, possibleUnits: [] });
  return { facts, geometry: priceGeometry(measureMesh(mesh), 1e-3), measures: measureMesh(mesh) };
}

describe('one verdict', () => {
  it.each(someOf(shapes))(
    'Each material has the same verdict, whatever the limit of the check: %s.',
    async (_, mesh) => {
      const all: VerdictLevel[][] = [];
      for (const asked of [0.0003, 0.0007, 0.002]) {
        const part = await measured(mesh, asked);
        const levels = limits.map((limit) => assessPart(part, materialOf(limit)).level);
        for (const [at, limit] of limits.entries()) {
          const range = { ...part, metresPerUnit: 1e-3 };
          expect(assessAtScale(range, materialOf(limit), 0.0007)(1).level).toBe(levels[at]);
          if (at > 0) expect(isWorse(levels[at - 1]!, levels[at]!)).toBe(false);
        }
        all.push(levels);
      }
      expect(all[1]).toEqual(all[0]);
      expect(all[2]).toEqual(all[0]);
    },
  );

  it('Pins that are long beside their own thickness put a part at risk in a material of any larger minimum.', async () => {
    const part = await measured(shapes[2]![1], 0.0007);
    expect(limits.map((limit) => assessPart(part, materialOf(limit)).level)).toEqual([
      ...Array<VerdictLevel>(5).fill('prints'),
      ...Array<VerdictLevel>(4).fill('at-risk'),
    ]);
  });

  it('The tip of a cone is a tip for every material.', async () => {
    const part = await measured(makeCone(5, 12), 0.0007);
    expect(limits.map((limit) => assessPart(part, materialOf(limit)).level)).not.toContain('at-risk');
  });
});
