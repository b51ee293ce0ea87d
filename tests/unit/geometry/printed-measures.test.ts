/** Bodies that are inside out count as they are printed, for the client and the service. */
import { expect, it } from 'vitest';
import { measureFile } from '../../../src-service/measure/measure-file.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { bytesSource } from '../../../src-shared/geometry/readers/byte-source.ts';
import { repairMesh } from '../../../src-shared/geometry/repair/repair.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { joinMeshes, makeCube, moveMesh, turnInsideOut } from '../../fixtures/geometry/solids.ts';
import { expectSameAnalysis } from '../../support/same-analysis.ts';

const cube = (side: number, at: number | readonly [number, number, number]): Mesh =>
  moveMesh(makeCube(side), typeof at === 'number' ? [at, at, at] : at);
const inverted = (side: number, at: number | readonly [number, number, number]): Mesh =>
  turnInsideOut(cube(side, at));

const large = cube(20, 0);
it.each<[string, Mesh[], number, number]>([
  ['a body beside another', [large, inverted(18, [25, 0, 0])], 8000 + 5832, 1],
  ['a body that touches another in a corner', [large, inverted(18, 20)], 8000 + 5832, 1],
  ['a body that shares an edge with another', [large, inverted(20, [20, 20, 0])], 16_000, 0],
  ['two bodies beside a larger one', [large, inverted(9, [25, 0, 0]), inverted(9, [40, 0, 0])], 9458, 2],
  ['a cavity', [large, inverted(10, 5)], 7000, 0],
  ['a body in a cavity', [large, inverted(10, 5), inverted(4, 8)], 7064, 1],
  ['a hollow body beside another', [large, inverted(18, [25, 0, 0]), cube(8, [30, 5, 5])], 13_320, 1],
  ['the whole part', [inverted(20, 0)], -8000, 1],
  ['the whole hollow part', [inverted(20, 0), cube(10, 5)], -7000, 1],
])('Volume of %s.', async (_what, meshes, volume, found) => {
  const mesh = joinMeshes(meshes);
  const file = writeBinaryStl(mesh);
  const { measures, checks } = (await expectSameAnalysis(file, 'part.stl')) as Exclude<
    Awaited<ReturnType<typeof expectSameAnalysis>>,
    Error
  >;
  expect(measures.volume).toBeCloseTo(volume, 6);
  const findings = checks.findings.filter(({ kind }) => kind === 'inverted-shell');
  expect(findings.reduce((sum, { count }) => sum + count, 0)).toBe(found);
  const measured = await measureFile(bytesSource(file), 'part.stl');
  expect('volume' in measured && measured.volume).toBeCloseTo(Math.abs(volume), 6);
  const { before, after } = await repairMesh(mesh);
  expect(before.volume).toBeCloseTo(volume, 6);
  // What touches is moved apart by millionths.
  expect(after.volume / Math.abs(volume)).toBeCloseTo(1, 5);
});

it('Cavities that cross are not subtracted more than once, so nothing becomes cheaper by copies of them.', async () => {
  const volumeOf = async (...meshes: Mesh[]) => {
    const file = writeBinaryStl(joinMeshes(meshes));
    const analysis = await expectSameAnalysis(file, 'part.stl');
    if (analysis instanceof Error) throw analysis;
    const measured = await measureFile(bytesSource(file), 'part.stl');
    expect('volume' in measured && measured.volume).toBeCloseTo(analysis.measures.volume, 6);
    return analysis.measures.volume;
  };
  // Together they leave 6512; half of them counts as if it were solid.
  expect(await volumeOf(large, inverted(10, 3), inverted(10, 5))).toBeCloseTo(7000, 6);
  const seven = Array.from({ length: 7 }, (_, i) => inverted(19, 0.4 + i * 0.01));
  expect(await volumeOf(large, ...seven)).toBeCloseTo(8000 - 6859, 2);
  // Those that are apart are cavities like any others.
  expect(await volumeOf(large, inverted(5, 2), inverted(5, 12))).toBeCloseTo(7750, 6);
});
