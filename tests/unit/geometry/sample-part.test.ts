import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { checkMesh } from '../../../src-shared/geometry/checks/quick-check.ts';
import { measureMesh } from '../../../src-shared/geometry/measure/measure.ts';
import { sizeOf } from '../../../src-shared/geometry/mesh/mesh.ts';
import { makeSamplePart } from '../../../src-shared/geometry/shapes/sample-part.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';

describe('the sample part', () => {
  const { name, mesh } = makeSamplePart();

  it('The sample part is a sound gear of the right size.', async () => {
    const measures = measureMesh(mesh);
    expect(name).toBe('Spur gear');
    const [x, y, z] = sizeOf(measures.bounds!);
    expect([x, y, z].map((side) => Math.round(side * 100) / 100)).toEqual([52, 52, 18]);
    expect(measures.bounds!.min[2]).toBe(0);
    expect(await checkMesh(mesh)).toEqual({ watertight: true, shells: 1, findings: [] });
    // Rim to pitch circle, web and hub as plain rings: the real part lies close to it.
    const ring = (outer: number, inner: number, height: number): number =>
      Math.PI * (outer ** 2 - inner ** 2) * height;
    const rough = ring(23.7, 18.5, 12) + ring(18.5, 10, 4) + ring(10, 4, 18) - 6 * Math.PI * 2.6 ** 2 * 4;
    expect(Math.abs(measures.volume / rough - 1)).toBeLessThan(0.03);
    expect(measures.triangles).toBeGreaterThan(2000);
    expect(measures.triangles).toBeLessThan(20_000);
  });

  it('The sample part is exactly the same after binary STL.', async () => {
    const again = await analyseModel(writeBinaryStl(mesh), 'gear.stl');
    expect(again.measures).toEqual(measureMesh(mesh));
    expect(again.checks.findings).toEqual([]);
  });
});
