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
    expect(wide.warnings).toEqual([]);
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
});
