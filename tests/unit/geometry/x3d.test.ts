import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { utf8, utf16 } from '../../fixtures/geometry/build-files.ts';
import { vrmlFaces, vrmlShape, vrmlText, x3dFaces, x3dText } from '../../fixtures/geometry/build-scenes.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import { makeBox, makeCube } from '../../fixtures/geometry/solids.ts';

const cube = makeCube(10);
const bar = makeBox([0, 0, 0], [1, 2, 3]);
const read = (text: string, name = 'part.wrl'): ReturnType<typeof analyseModel> =>
  analyseModel(utf8(text), name);
const shape = vrmlShape(vrmlFaces(cube));

async function expectCube(text: string, format: 'vrml' | 'x3d'): Promise<void> {
  const model = await read(text, format === 'vrml' ? 'part.wrl' : 'part.x3d');
  expect(model).toMatchObject({ format, unit: null, warnings: [] });
  expect(model.measures).toMatchObject({ triangles: 12, vertices: 8, area: 600, volume: 1000 });
  expect(model.checks).toEqual({ watertight: true, shells: 1, findings: [] });
}

describe('VRML', () => {
  it.each([
    ['a shape', vrmlText(shape)],
    [
      'groups of all kinds',
      vrmlText(
        `Group { children [ Anchor { url "a # b" children Collision { collide FALSE proxy Shape { geometry Sphere { } } children [ ${shape} ] } } ] }`,
      ),
    ],
    [
      'views, lights, interpolators and routes',
      vrmlText(
        `DEF v Viewpoint { position 0 0 9, description "a \\" { b" } NavigationInfo { type [ "WALK", "ANY" ] } ${shape} DEF t TimeSensor { loop TRUE cycleInterval 2.5 } ROUTE t.fraction_changed TO v.set_bind`,
      ),
    ],
    [
      'prototypes and scripts',
      vrmlText(
        `PROTO P [ field SFColor c 1 0 0 exposedField MFNode n [ ] ] { Shape { geometry Box { } } } EXTERNPROTO Q [ field SFInt32 a ] [ "q.wrl" ] Script { url "javascript: function f() { }" eventIn SFBool b field SFNode s NULL } ${shape}`,
      ),
    ],
    [
      'a switch and levels of detail',
      vrmlText(
        `Switch { whichChoice 1 choice [ Shape { geometry Box { } } ${shape} ] } Switch { choice [ Shape { geometry Box { } } ] } LOD { range [ 5, 9 ] level [ Group { } Shape { geometry Box { } } ] }`,
      ),
    ],
    [
      'faces that are clockwise',
      vrmlText(
        vrmlShape(vrmlFaces({ ...cube, indices: cube.indices.slice().reverse() }, 'ccw FALSE solid TRUE')),
      ),
    ],
    [
      'faces beside other lists',
      vrmlText(
        vrmlShape(
          vrmlFaces(
            cube,
            'color Color { color [ 1 0 0, 0 1 0 ] } colorIndex [ 0 1 -1 ] creaseAngle 0.5 normalPerVertex FALSE',
          ),
        ),
      ),
    ],
    ['a box', vrmlText('Transform { translation 5 5 5 children Shape { geometry Box { size 10 10 10 } } }')],
    ['X3D words', `#X3D V3.3 utf8\nPROFILE Immersive\nCOMPONENT Geospatial:1\nMETA "a" "b"\n${shape}`],
    ['carriage returns only', vrmlText(`# comment\n${shape}`).replaceAll('\n', '\r')],
  ])('VRML with %s is read.', async (_what, text) => {
    await expectCube(text, 'vrml');
  });

  it('All parts of a VRML transform are applied, and defined nodes are reused.', async () => {
    const text =
      vrmlText(`Transform { translation 10 0 0 rotation 0 0 1 1.5707963267948966 scale 2 1 1 center 1 0 0
      children [ DEF bar ${vrmlShape(vrmlFaces(bar))} Transform { translation 0 0 100 children USE bar } ] }`);
    const model = await read(text);
    // x: -1 to 1 about the centre, doubled to -2 .. 0 and rotated upwards; the centre itself is at 11.
    expect(model.measures.bounds).toEqual({ min: [9, -2, 0], max: [11, 0, 103] });
    expect(model.measures.volume).toBe(24);
    expect(model.checks.shells).toBe(2);
  });

  it.each([
    ['Sphere { radius 10 }', (4 / 3) * Math.PI * 1000, 0.002],
    ['Cylinder { radius 5 height 20 }', Math.PI * 25 * 20, 0.001],
    ['Cone { bottomRadius 6 height 9 }', (Math.PI * 36 * 9) / 3, 0.001],
    ['Box { }', 8, 1e-12],
  ])('VRML makes a solid of %s.', async (geometry, volume, tolerance) => {
    const model = await read(vrmlText(`Shape { geometry ${geometry} }`));
    expect(Math.abs(model.measures.volume / volume - 1)).toBeLessThan(tolerance);
    expect(model.checks).toEqual({ watertight: true, shells: 1, findings: [] });
  });

  it('The ends of an open VRML cylinder are left out.', async () => {
    const model = await read(vrmlText('Shape { geometry Cylinder { top FALSE bottom FALSE } }'));
    expect(model.checks.watertight).toBe(false);
    expect(model.measures.area).toBeCloseTo(4 * Math.PI, 1);
    const lids = await read(vrmlText('Shape { geometry Cylinder { side FALSE } }'));
    expect(lids.measures.area).toBeCloseTo(2 * Math.PI, 1);
  });

  it('VRML reports what it left out.', async () => {
    const model = await read(vrmlText(`${shape} Shape { geometry Text { string "a" } }`));
    expect(model.warnings.map(englishGeometryText).join()).toContain('Text');
  });

  it.each([
    ['another file', vrmlText('Inline { url "a.wrl" }'), 'file-unsupported'],
    ['version 1', '#VRML V1.0 ascii\nSeparator { }', 'file-unsupported'],
    [
      'no faces',
      vrmlText('Shape { geometry PointSet { coord Coordinate { point [ 0 0 0 ] } } }'),
      'file-no-triangles',
    ],
    ['something that is not defined', vrmlText('USE nothing'), 'file-damaged'],
    ['a group in itself', vrmlText('DEF a Group { children [ USE a ] }'), 'file-damaged'],
    ['no end', vrmlText(shape).slice(0, -20), 'file-damaged'],
    ['a missing vertex', vrmlText(shape.replace('coordIndex [ ', 'coordIndex [ 99, ')), 'file-damaged'],
    ['a corner below -1', vrmlText(shape.replace('coordIndex [ ', 'coordIndex [ -2, ')), 'file-damaged'],
    ['a size below 0', vrmlText('Shape { geometry Box { size 1 -1 1 } }'), 'file-damaged'],
    ['nesting without end', vrmlText('Group { children [ '.repeat(10_000)), 'file-damaged'],
    ['text without end', vrmlText('Viewpoint { description "abc'), 'file-damaged'],
    [
      'groups that double without end',
      vrmlText(
        `DEF g0 ${shape} ${Array.from({ length: 30 }, (_, i) => `DEF g${i + 1} Group { children [ USE g${i} USE g${i} ] }`).join('\n')}`,
      ),
      'file-too-large',
    ],
  ])('VRML with %s is refused.', async (_what, text, code) => {
    await expectCode(readModel(utf8(text), 'a.wrl'), code);
  });
});

const xml = `<Shape><Appearance><Material/></Appearance>${x3dFaces(cube)}</Shape>`;
const points = (mesh: typeof cube): string => `<Coordinate point="${mesh.positions.join(' ')}"/>`;
const soup = [...cube.indices].flatMap((corner) => [...cube.positions.slice(corner * 3, corner * 3 + 3)]);

describe('X3D', () => {
  it.each([
    ['faces', xml],
    ['groups', `<Group><Transform><Switch whichChoice="0">${xml}</Switch></Transform></Group><Viewpoint/>`],
    ['CAD nodes', `<CADAssembly><CADPart><CADFace>${xml}</CADFace></CADPart></CADAssembly>`],
    [
      'an indexed triangle set',
      `<Shape><IndexedTriangleSet index="${cube.indices.join(' ')}">${points(cube)}</IndexedTriangleSet></Shape>`,
    ],
    ['a triangle set', `<Shape><TriangleSet><Coordinate point="${soup.join(' ')}"/></TriangleSet></Shape>`],
    [
      'strips with indices',
      `<Shape><IndexedTriangleStripSet index="${[...cube.indices].map((corner, i) => (i % 3 === 2 ? `${corner} -1` : corner)).join(' ')}">${points(cube)}</IndexedTriangleStripSet></Shape>`,
    ],
    [
      'fans of counted corners',
      `<Shape><TriangleFanSet fanCount="${'3 '.repeat(12)}"><Coordinate point="${soup.join(' ')}"/></TriangleFanSet></Shape>`,
    ],
    ['precise coordinates', xml.replace('<Coordinate', '<CoordinateDouble')],
  ])('X3D with %s is read.', async (_what, scene) => {
    await expectCube(x3dText(scene), 'x3d');
  });

  it('X3D in UTF-16 is read and recognised by its content.', async () => {
    const model = await readModel(utf16(x3dText(xml), 'big'), 'part');
    expect(model).toMatchObject({ format: 'x3d' });
  });

  it('X3D uses a stated unit.', async () => {
    const millimetres = '<unit category="length" name="millimetre" conversionFactor="0.001"/>';
    expect((await read(x3dText(xml, millimetres), 'a.x3d')).unit).toBe('mm');
    const model = await read(x3dText(xml, millimetres.replace('0.001', '0.5')), 'a.x3d');
    expect(model.unit).toBe('m');
    expect(model.measures.volume).toBeCloseTo(125, 9);
    const classic = await read(`#X3D V3.3 utf8\nPROFILE Full\nUNIT length inch 0.0254\n${shape}`, 'a.x3dv');
    expect(classic.unit).toBe('in');
  });

  it('X3D transforms are applied, and defined nodes are reused.', async () => {
    const scene = `<Transform translation="5, 0 0"><Shape DEF="s">${x3dFaces(bar)}</Shape></Transform>
      <Transform scale="-1 1 1"><Shape USE="s"/></Transform>`;
    const model = await read(x3dText(scene), 'a.x3d');
    expect(model.measures.bounds).toEqual({ min: [-1, 0, 0], max: [6, 2, 3] });
    expect(model.measures.volume).toBe(12);
  });

  it('X3D surfaces divided by colours are joined.', async () => {
    const halves = [cube.indices.slice(0, 18), cube.indices.slice(18)].map(
      (indices) => `<Shape>${x3dFaces({ ...cube, indices })}</Shape>`,
    );
    await expectCube(x3dText(halves.join('')), 'x3d');
  });

  it('An X3D file that expands far beyond its size is refused.', { tags: 'release' }, async () => {
    const shared = (shape: string): string =>
      `<Shape>${shape.replace('$', `DEF="c" point="${'0 0 0 1 0 0 0 1 0 '.repeat(3000)}"`)}</Shape>${`<Shape>${shape.replace('$', 'USE="c"')}</Shape>`.repeat(9000)}`;
    const much = shared('<TriangleSet><Coordinate $/></TriangleSet>');
    await expectCode(readModel(utf8(x3dText(much)), 'a.x3d'), 'file-too-large');
    const spheres = vrmlText('Shape { geometry Sphere { } }'.repeat(20_000));
    await expectCode(readModel(utf8(spheres), 'a.wrl'), 'file-too-large');
    // CAD programs often write many sets over the same points.
    const set = '<IndexedTriangleSet index="0 1 2"><Coordinate $/></IndexedTriangleSet>';
    expect((await readModel(utf8(x3dText(shared(set))), 'a.x3d')).mesh.indices.length).toBe(27_003);
  });

  it.each([
    ['another file', '<Inline url=\'"a.x3d"\'/>', 'file-unsupported'],
    ['something that is not defined', '<Shape USE="a"/>', 'file-damaged'],
    ['a group in itself', '<Group DEF="a"><Group USE="a"/></Group>', 'file-damaged'],
    ['a transform of text', `<Transform translation="a b c">${xml}</Transform>`, 'file-damaged'],
    ['nesting without end', '<Group>'.repeat(5000), 'file-damaged'],
    ['nothing', '', 'file-no-triangles'],
  ])('X3D with %s is refused.', async (_what, scene, code) => {
    await expectCode(readModel(utf8(x3dText(scene)), 'a.x3d'), code);
  });
});

describe('prototypes', () => {
  const box = 'Shape { geometry Box { size IS size } }';

  it('A VRML instance shows the first node of its prototype, with its own values or the defaults.', async () => {
    const model = await read(
      vrmlText(
        `PROTO Bar [ field SFVec3f size 1 2 3 eventIn SFBool on exposedField SFVec3f at 0 0 0 ] { Transform { translation IS at children ${box} } Shape { geometry Box { } } } Bar { } Bar { size 2 2 2 at 10 0 0 } Transform { translation 20 0 0 children [ Bar { } ] }`,
      ),
    );
    expect(model.checks).toMatchObject({ watertight: true, shells: 3 });
    expect(model.measures.volume).toBeCloseTo(6 + 8 + 6, 9);
    expect(model.measures.bounds!.max[0]).toBeCloseTo(20.5, 9);
    expect(model.warnings).toEqual([]);
  });

  it('Nodes are given to instances, prototypes use others, and their names are their own.', async () => {
    const model = await read(
      vrmlText(
        `DEF X Shape { geometry Box { size 1 1 1 } } PROTO Outer [ field MFNode parts [ ] field SFNode more NULL ] { PROTO Inner [ field SFVec3f at 0 0 0 ] { Transform { translation IS at children DEF X Shape { geometry Box { size 2 2 2 } } } } Group { children [ Inner { at 10 0 0 } Inner { at 20 0 0 } Group { children IS parts } Group { children IS more } ] } } DEF O Outer { parts [ Transform { translation 30 0 0 children USE X } ] } Transform { translation 0 50 0 children [ USE X USE O ] }`,
      ),
    );
    expect(model.measures.volume).toBeCloseTo(1 + (8 + 8 + 1) + 1 + (8 + 8 + 1), 9);
    expect(model.checks.shells).toBe(8);
  });

  it('An XML instance shows the first node of its prototype, with its own values or the defaults.', async () => {
    const declared =
      '<ProtoDeclare name="Bar"><ProtoInterface><field name="size" type="SFVec3f" value="1 2 3"/><field name="parts" type="MFNode"/></ProtoInterface><ProtoBody><Group><IS><connect nodeField="children" protoField="parts"/></IS><Shape><Box><IS><connect nodeField="size" protoField="size"/></IS></Box></Shape></Group><Shape><Box/></Shape></ProtoBody></ProtoDeclare>';
    const model = await read(
      x3dText(
        `${declared}<ProtoInstance name="Bar"/><Transform translation="10 0 0"><ProtoInstance name="Bar"><fieldValue name="size" value="2 2 2"/><fieldValue name="parts"><Transform translation="20 0 0"><Shape><Box size="1 1 1"/></Shape></Transform></fieldValue></ProtoInstance></Transform>`,
      ),
      'part.x3d',
    );
    expect(model.measures.volume).toBeCloseTo(6 + 8 + 1, 9);
    expect(model.checks.shells).toBe(3);
  });

  it('Instances of prototypes of other files are refused by their name.', async () => {
    const vrml = vrmlText(`EXTERNPROTO Gear [ field SFFloat r ] [ "gears.wrl" ] ${shape} Gear { r 2 }`);
    expect(await expectCode(read(vrml), 'file-unsupported')).toContain('“Gear”');
    const xml = x3dText('<ExternProtoDeclare name="Gear" url="gears.x3d"/><ProtoInstance name="Gear"/>');
    expect(await expectCode(read(xml, 'part.x3d'), 'file-unsupported')).toContain('“Gear”');
  });

  it('Prototypes that multiply without end are refused.', async () => {
    const twice = (name: string, of: string): string =>
      `PROTO ${name} [ ] { Group { children [ ${`${of} { } `.repeat(10)}] } }`;
    const names = Array.from({ length: 12 }, (_, i) => `P${i}`);
    const text = names
      .map((name, i) => (i === 0 ? `PROTO P0 [ ] { ${shape} }` : twice(name, names[i - 1]!)))
      .join(' ');
    await expectCode(read(vrmlText(`${text} P11 { }`)), 'file-too-large');
  });
});

describe('swept surfaces', () => {
  it('An extrusion encloses its cross-section times its spine.', async () => {
    const straight = await read(vrmlText('Shape { geometry Extrusion { spine [ 0 0 0, 0 3 0 ] } }'));
    expect(straight.checks).toEqual({ watertight: true, shells: 1, findings: [] });
    expect(straight.measures).toMatchObject({ volume: 12, area: 8 + 24, triangles: 12 });
    const slanted = await read(
      vrmlText(
        'Shape { geometry Extrusion { spine [ 1 1 1, 4 1 1, 9 1 1 ] crossSection [ 2 0, 0 -2, -2 0, 0 2, 2 0 ] scale [ 1 1, 2 2 ] } }',
      ),
    );
    expect(slanted.checks).toEqual({ watertight: true, shells: 1, findings: [] });
    // A frustum of areas 8 and 32 over 3, then a prism of 32 over 5.
    expect(slanted.measures.volume).toBeCloseTo((3 * (8 + 32 + 16)) / 3 + 5 * 32, 9);
  });

  it('An extrusion without caps is open, and one whose spine is closed has no ends.', async () => {
    const open = await read(
      vrmlText('Shape { geometry Extrusion { beginCap FALSE endCap FALSE spine [ 0 0 0, 0 3 0 ] } }'),
    );
    expect(open.checks.findings.map(({ kind }) => kind)).toEqual(['open-edges']);
    const around = Array.from({ length: 33 }, (_, i) => {
      const angle = (2 * Math.PI * (i % 32)) / 32;
      return `${20 * Math.cos(angle)} 0 ${20 * Math.sin(angle)}`;
    });
    const ring = await read(
      vrmlText(
        `Shape { geometry Extrusion { crossSection [ 1 1 1 -1 -1 -1 -1 1 1 1 ] spine [ ${around.join(', ')} ] } }`,
      ),
    );
    expect(ring.checks).toEqual({ watertight: true, shells: 1, findings: [] });
    expect(ring.measures.volume / (4 * 32 * 2 * 20 * Math.sin(Math.PI / 32))).toBeCloseTo(1, 1);
  });

  it('An extrusion in XML, turned at every point, and one that ends in a point are read.', async () => {
    const twisted = await read(
      x3dText(
        '<Shape><Extrusion spine="0 0 0 0 1 0 0 2 0" orientation="0 1 0 0 0 1 0 0.2 0 1 0 0.4"/></Shape>',
      ),
      'part.x3d',
    );
    expect(twisted.checks).toEqual({ watertight: true, shells: 1, findings: [] });
    expect(twisted.measures.volume).toBeGreaterThan(7.4);
    const pyramid = await read(
      vrmlText('Shape { geometry Extrusion { spine [ 0 0 0, 0 3 0 ] scale [ 1 1, 0 0 ] } }'),
    );
    expect(pyramid.checks.watertight).toBe(true);
    expect(pyramid.measures.volume).toBeCloseTo(4, 9);
  });

  it('A grid of heights is read, and is open as it is in the file.', async () => {
    const model = await read(
      vrmlText(
        'Shape { geometry ElevationGrid { xDimension 3 zDimension 2 xSpacing 2 zSpacing 5 height [ 0 1 0, 0 1 0 ] } }',
      ),
    );
    expect(model.measures.triangles).toBe(4);
    expect(model.measures.area).toBeCloseTo(10 * Math.sqrt(5), 9);
    expect(model.measures.bounds).toEqual({ min: [0, 0, 0], max: [4, 1, 5] });
    expect(model.checks.findings.map(({ kind }) => kind)).toEqual(['open-edges']);
  });

  it('Surfaces that are not read are refused by their name, since the part would not be whole.', async () => {
    const text = vrmlText(`${shape} Shape { geometry NurbsPatchSurface { uOrder 3 } }`);
    expect(await expectCode(read(text), 'file-unsupported')).toContain('NurbsPatchSurface');
  });

  it('A spine comes back to its beginning even if the last digits of a full turn say otherwise.', async () => {
    const around = Array.from({ length: 25 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 24;
      return `${10 * Math.cos(angle)} 0 ${10 * Math.sin(angle)}`;
    });
    const line = `crossSection [ 1 1 1 -1 -1 -1 -1 1 1 1 ] spine [ ${around.join(', ')} ]`;
    const text = `Shape { geometry Extrusion { beginCap FALSE endCap FALSE ${line} } }`;
    const { checks } = await read(vrmlText(text));
    expect(checks).toEqual({ watertight: true, shells: 1, findings: [] });
  });
});

describe('what shows of a scene', () => {
  const bar3 = `<Shape>${x3dFaces(bar)}</Shape>`;
  const asX3d = (scene: string, head = '') => read(x3dText(scene, head), 'part.x3d');

  it('A humanoid lists its joints and segments again, which does not draw them twice.', async () => {
    const { measures } = await asX3d(
      `<HAnimHumanoid><HAnimJoint DEF="j" containerField="skeleton"><HAnimSegment DEF="s">${bar3}<HAnimSite translation="5 0 0">${bar3}</HAnimSite></HAnimSegment></HAnimJoint><HAnimJoint USE="j" containerField="joints"/><HAnimSegment USE="s" containerField="segments"/></HAnimHumanoid>`,
    );
    expect(measures.volume).toBeCloseTo(12, 9);
    expect(measures.bounds!.max).toEqual([6, 2, 3]);
  });

  it('Layers are groups, and a group that is not read is refused by its name.', async () => {
    const layers = await asX3d(`<LayerSet><Layer>${bar3}</Layer></LayerSet>`);
    expect(layers.measures.volume).toBeCloseTo(6, 9);
    const placed = asX3d(`${bar3}<GeoLocation geoCoords="1 2 3"><Group>${bar3}</Group></GeoLocation>`);
    expect(await expectCode(placed, 'file-unsupported')).toContain('GeoLocation');
    const script = await asX3d(`<Script><field name="a"><Group>${bar3}</Group></field></Script>${bar3}`);
    expect(script.measures.volume).toBeCloseTo(6, 9);
  });

  it('What is not visible does not count.', async () => {
    const { measures } = await asX3d(
      `<Transform visible="false">${bar3}</Transform><Shape visible="FALSE">${x3dFaces(cube)}</Shape>${bar3}`,
    );
    expect(measures.volume).toBeCloseTo(6, 9);
  });

  it.each([
    [
      'X3D',
      'part.x3d',
      x3dText(
        `<Transform rotation="0 0 1 90">${bar3}</Transform>`,
        '<unit category="angle" name="degree" conversionFactor="0.017453292519943295"/>',
      ),
    ],
    [
      'the classic encoding',
      'part.x3dv',
      `#X3D V3.3 utf8\nPROFILE Immersive\nUNIT angle degree 0.017453292519943295\nTransform { rotation 0 0 1 90 children ${vrmlShape(vrmlFaces(bar))} }`,
    ],
  ])('Angles are in the unit that the file states: %s.', async (_what, name, text) => {
    const { bounds } = (await read(text, name)).measures;
    expect(bounds!.min[0]).toBeCloseTo(-2, 9);
    expect(bounds!.max[1]).toBeCloseTo(1, 9);
  });

  it('A remark on round solids is made once.', async () => {
    const ball = 'Shape { geometry Sphere { } }';
    const model = await read(vrmlText(`${ball} Transform { translation 5 0 0 children ${ball} }`));
    expect(model.warnings).toHaveLength(1);
  });
});
