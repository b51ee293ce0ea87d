/**
 * Compares the fast core with the reference readers in TypeScript, on solids, broken and random meshes, and
 * every file of the corpus.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { compileCore, modulePath } from '../../../build/assembly/compile-core.mjs';
import { analyseModel, surveyModel } from '../../../src-shared/geometry/analyse-model.ts';
import { surveyEdges } from '../../../src-shared/geometry/checks/quick-check.ts';
import { inwardRay, RayCaster } from '../../../src-shared/geometry/checks/ray-caster.ts';
import { surveyShells } from '../../../src-shared/geometry/checks/shell-survey.ts';
import { CoreRays, numbersPerRay } from '../../../src-shared/geometry/core/cast-rays.ts';
import { returnCore, takeCore } from '../../../src-shared/geometry/core/core.ts';
import { groupFaces } from '../../../src-shared/geometry/core/group-faces.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { TriangleTree } from '../../../src-shared/geometry/mesh/triangle-tree.ts';
import { bytesSource } from '../../../src-shared/geometry/readers/byte-source.ts';
import { plainCrc32, updateCrc32 } from '../../../src-shared/geometry/readers/crc32.ts';
import { TaskProgress } from '../../../src-shared/geometry/runtime/task-progress.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { CodedError } from '../../../src-shared/result.ts';
import {
  asciiPly,
  asciiStl,
  binaryPly,
  meshXml,
  modelXml,
  objText,
  threeMf,
  utf8,
} from '../../fixtures/geometry/build-files.ts';
import { randomFrom } from '../../fixtures/geometry/mutate.ts';
import {
  joinMeshes,
  makeBox,
  makeCube,
  makeCylinder,
  makeIcosphere,
  makeTorus,
  moveMesh,
  turnInsideOut,
} from '../../fixtures/geometry/solids.ts';
import { buildTreePlainly } from '../../oracle/build-tree.ts';
import { corpusDir, corpusPresent } from '../../support/corpus.ts';
import { someOf } from '../../support/rounds.ts';
import { expectSameAnalysis } from '../../support/same-analysis.ts';
import { seed } from '../../support/seed.ts';

const cube = makeCube(10);
const without = (mesh: Mesh, faces: readonly number[]): Mesh => ({
  positions: mesh.positions,
  indices: mesh.indices.filter((_, i) => !faces.includes(Math.floor(i / 3))),
});
const flipped = (mesh: Mesh, faces: readonly number[]): Mesh => {
  const turned = turnInsideOut(mesh).indices;
  return {
    positions: mesh.positions,
    indices: mesh.indices.map((vertex, i) => (faces.includes(Math.floor(i / 3)) ? turned[i]! : vertex)),
  };
};
const withFaces = (mesh: Mesh, ...more: number[]): Mesh => ({
  positions: mesh.positions,
  indices: Uint32Array.from([...mesh.indices, ...more]),
});
/**
 * Separate triangles, then as many that use their corners again: the vertex table grows before it is
 * searched.
 */
function scattered(triangles: number): Mesh {
  const corners = triangles * 3;
  return {
    positions: Float32Array.from({ length: corners * 3 }, (_, i) => Math.fround(Math.sin(i * i) * 100)),
    indices: Uint32Array.from({ length: corners * 2 }, (_, i) =>
      i < corners ? i : [i + 1, i, i + 2][i % 3]! % corners,
    ),
  };
}

const solids: Readonly<Record<string, Mesh>> = {
  'a cube': cube,
  'a cube far away': moveMesh(cube, [5e6, 5e6, 5e6]),
  'a cube inside out': turnInsideOut(cube),
  'a single triangle': without(cube, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
  'a triangle and its back': withFaces(without(cube, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]), 0, 3, 2, 0, 2, 3),
  'a ball': makeIcosphere(7, 4),
  'a ring': makeTorus(20, 6, 61, 33),
  'a fan of thousands': makeCylinder(5, 10, 4000),
  'thousands of scattered triangles': scattered(6000),
  'an open ball': without(makeIcosphere(7, 3), [3, 4, 500]),
  'two cubes, one open': joinMeshes([cube, moveMesh(without(cube, [0]), [20, 0, 0])]),
  'turned faces': flipped(makeIcosphere(7, 2), [3, 77]),
  'a face twice': withFaces(cube, ...cube.indices.slice(3, 6)),
  'faces without area': withFaces(cube, 0, 0, 1, 2, 2, 2),
  'cubes touching in an edge': joinMeshes([cube, moveMesh(cube, [10, 10, 0])]),
  'cubes touching in a corner': joinMeshes([cube, moveMesh(cube, [10, 10, 10])]),
  'cubes touching in a corner, one inside out': joinMeshes([
    cube,
    moveMesh(turnInsideOut(cube), [10, 10, 10]),
  ]),
  'a cavity': joinMeshes([cube, moveMesh(turnInsideOut(makeCube(4)), [3, 3, 3])]),
  'a sheet of no thickness': joinMeshes([makeBox([0, 0, 0], [10, 10, 0])]),
  'an open box inside out': turnInsideOut(without(cube, [4])),
};

describe('the fast core', () => {
  it('The fast core matches its compiled sources.', { tags: 'release', timeout: 120_000 }, async () => {
    // If this fails, run node build/assembly/compile-core.mjs or npm run build.
    expect(readFileSync(modulePath, 'utf8') === (await compileCore()), 'module.ts is stale').toBe(true);
  });

  it.each(someOf(Object.entries(solids)))(
    'The fast core and the reference readers agree on %s in every format.',
    async (what, mesh) => {
      const files: readonly (readonly [string, Uint8Array])[] = [
        ['a.stl', writeBinaryStl(mesh)],
        ['ascii.stl', utf8(asciiStl(mesh))],
        ['a.obj', utf8(objText(mesh))],
        ['a.ply', utf8(asciiPly(mesh))],
        ['little.ply', binaryPly(mesh, 'little')],
        ['big.ply', binaryPly(mesh, 'big')],
      ];
      for (const [name, bytes] of files) {
        expect(await expectSameAnalysis(bytes, name, `${what} as ${name}`)).not.toBeInstanceOf(CodedError);
      }
    },
  );

  it('The fast core and the reference readers agree on a PLY header without rows and on stray text and broken tags in 3MF.', async () => {
    const header = asciiPly(cube).split('end_header')[0]!;
    const refused = await expectSameAnalysis(utf8(`${header}end_header`), 'a.ply');
    expect(refused).toMatchObject({ code: 'file-damaged' });
    // Found by fuzzing: the core named the header, the reference the comma.
    const comma = asciiPly(cube).replace('list uchar', 'list2uchar').replace('10 10 0', '10 10,5 0');
    expect(await expectSameAnalysis(utf8(comma), 'a.ply')).toMatchObject({ code: 'file-damaged' });
    const stray = meshXml(cube).replace('<triangle ', '"/><triangle ');
    const read = await expectSameAnalysis(
      threeMf(
        modelXml(
          `<resources><object id="1">${stray}</object></resources><build><item objectid="1"/></build>`,
        ),
      ),
      'a.3mf',
    );
    expect(read).toMatchObject({ checks: { watertight: true, findings: [] } });
    // Found by fuzzing: the core passed over the broken tag and stumbled over what follows the end.
    const tag = meshXml(cube).replace('v2="2" v3="3"/>', ']]>="0" v2="2" v3="3"/>');
    const text = modelXml(`<resources><object id="1">${tag}</object></resources><build/>`);
    const twice = await expectSameAnalysis(threeMf(`${text} 1"/></object></resources></model>`), 'a.3mf');
    expect(twice).toMatchObject({ code: 'file-damaged' });
  });

  it('The fast core and the reference readers agree on random meshes.', {
    tags: 'release',
    timeout: 120_000,
  }, async () => {
    const random = randomFrom(seed);
    for (let round = 0; round < 300; round++) {
      const mesh = randomMesh(random);
      const hint = `seed ${seed}, round ${round}`;
      await expectSameAnalysis(writeBinaryStl(mesh), 'a.stl', hint);
      await expectSameAnalysis(utf8(objText(mesh)), 'a.obj', hint);
    }
  });

  it('The fast core and the reference find the same ends of rays, to the bit.', async () => {
    const random = randomFrom(seed);
    let met = 0;
    const parts = [
      makeTorus(20, 6, 61, 33),
      joinMeshes([cube, moveMesh(makeIcosphere(7, 3), [3, 3, 3])]),
      randomMesh(random),
      makeBox([0, 0, 0], [10, 10, 0]),
      without(cube, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    ];
    for (const { positions, indices } of parts) {
      for (const Numbers of [Float32Array, Float64Array]) {
        const mesh = { positions: Numbers.from(positions), indices };
        const tree = await TriangleTree.build(mesh, new TaskProgress({}));
        const [faces, count] = [indices.length / 3, 500];
        const rays = new Float64Array(count * numbersPerRay);
        for (let i = 0; i < count; i++) {
          inwardRay(mesh, Math.floor(random() * faces), random(), random(), rays, i * numbersPerRay);
          // Along axes, a ray may run in the side of a box.
          if (i % 3 === 0) rays.set([0, i % 2 === 0 ? 1 : -1, 0], i * numbersPerRay + 3);
        }
        const plain = rays.slice();
        new RayCaster(tree).cast(plain, count);
        for (const core of [
          CoreRays.for(tree, count),
          await CoreRays.build(mesh, count, new TaskProgress({})),
        ]) {
          const fast = rays.slice();
          core.cast(fast, count);
          core.end();
          expect(Buffer.from(fast.buffer).equals(Buffer.from(plain.buffer))).toBe(true);
        }
        met += plain.filter((value, i) => i % numbersPerRay === 0 && Number.isFinite(value)).length;
      }
    }
    expect(met).toBeGreaterThan(1000);
  });

  it('The fast core finds the same shells as the reference.', async () => {
    const random = randomFrom(seed);
    let bySurvey = 0;
    const soups = Array.from({ length: 200 }, (_, i) => [`random mesh ${i}`, randomMesh(random)] as const);
    for (const [what, mesh] of [...Object.entries(solids), ...soups]) {
      for (const Numbers of [Float32Array, Float64Array]) {
        const exact = { ...mesh, positions: Numbers.from(mesh.positions) };
        const { shells: plain } = await surveyEdges(exact, new TaskProgress());
        const hint = `${what} in ${Numbers.name}, seed ${seed}`;
        expect(await surveyShells(exact, new TaskProgress()), hint).toEqual(plain);
        const groups = await groupFaces(exact, new TaskProgress());
        if (groups !== null) bySurvey++;
      }
    }
    // What the core leaves to the reference has edges of many faces.
    expect(bySurvey).toBeGreaterThan(100);
    expect(await groupFaces(solids['a face twice']!, new TaskProgress())).toBeNull();
  });

  it('The fast core builds the same tree of triangles as the reference.', async () => {
    const random = randomFrom(seed);
    const soup = (triangles: number, corners: number): Mesh => ({
      positions: Float64Array.from(
        { length: corners * 3 },
        () => (random() - 0.5) * 10 ** (random() * 6 - 2),
      ),
      indices: Uint32Array.from({ length: triangles * 3 }, () => Math.floor(random() * corners)),
    });
    const meshes: Readonly<Record<string, Mesh>> = {
      ...solids,
      'random triangles': soup(5000, 900),
      'the same triangle many times': soup(3000, 3),
    };
    for (const [what, mesh] of Object.entries(meshes)) {
      for (const Numbers of [Float32Array, Float64Array]) {
        const exact = { ...mesh, positions: Numbers.from(mesh.positions) };
        const { starts, order, corners, boxes } = await TriangleTree.build(exact, new TaskProgress());
        const plain = await buildTreePlainly(exact, starts, new TaskProgress());
        expect({ order, corners, boxes }, `${what} in ${Numbers.name}, seed ${seed}`).toEqual(plain);
      }
    }
  });

  it('The fast core reads numbers to the bit.', async () => {
    const random = randomFrom(seed);
    const spell = [
      (value: number) => String(value),
      (value: number) => value.toPrecision(17),
      (value: number) => value.toPrecision(19),
      (value: number) => value.toPrecision(16),
      (value: number) => value.toFixed(12),
      (value: number) => value.toExponential(),
      (value: number) => value.toExponential(6).toUpperCase(),
      (value: number) => `+${Math.abs(value)}`,
      (value: number) => `${Math.trunc(value)}.`,
    ];
    // Halfway between two floats, beside them, and beside powers of two.
    const hard = [
      '9007199254740993',
      '9007199254740993.00000001',
      '9007199254740992.9',
      '1.0000000000000001110',
    ];
    const texts = Array.from({ length: 30_000 }, (_, i) => {
      const value = (random() - 0.5) * 10 ** Math.floor(random() * 12 - 4);
      return hard[i] ?? spell[i % spell.length]!(i % 2 === 0 ? value : Math.fround(value));
    });
    const lines = texts.map((text, i) => (i % 3 === 0 ? `\nv ${text}` : ` ${text}`)).join('');
    const faces = Array.from({ length: 10_000 }, (_, i) => `f ${i + 1} ${((i + 1) % 10_000) + 1} 1`);
    const { mesh } = await analyseModel(utf8(`${lines}\n${faces.join('\n')}\n`), 'a.obj');
    const got = new Set(mesh.positions);
    const missing = texts.filter((text) => !got.has(Number(text) + 0));
    expect(missing, `seed ${seed}`).toEqual([]);
  });

  it.each([
    ['a plain package', (mesh: string) => modelXml(`${object(1, mesh)}</resources>${build('1')}`)],
    [
      'an object that is moved',
      (mesh: string) =>
        modelXml(`${object(1, mesh)}</resources>${build('1', '0.1 0 0 0 0.3 0 0 0 7 1e3 -2 0.7')}`),
    ],
    [
      'an object that is mirrored',
      (mesh: string) => modelXml(`${object(1, mesh)}</resources>${build('1', '-1 0 0 0 1 0 0 0 1 5 5 5')}`),
    ],
    [
      'two objects',
      (mesh: string) =>
        modelXml(
          `${object(1, mesh)}${object(2, mesh).replace('<resources>', '')}</resources><build><item objectid="2"/><item objectid="1" transform="1 0 0 0 1 0 0 0 1 50 0 0"/></build>`,
        ),
    ],
    [
      'one object twice',
      (mesh: string) =>
        modelXml(
          `${object(1, mesh)}</resources><build><item objectid="1"/><item objectid="1" transform="1 0 0 0 1 0 0 0 1 50 0 0"/></build>`,
        ),
    ],
    [
      'a comment and a byte order mark',
      (mesh: string) => `\ufeff${modelXml(`<!-- <mesh> -->${object(1, mesh)}</resources>${build('1')}`)}`,
    ],
    [
      'more attributes and other spaces',
      (mesh: string) =>
        modelXml(
          `${object(1, mesh.replaceAll('<triangle ', '<triangle pid="3" ').replaceAll('/>', ' />\n'))}</resources>${build('1')}`,
        ),
    ],
    [
      'single quotes',
      (mesh: string) => modelXml(`${object(1, mesh.replaceAll('"', "'"))}</resources>${build('1')}`),
    ],
    [
      'a vertex that is missing',
      (mesh: string) => modelXml(`${object(1, mesh.replace('v2="', 'v2="9'))}</resources>${build('1')}`),
    ],
    [
      'a transform out of bounds',
      (mesh: string) => modelXml(`${object(1, mesh)}</resources>${build('1', '1e38 0 0 0 1 0 0 0 1 0 0 0')}`),
    ],
    [
      'XML that stops',
      (mesh: string) => modelXml(`${object(1, mesh)}</resources>${build('1')}`).slice(0, -400),
    ],
  ])('The fast core and the reference reader agree on %s of 3MF.', async (what, xml) => {
    for (const mesh of [cube, makeIcosphere(7, 4)]) {
      for (const text of [xml(meshXml(mesh)), xml(meshXml(mesh)).replaceAll('>', '>\r\n')]) {
        await expectSameAnalysis(threeMf(text), 'a.3mf', what);
      }
    }
  });

  it('The reference checksum equals the platform’s.', () => {
    const random = randomFrom(3);
    for (const length of [0, 1, 7, 8, 9, 1000]) {
      const bytes = Uint8Array.from({ length }, () => random() * 256);
      expect(plainCrc32(12345, bytes)).toBe(updateCrc32(12345, bytes));
    }
  });

  it('The fast core handles vertices with thousands of edges and growing tables.', {
    tags: 'release',
    timeout: 60_000,
  }, async () => {
    const random = randomFrom(7);
    const soup: Mesh = {
      positions: Float64Array.from({ length: 90_000 }, () => Math.fround(random() * 100)),
      indices: Uint32Array.from({ length: 30_000 }, (_, i) => i),
    };
    await expectSameAnalysis(writeBinaryStl(soup), 'soup.stl');
    const star: Mesh = {
      positions: Float64Array.from({ length: 9000 }, () => Math.fround(random() * 100)),
      indices: Uint32Array.from({ length: 60_000 }, (_, i) =>
        i % 3 === 0 ? i % 5 : Math.floor(random() * 3000),
      ),
    };
    await expectSameAnalysis(writeBinaryStl(star), 'star.stl');
  });

  it('The fast core takes the file in pieces of any length.', async () => {
    const bytes = writeBinaryStl(makeTorus(20, 6, 200, 100));
    const whole = await analyseModel(bytes, 'a.stl');
    const source = {
      size: bytes.length,
      read: async (target: Uint8Array, offset: number) =>
        bytesSource(bytes).read(target.subarray(0, 1 + ((offset * 7919) % 5000)), offset),
    };
    expect(await analyseModel(source, 'a.stl')).toEqual(whole);
    const { mesh: _, ...survey } = whole;
    expect(await surveyModel(source, 'a.stl')).toEqual(survey);
  });

  it('The fast core reports a file that shrinks while it is read.', async () => {
    const bytes = writeBinaryStl(makeTorus(20, 6, 200, 100));
    const source = { size: bytes.length, read: bytesSource(bytes.subarray(0, 1_500_000)).read };
    await expect(surveyModel(source, 'a.stl')).rejects.toThrow('became shorter');
  });

  it('The fast core’s sums equal exact sums.', async () => {
    const box = moveMesh(makeBox([0, 0, 0], [3, 5, 7]), [1000, -2000, 512]);
    const { measures } = await surveyModel(writeBinaryStl(box), 'a.stl');
    expect(measures.volume).toBe(105);
    expect(measures.area).toBe(2 * (15 + 21 + 35));
    expect(measures.centreOfMass).toEqual([1001.5, -1997.5, 515.5]);
  });
});

describe.skipIf(!corpusPresent)('the fast core on the corpus', () => {
  const references = corpusPresent ? JSON.parse(readFileSync(`${corpusDir}reference.json`, 'utf8')) : {};
  const files = Object.keys(references).filter((file) => /\.(stl|obj|ply|3mf)$/i.test(file));

  it.each(someOf(files))(
    'The fast core and the reference readers agree on the corpus file %s.',
    async (file) => {
      await expectSameAnalysis(readFileSync(`${corpusDir}${file}`), file);
    },
  );
});

const object = (id: number, mesh: string): string => `<resources><object id="${id}">${mesh}</object>`;
const build = (id: string, transform = ''): string =>
  `<build><item objectid="${id}"${transform && ` transform="${transform}"`}/></build>`;

/** A few triangles over few points, so that every possible defect occurs. */
function randomMesh(random: () => number): Mesh {
  const points = 3 + Math.floor(random() * 20);
  const faces = 1 + Math.floor(random() * 40);
  const grid = random() < 0.5 ? 2 : 100;
  const soup: Mesh = {
    positions: Float64Array.from({ length: points * 3 }, () => Math.fround(Math.floor(random() * grid) / 3)),
    indices: Uint32Array.from({ length: faces * 3 }, () => Math.floor(random() * points)),
  };
  const parts = [soup];
  while (random() < 0.5) {
    const solid = random() < 0.5 ? makeIcosphere(1 + random(), 1) : cube;
    const whole = random() < 0.3 ? turnInsideOut(solid) : solid;
    const left = without(whole, random() < 0.3 ? [Math.floor(random() * 12)] : []);
    const moved = moveMesh(left, [Math.floor(random() * 3) * 10, 0, Math.floor(random() * 2) * 10]);
    if (random() < 0.7) parts.shift();
    parts.push(moved);
  }
  return joinMeshes(parts);
}

describe('the memory of the fast core', () => {
  it('The core’s memory is kept for the next file, and large memory only while files keep coming.', () => {
    vi.useFakeTimers();
    try {
      const core = takeCore();
      core.reserve(0, 300 * 2 ** 20);
      returnCore(core);
      vi.advanceTimersByTime(2_000);
      expect(takeCore()).toBe(core);
      vi.advanceTimersByTime(60_000);
      returnCore(core);
      expect(takeCore()).toBe(core);
      returnCore(core);
      vi.advanceTimersByTime(60_000);
      const small = takeCore();
      expect(small.exports.memory.buffer.byteLength).toBeLessThan(2 ** 20);
      returnCore(small);
      vi.advanceTimersByTime(60_000);
      expect(takeCore()).toBe(small);
      returnCore(small);
    } finally {
      vi.useRealTimers();
    }
  });
});
