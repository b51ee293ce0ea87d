/**
 * Damaged files: every reader either reads something sound or says what is wrong; it never crashes, hangs or
 * takes memory out of proportion to the file. FABDESK_FUZZ_CASES and FABDESK_SEED extend or repeat a run.
 */

import { describe, expect, it } from 'vitest';
import type { AnalysedModel } from '../../src-shared/geometry/geometry.ts';
import { englishStatement } from '../../src-shared/geometry/geometry-text.ts';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import { CodedError } from '../../src-shared/result.ts';
import {
  asciiPly,
  asciiStl,
  binaryPly,
  meshXml,
  modelXml,
  objText,
  relationships,
  threeMf,
  utf8,
  utf16,
  zip,
} from '../fixtures/geometry/build-files.ts';
import { colouredFiles } from '../fixtures/geometry/coloured-files.ts';
import { mutate, randomFrom } from '../fixtures/geometry/mutate.ts';
import { makeCube, makeIcosphere } from '../fixtures/geometry/solids.ts';
import '../fixtures/geometry/wasm.ts';
import { cpuTime } from '../support/cpu-time.ts';
import { keepFailingFile } from '../support/keep-failing-file.ts';
import { rounds } from '../support/rounds.ts';
import { expectSameAnalysis } from '../support/same-analysis.ts';
import { seed } from '../support/seed.ts';

const cases = rounds('FABDESK_FUZZ_CASES', 1_500);

const cube = makeCube(10);
const ball = makeIcosphere(10, 1);
const xml = (mesh: typeof cube): string =>
  modelXml(
    `<resources><object id="1">${meshXml(mesh)}</object><object id="2"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 5 5 5"/><component p:path="/3D/b.model" objectid="1"/></components></object></resources><build><item objectid="2"/></build>`,
  );
const other = modelXml(`<resources><object id="1">${meshXml(cube)}</object></resources><build/>`);

const seeds: Readonly<Record<string, readonly Uint8Array[]>> = {
  stl: [
    writeBinaryStl(cube),
    writeBinaryStl(ball),
    utf8(asciiStl(cube)),
    utf8(asciiStl(cube).toUpperCase().replaceAll('\n', '\r')),
  ],
  obj: [
    utf8(objText(cube)),
    utf16(objText(cube), 'big'),
    utf8(`${objText(cube)}f 1 3 -5 4 2 \\\n 6\nf 1/1/1 2//2 3\n`),
    ...colouredFiles.obj,
  ],
  ply: [
    utf8(asciiPly(cube)),
    binaryPly(cube, 'little'),
    binaryPly(ball, 'big', '\r\n'),
    ...colouredFiles.ply,
  ],
  '3mf': [
    threeMf(xml(cube), { '3D/b.model': other }),
    // Stored, with the checksum ignored by mutating the XML before it is packed.
    zip([
      relationships(),
      { name: '3D/3dmodel.model', content: utf8(xml(cube)), stored: true },
      { name: '3D/b.model', content: utf8(other), stored: true },
    ]),
    ...colouredFiles['3mf'],
  ],
};
const everything = Object.values(seeds).flat();

function expectSound({ mesh, measures, checks }: AnalysedModel, bytes: number): void {
  const vertices = mesh.positions.length / 3;
  expect(mesh.indices.length).toBeGreaterThan(0);
  expect(mesh.indices.every((index) => index < vertices)).toBe(true);
  expect(mesh.positions.every(Number.isFinite)).toBe(true);
  expect(Number.isFinite(measures.area) && Number.isFinite(measures.volume)).toBe(true);
  expect(measures.area).toBeGreaterThanOrEqual(0);
  expect(checks.shells).toBeGreaterThan(0);
  for (const finding of checks.findings) {
    expect(finding.count).toBeGreaterThan(0);
    expect(englishStatement(finding)).toMatch(/\.$/);
  }
  expect(mesh.indices.length / 3).toBeLessThanOrEqual(Math.max(4_000_000, bytes));
}

/** Both ways through geometry: they must agree on every damaged file, too. */
async function tryFile(bytes: Uint8Array, name: string, hint: string): Promise<'read' | 'refused'> {
  try {
    const started = cpuTime();
    const analysed = await expectSameAnalysis(bytes, name, hint);
    slowest = Math.max(slowest, cpuTime() - started);
    if (analysed instanceof CodedError) {
      expect(analysed.code).toMatch(/^file-/);
      return 'refused';
    }
    expectSound(analysed, bytes.length);
    return 'read';
  } catch (thrown) {
    throw new Error(`${hint}, kept as ${keepFailingFile(bytes, name)}: ${String(thrown)}`, { cause: thrown });
  }
}

/** CPU time of the slowest file, both ways together, ms. */
let slowest = 0;

/** `npm run fuzz` tests thousands of files on purpose, so it also checks time and memory. */
const isLongRun = process.env['FABDESK_FUZZ_CASES'] !== undefined;
const timeout = Math.max(600_000, cases * 30);

function checkLongRun(format: string, counts: { read: number; refused: number }): void {
  if (!isLongRun) return;
  const mb = process.memoryUsage().rss / 1e6;
  console.log(
    `${format}: ${counts.read} read, ${counts.refused} refused, slowest ${slowest.toFixed(0)} ms of CPU time, ${mb.toFixed(0)} MB resident`,
  );
  expect(slowest).toBeLessThan(2000);
  expect(mb).toBeLessThan(1024);
  slowest = 0;
}

describe(`fuzzing with FABDESK_SEED=${seed}`, () => {
  it.each(Object.keys(seeds))(
    `The reader survives ${cases} damaged files of %s.`,
    { timeout },
    async (format) => {
      const random = randomFrom(seed);
      const counts = { read: 0, refused: 0 };
      for (let i = 0; i < cases; i++) {
        const start = seeds[format]![Math.floor(random() * seeds[format]!.length)]!;
        const bytes = mutate(start, random, everything);
        counts[await tryFile(bytes, `part.${format}`, `seed ${seed}, case ${i} of ${format}`)]++;
      }
      // Both must happen, or the mutations are too weak or too strong to prove anything.
      expect(counts.read).toBeGreaterThan(cases / 100);
      expect(counts.refused).toBeGreaterThan(cases / 100);
      checkLongRun(format, counts);
    },
  );

  it(`The 3MF reader survives ${cases} packages of damaged XML.`, { timeout }, async () => {
    const random = randomFrom(seed);
    const texts = [utf8(xml(cube)), utf8(other), utf8(modelXml(`<resources/><build/>`))];
    const settings = utf8(
      '<config><object id="2"><part id="1" subtype="normal_part"><metadata key="part_type" value="brim_ear"/></part></object><object id="1"><volume firstid="0" lastid="5"><metadata key="volume_type" value="ParameterModifier"/></volume></object><plate/></config>',
    );
    const counts = { read: 0, refused: 0 };
    for (let i = 0; i < cases; i++) {
      const damaged = mutate(texts[0]!, random, texts);
      const second = random() < 0.3 ? mutate(texts[1]!, random, texts) : texts[1]!;
      const bytes = zip([
        relationships(),
        { name: '3D/3dmodel.model', content: damaged, stored: random() < 0.7 },
        { name: '3D/b.model', content: second, stored: true },
        ...(random() < 0.3
          ? [
              {
                name: 'Metadata/model_settings.config',
                content: mutate(settings, random, texts),
                stored: true,
              },
            ]
          : []),
      ]);
      counts[await tryFile(bytes, 'part.3mf', `seed ${seed}, package ${i}`)]++;
    }
    expect(counts.read).toBeGreaterThan(cases / 100);
    expect(counts.refused).toBeGreaterThan(cases / 100);
    checkLongRun('3MF XML', counts);
  });
});
