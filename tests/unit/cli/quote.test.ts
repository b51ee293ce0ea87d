import { describe, expect, it } from 'vitest';
import type { Analysis } from '../../../src-main/hosts/cli/analysis/analyse.ts';
import { chooseUnit, rivalsOf, unitText } from '../../../src-main/hosts/cli/input/choose-unit.ts';
import { englishText } from '../../../src-main/main-error.ts';
import { makeCube } from '../../fixtures/geometry/solids.ts';
import { appDouble, doubleCatalog, doublePrices, failing } from '../../support/app-double.ts';
import { modelFolder, run } from '../../support/cli.ts';
import { objWithSurface } from '../../support/model-files.ts';

interface Entry {
  file: string;
  unit: string;
  unitFrom: string;
  unitEvidence: string;
  boundingBox: { min: number[]; max: number[] };
  area: number;
  volume: number;
  uploadScale: number;
  source: string;
  prices: {
    materialId: number;
    title: string;
    price: number | null;
    currency: string;
    fits: boolean | null;
  }[];
  error?: { code: string };
}

describe('quote --json', () => {
  it('quote names the fee, and a total of several pieces has it.', async () => {
    const { stdout } = await run(['quote', '--unit', 'mm', 'cube.stl:6:3'], {
      app: appDouble(),
      cwd: modelFolder(),
    });
    expect(stdout).toMatch(/Each, before fee +3 pieces with fee/);
    expect(stdout).toMatch(/\$80\.00 +\$252\.00/);
    expect(stdout).toContain('The fee is 5% of the parts. Shipping, tax and duty are not known yet.');
  });

  it('quote --range shows between which scales a part prints in each material.', async () => {
    const ran = async (...more: string[]) =>
      run(['quote', '--range', ...more, '--unit', 'mm', 'cube.stl'], {
        app: appDouble(),
        cwd: modelFolder(),
      });
    const [entry] = (await ran('--json')).json() as [
      { prices: { range: { level: string; accepted: { largest: number; above: string } } }[] },
    ];
    // The printer of the second material takes 1 cm, and the cube has 2 cm.
    expect(entry.prices[1]!.range.accepted.largest).toBeCloseTo(0.5, 6);
    expect(entry.prices[1]!.range.accepted.above).toMatch(/too large|Too large/);
    const { stdout } = await ran();
    expect(stdout).toContain('Scales');
    expect(stdout).toMatch(/Polished Silver .* (to|up to) 0\.5/);
  });

  it('quote says what was left out of a file, and not only how it was read.', async () => {
    const cwd = modelFolder({ 'part.obj': objWithSurface() });
    const left = 'One free-form surface was left out; check the shape, or export triangles.';
    const { stdout } = await run(['quote', '--unit', 'mm', 'part.obj'], { app: appDouble(), cwd });
    expect(stdout).toContain(`note  ${left}`);
    const { json } = await run(['quote', '--json', '--unit', 'mm', 'part.obj'], { app: appDouble(), cwd });
    expect(json()).toMatchObject([{ file: 'part.obj', warnings: [left] }]);
  });

  it('quote --json measures in metres and prices every material, cheapest first.', async () => {
    const app = appDouble();
    const { code, json } = await run(['quote', '--json', '--unit', 'mm', 'cube.stl'], {
      app,
      cwd: modelFolder(),
    });
    const [entry] = json() as [Entry];
    expect(code).toBe(0);
    expect(entry).toMatchObject({ file: 'cube.stl', unit: 'mm', unitFrom: 'option', uploadScale: 0.001 });
    expect(entry.boundingBox).toEqual({ min: [0, 0, 0], max: [0.02, 0.02, 0.02] });
    expect(entry.volume).toBeCloseTo(8e-6, 15);
    expect(entry.area).toBeCloseTo(2.4e-3, 12);
    const prints = {
      level: 'prints',
      reasons: [],
    };
    expect(entry).toMatchObject({ verdict: prints });
    expect(entry.prices).toEqual([
      {
        materialId: 6,
        title: 'White Strong & Flexible',
        price: 80,
        currency: 'USD',
        fits: true,
        verdict: prints,
      },
      // Its printer takes 1 cm.
      {
        materialId: 81,
        title: 'Polished Silver',
        price: 800,
        currency: 'USD',
        fits: false,
        verdict: {
          level: 'refused',
          reasons: [{ level: 'refused', message: 'Too large: X may be at most 10 mm.' }, ...prints.reasons],
        },
      },
      // 0 means that there is no price yet, and is never shown as free.
      {
        materialId: 25,
        title: 'Black Strong & Flexible',
        price: null,
        currency: 'USD',
        fits: true,
        verdict: prints,
      },
    ]);
    expect(app.closes).toBe(1);
  });

  it('quote uses the most likely unit if none is given, and says why.', async () => {
    const { json } = await run(['quote', '--json', 'cube.stl'], { app: appDouble(), cwd: modelFolder() });
    const [entry] = json() as [Entry];
    expect(entry).toMatchObject({ unit: 'mm', unitFrom: 'proposal' });
    expect(entry.unitEvidence).toMatch(/^The file states no unit\. .*20 × 20 × 20 mm/);
    const report = await run(['quote', 'cube.stl'], { app: appDouble(), cwd: modelFolder() });
    expect(report.stdout).toMatch(/unit {4}millimetres\. The file states no unit\./);
  });

  it('quote scales lengths, areas and volumes by their powers.', async () => {
    const argv = ['quote', '--json', '--unit', 'in', '--scale', '1/2', 'cube.stl'];
    const { json } = await run(argv, { app: appDouble(), cwd: modelFolder() });
    const [entry] = json() as [Entry];
    expect(entry.uploadScale).toBeCloseTo(0.0127, 15);
    expect(entry.boundingBox.max[0]).toBeCloseTo(0.254, 12);
    expect(entry.volume).toBeCloseTo(0.254 ** 3, 12);
  });

  it('quote requests only the named materials, by id or by title.', async () => {
    const app = appDouble();
    const argv = [
      'quote',
      '--json',
      '--material',
      '81',
      '--material',
      ' white  strong & FLEXIBLE',
      'cube.stl',
    ];
    const { json } = await run(argv, { app, cwd: modelFolder() });
    expect((json() as [Entry])[0].prices.map((price) => price.materialId)).toEqual([6, 81]);
    expect(app.inputOf('price.quote')).toMatchObject({ materials: [81, 6] });
  });

  it('quote suggests materials and prices nothing if a name is wrong.', async () => {
    const app = appDouble();
    const { code, stderr } = await run(['quote', '--material', 'polishd silver', 'cube.stl'], {
      app,
      cwd: modelFolder(),
    });
    expect(code).toBe(2);
    expect(stderr).toContain('There is no material "polishd silver". Did you mean "Polished Silver"?');
    expect(app.calls.map((call) => call.name)).not.toContain('price.quote');
    expect(app.closes).toBe(1);
  });

  it('quote keeps the prices of the other files if one cannot be read.', { tags: 'release' }, async () => {
    const cwd = modelFolder({ 'bad.stl': '' });
    const { code, json } = await run(['quote', '--json', 'bad.stl', 'cube.stl'], { app: appDouble(), cwd });
    const entries = json() as Entry[];
    expect(code).toBe(1);
    expect(entries.map((entry) => entry.error?.code)).toEqual(['file-empty', undefined]);
    expect(entries[1]?.prices).toHaveLength(3);
  });

  it('quote ends with 3 if the service cannot be reached.', async () => {
    const app = appDouble({ 'price.quote': failing('network', 'Nothing answers.') });
    const { code, json } = await run(['quote', '--json', 'cube.stl'], { app, cwd: modelFolder() });
    expect(code).toBe(3);
    expect(json()).toEqual([{ file: 'cube.stl', error: { code: 'network', message: 'Nothing answers.' } }]);
    const dead = appDouble({ 'catalog.get': failing('network', 'Nothing answers.') });
    const second = await run(['quote', '--json', 'cube.stl'], { app: dead, cwd: modelFolder() });
    expect(second.code).toBe(3);
    expect(second.stderr).toBe('fabdesk: Nothing answers.\n');
    expect(second.json()).toEqual({ error: { code: 'network', message: 'Nothing answers.' } });
  });
});

describe('the report of quote', () => {
  it('quote shows size, prices and fit, and never a price of zero.', async () => {
    const { stdout } = await run(['quote', '--unit', 'mm', 'cube.stl'], {
      app: appDouble(),
      cwd: modelFolder(),
    });
    expect(stdout).toContain('size    20 × 20 × 20 mm');
    expect(stdout).toContain('volume  8 cm³');
    expect(stdout).toMatch(/ 6 {2}White Strong & Flexible +\$80\.00 {2}Prints\n/);
    expect(stdout).toMatch(
      /81 {2}Polished Silver +\$800\.00 {2}Will be refused\. Too large: X may be at most 10 mm\./,
    );
    expect(stdout).toMatch(/25 {2}Black Strong & Flexible +not known yet/);
  });

  it('quote says that prices are cached.', async () => {
    const app = appDouble({
      'price.quote': ({ geometry, materials }) => ({
        prices: doublePrices(geometry, materials),
        quotedAt: 1_760_000_000_000,
        source: 'cached',
      }),
    });
    const { stdout } = await run(['quote', 'cube.stl'], { app, cwd: modelFolder() });
    expect(stdout).toContain('The service cannot be reached. Prices as of Oct 9, 2025');
  });
});

describe('the unit', () => {
  const source = { file: 'part.3mf', path: '/parts/part.3mf', size: 1 };
  const analysis = (changes: Partial<Analysis>): Analysis => ({
    format: '3mf',
    unit: null,
    warnings: [],
    measures: {
      triangles: 12,
      vertices: 8,
      bounds: { min: [0, 0, 0], max: [20, 20, 20] },
      area: 2400,
      volume: 8000,
      volumeBand: null,
      centreOfMass: [10, 10, 10],
    },
    checks: { watertight: true, shells: 1, findings: [] },
    ...changes,
  });
  const { printers } = doubleCatalog;

  it('quote uses the file’s own unit, and says that a different --unit is unused.', () => {
    const chosen = chooseUnit(source, analysis({ unit: 'in' }), { option: 'mm', printers, memory: {} });
    expect(chosen).toMatchObject({ unit: 'in', from: 'file' });
    expect(unitText(chosen).map(englishText).join(' ')).toContain(
      'The file says so: inches. --unit mm is not used for it.',
    );
  });

  it('quote takes what a format assumes for less than --unit, and asks where it fits no printer.', () => {
    const { measures } = analysis({});
    const scene = (side: number) => {
      const bounds = { min: [0, 0, 0], max: [side, side, side] } as const;
      return analysis({ format: 'gltf', assumedUnit: 'm', measures: { ...measures, bounds } });
    };
    const choose = (side: number, option: 'mm' | null) =>
      chooseUnit(source, scene(side), { option, printers, memory: {} });
    expect(choose(0.05, null)).toMatchObject({ unit: 'm', from: 'format', candidates: [] });
    expect(choose(0.05, 'mm')).toMatchObject({ unit: 'mm', from: 'option' });
    const asked = choose(50, null);
    expect(asked).toMatchObject({ unit: 'mm', from: 'proposal' });
    expect(rivalsOf(asked)).toContain('m');
  });

  it('quote uses the last unit chosen for the folder.', () => {
    const memory = { '/parts': 'cm' } as const;
    const { measures, ...cube } = analysis({});
    const bounds = { min: [0, 0, 0], max: [8, 8, 8] } as const;
    const small = { ...cube, measures: { ...measures, bounds, area: 384, volume: 512 } };
    const chosen = chooseUnit(source, small, { option: null, printers, memory });
    expect(chosen).toMatchObject({ unit: 'cm', from: 'proposal' });
  });

  it('quote names the alternatives to a doubtful unit.', () => {
    const chosen = chooseUnit(source, analysis({}), { option: null, printers, memory: {} });
    const doubtful = {
      ...chosen,
      candidates: chosen.candidates.map((c) => ({ ...c, likely: false, possible: c.unit !== 'm' })),
    };
    expect(rivalsOf(chosen)).toEqual([]);
    expect(rivalsOf(doubtful).toSorted()).toEqual(['cm', 'in']);
    expect(unitText(doubtful).map(englishText).join(' ')).toContain('choose with --unit');
  });
});

it('quote prices the same file given through a folder.', async () => {
  const cwd = modelFolder({ 'second.stl': makeCube(10) });
  const { code, json } = await run(['quote', '--json', '.'], { app: appDouble(), cwd });
  expect(code).toBe(0);
  expect((json() as Entry[]).map((entry) => entry.file)).toEqual(['cube.stl', 'second.stl']);
});
