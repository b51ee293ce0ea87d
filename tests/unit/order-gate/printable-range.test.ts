import { describe, expect, it } from 'vitest';
import { checkDeeper } from '../../../src-shared/geometry/checks/deep-check.ts';
import { checkMesh } from '../../../src-shared/geometry/checks/quick-check.ts';
import { measureThickness } from '../../../src-shared/geometry/checks/thickness.ts';
import { isThinAt, wallScales } from '../../../src-shared/geometry/checks/thin-limits.ts';
import { thinWallLimits } from '../../../src-shared/geometry/checks/thin-wall-limits.ts';
import { measureMesh } from '../../../src-shared/geometry/measure/measure.ts';
import { priceGeometry } from '../../../src-shared/geometry/measure/price-geometry.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { assessPart } from '../../../src-shared/order-gate/assess-part.ts';
import { partFacts } from '../../../src-shared/order-gate/facts-of-checks.ts';
import type { Process } from '../../../src-shared/order-gate/gate-material.ts';
import { printableRange, type ScalablePart } from '../../../src-shared/order-gate/printable-range.ts';
import { scaleLimits } from '../../../src-shared/order-gate/scale-limits.ts';
import { joinMeshes, makeBox, makeCube, makeIcosphere, moveMesh } from '../../fixtures/geometry/solids.ts';
import { someOf } from '../../support/rounds.ts';

/** @param scale of the part, whose walls are measured anew there @param minWall mm, at that scale */
async function partOf(mesh: Mesh, scale = 1, minWall = 0.7): Promise<ScalablePart> {
  const millimetre = scale / 1000;
  const checks = await checkMesh(mesh);
  const thorough = await checkDeeper(mesh, {
    minWall: minWall / scale,
    escapeHole: 3.5 / scale,
    samples: 20_000,
  });
  return {
    measures: measureMesh(mesh),
    metresPerUnit: millimetre,
    facts: partFacts({
      checks,
      thorough,
      metresPerUnit: millimetre,
      hasColours: null,
      possibleUnits: [],
    }),
    thinWallLimits: (thorough.thickness ? thinWallLimits(thorough.thickness) : []).map(({ from, to }) => ({
      from: from * millimetre,
      to: to === null ? null : to * millimetre,
    })),
  };
}

/** Walls in m, bounds in cm. */
const process = (minimumWall: number, most = 20, least = 0.5): Process => ({
  material: { title: 'Nylon', supportsColorFiles: false, restrictions: {}, minimumWall },
  printer: {
    xBoundMin: least,
    xBoundMax: most,
    yBoundMin: least,
    yBoundMax: most,
    zBoundMin: 0.01,
    zBoundMax: most,
  },
});

describe('the limits at which a wall is thin', () => {
  it('A small thin plate on a thick part is a wall beside small limits only.', async () => {
    // 3 by 3 by 0.3 mm on a cube of 40: beside 0.8 mm, an area of 9 square millimetres is a detail.
    const plate = moveMesh(makeBox([0, 0, 0], [3, 0.3, 3.5]), [18, 20, 39.5]);
    const mesh = joinMeshes([makeCube(40), plate]);
    const map = await measureThickness(mesh, { limit: 0.8, samples: 150_000 });
    const limits = thinWallLimits(map);
    expect(limits).toHaveLength(2);
    expect(isThinAt(limits, 0.35)).toBe(true);
    expect(isThinAt(limits, 0.8)).toBe(false);
    expect(isThinAt(limits, 45)).toBe(true);
    const { smallest, largest } = wallScales(limits, 0.8);
    expect(smallest).toBeGreaterThan(0.8 / 45);
    expect(smallest).toBeLessThan(1);
    expect(largest).toBeGreaterThan(1);
    expect(largest).toBeLessThan(0.8 / 0.3);
  });

  it('The smallest limit at which a plate is thin is its thickness, and a ball has its width.', async () => {
    const plate = await measureThickness(makeBox([0, 0, 0], [50, 30, 2]), { limit: 0.7, samples: 20_000 });
    // Half a percent less than the limit is as thick.
    expect(thinWallLimits(plate)).toEqual([{ from: expect.closeTo(2 / 0.995, 2), to: null }]);
    const ball = await measureThickness(makeIcosphere(5, 4), { limit: 0.7, samples: 20_000 });
    expect(thinWallLimits(ball)[0]!.from).toBeGreaterThan(9);
  });
});

describe('the printable range', () => {
  it('A plate prints from where its wall and to where its side meet the limits.', async () => {
    const part = await partOf(makeBox([0, 0, 0], [50, 30, 2]));
    const range = printableRange(part, process(1e-3), 0.7e-3)!;
    expect(range.level).toBe('prints');
    // The wall of 2 mm may shrink to 1 mm; its average, 2 * volume / area, is thinner than the plate.
    const average = (2 * 3000) / (2 * (1500 + 100 + 60));
    expect(range.best.smallest).toBeCloseTo(1 / average, 4);
    expect(range.best.below!.key).toBe('gate.thinOnAverage');
    expect(range.accepted.smallest).toBeCloseTo(0.5, 2);
    expect(range.accepted.below!.key).toBe('gate.thinWall');
    expect(range.accepted.largest).toBeCloseTo(4, 6);
    expect(range.accepted.above!.key).toBe('gate.tooLarge');
  });

  it('Where walls allow more, the smallest size of the printer is the limit.', async () => {
    const range = printableRange(await partOf(makeCube(10)), process(0.1e-3), 0.7e-3)!;
    expect(range.accepted.smallest).toBeCloseTo(0.5, 6);
    expect(range.accepted.below!.key).toBe('gate.tooSmall');
    expect(range.accepted.largest).toBeCloseTo(20, 5);
  });

  it('A part that is too large now has the range below its size.', async () => {
    const range = printableRange(await partOf(makeCube(500)), process(1e-3), 0.7e-3)!;
    expect(range.accepted.largest).toBeCloseTo(0.4, 6);
  });

  it('The usual limit counts where a material has none, and no printer means no upper end.', async () => {
    const part = await partOf(makeBox([0, 0, 0], [50, 30, 2]));
    const range = printableRange(part, null, 0.5e-3)!;
    expect(range.best.smallest).toBeCloseTo(0.25, 2);
    expect(range.best.largest).toBeNull();
    expect(range.best.above).toBeNull();
  });

  it('An open part prints at no scale.', async () => {
    const cube = makeCube(10);
    const part = await partOf({ ...cube, indices: cube.indices.slice(6) });
    expect(printableRange(part, process(1e-3), 0.7e-3)).toBeNull();
  });
});

describe('the limits on the way', () => {
  it('Each rule has its own limit: smallest size, walls, average wall and printer.', async () => {
    const part = await partOf(makeBox([0, 0, 0], [50, 30, 2]));
    const limits = scaleLimits(part, process(1e-3), 0.7e-3);
    expect(limits.map(({ kind, side, level }) => [kind, side, level])).toEqual([
      ['size', 'below', 'refused'],
      ['walls', 'below', 'refused'],
      ['walls', 'below', 'at-risk'],
      ['printer', 'above', 'refused'],
    ]);
    const [size, walls, average, printer] = limits.map(({ scale }) => scale);
    // The smaller sides must reach 0.5 cm, the thinnest 0.1 mm.
    expect(size).toBeCloseTo(5 / 30, 6);
    expect(walls).toBeCloseTo(0.5, 2);
    expect(average).toBeCloseTo(1 / ((2 * 3000) / (2 * (1500 + 100 + 60))), 4);
    expect(printer).toBeCloseTo(4, 6);
  });

  it('A pin limits the scale as walls do.', async () => {
    const pin = moveMesh(makeBox([0, 0, 0], [0.5, 0.5, 12]), [30, 10, 0]);
    const part = await partOf(joinMeshes([makeCube(20), pin]), 1, 0.8);
    const pins = scaleLimits(part, process(0.8e-3), 0.7e-3).filter(({ kind }) => kind === 'details');
    expect(pins).toMatchObject([{ side: 'below', level: 'at-risk', text: { key: 'gate.thinPin' } }]);
    expect(pins[0]!.scale).toBeGreaterThan(1.5);
    expect(pins[0]!.scale).toBeLessThan(1.7);
  });

  it.each(
    someOf([
      ['a plate', makeBox([0, 0, 0], [50, 30, 2]), 1e-3],
      ['a cube', makeCube(10), 0.1e-3],
      ['a part that is too large', makeCube(500), 1e-3],
      ['a thin part', makeBox([0, 0, 0], [50, 30, 0.6]), 1e-3],
    ] as const),
  )(
    'At each end of the range of %s the order gate, with walls measured anew at that scale, changes its verdict.',
    async (_, mesh, minimum) => {
      const range = printableRange(await partOf(mesh), process(minimum), 0.7e-3)!;
      const verdictAt = async (scale: number) => {
        const part = await partOf(mesh, scale, minimum * 1000);
        const geometry = priceGeometry(part.measures, part.metresPerUnit);
        return assessPart({ geometry, facts: part.facts }, process(minimum)).level;
      };
      // Limits of walls are known to 0.2 %.
      for (const [end, outward] of [
        [range.accepted.smallest!, 0.995],
        [range.accepted.largest!, 1.005],
      ] as const) {
        expect(await verdictAt(end / outward)).not.toBe('refused');
        expect(await verdictAt(end * outward)).toBe('refused');
      }
    },
  );
});
