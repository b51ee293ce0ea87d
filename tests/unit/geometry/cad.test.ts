/**
 * STEP, IGES and BREP: files written by hand if the format allows it, otherwise files of the package
 * occt-import-js with measures known from their drawings.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limitLoops } from '../../../build/occt/limit-loops.ts';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { isDoubt } from '../../../src-shared/geometry/doubts.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { mayHaveCavities } from '../../../src-shared/geometry/readers/iges-notes.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { utf8, zip } from '../../fixtures/geometry/build-files.ts';
import { stepText } from '../../fixtures/geometry/build-scenes.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import { makeBox, makeCube, makeIcosphere } from '../../fixtures/geometry/solids.ts';
import '../../fixtures/geometry/wasm.ts';

const packageFolder = dirname(createRequire(import.meta.url).resolve('occt-import-js/package.json'));
const example = (name: string): Uint8Array => readFileSync(join(packageFolder, 'test/testfiles', name));
const inch = `#9=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),#14);
#14=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));
#15=DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.);
#8=(CONVERSION_BASED_UNIT('INCH',#9)LENGTH_UNIT()NAMED_UNIT(#15));`;

describe('STEP', () => {
  it('STEP is read in millimetres.', async () => {
    const model = await analyseModel(utf8(stepText(makeBox([0, 0, 0], [10, 20, 30]))), 'part.step');
    expect(model).toMatchObject({ format: 'step', unit: 'mm' });
    expect(model.measures.bounds).toEqual({ min: [0, 0, 0], max: [10, 20, 30] });
    expect(model.measures.volume).toBeCloseTo(6000, 9);
    expect(model.measures.area).toBeCloseTo(2200, 9);
    expect(model.checks).toEqual({ watertight: true, shells: 1, findings: [] });
    expect(model.warnings.map(englishGeometryText)).toEqual([
      'All faces are flat, so the 12 triangles are exact.',
    ]);
  });

  it.each([
    ['metres', '#8=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT($,.METRE.));', 1000],
    ['inches', inch, 25.4],
  ])('STEP converts %s.', async (_what, unit, factor) => {
    const model = await analyseModel(utf8(stepText(makeCube(2), unit)), 'part.stp');
    expect(model.unit).toBe('mm');
    expect(model.measures.volume / (2 * factor) ** 3).toBeCloseTo(1, 9);
  });

  it('STEP keeps every face of a larger solid.', async () => {
    const ball = makeIcosphere(10, 2);
    const model = await analyseModel(utf8(stepText(ball)), 'a');
    expect(model.measures.triangles).toBe(320);
    expect(model.checks).toMatchObject({ watertight: true, shells: 1 });
  });

  it('STEP is read from an archive.', async () => {
    const packed = zip([{ name: 'part.STP', content: utf8(stepText(makeCube(10))) }]);
    expect((await readModel(packed, 'part.zip')).format).toBe('step');
  });

  it('A STEP assembly is read with all its parts in their places.', async () => {
    const { measures, checks } = await analyseModel(example('cax-if/as1-oc-214.stp'), 'as1.stp');
    expect(checks).toEqual({ watertight: true, shells: 18, findings: [] });
    expect(measures.bounds!.max.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([190, 150, 80]);
  });

  it('Round STEP faces become fine enough triangles.', async () => {
    // A cube of 10 with all edges rounded by a radius that leaves this volume: flat faces, quarter cylinders,
    // eighths of a sphere.
    const { measures, checks } = await analyseModel(example('rounded-cube/rounded-cube.step'), 'a.step');
    expect(checks.watertight).toBe(true);
    expect(measures.bounds).toEqual({ min: [0, 0, 0], max: [10, 10, 10] });
    const cone = await analyseModel(example('conical-surface/conical-surface.step'), 'a.step');
    expect(cone.checks).toEqual({ watertight: true, shells: 1, findings: [] });
  });
});

describe('IGES and BREP', () => {
  it('IGES is read through a file that only the module sees.', async () => {
    const model = await analyseModel(example('cube-10x10mm/Cube 10x10.igs'), 'cube.igs');
    expect(model).toMatchObject({ format: 'iges', unit: 'mm' });
    expect(model.measures).toMatchObject({ triangles: 12, area: 600, volume: 1000 });
    expect(model.checks.watertight).toBe(true);
  });

  it('A solid inside another one is a cavity in an IGES file, unless the file has solids without voids.', {
    tags: 'release',
  }, async () => {
    const ball = readFileSync(
      new URL('../../fixtures/geometry/cad/hollow-ball.igs', import.meta.url),
      'latin1',
    );
    const hollow = await analyseModel(utf8(ball), 'ball.igs');
    expect(hollow.checks).toMatchObject({ watertight: true, shells: 2, findings: [] });
    expect(hollow.measures.volume / ((4 / 3) * Math.PI * (20 ** 3 - 10 ** 3))).toBeCloseTo(1, 5);
    expect(mayHaveCavities(utf8(ball))).toBe(true);
    const solid = (voids: string): Uint8Array =>
      utf8(
        [
          `${'     186       1       0       0       0       0       0       000000000'.padEnd(72)}D      1`,
          `${'     186       0       0       1       0'.padEnd(72)}D      2`,
          `${`186,3,1,${voids};`.padEnd(64)}       1P      1`,
        ].join('\n'),
      );
    expect(mayHaveCavities(solid('0'))).toBe(false);
    expect(mayHaveCavities(solid('1,5,1'))).toBe(true);
  });

  it('A surface of an IGES file that came out empty is said: FreeCAD writes a ring so that it is read as nothing.', async () => {
    const file = new URL('../../fixtures/geometry/cad/box-and-ring.igs', import.meta.url);
    const { measures, checks } = await analyseModel(readFileSync(file), 'box-and-ring.igs');
    expect(measures.volume).toBeCloseTo(1000, 6);
    expect(checks.findings).toMatchObject([{ kind: 'uncertain-surface', severity: 'warn', count: 1 }]);
  });

  it('BREP is read.', async () => {
    const model = await analyseModel(example('cax-if-brep/as1_pe_203.brep'), 'a.brep');
    expect(model).toMatchObject({ format: 'brep', unit: null, assumedUnit: 'mm' });
    expect(model.checks).toMatchObject({ watertight: true, shells: 18 });
    const same = await analyseModel(example('cax-if/as1_pe_203.stp'), 'a.stp');
    expect(model.measures.volume / same.measures.volume).toBeCloseTo(1, 9);
  });

  it('A few lines that become many triangles are no damage.', { tags: 'release' }, async () => {
    const torus = readFileSync(new URL('../../fixtures/geometry/cad/torus.brep', import.meta.url));
    const { measures, checks } = await analyseModel(torus, 'torus.brep');
    expect(checks.watertight).toBe(true);
    expect(measures.triangles).toBeGreaterThan(10_000);
    // Radii of 20 and 5.
    expect(measures.volume / (1000 * Math.PI ** 2)).toBeCloseTo(1, 3);
  });
});

describe('what OpenCascade does not say', () => {
  const step = (more: string, mesh = makeCube(10)): Uint8Array =>
    utf8(stepText(mesh).replace('ENDSEC;\nEND-ISO', `${more}\nENDSEC;\nEND-ISO`));
  const remarks = async (bytes: Uint8Array, name = 'a.step'): Promise<string[]> => {
    const { warnings } = await analyseModel(bytes, name);
    return warnings
      .map(englishGeometryText)
      .filter((text) => !/^Exact surfaces|^All faces are flat|corners? w/.test(text));
  };
  const hidden = (format: string): string =>
    `One body that the ${format} file hides was read too; if it is not part of the model, export without it.`;

  it('Bodies that a STEP file hides are read with a remark, however it hides them.', async () => {
    const layer = "#900=PRESENTATION_LAYER_ASSIGNMENT('off','',(#21));\n#901=INVISIBILITY((#900));";
    expect(await remarks(step(layer))).toEqual([hidden('STEP')]);
    const style = "#900=STYLED_ITEM('',(),#21);\n#901 = INVISIBILITY ( ( #900, #22 ) ) ;";
    expect(await remarks(step(style))).toEqual([hidden('STEP')]);
    // Hidden points and curves are no bodies.
    expect(await remarks(step("#900=STYLED_ITEM('',(),#100);\n#901=INVISIBILITY((#900));"))).toEqual([]);
    const circle =
      "#900=REPRESENTATION('',(#902),#13);\n#902=MAPPED_ITEM('',#903,#22);\n#903=REPRESENTATION_MAP(#22,#900);";
    expect(await remarks(step(`${circle}\n#901=INVISIBILITY((#900));`))).toEqual([]);
  });

  it('A surface beside a solid is left out with a remark that counts as a doubt; alone, it is read.', async () => {
    const triangle = (ids: string): string => `#801=POLY_LOOP('',(${ids}));
#802=FACE_OUTER_BOUND('',#801,.T.);
#803=DIRECTION('',(0.,0.,1.));
#804=AXIS2_PLACEMENT_3D('',#100,#803,$);
#805=PLANE('',#804);
#806=FACE_SURFACE('',(#802),#805,.T.);
#807=OPEN_SHELL('',(#806));
#808=SHELL_BASED_SURFACE_MODEL('',(#807));
#810=CARTESIAN_POINT('',(30.,0.,0.));
#811=CARTESIAN_POINT('',(40.,0.,0.));
#812=CARTESIAN_POINT('',(40.,9.,0.));`;
    const text = stepText(makeCube(10)).replace("('',(#21),#13)", "('',(#21,#808),#13)");
    const both = text.replace('ENDSEC;\nEND-ISO', `${triangle('#810,#811,#812')}\nENDSEC;\nEND-ISO`);
    const { measures, checks, warnings } = await analyseModel(utf8(both), 'a.step');
    expect(checks).toEqual({ watertight: true, shells: 1, findings: [] });
    expect(measures.volume).toBeCloseTo(1000, 9);
    expect(warnings.filter(isDoubt).map(englishGeometryText).join()).toMatch(
      /^A body that is a surface .* left out/,
    );
    // Without a solid, or with one that does not close, nothing is left out.
    const open = both.replace(/(CLOSED_SHELL\(''),\(#\d+,/, '$1,(');
    expect((await analyseModel(utf8(open), 'a.step')).checks.findings[0]!.kind).toBe('open-edges');
    expect((await analyseModel(utf8(open), 'a.step')).warnings.some(isDoubt)).toBe(false);
  });

  it('A solid that OpenCascade leaves out is missed.', async () => {
    // A round face keeps the file from the reader of flat faces; the second solid has a shell that is none.
    const lost = "#900=MANIFOLD_SOLID_BREP('',#100);\n#901=CYLINDRICAL_SURFACE('',#22,1.);";
    const text = stepText(makeCube(10)).replace("('',(#21),#13)", "('',(#21,#900),#13)");
    const { checks, measures } = await analyseModel(
      utf8(text.replace('ENDSEC;\nEND-ISO', `${lost}\nENDSEC;\nEND-ISO`)),
      'a.step',
    );
    expect(measures.volume).toBeCloseTo(1000, 9);
    expect(checks.findings).toMatchObject([{ kind: 'uncertain-surface', severity: 'warn', count: 1 }]);
  });

  it('A STEP file that scales or mirrors a part is refused, since OpenCascade does neither.', async () => {
    const placed = (scale: string, z: string): Uint8Array =>
      step(`#900=MAPPED_ITEM('',#901,#902);
#901=REPRESENTATION_MAP(#905,#22);
#902=CARTESIAN_TRANSFORMATION_OPERATOR_3D('','','',#903,#904,#100,${scale},#906);
#903=DIRECTION('',(1.,0.,0.));
#904=DIRECTION('',(0.,1.,0.));
#905=AXIS2_PLACEMENT_3D('',#100,#906,#903);
#906=DIRECTION('',(0.,0.,${z}));`);
    for (const bytes of [placed('2.', '1.'), placed('1.', '-1.'), placed('$', '-1.')]) {
      expect(await expectCode(readModel(bytes, 'a.step'), 'file-unsupported')).toContain(
        'scaled or mirrored',
      );
    }
    expect(await remarks(placed('1.', '1.'))).toEqual([]);
    expect(await remarks(placed('$', '1.'))).toEqual([]);
  });

  /** Spheres of radius 10 and 6 in one group (entity 1). */
  const spheres = readFileSync(
    new URL('../../fixtures/geometry/cad/two-spheres.igs', import.meta.url),
    'latin1',
  );
  const volume = (4 / 3) * Math.PI * (1000 + 216);

  it('Bodies that an IGES file hides are read with a remark.', { tags: 'release' }, async () => {
    const line = spheres.split('\n').find((text) => /^ {5}144.*D0+31/.test(text))!;
    const off = spheres.replace(line, line.replace('00020000D', '01020000D'));
    expect(await remarks(utf8(off), 'a.igs')).toEqual([hidden('IGES')]);
    // A curve that hides with its surface, as many files have it.
    expect(await remarks(utf8(spheres.replaceAll('00010000D', '01010000D')), 'a.igs')).toEqual([]);
  });

  it('An IGES file with a model scale says that it was ignored.', { tags: 'release' }, async () => {
    expect(await remarks(utf8(spheres.replace(',1.,2,2HMM', ',.5,2,2HMM')), 'a.igs')).toEqual([
      'The IGES file states a model scale of 0.5, which was ignored; check the size.',
    ]);
  });

  /** The file with one more entity, whose parameters fit one line. */
  function withEntity(type: number, parameters: string, form: number, file = spheres): Uint8Array {
    const lines = file.trimEnd().split('\n');
    const section = (letter: string): string[] => lines.filter((line) => line[72] === letter);
    const [directory, records] = [section('D'), section('P')];
    const pad = (value: number | string, width = 8): string => String(value).padStart(width);
    const next = directory.length + 1;
    const first = [type, records.length + 1, 0, 0, 0, 0, 0, 0, '00000000']
      .map((value) => pad(value))
      .join('');
    const second = [type, 0, 0, 1, form, '', '', '', 0].map((value) => pad(value)).join('');
    const added = [
      ...directory,
      `${first}D${pad(next, 7)}`,
      `${second}D${pad(next + 1, 7)}`,
      ...records,
      `${`${type},${parameters};`.padEnd(64)}${pad(next)}P${pad(records.length + 1, 7)}`,
    ];
    const counts = [section('S'), section('G'), { length: next + 1 }, { length: records.length + 1 }];
    const end = counts.map(({ length }, i) => `${'SGDP'[i]}${pad(length, 7)}`).join('');
    return utf8([...section('S'), ...section('G'), ...added, `${end.padEnd(72)}T      1`, ''].join('\n'));
  }

  it('What belongs to two groups of an IGES file is read once.', { tags: 'release' }, async () => {
    const { measures, checks } = await analyseModel(withEntity(402, '1,31', 7), 'a.igs');
    expect(checks).toMatchObject({ watertight: true, shells: 2 });
    expect(measures.volume / volume).toBeCloseTo(1, 4);
    expect(measures.bounds!.max[0]).toBeCloseTo(106, 2);
  });

  it.each([7, 14])(
    'Groups of an IGES file that share some of their members give each once (form %i).',
    { tags: 'release' },
    async (form) => {
      const one = spheres.replace(/^402,2,3,31; {3}/m, '402,1,3;      ');
      expect(one).not.toBe(spheres);
      const { measures, checks } = await analyseModel(withEntity(402, '2,3,31', form, one), 'a.igs');
      expect(checks).toMatchObject({ watertight: true, shells: 2 });
      expect(measures.volume / volume).toBeCloseTo(1, 4);
      expect(measures.bounds!.max[0]).toBeCloseTo(106, 2);
    },
  );

  it('What a group of an IGES file names twice is read once.', { tags: 'release' }, async () => {
    const twice = spheres
      .replace(/^402,2,3,31; {6}/m, '402,4,3,31,3,31;')
      .replace(/^402,2,3,31; {2}/m, '402,3,3,31,31;');
    expect(twice).not.toBe(spheres);
    const { measures, checks } = await analyseModel(utf8(twice), 'a.igs');
    expect(checks).toMatchObject({ watertight: true, shells: 2 });
    expect(measures.volume / volume).toBeCloseTo(1, 4);
  });

  it('An IGES file with a scaled copy is refused, since OpenCascade loses it.', async () => {
    const scaled = withEntity(408, '1,0.,50.,0.,2.', 0);
    expect(await expectCode(readModel(scaled, 'a.igs'), 'file-unsupported')).toContain('scaled or mirrored');
  });
});

describe('damaged CAD files', () => {
  const step = stepText(makeCube(10));
  const brep = new TextDecoder().decode(example('cax-if-brep/as1_pe_203.brep'));

  it.each([
    ['a STEP file that was cut off', step.slice(0, 1500), 'a.stp'],
    ['a BREP file that was cut off', brep.slice(0, brep.length >> 1), 'a.brep'],
    ['a BREP file that counts more than it holds', brep.replace(/Curves \d+/, 'Curves 4294967295'), 'a.brep'],
    ['a BREP file that leads in a circle', brep.replace(' 1 13 ', ' 1 end '), 'a.brep'],
    ['text that is none of them', 'hello', 'a.igs'],
  ])('A damaged CAD file is reported: %s', async (_what, text, name) => {
    const read = readModel(utf8(text), name).then(
      ({ mesh }) => mesh.indices.length,
      (thrown: { code: string }) => thrown.code,
    );
    expect(await read).toSatisfy((result) => typeof result === 'number' || /^file-/.test(String(result)));
  });

  it('A CAD file without faces is reported.', async () => {
    const points = step.replace(/#21=.*/, "#21=GEOMETRIC_CURVE_SET('',(#100));");
    await expectCode(readModel(utf8(points), 'a.step'), 'file-no-triangles');
    await expectCode(readModel(utf8('ISO-10303-21;\n'), 'a.step'), 'file-damaged');
  });
});

describe('the module that reads them', () => {
  it('The CAD module needs no code from text, which the window’s security policy forbids.', {
    tags: 'release',
  }, () => {
    const script = `
      import '${new URL('../../fixtures/geometry/wasm.ts', import.meta.url)}';
      import { readModel } from '${new URL('../../../src-shared/geometry/readers/read-model.ts', import.meta.url)}';
      import { readFileSync } from 'node:fs';
      const { mesh } = await readModel(readFileSync(process.argv[1]), 'a.igs');
      process.stdout.write(String(mesh.indices.length));
    `;
    const file = join(packageFolder, 'test/testfiles/cube-10x10mm/Cube 10x10.igs');
    const args = ['--disallow-code-generation-from-strings', '--input-type=module', '-e', script, file];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(`${stdout}${stderr}`).toBe('36');
  });

  it('The CAD module’s loops stop when their iterations are used up.', async () => {
    // (module (global i32 (i32.const 7)) (func (export "run") (loop (br 0))))
    const endless = Uint8Array.from([
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 6, 6, 1, 0x7f, 0, 0x41, 7, 0x0b],
      ...[7, 7, 1, 3, 0x72, 0x75, 0x6e, 0, 0, 10, 9, 1, 7, 0, 0x03, 0x40, 0x0c, 0, 0x0b, 0x0b],
    ]);
    const { instance } = await WebAssembly.instantiate(limitLoops(endless) as Uint8Array<ArrayBuffer>);
    const { run, loopsLeft } = instance.exports as { run(): void; loopsLeft: WebAssembly.Global };
    loopsLeft.value = 1000n;
    expect(() => run()).toThrow(WebAssembly.RuntimeError);
    expect(loopsLeft.value).toBe(-1n);
  });
});
