import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { asciiStl, joinBytes, utf8, utf16 } from '../../fixtures/geometry/build-files.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import { makeCube, makeTorus, moveMesh } from '../../fixtures/geometry/solids.ts';

const cube = makeCube(10);
const binary = (): Uint8Array => writeBinaryStl(cube);

/** The result is the same cube for every form of the file. */
async function expectCube(bytes: Uint8Array, name = 'cube.stl'): Promise<readonly string[]> {
  const model = await analyseModel(bytes, name);
  expect(model).toMatchObject({ format: 'stl', unit: null });
  expect(model.measures).toMatchObject({
    triangles: 12,
    vertices: 8,
    bounds: { min: [0, 0, 0], max: [10, 10, 10] },
  });
  expect(model.measures.volume).toBeCloseTo(1000, 9);
  expect(model.checks).toEqual({ watertight: true, shells: 1, findings: [] });
  return model.warnings.map(englishGeometryText);
}

const withCount = (count: number): Uint8Array => {
  const bytes = binary();
  new DataView(bytes.buffer).setUint32(80, count, true);
  return bytes;
};

describe('binary STL', () => {
  it('Binary STL is read, welded and checked.', async () => {
    expect(await expectCube(binary())).toEqual([]);
  });

  it('Binary STL may begin with the word solid.', async () => {
    const bytes = binary();
    bytes.set(utf8('solid made by a CAD program that writes facet and vertex here'));
    expect(await expectCube(bytes)).toEqual([]);
  });

  it('Binary STL may begin with solid and have a wrong count, too.', async () => {
    const bytes = withCount(7000);
    bytes.fill(32, 0, 80);
    bytes.set(utf8('solid cube'));
    expect((await expectCube(bytes)).join()).toContain('may be cut off');
  });

  it('Binary STL needs no usable normals, and attribute bytes are ignored.', async () => {
    const bytes = binary();
    for (let at = 84; at < bytes.length; at += 50) {
      bytes.fill(0xff, at, at + 12);
      bytes.fill(0xab, at + 48, at + 50);
    }
    expect(await expectCube(bytes)).toEqual([]);
  });

  it.each([0, 5, 13, 0xffffffff])(
    'The length of a binary STL file decides if the header counts %i.',
    async (count) => {
      const warnings = await expectCube(withCount(count));
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toContain(`counts ${count.toLocaleString('en')} triangles; the file has 12`);
    },
  );

  it('The length of a binary STL file decides if all coordinates have the same magnitude, too.', async () => {
    const bytes = writeBinaryStl(moveMesh(cube, [-5, -5, -5]));
    bytes.fill(0, 80, 84);
    expect((await readModel(bytes, 'a.stl')).mesh.indices.length).toBe(36);
  });

  it('Bytes after the last triangle of binary STL are ignored.', async () => {
    const warnings = await expectCube(joinBytes([binary(), new Uint8Array(61)]));
    expect(warnings).toEqual(['61 bytes after the last triangle were ignored.']);
  });

  it('Binary STL that was cut off is read as far as it goes, with a warning.', async () => {
    const model = await analyseModel(binary().subarray(0, 84 + 50 * 7 + 20), 'cut.stl');
    expect(model.measures.triangles).toBe(7);
    expect(model.warnings.map(englishGeometryText).join()).toContain('may be cut off');
    expect(model.checks.watertight).toBe(false);
  });

  it('A few triangles with unusable coordinates are left out of binary STL with a warning.', async () => {
    const bytes = writeBinaryStl(makeTorus(10, 3, 20, 10));
    const view = new DataView(bytes.buffer);
    view.setFloat32(84 + 12, Number.NaN, true);
    view.setFloat32(84 + 50 + 16, Number.POSITIVE_INFINITY, true);
    const model = await analyseModel(bytes, 'torus.stl');
    expect(model.measures.triangles).toBe(398);
    expect(model.warnings.map(englishGeometryText)).toEqual([
      '2 of 400 triangles were left out: a coordinate is not a valid number.',
    ]);
    expect(model.checks.findings.map(({ kind }) => kind)).toEqual(['open-edges']);
  });

  it('Binary STL with many unusable coordinates is damaged.', async () => {
    const bytes = binary();
    for (let at = 84; at < bytes.length; at += 100)
      new DataView(bytes.buffer).setFloat32(at + 12, Number.NaN, true);
    expect(await expectCode(readModel(bytes, 'a.stl'), 'file-damaged')).toContain('6 of 12 triangles');
  });

  it('Binary STL joins -0 and 0.', async () => {
    const bytes = binary();
    const view = new DataView(bytes.buffer);
    for (let at = 84; at < bytes.length; at += 50) {
      for (let i = 12; i < 48; i += 4) {
        if (view.getUint32(at + i, true) === 0 && (at / 50) % 2 < 1) view.setUint32(at + i, 0x80000000, true);
      }
    }
    await expectCube(bytes);
  });

  it('Binary STL keeps single precision, which is all that the file has.', async () => {
    expect((await readModel(binary(), 'a.stl')).mesh.positions).toBeInstanceOf(Float32Array);
  });

  it.each([0, 1, 26, 83])('Binary STL of %i bytes is refused with a reason.', async (length) => {
    await expectCode(
      readModel(binary().subarray(0, length), 'a.stl'),
      length === 0 ? 'file-empty' : 'file-damaged',
    );
  });

  it('Binary STL without triangles is refused.', async () => {
    await expectCode(readModel(new Uint8Array(84), 'a.stl'), 'file-no-triangles');
  });

  it('Binary STL is read from the middle of a larger buffer.', async () => {
    const bytes = binary();
    const buffer = new Uint8Array(bytes.length + 7);
    buffer.set(bytes, 3);
    await expectCube(buffer.subarray(3, 3 + bytes.length));
  });
});

describe('ASCII STL', () => {
  const text = asciiStl(cube);

  it.each([
    ['LF', text],
    ['CRLF', text.replaceAll('\n', '\r\n')],
    ['CR alone', text.replaceAll('\n', '\r')],
    ['upper case', text.toUpperCase()],
    ['tabs and no indentation', text.replaceAll(/ +/g, '\t')],
    [
      'everything on one line behind the name',
      text.replace('\n', '\r').replaceAll('\n', ' ').replace('\r', '\n'),
    ],
    ['no final line end', text.trimEnd()],
    ['a name of keywords', text.replaceAll('part', 'vertex facet endloop 1 2 3')],
    ['no name', text.replaceAll(' part', '')],
    ['comments', text.replaceAll('    outer loop', '# vertex 1 2 3\n; facet\n    outer loop')],
    ['unusable normals', text.replaceAll('normal 0 0 0', 'normal -nan(ind) inf NaN')],
    ['exponents', text.replaceAll('10', '+1.000E+001').replaceAll(' 0', ' -0.0e-00')],
    ['comments first', `# made by hand\n; and so on\n${text}`],
    ['no solid line', text.replace('solid part\n', '')],
    ['blank lines first', `\n\n  ${text}`],
    ['a byte order mark', `\ufeff${text}`],
  ])('ASCII STL with %s is read.', async (_what, spelled) => {
    expect(await expectCube(utf8(spelled))).toEqual([]);
  });

  it('ASCII STL without endsolid is read, and may be cut off.', async () => {
    const read = await expectCube(utf8(text.replace(/endsolid.*\n/, '')));
    expect(read).toEqual(['The STL file does not end with “endsolid”; it may be cut off.']);
  });

  it('ASCII STL in UTF-16 is read.', async () => {
    await expectCube(utf16(text, 'little'));
    await expectCube(utf16(text, 'big', false));
  });

  it('Several solids in ASCII STL are read as one mesh.', async () => {
    const model = await analyseModel(
      utf8(text + asciiStl({ positions: cube.positions.map((v) => v + 20), indices: cube.indices }, 'two')),
      'a.stl',
    );
    expect(model.measures.triangles).toBe(24);
    expect(model.checks).toMatchObject({ watertight: true, shells: 2 });
    expect(model.measures.volume).toBeCloseTo(2000, 9);
  });

  it('ASCII STL keeps decimals that single precision would lose.', async () => {
    const model = await readModel(utf8(text.replaceAll('10', '10.000000001')), 'a.stl');
    expect(model.mesh.positions).toBeInstanceOf(Float64Array);
    expect([...model.mesh.positions]).toContain(10.000000001);
  });

  it('The error about an ASCII STL facet says where its corners are wrong.', async () => {
    const quad = text.replace('    endloop', '      vertex 0 10 0\n    endloop');
    expect((await readModel(utf8(quad), 'a.stl')).warnings.map(englishGeometryText).join()).toContain(
      'One facet with more than three corners was split',
    );
    const pair = text.replace(/ {6}vertex.*\n/, '');
    const model = await readModel(utf8(pair), 'a.stl');
    expect(model.mesh.indices.length).toBe(33);
    expect(model.warnings.map(englishGeometryText).join()).toContain(
      'One face with fewer than three corners was left out',
    );
    const cut = await readModel(utf8(text.slice(0, text.lastIndexOf('endloop'))), 'a.stl');
    expect(cut.warnings.map(englishGeometryText).join()).toContain('may be cut off');
    await expectCode(readModel(utf8(text.replaceAll('vertex 0', 'vertex nan')), 'a.stl'), 'file-damaged');
  });

  it('ASCII STL without triangles is refused.', async () => {
    await expectCode(readModel(utf8('solid empty\nendsolid empty\n'), 'a.stl'), 'file-no-triangles');
  });
});
