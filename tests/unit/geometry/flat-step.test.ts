/** STEP files of flat faces, which are read from their text: exactly what OpenCascade makes of them. */
import { describe, expect, it } from 'vitest';
import { englishGeometryText, type GeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { measureMesh } from '../../../src-shared/geometry/measure/measure.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { readExact } from '../../../src-shared/geometry/readers/cad.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { readFlatSolids } from '../../../src-shared/geometry/readers/step/flat-solids.ts';
import { TaskProgress } from '../../../src-shared/geometry/runtime/task-progress.ts';
import { utf8 } from '../../fixtures/geometry/build-files.ts';
import { stepText } from '../../fixtures/geometry/build-scenes.ts';
import { type FlatSolid, flatStepText, millimetre } from '../../fixtures/geometry/flat-step.ts';
import { makeCube, makeIcosphere } from '../../fixtures/geometry/solids.ts';
import '../../fixtures/geometry/wasm.ts';

function solidOf({ positions, indices }: Mesh): FlatSolid {
  const triples = (values: ArrayLike<number>): [number, number, number][] =>
    Array.from({ length: values.length / 3 }, (_, i) => [
      values[i * 3]!,
      values[i * 3 + 1]!,
      values[i * 3 + 2]!,
    ]);
  return { points: triples(positions), faces: triples(indices).map((face) => [face]) };
}

/** An L of six corners, 4 high, with whole polygons as faces. */
const corner: FlatSolid = {
  points: [0, 4].flatMap((z) =>
    [
      [0, 0],
      [10, 0],
      [10, 3],
      [3, 3],
      [3, 10],
      [0, 10],
    ].map(([x, y]) => [x! / 7, y! / 3, z] as const),
  ),
  faces: [
    [[5, 4, 3, 2, 1, 0]],
    [[6, 7, 8, 9, 10, 11]],
    ...Array.from({ length: 6 }, (_, i) => [[i, (i + 1) % 6, ((i + 1) % 6) + 6, i + 6]]),
  ],
};

const readHere = (text: string): Promise<Mesh | null> => readFlatSolids(utf8(text), new TaskProgress({}), []);

const cornersOf = ({ positions, indices }: Mesh): string[] =>
  [...new Set(Array.from(indices, (i) => positions.subarray(i * 3, i * 3 + 3).join()))].sort();

const metre = '(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT($,.METRE.))';
const ball = solidOf(makeIcosphere(10, 1));

describe('STEP files of flat faces', () => {
  it.each([
    ['triangles', flatStepText([ball])],
    ['triangles in metres', flatStepText([ball], metre)],
    ['triangles in centimetres', flatStepText([ball], metre.replace('$', '.CENTI.'))],
    ['polygons, one of them concave', flatStepText([corner])],
    ['two solids', flatStepText([corner, ball])],
    ['loops of points', stepText(makeIcosphere(7, 1))],
  ])('Flat faces have the corners that OpenCascade gives them, to the last bit: %s', async (_what, text) => {
    const own = await readHere(text);
    const { mesh } = await readExact('step', utf8(text), new TaskProgress({}), []);
    expect(cornersOf(own!)).toEqual(cornersOf(mesh));
    expect(own!.indices.length).toBe(mesh.indices.length);
    expect(measureMesh(own!).volume / measureMesh(mesh).volume).toBeCloseTo(1, 12);
    expect(measureMesh(own!).area / measureMesh(mesh).area).toBeCloseTo(1, 12);
  });

  it('Colours of the solid and of its faces are those that OpenCascade gives.', async () => {
    const faceColours = new Map([[3, [1, 0.4, 0.2] as const]]);
    const text = flatStepText([{ ...ball, colour: [0.2, 0.4, 0.6], faceColours }]);
    const { mesh } = await readExact('step', utf8(text), new TaskProgress({}), []);
    const own = await readHere(text);
    expect(own!.colours!.corners).toEqual(mesh.colours!.corners);
  });

  it('The remark says that flat faces are exact.', async () => {
    const { warnings, mesh, unit } = await readModel(utf8(flatStepText([corner])), 'a.step');
    expect(unit).toBe('mm');
    expect(measureMesh(mesh).volume).toBeCloseTo((51 / 21) * 4, 12);
    expect(warnings.map(englishGeometryText)).toEqual(['All faces are flat, so the 20 triangles are exact.']);
  });

  const cube = flatStepText([solidOf(makeCube(10))]);
  it.each([
    [
      'a part that is placed',
      cube.replace('ENDSEC;\nEND', "#9000=MAPPED_ITEM('',#9001,#9002);\nENDSEC;\nEND"),
    ],
    ['a face of a cylinder', cube.replace(/#(\d+)=PLANE\(''/, "#$1=CYLINDRICAL_SURFACE(''")],
    ['a round edge', cube.replace(/=LINE\(/, '=CIRCLE(')],
    ['a face that is missing', cube.replace(/(CLOSED_SHELL\(''),\(#\d+,/, '$1,(')],
    [
      'a solid inside out',
      flatStepText([{ ...corner, faces: corner.faces.map(([loop]) => [loop!.toReversed()]) }]),
    ],
    ['a hidden body', cube.replace('ENDSEC;\nEND', '#9000=INVISIBILITY((#9001));\nENDSEC;\nEND')],
    ['an edge that ends elsewhere', cube.replace(/(EDGE_CURVE\('',#\d+),#\d+/, '$1,#2')],
    ['a text that does not end', cube.replace("PRODUCT('part'", "PRODUCT('part")],
    ['a unit that is none', cube.replace(millimetre, '(BOUNDED_CURVE()B_SPLINE_CURVE(1))')],
    [
      'a corner beside its plane',
      flatStepText([
        { ...corner, points: corner.points.map((p, i) => (i === 3 ? ([p[0], p[1], 0.1] as const) : p)) },
      ]),
    ],
  ])('What is not understood is left to OpenCascade: %s', async (_what, text) => {
    expect(text).not.toBe(cube);
    expect(await readHere(text)).toBeNull();
  });

  it('A damaged file never ends in another error than that of its reader.', async () => {
    for (let end = 50; end < cube.length; end += 197) {
      expect(await readHere(cube.slice(0, end))).toBeNull();
    }
    const warnings: GeometryText[] = [];
    await readFlatSolids(utf8(cube.slice(0, 3000)), new TaskProgress({}), warnings);
    expect(warnings).toEqual([]);
  });
});
