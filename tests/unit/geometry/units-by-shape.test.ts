/**
 * What the shape alone says about the unit: no name, no header. Parts whose unit is known are written in
 * other units, as if their authors had drawn in those.
 */
import '../../fixtures/geometry/wasm.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { englishText } from '../../../src-main/main-error.ts';
import catalogue from '../../../src-service/catalogue/catalogue.json' with { type: 'json' };
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { drawnLengths } from '../../../src-shared/geometry/measure/drawn-lengths.ts';
import { boundsOf } from '../../../src-shared/geometry/measure/measure.ts';
import { proposeUnits, questionAbout } from '../../../src-shared/geometry/measure/propose-unit.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { metresPerUnit } from '../../../src-shared/units/units.ts';
import { knownUnits } from '../../fixtures/geometry/known-units.ts';
import { randomFrom } from '../../fixtures/geometry/mutate.ts';
import { meshOf, sturdyParts, thinParts } from '../../fixtures/geometry/printer-parts.ts';
import { joinMeshes, makeBox, makeIcosphere, makeTorus } from '../../fixtures/geometry/solids.ts';
import { listFlatFacesPlainly } from '../../oracle/flat-faces.ts';
import { corpusDir, corpusPresent } from '../../support/corpus.ts';
import { someOf } from '../../support/rounds.ts';
import { seed } from '../../support/seed.ts';

const units = ['mm', 'cm', 'in', 'm'] as const;
type Unit = (typeof units)[number];

const inUnit = ({ positions, indices }: Mesh, from: Unit, to: Unit): Mesh => {
  const factor = metresPerUnit[from] / metresPerUnit[to];
  return { positions: Float32Array.from(positions, (value) => value * factor), indices };
};

/** Six digits, as many programs write them. */
function asObj({ positions, indices }: Mesh): Uint8Array {
  const lines: string[] = [];
  for (let i = 0; i < positions.length; i += 3)
    lines.push(
      `v ${[...positions.subarray(i, i + 3)].map((value) => Number(value.toPrecision(6))).join(' ')}`,
    );
  for (let i = 0; i < indices.length; i += 3)
    lines.push(`f ${[...indices.subarray(i, i + 3)].map((corner) => corner + 1).join(' ')}`);
  return new TextEncoder().encode(lines.join('\n'));
}

/** OFF and ASCII PLY have the same body. */
function asList({ positions, indices }: Mesh, head: (vertices: number, faces: number) => string): Uint8Array {
  const lines = [head(positions.length / 3, indices.length / 3)];
  for (let i = 0; i < positions.length; i += 3) lines.push([...positions.subarray(i, i + 3)].join(' '));
  for (let i = 0; i < indices.length; i += 3) lines.push(`3 ${[...indices.subarray(i, i + 3)].join(' ')}`);
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

const formats: Readonly<Record<string, (mesh: Mesh) => Uint8Array>> = {
  stl: writeBinaryStl,
  obj: asObj,
  off: (mesh) => asList(mesh, (vertices, faces) => `OFF\n${vertices} ${faces} 0`),
  ply: (mesh) =>
    asList(
      mesh,
      (vertices, faces) =>
        `ply\nformat ascii 1.0\nelement vertex ${vertices}\nproperty float x\nproperty float y\nproperty float z\n` +
        `element face ${faces}\nproperty list uchar int vertex_indices\nend_header`,
    ),
};

async function propose(mesh: Mesh, format = 'stl') {
  const name = `part.${format}`;
  const model = await analyseModel(formats[format]!(mesh), name);
  return proposeUnits({ ...questionAbout(model), fileName: name }, catalogue.printers);
}

interface Tally {
  readonly parts: number;
  readonly asked: number;
  readonly wrong: number;
}

/** What is proposed for parts that are known to be in `from` when they are written in `to`. */
async function sweep(parts: readonly (readonly [Mesh, Unit])[], to: Unit, format: string): Promise<Tally> {
  let [asked, wrong] = [0, 0];
  for (const [mesh, from] of parts) {
    const candidates = await propose(inUnit(mesh, from, to), format);
    const [best] = candidates;
    if (!best!.likely) {
      asked++;
      expect(candidates.filter(({ possible }) => possible).map(({ unit }) => unit)).toContain(to);
    } else if (best!.unit !== to) wrong++;
  }
  return { parts: parts.length, asked, wrong };
}

/** Every part of known unit in the corpus, once. */
async function corpusParts(): Promise<(readonly [Mesh, Unit])[]> {
  const reference = JSON.parse(readFileSync(`${corpusDir}reference.json`, 'utf8')) as Record<string, unknown>;
  const stated = Object.keys(reference).filter((path) => path.endsWith('.3mf') || path.endsWith('.3MF'));
  const known = knownUnits.flatMap(({ corpus }) => (corpus === undefined ? [] : [corpus]));
  const found = new Map<string, readonly [Mesh, Unit]>();
  for (const path of [...known, ...stated]) {
    const model = await analyseModel(readFileSync(corpusDir + path), path).catch(() => null);
    const unit = model?.unit ?? knownUnits.find(({ corpus }) => corpus === path)?.unit;
    if (!model || model.measures.volume === 0 || !units.includes(unit as Unit)) continue;
    const key = [model.measures.volume, model.measures.area].map((value) => value.toPrecision(3)).join();
    if (!found.has(key)) found.set(key, [model.mesh, unit as Unit]);
  }
  return [...found.values()];
}

describe('units by shape alone', () => {
  describe.skipIf(!corpusPresent)('parts of the corpus, written in each unit', () => {
    it.each(someOf(['stl', 'obj']))(
      'Millimetres and metres are never taken for another unit, inches hardly ever: %s.',
      async (format) => {
        const parts = await corpusParts();
        expect(parts.length).toBeGreaterThan(45);
        const [mm, cm, inches, m] = await Promise.all(units.map((unit) => sweep(parts, unit, format)));
        expect(mm!.wrong + m!.wrong).toBe(0);
        expect(mm!.asked).toBeLessThan(parts.length / 10);
        expect(inches!.wrong).toBeLessThanOrEqual(1);
        expect(inches!.asked).toBeLessThanOrEqual(parts.length * 0.4);
        // Centimetres have no round numbers of their own.
        expect(cm!.wrong).toBeLessThanOrEqual(10);
      },
    );
  });

  it('Printer parts drawn in millimetres are recognised in any unit, or asked about.', async () => {
    const parts = Object.values({ ...sturdyParts, ...thinParts }).map((make): readonly [Mesh, Unit] => [
      meshOf(make()),
      'mm',
    ]);
    for (const unit of units) {
      const { asked, wrong } = await sweep(parts, unit, 'stl');
      expect(wrong).toBe(0);
      if (unit !== 'cm') expect(asked).toBeLessThanOrEqual(parts.length / 8);
    }
  });

  it('A thin plate in millimetres is not taken for one in another unit.', async () => {
    const random = randomFrom(seed);
    for (let round = 0; round < 200; round++) {
      const longest = 5 * 24 ** random();
      const digits = 10 ** (round % 4);
      const sides = [longest, longest * (0.3 + 0.7 * random())].map(
        (side) => Math.max(1, Math.round(side * digits)) / digits,
      );
      const thickness = 0.3 + Math.round(random() * 9) / 10;
      const [best] = await propose(makeBox([0, 0, 0], [sides[0]!, sides[1]!, thickness]));
      if (best!.likely) expect(best!.unit, `${sides.join(' × ')} × ${thickness}, seed ${seed}`).toBe('mm');
    }
  });

  /** A housing drawn in fractions of an inch: a floor and two walls of an eighth. */
  const inchPart = joinMeshes([
    makeBox([0, 0, 0], [4.5, 2.875, 0.125]),
    makeBox([0, 0, 0.25], [0.125, 2.875, 1.3125]),
    makeBox([4.375, 0, 0.25], [4.5, 2.875, 1.3125]),
  ]);

  it.each(Object.keys(formats))('A part of sixteenths of an inch is in inches: %s.', async (format) => {
    const [best] = await propose(inchPart, format);
    expect(best).toMatchObject({ unit: 'in', likely: true });
    expect(best!.evidence.map(englishText)).toContain('Its dimensions would be fractions of an inch.');
  });

  it('The same part exported in millimetres is in millimetres.', async () => {
    expect((await propose(inUnit(inchPart, 'in', 'mm')))[0]).toMatchObject({ unit: 'mm', likely: true });
  });

  it('The same numbers moved far from the origin say the same.', async () => {
    const moved = inchPart.positions.map((value, i) => value + [40, -25, 10][i % 3]!);
    expect((await propose({ ...inchPart, positions: moved }))[0]).toMatchObject({ unit: 'in', likely: true });
  });

  it('Walls of a tenth of a millimetre speak against millimetres, and the evidence says so.', async () => {
    const plate = makeBox([0, 0, 0], [2.3637, 1.5773, 0.1103]);
    const millimetres = (await propose(plate)).find(({ unit }) => unit === 'mm')!;
    expect(millimetres.likely).toBe(false);
    expect(millimetres.evidence.map(englishText)).toContain(
      'Its walls would be 0.09878 mm thick on average.',
    );
  });

  it.each([1.7, 2.9, 4.3, 6.1])(
    'A figure without a round number is asked about at %s units.',
    async (size) => {
      const ball = makeIcosphere(1, 4);
      const figure = ball.positions.map((value, i) => {
        const [x, y, z] = ball.positions.subarray(i - (i % 3), i - (i % 3) + 3) as unknown as number[];
        return (
          (value *
            size *
            (1 + 0.2 * Math.sin(3.1 * x! + 1) * Math.cos(2.7 * y!) + 0.1 * Math.sin(5.3 * z!))) /
          2
        );
      });
      const candidates = await propose({ ...ball, positions: figure });
      expect(candidates[0]!.likely).toBe(false);
      expect(candidates.filter(({ possible }) => possible).map(({ unit }) => unit)).toContain('in');
    },
  );

  it('Faces of a part with many triangles are found in a sample, the same every time.', () => {
    const mesh = joinMeshes([makeTorus(20, 5, 300, 200), makeBox([40, 0, 0], [57.5, 12.25, 8])]);
    const { lengths } = drawnLengths(listFlatFacesPlainly(mesh), boundsOf(mesh)!);
    expect(drawnLengths(listFlatFacesPlainly(mesh), boundsOf(mesh)!).lengths).toEqual(lengths);
    expect(lengths.length).toBeLessThanOrEqual(27);
    expect(lengths.some((length) => Math.abs(length - 82.5) < 1e-9)).toBe(true);
  });
});
