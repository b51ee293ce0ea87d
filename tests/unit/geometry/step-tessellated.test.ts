/**
 * STEP files whose bodies are triangles (AP242, ISO 10303-42 tessellated_item), alone and beside exact ones.
 */
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import type { AnalysedModel } from '../../../src-shared/geometry/geometry.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { summariseColours } from '../../../src-shared/geometry/mesh/colours.ts';
import { utf8 } from '../../fixtures/geometry/build-files.ts';
import { stepText } from '../../fixtures/geometry/build-scenes.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import { makeBox, makeCube, makeIcosphere, moveMesh, turnInsideOut } from '../../fixtures/geometry/solids.ts';
import {
  coordinatesList,
  placement,
  stepFile,
  tessellatedSolid,
} from '../../fixtures/geometry/tessellated-step.ts';
import '../../fixtures/geometry/wasm.ts';

const analyse = (text: string): Promise<AnalysedModel> => analyseModel(utf8(text), 'part.step');
const remarks = ({ warnings }: AnalysedModel): string[] =>
  warnings.map(englishGeometryText).filter((text) => !text.startsWith('Exact surfaces'));
const read = 'Bodies of triangles (AP242) were read as they are.';
const closed = { watertight: true, shells: 1, findings: [] };

/** The corners of a cube of 10, and its six sides as quads that run counter-clockwise seen from outside. */
const cubeCorners = [
  ...[0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 10, 0],
  ...[0, 0, 10, 10, 0, 10, 10, 10, 10, 0, 10, 10],
];
const sides = [
  [1, 4, 3, 2],
  [5, 6, 7, 8],
  [1, 2, 6, 5],
  [2, 3, 7, 6],
  [3, 4, 8, 7],
  [4, 1, 5, 8],
] as const;
const normals = ['0.,0.,-1.', '0.,0.,1.', '0.,-1.,0.', '1.,0.,0.', '0.,1.,0.', '-1.,0.,0.'];

/** Each side is a strip of two triangles, or a fan. @param order of the corners of a quad */
function complexCube(order: readonly number[], kind: 'strip' | 'fan', withNormals = false): string {
  const faces = sides.map((side, i) => {
    const list = `((${order.map((k) => side[k]!).join(',')}))`;
    const lists = kind === 'strip' ? `${list},()` : `(),${list}`;
    return `#${40 + i}=COMPLEX_TRIANGULATED_FACE('',#30,8,(${withNormals ? `(${normals[i]})` : ''}),$,(),${lists});`;
  });
  return stepFile(
    `${coordinatesList(30, cubeCorners)}\n${faces.join('\n')}\n#29=TESSELLATED_SOLID('',(${faces.map((_, i) => `#${40 + i}`).join(',')}),$);`,
    '#29',
  );
}

describe('tessellated STEP', () => {
  it('A solid of triangles is read in millimetres, with a remark.', async () => {
    const model = await analyse(stepFile(tessellatedSolid(30, makeBox([0, 0, 0], [10, 20, 30])), '#30'));
    expect(model).toMatchObject({ format: 'step', unit: 'mm' });
    expect(model.measures.bounds).toEqual({ min: [0, 0, 0], max: [10, 20, 30] });
    expect(model.measures).toMatchObject({ triangles: 12, vertices: 8, volume: 6000, area: 2200 });
    expect(model.checks).toEqual(closed);
    expect(model.warnings.map(englishGeometryText)).toEqual([read]);
  });

  it.each([
    ['metres', '(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT($,.METRE.))', 1000],
    ['centimetres', '(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.CENTI.,.METRE.))', 10],
    [
      'inches',
      "(CONVERSION_BASED_UNIT('INCH',#9)LENGTH_UNIT()NAMED_UNIT(#15));\n#9=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),#14);\n#14=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));\n#15=DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.)",
      25.4,
    ],
    [
      'inches without the type of the number, as FreeCAD writes them',
      "(CONVERSION_BASED_UNIT('INCH',#9)LENGTH_UNIT()NAMED_UNIT(#15));\n#9=LENGTH_MEASURE_WITH_UNIT(25.4,#14);\n#14=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));\n#15=DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.)",
      25.4,
    ],
  ])('Triangles in %s are converted.', async (_what, unit, factor) => {
    const { measures } = await analyse(stepFile(tessellatedSolid(30, makeCube(2)), '#30', unit));
    expect(measures.volume / (2 * factor) ** 3).toBeCloseTo(1, 12);
  });

  it('Corners are numbers in pnindex where there is one.', async () => {
    const data = `${coordinatesList(30, [9, 9, 9, 0, 0, 0, 10, 0, 0, 0, 10, 0, 9, 9, 9, 0, 0, 10])}
#31=TRIANGULATED_FACE('',#30,4,(),$,(2,3,4,6),((1,3,2),(1,2,4),(1,4,3),(2,3,4)));
#32=TESSELLATED_SHELL('',(#31),$);`;
    const model = await analyse(stepFile(data, '#32'));
    expect(model.measures.volume).toBeCloseTo(1000 / 6, 9);
    expect(model.checks).toEqual(closed);
  });

  // ISO 10303-42 turns the first triangle of a strip and all of a fan round, as OpenCascade does; some
  // writers do not.
  it.each([
    ['strips, turned as the standard has it', complexCube([0, 3, 1, 2], 'strip')],
    ['strips as graphics cards have them', complexCube([0, 1, 3, 2], 'strip')],
    ['fans, turned as the standard has it', complexCube([0, 3, 2, 1], 'fan')],
    ['fans as graphics cards have them', complexCube([0, 1, 2, 3], 'fan')],
    ['strips with normals', complexCube([0, 1, 3, 2], 'strip', true)],
    ['fans with normals', complexCube([0, 3, 2, 1], 'fan', true)],
  ])('Complex faces are read: %s.', async (_what, text) => {
    const model = await analyse(text);
    expect(model.measures).toMatchObject({ triangles: 12, volume: 1000 });
    expect(model.checks).toEqual(closed);
  });

  it('Normals say which way a strip turns, where the others of the body do not tell.', async () => {
    const text = complexCube([0, 1, 3, 2], 'strip', true);
    // Two sides the other way round, as only their normals tell.
    const mixed = text.replace('((1,4,2,3))', '((1,2,4,3))').replace('((5,6,8,7))', '((5,8,6,7))');
    expect(mixed).not.toBe(text);
    const model = await analyse(mixed);
    expect(model.measures.volume).toBe(1000);
    expect(model.checks).toEqual(closed);
  });

  it('Faces and surfaces that belong to no solid are read, and those of one item are one body.', async () => {
    const data = `${coordinatesList(30, cubeCorners)}
#31=TRIANGULATED_SURFACE_SET('',#30,8,(),(),((1,4,3),(1,3,2),(5,6,7),(5,7,8),(1,2,6),(1,6,5)));
#32=TRIANGULATED_FACE('',#30,8,(),#35,(),((2,3,7),(2,7,6),(3,4,8),(3,8,7),(4,1,5),(4,5,8)));
#33=TESSELLATED_GEOMETRIC_SET('',(#31,#32));
#35=PLANE('',#36);`;
    const model = await analyse(stepFile(data, '#33'));
    expect(model.measures.volume).toBe(1000);
    expect(model.checks).toEqual(closed);
  });

  const repositioned = (id: number, place: number, children: string): string =>
    `#${id}=(GEOMETRIC_REPRESENTATION_ITEM()REPOSITIONED_TESSELLATED_ITEM(#${place})REPRESENTATION_ITEM('')TESSELLATED_GEOMETRIC_SET((${children}))TESSELLATED_ITEM());`;

  it('Sets of items are placed in each other, in the unit of the file.', async () => {
    const data = `${tessellatedSolid(30, makeBox([0, 0, 0], [1, 2, 3]))}
${placement(40, '5.,0.,0.')}
${placement(50, '0.,0.,10.', '1.,0.,0.', '0.,1.,0.')}
${repositioned(60, 40, '#30')}
${repositioned(61, 50, '#60')}`;
    const { measures } = await analyse(
      stepFile(data, '#61', '(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.CENTI.,.METRE.))'),
    );
    // x becomes y, y becomes z, z becomes x.
    expect(measures.bounds).toEqual({ min: [0, 50, 100], max: [30, 60, 120] });
    expect(measures.volume).toBeCloseTo(6000, 6);
  });

  it('Copies of a mapped representation are all read, each in its place.', async () => {
    const data = `${tessellatedSolid(30, makeCube(10))}
#40=TESSELLATED_SHAPE_REPRESENTATION('',(#30),#13);
#41=REPRESENTATION_MAP(#50,#40);
#42=MAPPED_ITEM('',#41,#60);
#43=MAPPED_ITEM('',#41,#70);
${placement(50, '1.,0.,0.')}
${placement(60, '1.,0.,0.')}
${placement(70, '101.,0.,0.')}`;
    const model = await analyse(stepFile(data, '#42,#43'));
    expect(model.measures.bounds).toEqual({ min: [0, 0, 0], max: [110, 10, 10] });
    expect(model.measures.volume).toBe(2000);
    expect(remarks(model)).toEqual([read]);
  });

  /**
   * A part of its own, placed twice in the assembly: as the standard has it, and with both ends exchanged.
   */
  const assembly = `${tessellatedSolid(30, makeCube(10))}
#40=PRODUCT_DEFINITION('design','',#4,#5);
#41=PRODUCT_DEFINITION_SHAPE('','',#40);
#42=SHAPE_REPRESENTATION('',(#50),#13);
#43=SHAPE_DEFINITION_REPRESENTATION(#41,#42);
#44=TESSELLATED_SHAPE_REPRESENTATION('',(#30),#13);
#45=SHAPE_REPRESENTATION_RELATIONSHIP('','',#42,#44);
${placement(50, '0.,0.,0.')}
${placement(60, '50.,0.,0.')}
${placement(70, '0.,80.,0.', '0.,0.,1.', '0.,1.,0.')}
#80=NEXT_ASSEMBLY_USAGE_OCCURRENCE('1','','',#6,#40,$);
#81=PRODUCT_DEFINITION_SHAPE('','',#80);
#82=ITEM_DEFINED_TRANSFORMATION('','',#50,#60);
#83=(REPRESENTATION_RELATIONSHIP('','',#42,#20)REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(#82)SHAPE_REPRESENTATION_RELATIONSHIP());
#84=CONTEXT_DEPENDENT_SHAPE_REPRESENTATION(#83,#81);
#90=NEXT_ASSEMBLY_USAGE_OCCURRENCE('2','','',#6,#40,$);
#91=PRODUCT_DEFINITION_SHAPE('','',#90);
#92=ITEM_DEFINED_TRANSFORMATION('','',#70,#50);
#93=(REPRESENTATION_RELATIONSHIP('','',#20,#42)REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(#92)SHAPE_REPRESENTATION_RELATIONSHIP());
#94=CONTEXT_DEPENDENT_SHAPE_REPRESENTATION(#93,#91);`;

  it('The parts of an assembly are placed, whichever way round the file relates them.', async () => {
    const model = await analyse(stepFile(assembly, '#60'));
    expect(model.measures.volume).toBeCloseTo(2000, 9);
    // The second one is turned by a quarter about z.
    expect(model.measures.bounds).toEqual({ min: [-10, 0, 0], max: [60, 90, 10] });
    expect(remarks(model)).toEqual([read]);
  });

  it('All shapes of one product are placed with it.', async () => {
    const apart = assembly.replace(/#45=.*/, '#45=SHAPE_DEFINITION_REPRESENTATION(#41,#44);');
    expect(apart).not.toBe(assembly);
    const { measures } = await analyse(stepFile(apart, '#60'));
    expect(measures.volume).toBeCloseTo(2000, 9);
    expect(measures.bounds).toEqual({ min: [-10, 0, 0], max: [60, 90, 10] });
  });

  it('The colours of solids and faces are read.', async () => {
    const colour = (id: number, item: string, rgb: string): string =>
      `#${id}=STYLED_ITEM('',(#${id + 1}),${item});
#${id + 1}=PRESENTATION_STYLE_ASSIGNMENT((#${id + 2}));
#${id + 2}=SURFACE_STYLE_USAGE(.BOTH.,#${id + 3});
#${id + 3}=SURFACE_SIDE_STYLE('',(#${id + 4}));
#${id + 4}=SURFACE_STYLE_FILL_AREA(#${id + 5});
#${id + 5}=FILL_AREA_STYLE('',(#${id + 6}));
#${id + 6}=FILL_AREA_STYLE_COLOUR('',#${id + 7});
#${id + 7}=${rgb};`;
    const data = `${coordinatesList(30, cubeCorners)}
#31=TRIANGULATED_FACE('',#30,8,(),$,(),((1,4,3),(1,3,2),(5,6,7),(5,7,8),(1,2,6),(1,6,5)));
#32=TRIANGULATED_FACE('',#30,8,(),$,(),((2,3,7),(2,7,6),(3,4,8),(3,8,7),(4,1,5),(4,5,8)));
#33=TESSELLATED_SOLID('',(#31,#32),$);
${colour(100, '#33', "COLOUR_RGB('',1.,0.5,0.)")}
${colour(200, '#32', "DRAUGHTING_PRE_DEFINED_COLOUR('blue')")}`;
    const { mesh } = await analyse(stepFile(data, '#33'));
    const corners = mesh.colours!.corners;
    const faceColours = new Set(
      Array.from({ length: 12 }, (_, face) => corners.subarray(face * 12, face * 12 + 3).join()),
    );
    expect([...faceColours].toSorted()).toEqual(['0,0,255', '255,128,0']);
    expect(summariseColours(mesh.colours!)).toMatchObject({ colours: 2 });
  });

  it('A solid that is inside out is turned.', async () => {
    const model = await analyse(stepFile(tessellatedSolid(30, turnInsideOut(makeCube(10))), '#30'));
    expect(model.measures.volume).toBe(1000);
  });

  it('Annotations of triangles are no part of the model.', async () => {
    const data = `${tessellatedSolid(30, makeCube(10))}
${coordinatesList(40, [50, 0, 0, 60, 0, 0, 60, 10, 0])}
#41=COMPLEX_TRIANGULATED_SURFACE_SET('',#40,3,(),(),((1,2,3)),());
#42=TESSELLATED_GEOMETRIC_SET('text',(#41));
#43=TESSELLATED_ANNOTATION_OCCURRENCE('',(),#42);
#44=DRAUGHTING_MODEL('',(#43),#13);`;
    for (const items of ['#30', '#30,#42']) {
      expect((await analyse(stepFile(data, items))).measures.triangles).toBe(12);
    }
  });

  it('A shell that is listed beside its solid is the same body, as is an item that two shapes list.', async () => {
    const data = `${tessellatedSolid(30, makeCube(10))}
#40=TESSELLATED_SHELL('',(#32),$);
#41=SHAPE_REPRESENTATION('',(#30),#13);
#42=SHAPE_REPRESENTATION_RELATIONSHIP('','',#41,#20);`;
    const model = await analyse(stepFile(data, '#30,#40,#32'));
    expect(model.measures).toMatchObject({ triangles: 12, volume: 1000 });
    expect(remarks(model)).toEqual([read]);
  });

  it('Bodies that share a face keep their own others.', async () => {
    const two = [makeCube(10), moveMesh(makeCube(20), [50, 0, 0])].map((cube, i) =>
      tessellatedSolid(30 + i * 10, cube).replace(/^#\d+=TESSELLATED_SOLID.*/m, ''),
    );
    const data = `${two.join('\n')}
${coordinatesList(60, [90, 0, 0, 91, 0, 0, 90, 1, 0])}
#61=TRIANGULATED_FACE('',#60,3,(),$,(),((1,2,3)));
#70=TESSELLATED_SOLID('',(#61,#32),$);
#71=TESSELLATED_SOLID('',(#61,#42),$);`;
    const model = await analyse(stepFile(data, '#70,#71'));
    expect(model.measures.triangles).toBe(26);
    expect(model.measures.bounds!.max).toEqual([91, 20, 20]);
  });

  it('A body that several representations put in one place is there once.', async () => {
    const again = `#40=ADVANCED_BREP_SHAPE_REPRESENTATION('',(#30),#13);`;
    const model = await analyse(stepFile(`${tessellatedSolid(30, makeCube(10))}\n${again}`, '#30'));
    expect(model.measures).toMatchObject({ triangles: 12, volume: 1000 });
  });

  it('Faces that are closed stay bodies of their own, where they touch too.', async () => {
    const two = [makeCube(10), moveMesh(makeCube(10), [10, 0, 0])].map((cube, i) =>
      tessellatedSolid(30 + i * 10, cube).replace(/^#\d+=TESSELLATED_SOLID.*/m, ''),
    );
    const model = await analyse(stepFile(two.join('\n'), '#32,#42'));
    expect(model.measures.volume).toBe(2000);
    expect(model.checks).toEqual({ watertight: true, shells: 2, findings: [] });
  });

  it('A representation may state how exact its triangles are.', async () => {
    const text = stepFile(
      tessellatedSolid(30, makeCube(10)),
      '#30',
      '(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT($,.METRE.))',
    ).replace(
      /TESSELLATED_SHAPE_REPRESENTATION(.*)\);/,
      'TESSELLATED_SHAPE_REPRESENTATION_WITH_ACCURACY_PARAMETERS$1,(CHORDAL_DEVIATION(0.1)));',
    );
    expect((await analyse(text)).measures.volume).toBe(1e12);
  });

  it('Items that no shape names are read only if there is nothing else.', async () => {
    const orphan = tessellatedSolid(50, moveMesh(makeCube(5), [80, 0, 0]));
    const model = await analyse(stepFile(`${tessellatedSolid(30, makeCube(10))}\n${orphan}`, '#30'));
    expect(model.measures.volume).toBe(1000);
    const alone = stepFile(orphan, '').replace(/#20=.*\n#21=.*\n/, '');
    expect((await analyse(alone)).measures.volume).toBe(125);
  });
});

describe('triangles beside exact bodies', () => {
  /** An exact cube of 10 (entity 21), and what is in `data` beside it. */
  const beside = (data: string, items = ''): string =>
    stepText(makeCube(10))
      .replace('(#21),#13', `(#21${items}),#13`)
      .replace('ENDSEC;\nEND-ISO', `${data}\nENDSEC;\nEND-ISO`);
  const relation =
    "#950=TESSELLATED_SHAPE_REPRESENTATION('',(#900),#13);\n#951=SHAPE_REPRESENTATION_RELATIONSHIP('','',#22,#950);";
  const away = moveMesh(makeCube(5), [50, 0, 0]);

  it('Bodies of both kinds are read.', async () => {
    for (const text of [
      beside(`${tessellatedSolid(900, away)}\n${relation}`),
      beside(tessellatedSolid(900, away), ',#900'),
    ]) {
      const model = await analyse(text);
      expect(model.measures.volume).toBeCloseTo(1125, 6);
      expect(model.checks).toMatchObject({ watertight: true, shells: 2 });
      expect(remarks(model)).toEqual([read]);
    }
  });

  it('A body that stands for an exact one is not counted again.', async () => {
    const model = await analyse(beside(`${tessellatedSolid(900, makeCube(10), '#21')}\n${relation}`));
    expect(model.measures.volume).toBeCloseTo(1000, 6);
    expect(remarks(model)).toEqual([]);
    // A solid of which only the faces say for what they stand.
    const faces = tessellatedSolid(900, makeCube(10)).replace('(),$,()', '(),#960,()');
    const linked = beside(`${faces}\n${relation}\n#960=ADVANCED_FACE('',(),#961,.T.);`);
    expect((await analyse(linked)).measures.volume).toBeCloseTo(1000, 6);
  });

  it('A body in the same place as an exact one is not counted again, with a remark.', async () => {
    const model = await analyse(beside(`${tessellatedSolid(900, makeCube(10))}\n${relation}`));
    expect(model.measures.volume).toBeCloseTo(1000, 6);
    expect(remarks(model)).toEqual(['One body of triangles (AP242) repeats an exact one and was left out.']);
  });

  it('Annotations beside exact bodies change nothing, however they are placed.', async () => {
    const data = `${coordinatesList(900, [50, 0, 0, 60, 0, 0, 60, 10, 0])}
#901=COMPLEX_TRIANGULATED_SURFACE_SET('',#900,3,(),(),((1,2,3)),());
#902=TESSELLATED_GEOMETRIC_SET('text',(#901));
#903=TESSELLATED_ANNOTATION_OCCURRENCE('',(),#902);
#904=TESSELLATED_SHAPE_REPRESENTATION('',(#902,#905),#13);
#905=MAPPED_ITEM('',#906,#907);
#906=REPRESENTATION_MAP(#907,#22);
#907=AXIS2_PLACEMENT_2D('',#908,$);
#908=CARTESIAN_POINT('',(0.,0.));`;
    const model = await analyse(beside(data));
    expect(model.measures.volume).toBeCloseTo(1000, 6);
    expect(remarks(model)).toEqual([]);
  });

  it('A body that hides is counted among those that the file hides.', async () => {
    const hidden = "#960=STYLED_ITEM('',(),#900);\n#961=INVISIBILITY((#960));";
    const model = await analyse(beside(`${tessellatedSolid(900, away)}\n${relation}\n${hidden}`));
    expect(remarks(model)).toEqual([expect.stringContaining('One body that the STEP file hides'), read]);
  });
});

describe('damaged tessellated STEP', () => {
  const damaged = async (
    text: string,
    code: 'file-damaged' | 'file-unsupported' | 'file-too-large',
  ): Promise<string> => expectCode(analyse(text), code);
  const solid = tessellatedSolid(30, makeCube(10));

  it.each([
    ['a corner beyond the points', solid.replace('((1,', '((9,')],
    ['corner 0', solid.replace('((1,', '((0,')],
    ['a negative corner', solid.replace('((1,', '((-1,')],
    ['a fraction', solid.replace('((1,', '((1.5,')],
    ['triangles of two corners', solid.replace(/\(\((\d+,\d+),\d+\)/, '(($1)')],
    ['points of two numbers', solid.replace('(0.000000,0.000000,0.000000)', '(0.000000,0.000000)')],
    ['points without end', solid.replace("LIST('',8,((", `LIST('',8,${'('.repeat(100_000)}`)],
    ['a face without points', solid.replace("FACE('',#31", "FACE('',#99")],
    ['points that are something else', solid.replace("FACE('',#31", "FACE('',#30")],
    ['a solid without its face', solid.replace('(#32)', '(#98)')],
    ['a solid that contains itself', solid.replace('(#32)', '(#30)')],
    ['words for numbers', solid.replace('((1,', '((one,')],
  ])('%s: the file is refused as damaged.', async (_what, data) => {
    expect(data).not.toBe(solid);
    await damaged(stepFile(data, '#30'), 'file-damaged');
  });

  it('Counts in the file are not believed.', async () => {
    const data = solid.replace("LIST('',8", "LIST('',999999999999").replace('#31,8,', '#31,999999999999,');
    expect((await analyse(stepFile(data, '#30'))).measures.volume).toBe(1000);
  });

  it('A file of faces without triangles has no faces.', async () => {
    const data = solid.replace(/\(\(\d+,\d+,\d+\).*\)(?=\);)/, '()');
    expect(data).not.toBe(solid);
    await expectCode(analyse(stepFile(data, '#30')), 'file-no-triangles');
  });

  it('A place without direction is refused.', async () => {
    const data = `${solid}\n${placement(40, '0.,0.,0.', '0.,0.,0.')}\n#60=(REPOSITIONED_TESSELLATED_ITEM(#40)TESSELLATED_GEOMETRIC_SET((#30)));`;
    await damaged(stepFile(data, '#60'), 'file-damaged');
  });

  it('Curved triangles are refused with their name.', async () => {
    const data = solid.replace('#32=TRIANGULATED', '#32=CUBIC_BEZIER_TRIANGULATED');
    expect(await damaged(stepFile(data, '#30'), 'file-unsupported')).toContain(
      'CUBIC_BEZIER_TRIANGULATED_FACE',
    );
  });

  it('Copies of copies end in an error, not in memory.', async () => {
    const sets = Array.from(
      { length: 40 },
      (_, i) =>
        `#${100 + i}=TESSELLATED_GEOMETRIC_SET('',(#${101 + i},#${i % 2 === 0 ? 200 + i : 300 + i}));\n#${200 + i}=TESSELLATED_GEOMETRIC_SET('',(#${101 + i}));\n#${300 + i}=TESSELLATED_GEOMETRIC_SET('',(#${101 + i}));`,
    );
    const data = `${solid}\n${sets.join('\n')}\n#140=TESSELLATED_GEOMETRIC_SET('',(#30));`;
    await damaged(stepFile(data, '#100'), 'file-too-large');
  });

  it('Many copies of nothing end soon.', { timeout: 20_000 }, async () => {
    const faces = Array.from(
      { length: 5000 },
      (_, i) => `#${1000 + i}=TRIANGULATED_FACE('',#31,8,(),$,(),());`,
    );
    const list = faces.map((_, i) => `#${1000 + i}`).join(',');
    const places = Array.from(
      { length: 100 },
      (_, i) => `#${100_000 + i}=TESSELLATED_GEOMETRIC_SET('',(#90,#30));`,
    );
    const data = `${solid}\n${faces.join('\n')}\n#90=TESSELLATED_GEOMETRIC_SET('',(${list}));\n${places.join('\n')}`;
    await damaged(stepFile(data, places.map((_, i) => `#${100_000 + i}`).join(',')), 'file-too-large');
  });

  it('Entities that never end cost no more than their length.', { timeout: 20_000 }, async () => {
    for (const end of ["('", '(/*', '((((', "('/*"]) {
      const broken = Array.from({ length: 30_000 }, (_, i) => `#${1000 + i}=(A${end};`).join('\n');
      await damaged(stepFile(`${solid.replace('(#32)', '(#1000)')}\n${broken}`, '#30'), 'file-damaged');
    }
  });

  it('Representations that contain each other are refused.', async () => {
    const data = `${solid}
#41=REPRESENTATION_MAP(#50,#20);
#42=MAPPED_ITEM('',#41,#50);
${placement(50, '1.,0.,0.')}
#60=SHAPE_REPRESENTATION('',(#62),#13);
#61=REPRESENTATION_MAP(#50,#20);
#62=MAPPED_ITEM('',#61,#50);`;
    await damaged(stepFile(data, '#30,#42'), 'file-damaged');
  });
});

it('A fine tessellated body is read in reasonable time.', { timeout: 20_000 }, async () => {
  const text = stepFile(tessellatedSolid(30, makeIcosphere(10, 6)), '#30');
  const model = await analyse(text);
  expect(model.measures.triangles).toBe(20 * 4 ** 6);
  expect(model.checks).toEqual(closed);
});
