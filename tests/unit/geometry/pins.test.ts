import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { checkDeeper } from '../../../src-shared/geometry/checks/deep-check.ts';
import { measureThickness } from '../../../src-shared/geometry/checks/thickness.ts';
import { englishStatement } from '../../../src-shared/geometry/geometry-text.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
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
import { corpusDir, corpusPresent } from '../../support/corpus.ts';
import { rotateMesh, rotationAbout } from '../../support/rotate-mesh.ts';
import '../../fixtures/geometry/wasm.ts';
import { someOf } from '../../support/rounds.ts';

const askew = rotationAbout([1, 2, 3], 0.7);
const limit = 0.8;
const block = makeCube(30);

/** A pin on top of a block; as an own part, so that its diameter stays as it is. */
const pinOn = (diameter: number, length: number): Mesh =>
  joinMeshes([block, moveMesh(makeCylinder(diameter / 2, length, 48), [15, 15, 30.01])]);

describe('pins, wires and small details', () => {
  it.each(
    someOf([
      [0.3, 10, 'as modelled'],
      [0.5, 10, 'as modelled'],
      [0.5, 10, 'askew'],
      [0.7, 20, 'askew'],
      [0.78, 10, 'as modelled'],
    ] as const),
  )('A pin of %s mm and %s mm length is found with both: %s.', async (diameter, length, how) => {
    const mesh = pinOn(diameter, length);
    const map = await measureThickness(how === 'askew' ? rotateMesh(mesh, askew) : mesh, { limit });
    expect(map.pins).toHaveLength(1);
    const [pin] = map.pins;
    expect(pin!.thinnest / diameter).toBeGreaterThan(0.99);
    expect(pin!.thinnest / diameter).toBeLessThan(1.001);
    expect(pin!.length / length).toBeGreaterThan(0.85);
    expect(pin!.length / length).toBeLessThan(1.02);
    expect(pin!.area / (Math.PI * diameter * length)).toBeGreaterThan(0.7);
    expect(pin!.area / (Math.PI * diameter * length)).toBeLessThan(1.3);
    expect(pin!.isLong).toBe(true);
    // A pin is no wall.
    expect(map.thinWalls).toEqual([]);
    expect(map.thinFaces).toHaveLength(0);
    expect(map.pinFaces.every((face) => face >= 12)).toBe(true);
  });

  it('A pin as thick as the limit is none.', async () => {
    for (const diameter of [0.82, 1, 3]) {
      expect((await measureThickness(pinOn(diameter, 10), { limit })).pins).toEqual([]);
    }
  });

  it('A flat wire is thin in two directions, and a strip that is wider than the limit is a wall.', async () => {
    const on = (width: number) => joinMeshes([block, makeBox([10, 10, 30.01], [10 + width, 10.4, 40])]);
    const wire = await measureThickness(on(0.7), { limit });
    expect(wire.pins).toHaveLength(1);
    expect(wire.pins[0]!.thinnest).toBeCloseTo(0.4, 5);
    const strip = await measureThickness(on(6), { limit });
    expect(strip.pins).toEqual([]);
    expect(strip.thinFaces.length).toBeGreaterThan(0);
  });

  it('A ring of thin wire is one wire.', async () => {
    const { pins } = await measureThickness(makeTorus(10, 0.3, 200, 16), { limit });
    expect(pins).toHaveLength(1);
    expect(pins[0]!.length).toBeGreaterThan(19);
  });

  it.each(
    someOf([
      ['a plate', makeBox([0, 0, 0], [50, 30, 0.5])],
      ['a cube', makeCube(20)],
      ['a ball', makeIcosphere(10, 4)],
      ['a wall on a block', joinMeshes([block, makeBox([5, 5, 30.01], [25, 5.5, 40])])],
      [
        'a tube with a thin wall',
        joinMeshes([
          makeCylinder(5, 20, 64),
          moveMesh(turnInsideOut(makeCylinder(4.6, 19, 64)), [0, 0, 0.5]),
        ]),
      ],
    ] as const),
  )('There are no pins on %s.', async (_what, mesh) => {
    for (const placed of [mesh, rotateMesh(mesh, askew)]) {
      expect((await measureThickness(placed, { limit })).pins).toEqual([]);
    }
  });

  it('The tip of a cone is no pin, but a thin tip.', { tags: 'release' }, async () => {
    const cone = makeCone(5, 40);
    const map = await measureThickness(cone, { limit });
    expect(map.pins).toEqual([]);
    expect(map.thinFaces.length).toBeGreaterThan(0);
  });

  it('The thorough check fails a part with a long thin pin, and warns of a short one.', async () => {
    const ask = async (mesh: Mesh, minWall: number | null = limit) => {
      const { results } = await checkDeeper(mesh, { minWall });
      return results.find(({ kind }) => kind === 'thin-pins')!;
    };
    const long = await ask(pinOn(0.5, 10));
    expect(long).toMatchObject({ status: 'fail', finding: { severity: 'fail', count: 1 } });
    expect(englishStatement(long)).toMatch(/One pin or wire is under 0.8 .* longest measures/);
    expect(long.finding!.faces.every((face) => face >= 12)).toBe(true);
    const short = await ask(pinOn(0.5, 1.5));
    expect(short).toMatchObject({ status: 'warn', finding: { severity: 'warn' } });
    expect(englishStatement(short)).toContain('One small detail');
    expect((await ask(block)).status).toBe('pass');
    expect((await ask(block, null)).text.key).toBe('geometry.pinsUnmeasured');
  });

  it('The search for pins stops when aborted.', async () => {
    const signal = { aborted: false };
    const stopped = measureThickness(makeTorus(10, 0.3, 200, 16), {
      limit,
      signal,
      onProgress: (fraction) => {
        signal.aborted = fraction > 0.93;
      },
    });
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  });

  // Solid printer parts without pins; a sharp edge or a thread must not count as one.
  it
    .skipIf(!corpusPresent)
    .each([
      'found/x-end-idler.stl',
      'found/ir-sensor-cover-mmu2s.stl',
      'found/Half_Inch_Drive_Ring.stl',
      'prusa3d-PrusaSlicer/resources/shapes/M3_hex_nut.stl',
      'prusa3d-PrusaSlicer/resources/shapes/M3x10_screw.stl',
      'prusa3d-PrusaSlicer/resources/shapes/bunny.stl',
    ])('No long pin is found on a real part without one: %s.', { tags: 'release' }, async (name) => {
    const { mesh } = await analyseModel(readFileSync(`${corpusDir}${name}`), name);
    const { pins } = await measureThickness(mesh, { limit: 0.7 });
    expect(pins.filter(({ isLong }) => isLong)).toEqual([]);
  });
});

/** A tube of 64 segments, closed. */
function makeCone(radius: number, height: number): Mesh {
  const around = 64;
  const positions = [0, 0, 0, 0, 0, height];
  const indices: number[] = [];
  for (let i = 0; i < around; i++) {
    const angle = (2 * Math.PI * i) / around;
    positions.push(radius * Math.cos(angle), radius * Math.sin(angle), 0);
    const [a, b] = [2 + i, 2 + ((i + 1) % around)];
    indices.push(0, b, a, 1, a, b);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}
