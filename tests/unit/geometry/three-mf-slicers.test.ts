/**
 * The parts, negative parts, modifiers and supports of slicers in 3MF, as PrusaSlicer and Bambu Studio write
 * them.
 */
import { describe, expect, it } from 'vitest';
import { isDoubt } from '../../../src-shared/geometry/doubts.ts';
import type { AnalysedModel } from '../../../src-shared/geometry/geometry.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { meshXml, modelXml, threeMf } from '../../fixtures/geometry/build-files.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import { joinMeshes, makeBox, makeCube, moveMesh, turnInsideOut } from '../../fixtures/geometry/solids.ts';
import { expectSameAnalysis } from '../../support/same-analysis.ts';
import '../../fixtures/geometry/wasm.ts';

const analyse = async (bytes: Uint8Array): Promise<AnalysedModel> => {
  const model = await expectSameAnalysis(bytes, 'part.3mf');
  if (model instanceof Error) throw model;
  return model;
};
const warningsOf = ({ warnings }: AnalysedModel): string[] => warnings.map(englishGeometryText);

const united =
  '2 parts of one object overlap. They are one solid, as 3MF has it, and what they share counts once.';
const overlap = '2 parts overlap, and what they share counts twice in volume and price. Repair joins them.';

const cube = makeCube(20);
/** Goes through the middle of the cube and out of it at the top. */
const hole = makeBox([5, 5, 5], [15, 15, 30]);
const build = '<build><item objectid="1" printable="1"/></build>';

/** One object of several volumes, each with its type. */
function prusa(volumes: readonly (readonly [Mesh, string])[], items = build): Uint8Array {
  const mesh = joinMeshes(volumes.map(([volume]) => volume));
  let first = 0;
  const config = volumes.map(([{ indices }, type]) => {
    const range = `firstid="${first}" lastid="${first + indices.length / 3 - 1}"`;
    first += indices.length / 3;
    return `<volume ${range}><metadata type="volume" key="name" value="a &amp; b"/>${type}</volume>`;
  });
  return threeMf(modelXml(`<resources><object id="1">${meshXml(mesh)}</object></resources>${items}`), {
    'Metadata/Slic3r_PE_model.config': `<?xml version="1.0"?><config><object id="1" instances_count="1"><metadata type="object" key="name" value="x"/>${config.join('')}</object></config>`,
  });
}
const volumeType = (type: string): string => `<metadata type="volume" key="volume_type" value="${type}"/>`;

/** An object of two parts in another model part, as Bambu Studio and OrcaSlicer write it. */
const bambu = (subtype: string, more = '', metadata = ''): Uint8Array =>
  threeMf(
    modelXml(
      `<resources><object id="3" type="model"><components><component p:path="/3D/Objects/object_1.model" objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 0"/><component p:path="/3D/Objects/object_1.model" objectid="2"/></components></object></resources><build><item objectid="3" transform="1 0 0 0 1 0 0 0 1 100 100 0"/></build>`,
    ),
    {
      '3D/Objects/object_1.model': modelXml(
        `<resources><object id="1" type="model">${meshXml(cube)}</object><object id="2" type="model">${meshXml(hole)}</object></resources><build/>`,
      ),
      'Metadata/model_settings.config': `<?xml version="1.0"?><config><object id="3"><metadata key="name" value="x"/><part id="1" subtype="normal_part"/><part id="2" subtype="${subtype}"><metadata key="name" value="y"/>${metadata}</part></object><plate><metadata key="plater_id" value="1"/></plate>${more}</config>`,
    },
  );

const left = 20 ** 3 - 10 * 10 * 15;

describe('3MF of slicers', () => {
  it('Negative parts of PrusaSlicer are cut out.', async () => {
    const model = await analyse(
      prusa([
        [cube, volumeType('ModelPart')],
        [hole, volumeType('NegativeVolume')],
      ]),
    );
    expect(model.measures.volume).toBeCloseTo(left, 6);
    expect(model.measures.area).toBeCloseTo(6 * 400 + 4 * 10 * 15, 6);
    expect(model.measures.bounds).toEqual({ min: [0, 0, 0], max: [20, 20, 20] });
    expect(model.checks).toMatchObject({ watertight: true, shells: 1 });
    expect(warningsOf(model)).toEqual(['One negative part was cut out.']);
  });

  it.each([
    ['the negative part', cube, turnInsideOut(hole)],
    ['the part', turnInsideOut(cube), hole],
  ])('What is inside out is turned before it is cut: %s.', async (_which, part, negative) => {
    const model = await analyse(
      prusa([
        [part, volumeType('ModelPart')],
        [negative, volumeType('NegativeVolume')],
      ]),
    );
    expect(model.measures.volume).toBeCloseTo(left, 6);
    expect(model.checks).toMatchObject({ watertight: true, shells: 1, findings: [] });
  });

  it('Negative parts of Bambu Studio are cut out where they are placed.', async () => {
    const model = await analyse(bambu('negative_part'));
    expect(model.measures.volume).toBeCloseTo(left, 5);
    expect(model.measures.bounds!.min.map(Math.round)).toEqual([100, 100, 0]);
    expect(warningsOf(model)).toEqual(['One negative part was cut out.']);
  });

  it.each([
    ['modifier_part', 'One modifier was left out; it is not printed.'],
    ['support_blocker', 'One support part was left out; it is not part of the model.'],
    ['support_enforcer', 'One support part was left out; it is not part of the model.'],
  ])('Bambu Studio’s %s is left out, and a remark says so.', async (subtype, remark) => {
    const model = await analyse(bambu(subtype));
    expect(model.measures.volume).toBeCloseTo(8000, 6);
    expect(warningsOf(model)).toEqual([remark]);
  });

  it.each([
    ['ParameterModifier', volumeType('ParameterModifier'), 'One modifier'],
    ['SupportBlocker', volumeType('SupportBlocker'), 'One support part'],
    ['SupportEnforcer', volumeType('SupportEnforcer'), 'One support part'],
    ['modifier of older versions', '<metadata type="volume" key="modifier" value="1"/>', 'One modifier'],
  ])('PrusaSlicer’s %s is left out, and a remark says so.', async (_name, type, remark) => {
    const model = await analyse(
      prusa([
        [cube, volumeType('ModelPart')],
        [hole, type],
      ]),
    );
    expect(model.measures).toMatchObject({ volume: 8000, triangles: 12 });
    expect(warningsOf(model)).toEqual([expect.stringContaining(remark)]);
  });

  const unknown = 'One part of the unknown type “ironing_mesh” was read as solid; check the shape.';

  it('A part of a type that nobody knows counts as solid, and a remark names the type.', async () => {
    const beside = moveMesh(cube, [40, 0, 0]);
    const ofPrusa = await analyse(
      prusa([
        [cube, volumeType('ModelPart')],
        [beside, volumeType('ironing_mesh')],
      ]),
    );
    expect(ofPrusa.measures.volume).toBe(16_000);
    expect(warningsOf(ofPrusa)).toEqual([unknown]);
    expect(ofPrusa.warnings.every(isDoubt)).toBe(true);
    expect(warningsOf(await analyse(bambu('ironing_mesh')))).toEqual([united, unknown]);
    const several = prusa([
      [cube, volumeType('brim_ear')],
      [beside, volumeType('ironing_mesh')],
    ]);
    expect(warningsOf(await analyse(several))).toEqual([
      '2 parts of unknown types (brim_ear, ironing_mesh) were read as solid; check the shape.',
    ]);
  });

  it('A long list of unknown types stays one short remark.', async () => {
    const volumes = Array.from(
      { length: 40 },
      (_, i) => [moveMesh(makeCube(5), [i * 9, 0, 0]), volumeType(`type_${i}`)] as const,
    );
    const [remark, ...others] = warningsOf(await analyse(prusa(volumes)));
    expect(others).toEqual([]);
    expect(remark).toContain('40 parts of unknown types (type_0, type_1, type_2, …)');
  });

  it('Unknown types of objects that are not printed are not mentioned.', async () => {
    const bytes = threeMf(
      modelXml(`<resources><object id="1">${meshXml(cube)}</object></resources>${build}`),
      {
        'Metadata/model_settings.config':
          '<config><object id="7"><part id="1" subtype="ironing_mesh"/></object></config>',
      },
    );
    expect((await analyse(bytes)).warnings).toEqual([]);
  });

  it.each([
    ['0', 8000 + 1500, []],
    ['1', 8000, ['One modifier was left out; it is not printed.']],
  ])('Volume type %s of the first versions with types is known.', async (type, volume, remarks) => {
    const model = await analyse(
      prusa([
        [cube, volumeType('ModelPart')],
        [moveMesh(makeBox([0, 0, 0], [10, 10, 15]), [40, 0, 0]), volumeType(type)],
      ]),
    );
    expect(model.measures.volume).toBe(volume);
    expect(warningsOf(model)).toEqual(remarks);
  });

  // As bbs_3mf.cpp reads it: first the attribute, then the metadata in their order.
  it('The metadata of a part of Bambu Studio change its type.', async () => {
    const model = await analyse(
      bambu('normal_part', '', '<metadata key="part_type" value="modifier_part"/>'),
    );
    expect(model.measures.volume).toBeCloseTo(8000, 6);
    expect(warningsOf(model)).toEqual(['One modifier was left out; it is not printed.']);
  });

  it('All parts of an object count, and each is cut; other objects are not.', async () => {
    const beside = moveMesh(makeCube(20), [40, 0, 0]);
    const wide = makeBox([-10, 5, 5], [70, 15, 15]);
    const both = prusa(
      [
        [cube, volumeType('ModelPart')],
        [beside, volumeType('ModelPart')],
        [wide, volumeType('NegativeVolume')],
      ],
      '<build><item objectid="1"/><item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 100 0"/><item objectid="1" printable="0"/></build>',
    );
    const model = await analyse(both);
    expect(model.measures.volume).toBeCloseTo(4 * (8000 - 2000), 4);
    expect(warningsOf(model)).toEqual([
      'Objects marked as not printable were left out (1).',
      '2 negative parts were cut out.',
    ]);
  });

  /**
   * A cube and a larger object beside it, as Cura writes them; `said` is in the object, `item` in its build
   * item.
   */
  const cura = (said: string, item = '', content = meshXml(makeCube(50))): Uint8Array =>
    threeMf(
      modelXml(
        `<resources><object id="1" type="model">${meshXml(cube)}</object><object id="3">${meshXml(makeCube(50))}</object><object id="2" type="model">${said}${content}</object></resources><build><item objectid="1"/><item objectid="2">${item}</item></build>`,
        'xmlns:cura="http://software.ultimaker.com/xml/cura/3mf/2015/10"',
      ),
    );
  const group = (name: string, value = 'True'): string =>
    `<metadatagroup><metadata name="cura:extruder_nr">0</metadata><metadata name="cura:${name}" preserve="true" type="xs:boolean">${value}</metadata></metadatagroup>`;
  const modifier = 'One modifier was left out; it is not printed.';
  const support = 'One support part was left out; it is not part of the model.';

  it.each<[string, Uint8Array, string]>([
    ['infill_mesh', cura(group('infill_mesh')), modifier],
    ['cutting_mesh', cura(group('cutting_mesh')), modifier],
    ['support_mesh', cura(group('support_mesh')), support],
    ['anti_overhang_mesh', cura(group('anti_overhang_mesh', 'true')), support],
    [
      'infill_mesh of old versions',
      cura('<settings><setting key="infill_mesh">True</setting></settings>'),
      modifier,
    ],
    ['support_mesh of a build item', cura('', group('support_mesh')), support],
    [
      'support_mesh of a group',
      cura(group('support_mesh'), '', '<components><component objectid="3"/></components>'),
      support,
    ],
  ])('Cura’s %s is left out, and a remark says so.', async (_name, bytes, remark) => {
    const model = await analyse(bytes);
    expect(model.measures.volume).toBe(8000);
    expect(warningsOf(model)).toEqual([remark]);
  });

  it('Other settings of Cura change nothing.', async () => {
    for (const said of [group('infill_mesh', 'False'), group('drop_to_buildplate')]) {
      const model = await analyse(cura(said));
      expect(model.measures.volume).toBe(8000 + 125_000);
      expect(warningsOf(model)).toEqual([overlap]);
    }
  });

  it('A negative part that takes everything leaves nothing to print.', async () => {
    const around = makeBox([-1, -1, -1], [21, 21, 21]);
    const bytes = prusa([
      [cube, volumeType('ModelPart')],
      [around, volumeType('NegativeVolume')],
    ]);
    expect(await expectCode(analyse(bytes), 'file-no-triangles')).toContain('fully cut away');
  });

  it('A file is refused if its part is open, since nothing can be cut out of it.', async () => {
    const open = { positions: cube.positions, indices: cube.indices.slice(3) };
    const bytes = prusa([
      [open, volumeType('ModelPart')],
      [hole, volumeType('NegativeVolume')],
    ]);
    expect(await expectCode(analyse(bytes), 'file-unsupported')).toContain('cannot be cut out');
  });

  it('Settings of two slicers in one file both count.', async () => {
    const mesh = joinMeshes([cube, moveMesh(makeCube(50), [60, 0, 0])]);
    const bytes = threeMf(
      modelXml(`<resources><object id="1">${meshXml(mesh)}</object></resources>${build}`),
      {
        'Metadata/Slic3r_PE_model.config': `<config><object id="1"><volume firstid="12" lastid="23">${volumeType('ParameterModifier')}</volume></object></config>`,
        'Metadata/model_settings.config':
          '<config><object id="1"><metadata key="name" value="x"/></object></config>',
      },
    );
    expect((await analyse(bytes)).measures.volume).toBe(8000);
  });

  it('Settings of parts do not reach the parts of those, whose ids are others.', async () => {
    const files = ['1', '2'].map((number) => `/3D/Objects/object_${number}.model`);
    const nested = `<object id="2">${meshXml(cube)}</object><object id="1"><components><component objectid="2"/></components></object>`;
    const bytes = threeMf(
      modelXml(
        `<resources><object id="3"><components><component p:path="${files[0]}" objectid="1"/><component p:path="${files[1]}" objectid="2"/></components></object></resources><build><item objectid="3"/></build>`,
      ),
      {
        '3D/Objects/object_1.model': modelXml(`<resources>${nested}</resources><build/>`),
        '3D/Objects/object_2.model': modelXml(
          `<resources><object id="2">${meshXml(makeCube(50))}</object></resources><build/>`,
        ),
        'Metadata/model_settings.config':
          '<config><object id="3"><part id="1" subtype="normal_part"/><part id="2" subtype="modifier_part"/></object></config>',
      },
    );
    expect((await analyse(bytes)).measures.volume).toBe(8000);
  });

  it('Settings of plain parts change nothing.', async () => {
    const model = await analyse(prusa([[cube, volumeType('ModelPart')]]));
    expect(model.measures).toMatchObject({ volume: 8000, triangles: 12 });
    expect(model.warnings).toEqual([]);
  });

  it.each([
    ['components', bambu('normal_part')],
    [
      'volumes of one mesh',
      prusa([
        [cube, volumeType('ModelPart')],
        [hole, volumeType('ModelPart')],
      ]),
    ],
  ])('Parts of one object that overlap are one solid: %s.', async (_what, bytes) => {
    const { measures, checks, warnings } = await analyse(bytes);
    expect(measures.volume).toBeCloseTo(8000 + 10 ** 3, 6);
    expect(measures.area).toBeCloseTo(6 * 400 + 4 * 100, 6);
    expect(checks).toEqual({ watertight: true, shells: 1, findings: [] });
    expect(warnings.map(englishGeometryText)).toEqual([united]);
    expect(warnings.some(isDoubt)).toBe(false);
  });

  it('Parts of one object that do not overlap stay as they are, and so do separate objects.', async () => {
    const beside = moveMesh(cube, [40, 0, 0]);
    const apart = prusa([
      [cube, volumeType('ModelPart')],
      [beside, volumeType('ModelPart')],
    ]);
    expect((await analyse(apart)).measures).toMatchObject({ volume: 16_000, triangles: 24 });
    expect((await analyse(apart)).warnings).toEqual([]);
    const twice = '<item objectid="1"/><item objectid="1" transform="1 0 0 0 1 0 0 0 1 5 0 0"/>';
    const objects = threeMf(
      modelXml(`<resources><object id="1">${meshXml(cube)}</object></resources><build>${twice}</build>`),
    );
    expect((await analyse(objects)).measures.volume).toBe(16_000);
    expect(warningsOf(await analyse(objects))).toEqual([overlap]);
  });

  it('A file of several plates, and a sliced one, say so.', async () => {
    const plates = await analyse(bambu('normal_part', '<plate/><plate/>'));
    expect(warningsOf(plates)).toEqual([united, 'The file has 3 plates; the parts of all were read.']);
    const sliced = threeMf(
      modelXml(`<resources><object id="1">${meshXml(cube)}</object></resources>${build}`),
      {
        'Metadata/plate_1.gcode': 'G28',
      },
    );
    expect(warningsOf(await analyse(sliced))).toEqual([
      'The file is sliced for one printer; only the model in it was read.',
    ]);
    const onlySliced = threeMf(modelXml('<resources/><build/>'), { 'Metadata/plate_1.gcode': 'G28' });
    expect(await expectCode(analyse(onlySliced), 'file-no-triangles')).toContain('is sliced');
  });

  it('Objects for support are left out, and a remark says so.', async () => {
    const bytes = threeMf(
      modelXml(
        `<resources><object id="1">${meshXml(cube)}</object><object id="2" type="support">${meshXml(hole)}</object></resources><build><item objectid="1"/><item objectid="2"/></build>`,
      ),
    );
    const model = await analyse(bytes);
    expect(model.measures.volume).toBe(8000);
    expect(warningsOf(model)).toEqual(['One support part was left out; it is not part of the model.']);
  });

  it.each([
    [
      'switched off',
      threeMf(
        modelXml(
          `<resources><object id="1">${meshXml(cube)}</object></resources><build><item objectid="1" printable="0"/></build>`,
        ),
      ),
    ],
    ['a modifier', prusa([[cube, volumeType('ParameterModifier')]])],
  ])('A file of which nothing is printed says why: %s.', async (_what, bytes) => {
    expect(await expectCode(analyse(bytes), 'file-no-triangles')).toContain(
      'No object in the 3MF file is printed',
    );
  });

  it.each([
    ['slice', 's:meshresolution="lowres"', meshXml(cube)],
    ['booleanshape', '', '<bo:booleanshape objectid="2"><bo:boolean objectid="2"/></bo:booleanshape>'],
    ['displacementmesh', '', `<d:displacementmesh>${meshXml(cube)}</d:displacementmesh>`],
  ])(
    'An object whose shape an extension describes is refused, even if the file does not require it: %s.',
    async (name, attribute, content) => {
      const xml = (items: string): string =>
        modelXml(
          `<resources><object id="2">${meshXml(cube)}</object><object id="1" ${attribute}>${content}</object></resources><build><item objectid="2"/>${items}</build>`,
          'xmlns:s="s" xmlns:bo="b" xmlns:d="d"',
        );
      expect(await expectCode(analyse(threeMf(xml('<item objectid="1"/>'))), 'file-unsupported')).toContain(
        name,
      );
      expect((await analyse(threeMf(xml('')))).measures.volume).toBe(8000);
    },
  );
});
