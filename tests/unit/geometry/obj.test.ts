import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { objText, utf8, utf16 } from '../../fixtures/geometry/build-files.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import { makeCube } from '../../fixtures/geometry/solids.ts';

const text = objText(makeCube(10));
const corners = 'v 0 0 0\nv 10 0 0\nv 0 10 0\nv 10 10 0\nv 0 0 10\nv 10 0 10\nv 0 10 10\nv 10 10 10\n';
const quads = [
  [1, 3, 4, 2],
  [5, 6, 8, 7],
  [1, 2, 6, 5],
  [3, 7, 8, 4],
  [1, 5, 7, 3],
  [2, 4, 8, 6],
];
const quadText = corners + quads.map((quad) => `f ${quad.join(' ')}\n`).join('');

async function expectCube(bytes: Uint8Array): Promise<void> {
  const model = await analyseModel(bytes, 'cube.obj');
  expect(model).toMatchObject({ format: 'obj', unit: null, warnings: [] });
  expect(model.measures).toMatchObject({ triangles: 12, vertices: 8, area: 600, volume: 1000 });
  expect(model.checks).toEqual({ watertight: true, shells: 1, findings: [] });
}

const area = async (content: string): Promise<number> =>
  (await analyseModel(utf8(content), 'a.obj')).measures.area;

describe('OBJ', () => {
  it.each([
    ['triangles', text],
    ['quads', quadText],
    ['fo, the old spelling of f', quadText.replaceAll('f ', 'fo ')],
    ['fo among f', quadText.replace(/^f /m, 'fo ')],
    ['CRLF', quadText.replaceAll('\n', '\r\n')],
    ['CR alone', quadText.replaceAll('\n', '\r')],
    ['no final line end', quadText.trimEnd()],
    [
      'texture and normal numbers',
      quadText.replaceAll(/^(f.*)$/gm, (line) => line.replaceAll(/(\d+)/g, '$1/7/9')),
    ],
    ['empty texture numbers', quadText.replaceAll(/^(f.*)$/gm, (line) => line.replaceAll(/(\d+)/g, '$1//9'))],
    ['negative numbers', corners + quads.map((quad) => `f ${quad.map((i) => i - 9).join(' ')}\n`).join('')],
    ['faces before their vertices', quads.map((quad) => `f ${quad.join(' ')}\n`).join('') + corners],
    ['continued lines', quadText.replaceAll(/^f (\d+) (\d+)/gm, 'f $1 \\\n $2\\\r\n')],
    ['continued vertices', quadText.replaceAll('v 10 ', 'v \\\n10\t')],
    [
      'comments, groups, materials and lines between',
      quadText.replaceAll(
        'f ',
        '# f 1 2 3\ng face v f\nusemtl v f\nl 1 2 \\\n 3\np 1\nvn 1 0 0\nvt 0 1\ns off\nf ',
      ),
    ],
    ['a comment that ends in a backslash', quadText.replace('v', '# C:\\parts\\\nv')],
    ['comments behind values', quadText.replaceAll('\n', ' # and 1 2 3\n')],
    ['colours and weights', quadText.replaceAll(/^(v.*)$/gm, '$1 0.5 0.25 1')],
    ['odd numbers', quadText.replaceAll('10', '+1.e1').replaceAll(' 0', ' -.0')],
    ['indentation', quadText.replaceAll(/^/gm, ' \t')],
    ['a byte order mark', `\ufeff${quadText}`],
    [
      'double vertices along seams',
      `${corners}${corners}${quads.map((quad, i) => `f ${quad.map((v) => v + 8 * (i % 2)).join(' ')}\n`).join('')}`,
    ],
    [
      'unused vertices far away',
      `v 1e9 1e9 nan\n${corners}${quads.map((quad) => `f ${quad.map((v) => v + 1).join(' ')}\n`).join('')}`,
    ],
  ])('OBJ with %s is read.', async (_what, spelled) => {
    await expectCube(utf8(spelled));
  });

  it('OBJ in UTF-16 is read.', async () => {
    await expectCube(utf16(quadText, 'big'));
    await expectCube(utf16(quadText, 'little'));
  });

  it('An OBJ line of a hundred thousand corners is read.', async () => {
    const count = 100_000;
    const round = Array.from({ length: count }, (_, i) => {
      const angle = (2 * Math.PI * i) / count;
      return `v ${Math.cos(angle)} ${Math.sin(angle)} 0\n`;
    }).join('');
    const measured = await area(`${round}f ${Array.from({ length: count }, (_, i) => i + 1).join(' ')}\n`);
    expect(measured).toBeCloseTo((count / 2) * Math.sin((2 * Math.PI) / count), 9);
  });

  it.each([
    ['an L', '0 0 2 0 2 1 1 1 1 2 0 2', 3],
    ['an L begun at its inner corner', '1 1 1 2 0 2 0 0 2 0 2 1', 3],
    ['an arrow of four corners', '0 0 2 2 4 0 2 4', 4],
    ['an arrow begun where a fan would fold', '2 2 4 0 2 4 0 0', 4],
    ['an arrow begun at its tip', '2 4 0 0 2 2 4 0', 4],
    ['a comb', '0 0 7 0 7 3 6 3 6 1 5 1 5 3 4 3 4 1 3 1 3 3 2 3 2 1 1 1 1 3 0 3', 15],
    ['corners on a straight line', '0 0 1 0 2 0 2 1 2 2 1 2 0 2 0 1', 4],
    ['a ring with a bridge', '0 0 4 0 4 4 0 4 0 0 1 1 1 3 3 3 3 1 1 1', 12],
  ])('OBJ splits %s without folding it.', async (_what, outline, expected) => {
    const flat = outline.split(' ').map(Number);
    const count = flat.length / 2;
    const order = Array.from({ length: count }, (_, i) => i + 1).join(' ');
    for (const place of [
      (x: number, y: number) => `${x} ${y} 5`,
      (x: number, y: number) => `5 ${x} ${y}`,
      (x: number, y: number) => `${y} 5 ${x}`,
      (x: number, y: number) => `${y} ${x} 5`,
      (x: number, y: number) => `${x * 0.6} ${y} ${x * 0.8}`,
    ]) {
      const vertices = Array.from(
        { length: count },
        (_, i) => `v ${place(flat[i * 2]!, flat[i * 2 + 1]!)}\n`,
      ).join('');
      const model = await analyseModel(utf8(`${vertices}f ${order}\n`), 'a.obj');
      expect(model.measures.triangles).toBe(count - 2);
      expect(model.measures.area).toBeCloseTo(expected, 12);
    }
  });

  it('OBJ faces of fewer than three corners are left out with a warning.', async () => {
    const model = await readModel(utf8(`${quadText}f 1 2\nf\n`), 'a.obj');
    expect(model.mesh.indices.length).toBe(36);
    expect(model.warnings.map(englishGeometryText)).toEqual([
      '2 faces with fewer than three corners were left out.',
    ]);
  });

  it.each([
    ['a vertex that does not exist', `${corners}f 1 2 9\n`],
    ['a polygon over a vertex that does not exist', `${corners}f 1 2 4 9\n`],
    ['a negative number before the first vertex', `${corners}f 1 2 -9\n`],
    ['the number 0', `${corners}f 0 1 2\n`],
    ['a word', `${corners}f 1 2 three\n`],
    ['a broken number', `${corners}f 1 2 3.5\n`],
  ])('OBJ that uses %s is damaged.', async (_what, content) => {
    await expectCode(readModel(utf8(content), 'a.obj'), 'file-damaged');
  });

  it('The error about an OBJ face names its line.', async () => {
    expect(await expectCode(readModel(utf8(`${corners}f 1 2 three\n`), 'a.obj'), 'file-damaged')).toContain(
      'line 9',
    );
  });

  it('OBJ without faces is refused.', async () => {
    expect(
      await expectCode(readModel(utf8(`${corners}l 1 2 3\np 1\n`), 'a.obj'), 'file-no-triangles'),
    ).toContain('points or lines');
    await expectCode(readModel(utf8('# nothing here\n'), 'a.obj'), 'file-no-triangles');
  });

  const surface = 'cstype bezier\ndeg 1 1\nsurf 0 1 0 1 1 2 3 4\nparm u 0 1\nparm v 0 1\nend\n';

  it('OBJ says how many free-form surfaces are left out beside its faces, and else how many curves.', async () => {
    const remarks = async (more: string): Promise<string[]> => {
      const { measures, warnings } = await analyseModel(utf8(quadText + more), 'a.obj');
      expect(measures.volume).toBe(1000);
      return warnings.map(englishGeometryText);
    };
    expect(await remarks(surface)).toEqual([
      'One free-form surface was left out; check the shape, or export triangles.',
    ]);
    const curve = surface.replace(/surf.*/, 'curv 0 1 1 2');
    expect((await remarks(surface + curve + surface)).join()).toContain('2 free-form surfaces were left out');
    expect(await remarks(curve)).toEqual(['One free-form curve was left out.']);
    // Found wherever it is in a large file.
    const comment = `${'# nothing here\n'.repeat(60_000)}`;
    expect((await remarks(comment + surface + comment)).length).toBe(1);
    expect(await remarks('g surfer my style\nusemtl curvy\n')).toEqual([]);
  });

  // Superseded statements of the format, with which version 2.11 wrote patches of 16 points.
  it.each(['bsp', 'bzp', 'cdp'])('OBJ says that a patch of old versions is left out: %s.', async (word) => {
    const patch = `${word} ${Array.from({ length: 16 }, (_, i) => (i % 8) + 1).join(' ')}\n`;
    const { measures, warnings } = await analyseModel(utf8(quadText + patch), 'a.obj');
    expect(measures.volume).toBe(1000);
    expect(warnings.map(englishGeometryText)).toEqual([
      'One free-form surface was left out; check the shape, or export triangles.',
    ]);
    const curve = await analyseModel(utf8(`${quadText}cdc 1 2 3 4\n`), 'a.obj');
    expect(curve.warnings.map(englishGeometryText)).toEqual(['One free-form curve was left out.']);
    expect((await analyseModel(utf8(`${quadText}bevel on\nbmat u 1 0\n`), 'a.obj')).warnings).toEqual([]);
  });

  it('OBJ of free-form surfaces only, or with keywords in capitals, says so.', async () => {
    const only = await expectCode(readModel(utf8(corners + surface), 'a.obj'), 'file-no-triangles');
    expect(only).toContain('free-form surfaces');
    const capitals = await expectCode(readModel(utf8(quadText.toUpperCase()), 'a.obj'), 'file-no-triangles');
    expect(capitals).toContain('in capitals (V, F)');
  });

  it('OBJ with unusable coordinates is damaged.', async () => {
    await expectCode(readModel(utf8(quadText.replaceAll('v 0', 'v nan')), 'a.obj'), 'file-damaged');
  });
});
