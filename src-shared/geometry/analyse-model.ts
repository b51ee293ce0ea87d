/** Reads, measures and checks in one go: what the window, the command line and the service ask for. */
import { checkMeshAt } from './check.ts';
import type { AnalysedModel, ReadOptions } from './geometry.ts';
import { measureMesh } from './measure.ts';
import { Pace } from './pace.ts';
import { readModelAt } from './read-model.ts';

/** @throws as `readModel` does */
export async function analyseModel(
  bytes: Uint8Array,
  fileName: string,
  options: ReadOptions = {},
): Promise<AnalysedModel> {
  const pace = new Pace(options);
  const read = await readModelAt(bytes, fileName, pace.part(0, 0.6));
  const measures = measureMesh(read.mesh);
  await pace.step(0.65);
  const checks = await checkMeshAt(read.mesh, pace.part(0.65, 1));
  return { ...read, measures, checks };
}
