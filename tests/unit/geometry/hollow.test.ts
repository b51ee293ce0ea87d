import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { checkDeeper } from '../../../src-shared/geometry/checks/deep-check.ts';
import { checkMesh } from '../../../src-shared/geometry/checks/quick-check.ts';
import { measureThickness } from '../../../src-shared/geometry/checks/thickness.ts';
import { hollowPart } from '../../../src-shared/geometry/hollow/hollow-part.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { weldMesh } from '../../../src-shared/geometry/mesh/weld.ts';
import { makeBox, makeCube, makeIcosphere, makeTorus } from '../../../src-shared/geometry/shapes/solids.ts';
import { corpusDir, corpusPresent } from '../../support/corpus.ts';
import { provideManifoldForTests } from '../../support/manifold.ts';

const options = { wall: 2, holeDiameter: 3, holes: 2 };

/** The cylinder that a hole cuts out of a flat wall. */
const plug = Math.PI * 1.5 ** 2 * 2;

async function expectSound(mesh: Mesh): Promise<void> {
  const checks = await checkMesh(mesh);
  expect(checks.watertight).toBe(true);
  expect(checks.findings.filter(({ severity }) => severity === 'fail')).toEqual([]);
  const { results } = await checkDeeper(mesh, { minWall: 1, escapeHole: 2, samples: 5000 });
  expect(results.filter(({ finding }) => finding?.severity === 'fail')).toEqual([]);
  const status = (kind: string) => results.find((result) => result.kind === kind)!.status;
  expect(status('self-intersections')).toBe('pass');
  expect(status('cavities')).toBe('pass');
}

describe('hollowing', () => {
  beforeAll(provideManifoldForTests);

  it('A cube becomes a shell of the asked thickness with two holes.', async () => {
    const { mesh, before, after, holes, cavities, thinnest } = await hollowPart(makeCube(30), options);
    expect(before).toBeCloseTo(27_000, 6);
    expect(cavities).toBe(1);
    expect(holes).toHaveLength(2);
    expect(holes[0]!.direction[2]).toBeLessThan(-0.99);
    expect(thinnest).toBeGreaterThanOrEqual(2 * 0.99);
    const shell = 30 ** 3 - 26 ** 3 - 2 * plug;
    expect(after / shell).toBeGreaterThan(0.99);
    expect(after / shell).toBeLessThan(1.03);
    await expectSound(mesh);
  });

  it('A ball becomes a hollow ball, and its wall is nowhere thinner than asked.', async () => {
    const { mesh, after, thinnest } = await hollowPart(makeIcosphere(15, 5), options);
    const shell = (4 / 3) * Math.PI * (15 ** 3 - 13 ** 3) - 2 * plug;
    expect(after / shell).toBeGreaterThan(0.98);
    expect(after / shell).toBeLessThan(1.03);
    expect(thinnest).toBeGreaterThanOrEqual(2 * 0.99);
    await expectSound(mesh);
    const walls = await measureThickness(mesh, { limit: 2 * 0.95, samples: 20_000 });
    expect(walls.thinWalls.filter(({ isLarge }) => isLarge)).toEqual([]);
  });

  it('A ring keeps one cavity around, and two holes lie apart.', async () => {
    const { holes, cavities, mesh } = await hollowPart(makeTorus(30, 8, 96, 48), options);
    expect(cavities).toBe(1);
    const [a, b] = holes;
    expect(Math.hypot(...a!.point.map((value, axis) => value - b!.point[axis]!))).toBeGreaterThan(40);
    await expectSound(mesh);
  });

  it.skipIf(!corpusPresent || !existsSync(`${corpusDir}found`))(
    'A real part is hollowed to a manifold shell.',
    async () => {
      const file = 'x-end-idler.stl';
      const { mesh } = await analyseModel(readFileSync(`${corpusDir}found/${file}`), file);
      const { mesh: shell, before, after, thinnest } = await hollowPart(mesh, { ...options, wall: 1.5 });
      const checks = await checkMesh(weldMesh({ ...shell, positions: Float32Array.from(shell.positions) }));
      expect(checks.watertight).toBe(true);
      expect(after).toBeLessThan(before * 0.8);
      expect(thinnest).toBeGreaterThanOrEqual(1.5 * 0.99);
    },
  );

  it('A wall that leaves no room, or less than a hole needs, is refused.', async () => {
    await expect(hollowPart(makeCube(30), { ...options, wall: 15 })).rejects.toMatchObject({
      code: 'wall-too-thick',
    });
    const plate = makeBox([0, 0, 0], [50, 50, 6]);
    await expect(hollowPart(plate, options)).rejects.toMatchObject({ code: 'wall-too-thick' });
  });

  it('Hollowing stops when it is cancelled.', async () => {
    const signal = { aborted: false };
    const onProgress = (): void => {
      signal.aborted = true;
    };
    await expect(hollowPart(makeCube(30), { ...options, signal, onProgress })).rejects.toThrow(/Stopped/);
  });
});
