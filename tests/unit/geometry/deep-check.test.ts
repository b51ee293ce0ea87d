import { describe, expect, it } from 'vitest';
import { checkDeeper, type DeepCheckOptions } from '../../../src-shared/geometry/checks/deep-check.ts';
import { englishStatement } from '../../../src-shared/geometry/geometry-text.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { weldMesh } from '../../../src-shared/geometry/mesh/weld.ts';
import { makeSamplePart } from '../../../src-shared/geometry/shapes/sample-part.ts';
import { textsIn } from '../../../src-shared/geometry/unit-texts.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import {
  joinMeshes,
  makeBox,
  makeCube,
  makeIcosphere,
  makeTorus,
  moveMesh,
  turnInsideOut,
} from '../../fixtures/geometry/solids.ts';

const allPass = {
  'self-intersections': 'pass',
  'overlapping-parts': 'pass',
  'nested-parts': 'pass',
  cavities: 'pass',
  'trapped-powder': 'pass',
  'tiny-parts': 'pass',
  'thin-walls': 'pass',
  'thin-pins': 'pass',
};

async function check(mesh: Mesh, options: Partial<DeepCheckOptions> = {}) {
  const deep = await checkDeeper(weldMesh(mesh), { minWall: 0.5, escapeHole: 2, samples: 5000, ...options });
  for (const result of deep.results) {
    const { status, finding, kind, text, details } = result;
    expect(englishStatement(result)).toMatch(/^[A-Z0-9].*\.$/);
    expect(finding?.severity ?? null).toBe(status === 'warn' || status === 'fail' ? status : null);
    if (finding !== null) {
      expect(finding).toMatchObject({ kind, text, details });
      expect(finding.count).toBeGreaterThan(0);
      expect(finding.faces.length).toBeGreaterThan(0);
      expect(finding.sphere!.radius).toBeGreaterThan(0);
    }
  }
  const by = Object.fromEntries(deep.results.map((result) => [result.kind, result]));
  return {
    ...deep,
    by,
    statuses: Object.fromEntries(deep.results.map(({ kind, status }) => [kind, status])),
  };
}

describe('the thorough check', () => {
  it('The thorough check passes a sound part and states its certainty.', async () => {
    const { statuses, by, thickness } = await check(makeSamplePart().mesh, {
      lengthText: (length) => ref('geometry.inUnit', { length: { metres: length / 1000, unit: 'mm' } }),
    });
    expect(statuses).toEqual(allPass);
    expect(englishStatement(by['thin-walls']!)).toContain('No wall is under 0.5 mm');
    expect(englishStatement(by['thin-walls']!)).toContain('5,000 points');
    expect(thickness!.points.faces).toHaveLength(5000);
  });

  it('The thorough check finds a thin plate with its faces.', { tags: 'release' }, async () => {
    const { by } = await check(makeBox([0, 0, 0], [50, 30, 0.3]));
    expect(by['thin-walls']).toMatchObject({
      status: 'fail',
      finding: { severity: 'fail', count: 4, faces: [0, 1, 2, 3] },
    });
    expect(englishStatement(by['thin-walls']!)).toContain('0.3 units of the file');
  });

  it('A wall just below the limit is not stated as thick as the limit.', { tags: 'release' }, async () => {
    const plate = makeBox([0, 0, 0], [40, 40, 0.7955]);
    for (const [texts, thinnest, limit] of [
      [{}, '0.795 units of the file', '0.8 units of the file'],
      [textsIn(0.001, 'mm'), '0.79 mm', '0.8 mm'],
    ] as const) {
      const { by } = await check(plate, { minWall: 0.8, ...texts });
      const text = englishStatement(by['thin-walls']!);
      expect(text).toContain(`thinner than ${limit} (thinnest ${thinnest})`);
    }
  });

  it('The thorough check reports a sharp tip as a tip.', { tags: 'release' }, async () => {
    const ridge = {
      positions: Float64Array.of(0, 0, 0, 100, 0, 0, 0, 0, 60, 0, 30, 0, 100, 30, 0, 0, 30, 60),
      indices: Uint32Array.of(0, 1, 2, 3, 5, 4, 0, 3, 4, 0, 4, 1, 1, 4, 5, 1, 5, 2, 0, 2, 5, 0, 5, 3),
    };
    const { by } = await check(ridge, { minWall: 0.02, samples: 60_000 });
    expect(by['thin-walls']).toMatchObject({ status: 'warn', finding: { severity: 'warn' } });
  });

  it('The thorough check distinguishes overlaps, nested parts, cavities and specks.', {
    tags: 'release',
  }, async () => {
    const overlapping = await check(joinMeshes([makeCube(10), moveMesh(makeCube(10), [5, 5, 5])]));
    expect(overlapping.statuses).toEqual({ ...allPass, 'overlapping-parts': 'warn' });
    expect(overlapping.by['overlapping-parts']!.finding!.count).toBe(2);
    const nested = await check(joinMeshes([makeCube(10), moveMesh(makeCube(4), [3, 3, 3])]));
    expect(nested.statuses).toEqual({ ...allPass, 'nested-parts': 'warn' });
    expect(nested.by['nested-parts']!.finding!.faces).toEqual([...Array(12).keys()].map((i) => i + 12));
    // A pin that fits a notch of the part, its sides a rounding error off, touches it but lies in no
    // material.
    const notched = joinMeshes([
      makeBox([0, 0, 0], [10, 10, 2]),
      makeBox([0, 0, 2], [10, 4, 6]),
      makeBox([0, 6, 2], [10, 10, 6]),
    ]);
    const pin = makeBox([1, 4 - 1e-9, 2], [9, 6, 6 - 1e-9]);
    const fitted = await check(joinMeshes([notched, pin]));
    expect(fitted.statuses['nested-parts']).toBe('pass');
    const hollow = await check(joinMeshes([makeCube(10), moveMesh(turnInsideOut(makeCube(4)), [3, 3, 3])]));
    expect(hollow.statuses).toEqual({ ...allPass, cavities: 'warn', 'trapped-powder': 'warn' });
    const speck = await check(joinMeshes([makeCube(10), moveMesh(makeCube(0.4), [20, 0, 0])]));
    expect(speck.statuses).toMatchObject({ 'tiny-parts': 'warn', 'thin-walls': 'pass', 'thin-pins': 'warn' });
    const crossing = await check(makeTorus(10, 11, 60, 40));
    expect(crossing.statuses).toMatchObject({ 'self-intersections': 'warn', 'overlapping-parts': 'pass' });
  });

  it('The thorough check says what it did not check and why.', { tags: 'release' }, async () => {
    const ball = makeIcosphere(10, 2);
    const open = { ...ball, indices: ball.indices.slice(3) };
    expect((await check(open)).by['thin-walls']).toMatchObject({
      status: 'not-checked',
      text: { key: 'geometry.wallsOpen' },
    });
    expect((await check(turnInsideOut(ball))).by['thin-walls']).toMatchObject({
      status: 'not-checked',
      text: { key: 'geometry.wallsInverted' },
    });
    expect(englishStatement((await check(ball, { minWall: null })).by['thin-walls']!)).toContain(
      'Choose a material',
    );
    const two = await check(joinMeshes([open, moveMesh(ball, [30, 0, 0])]));
    expect(two.statuses).toMatchObject({ 'nested-parts': 'not-checked', cavities: 'not-checked' });
    const empty = await check({ positions: new Float32Array(0), indices: new Uint32Array(0) });
    expect(empty.results.every(({ status }) => status === 'not-checked')).toBe(true);
    const hasty = await check(joinMeshes([ball, moveMesh(ball, [50, 0, 0])]), { pairBudget: 1000 });
    expect(hasty.statuses).toMatchObject({
      'self-intersections': 'not-checked',
      'overlapping-parts': 'not-checked',
    });
  });

  it('The thorough check ends for coordinates of any size, and passes a cube however it is rounded.', {
    tags: 'release',
  }, async () => {
    for (const [far, size] of [
      [1e20, 1e5],
      [1e300, 1e290],
      [0, 1e-300],
      [1e30, 1e30],
      [0, 1e160],
    ] as const) {
      const { results } = await check(moveMesh(makeCube(size), [far, -far, far]), {
        minWall: size / 10,
        escapeHole: size / 5,
        samples: 100,
      });
      expect(results).toHaveLength(8);
    }
    for (const size of [1e-30, 1e-3, 1e6, 1e30]) {
      expect(
        (await check(makeCube(size), { minWall: size / 10, escapeHole: size / 5, samples: 100 })).statuses,
      ).toEqual(allPass);
    }
  });

  it('The thorough check reports rising progress and stops when aborted.', async () => {
    const seen: number[] = [];
    await checkDeeper(makeIcosphere(10, 4), {
      minWall: 1,
      samples: 5000,
      onProgress: (fraction) => seen.push(fraction),
    });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
    const signal = { aborted: false };
    const stopped = checkDeeper(makeIcosphere(10, 5), {
      minWall: 1,
      signal,
      onProgress: (fraction) => {
        signal.aborted = fraction > 0.5;
      },
    });
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  });
});
