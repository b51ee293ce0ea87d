/**
 * Volume and area of round CAD parts against their formulas. The files were written by OpenCascade 7.6
 * (through gmsh) from the sizes stated here, the IGES files by its own commands.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyseModel, surveyModel } from '../../../src-shared/geometry/analyse-model.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { measureMesh } from '../../../src-shared/geometry/measure/measure.ts';
import { SurfaceFit } from '../../oracle/surface-quadratic.ts';
import '../../fixtures/geometry/wasm.ts';
import { analysePlainly } from '../../oracle/analyse.ts';
import { someOf } from '../../support/rounds.ts';

const file = (name: string, ending = 'step'): Uint8Array =>
  readFileSync(new URL(`../../fixtures/geometry/cad/${name}.${ending}`, import.meta.url));

const pi = Math.PI;
const slant = Math.hypot(20, 5);
const bore = 2 * Math.sqrt(100 - 16);

/** Volume in mm^3 and area in mm^2. */
const solids: Record<string, readonly [volume: number, area: number]> = {
  // Radius 10.
  sphere: [(4 / 3) * pi * 1000, 4 * pi * 100],
  // Radius 5, height 20.
  cylinder: [pi * 25 * 20, 2 * pi * 25 + 2 * pi * 5 * 20],
  // Radii 8 and 3, height 20.
  frustum: [(pi * 20 * (64 + 24 + 9)) / 3, pi * (64 + 9) + pi * 11 * slant],
  // Radii 20 and 5.
  torus: [2 * pi ** 2 * 20 * 25, 4 * pi ** 2 * 20 * 5],
  // Radii 10 and 8, height 30.
  tube: [pi * 36 * 30, 2 * pi * 18 * 30 + 2 * pi * 36],
  // Radius 5, cut at a height of 20 on the axis by a plane that leans 0.7 radians.
  'cylinder-cut-obliquely': [pi * 25 * 20, pi * 25 + 2 * pi * 5 * 20 + (pi * 25) / Math.cos(0.7)],
  // Radius 10 with a bore of radius 4 through the centre.
  'bored-sphere': [(pi * bore ** 3) / 6, 2 * pi * 10 * bore + 2 * pi * 4 * bore],
};

describe('round CAD parts', () => {
  it.each(someOf(Object.entries(solids)))(
    'Volume and area are those of the exact solid: %s.',
    async (name, [volume, area]) => {
      const model = await analyseModel(file(name), `${name}.step`);
      expect(model.checks).toEqual({ watertight: true, shells: 1, findings: [] });
      expect(Math.abs(model.measures.volume / volume - 1)).toBeLessThan(2e-5);
      expect(Math.abs(model.measures.area / area - 1)).toBeLessThan(2e-5);
      // The triangles alone are at least twenty times further off.
      expect(Math.abs(measureMesh(model.mesh).volume / volume - 1)).toBeGreaterThan(4e-4);
    },
  );

  it('The note says how exact volume and area are, and it is true.', { tags: 'release' }, async () => {
    for (const [name, [volume]] of Object.entries(solids)) {
      const { measures, warnings } = await surveyModel(file(name), `${name}.step`);
      const note = warnings.map(englishGeometryText).join();
      const percent = Number(/exact surfaces, to about ([\d.]+) %/.exec(note)?.[1]);
      expect(percent, note).toBeGreaterThan(0);
      expect(percent, note).toBeLessThan(0.1);
      expect(Math.abs(measures.volume / volume - 1) * 100).toBeLessThan(percent);
    }
  });

  it('Window, command line, service and the core’s twin agree on them to the bit.', async () => {
    const [drawn, surveyed, twin] = await Promise.all([
      analyseModel(file('tube'), 'tube.step'),
      surveyModel(file('tube'), 'tube.step'),
      analysePlainly(file('tube'), 'tube.step'),
    ]);
    expect(surveyed.measures).toEqual(drawn.measures);
    expect(twin.measures).toEqual(drawn.measures);
    expect(drawn).not.toHaveProperty('curved');
  });
});

/** Faces of IGES files share no edges, and each has corners of its own where they meet. */
const ofFaces: Record<string, readonly [volume: number, area: number, shells: number]> = {
  cylinder: [...solids['cylinder']!, 1],
  torus: [...solids['torus']!, 1],
  // Radii 10 and 6.
  'two-spheres': [(4 / 3) * pi * 1216, 4 * pi * 136, 2],
  // 60 x 40 x 10 with bores of radius 6 and 4 and two rounded edges; OpenCascade's own integrals, to six
  // digits.
  'bored-plate': [22327.7, 7068.12, 1],
};

describe('round parts of faces alone', () => {
  it.each(someOf(Object.entries(ofFaces)))(
    'The faces of an IGES file are sewn, and volume and area are those of the exact solid: %s.',
    async (name, [volume, area, shells]) => {
      const model = await analyseModel(file(name, 'igs'), `${name}.igs`);
      expect(model.checks).toEqual({ watertight: true, shells, findings: [] });
      expect(Math.abs(model.measures.volume / volume - 1)).toBeLessThan(2e-5);
      expect(Math.abs(model.measures.area / area - 1)).toBeLessThan(2e-5);
      const percent = /exact surfaces, to about ([\d.]+) %/.exec(
        model.warnings.map(englishGeometryText).join(),
      )?.[1];
      expect(Math.abs(model.measures.volume / volume - 1) * 100).toBeLessThan(Number(percent));
    },
  );

  it.each([
    ['cylinder', '6', 'M', 1000],
    ['cylinder', '4', 'FT', 304.8],
    ['bored-plate', '6', 'M', 1000],
    ['bored-plate', '1', 'IN', 25.4],
  ] as const)(
    'An IGES file in a large unit is as closed as in millimetres: %s, %s %s.',
    async (name, flag, unit, factor) => {
      const inMillimetres = file(name, 'igs');
      const text = new TextDecoder('latin1').decode(inMillimetres);
      const large = text.replace(',1.,2,2HMM,', `,1.,${flag},2H${unit.padEnd(2)},`);
      expect(large).not.toBe(text);
      const [small, model] = await Promise.all([
        analyseModel(inMillimetres, 'a.igs'),
        analyseModel(new TextEncoder().encode(large), 'a.igs'),
      ]);
      expect(model.checks).toMatchObject({ watertight: true, findings: [] });
      expect(model.measures.volume / small.measures.volume / factor ** 3).toBeCloseTo(1, 5);
    },
  );

  it('A face that is missing from an IGES file stays a hole.', async () => {
    const { checks, warnings } = await analyseModel(file('cylinder-without-lid', 'igs'), 'a.igs');
    expect(checks.findings.map(({ kind }) => kind)).toEqual(['open-edges']);
    expect(warnings.map(englishGeometryText).join()).not.toContain('exact surfaces, to about');
  });

  it('The reference reader sews the same.', async () => {
    const [fast, twin] = await Promise.all([
      analyseModel(file('cylinder', 'igs'), 'a.igs'),
      analysePlainly(file('cylinder', 'igs'), 'a.igs'),
    ]);
    expect(twin.measures).toEqual(fast.measures);
    expect(twin.mesh.indices).toEqual(fast.mesh.indices);
  });
});

describe('the surface over a triangle', () => {
  const triangle = { bx: 2, cx: 0, cy: 30 };
  const heightAt = (x: number): number => x * (2 - x) * 0.01;
  const fitTo = (around: readonly (readonly [x: number, y: number, height: number])[]): SurfaceFit => {
    const fit = new SurfaceFit(around.length);
    for (const corner of around) fit.add(...corner);
    fit.fit(triangle, 0.02);
    return fit;
  };

  it('A straight surface bulges across, also where no corner says that it is straight along.', () => {
    const { ab, bc, ca } = fitTo([-2, 4, 6].flatMap((x) => [0, 30].map((y) => [x, y, heightAt(x)] as const)));
    expect(ab).toBeCloseTo(heightAt(1), 4);
    expect(bc).toBeCloseTo(heightAt(1), 4);
    expect(ca).toBeCloseTo(0, 4);
  });

  it('Corners that contradict one another never lead further than the tolerance allows.', () => {
    const { ab, bc, ca, misfit } = fitTo([
      [2, 30.001, 0.4],
      [-2, 29.999, -0.3],
      [2.0001, 0.0002, 0.2],
    ]);
    for (const height of [ab, bc, ca]) expect(Math.abs(height)).toBeLessThanOrEqual(0.06);
    expect(misfit).toBeGreaterThan(0.05);
  });

  it('A fit forgets the corners of the triangle before.', () => {
    const fit = fitTo([[4, 0, -0.1]]);
    fit.clear();
    expect([fit.ab, fit.bc, fit.ca, fit.misfit]).toEqual([0, 0, 0, 0]);
    fit.fit(triangle, 0.02);
    expect([fit.ab, fit.bc, fit.ca]).toEqual([0, 0, 0]);
  });
});
