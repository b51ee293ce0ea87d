import { describe, expect, it } from 'vitest';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { meshXml, modelXml, objText, threeMf, utf8, zip } from '../../fixtures/geometry/build-files.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import { makeCube } from '../../fixtures/geometry/solids.ts';

const stl = writeBinaryStl(makeCube(10));
const package3mf = threeMf(
  modelXml(
    `<resources><object id="1">${meshXml(makeCube(10))}</object></resources><build><item objectid="1"/></build>`,
  ),
);

describe('a ZIP archive of one model', () => {
  it.each([
    ['an STL file', 'a/b/part.STL', stl, 'stl'],
    ['an OBJ file', 'part.obj', utf8(objText(makeCube(10))), 'obj'],
    ['a 3MF package', 'part.3mf', package3mf, '3mf'],
  ])('An archive gives %s.', async (_what, name, content, format) => {
    const model = await readModel(zip([{ name, content }]), 'parts.zip');
    expect(model).toMatchObject({ format, warnings: [] });
    expect(model.mesh.indices.length).toBe(36);
  });

  it('Other files in the archive are ignored.', async () => {
    const bytes = zip([
      { name: 'part/', content: new Uint8Array(0) },
      { name: '__MACOSX/part/._part.stl', content: utf8('x') },
      { name: 'part/.hidden.stl', content: utf8('x') },
      { name: 'part/readme.txt', content: utf8('hello') },
      { name: 'part/part.mtl', content: utf8('newmtl a') },
      { name: 'part/part.stl', content: stl },
    ]);
    expect(await readModel(bytes, 'parts.zip')).toMatchObject({ format: 'stl', unit: null });
  });

  it('A content that does not match its names is reported.', async () => {
    const inside = await readModel(zip([{ name: 'part.obj', content: stl }]), 'parts.zip');
    expect(inside.format).toBe('stl');
    expect(inside.warnings.map(englishGeometryText).join()).toContain('STL');
    const outside = await readModel(zip([{ name: 'part.stl', content: stl }]), 'part.stl');
    expect(outside.warnings.map(englishGeometryText).join()).toContain('ZIP');
  });

  it('An archive without a model, with two, or of archives is refused.', async () => {
    const one = { name: 'a.stl', content: stl };
    const none = await expectCode(
      readModel(zip([{ name: 'a.txt', content: stl }]), 'a.zip'),
      'file-unsupported',
    );
    expect(none).toContain('a.txt');
    const two = await expectCode(
      readModel(zip([one, { ...one, name: 'b.stl' }]), 'a.zip'),
      'file-unsupported',
    );
    expect(two).toMatch(/2 models \(a\.stl, b\.stl\)/);
    await expectCode(readModel(zip([]), 'a.zip'), 'file-unsupported');
    for (const name of ['inner.zip', 'inner.stl', 'inner.amf']) {
      const nested = zip([{ name, content: zip([one]) }]);
      expect(await expectCode(readModel(nested, 'a.zip'), 'file-unsupported')).toContain('another archive');
    }
  });

  it('ZIP bombs, damaged and encrypted archives are refused.', async () => {
    const zeros = new Uint8Array(20 * 2 ** 20);
    await expectCode(readModel(zip([{ name: 'a.stl', content: zeros }]), 'a.zip'), 'file-too-large');
    await expectCode(
      readModel(zip([{ name: 'a.stl', content: stl, declaredSize: 4e9 }]), 'a.zip'),
      'file-too-large',
    );
    await expectCode(
      readModel(zip([{ name: 'a.stl', content: stl, declaredCrc: 1 }]), 'a.zip'),
      'file-damaged',
    );
    await expectCode(
      readModel(zip([{ name: 'a.stl', content: stl, encrypted: true }]), 'a.zip'),
      'file-unsupported',
    );
    await expectCode(
      readModel(zip([{ name: 'a.stl', content: stl }]).slice(0, 200), 'a.zip'),
      'file-damaged',
    );
  });

  it('A ZIP bomb inside a package inside an archive is refused.', async () => {
    const padding = `<!--${' '.repeat(30 * 2 ** 20)}-->`;
    const bomb = threeMf(modelXml(`${padding}<resources/><build/>`));
    const packed = zip([{ name: 'a.3mf', content: bomb }]);
    await expectCode(readModel(packed, 'a.zip'), 'file-too-large');
  });
});
