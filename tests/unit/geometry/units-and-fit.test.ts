import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { measureMesh } from '../../../src-shared/geometry/measure/measure.ts';
import { priceGeometry } from '../../../src-shared/geometry/measure/price-geometry.ts';
import { fitsPrinter } from '../../../src-shared/geometry/measure/printer-fit.ts';
import { proposeUnits, type UnitQuestion } from '../../../src-shared/geometry/measure/propose-unit.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { makeBox, turnInsideOut } from '../../fixtures/geometry/solids.ts';

// Bounds in cm, as in GET /printers/v1.
const plastic = {
  xBoundMin: 0.07,
  xBoundMax: 66,
  yBoundMin: 0.07,
  yBoundMax: 35,
  zBoundMin: 0.07,
  zBoundMax: 55,
};
const metal = {
  xBoundMin: 0.25,
  xBoundMax: 25,
  yBoundMin: 0.25,
  yBoundMax: 25,
  zBoundMin: 0.1,
  zBoundMax: 30,
};

describe('printer fit', () => {
  it.each([
    ['a small cube', [0.01, 0.01, 0.01]],
    ['exactly the limits', [0.66, 0.35, 0.55]],
    ['the limits, turned', [0.35, 0.55, 0.66]],
    ['the limits in single precision', [Math.fround(0.66), Math.fround(0.35), Math.fround(0.55)]],
    ['the least', [0.0007, 0.0007, 0.0007]],
  ] as const)('A printer takes %s.', (_what, size) => {
    expect(fitsPrinter(size, plastic)).toMatchObject({ fits: true, reason: null, axis: null, limit: null });
  });

  it('The fit says whether a part only fits when rotated.', () => {
    expect(fitsPrinter([0.01, 0.01, 0.01], plastic).isRotated).toBe(false);
    expect(fitsPrinter([0.35, 0.55, 0.66], plastic).isRotated).toBe(true);
  });

  it('The fit names the side that is too long and its limit.', () => {
    expect(fitsPrinter([0.1, 0.7, 0.1], plastic)).toMatchObject({
      fits: false,
      reason: 'too-large',
      axis: 'y',
      limit: 0.66,
    });
    expect(fitsPrinter([0.5, 0.5, 0.5], plastic)).toMatchObject({
      fits: false,
      reason: 'too-large',
      axis: 'x',
      limit: 0.35,
    });
  });

  it('The fit names the side that is too short.', () => {
    expect(fitsPrinter([0.1, 0.1, 0.0005], plastic)).toMatchObject({
      fits: false,
      reason: 'too-small',
      axis: 'z',
      limit: expect.closeTo(0.0007, 12),
    });
  });

  it('One rotation must satisfy all limits at once.', () => {
    // The thin side may only be upright, where 1 mm is enough.
    expect(fitsPrinter([0.0015, 0.2, 0.2], metal).fits).toBe(true);
    // Then the 28 cm side no longer fits, although it would fit upright.
    expect(fitsPrinter([0.0015, 0.28, 0.2], metal)).toMatchObject({ fits: false, reason: 'too-small' });
  });
});

describe('price geometry', () => {
  it('The price geometry is in metres, and its volume is positive.', () => {
    const measures = measureMesh(turnInsideOut(makeBox([-1, 0, 2], [1, 3, 6])));
    const geometry = priceGeometry(measures, 0.0254);
    expect(geometry.volume).toBeCloseTo(24 * 0.0254 ** 3, 15);
    expect(geometry.area).toBeCloseTo(2 * (6 + 12 + 8) * 0.0254 ** 2, 15);
    const { volume: _volume, area: _area, ...bounds } = geometry;
    expect(bounds).toEqual({
      xBoundMin: -0.0254,
      xBoundMax: 0.0254,
      yBoundMin: 0,
      yBoundMax: 3 * 0.0254,
      zBoundMin: 2 * 0.0254,
      zBoundMax: 6 * 0.0254,
    });
  });

  it('A centimetre cube costs what the service recorded.', () => {
    const measures = measureMesh(makeBox([0, 0, 0], [10, 10, 10]));
    const { volume, area } = priceGeometry(measures, 0.001);
    expect(volume).toBeCloseTo(1e-6, 18);
    expect(area).toBeCloseTo(6e-4, 15);
  });
});

describe('unit proposals', () => {
  const ask = (question: Partial<UnitQuestion>, printers = [plastic, metal]) =>
    proposeUnits({ size: [40, 30, 20], format: 'stl', fileUnit: null, ...question }, printers).map(
      ({ evidence, ...candidate }) => ({
        ...candidate,
        evidence: evidence.map(englishGeometryText).join(' '),
      }),
    );

  it('Unit proposals always include all common units, with sizes and a reason each.', () => {
    for (const question of [{}, { fileUnit: 'mm' as const }, { lastChoice: 'in' as const }]) {
      const candidates = ask(question);
      expect(candidates.map(({ unit }) => unit).toSorted()).toEqual(['cm', 'in', 'm', 'mm']);
      for (const { evidence } of candidates) expect(evidence).toMatch(/^[A-Z].*\.$/);
      expect(candidates.filter(({ likely }) => likely).length).toBeLessThanOrEqual(1);
      expect(candidates[0]!.possible).toBe(true);
    }
  });

  it('A unit in the file is accepted, even an odd one.', () => {
    const [first, ...others] = ask({ format: '3mf', fileUnit: 'um' });
    expect(first).toMatchObject({ unit: 'um', likely: true, evidence: 'The file states microns.' });
    expect(others.map(({ likely }) => likely)).toEqual([false, false, false, false]);
  });

  it('A unit that only the format assumes holds while a printer takes the part.', () => {
    const [first, ...others] = ask({ format: 'gltf', assumedUnit: 'm', size: [0.1, 0.08, 0.05] });
    expect(first).toMatchObject({
      unit: 'm',
      likely: true,
      evidence: 'The file states no unit; its format counts in metres.',
    });
    expect(others.some(({ possible }) => possible)).toBe(false);
  });

  it.each([
    ['gltf', 'm', [50, 50, 50], 'mm', [plastic, metal]],
    ['gltf', 'm', [50, 50, 50], 'mm', []],
    ['brep', 'mm', [0.08, 0.05, 0.03], 'm', [plastic, metal]],
    ['step', 'mm', [0.08, 0.05, 0.03], 'm', [plastic, metal]],
  ] as const)(
    'An assumed unit in which no printer takes the part is asked about: %s.',
    (format, assumedUnit, size, leading, printers) => {
      const candidates = ask({ format, assumedUnit, size }, [...printers]);
      const possible = candidates.filter((candidate) => candidate.possible).map(({ unit }) => unit);
      expect(candidates.some(({ likely }) => likely)).toBe(false);
      expect(possible[0]).toBe(leading);
      expect(possible).toContain(assumedUnit);
    },
  );

  it('An assumed unit does not stand against the last choice for the folder.', () => {
    const question = { format: 'gltf', assumedUnit: 'm', lastChoice: 'mm' } as const;
    expect(ask({ ...question, size: [50, 50, 50] })[0]).toMatchObject({ unit: 'mm', likely: true });
    expect(ask({ ...question, size: [0.1, 0.1, 0.1] })[0]!.likely).toBe(false);
  });

  it('Millimetres are proposed for a part of usual size.', () => {
    const [first] = ask({});
    expect(first).toMatchObject({
      unit: 'mm',
      likely: true,
      evidence: 'In millimetres, its dimensions are round numbers. At 40 × 30 × 20 mm it fits every printer.',
    });
    expect(first!.sizeMetres.map((side) => Math.round(side * 1e6))).toEqual([40_000, 30_000, 20_000]);
  });

  it('Metres, inches or centimetres are proposed if millimetres would be too small to print.', () => {
    expect(ask({ size: [0.04, 0.03, 0.02] })[0]!.unit).toBe('m');
    expect(ask({ size: [1.5, 0.75, 0.375] })[0]!.unit).toBe('in');
    expect(ask({ size: [0.04, 0.03, 0.02] }).find(({ unit }) => unit === 'mm')!.evidence).toContain(
      'too small for every printer',
    );
  });

  it('A unit that makes the part too large is shown as such.', () => {
    expect(ask({ size: [400, 300, 200] }).find(({ unit }) => unit === 'm')!.evidence).toBe(
      'At 400,000 × 300,000 × 200,000 mm it is too large for every printer.',
    );
  });

  it('The last choice for the folder is proposed if it makes sense.', () => {
    const last = ask({ lastChoice: 'in', size: [4, 3, 2] });
    expect(last[0]!.unit).toBe('in');
    expect(last[0]!.evidence).toContain('You chose inches');
    expect(ask({ lastChoice: 'm', size: [40, 30, 20] })[0]!.unit).toBe('mm');
  });

  it('A unit in the name is proposed.', () => {
    expect(ask({ fileName: '/parts/counter.unitscm.STL', size: [4, 3, 2] })[0]).toMatchObject({
      unit: 'cm',
      likely: true,
    });
    expect(ask({ fileName: 'bracket_inch.stl', size: [4, 3, 2] })[0]!.evidence).toContain(
      'name mentions inches',
    );
    expect(ask({ fileName: 'command in metal.stl' })[0]!.evidence).not.toContain('name');
    expect(ask({ fileName: 'Half_Inch_Drive.stl' }).some(({ evidence }) => evidence.includes('name'))).toBe(
      false,
    );
  });

  it('A folder names a unit with a word of its own, and not by letters of a random name.', () => {
    const named = (folder: string) => ask({ fileName: `/${folder}/part.stl`, size: [4, 3, 2] })[0]!;
    for (const folder of ['parts_inch', 'Parts (Inches)', 'inch'])
      expect(named(folder).evidence, folder).toContain('name mentions inches');
    for (const folder of ['tmp-cm4xq1', 'tmp.9inch7', 'fabdesk-test-mm07aB'])
      expect(named(folder).evidence, folder).not.toContain('name');
  });

  it('Size overrules a unit in the name.', () => {
    const [first] = ask({ fileName: 'sizes_in_inch.stl', size: [400, 300, 200] });
    expect(first!.unit).toBe('mm');
  });

  it('The header of a file decides where it names the unit or a program for printing.', async () => {
    const size = [6.3713, 4.1317, 3.4919] as const;
    const read = async (header: string) => {
      const stl = writeBinaryStl(makeBox([0, 0, 0], size));
      stl.fill(0, 0, 80);
      stl.set(new TextEncoder().encode(header));
      return analyseModel(stl, 'part.stl');
    };
    expect(ask({ size })[0]!.likely).toBe(false);
    for (const [header, unit] of [
      ['STL File created by netfabb - http://www.netfabb.com UNITS=MM', 'mm'],
      ['OpenSCAD Model', 'mm'],
      ['units: inches', 'in'],
    ] as const) {
      const { origin } = await read(header);
      expect(ask({ size, origin: origin! })[0], header).toMatchObject({ unit, likely: true });
    }
    expect((await read('Exported from Blender-2.76 (sub 0)')).origin).toBeUndefined();
    const obj = '# File units = inches\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
    const text = await analyseModel(new TextEncoder().encode(obj), 'a.obj');
    expect(text.origin).toEqual({ unit: 'in', program: null });
    const comment = obj.replace('File units = inches', 'This file uses centimeters as units.');
    expect((await analyseModel(new TextEncoder().encode(comment), 'a.obj')).origin?.unit).toBe('cm');
  });

  it('Unit proposals work before printers are known.', () => {
    expect(ask({}, [])[0]).toMatchObject({
      unit: 'mm',
      evidence: 'In millimetres, its dimensions are round numbers. The part would be 40 × 30 × 20 mm.',
    });
  });
});
