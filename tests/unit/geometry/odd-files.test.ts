/** Files that are whole but unusual: each is read for what it is, or refused with the true reason. */
import { describe, expect, it } from 'vitest';
import { isDoubt } from '../../../src-shared/geometry/doubts.ts';
import type { AnalysedModel } from '../../../src-shared/geometry/geometry.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { asciiStl, meshXml, modelXml, threeMf, utf8 } from '../../fixtures/geometry/build-files.ts';
import { amfMesh, amfText, colladaGeometry, colladaText } from '../../fixtures/geometry/build-scenes.ts';
import { makeCube } from '../../fixtures/geometry/solids.ts';
import { stepFile, tessellatedSolid } from '../../fixtures/geometry/tessellated-step.ts';
import { expectSameAnalysis } from '../../support/same-analysis.ts';
import '../../fixtures/geometry/wasm.ts';

const cube = makeCube(10);
const read = async (bytes: Uint8Array, name: string): Promise<AnalysedModel> => {
  const model = await expectSameAnalysis(bytes, name);
  if (model instanceof Error) throw model;
  return model;
};
const doubtsOf = async (bytes: Uint8Array, name: string) =>
  (await read(bytes, name)).warnings.filter(isDoubt).map(englishGeometryText);
const refusal = async (bytes: Uint8Array, name: string) => String(await expectSameAnalysis(bytes, name));

describe('ASCII STL', () => {
  const text = asciiStl(cube);
  it.each([
    ['on one line', text.replaceAll(/\s+/g, ' ')],
    ['on one line without a name', text.replaceAll(/\s+/g, ' ').replace('solid part ', 'solid ')],
    ['of several solids on one line', `${text} ${text}`.replaceAll(/\s+/g, ' ')],
    ['that ends with “end solid”', text.replace('endsolid', 'end solid')],
  ])('A file %s is whole.', async (_what, given) => {
    const model = await read(utf8(given), 'part.stl');
    expect(model.checks.findings.filter(({ kind }) => kind === 'open-edges')).toEqual([]);
    expect(model.measures.triangles % 12).toBe(0);
    expect(model.warnings.map(englishGeometryText).join()).not.toContain('cut off');
  });

  it('A file that ends within a facet is still said to be cut off.', async () => {
    expect((await doubtsOf(utf8(text.slice(0, -60)), 'part.stl')).join()).toContain('cut off');
  });
});

describe('colours that nobody reads', () => {
  /** @param header of 80 letters at most @param colours of the faces, one after the other */
  function coloured(header: string, ...colours: number[]): Uint8Array {
    const bytes = writeBinaryStl(cube).slice();
    bytes.set(utf8(header.padEnd(80)));
    const view = new DataView(bytes.buffer);
    for (let face = 0; face < 12; face++)
      view.setUint16(84 + face * 50 + 48, colours[face % colours.length]!, true);
    return bytes;
  }

  it.each([
    ['Magics', coloured('COLOR=abcd,MATERIAL=', 0x001f, 0x7c00)],
    ['Magics, some with the usual colour', coloured('COLOR=abcd', 0x8000, 0x7c00)],
    ['VisCAM', coloured('made by a scanner', 0x801f, 0xfc00)],
  ])('Binary STL with colours in the way of %s is a doubt.', async (_what, bytes) => {
    expect(await doubtsOf(bytes, 'part.stl')).toEqual([expect.stringContaining('Magics or VisCAM')]);
  });

  it.each([
    ['one colour', coloured('COLOR=abcd', 0x001f)],
    ['none', coloured('made by a scanner', 0)],
    ['other numbers in their place', coloured('made by a scanner', 0x801f, 7)],
  ])('Binary STL with %s is none.', async (_what, bytes) => {
    expect(await doubtsOf(bytes, 'part.stl')).toEqual([]);
  });

  const object = `<resources><object id="1">${meshXml(cube)}</object></resources>`;
  const placed = `${object}<build><item objectid="1"/></build>`;
  const config = (part: string) => ({
    'Metadata/model_settings.config': `<config><object id="1"><metadata key="extruder" value="1"/>${part}</object></config>`,
  });
  it.each([
    ['painted by Bambu Studio', threeMf(modelXml(placed.replace('v3="', 'paint_color="8" v3="')))],
    [
      'painted by PrusaSlicer',
      threeMf(modelXml(placed.replace('v3="', 'slic3rpe:mmu_segmentation="4" v3="'))),
    ],
    [
      'of several filaments',
      threeMf(
        modelXml(placed),
        config(
          '<part id="1" subtype="normal_part"/><part id="2" subtype="normal_part"><metadata key="extruder" value="2"/></part>',
        ),
      ),
    ],
  ])('3MF that is %s is a doubt.', async (_what, bytes) => {
    expect(await doubtsOf(bytes, 'part.3mf')).toEqual([expect.stringMatching(/slicer.*filaments/)]);
  });

  it('3MF of one filament is none, and a modifier of another one does not count.', async () => {
    const modifier =
      '<part id="1" subtype="normal_part"/><part id="9" subtype="modifier_part"><metadata key="extruder" value="2"/></part>';
    expect(await doubtsOf(threeMf(modelXml(placed), config(modifier)), 'part.3mf')).toEqual([]);
  });

  it('3MF that places none of its objects says so.', async () => {
    for (const rest of ['', '<build/>', '<build></build>'])
      expect(await refusal(threeMf(modelXml(object + rest)), 'part.3mf')).toContain('places none of them');
  });
});

describe('units', () => {
  it('STEP without a unit states none; its format assumes millimetres.', async () => {
    const text = stepFile(tessellatedSolid(30, cube), '#30');
    const stated = await read(utf8(text), 'part.step');
    expect([stated.unit, stated.assumedUnit]).toEqual(['mm', undefined]);
    const silent = await read(utf8(text.replaceAll('GLOBAL_UNIT_ASSIGNED', 'GLOBAL_OTHER')), 'part.step');
    expect([silent.unit, silent.assumedUnit]).toEqual([null, 'mm']);
    expect(silent.measures.volume).toBe(stated.measures.volume);
  });
});

describe('ids', () => {
  it('An id that 3MF or AMF has twice is a doubt.', async () => {
    const twice = `<resources><object id="1">${meshXml(cube)}</object><object id="1">${meshXml(makeCube(40))}</object></resources><build><item objectid="1"/></build>`;
    const said = [expect.stringContaining('the same id (1)')];
    expect(await doubtsOf(threeMf(modelXml(twice)), 'part.3mf')).toEqual(said);
    const objects = [cube, makeCube(40)].map((mesh) => `<object id="1">${amfMesh(mesh)}</object>`).join('');
    expect(await doubtsOf(utf8(amfText(objects)), 'part.amf')).toEqual(said);
  });

  it('A COLLADA geometry means its own sources, whatever others are called.', async () => {
    const [small, large] = [colladaGeometry(cube, 'a'), colladaGeometry(makeCube(40), 'b')];
    const ids = (text: string) => text.replaceAll(/"(#?)[ab]-/g, '"$1same-');
    const nodes = ['a', 'b'].map((id) => `<node><instance_geometry url="#${id}"/></node>`).join('');
    const text = colladaText(ids(small) + ids(large), nodes);
    const { measures } = await read(utf8(text), 'part.dae');
    expect(measures.volume).toBeCloseTo(65_000, 6);
  });

  it('AMF without objects is complete and empty.', async () => {
    const text = amfText('<metadata type="producer">OpenSCAD 2021.01</metadata>');
    expect(await refusal(utf8(text), 'part.amf')).toContain('has no triangles');
    expect(await refusal(utf8(text.slice(0, -8)), 'part.amf')).toContain('incomplete');
  });
});

describe('warped polygons', () => {
  /** The outline of an arch, one corner of which is out of its plane. */
  const arch = (warp: number) =>
    [
      'v 0 0 0',
      'v 10 0 0',
      'v 10 10 0',
      'v 8 10 0',
      `v 8 2 ${warp}`,
      'v 2 2 0',
      'v 2 10 0',
      'v 0 10 0',
      'f 1 2 3 4 5 6 7 8',
    ].join('\n');

  it.each([0, 0.5, 2])('A concave polygon is clipped in its best plane, warped by %s.', async (warp) => {
    const { measures } = await read(utf8(arch(warp)), 'arch.obj');
    expect(measures.area).toBeGreaterThanOrEqual(52);
    expect(measures.area).toBeLessThanOrEqual(52 + 8 * warp);
  });

  it('An outline that crosses itself even there becomes a fan, as elsewhere.', async () => {
    const bow = 'v 0 0 0\nv 10 10 0\nv 10 0 1\nv 0 10 0\nf 1 2 3 4\n';
    expect((await read(utf8(bow), 'bow.obj')).measures.triangles).toBe(2);
  });
});
