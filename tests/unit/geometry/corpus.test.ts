/**
 * Compares real files with what independent programs agree on (reference.json of the corpus). Every
 * deliberate disagreement is in `disagreements` with its reason; a new one fails, and so does one that has
 * vanished.
 */
import '../../fixtures/geometry/wasm.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import type { AnalysedModel } from '../../../src-shared/geometry/geometry.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { corpusDir, corpusPresent } from '../../support/corpus.ts';

interface Reference {
  readonly triangles: number | null;
  readonly bbox: readonly [readonly number[], readonly number[]] | null;
  readonly area: number | null;
  readonly volume: number | null;
  readonly watertight: boolean | null;
  readonly shells: number | null;
}

type Field = keyof Reference;

const allFields: readonly Field[] = ['triangles', 'bbox', 'area', 'volume', 'watertight', 'shells'];

interface Disagreement {
  readonly fields: readonly Field[];
  readonly because: string;
  /** The right values, if they can be determined independently. */
  readonly instead?: Partial<Record<'triangles' | 'area' | 'volume', number>>;
}

const noise =
  'Corners that are at most a millionth of the part apart count as one here, so it is closed; the others compare exactly.';

const disagreements: Readonly<Record<string, Disagreement>> = {
  'mikedh-trimesh/models/featuretype.STL': { fields: ['watertight'], because: noise },
  'mikedh-trimesh/models/idler_riser.STL': { fields: ['watertight'], because: noise },
  'mikedh-trimesh/models/octagonal_pocket.stl': { fields: ['watertight'], because: noise },
  'alecjacobson-common-3d-test-models/data/suzanne.obj': {
    fields: ['volume'],
    because:
      'It is open, and about the origin its volume would leave the range in which it lies; so it is taken about the middle of the box.',
  },
  'mikedh-trimesh/models/soup.stl': {
    fields: ['volume'],
    because: 'Loose triangles; about the origin they have less than no volume.',
  },
  'mikedh-trimesh/models/capsule.obj': {
    fields: ['watertight'],
    because:
      'The triangles at its poles have two corners in one point; they enclose nothing, and are left out here.',
  },
  'prusa3d-PrusaSlicer/tests/data/frog_legs.obj': { fields: ['watertight'], because: noise },
  'assimp-assimp/test/models/AMF/test9.amf': {
    fields: ['triangles', 'bbox', 'volume'],
    because:
      'A constellation places six copies and another one places those twice; most others ignore both and show the object once. Twelve copies are 96 triangles and 24 units of volume.',
    instead: { triangles: 96, volume: 24 },
  },
  'mikedh-trimesh/models/counterXP.3MF': {
    fields: ['triangles', 'volume'],
    because:
      'Parts of one object overlap by 2.6 units of volume. They are one solid here; others count both.',
    instead: { triangles: 87606, volume: 888805.501409673 },
  },
  'mikedh-trimesh/models/obj_with_no_face_in_chunk.obj': {
    fields: ['volume'],
    because:
      'A single triangle has no volume of its own; trimesh and slic3r say 0, three.js and Online3DViewer 1 like us.',
    instead: { volume: 1 },
  },
  'mikedh-trimesh/models/polygonfaces.obj': {
    fields: ['area', 'volume'],
    because:
      'An open, strongly warped pentagon that is concave in its best plane, in which it is divided; others make a fan.',
    instead: { volume: 125e6 },
  },
  'mikedh-trimesh/models/suzanne.ply': {
    fields: ['area', 'volume'],
    because:
      'Two nearly flat quads are concave, and the fans of other programs fold over their own edge there.',
  },
  'mikedh-trimesh/models/wallhole.obj': {
    fields: ['area'],
    because:
      'Flat polygons of 8 and 11 corners are concave; their fans cover 40 units twice. The polygons themselves (half the length of the summed cross products along each outline) have 721.42.',
    instead: { area: 721.4213562373097 },
  },
  'assimp-assimp/test/models/OBJ/space_in_material_name.obj': {
    fields: ['area', 'volume'],
    because:
      'One flat ring of 66 corners. A fan covers 3.22; the outline encloses 0.2455. A flat sheet has no volume.',
    instead: { area: 0.2454966872, volume: 0 },
  },
  'alecjacobson-common-3d-test-models/data/beast.obj': {
    fields: ['area'],
    because:
      'Some of 32,228 quads are nearly flat and concave, and the fans of other programs fold over their own edge there.',
  },
  'assimp-assimp/test/models/OBJ/testline.obj': {
    fields: ['triangles', 'area', 'volume', 'bbox'],
    because: 'Lines only. Others call that a mesh of no triangles; here it is refused with that reason.',
  },
  '3MFConsortium-3mf-samples/validation tests/_archive/3mf-Verify/MUSTFAIL/MUSTFAIL_Chapter3.4.3.1b_BuildItemReferToObjectOfTypeOther.3mf':
    {
      fields: ['triangles', 'bbox', 'volume', 'shells'],
      because:
        'The build names an object of type "other", which the format forbids; that object is not counted.',
      instead: { triangles: 12, volume: 1000 },
    },
  '3MFConsortium-3mf-samples/validation tests/_archive/3mf-Verify/MUSTFAIL/MUSTFAIL_Chapter3.4a_MoreThanOneModel.3mf':
    {
      fields: ['triangles', 'bbox'],
      because:
        'Two <model> elements, which the format forbids (the file must fail); PrusaSlicer and trimesh refuse it too.',
    },
  'assimp-assimp/test/models/3MF/production_components.3mf': {
    fields: ['bbox'],
    because:
      'Two parts have an object 1 each: tetrahedra of 10 and, 20 further along, of 5. So x ends at 25; trimesh and Online3DViewer place the larger one twice and end at 30.',
    instead: { triangles: 8, volume: 1000 / 6 + 125 / 6 },
  },
};

/** Files without a surface, whose box other programs compute from points or lines. */
const isPointCloud = (reference: Reference): boolean => reference.triangles === null;

const near = (actual: number, expected: number, scale: number): boolean =>
  Math.abs(actual - expected) <= 1e-6 * Math.max(Math.abs(expected), scale);

function disagreeing(model: AnalysedModel, reference: Reference): Field[] {
  const { triangles, bounds, area, volume } = model.measures;
  const diagonal =
    bounds === null ? 0 : Math.hypot(...bounds.max.map((value, i) => value - bounds.min[i as 0]));
  const agrees: Readonly<Record<Field, () => boolean>> = {
    triangles: () => triangles === reference.triangles,
    // Other programs print boxes with as few as six digits, so small coordinates count relative to the size
    // of the box.
    bbox: () =>
      bounds !== null &&
      reference.bbox!.every((corner, side) =>
        corner.every((value, i) => near((side === 0 ? bounds.min : bounds.max)[i as 0], value, diagonal)),
      ),
    area: () => near(area, reference.area!, 0),
    // A tiny volume counts relative to the box.
    volume: () => near(volume, reference.volume!, reference.volume === 0 ? diagonal ** 3 * 1e-3 : 0),
    watertight: () => model.checks.watertight === reference.watertight,
    shells: () => model.checks.shells === reference.shells,
  };
  return allFields.filter((field) => reference[field] !== null && !agrees[field]());
}

describe.skipIf(!corpusPresent)('the corpus', () => {
  const references: Readonly<Record<string, Reference>> = corpusPresent
    ? JSON.parse(readFileSync(`${corpusDir}reference.json`, 'utf8'))
    : {};
  const files = Object.keys(references).filter((file) => /\.(stl|obj|ply|3mf|off|amf)$/i.test(file));

  it('The corpus has the files that this test was written for.', () => {
    expect(files.length).toBeGreaterThanOrEqual(179);
    for (const file of Object.keys(disagreements)) expect(files).toContain(file);
  });

  /** Files, read, refused, agreeing and differing ones by format, for the table in the documentation. */
  const tally = new Map<string, [number, number, number, number, number]>();

  it.each(files)('The corpus file measures as expected: %s', async (file) => {
    const reference = references[file]!;
    const expected = disagreements[file];
    const format = file.split('.').at(-1)!.toUpperCase();
    const counts = tally.get(format) ?? [0, 0, 0, 0, 0];
    tally.set(format, counts);
    const model = await analyseModel(readFileSync(`${corpusDir}${file}`), file).catch(
      (thrown: unknown) => thrown,
    );
    counts[0]++;
    counts[isModel(model) ? 1 : 2]++;
    counts[expected === undefined ? 3 : 4]++;
    if (!isModel(model)) {
      expect(model).toBeInstanceOf(CodedError);
      const { code, message } = model as CodedError;
      expect(['file-no-triangles', 'file-damaged', 'file-empty']).toContain(code);
      expect(message).toMatch(/\.$/);
      const missing = allFields.filter(
        (field) => reference[field] !== null && !(isPointCloud(reference) && field === 'bbox'),
      );
      expect(missing.toSorted()).toEqual((expected?.fields ?? []).toSorted());
      return;
    }
    expect(disagreeing(model, reference).toSorted()).toEqual((expected?.fields ?? []).toSorted());
    for (const [field, value] of Object.entries(expected?.instead ?? {})) {
      expect(
        near(model.measures[field as 'area'], value, 0),
        `${field} ${model.measures[field as 'area']}`,
      ).toBe(true);
    }
  });

  it('The corpus matches docs/geometry.md, and every disagreement is explained.', () => {
    const text = readFileSync(new URL('../../../docs/geometry.md', import.meta.url), 'utf8');
    const total = [...tally.values()].reduce((sum, [all]) => sum + all, 0);
    // A run of only some tests has counted only some files.
    if (total < files.length) return;
    for (const [format, counts] of tally) expect(text).toContain(`| ${format} | ${counts.join(' | ')} |`);
    expect(text).toContain(`The corpus has ${total} real files`);
    for (const file of Object.keys(disagreements))
      expect(text).toContain(`| \`${file.split('/').at(-1)}\` |`);
  });

  it('Units of the corpus’ 3MF files are read.', async () => {
    const file = '3MFConsortium-3mf-samples/examples/material/multiprop-translucent.3mf';
    const model = await analyseModel(readFileSync(`${corpusDir}${file}`), file);
    expect(model.unit).toBe('cm');
    expect(model.measures.bounds!.max[0] - model.measures.bounds!.min[0]).toBeCloseTo(10, 6);
  });

  it('UTF-16 files and triangle strips of the corpus are read.', async () => {
    const box = await analyseModel(
      readFileSync(`${corpusDir}assimp-assimp/test/models/OBJ/box_UTF16BE.obj`),
      'a.obj',
    );
    expect(box.measures).toMatchObject({ triangles: 12, volume: 1 });
    const head = await analyseModel(
      readFileSync(`${corpusDir}alecjacobson-common-3d-test-models/data/igea.ply`),
      'a.ply',
    );
    expect(head.measures.triangles).toBe(268_686);
    expect(head.checks).toMatchObject({ watertight: true, shells: 1, findings: [] });
  });
});

const isModel = (value: unknown): value is AnalysedModel =>
  typeof value === 'object' && value !== null && 'measures' in value;
