import { describe, expect, it } from 'vitest';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { weldMesh } from '../../../src-shared/geometry/mesh/weld.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { makeSamplePart } from '../../../src-shared/geometry/shapes/sample-part.ts';
import { write3mf } from '../../../src-shared/geometry/writers/write-3mf.ts';
import { lengthUnits, metresPerUnit } from '../../../src-shared/units/units.ts';
import { makeCube, makeIcosphere, makeTorus } from '../../fixtures/geometry/solids.ts';
import { rotateMesh, rotationAbout } from '../../support/rotate-mesh.ts';

const expectSame = (actual: Mesh, expected: Mesh): void => {
  expect(Buffer.from(actual.indices.buffer).equals(Buffer.from(expected.indices.buffer))).toBe(true);
  expect(actual.positions.length).toBe(expected.positions.length);
  expect(actual.positions.every((value, i) => value === expected.positions[i])).toBe(true);
};

describe('3MF that was written', () => {
  it.each([
    ['float32 positions', weldMesh(makeSamplePart().mesh)],
    ['float64 positions', weldMesh(rotateMesh(makeTorus(20, 4, 60, 24), rotationAbout([1, 2, 3], 0.5)))],
    ['tiny and huge numbers', weldMesh(rotateMesh(makeIcosphere(1e-12, 2), rotationAbout([1, 0, 0], 1)))],
    ['enough triangles for several blocks', weldMesh(makeIcosphere(1e7, 5))],
  ])('Written 3MF reads back the same: %s', async (_what, mesh) => {
    const bytes = await write3mf(mesh, { unit: 'mm' });
    const read = await readModel(bytes, 'part.3mf');
    expectSame(read.mesh, mesh);
    expect(read.warnings).toEqual([]);
  });

  it.each(lengthUnits)('Written 3MF carries the unit %s.', async (unit) => {
    const bytes = await write3mf(makeCube(20), { unit });
    const read = await readModel(bytes, 'a.3mf');
    // The format has no tenths of an inch.
    expect(read.unit).toBe(unit === '0.1in' ? 'in' : unit);
    expect(Math.max(...read.mesh.positions) * metresPerUnit[read.unit!]).toBeCloseTo(20 * metresPerUnit[unit], 12);
  });

  it('Written 3MF leaves out faces that use a corner twice, as the format demands.', async () => {
    const ball = makeIcosphere(1, 1);
    const indices = Uint32Array.from([...ball.indices, 3, 3, 4, 5, 6, 5]);
    const { mesh } = await readModel(await write3mf({ ...ball, indices }, { unit: 'mm' }), 'a.3mf');
    expectSame(mesh, weldMesh(ball));
  });

  it('Written 3MF is compressed, always the same, and takes any title.', async () => {
    const mesh = makeIcosphere(10, 4);
    const title = 'Zahnrad <"A&B"> ⚙️ \u0007\ud800 größe 😀';
    const bytes = await write3mf(mesh, { unit: 'in', title });
    expect(bytes.length).toBeLessThan(mesh.indices.length * 9);
    expect(Buffer.from(await write3mf(mesh, { unit: 'in', title })).equals(Buffer.from(bytes))).toBe(true);
    expectSame((await readModel(bytes, 'a.3mf')).mesh, weldMesh(mesh));
  });

  it('Writing 3MF reports progress and stops when aborted.', async () => {
    const mesh = makeIcosphere(10, 6);
    const seen: number[] = [];
    await write3mf(mesh, { unit: 'mm', onProgress: (fraction) => seen.push(fraction) });
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    const signal = { aborted: false };
    const stopped = write3mf(mesh, {
      unit: 'mm',
      signal,
      onProgress: () => {
        signal.aborted = true;
      },
    });
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  });
});
