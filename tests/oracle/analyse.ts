/**
 * `analyseModel` in plain TypeScript: what the fast core must give, to the bit. Readers that no core
 * replaces, and what follows from measures and checks, are those of the program.
 */
import {
  concluded,
  headOf,
  withDrawn,
  withoutCurves,
  withOverlaps,
  withoutNoise,
} from '../../src-shared/geometry/analyse-model.ts';
import { checkMeshAt } from '../../src-shared/geometry/checks/quick-check.ts';
import type { AnalysedModel, AnalyseOptions, ReadModel } from '../../src-shared/geometry/geometry.ts';
import type { GeometryText } from '../../src-shared/geometry/geometry-text.ts';
import { measureMesh } from '../../src-shared/geometry/measure/measure.ts';
import { bytesSource } from '../../src-shared/geometry/readers/byte-source.ts';
import { decodeText } from '../../src-shared/geometry/readers/decode-text.ts';
import { detectFormat, mayBeAsciiStl } from '../../src-shared/geometry/readers/detect-format.ts';
import { readModelAt } from '../../src-shared/geometry/readers/read-model.ts';
import { isExactBinaryStl } from '../../src-shared/geometry/readers/stl-binary.ts';
import { TaskProgress } from '../../src-shared/geometry/runtime/task-progress.ts';
import { listFlatFacesPlainly } from './flat-faces.ts';
import { findSharpEdges } from './sharp-edges.ts';
import { readBinaryStlPlainly } from './stl-binary.ts';

export async function analysePlainly(
  bytes: Uint8Array,
  fileName: string,
  options: AnalyseOptions = {},
): Promise<AnalysedModel> {
  const progress = new TaskProgress({});
  const read = await readPlainly(bytes, fileName, progress);
  const measures = measureMesh(read.mesh);
  const checks = await checkMeshAt(read.mesh, progress);
  const known = { ...read, ...(await headOf(bytesSource(bytes), read)) };
  const joined = await withoutNoise(() => read.mesh, { measures, checks }, progress);
  const mesh = joined?.mesh ?? read.mesh;
  const again = joined && {
    measures: { ...measureMesh(mesh), triangles: measures.triangles },
    checks: await checkMeshAt(mesh, progress),
  };
  const final = await concluded({ mesh: () => mesh, ...(again ?? { measures, checks }) }, read, progress);
  const flatFaces = read.unit === null ? { flatFaces: Float64Array.from(listFlatFacesPlainly(mesh)) } : {};
  return {
    ...withDrawn(withoutCurves(known), { ...final, ...flatFaces }),
    mesh,
    warnings: await withOverlaps(
      () => mesh,
      final.checks,
      [...known.warnings, ...(joined?.notes ?? [])],
      progress,
    ),
    measures: final.measures,
    checks: final.checks,
    ...(options.sharpEdges && { sharpEdges: await findSharpEdges(mesh) }),
  };
}

async function readPlainly(bytes: Uint8Array, fileName: string, progress: TaskProgress): Promise<ReadModel> {
  const warnings: GeometryText[] = [];
  const isBinaryStl =
    bytes.length > 0 &&
    detectFormat(bytes, fileName, warnings) === 'stl' &&
    (isExactBinaryStl(bytes) || !mayBeAsciiStl(decodeText(bytes)));
  if (!isBinaryStl) return readModelAt(bytes, fileName, progress);
  const mesh = readBinaryStlPlainly(bytes, warnings);
  return { format: 'stl', unit: null, warnings, mesh };
}
