import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { utf8, utf16 } from '../../fixtures/geometry/build-files.ts';
import { offText } from '../../fixtures/geometry/build-scenes.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import { makeCube, makeTorus } from '../../fixtures/geometry/solids.ts';

const cube = offText(makeCube(10));
const quads = `OFF
8 6 12
0 0 0
10 0 0
10 10 0
0 10 0
0 0 10
10 0 10
10 10 10
0 10 10
4 3 2 1 0
4 4 5 6 7
4 0 1 5 4
4 1 2 6 5
4 2 3 7 6
4 3 0 4 7
`;

async function expectCube(bytes: Uint8Array, name = 'cube.off'): Promise<void> {
  const model = await analyseModel(bytes, name);
  expect(model).toMatchObject({ format: 'off', unit: null, warnings: [] });
  expect(model.measures).toMatchObject({ triangles: 12, vertices: 8, area: 600, volume: 1000 });
  expect(model.checks).toEqual({ watertight: true, shells: 1, findings: [] });
}

/** `text` with `more` appended to every vertex line. */
const colouredVertices = (more: string): string =>
  quads.replaceAll(/^(\d+ \d+ \d+)$/gm, `$1 ${more}`).replace(/8 6 12.*/, '8 6 12');

describe('OFF', () => {
  it.each([
    ['triangles', cube],
    ['quads', quads],
    ['no keyword', quads.replace('OFF\n', '')],
    ['counts behind the keyword', quads.replace('OFF\n', 'OFF ')],
    ['no count of edges', quads.replace('8 6 12', '8 6')],
    [
      'comments everywhere',
      quads.replaceAll('\n', ' # 1 2 3\n# more\n\n').replace('OFF #', '# first\nOFF #'),
    ],
    ['carriage returns', quads.replaceAll('\n', '\r\n')],
    ['carriage returns only', quads.replaceAll('\n', '\r')],
    ['colours of vertices', colouredVertices('255 0 0 255').replace('OFF', 'COFF')],
    ['colours without saying so', colouredVertices('0.5 0.5 0.5')],
    [
      'normals and textures',
      colouredVertices('0 0 1 0.5 0.5').replace('OFF', 'STNOFF').replace('STN', 'STN'),
    ],
    [
      'a fourth coordinate',
      colouredVertices('1')
        .replaceAll(/^(\d+) (\d+) (\d+) 1$/gm, (_, x, y, z) => `${2 * x} ${2 * y} ${2 * z} 2`)
        .replace('OFF', '4OFF'),
    ],
    ['colours of faces', quads.replaceAll(/^(4 .*)$/gm, '$1 0.5 0.5 0.5 1')],
    ['indented exponents', quads.replaceAll(/\b10\b/g, '1.0e+01').replaceAll(/^(?=\d)/gm, '\t')],
    ['vertices over two lines', quads.replaceAll(/^(\d+) (\d+ \d+)$/gm, '$1\n$2')],
  ])('OFF with %s is read.', async (_what, text) => {
    await expectCube(utf8(text));
  });

  it('OFF may have its first count right behind the keyword, blanks before it and comments.', async () => {
    await expectCube(utf8(quads.replace('OFF\n8 6 12', ' \t OFF8 6 12 # a cube')));
    await expectCube(utf8(quads.replace('OFF\n8 6 12', 'OFF8 6 12')), 'cube');
  });

  it('OFF is recognised by its content and read in UTF-16 too.', async () => {
    await expectCube(utf8(quads), 'no ending');
    await expectCube(utf16(quads, 'little'));
  });

  it('A large OFF solid is read correctly.', async () => {
    const torus = makeTorus(30, 10, 200, 120);
    const model = await analyseModel(utf8(offText(torus)), 'torus.off');
    expect(model.measures.triangles).toBe(48_000);
    expect(model.checks).toEqual({ watertight: true, shells: 1, findings: [] });
    expect(model.measures.volume).toBeCloseTo(
      (await analyseModel(utf8(offText(torus)), 'a')).measures.volume,
      9,
    );
  });

  it('Concave OFF polygons are split by their shape.', async () => {
    const arrow = 'OFF 4 1 0\n0 0 0\n4 2 0\n0 4 0\n1 2 0\n4 0 1 2 3\n';
    expect((await analyseModel(utf8(arrow), 'a.off')).measures.area).toBeCloseTo(6, 12);
  });

  it('Errors in OFF files are explained.', async () => {
    await expectCode(readModel(utf8('OFF\n3 0 0\n0 0 0\n1 0 0\n0 1 0\n'), 'a.off'), 'file-no-triangles');
    await expectCode(
      readModel(utf8('OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1\n'), 'a.off'),
      'file-no-triangles',
    );
    await expectCode(readModel(utf8('nOFF\n4\n1 1 1\n'), 'a.off'), 'file-unsupported');
    expect(
      await expectCode(readModel(utf8('OFF BINARY\n\0\0\0\x08'), 'a.off'), 'file-unsupported'),
    ).toContain('Binary');
    for (const damaged of [
      quads.slice(0, 60),
      quads.replace('4 3 2 1 0', '4 3 2 1 8'),
      quads.replace('4 3 2 1 0', '4 3 2 -1 0'),
      quads.replace('4 3 2 1 0', 'x'),
      'OFF\nhello\n',
    ]) {
      await expectCode(readModel(utf8(damaged), 'a.off'), 'file-damaged');
    }
  });

  it('OFF allocates nothing for impossible counts.', async () => {
    const message = await expectCode(
      readModel(utf8(quads.replace('8 6', '4000000000 6')), 'a.off'),
      'file-damaged',
    );
    expect(message).toContain('4,000,000,000');
    await expectCode(
      readModel(utf8(quads.replace('4 3 2 1 0', '4000000000 3 2 1 0')), 'a.off'),
      'file-damaged',
    );
  });
});
