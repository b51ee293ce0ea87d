/**
 * CAD files whose triangles OpenCascade gets wrong, and how much work it may take. The springs were swept by
 * FreeCAD 0.20 along helices, and their volumes are its exact integrals.
 */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { measureFile } from '../../../src-service/measure/measure-file.ts';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { isDoubt } from '../../../src-shared/geometry/doubts.ts';
import { englishGeometryText, englishStatement } from '../../../src-shared/geometry/geometry-text.ts';
import { brepWithMoreKnots } from '../../../src-shared/geometry/readers/brep-knots.ts';
import { bytesSource } from '../../../src-shared/geometry/readers/byte-source.ts';
import { findFolds } from '../../../src-shared/geometry/readers/find-folds.ts';
import * as occt from '../../../src-shared/geometry/readers/occt/occt-module.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import {
  countsOf,
  dividedSurface,
  type SplineSurface,
} from '../../../src-shared/geometry/readers/spline-knots.ts';
import { withMoreKnots } from '../../../src-shared/geometry/readers/step/more-knots.ts';
import { defectReasons } from '../../../src-shared/order-gate/defects.ts';
import { partFacts } from '../../../src-shared/order-gate/facts-of-checks.ts';
import { utf8 } from '../../fixtures/geometry/build-files.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import '../../fixtures/geometry/wasm.ts';

vi.mock('../../../src-shared/geometry/readers/occt/occt-module.ts', async (original) => {
  const module = await original<typeof occt>();
  return { ...module, runOcct: vi.fn(module.runOcct) };
});
const runOcct = vi.mocked(occt.runOcct);
const { OcctStopped } = occt;
const actual = runOcct.getMockImplementation()!;
beforeEach(() => void runOcct.mockReset().mockImplementation(actual));

const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`../../fixtures/geometry/cad/${name}`, import.meta.url));
const oneTurn = fixture('spring-one-turn.step');

describe('triangles that are not those of the surface', () => {
  it('A spring of one turn, of which a quarter was missing, is read right.', {
    tags: 'release',
  }, async () => {
    const { measures, checks, warnings } = await analyseModel(oneTurn, 'spring.step');
    expect(measures.volume / 445.53586).toBeCloseTo(1, 3);
    expect(checks).toEqual({ watertight: true, shells: 1, findings: [] });
    expect(warnings.map(englishGeometryText).join()).toContain('of the exact surfaces');
  });

  describe('a ball with a notch, which OpenCascade reads as what was cut out of it', () => {
    const notched = fixture('notched-ball.step');

    it('The part of the sphere is read that the file means.', async () => {
      const { measures, checks, warnings } = await analyseModel(notched, 'notched-ball.step');
      expect(measures.volume / 2499.4338).toBeCloseTo(1, 4);
      expect(measures.area / 906.2342).toBeCloseTo(1, 4);
      expect(checks).toEqual({ watertight: true, shells: 1, findings: [] });
      expect(warnings.map(englishGeometryText).join()).toContain('of the exact surfaces');
      expect(runOcct.mock.calls.length).toBeGreaterThan(1);
    });

    it('If no other way of reading helps, it is refused, with the faces.', async () => {
      runOcct.mockImplementation((...call) => actual(call[0], notched, call[2], call[3]));
      const { measures, checks, warnings } = await analyseModel(notched, 'notched-ball.step');
      expect(measures.volume).toBeLessThan(100);
      const [finding] = checks.findings;
      expect(finding).toMatchObject({ kind: 'uncertain-surface', severity: 'fail', count: 3 });
      expect(finding!.faces.length).toBeGreaterThan(0);
      expect(warnings.map(englishGeometryText).join()).not.toContain('of the exact surfaces');
    });
  });

  it('More knots leave a spline surface as it is.', () => {
    const clamped = (degree: number): number[] => [0, 1].flatMap((end) => Array(degree + 1).fill(end));
    const pole = (i: number, j: number): number[] => {
      const weight = 1 + ((i * 7 + j * 3) % 5) / 4;
      return [...[i, j, (i * j) % 3].map((value) => value * weight), weight];
    };
    const surface = {
      u: { degree: 2, knots: [0, 0, 0, 0.4, 1, 1, 1] },
      v: { degree: 3, knots: clamped(3) },
      net: [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => pole(i, j))),
    };
    /** De Boor's algorithm along u, then along v. */
    const along = (points: number[][], { degree, knots }: typeof surface.u, at: number): number[] => {
      const span = knots.findLastIndex((knot, i) => knot <= at && i < points.length);
      const near = points.slice(span - degree, span + 1);
      for (let round = 1; round <= degree; round++) {
        for (let i = degree; i >= round; i--) {
          const [from, to] = [knots[span - degree + i]!, knots[span + 1 + i - round]!];
          const share = (at - from) / (to - from);
          near[i] = near[i]!.map((value, axis) => share * value + (1 - share) * near[i - 1]![axis]!);
        }
      }
      return near[degree]!;
    };
    const pointAt = ({ u, v, net }: SplineSurface, s: number, t: number): number[] => {
      const rows = net.map((row) =>
        along(
          row.map((place) => [...place]),
          v as typeof surface.v,
          t,
        ),
      );
      const [x, y, z, weight] = along(rows, u as typeof surface.u, s);
      return [x! / weight!, y! / weight!, z! / weight!];
    };
    const more = dividedSurface(surface)!;
    expect(countsOf(more.u.knots)).toEqual([3, 1, 1, 1, 3]);
    expect(countsOf(more.v.knots)).toEqual([4, 2, 4]);
    for (const [s, t] of [
      [0.1, 0.2],
      [0.45, 0.6],
      [0.9, 0.3],
      [0.71, 0.999],
    ] as const) {
      const [one, other] = [pointAt(surface, s, t), pointAt(more, s, t)];
      for (const axis of [0, 1, 2]) expect(other[axis]).toBeCloseTo(one[axis]!, 12);
    }
    const unclamped = { degree: 3, knots: [0, 1, 2, 3, 4, 5, 6, 7] };
    expect(dividedSurface({ ...surface, v: unclamped })!.v).toEqual(unclamped);
  });

  it('STEP and BREP files get more knots, and files without spline surfaces none.', () => {
    const text = new TextDecoder().decode(withMoreKnots(oneTurn)!);
    expect(text).toContain('(12,10,12)');
    expect(text.match(/CARTESIAN_POINT/g)!.length).toBe(
      new TextDecoder().decode(oneTurn).match(/CARTESIAN_POINT/g)!.length + 7 * 22,
    );
    const brep = new TextDecoder().decode(brepWithMoreKnots(fixture('spring-two-turns.brep'))!);
    expect(brep).toContain('\n9 1 1 1 0 6 11 6 43 2 5 ');
    expect(withMoreKnots(fixture('torus.step'))).toBeNull();
    expect(brepWithMoreKnots(fixture('torus.brep'))).toBeNull();
  });

  it('If a part is missing from other conversions too, it is refused, with the place, here and by the service.', {
    tags: 'release',
  }, async () => {
    runOcct.mockImplementation(async (format, bytes, tessellation, limits) => {
      if (bytes.length > oneTurn.length) throw new OcctStopped();
      return actual(format, bytes, tessellation, limits);
    });
    const { checks, warnings } = await analyseModel(oneTurn, 'spring.step');
    const finding = checks.findings.find(({ kind }) => kind === 'uncertain-surface')!;
    expect(finding).toMatchObject({ severity: 'fail', count: 1 });
    expect(finding.edges.length).toBeGreaterThan(0);
    expect(finding.sphere!.radius).toBeGreaterThan(0);
    expect(englishStatement(finding)).toContain('shape, volume and price are wrong');
    expect(warnings.map(englishGeometryText).join()).not.toContain('of the exact surfaces');
    expect(warnings.filter(isDoubt)).toEqual([finding.text]);

    const facts = partFacts({
      checks,
      thorough: null,
      metresPerUnit: 1e-3,
      hasColours: null,
      possibleUnits: [],
    });
    expect(defectReasons(facts, null)).toContainEqual({ level: 'refused', text: finding.text });
    runOcct.mockImplementation(async (format, bytes, tessellation, limits) => {
      if (tessellation.linearDeflection !== 0.0005) throw new OcctStopped();
      return actual(format, bytes, tessellation, limits);
    });
    // Other meshes that fail leave the first one, which nothing vouches for.
    const measured = await measureFile(bytesSource(oneTurn), 'spring.step');
    expect(
      'findings' in measured && measured.findings.map(({ kind, severity }) => `${severity} ${kind}`),
    ).toContain('fail uncertain-surface');
  });

  /** A quarter of a tube of radius 10 in strips, of which two span the given share of it. */
  const tube = (wide: number) => {
    const narrow = Array.from({ length: 21 }, (_, i) => (i / 20) * (1 - wide));
    const steps = [...narrow, ...(wide > 0 ? [1 - wide / 2, 1] : [])];
    const positions = steps.flatMap((share) => {
      const angle = (share * Math.PI) / 2;
      return [0, 5].flatMap((z) => [10 * Math.cos(angle), 10 * Math.sin(angle), z]);
    });
    const indices = steps
      .slice(1)
      .flatMap((_, i) => [i * 2, i * 2 + 2, i * 2 + 1, i * 2 + 1, i * 2 + 2, i * 2 + 3]);
    const faces = [{ first: 0, end: indices.length / 3 }];
    return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices), faces };
  };

  it('A surface that crosses itself is at risk, and not called exact.', async () => {
    const ring = new TextDecoder().decode(fixture('torus.step'));
    const spindle = utf8(ring.replaceAll('(20.,', '(3.,').replaceAll(',20.', ',3.').replaceAll('25.', '8.'));
    const { checks, warnings } = await analyseModel(spindle, 'spindle.step');
    expect(checks.findings).toMatchObject([{ kind: 'uncertain-surface', severity: 'warn' }]);
    expect(checks.findings[0]!.faces.length).toBeGreaterThan(10);
    expect(warnings.map(englishGeometryText).join()).not.toContain('of the exact surfaces');
    expect(warnings.filter(isDoubt)).toEqual([checks.findings[0]!.text]);
  });

  it('A volume that the file states is compared with the one that was read.', async () => {
    const cylinder = new TextDecoder().decode(fixture('cylinder.step'));
    const volume = (await analyseModel(utf8(cylinder), 'cylinder.step')).measures.volume;
    const unit = /#(\d+) = \( LENGTH_UNIT/.exec(cylinder)![1]!;
    const stating = (stated: number): Uint8Array =>
      utf8(
        cylinder.replace(
          /ENDSEC;\s*END-ISO/,
          `#9001=DERIVED_UNIT_ELEMENT(#${unit},3.);
#9002=DERIVED_UNIT((#9001));
#9003=MEASURE_REPRESENTATION_ITEM('volume measure',VOLUME_MEASURE(${stated}),#9002);
ENDSEC;
END-ISO`,
        ),
      );
    const agreed = await analyseModel(stating(volume * 1.001), 'cylinder.step');
    expect(agreed.checks.findings).toEqual([]);
    const { checks, warnings } = await analyseModel(stating(volume * 1.05), 'cylinder.step');
    expect(checks.findings).toMatchObject([{ kind: 'uncertain-surface', severity: 'warn' }]);
    expect(warnings.filter(isDoubt)).toEqual([checks.findings[0]!.text]);
    expect(warnings.map(englishGeometryText).join()).not.toContain('of the exact surfaces');
  });

  it('Triangles of a face that stray further than promised are found.', () => {
    const promised = 0.01;
    expect(findFolds([tube(0)], promised)).toMatchObject({ faces: 0, edges: [] });
    const { faces, edges } = findFolds([tube(0), tube(0.5)], promised);
    expect(faces).toBe(1);
    expect(edges.length).toBeGreaterThan(0);
    // Two faces share no corners, so the angle between them says nothing.
    const { positions, indices } = tube(0.5);
    const apart = Float64Array.from(indices, (i) => i).length;
    const own = Float64Array.from(
      { length: apart * 3 },
      (_, i) => positions[indices[Math.floor(i / 3)]! * 3 + (i % 3)]!,
    );
    expect(
      findFolds([{ positions: own, indices: indices.map((_, i) => i), faces: [] }], promised).faces,
    ).toBe(0);
  });
});

describe('the work of OpenCascade', () => {
  it('A spring of 15 kB is read, although it takes three times the work that files of its size were allowed.', {
    tags: 'release',
  }, async () => {
    const { measures, checks } = await analyseModel(fixture('spring-two-turns.brep'), 'spring.brep');
    expect(checks).toMatchObject({ watertight: true, shells: 1, findings: [] });
    expect(measures.volume / 238.2002).toBeCloseTo(1, 3);
    const [, , , { loops }] = runOcct.mock.calls.at(-1)!;
    expect(loops).toBeGreaterThan(10 * (1.5e8 + 5000 * 15_291));
  });

  it('A file that takes more work than allowed is called stopped, not damaged.', async () => {
    const text = 'may be sound';
    runOcct.mockImplementation((format, bytes, tessellation, limits) =>
      actual(format, bytes, tessellation, { ...limits, loops: 1000 }),
    );
    const message = await expectCode(readModel(oneTurn, 'spring.step'), 'file-too-large');
    expect(message).toContain('was stopped');
    expect(message).toContain(text);
    runOcct.mockRejectedValue(new WebAssembly.RuntimeError('unreachable'));
    expect(await expectCode(readModel(oneTurn, 'spring.step'), 'file-damaged')).toContain(
      'cannot be converted',
    );
  });
});
