/**
 * What CAD programs write: each makes parts of known size and volume and exports them in all of its formats,
 * and Fabdesk must read them right, or say that it does not. docs/cad.md has the table.
 * @release
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { productName } from '../../../src-shared/geometry/readers/product-name.ts';
import { metresPerUnit } from '../../../src-shared/units/units.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { boxStl } from '../../support/model-files.ts';
import { has, runInWindow, runProgram } from './program.ts';
import '../../fixtures/geometry/wasm.ts';

/** In mm³ and mm. `files` by the ending of the format. */
interface Part {
  readonly volume: number;
  readonly size: readonly number[];
  readonly files: Readonly<Record<string, string>>;
  /** How many colours a format with colours must have. */
  readonly colours?: number;
  /** The name that a STEP file must give to its part. */
  readonly label?: string;
}
interface Truth {
  readonly parts: Readonly<Record<string, Part>>;
}

/**
 * `assumed`: right in the unit in which its format counts. `asked`: right in millimetres, for which a person
 * is asked. `doubted`: read with a finding that says why.
 */
type Outcome = 'right' | 'assumed' | 'asked' | 'doubted' | 'refused' | 'wrong';

const exact = /^(step|iges|brep|FCStd)$/;
const keepsColours = /^(step|iges|glb|gltf|dae)$/;
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

async function outcomeOf(path: string, ending: string, part: Part): Promise<Outcome> {
  let model: Awaited<ReturnType<typeof analyseModel>>;
  try {
    model = await analyseModel(readFileSync(path), path.slice(path.lastIndexOf('/') + 1));
  } catch {
    return 'refused';
  }
  const unit = model.unit ?? model.assumedUnit ?? 'mm';
  const scale = metresPerUnit[unit] * 1000;
  const { bounds, volume } = model.measures;
  const sizes = [0, 1, 2].map((axis) => (bounds!.max[axis]! - bounds!.min[axis]!) * scale);
  const wanted = [...part.size].sort((a, b) => a - b);
  const isExact = exact.test(ending);
  const isSized = sizes
    .sort((a, b) => a - b)
    .every((size, axis) => Math.abs(size / wanted[axis]! - 1) < (isExact ? 1e-3 : 3e-3));
  // Triangles of a program are inside of its curves.
  const isFull = Math.abs((volume * scale ** 3) / part.volume - 1) < (isExact ? 1e-4 : 3e-2);
  const colours = model.colours?.colours ?? 0;
  const isColoured = part.colours === undefined || !keepsColours.test(ending) || colours === part.colours;
  if (model.checks.findings.length > 0) return 'doubted';
  // Other letters than these are written in a code, which only serves to compare names.
  const isNamed =
    ending !== 'step' ||
    !/^\w+$/.test(part.label ?? '') ||
    (await productName(readFileSync(path), 'step')) === part.label;
  if (!isNamed) return 'wrong';
  if (!isSized || !isFull || !isColoured) return 'wrong';
  if (model.unit !== null) return 'right';
  return model.assumedUnit ? 'assumed' : 'asked';
}

/** Each format with the outcome of most of its files, and the files with another one. */
async function tableOf(
  folder: string,
  { parts }: Truth,
): Promise<{ table: object; others: Record<string, Outcome> }> {
  const outcomes = new Map<string, Map<string, Outcome>>();
  for (const [name, part] of Object.entries(parts)) {
    for (const [ending, file] of Object.entries(part.files)) {
      const known = outcomes.get(ending) ?? new Map<string, Outcome>();
      outcomes.set(ending, known.set(`${name}.${ending}`, await outcomeOf(join(folder, file), ending, part)));
    }
  }
  const table: Record<string, Outcome> = {};
  const others: Record<string, Outcome> = {};
  for (const [ending, files] of outcomes) {
    const all = [...files.values()];
    const usual = all.toSorted(
      (a, b) => all.filter((each) => each === b).length - all.filter((each) => each === a).length,
    )[0]!;
    table[ending] = usual;
    for (const [file, outcome] of files) if (outcome !== usual) others[file] = outcome;
  }
  return { table, others };
}

const truthIn = (folder: string): Truth => JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'));

describe('Files of CAD programs are read right', () => {
  it.skipIf(!has('freecad', 'xvfb-run'))('of FreeCAD.', { timeout: 600_000 }, async () => {
    const folder = temporaryFolder();
    await runInWindow('freecad', [script('freecad-parts.py')], { HOME: folder, FABDESK_OUT: folder });
    const truth = truthIn(folder);
    expect(Object.keys(truth.parts)).toHaveLength(10);
    expect(await tableOf(folder, truth)).toEqual({
      table: {
        step: 'right',
        iges: 'right',
        brep: 'assumed',
        FCStd: 'right',
        stl: 'asked',
        ast: 'asked',
        obj: 'asked',
        ply: 'asked',
        off: 'asked',
        wrl: 'asked',
        x3d: 'asked',
        '3mf': 'right',
        amf: 'right',
        glb: 'assumed',
        // Its geometry is in a second file.
        gltf: 'refused',
      },
      others: {
        // FreeCAD writes a ring so that OpenCascade reads it as nothing.
        'round.iges': 'doubted',
        // FreeCAD leaves the mirrored instance out.
        'assembly.glb': 'wrong',
        // FreeCAD turns a mirrored instance inside out.
        ...Object.fromEntries(
          ['stl', 'ast', 'obj', 'ply', 'off', 'wrl', 'x3d', '3mf', 'amf'].map((ending) => [
            `assembly.${ending}`,
            'doubted',
          ]),
        ),
      },
    });
  });

  it.skipIf(!has('blender'))('of Blender.', { timeout: 600_000 }, async () => {
    const folder = temporaryFolder();
    const args = ['--background', '--factory-startup', '--python', script('blender-parts.py')];
    await runProgram('blender', args, { HOME: folder, FABDESK_OUT: folder });
    const { table, others } = await tableOf(folder, truthIn(folder));
    expect(table).toMatchObject({
      stl: 'asked',
      'ascii.stl': 'asked',
      obj: 'asked',
      ply: 'asked',
      glb: 'assumed',
      gltf: 'assumed',
    });
    // In some runs, not in all, Blender leaves the walls of the hole out.
    const { 'modifier.dae': hole = 'doubted', ...always } = others;
    expect(hole).toBe('doubted');
    // Blender turns a mirrored instance inside out there.
    expect(always).toEqual({ 'instances.ply': 'doubted' });
  });

  it.skipIf(!has('openscad'))('of OpenSCAD.', { timeout: 600_000 }, async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'part.scad'),
      'difference() { cube([30, 20, 5]); translate([10, 5, -1]) cube([10, 10, 10]); }',
    );
    const endings = ['stl', 'off', 'amf', '3mf'];
    for (const ending of endings)
      await runProgram('openscad', ['-o', join(folder, `part.${ending}`), join(folder, 'part.scad')], {});
    const files = Object.fromEntries(endings.map((ending) => [ending, `part.${ending}`]));
    expect(await tableOf(folder, { parts: { part: { volume: 2500, size: [30, 20, 5], files } } })).toEqual({
      table: { stl: 'asked', off: 'asked', amf: 'right', '3mf': 'right' },
      others: {},
    });
  });

  it.skipIf(!has('gmsh'))('of Gmsh.', { timeout: 600_000 }, async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'part.geo'),
      `SetFactory("OpenCASCADE"); Box(1) = {0, 0, 0, 30, 20, 5}; Cylinder(2) = {15, 10, -1, 0, 0, 7, 4};
       BooleanDifference{ Volume{1}; Delete; }{ Volume{2}; Delete; }
       Mesh.MeshSizeMax = 1.5;`,
    );
    const shapes = ['step', 'brep'];
    const meshes = ['stl', 'wrl'];
    for (const ending of shapes)
      await runProgram('gmsh', [join(folder, 'part.geo'), '-0', '-o', join(folder, `part.${ending}`)], {});
    for (const ending of meshes)
      await runProgram('gmsh', [join(folder, 'part.geo'), '-2', '-o', join(folder, `part.${ending}`)], {});
    const files = Object.fromEntries([...shapes, ...meshes].map((ending) => [ending, `part.${ending}`]));
    const part = { volume: 3000 - Math.PI * 16 * 5, size: [30, 20, 5], files };
    expect(await tableOf(folder, { parts: { part } })).toEqual({
      // Gmsh writes VRML 1.0.
      table: { step: 'right', brep: 'assumed', stl: 'asked', wrl: 'refused' },
      others: {},
    });
  });

  it.skipIf(!has('prusa-slicer'))('of PrusaSlicer.', { timeout: 600_000 }, async () => {
    const folder = temporaryFolder();
    const wedge = join(folder, 'part.obj');
    // A wedge: none of its sizes is another's.
    writeFileSync(
      wedge,
      'v 0 0 0\nv 30 0 0\nv 0 20 0\nv 0 0 5\nv 30 0 5\nv 0 20 5\nf 1 3 2\nf 4 5 6\nf 1 2 5 4\nf 2 3 6 5\nf 3 1 4 6\n',
    );
    const endings = ['stl', 'obj', '3mf', 'amf'];
    for (const ending of endings) {
      const out = join(folder, `out.${ending}`);
      await runProgram('prusa-slicer', [`--export-${ending}`, '-o', out, wedge], { HOME: folder });
    }
    // It calls an AMF file so.
    const nameOf = (ending: string) => (ending === 'amf' ? 'out.zip.amf' : `out.${ending}`);
    const files = Object.fromEntries(endings.map((ending) => [ending, nameOf(ending)]));
    expect(await tableOf(folder, { parts: { part: { volume: 1500, size: [30, 20, 5], files } } })).toEqual({
      table: { stl: 'asked', obj: 'asked', '3mf': 'right', amf: 'right' },
      others: {},
    });
  });

  it.skipIf(!has('kicad2step', 'xvfb-run'))('of KiCad.', { timeout: 600_000 }, async () => {
    const folder = temporaryFolder();
    const board = join(folder, 'board.kicad_pcb');
    // A board of 30 × 20 mm with a hole of 4 mm radius.
    const id = (number: number) => `(tstamp 00000000-0000-0000-0000-00000000000${number})`;
    writeFileSync(
      board,
      `(kicad_pcb (version 20211014) (generator pcbnew) (general (thickness 1.6)) (paper "A4")
       (layers (0 "F.Cu" signal) (31 "B.Cu" signal) (44 "Edge.Cuts" user)) (setup) (net 0 "")
       (gr_rect (start 100 100) (end 130 120) (layer "Edge.Cuts") (width 0.1) (fill none) ${id(1)})
       (gr_circle (center 110 110) (end 114 110) (layer "Edge.Cuts") (width 0.1) (fill none) ${id(2)}))`,
    );
    // It leaves its window open when it is done.
    await runProgram(
      'timeout',
      ['15', 'xvfb-run', '-a', 'kicad2step', '-f', '-o', join(folder, 'part.step'), board],
      { HOME: folder },
    );
    const part = { volume: (600 - Math.PI * 16) * 1.6, size: [30, 20, 1.6], files: { step: 'part.step' } };
    expect(await tableOf(folder, { parts: { part } })).toEqual({ table: { step: 'right' }, others: {} });
  });

  it.skipIf(!has('solvespace-cli'))('of SolveSpace.', { timeout: 600_000 }, async () => {
    const folder = temporaryFolder();
    const drawing = join(folder, 'part.slvs');
    writeFileSync(drawing, Buffer.from(plateInSolveSpace(), 'latin1'));
    const out = (ending: string) => ['-o', join(folder, `part.${ending}`)];
    for (const ending of ['stl', 'obj'])
      await runProgram('solvespace-cli', ['export-mesh', ...out(ending), '-t', '0.02', drawing], {});
    await runProgram('solvespace-cli', ['export-surfaces', ...out('step'), drawing], {});
    const files = { step: 'part.step', stl: 'part.stl', obj: 'part.obj' };
    const part = { volume: 3000 - Math.PI * 16 * 5, size: [30, 20, 5], files };
    expect(await tableOf(folder, { parts: { part } })).toEqual({
      table: { step: 'right', stl: 'asked', obj: 'asked' },
      others: {},
    });
  });

  it.skipIf(!has('meshlabserver', 'xvfb-run'))('of MeshLab.', { timeout: 600_000 }, async () => {
    const folder = temporaryFolder();
    const sample = join(folder, 'sample.stl');
    writeFileSync(sample, boxStl(30, 20, 5));
    const endings = ['stl', 'obj', 'ply', 'off', 'dae', 'wrl', 'x3d'];
    for (const ending of endings) {
      const args = ['-i', sample, '-o', join(folder, `part.${ending}`)];
      await runInWindow('meshlabserver', args, { HOME: folder });
    }
    const files = Object.fromEntries(endings.map((ending) => [ending, `part.${ending}`]));
    expect(await tableOf(folder, { parts: { part: { volume: 3000, size: [30, 20, 5], files } } })).toEqual({
      table: Object.fromEntries(endings.map((ending) => [ending, 'asked'])),
      others: {},
    });
  });
});

/** A sketch of a plate of 30 × 20 mm with a hole of 4 mm radius, and its extrusion by 5 mm. */
function plateInSolveSpace(): string {
  const hex = (number: number) => number.toString(16).padStart(8, '0');
  const block = (kind: string, fields: Readonly<Record<string, string | number>>) =>
    `${Object.entries(fields)
      .map(([name, value]) => `${kind}.${name}=${value}\n`)
      .join('')}Add${kind}\n\n`;
  const plane = '80020000';
  const groups = [
    { type: 5000, name: '#references' },
    {
      ...{ type: 5001, order: 1, name: 'sketch-in-plane', 'activeWorkplane.v': plane, subtype: 6000 },
      ...{ 'predef.q.w': 1, 'predef.origin.v': '00010001' },
    },
    {
      ...{ type: 5100, order: 2, name: 'extrude', 'opA.v': hex(2), subtype: 7000 },
      ...{ 'predef.entityB.v': plane, color: 'ff0000ff', scale: 1 },
    },
  ].map((group, i) => block('Group', { 'h.v': hex(i + 1), ...group, visible: 1 }));
  const axes = [
    [1, 0, 0, 0],
    [0.5, 0.5, 0.5, 0.5],
    [0.5, -0.5, -0.5, -0.5],
  ].flatMap((axis, i) => axis.map((value, j) => [`000${i + 1}002${j}`, value] as const));
  const corners = [
    [0, 0],
    [30, 0],
    [30, 20],
    [0, 20],
  ];
  const lines = corners.flatMap(([x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % 4]!;
    const values = [x, y, nextX, nextY];
    return ['10', '11', '13', '14'].map((at, k) => [`000${i + 4}00${at}`, values[k]!] as const);
  });
  const hole = [
    ['00080010', 15],
    ['00080011', 10],
    ['00080040', 4],
  ] as const;
  // Half of the height, to either side of the plane from which it is counted.
  const height = [
    ['80030000', 0],
    ['80030001', 0],
    ['80030002', 2.5],
  ] as const;
  const params = [...axes, ...lines, ...hole, ...height].map(([id, value]) =>
    block('Param', { 'h.v.': id, val: value }),
  );
  const requests = [100, 100, 100, 200, 200, 200, 200, 400].map((type, i) => {
    const place = type === 100 ? { 'group.v': hex(1) } : { 'workplane.v': plane, 'group.v': hex(2) };
    return block('Request', { 'h.v': hex(i + 1), type, ...place, construction: 0 });
  });
  const joints = corners.map((_, i) =>
    block('Constraint', {
      ...{ 'h.v': hex(i + 1), type: 20, 'group.v': hex(2), 'workplane.v': plane },
      ...{ 'ptA.v': `000${i + 4}0002`, 'ptB.v': `000${((i + 1) % 4) + 4}0001` },
    }),
  );
  return `\u00b1\u00b2\u00b3SolveSpaceREVa\n\n\n${[...groups, ...params, ...requests, ...joints].join('')}`;
}
