import '../../fixtures/geometry/wasm.ts';
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import {
  meshXml,
  modelXml,
  relationships,
  threeMf,
  utf8,
  utf16,
  zip,
} from '../../fixtures/geometry/build-files.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import { makeCube, makeIcosphere } from '../../fixtures/geometry/solids.ts';

const cube = makeCube(10);
const object = (id: number, content = meshXml(cube), type = 'model'): string =>
  `<object id="${id}" type="${type}">${content}</object>`;
const model = (resources: string, build: string, attributes = ''): string =>
  modelXml(`<resources>${resources}</resources><build>${build}</build>`, attributes);
const plain = model(object(1), '<item objectid="1"/>');

const analyse = (bytes: Uint8Array): ReturnType<typeof analyseModel> => analyseModel(bytes, 'part.3mf');

async function expectCube(bytes: Uint8Array): Promise<readonly string[]> {
  const read = await analyse(bytes);
  expect(read).toMatchObject({ format: '3mf', unit: 'mm' });
  expect(read.measures).toMatchObject({ triangles: 12, vertices: 8, area: 600, volume: 1000 });
  expect(read.checks).toEqual({ watertight: true, shells: 1, findings: [] });
  return read.warnings.map(englishGeometryText);
}

describe('3MF', () => {
  it('3MF is read.', async () => {
    expect(await expectCube(threeMf(plain))).toEqual([]);
  });

  it.each([
    ['prefixed elements', plain.replace('xmlns=', 'xmlns:c=').replaceAll(/<(\/?)(?=[a-z])/g, '<$1c:')],
    ['single quotes and spaces', plain.replaceAll('"', "'").replaceAll('=', ' = ').replaceAll('/>', ' />')],
    [
      'comments, instructions and CDATA that hold tags',
      plain.replaceAll('<vertex ', '<!-- <vertex x="9"/> --><?x <y> ?><![CDATA[<vertex]]><vertex '),
    ],
    [
      'open and close tags where empty ones would do',
      plain.replaceAll(/<(vertex|triangle|item)( [^>]*)\/>/g, '<$1$2></$1>'),
    ],
    [
      'attributes of extensions',
      plain
        .replaceAll('<triangle ', '<triangle pid="5" p1="0" p:x="9" ')
        .replaceAll('<vertex ', '<vertex p:z="77" '),
    ],
    [
      'metadata, materials and slices that hold vertices',
      plain.replace(
        '<resources>',
        '<metadata name="a">x &lt; y</metadata><resources><m:colorgroup xmlns:m="m" id="9"><m:color color="#fff"/></m:colorgroup><slicestack id="8"><slice><vertices><vertex x="1" y="2"/></vertices></slice></slicestack>',
      ),
    ],
    [
      'an object that is not built',
      model(object(1) + object(2, meshXml(makeIcosphere(50, 1))), '<item objectid="1"/>'),
    ],
    [
      'supports and other objects in the build',
      model(
        object(1) + object(2, meshXml(cube), 'support') + object(3, meshXml(cube), 'other'),
        '<item objectid="1"/><item objectid="2"/><item objectid="3"/>',
      ),
    ],
    [
      'extensions that it requires and that do not matter',
      modelXml(
        `<resources>${object(1)}</resources><build><item objectid="1"/></build>`,
        'xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02" requiredextensions="m p"',
      ),
    ],
  ])('3MF with %s is read.', async (_what, xml) => {
    await expectCube(threeMf(xml));
  });

  it('3MF in UTF-16 and with a byte order mark is read.', async () => {
    const name = '3D/3dmodel.model';
    await expectCube(zip([relationships(), { name, content: utf16(plain, 'little') }]));
    await expectCube(zip([relationships(), { name, content: utf8(`\ufeff${plain}`) }]));
  });

  it('3MF with stored parts and parts of another name is read.', async () => {
    await expectCube(
      zip([
        relationships('/Models/My%20Part.model'),
        { name: 'Models/My Part.model', content: utf8(plain), stored: true },
      ]),
    );
    await expectCube(
      zip([relationships('/3d/3DMODEL.model'), { name: '3D/3dmodel.MODEL', content: utf8(plain) }]),
    );
  });

  it('3MF that does not point to its model is refused with the reason.', async () => {
    const warnings = await expectCube(zip([{ name: '3D/thing.model', content: utf8(plain) }]));
    expect(warnings.join()).toContain('3D/thing.model');
  });

  it.each([
    ['micron', 'um'],
    ['millimeter', 'mm'],
    ['centimeter', 'cm'],
    ['meter', 'm'],
    ['inch', 'in'],
    ['foot', 'ft'],
  ])('3MF numbers are unchanged, and their unit is %s.', async (word, unit) => {
    const read = await analyse(threeMf(plain.replace('millimeter', word)));
    expect(read.unit).toBe(unit);
    expect(read.measures.volume).toBe(1000);
  });

  it('3MF without a unit is in millimetres, and unknown units are refused.', async () => {
    expect((await analyse(threeMf(plain.replace('unit="millimeter"', '')))).unit).toBe('mm');
    await expectCode(analyse(threeMf(plain.replace('millimeter', 'cubit'))), 'file-damaged');
  });

  it('3MF items and components are placed by their transforms.', async () => {
    const moved =
      '<components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 100 0 0"/><component objectid="1"/></components>';
    // Rotated by 90 degrees about z, doubled, then moved up.
    const item = '<item objectid="2" transform="0 2 0 -2 0 0 0 0 2 0 0 5"/>';
    const read = await analyse(threeMf(model(object(1) + object(2, moved), item)));
    expect(read.measures.bounds).toEqual({ min: [-20, 0, 5], max: [0, 220, 25] });
    expect(read.measures.volume).toBe(2 * 8000);
    expect(read.checks).toEqual({ watertight: true, shells: 2, findings: [] });
  });

  it('Mirrored 3MF objects face outward.', async () => {
    const read = await analyse(
      threeMf(model(object(1), '<item objectid="1" transform="-1 0 0 0 1 0 0 0 1 0 0 0"/>')),
    );
    expect(read.measures.volume).toBe(1000);
    expect(read.checks.findings).toEqual([]);
  });

  it('3MF objects that touch stay separate parts.', async () => {
    const read = await analyse(
      threeMf(
        model(object(1), '<item objectid="1"/><item objectid="1" transform="1 0 0 0 1 0 0 0 1 10 0 0"/>'),
      ),
    );
    expect(read.checks).toEqual({ watertight: true, shells: 2, findings: [] });
  });

  it('Duplicate vertices within a 3MF object are welded.', async () => {
    const { positions, indices } = cube;
    const soup = {
      positions: Float64Array.from([...indices].flatMap((i) => [...positions.slice(i * 3, i * 3 + 3)])),
      indices: indices.map((_, i) => i),
    };
    await expectCube(threeMf(model(object(1, meshXml(soup)), '<item objectid="1"/>')));
  });

  it('The 3MF production extension is followed into other parts.', async () => {
    const root = model(
      object(
        5,
        '<components><component p:path="/3D/Objects/a.model" objectid="1"/><component p:path="/3D/Objects/b.model" objectid="1" transform="1 0 0 0 1 0 0 0 1 20 0 0"/></components>',
      ),
      '<item objectid="5"/><item p:path="/3D/Objects/b.model" objectid="1"/>',
      'requiredextensions="p"',
    );
    const small = modelXml(`<resources>${object(1, meshXml(makeCube(5)))}</resources><build/>`);
    const read = await analyse(threeMf(root, { '3D/Objects/a.model': plain, '3D/Objects/b.model': small }));
    expect(read.measures).toMatchObject({
      triangles: 36,
      volume: 1000 + 125 + 125,
      bounds: { min: [0, 0, 0], max: [25, 10, 10] },
    });
  });

  it('Switched-off 3MF items and beams are left out with a warning.', async () => {
    const off = await analyse(
      threeMf(model(object(1), '<item objectid="1"/><item objectid="1" printable="0"/>')),
    );
    expect(off.measures.triangles).toBe(12);
    expect(off.warnings.map(englishGeometryText).join()).toContain('not printable');
    const beams = meshXml(cube).replace(
      '</mesh>',
      '<b:beamlattice xmlns:b="b"><b:beams><b:beam v1="0" v2="1"/></b:beams></b:beamlattice></mesh>',
    );
    expect(
      (await analyse(threeMf(model(object(1, beams), '<item objectid="1"/>')))).warnings
        .map(englishGeometryText)
        .join(),
    ).toContain('beams');
    const only = beams.replaceAll(/<triangle .*\n/g, '');
    expect(
      await expectCode(analyse(threeMf(model(object(1, only), '<item objectid="1"/>'))), 'file-no-triangles'),
    ).toContain('beam lattice');
  });

  it('A required unknown 3MF extension is refused by name.', async () => {
    const xml = model(
      object(1),
      '<item objectid="1"/>',
      'xmlns:s="http://schemas.microsoft.com/3dmanufacturing/securecontent/2019/04" requiredextensions="s"',
    );
    expect(await expectCode(analyse(threeMf(xml)), 'file-unsupported')).toContain('“securecontent”');
  });

  it.each([
    ['an index out of bounds', plain.replace('v3="', 'v3="8')],
    ['an index that is no number', plain.replace('v3="', 'v3="x')],
    ['a triangle without its third vertex', plain.replace(/ v3="\d"/, '')],
    ['a coordinate that is no number', plain.replace('x="10"', 'x="1O"')],
    ['a missing coordinate', plain.replace(' x="10"', '')],
    ['an item of an object that does not exist', plain.replace('objectid="1"', 'objectid="7"')],
    [
      'a transform of eleven numbers',
      plain.replace('objectid="1"', 'objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0"'),
    ],
    [
      'an object that contains itself',
      model(object(1, '<components><component objectid="1"/></components>'), '<item objectid="1"/>'),
    ],
    [
      'objects that contain each other',
      model(
        object(1, '<components><component objectid="2"/></components>') +
          object(2, '<components><component objectid="1"/></components>'),
        '<item objectid="1"/>',
      ),
    ],
    ['a document type', plain.replace('<model', '<!DOCTYPE model [<!ENTITY a "b">]><model')],
    ['XML that stops', plain.slice(0, -30)],
    ['an attribute that does not end', plain.slice(0, plain.lastIndexOf('"'))],
    ['another root', plain.replaceAll('model', 'mode')],
  ])('3MF with %s is damaged.', async (_what, xml) => {
    await expectCode(analyse(threeMf(xml)), 'file-damaged');
  });

  it('3MF that builds nothing is refused.', async () => {
    await expectCode(analyse(threeMf(model(object(1), ''))), 'file-no-triangles');
    await expectCode(
      analyse(threeMf(model(object(1, meshXml(cube), 'support'), '<item objectid="1"/>'))),
      'file-no-triangles',
    );
  });

  it('3MF does not expand without end.', async () => {
    const levels = Array.from({ length: 30 }, (_, i) =>
      object(i + 2, `<components>${`<component objectid="${i + 1}"/>`.repeat(4)}</components>`),
    );
    await expectCode(
      analyse(threeMf(model(object(1) + levels.join(''), '<item objectid="31"/>'))),
      'file-too-large',
    );
  });
});

describe('the archive of a 3MF', () => {
  const part = { name: '3D/3dmodel.model', content: utf8(plain) };

  it('A 3MF archive without a model is refused.', async () => {
    await expectCode(
      readModel(zip([{ name: 'readme.txt', content: utf8('hello') }]), 'a.3mf'),
      'file-unsupported',
    );
  });

  it('An encrypted 3MF archive is refused.', async () => {
    expect(
      await expectCode(readModel(zip([{ ...part, encrypted: true }]), 'a.3mf'), 'file-unsupported'),
    ).toContain('encrypted');
  });

  it.each([
    ['is cut off', zip([relationships(), part]).subarray(0, 400)],
    ['has a wrong checksum', zip([relationships(), { ...part, declaredCrc: 1 }])],
    [
      'holds more than it declares',
      zip([relationships(), { ...part, declaredSize: part.content.length - 1 }]),
    ],
    [
      'holds less than it declares',
      zip([relationships(), { ...part, declaredSize: part.content.length + 1 }]),
    ],
    ['has a flipped bit in its data', flipped(zip([relationships(), part]), 700)],
  ])('A 3MF archive is damaged if it %s.', async (_what, bytes) => {
    await expectCode(readModel(bytes, 'a.3mf'), 'file-damaged');
  });

  it('A 3MF archive that expands beyond all measure is not opened.', async () => {
    const bomb = new Uint8Array(64 * 1024 * 1024).fill(32);
    await expectCode(
      readModel(zip([relationships(), { ...part, content: bomb }]), 'a.3mf'),
      'file-too-large',
    );
    await expectCode(readModel(zip([{ ...part, declaredSize: 0xfffffff0 }]), 'a.3mf'), 'file-too-large');
    const many = Array.from({ length: 1001 }, (_, i) => ({ name: `${i}.txt`, content: utf8('x') }));
    await expectCode(readModel(zip([...many, part]), 'a.3mf'), 'file-too-large');
  });
});

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = bytes.slice();
  copy[at]! ^= 16;
  return copy;
}
