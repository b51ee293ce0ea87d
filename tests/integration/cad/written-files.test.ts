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
import { metresPerUnit } from '../../../src-shared/units/units.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { has, runInWindow, runProgram } from './program.ts';
import '../../fixtures/geometry/wasm.ts';

/** In mm³ and mm. `files` by the ending of the format. */
interface Part {
  readonly volume: number;
  readonly size: readonly number[];
  readonly files: Readonly<Record<string, string>>;
  /** How many colours a format with colours must have. */
  readonly colours?: number;
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
  if (!isSized || !isFull || !isColoured) return 'wrong';
  if (model.unit !== null) return 'right';
  return model.assumedUnit ? 'assumed' : 'asked';
}

/** Each format with the outcome of most of its files, and the files with another one. */
async function tableOf(folder: string, { parts }: Truth): Promise<{ table: object; others: object }> {
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
    expect(Object.keys(truth.parts)).toHaveLength(9);
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
    expect(others).toEqual({
      // Blender turns a mirrored instance inside out there.
      'instances.ply': 'doubted',
      // Blender leaves the walls of the hole out.
      'modifier.dae': 'doubted',
    });
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
});
