import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { asciiPly, binaryPly, joinBytes, utf8, utf16 } from '../../fixtures/geometry/build-files.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import { makeCube } from '../../fixtures/geometry/solids.ts';
import { expectSameAnalysis } from '../../support/same-analysis.ts';

const cube = makeCube(10);
const text = asciiPly(cube);

async function expectCube(bytes: Uint8Array): Promise<void> {
  const model = await analyseModel(bytes, 'cube.ply');
  expect(model).toMatchObject({ format: 'ply', unit: null, warnings: [] });
  expect(model.measures).toMatchObject({ triangles: 12, vertices: 8, area: 600, volume: 1000 });
  expect(model.checks).toEqual({ watertight: true, shells: 1, findings: [] });
}

/** A binary file of a cube's corners, followed by the given data. */
function withCorners(elements: string, body: Uint8Array): Uint8Array {
  const header = `ply\nformat binary_little_endian 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n${elements}end_header\n`;
  return joinBytes([utf8(header), new Uint8Array(Float32Array.from(cube.positions).buffer), body]);
}

describe('PLY', () => {
  it.each([
    ['text', text],
    ['CRLF', text.replaceAll('\n', '\r\n')],
    ['CR alone', text.replaceAll('\n', '\r')],
    ['spaces behind header lines', text.replaceAll('\n', '   \n')],
    [
      'other names of types and of the list',
      text.replaceAll('float', 'float64').replace('uchar int vertex_indices', 'uint8 int32 vertex_index'),
    ],
    ['comments', text.replace('element', 'comment element vertex 99\nobj_info made by hand\nelement')],
    ['unmarked comments', text.replace('element', 'Created by hand\nelement')],
    ['blank lines between rows', text.replaceAll('\n3 ', '\n\n3 ')],
    ['more values than announced', text.replaceAll(/^(3 .*)$/gm, '$1 255 0')],
    [
      'elements that do not matter',
      text
        .replace('element face', 'element edge 2\nproperty int a\nproperty list uchar int b\nelement face')
        .replace('\n3 ', '\n1 2 3 4\n5 0\n3 '),
    ],
    [
      'an element without rows or properties',
      text.replace('element face', 'element nothing 4000000000\nelement face'),
    ],
    ['a byte order mark', `\ufeff${text}`],
  ])('PLY with %s is read.', async (_what, spelled) => {
    await expectCube(utf8(spelled));
  });

  it('PLY in UTF-16 is read.', async () => {
    await expectCube(utf16(text, 'little'));
  });

  it.each(['little', 'big'] as const)(
    'PLY with %s endian values, reordered and extra properties is read.',
    async (endian) => {
      for (const lineEnd of ['\n', '\r\n', '\r']) await expectCube(binaryPly(cube, endian, lineEnd));
    },
  );

  it('PLY with CR line ends is read although the data begin with the byte of a line feed.', async () => {
    const header =
      'ply\rformat binary_little_endian 1.0\relement vertex 3\rproperty uchar flag\rproperty float x\rproperty float y\rproperty float z\relement face 1\rproperty list uchar uchar vertex_indices\rend_header\r';
    const rows = [0, 1, 2].map((i) =>
      joinBytes([
        Uint8Array.of(10),
        new Uint8Array(Float32Array.of(i === 1 ? 1 : 0, i === 2 ? 1 : 0, 0).buffer),
      ]),
    );
    const model = await analyseModel(joinBytes([utf8(header), ...rows, Uint8Array.of(3, 0, 1, 2)]), 'a.ply');
    expect(model.measures.area).toBe(0.5);
  });

  it('PLY faces before their vertices are read.', async () => {
    const [head, body] = text.split('end_header\n') as [string, string];
    const [vertexHead, faceHead] = head.split(/(?=element face)/) as [string, string];
    const start = vertexHead.indexOf('element');
    const rows = body.trimEnd().split('\n');
    const swapped = `${vertexHead.slice(0, start)}${faceHead}${vertexHead.slice(start)}end_header\n`;
    await expectCube(utf8(`${swapped}${[...rows.slice(8), ...rows.slice(0, 8)].join('\n')}\n`));
  });

  it('PLY text with comments and blank lines between its rows is read.', async () => {
    const rows = asciiPly(makeCube(10)).split('\n');
    const body = rows.indexOf('end_header') + 1;
    const text = [
      ...rows.slice(0, body),
      '',
      ...rows.slice(body).flatMap((row) => [row, 'comment a row', '']),
    ];
    const model = await expectSameAnalysis(utf8(text.join('\n')), 'a.ply');
    expect(model).toMatchObject({ measures: { triangles: 12, volume: 1000 }, warnings: [] });
  });

  it('PLY polygons are read.', async () => {
    const quads = '4 0 2 3 1\n4 4 5 7 6\n4 0 1 5 4\n4 2 6 7 3\n4 0 4 6 2\n4 1 3 7 5\n';
    await expectCube(
      utf8(text.replace('element face 12', 'element face 6').replace(/^3 .*\n/gm, '') + quads),
    );
  });

  it('PLY triangle strips are read with restarts, and every other triangle is flipped.', async () => {
    // Around the four sides in one strip, then bottom and top as separate strips.
    const strip = Int32Array.of(0, 4, 1, 5, 3, 7, 2, 6, 0, 4, -1, 0, 1, 2, 3, -1, 4, 6, 5, 7);
    const bytes = withCorners(
      'element tristrips 1\nproperty list int int vertex_indices\n',
      joinBytes([new Uint8Array(Int32Array.of(strip.length).buffer), new Uint8Array(strip.buffer)]),
    );
    const model = await analyseModel(bytes, 'a.ply');
    expect(model.measures).toMatchObject({ triangles: 12, area: 600 });
    expect(Math.abs(model.measures.volume)).toBe(1000);
    expect(model.checks.watertight).toBe(true);
    expect(model.checks.findings.map(({ kind }) => kind)).not.toContain('flipped-faces');
  });

  it('Degenerate triangles that turn a PLY strip are left out.', async () => {
    const strip = Int32Array.of(0, 1, 2, 2, 3);
    const bytes = withCorners(
      'element tristrips 1\nproperty list int int vertex_indices\n',
      joinBytes([new Uint8Array(Int32Array.of(strip.length).buffer), new Uint8Array(strip.buffer)]),
    );
    expect((await readModel(bytes, 'a.ply')).mesh.indices.length).toBe(3);
  });

  it('PLY with points alone is refused as such.', async () => {
    const points = text.slice(0, text.indexOf('element face'));
    expect(
      await expectCode(readModel(utf8(`${points}end_header\n0 0 0\n`), 'a.ply'), 'file-no-triangles'),
    ).toContain('has points or lines');
  });

  it.each([
    ['a face over a vertex that does not exist', text.replace(/^3 .*$/m, '3 0 1 8')],
    ['a negative vertex number', text.replace(/^3 .*$/m, '3 0 1 -1')],
    ['too few rows', text.slice(0, -40)],
    ['a row that is too short', text.replace(/^3 .*$/m, '3 0 1')],
    ['a count that no file could hold', text.replace('element vertex 8', 'element vertex 4000000000')],
    ['a count that is no number', text.replace('element vertex 8', 'element vertex many')],
    ['an unknown type', text.replace('float x', 'quaternion x')],
    ['no end of the header', text.replace('end_header', 'header_end')],
    ['no storage', text.replace('format ascii 1.0\n', '')],
    ['no coordinates', text.replace('float z', 'float w')],
    ['a list length beyond the file', text.replace(/^3 .*$/m, '250 0 1 2')],
  ])('PLY with %s is damaged.', async (_what, content) => {
    await expectCode(readModel(utf8(content), 'a.ply'), 'file-damaged');
  });

  it('PLY that is cut off anywhere is damaged, never misread.', async () => {
    const whole = binaryPly(cube, 'little');
    for (let length = 4; length < whole.length; length += 7) {
      await expectCode(readModel(whole.subarray(0, length), 'a.ply'), 'file-damaged');
    }
  });
});
