import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { utf8 } from '../../fixtures/geometry/build-files.ts';
import { colladaGeometry, colladaText } from '../../fixtures/geometry/build-scenes.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import { makeBox } from '../../fixtures/geometry/solids.ts';

const posed = 'The model can be posed; it was read in the pose that the file gives.';
const incomplete = 'The pose in the file is incomplete; check the shape.';
/** A box of 4 x 2 x 3, as its geometry and as that of a box twice as large. */
const box = makeBox([0, 0, 0], [4, 2, 3]);
const part = colladaGeometry(box);
const large = colladaGeometry(makeBox([0, 0, 0], [8, 4, 6]), 'large');

const source = (id: string, array: string, count: number, stride: number): string =>
  `<source id="${id}">${array.replace('>', ` id="${id}-a">`)}<technique_common><accessor source="#${id}-a" count="${count}" stride="${stride}"/></technique_common></source>`;
const floats = (id: string, values: readonly number[], stride = 1): string =>
  source(id, `<float_array>${values.join(' ')}</float_array>`, values.length / stride, stride);
const moved = (x: number, y: number, z: number): number[] => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1];

/** Upper corners follow the second joint, the others the first. */
const entries = Array.from({ length: 8 }, (_, i) => (box.positions[i * 3 + 2]! > 1 ? '1 0' : '0 0'));

interface Given {
  readonly bindShape?: string;
  readonly names?: string;
  readonly bind?: readonly number[];
  readonly weights?: readonly number[];
  readonly counts?: string;
  readonly v?: string;
}

const skin = ({
  bindShape = '',
  names = '<Name_array>low high</Name_array>',
  bind = [...moved(0, 0, 0), ...moved(0, 0, -3)],
  weights = [1],
  counts = '1 1 1 1 1 1 1 1',
  v = entries.join(' '),
}: Given = {}): string => `<library_controllers><controller id="c"><skin source="#part">
  ${bindShape && `<bind_shape_matrix>${bindShape}</bind_shape_matrix>`}
  ${source('j', names, 2, 1)}${floats('b', bind, 16)}${floats('w', weights)}
  <joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/></joints>
  <vertex_weights count="8"><input semantic="JOINT" source="#j" offset="0"/><input semantic="WEIGHT" source="#w" offset="1"/>
  <vcount>${counts}</vcount><v>${v}</v></vertex_weights></skin></controller></library_controllers>`;

/** The skin in a node that moves far away, beside its skeleton: the upper joint is 6 above the lower one. */
const scene = (skeleton = '<skeleton>#low</skeleton>', low = ''): string =>
  `<node><translate>0 0 500</translate><instance_controller url="#c">${skeleton}</instance_controller></node>
  <node>${low}<node id="low" sid="low"><node id="up" sid="high"><translate>0 0 6</translate></node></node></node>`;

interface Found {
  readonly bounds: unknown;
  readonly volume: number;
  readonly warnings: readonly string[];
}

async function analyse(controllers: string, nodes = scene(), geometries = part): Promise<Found> {
  const text = colladaText(geometries, nodes, undefined, controllers);
  const { measures, checks, warnings } = await analyseModel(utf8(text), 'a.dae');
  expect(checks).toMatchObject({ watertight: true, shells: 1 });
  return { bounds: measures.bounds, volume: measures.volume, warnings: warnings.map(englishGeometryText) };
}

const boxTo = (x: number, y: number, z: number): unknown => ({ min: [0, 0, 0], max: [x, y, z] });

describe('COLLADA in poses', () => {
  it('Joints place a skinned geometry, and its own node does not.', async () => {
    expect(await analyse(skin())).toEqual({ bounds: boxTo(4, 2, 6), volume: 48, warnings: [posed] });
    const scaled = scene(undefined, '<scale>2 1 1</scale>');
    expect((await analyse(skin(), scaled)).bounds).toEqual(boxTo(8, 2, 6));
  });

  it('Instances with the same joints are one body, wherever their nodes are.', async () => {
    const again =
      '<node><translate>9 0 0</translate><instance_controller url="#c"><skeleton>#low</skeleton></instance_controller></node>';
    expect(await analyse(skin(), `${scene()}${again}`)).toEqual({
      bounds: boxTo(4, 2, 6),
      volume: 48,
      warnings: [
        posed,
        'One copy of a posed model lies exactly in another one and was left out; check their number.',
      ],
    });
    // Without joints, each is where its node is.
    const only =
      '<library_controllers><controller id="c"><skin source="#part"></skin></controller></library_controllers>';
    const text = colladaText(part, `${scene()}${again}`, undefined, only);
    expect((await analyseModel(utf8(text), 'a.dae')).measures.volume).toBe(48);
  });

  it('Joints are found by their ids too, and without a skeleton in the whole scene.', async () => {
    const byId = skin({ names: '<IDREF_array>low up</IDREF_array>' });
    expect((await analyse(byId)).bounds).toEqual(boxTo(4, 2, 6));
    expect((await analyse(skin(), scene(''))).bounds).toEqual(boxTo(4, 2, 6));
  });

  it('The bind shape comes before the joints.', async () => {
    const bindShape = '2 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1';
    expect((await analyse(skin({ bindShape }))).bounds).toEqual(boxTo(8, 2, 6));
  });

  it('Without joints, the bind shape alone moves the geometry, with a remark.', async () => {
    const only =
      '<library_controllers><controller id="c"><skin source="#part"><bind_shape_matrix>-2 0 0 0 0 2 0 0 0 0 2 0 0 0 0 1</bind_shape_matrix></skin></controller></library_controllers>';
    const read = await analyse(only);
    expect(read).toMatchObject({ volume: 192, warnings: [posed, incomplete] });
    expect(read.bounds).toEqual({ min: [-8, 0, 500], max: [0, 4, 506] });
  });

  it('Where a joint is missing from the scene, the geometry stays in its bind shape, with a remark.', async () => {
    const unknown = skin({ names: '<Name_array>low nobody</Name_array>' });
    const { bounds, warnings } = await analyse(unknown);
    expect(bounds).toEqual({ min: [0, 0, 500], max: [4, 2, 503] });
    expect(warnings).toEqual([posed, incomplete]);
  });

  it('Several joints share a corner by their weights.', async () => {
    // Half of the upper joint, which moves by 3, and half of the bind shape, whose node moves by 500.
    const v = Array.from({ length: 8 }, () => '1 0 -1 0').join(' ');
    const counts = Array.from({ length: 8 }, () => 2).join(' ');
    const { bounds } = await analyse(skin({ v, counts, weights: [2] }));
    expect(bounds).toEqual({ min: [0, 0, 251.5], max: [4, 2, 254.5] });
  });

  it.each([
    ['a joint that does not exist', { v: entries.join(' ').replace('1 0', '2 0') }],
    ['a weight that does not exist', { v: entries.join(' ').replace('1 0', '1 1') }],
    ['too few corners', { counts: '1 1 1' }],
    ['too few entries', { v: '0 0 1 0' }],
    ['too few bind matrices', { bind: moved(0, 0, 0) }],
    ['bind matrices that are no numbers', { bind: [...moved(0, 0, 0), ...moved(0, 0, Number.NaN)] }],
    ['a bind shape that is no matrix', { bindShape: '1 2 3' }],
    ['weights that are no numbers', { weights: [Number.NaN] }],
  ])('A COLLADA skin with %s is refused.', async (_what, given) => {
    await expectCode(
      readModel(utf8(colladaText(part, scene(), undefined, skin(given))), 'a.dae'),
      'file-damaged',
    );
  });

  const morph = (method: string, weight: number, id = 'c'): string =>
    `<controller id="${id}"><morph source="#part" ${method}>${source('t', '<IDREF_array>large</IDREF_array>', 1, 1)}${floats('tw', [weight])}
    <targets><input semantic="MORPH_TARGET" source="#t"/><input semantic="MORPH_WEIGHT" source="#tw"/></targets></morph></controller>`;
  const library = (...controllers: string[]): string =>
    `<library_controllers>${controllers.join('')}</library_controllers>`;
  const plain = '<node><instance_controller url="#c"/></node>';

  it('Morphs blend shapes by the weights of the file, normalised or relative.', async () => {
    const both = part + large;
    expect((await analyse(library(morph('', 0.5)), plain, both)).bounds).toEqual(boxTo(6, 3, 4.5));
    const added = await analyse(library(morph('method="RELATIVE"', 0.5)), plain, both);
    expect(added).toMatchObject({ bounds: boxTo(8, 4, 6), warnings: [posed] });
    expect((await analyse(library(morph('', 0)), plain, both)).bounds).toEqual(boxTo(4, 2, 3));
  });

  it('A skin moves what a morph blended.', async () => {
    const controllers = skin()
      .replace('source="#part"', 'source="#m"')
      .replace('<library_controllers>', `<library_controllers>${morph('', 1, 'm')}`);
    // The blended box is 6 high, and its upper half moves by 3.
    expect((await analyse(controllers, scene(), part + large)).bounds).toEqual(boxTo(8, 4, 9));
  });

  it('A morph without its target, or with one that has fewer corners, is refused.', async () => {
    const read = (geometries: string): Promise<unknown> =>
      readModel(utf8(colladaText(geometries, plain, undefined, library(morph('', 1)))), 'a.dae');
    await expectCode(read(part), 'file-damaged');
    const short = large.replace(
      /<accessor source="#large-a" count="8"/,
      '<accessor source="#large-a" count="7"',
    );
    await expectCode(read(part + short), 'file-damaged');
  });
});
