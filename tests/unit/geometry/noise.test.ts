/** Corners that only rounding keeps apart are one; wider gaps are findings. */
import { describe, expect, it } from 'vitest';
import type { AnalysedModel } from '../../../src-shared/geometry/geometry.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { asciiStl, utf8 } from '../../fixtures/geometry/build-files.ts';
import { randomFrom } from '../../fixtures/geometry/mutate.ts';
import { makeCube, makeIcosphere, makeTorus, moveMesh } from '../../fixtures/geometry/solids.ts';
import { expectSameAnalysis } from '../../support/same-analysis.ts';

/** Every face has its own corners, and `move` may shift each of them. */
function apart({ positions, indices }: Mesh, move: (corner: number, axis: number) => number): Mesh {
  return {
    positions: Float64Array.from(
      { length: indices.length * 3 },
      (_, i) => positions[indices[Math.floor(i / 3)]! * 3 + (i % 3)]! + move(Math.floor(i / 3), i % 3),
    ),
    indices: Uint32Array.from(indices, (_, i) => i),
  };
}

const analyse = async (bytes: Uint8Array): Promise<AnalysedModel> =>
  (await expectSameAnalysis(bytes, 'part.stl')) as AnalysedModel;

/** A cube of 100 whose first face is moved away by `gap`. */
const withGap = (gap: number): Uint8Array =>
  utf8(asciiStl(apart(makeCube(100), (corner, axis) => (corner < 3 && axis === 0 ? gap : 0))));

const isOpen = ({ checks }: AnalysedModel): boolean =>
  checks.findings.some(({ kind }) => kind === 'open-edges');

describe('noise', () => {
  it('Corners that differ by rounding are joined, and a remark says how many and how far.', async () => {
    const random = randomFrom(7);
    for (const solid of [makeCube(100), makeIcosphere(50, 3), makeTorus(20, 6, 48, 24)]) {
      const exact = await analyse(utf8(asciiStl(solid)));
      const noisy = await analyse(utf8(asciiStl(apart(solid, () => (random() - 0.5) * 1e-9))));
      expect(noisy.checks).toEqual({ watertight: true, shells: 1, findings: [] });
      expect(noisy.measures.triangles).toBe(exact.measures.triangles);
      expect(noisy.measures.vertices).toBe(exact.measures.vertices);
      expect(noisy.measures.volume / exact.measures.volume).toBeCloseTo(1, 9);
      expect(noisy.measures.volumeBand).toBeNull();
      expect(noisy.warnings.map(englishGeometryText)).toEqual([
        expect.stringMatching(/^[\d,]+ corners were joined with ones that are at most 0\.0000000\d+ away/),
      ]);
    }
  });

  it('A gap just below a millionth of the part is joined, and one just above is a hole.', async () => {
    expect(isOpen(await analyse(withGap(0.9e-4)))).toBe(false);
    const wide = await analyse(withGap(1.1e-4));
    expect(isOpen(wide)).toBe(true);
    expect(wide.warnings.map(({ key }) => key)).not.toContain('geometry.noiseJoined');
  });

  it('Far from the origin, the last digit of float32 is noise.', async () => {
    const far = apart(moveMesh(makeCube(100), [8000, 0, 0]), (corner, axis) =>
      corner < 3 && axis === 0 ? 2 ** -10 : 0,
    );
    expect(isOpen(await analyse(writeBinaryStl(far)))).toBe(false);
    const farther = apart(moveMesh(makeCube(100), [8000, 0, 0]), (corner, axis) =>
      corner < 3 && axis === 0 ? 2 ** -6 : 0,
    );
    expect(isOpen(await analyse(writeBinaryStl(farther)))).toBe(true);
  });

  it('Triangles of which two corners are one, as at the poles of a sphere, are no edges of more than two faces.', async () => {
    const { positions, indices } = makeCube(10);
    const poles = [indices[0]!, indices[1]!, indices[0]!, indices[4]!, indices[4]!, indices[5]!];
    const { checks, measures, warnings } = await analyse(
      utf8(asciiStl({ positions, indices: Uint32Array.from([...indices, ...poles]) })),
    );
    expect(checks).toEqual({ watertight: true, shells: 1, findings: [] });
    expect(measures.volume).toBeCloseTo(1000, 9);
    expect(warnings.map(englishGeometryText)).toEqual(['Removed 2 faces without area.']);
  });

  it('A missing face stays a hole.', async () => {
    const { positions, indices } = makeIcosphere(50, 3);
    const holed = await analyse(utf8(asciiStl({ positions, indices: indices.slice(3) })));
    expect(isOpen(holed)).toBe(true);
    expect(holed.warnings).toEqual([]);
  });

  it('Faces that collapse when their corners are joined are left out.', async () => {
    // The pole of a lathe: every segment has its own corner, a rounding error away from the others.
    const around = 24;
    const at = (ring: number, i: number): number[] => {
      const angle = (2 * Math.PI * i) / around;
      const radius = [1e-15, 10, 10, 1e-15][ring]!;
      return [radius * Math.cos(angle), radius * Math.sin(angle), [0, 0, 20, 20][ring]!];
    };
    const corners: number[] = [];
    for (let ring = 0; ring < 3; ring++) {
      for (let i = 0; i < around; i++) {
        const [a, b, c, d] = [at(ring, i), at(ring, i + 1), at(ring + 1, i + 1), at(ring + 1, i)];
        corners.push(...a, ...b, ...c, ...a, ...c, ...d);
      }
    }
    const lathe = {
      positions: Float64Array.from(corners),
      indices: Uint32Array.from({ length: corners.length / 3 }, (_, i) => i),
    };
    const model = await analyse(utf8(asciiStl(lathe)));
    expect(model.checks).toMatchObject({ watertight: true, shells: 1, findings: [] });
    expect(model.mesh.indices.length / 3).toBe(4 * around);
    expect(model.measures.triangles).toBe(6 * around);
  });

  it.each([0, 0.4, 1.3])(
    'A corner on an open edge divides it, and a closed part has its volume, turned by %s.',
    async (angle) => {
      const part = await analyse(writeBinaryStl(turned(withFineSide(10, 20), angle)));
      expect(part.checks).toEqual({ watertight: true, shells: 1, findings: [] });
      expect(part.measures.volumeBand).toBeNull();
      expect(part.measures.volume).toBeCloseTo(1000, angle === 0 ? 9 : 2);
      expect(part.measures.triangles).toBe(10 + 800);
      expect(part.warnings.map(englishGeometryText)).toEqual([
        expect.stringMatching(/^Open edges were divided at 76 corners of other faces/),
      ]);
    },
  );

  it('Slivers at divided edges are left out, and neighbours that overlap in part divide each other.', async () => {
    const { positions, indices } = withFineSide(10, 4);
    const sliver = [0, 0, 10, 5, 0, 10, 10, 0, 10];
    const part = await analyse(
      writeBinaryStl({
        positions: Float64Array.from([...positions, ...sliver]),
        indices: Uint32Array.from([...indices, ...[0, 1, 2].map((corner) => positions.length / 3 + corner)]),
      }),
    );
    expect(part.checks).toMatchObject({ watertight: true, findings: [] });
    expect(part.measures.volume).toBe(1000);
  });

  it('A hole stays a hole, and its volume between nothing and the box.', async () => {
    const { positions, indices } = withFineSide(10, 4);
    const part = await analyse(writeBinaryStl({ positions, indices: indices.slice(0, -3) }));
    expect(isOpen(part)).toBe(true);
    const { volume, volumeBand } = part.measures;
    expect(volumeBand!.low).toBeGreaterThanOrEqual(0);
    expect(volumeBand!.high).toBeLessThanOrEqual(1000);
    expect(volume).toBeGreaterThanOrEqual(volumeBand!.low);
    expect(volume).toBeLessThanOrEqual(volumeBand!.high);
  });
});

/** A cube whose top is divided into squares, which its sides know nothing of. */
function withFineSide(side: number, squares: number): Mesh {
  const { positions, indices } = makeCube(side);
  const isTop = (face: number) =>
    [0, 1, 2].every((corner) => positions[indices[face * 3 + corner]! * 3 + 2] === side);
  const rest = [...indices].filter((_, i) => !isTop(Math.floor(i / 3)));
  const points = [...positions];
  const step = side / squares;
  for (let i = 0; i < squares; i++) {
    for (let j = 0; j < squares; j++) {
      const first = points.length / 3;
      for (const [x, y] of [
        [i, j],
        [i + 1, j],
        [i + 1, j + 1],
        [i, j + 1],
      ] as const)
        points.push(x * step, y * step, side);
      rest.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  }
  return { positions: Float64Array.from(points), indices: Uint32Array.from(rest) };
}

/** About an axis that is none of the coordinate system. */
function turned({ positions, indices }: Mesh, angle: number): Mesh {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const points = Float64Array.from(positions);
  for (let at = 0; at < points.length; at += 3) {
    const [x, y, z] = [points[at]!, points[at + 1]!, points[at + 2]!];
    const [u, v] = [c * x - s * y, s * x + c * y];
    points.set([u, c * v - s * z, s * v + c * z], at);
  }
  return { positions: points, indices };
}
