/**
 * Damaged files of the formats that place objects, of archives and of CAD formats; fuzz.test.ts has the
 * others. FABDESK_FUZZ_CASES and FABDESK_SEED extend or repeat a run. CAD files are a fiftieth of the cases
 * (in a short run a 150th), since OpenCascade starts again for each.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../src-shared/geometry/analyse-model.ts';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import { CodedError } from '../../src-shared/result.ts';
import { utf8, utf16, zip } from '../fixtures/geometry/build-files.ts';
import {
  amfMesh,
  amfText,
  colladaGeometry,
  colladaText,
  glb,
  gltfParts,
  gltfText,
  offText,
  stepText,
  vrmlFaces,
  vrmlShape,
  vrmlText,
  x3dFaces,
  x3dText,
} from '../fixtures/geometry/build-scenes.ts';
import { colouredFiles } from '../fixtures/geometry/coloured-files.ts';
import { mutate, randomFrom } from '../fixtures/geometry/mutate.ts';
import { columns, repeated, withAccessors } from '../fixtures/geometry/posed-gltf.ts';
import { makeCube, makeIcosphere } from '../fixtures/geometry/solids.ts';
import {
  coordinatesList,
  placement,
  stepFile,
  tessellatedSolid,
} from '../fixtures/geometry/tessellated-step.ts';
import '../fixtures/geometry/wasm.ts';
import { cpuTime } from '../support/cpu-time.ts';
import { keepFailingFile } from '../support/keep-failing-file.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';

const cases = rounds('FABDESK_FUZZ_CASES', 1_500);

const cube = makeCube(10);
const ball = makeIcosphere(10, 1);
const packageFolder = dirname(createRequire(import.meta.url).resolve('occt-import-js/package.json'));
const example = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(join(packageFolder, 'test/testfiles', name)));

const twoNodes = {
  nodes: [
    { mesh: 0, children: [1] },
    { mesh: 0, rotation: [0, 0, 1, 1], scale: [1, 2, -3] },
  ],
};
/** Two nodes with the same joints, and copies of a third. */
const instancing = 'EXT_mesh_gpu_instancing';
const posed = withAccessors(
  gltfParts(cube),
  [
    { values: repeated([0, 1, 0, 0], 8), type: 'VEC4', componentType: 5121 },
    { values: repeated([0.5, 0.5, 0, 0], 8), type: 'VEC4' },
    { values: [...columns(1, [0, 0, 0]), ...columns(2, [0, 0, -1])], type: 'MAT4' },
    { values: [0, 0, 0, 30, 0, 0], type: 'VEC3' },
  ],
  {
    meshes: [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 2, WEIGHTS_0: 3 }, indices: 1 }] }],
    nodes: [
      { children: [1], scale: [2, 2, 2] },
      { translation: [0, 1, 0] },
      { mesh: 0, skin: 0 },
      { mesh: 0, skin: 0 },
      { mesh: 0, skin: 0, extensions: { [instancing]: { attributes: { TRANSLATION: 5 } } } },
    ],
    skins: [{ joints: [0, 1], inverseBindMatrices: 4 }],
  },
);
const seeds: Readonly<Record<string, readonly Uint8Array[]>> = {
  off: [
    utf8(offText(cube)),
    utf8(
      offText(ball)
        .replace('OFF', '4OFF')
        .replaceAll(/^(\S+ \S+ \S+)$/gm, '$1 2'),
    ),
  ],
  amf: [
    utf8(
      amfText(
        `<object id="1">${amfMesh(cube)}</object><constellation id="2"><instance objectid="1"><deltax>5</deltax><rx>30</rx></instance><instance objectid="1"/></constellation>`,
      ),
    ),
    utf8(
      amfText(
        `<object id="1">${amfMesh(cube).replace('</volume>', `</volume><volume type="brim"><metadata type="slic3r.volume_type">NegativeVolume</metadata><triangle><v1>0</v1><v2>1</v2><v3>2</v3></triangle></volume>`)}</object>`,
      ),
    ),
    zip([{ name: 'a.amf', content: utf8(amfText(`<object>${amfMesh(cube)}</object>`)), stored: true }]),
    ...colouredFiles.amf,
  ],
  gltf: [
    glb(gltfParts(cube, twoNodes)),
    utf8(gltfText(gltfParts(cube))),
    utf8(gltfText(gltfParts(cube, twoNodes))),
    glb(posed),
    utf8(gltfText(posed)),
    ...colouredFiles.gltf,
  ],
  dae: [
    utf8(
      colladaText(
        colladaGeometry(cube),
        '<node id="n"><rotate>0 0 1 30</rotate><node><matrix>1 0 0 0 0 1 0 0 0 0 1 5 0 0 0 1</matrix><instance_geometry url="#part"/></node></node><node><instance_node url="#n"/></node>',
      ),
    ),
    utf16(colladaText(colladaGeometry(cube)), 'big'),
    ...colouredFiles.dae,
  ],
  wrl: [
    utf8(
      vrmlText(
        `Transform { translation 1 2 3 children [ DEF a ${vrmlShape(vrmlFaces(cube))} USE a Shape { geometry Cylinder { } } ] } PROTO P [ ] { Box { } }`,
      ),
    ),
    ...colouredFiles.wrl,
  ],
  x3d: [
    utf8(
      x3dText(
        `<Transform translation="1 2 3"><Shape DEF="a">${x3dFaces(cube)}</Shape><Shape USE="a"/></Transform>`,
      ),
    ),
    ...colouredFiles.x3d,
  ],
  stp: [
    utf8(stepFile(tessellatedSolid(30, ball), '#30')),
    utf8(
      stepFile(
        `${tessellatedSolid(30, cube)}
${coordinatesList(50, [0, 0, 0, 9, 0, 0, 0, 9, 0, 9, 9, 0, 5, 5, 9])}
#51=COMPLEX_TRIANGULATED_FACE('',#50,5,((0.,0.,1.)),$,(1,2,3,4,5),((1,2,3,4)),((5,1,2,4,3,1)));
#52=TESSELLATED_SHELL('',(#51),$);
${placement(60, '1.,2.,3.', '0.,1.,0.', '1.,0.,0.')}
#70=(GEOMETRIC_REPRESENTATION_ITEM()REPOSITIONED_TESSELLATED_ITEM(#60)TESSELLATED_GEOMETRIC_SET((#30,#52)));
#71=SHAPE_REPRESENTATION('',(#70),#13);
#72=REPRESENTATION_MAP(#60,#71);
#73=MAPPED_ITEM('',#72,#60);
#80=STYLED_ITEM('',(#81),#51);
#81=COLOUR_RGB('',0.2,0.4,0.6);`,
        '#70,#73',
      ),
    ),
  ],
  zip: [
    zip([{ name: 'a.stl', content: writeBinaryStl(cube), stored: true }]),
    zip([
      { name: 'a.off', content: utf8(offText(ball)) },
      { name: 'b.txt', content: utf8('hello') },
    ]),
    ...colouredFiles.zip,
  ],
};
const cadSeeds: Readonly<Record<string, readonly Uint8Array[]>> = {
  step: [utf8(stepText(cube)), example('rounded-cube/rounded-cube.step')],
  igs: [example('cube-10x10mm/Cube 10x10.igs')],
  brep: [example('cax-if-brep/as1_pe_203.brep')],
};
const everything = [...Object.values(seeds), ...Object.values(cadSeeds)].flat();

async function tryFile(bytes: Uint8Array, name: string, hint: string): Promise<'read' | 'refused'> {
  try {
    const { mesh, measures } = await analyseModel(bytes, name);
    const vertices = mesh.positions.length / 3;
    expect(mesh.indices.length).toBeGreaterThan(0);
    expect(mesh.indices.every((index) => index < vertices)).toBe(true);
    expect(mesh.positions.every(Number.isFinite)).toBe(true);
    expect(Number.isFinite(measures.area) && Number.isFinite(measures.volume)).toBe(true);
    return 'read';
  } catch (thrown) {
    if (thrown instanceof CodedError && /^file-/.test(thrown.code)) return 'refused';
    throw new Error(`${hint}, kept as ${keepFailingFile(bytes, name)}: ${String(thrown)}`, { cause: thrown });
  }
}

/** `npm run fuzz` tests thousands of files on purpose, so it also checks time and memory. */
const isLongRun = process.env['FABDESK_FUZZ_CASES'] !== undefined;
const timeout = Math.max(600_000, cases * 30);
const cadShare = isLongRun ? 50 : 150;

function checkLongRun(format: string, counts: { read: number; refused: number }, slowest: number): void {
  if (!isLongRun) return;
  const mb = process.memoryUsage().rss / 1e6;
  console.log(
    `${format}: ${counts.read} read, ${counts.refused} refused, slowest ${slowest.toFixed(0)} ms of CPU time, ${mb.toFixed(0)} MB resident`,
  );
  // OpenCascade is limited by its loop iterations, not by the clock.
  if (!(format in cadSeeds)) expect(slowest).toBeLessThan(2000);
  expect(mb).toBeLessThan(1536);
}

async function fuzz(format: string, starts: readonly Uint8Array[], count: number): Promise<void> {
  const random = randomFrom(seed);
  const counts = { read: 0, refused: 0 };
  let slowest = 0;
  for (let i = 0; i < count; i++) {
    const start = starts[Math.floor(random() * starts.length)]!;
    const bytes = mutate(start, random, everything);
    const started = cpuTime();
    counts[await tryFile(bytes, `part.${format}`, `seed ${seed}, case ${i} of ${format}`)]++;
    slowest = Math.max(slowest, cpuTime() - started);
  }
  checkLongRun(format, counts, slowest);
  // Both must happen, or the mutations are too weak or too strong to prove anything; a run of few cases may
  // miss one.
  if (count >= 1000) expect(counts.read).toBeGreaterThan(count / 200);
  if (count >= 100) expect(counts.refused).toBeGreaterThan(count / 200);
}

describe(`fuzzing with FABDESK_SEED=${seed}`, () => {
  it.each(Object.keys(seeds))(
    `The reader survives ${cases} damaged files of %s.`,
    { timeout },
    async (format) => {
      await fuzz(format, seeds[format]!, cases);
    },
  );

  const cadCases = Math.ceil(cases / cadShare);
  it.each(Object.keys(cadSeeds))(
    `The CAD reader survives ${cadCases} damaged files of %s.`,
    { timeout },
    async (format) => {
      await fuzz(format, cadSeeds[format]!, cadCases);
    },
  );
});
