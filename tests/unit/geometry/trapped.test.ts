import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { checkDeeper } from '../../../src-shared/geometry/checks/deep-check.ts';
import { findTrapped, mostVoxels } from '../../../src-shared/geometry/checks/trapped.ts';
import { englishStatement } from '../../../src-shared/geometry/geometry-text.ts';
import { boundsOf } from '../../../src-shared/geometry/measure/measure.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { TaskProgress } from '../../../src-shared/geometry/runtime/task-progress.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
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
import { someOf } from '../../support/rounds.ts';
import { turned, vessel } from '../../support/vessel.ts';
import '../../fixtures/geometry/wasm.ts';

const askew = rotationAbout([1, 2, 3], 0.7);
const hole = 4;

/**
 * A closed chamber of 30 with walls of 3 and a square channel of this width through its roof, as one solid of
 * many boxes.
 */
function room(width: number, roof = 3): Mesh {
  const [low, high] = [15 - width / 2, 15 + width / 2];
  return joinMeshes([
    makeBox([0, 0, 0], [30, 30, 3]),
    makeBox([0, 0, 0], [3, 30, 30]),
    makeBox([27, 0, 0], [30, 30, 30]),
    makeBox([0, 0, 0], [30, 3, 30]),
    makeBox([0, 27, 0], [30, 30, 30]),
    makeBox([0, 0, 30 - roof], [low, 30, 30]),
    makeBox([high, 0, 30 - roof], [30, 30, 30]),
    makeBox([0, 0, 30 - roof], [30, low, 30]),
    makeBox([0, high, 30 - roof], [30, 30, 30]),
  ]);
}

const search = (mesh: Mesh, escapeHole = hole, voxels = mostVoxels) =>
  findTrapped(
    mesh,
    boundsOf(mesh)!,
    { narrowest: escapeHole, widest: escapeHole },
    new TaskProgress(),
    () => false,
    voxels,
  );

const ballOf = (radius: number) => (4 / 3) * Math.PI * radius ** 3;

describe('trapped powder', () => {
  it.each([
    [0.5, 'as modelled'],
    [1, 'as modelled'],
    [1, 'askew'],
    [2, 'as modelled'],
    [2, 'askew'],
    [3, 'as modelled'],
  ] as const)('A hollow ball with a hole of %s mm keeps its powder: %s.', async (diameter, how) => {
    const ball = vessel(20, 18, diameter);
    const { cavities, resolution } = await search(how === 'askew' ? rotateMesh(ball, askew) : ball);
    expect(cavities).toHaveLength(1);
    const { volume, place, width, opening } = cavities![0]!;
    expect(volume / ballOf(18)).toBeCloseTo(1, 1.7);
    expect(Math.hypot(...place)).toBeLessThan(2 * resolution);
    expect(width! / 36).toBeCloseTo(1, 1);
    expect(opening!.least).toBeLessThanOrEqual(diameter);
    expect(opening!.most).toBeGreaterThanOrEqual(diameter * 0.98);
    expect(opening!.most - opening!.least).toBeLessThan(2 * resolution);
  });

  it.each([4, 5, 8])('A hollow ball with a hole of %s mm can be emptied.', async (diameter) => {
    expect((await search(vessel(20, 18, diameter))).cavities).toEqual([]);
  });

  it('A wall of any thickness keeps powder in.', async () => {
    const { cavities } = await search(vessel(20, 19.99, 1));
    expect(cavities).toHaveLength(1);
    expect(cavities![0]!.volume / ballOf(19.99)).toBeCloseTo(1, 1.7);
  });

  it('A room with a narrow channel keeps its powder, and a wide one does not.', {
    tags: 'release',
  }, async () => {
    for (const roof of [3, 14]) {
      const { cavities } = await search(room(2, roof));
      expect(cavities).toHaveLength(1);
      expect(cavities![0]!.volume / (24 * 24 * (27 - roof))).toBeCloseTo(1, 1.1);
      expect(cavities![0]!.opening!.least).toBeLessThanOrEqual(2);
      expect(cavities![0]!.opening!.most).toBeGreaterThanOrEqual(2);
      expect((await search(room(6, roof))).cavities).toEqual([]);
    }
  });

  it('Two rooms behind each other are one cavity if only the way out is narrow.', async () => {
    const upper = moveMesh(room(1), [0, 0, 27]);
    const { cavities } = await search(joinMeshes([room(8), upper]));
    // The floor of the upper chamber closes the wide opening of the lower one, so each is a cavity.
    expect(cavities).toHaveLength(2);
    const open = joinMeshes([room(8), moveMesh(joinMeshes(withoutFloor(1)), [0, 0, 27])]);
    const joined = (await search(open)).cavities!;
    expect(joined).toHaveLength(1);
    expect(joined[0]!.opening!.least).toBeLessThanOrEqual(1);
    expect(joined[0]!.volume / (2 * 24 * 24 * 24)).toBeCloseTo(1, 1);
  });

  it.each(
    someOf([
      ['a cube', makeCube(30)],
      ['a ring', makeTorus(20, 6, 80, 40)],
      ['a ring within a ring', joinMeshes([makeTorus(20, 6, 80, 40), makeTorus(20, 2, 80, 40)])],
      [
        'a groove of 1 mm',
        joinMeshes([
          makeBox([0, 0, 0], [40, 30, 5]),
          makeBox([0, 0, 5], [40, 14, 12]),
          makeBox([0, 15, 5], [40, 30, 12]),
        ]),
      ],
      [
        'a T-shaped groove with open ends',
        joinMeshes([
          makeBox([0, 0, 0], [40, 30, 5]),
          makeBox([0, 0, 0], [40, 8, 15]),
          makeBox([0, 22, 0], [40, 30, 15]),
          makeBox([0, 0, 12], [40, 13, 15]),
          makeBox([0, 17.5, 12], [40, 30, 15]),
        ]),
      ],
      [
        'a narrow bore',
        turned(
          0,
          [
            [10, 0],
            [10, 30],
            [1, 30],
            [1, 3],
          ],
          3,
        ),
      ],
      [
        'two plates with a gap of 0.5 mm',
        joinMeshes([makeBox([0, 0, 0], [40, 40, 3]), makeBox([0, 0, 3.5], [40, 40, 6])]),
      ],
      [
        'a pin in a bearing',
        joinMeshes([
          makeCylinder(4, 30, 60),
          turned(
            -2,
            [
              [10, -2],
              [10, 32],
              [4.4, 32],
              [4.4, -1],
            ],
            -1,
          ),
        ]),
      ],
    ] as const),
  )('Nothing is trapped in %s.', async (_what, mesh) => {
    for (const placed of [mesh, rotateMesh(mesh, askew)]) expect((await search(placed)).cavities).toEqual([]);
  });

  it('Trapped powder is not searched where the steps are too coarse for the hole, or for nothing.', async () => {
    const { cavities, resolution } = await search(vessel(20, 18, 1), 4, 10_000);
    expect(cavities).toBeNull();
    expect(resolution).toBeGreaterThan(4 / 3);
    for (const far of [0, 1e-300, 1e300]) {
      const point = { positions: Float64Array.of(far, far, far), indices: Uint32Array.of(0, 0, 0) };
      expect((await search(point)).cavities).toBeNull();
    }
  });

  it('The search for trapped powder does not depend on the unit.', { tags: 'release' }, async () => {
    const ball = vessel(20, 18, 2);
    const inMetres = { ...ball, positions: ball.positions.map((value) => value / 1000) };
    const [small, large] = [(await search(inMetres, 0.004)).cavities!, (await search(ball)).cavities!];
    expect(small[0]!.volume * 1e9).toBeCloseTo(large[0]!.volume, 3);
    expect(small[0]!.opening!.most * 1000).toBeCloseTo(large[0]!.opening!.most, 6);
  });

  it('The search for trapped powder stops when aborted.', async () => {
    const signal = { aborted: false };
    const onProgress = (fraction: number) => {
      signal.aborted = fraction > 0.5;
    };
    const ball = makeIcosphere(20, 5);
    const stopped = findTrapped(
      ball,
      boundsOf(ball)!,
      { narrowest: hole, widest: hole },
      new TaskProgress({ signal, onProgress }),
    );
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('trapped powder in real parts', () => {
  it
    .skipIf(!corpusPresent)
    .each(
      someOf([
        'found/x-end-idler.stl',
        'found/ir-sensor-cover-mmu2s.stl',
        'found/Half_Inch_Drive_Ring.stl',
        'found/turbo_fan_40x40x10_noname.stp',
        'prusa3d-PrusaSlicer/resources/shapes/M3_hex_nut.stl',
        'prusa3d-PrusaSlicer/resources/shapes/M3x10_screw.stl',
        'prusa3d-PrusaSlicer/resources/shapes/bunny.stl',
      ]),
    )('Nothing is trapped in a real part with pockets and bores: %s.', async (name) => {
    const { mesh } = await analyseModel(readFileSync(`${corpusDir}${name}`), name);
    expect((await search(mesh, 3.5)).cavities).toEqual([]);
  });
});

/** A chamber without its floor. */
const withoutFloor = (width: number): Mesh[] => {
  const { positions, indices } = room(width);
  return [{ positions: positions.slice(8 * 3), indices: indices.slice(12 * 3).map((i) => i - 8) }];
};

describe('the question of trapped powder', () => {
  const ask = async (mesh: Mesh, escapeHole: number | null | undefined, voxels = mostVoxels) => {
    const { results, trapped } = await checkDeeper(mesh, {
      minWall: null,
      ...(escapeHole !== undefined && { escapeHole }),
      voxels,
      lengthText: (length) => ref('geometry.inUnit', { length: { metres: length / 1000, unit: 'mm' } }),
      volumeText: (volume) => ref('geometry.volumeInUnit', { volume: { metres: volume / 1e9, unit: 'mm' } }),
    });
    return { trapped, check: results.find(({ kind }) => kind === 'trapped-powder')! };
  };
  const closedBall = joinMeshes([makeIcosphere(20, 4), turnInsideOut(makeIcosphere(18, 4))]);

  it('A closed cavity is certain, with its exact volume, and counted once.', async () => {
    const { check, trapped } = await ask(closedBall, hole);
    expect(trapped!.cavities).toHaveLength(1);
    expect(trapped!.cavities[0]).toMatchObject({ opening: null, width: null });
    expect(trapped!.cavities[0]!.volume / ballOf(18)).toBeCloseTo(1, 1.7);
    expect(check).toMatchObject({ status: 'warn', finding: { severity: 'warn', count: 1 } });
    expect(check.finding!.sphere!.radius).toBeGreaterThan(17);
    expect(englishStatement(check)).toContain('stays in one cavity (24.');
    expect(englishStatement(check)).toContain('closed on all sides');
  });

  it('What lies in a cavity takes its room.', async () => {
    const rattle = joinMeshes([closedBall, makeIcosphere(10, 4)]);
    const { trapped } = await ask(rattle, hole);
    expect(trapped!.cavities[0]!.volume / (ballOf(18) - ballOf(10))).toBeCloseTo(1, 1.7);
  });

  it('A cavity between a shell and what lies in it is counted once.', async () => {
    const onion = joinMeshes([closedBall, makeIcosphere(15, 4), turnInsideOut(makeIcosphere(13, 4))]);
    const { trapped } = await ask(onion, hole);
    expect(trapped!.cavities.map(({ opening }) => opening)).toEqual([null, null]);
  });

  it('The answer says which openings can be missed.', async () => {
    const { check, trapped } = await ask(vessel(20, 18, 3.8), hole);
    expect(check.status).toBe('pass');
    const certain = hole - Math.sqrt(3) * trapped!.resolution!;
    expect(englishStatement(check)).toContain(
      `openings between ${certain.toFixed(2)} mm and 4 mm may be missed`,
    );
  });

  it('An opening that is too narrow is named with its range.', async () => {
    const { check } = await ask(vessel(20, 18, 2), hole);
    expect(check.status).toBe('warn');
    expect(englishStatement(check)).toMatch(/an opening of only 1\.\d+ mm to 2\.\d+ mm\..*at least 4 mm/);
  });

  it('The whole surface of a cavity is marked, and nothing of the outside.', async () => {
    const mesh = vessel(20, 18, 2);
    const { check } = await ask(mesh, hole);
    const isInside = (face: number): boolean =>
      [0, 1, 2].every((corner) => {
        const at = mesh.indices[face * 3 + corner]! * 3;
        return Math.hypot(...mesh.positions.subarray(at, at + 3)) < 18.01;
      });
    const inner = [...mesh.indices.keys()].filter((i) => i % 3 === 0 && isInside(i / 3)).map((i) => i / 3);
    const { faces } = check.finding!;
    const marked = new Set(faces);
    expect(inner.filter((face) => marked.has(face)).length / inner.length).toBeGreaterThan(0.97);
    expect(faces.filter((face) => !isInside(face)).length / faces.length).toBeLessThan(0.03);
  });

  it('A part from which everything gets out passes, and filament needs no way out.', async () => {
    expect((await ask(vessel(20, 18, 6), hole)).check.status).toBe('pass');
    expect((await ask(closedBall, null)).check.status).toBe('pass');
  });

  it('The question of trapped powder says what was not searched and why.', async () => {
    const key = async (...asked: Parameters<typeof ask>) => {
      const { check } = await ask(...asked);
      return [check.status, check.text.key];
    };
    expect(await key(closedBall, undefined)).toEqual(['not-checked', 'geometry.trappedWithoutHole']);
    const open = { ...closedBall, indices: closedBall.indices.slice(3) };
    expect(await key(open, hole)).toEqual(['not-checked', 'geometry.trappedOpen']);
    expect(await key(turnInsideOut(makeCube(9)), hole)).toEqual(['not-checked', 'geometry.trappedInverted']);
    expect(await key(vessel(20, 18, 2), hole, 10_000)).toEqual(['not-checked', 'geometry.trappedCoarse']);
    // Closed cavities need no search.
    const { check, trapped } = await ask(closedBall, hole, 10_000);
    expect(check.status).toBe('warn');
    expect(trapped!.resolution).toBeNull();
    expect(englishStatement(check)).toContain('too large or intricate');
  });
});
