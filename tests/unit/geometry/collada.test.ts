import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { utf8, utf16 } from '../../fixtures/geometry/build-files.ts';
import { colladaGeometry, colladaText } from '../../fixtures/geometry/build-scenes.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import { makeBox, makeCube } from '../../fixtures/geometry/solids.ts';

const cube = makeCube(10);
const plain = colladaText(colladaGeometry(cube));
const bar = colladaGeometry(makeBox([0, 0, 0], [1, 2, 3]));
const analyse = (text: string): ReturnType<typeof analyseModel> => analyseModel(utf8(text), 'part.dae');
const put = (transform: string): string => `<node>${transform}<instance_geometry url="#part"/></node>`;

async function expectCube(bytes: Uint8Array): Promise<readonly string[]> {
  const model = await analyseModel(bytes, 'part.dae');
  expect(model).toMatchObject({ format: 'dae', unit: 'mm' });
  expect(model.measures).toMatchObject({ triangles: 12, vertices: 8, area: 600, volume: 1000 });
  expect(model.checks).toEqual({ watertight: true, shells: 1, findings: [] });
  return model.warnings.map(englishGeometryText);
}

const vertex =
  '<input semantic="VERTEX" source="#part-v" offset="1"/><input semantic="NORMAL" source="#part-p" offset="0"/>';
const quads = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];
/** Corners of a cube in binary order, so that the quads above are its faces. */
const binaryCube = {
  positions: Float64Array.from({ length: 24 }, (_, i) => ((((i / 3) | 0) >> (i % 3)) & 1 ? 10 : 0)),
  indices: new Uint32Array(0),
};
const doubled = (corners: readonly number[]): string => corners.map((corner) => `7 ${corner}`).join(' ');

describe('COLLADA', () => {
  it.each([
    ['triangles', plain],
    [
      'a prefix for its elements',
      plain.replaceAll(/<(\/?)([a-zA-Z])/g, '<$1c:$2').replace('xmlns=', 'xmlns:c='),
    ],
    [
      'comments between numbers',
      plain
        .replaceAll('</float_array>', ' <!-- 1 2 3 > --> </float_array>')
        .replace('<p>', '<p><!-- -9 -->\n'),
    ],
    ['no scene', plain.replace(/<library_visual_scenes>.*<\/scene>/s, '')],
    [
      'an extra technique that holds other things',
      plain.replace('</mesh>', '<extra><triangles><p>9 9 9</p></triangles></extra></mesh>'),
    ],
    [
      'a polylist of quads whose corners have two numbers',
      colladaText(
        colladaGeometry(
          binaryCube,
          'part',
          `<polylist count="6">${vertex}<vcount>4 4 4 4 4 4</vcount><p>${doubled(quads.flat())}</p></polylist>`,
        ),
      ),
    ],
    [
      'polygons',
      colladaText(
        colladaGeometry(
          binaryCube,
          'part',
          `<polygons count="6">${vertex}${quads.map((quad) => `<p>${doubled(quad)}</p>`).join('')}</polygons>`,
        ),
      ),
    ],
    [
      'a body divided by materials',
      colladaText(
        colladaGeometry(
          binaryCube,
          'part',
          quads
            .map(
              (quad) => `<polylist count="1">${vertex}<vcount>4</vcount><p>${doubled(quad)}</p></polylist>`,
            )
            .join(''),
        ),
      ),
    ],
    [
      'strips',
      colladaText(
        colladaGeometry(
          binaryCube,
          'part',
          `<tristrips count="6">${vertex}${quads.map(([a, b, c, d]) => `<p>${doubled([a!, b!, d!, c!])}</p>`).join('')}</tristrips>`,
        ),
      ),
    ],
    [
      'fans',
      colladaText(
        colladaGeometry(
          binaryCube,
          'part',
          `<trifans count="6">${vertex}${quads.map((quad) => `<p>${doubled(quad)}</p>`).join('')}</trifans>`,
        ),
      ),
    ],
  ])('COLLADA with %s is read.', async (_what, text) => {
    expect(await expectCube(utf8(text))).toEqual([]);
  });

  it('COLLADA in UTF-16 is read and recognised by its content.', async () => {
    await expectCube(utf16(plain, 'little'));
    expect((await readModel(utf8(plain), 'part')).format).toBe('dae');
  });

  it.each([
    ['<unit meter="0.0254"/>', 'in', 1000],
    ['<unit meter="1"/>', 'm', 1000],
    ['<unit meter="0.1"/>', 'm', 1],
    ['', null, 1000],
  ])('COLLADA uses the unit of %j.', async (asset, unit, volume) => {
    const model = await analyse(colladaText(colladaGeometry(cube), undefined, asset));
    expect(model.unit).toBe(unit);
    expect(model.measures.volume).toBeCloseTo(volume, 9);
  });

  it.each([
    ['X_UP', [-2, -3, 0], [0, 0, 1]],
    ['Y_UP', [0, -3, 0], [1, 0, 2]],
    ['Z_UP', [0, 0, 0], [1, 2, 3]],
  ])('COLLADA with %s is rotated so that z is up.', async (axis, min, max) => {
    const model = await analyse(colladaText(bar, undefined, `<up_axis>${axis}</up_axis>`));
    expect(model.measures.bounds).toEqual({ min, max });
    expect(model.measures.volume).toBe(6);
  });

  it('COLLADA nodes are placed down the tree and from the library.', async () => {
    const nodes = `<node><translate>10 0 0</translate><rotate>0 0 1 90</rotate>${put('<scale>2 1 1</scale>')}
      <node><matrix>1 0 0 0  0 1 0 0  0 0 1 100  0 0 0 1</matrix><instance_node url="#kept"/></node></node>`;
    const library = `<library_nodes><node id="kept"><instance_geometry url="#part"/></node></library_nodes>`;
    const model = await analyse(colladaText(bar, nodes, '<up_axis>Z_UP</up_axis>', library));
    expect(model.measures.bounds).toEqual({ min: [8, 0, 0], max: [10, 2, 103] });
    expect(model.measures.volume).toBe(18);
    expect(model.checks.shells).toBe(2);
  });

  it('A mirrored COLLADA part faces outward.', async () => {
    const mirrored = await analyse(colladaText(bar, put('<scale>-1 1 1</scale>')));
    expect(mirrored.measures.volume).toBe(6);
  });

  it.each([
    [
      'another file',
      colladaText(bar, '<node><instance_geometry url="other.dae#part"/></node>'),
      'file-unsupported',
    ],
    [
      'an object that is missing',
      colladaText(bar, '<node><instance_geometry url="#no"/></node>'),
      'file-damaged',
    ],
    ['nodes in a circle', colladaText(bar, '<node id="a"><instance_node url="#a"/></node>'), 'file-damaged'],
    ['a corner that is missing', plain.replace('<p>0', '<p>8'), 'file-damaged'],
    ['a corner below 0', plain.replace('<p>0', '<p>-1'), 'file-damaged'],
    ['a transform without numbers', colladaText(bar, put('<translate>1 two 3</translate>')), 'file-damaged'],
    ['a transform out of bounds', colladaText(bar, put('<scale>1e300 1e300 1</scale>')), 'file-damaged'],
    ['a unit of nothing', colladaText(bar, undefined, '<unit meter="0"/>'), 'file-damaged'],
    ['tags that do not match', plain.replace('</p>', '</q>'), 'file-damaged'],
    ['no end', plain.slice(0, -20), 'file-damaged'],
    [
      'curves only',
      colladaText(colladaGeometry(cube, 'part', '<lines><p>0 1</p></lines>')),
      'file-no-triangles',
    ],
    ['nesting without end', colladaText(bar, '<node>'.repeat(5000)), 'file-damaged'],
    [
      'nodes that double without end',
      colladaText(
        bar,
        '<node><instance_node url="#n30"/></node>',
        '',
        `<library_nodes><node id="n0"><instance_geometry url="#part"/></node>${Array.from({ length: 30 }, (_, i) => `<node id="n${i + 1}"><instance_node url="#n${i}"/><instance_node url="#n${i}"/></node>`).join('')}</library_nodes>`,
      ),
      'file-too-large',
    ],
  ])('COLLADA with %s is refused.', async (_what, text, code) => {
    await expectCode(readModel(utf8(text), 'a.dae'), code);
  });

  it('A COLLADA file that has its numbers read again and again is refused.', async () => {
    const source = `<source id="s"><float_array>${'0 0 0 1 0 0 0 1 0 '.repeat(3000)}</float_array></source>`;
    const again = '<triangles><input semantic="POSITION" source="#s" offset="0"/><p>0 1 2</p></triangles>';
    const geometries = Array.from(
      { length: 5000 },
      (_, i) => `<geometry id="g${i}"><mesh>${again}</mesh></geometry>`,
    );
    const nodes = geometries.map((_, i) => `<node><instance_geometry url="#g${i}"/></node>`);
    const text = colladaText(
      `<geometry><mesh>${source}</mesh></geometry>${geometries.join('')}`,
      nodes.join(''),
    );
    await expectCode(readModel(utf8(text), 'a.dae'), 'file-too-large');
  });

  it('COLLADA allocates nothing for impossible counts and expands no entities.', async () => {
    await expectCube(utf8(plain.replaceAll('count="', 'count="99999999')));
    const bomb = plain
      .replace('<COLLADA', '<!DOCTYPE a [<!ENTITY a "1 2 3"><!ENTITY b "&a;&a;">]><COLLADA')
      .replace('<p>', '<p>&b;');
    await expectCode(readModel(utf8(bomb), 'a.dae'), 'file-damaged');
  });
});
