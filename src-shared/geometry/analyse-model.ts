/**
 * Reads, measures and checks a model in one call, for the window, the command line and the service. Uses the fast
 * core (core/) or, if WebAssembly does not run, the reference implementation in TypeScript, with the same
 * results.
 */
import { checkMeshAt } from './checks/quick-check.ts';
import { type Conclusion, conclude } from './core/conclude.ts';
import { type Core, returnCore, takeCore } from './core/core.ts';
import { loadMesh } from './core/load-mesh.ts';
import { readWithCore } from './core/read-with-core.ts';
import type { AnalysedModel, ReadModel, ReadOptions } from './geometry.ts';
import { measureMesh } from './measure/measure.ts';
import type { Mesh } from './mesh/mesh.ts';
import { type ByteSource, bytesSource, readAll } from './readers/byte-source.ts';
import { asTooLarge, readModelAt } from './readers/read-model.ts';
import { TaskProgress } from './runtime/task-progress.ts';

/** Everything known about a model except its mesh. */
export type SurveyedModel = Omit<AnalysedModel, 'mesh'>;

/** @throws as `readModel` does */
export function analyseModel(
  source: Uint8Array | ByteSource,
  fileName: string,
  options: ReadOptions = {},
): Promise<AnalysedModel> {
  return run(toSource(source), fileName, new TaskProgress(options), ({ mesh, measures, checks }, read) => ({
    ...read,
    mesh: { positions: mesh().positions.slice(), indices: mesh().indices.slice() },
    measures,
    checks,
  }));
}

/** Like `analyseModel`, for callers that do not draw: saves the copy of the mesh. */
export function surveyModel(
  source: Uint8Array | ByteSource,
  fileName: string,
  options: ReadOptions = {},
): Promise<SurveyedModel> {
  return run(toSource(source), fileName, new TaskProgress(options), ({ measures, checks }, read) => ({
    format: read.format,
    unit: read.unit,
    warnings: read.warnings,
    measures,
    checks,
  }));
}

/** The reference implementation in plain TypeScript, for platforms without WebAssembly and for tests. */
export async function analyseWithoutCore(
  bytes: Uint8Array,
  fileName: string,
  options: ReadOptions = {},
): Promise<AnalysedModel> {
  return analyseInTypeScript(bytes, fileName, new TaskProgress(options));
}

const toSource = (source: Uint8Array | ByteSource): ByteSource =>
  source instanceof Uint8Array ? bytesSource(source) : source;

/** What a reader reports besides the mesh; `mesh` is set if a reader in TypeScript made it. */
type Read = Omit<ReadModel, 'mesh'> & { readonly mesh?: Mesh };

async function run<Result>(
  source: ByteSource,
  fileName: string,
  progress: TaskProgress,
  finish: (conclusion: Conclusion, read: Read) => Result,
): Promise<Result> {
  const core = takeCore();
  if (core === null) {
    const analysed = await analyseInTypeScript(await readAll(source), fileName, progress);
    return finish({ ...analysed, mesh: () => analysed.mesh }, analysed);
  }
  try {
    const result = await runOnCore(core, source, fileName, progress, finish);
    returnCore(core);
    return result;
  } catch (thrown) {
    throw asTooLarge(thrown);
  }
}

async function runOnCore<Result>(
  core: Core,
  source: ByteSource,
  fileName: string,
  progress: TaskProgress,
  finish: (conclusion: Conclusion, read: Read) => Result,
): Promise<Result> {
  const read = await readWithCore(core, source, fileName, progress.part(0, 0.8));
  if (read !== null && read.mesh === undefined) {
    return finish(await conclude(core, read.kind, progress.part(0.8, 1)), read.model);
  }
  core.clear();
  const model = read?.mesh
    ? { ...read.model, mesh: read.mesh }
    : await readModelAt(await readAll(source), fileName, progress.part(0, 0.8));
  const hasUnused = await loadMesh(core, model.mesh, progress.part(0.8, 0.9));
  const { measures, checks } = await conclude(core, 64, progress.part(0.9, 1), hasUnused);
  return finish({ mesh: () => model.mesh, measures, checks }, model);
}

async function analyseInTypeScript(
  bytes: Uint8Array,
  fileName: string,
  progress: TaskProgress,
): Promise<AnalysedModel> {
  const read = await readModelAt(bytes, fileName, progress.part(0, 0.6));
  const measures = measureMesh(read.mesh);
  await progress.step(0.65);
  const checks = await checkMeshAt(read.mesh, progress.part(0.65, 1));
  return { ...read, measures, checks };
}
