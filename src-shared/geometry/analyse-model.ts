/**
 * Reads, measures and checks a model in one call, for the window, the command line and the service, with the
 * fast core (core/). What only parts with open edges or several shells need is loaded on first use.
 */
import { ref } from '../messages/messages.ts';
import { type ConcludeOptions, type Conclusion, conclude } from './core/conclude.ts';
import { type Core, returnCore, takeCore } from './core/core.ts';
import { hasUnusedVertices, loadMesh } from './core/load-mesh.ts';
import { readWithCore } from './core/read-with-core.ts';
import type {
  AnalysedModel,
  AnalyseOptions,
  Checks,
  FindingKind,
  ReadModel,
  ReadOptions,
} from './geometry.ts';
import type { GeometryText } from './geometry-text.ts';
import { drawnLengths } from './measure/drawn-lengths.ts';
import { printedMeasures } from './measure/printed-measures.ts';
import type { Bounds, Mesh } from './mesh/mesh.ts';
import { type ByteSource, bytesSource, readAll, readFully } from './readers/byte-source.ts';
import { isArchive } from './readers/detect-format.ts';
import { type FileOrigin, originBytes, readOrigin } from './readers/file-origin.ts';
import { librariesOf } from './readers/obj-materials.ts';
import { asTooLarge, readModelAt } from './readers/read-model.ts';
import { hasStlColours } from './readers/slicer-colours.ts';
import { TaskProgress } from './runtime/task-progress.ts';

/** Everything known about a model except its mesh. */
export type SurveyedModel = Omit<AnalysedModel, 'mesh'>;

/** @throws as `readModel` does */
export function analyseModel(
  source: Uint8Array | ByteSource,
  fileName: string,
  options: AnalyseOptions = {},
): Promise<AnalysedModel> {
  return run(toSource(source), fileName, options, ({ mesh, flatFaces: _, ...found }, read) => ({
    ...withoutCurves(read),
    ...found,
    mesh: { ...mesh(), positions: mesh().positions.slice(), indices: mesh().indices.slice() },
  }));
}

/** Like `analyseModel`, for callers that do not draw: saves the copy of the mesh. */
export function surveyModel(
  source: Uint8Array | ByteSource,
  fileName: string,
  options: ReadOptions = {},
): Promise<SurveyedModel> {
  return run(toSource(source), fileName, options, ({ measures, checks }, read) => ({
    format: read.format,
    unit: read.unit,
    ...(read.assumedUnit && { assumedUnit: read.assumedUnit }),
    ...(read.colours && { colours: read.colours }),
    ...(read.origin && { origin: read.origin }),
    ...(read.drawn && { drawn: read.drawn }),
    warnings: read.warnings,
    measures,
    checks,
  }));
}

const toSource = (source: Uint8Array | ByteSource): ByteSource =>
  source instanceof Uint8Array ? bytesSource(source) : source;

/** The report of a reader besides the mesh; `mesh` is set if a reader in TypeScript made it. */
type Read = Omit<ReadModel, 'mesh'> & { readonly mesh?: Mesh };

async function run<Result>(
  source: ByteSource,
  fileName: string,
  options: AnalyseOptions,
  finish: (conclusion: Conclusion, read: Read) => Result,
): Promise<Result> {
  const core = takeCore();
  try {
    const result = await runOnCore(core, source, fileName, options, finish);
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
  options: AnalyseOptions,
  finish: (conclusion: Conclusion, read: Read) => Result,
): Promise<Result> {
  const progress = new TaskProgress(options);
  const read = await readWithCore(core, source, fileName, progress.part(0, 0.8));
  if (read !== null && read.mesh === undefined) {
    const model = { ...read.model, ...(await headOf(source, read.model)) };
    const lists = listsFor(options, model);
    const conclusion = await conclude(core, read.kind, progress.part(0.8, 0.98), lists);
    return finishJoined(core, conclusion, model, progress, options, finish);
  }
  core.clear();
  const model = read?.mesh
    ? { ...read.model, mesh: read.mesh }
    : await readModelAt(await readAll(source), fileName, progress.part(0, 0.8));
  await loadMesh(core, model.mesh, progress.part(0.8, 0.9));
  const hasUnused = hasUnusedVertices(model.mesh);
  const lists = { ...listsFor(options, model), hasUnused };
  const concluded = await conclude(core, 64, progress.part(0.9, 0.98), lists);
  const known = { ...model, ...(await headOf(source, model)) };
  return finishJoined(core, { ...concluded, mesh: () => model.mesh }, known, progress, options, finish);
}

/** The lists that the core makes besides measures and checks. */
const listsFor = (options: AnalyseOptions, { unit }: Pick<Read, 'unit'>): ConcludeOptions => ({
  ...options,
  flatFaces: unit === null,
});

/** Measures and checks once more if the open edges are only noise. */
async function finishJoined<Result>(
  core: Core,
  conclusion: Conclusion,
  read: Read,
  progress: TaskProgress,
  options: AnalyseOptions,
  finish: (conclusion: Conclusion, read: Read) => Result,
): Promise<Result> {
  const joined = await withoutNoise(conclusion.mesh, conclusion, progress.part(0.98, 0.985));
  if (joined === null) {
    const known = await concluded(conclusion, read, progress);
    const warnings = await withOverlaps(conclusion.mesh, conclusion.checks, read.warnings, progress);
    return finish(known, withDrawn({ ...read, warnings }, known));
  }
  core.clear();
  await loadMesh(core, joined.mesh, progress.part(0.985, 0.99));
  const lists = { ...listsFor(options, read), hasUnused: hasUnusedVertices(joined.mesh) };
  const again = await conclude(core, 64, progress.part(0.99, 0.995), lists);
  const measures = { ...again.measures, triangles: conclusion.measures.triangles };
  const noted = [...read.warnings, ...joined.notes];
  const known = { ...read, warnings: await withOverlaps(() => joined.mesh, again.checks, noted, progress) };
  const conclusive = await concluded({ ...again, mesh: () => joined.mesh, measures }, read, progress);
  return finish(conclusive, withDrawn(known, conclusive));
}

/**
 * Adds the findings of the reader; counts bodies that are inside out; adds the range of the volume if the
 * surface is open, and the share of the curves if it is a closed CAD solid.
 */
export async function concluded(
  conclusion: Conclusion,
  { curved, findings = [] }: Read,
  progress: TaskProgress,
): Promise<Conclusion> {
  const { mesh } = conclusion;
  const checks = { ...conclusion.checks, findings: [...conclusion.checks.findings, ...findings] };
  const measures = await printedMeasures(mesh, conclusion.measures, checks, progress.part(0.99, 0.995));
  if (!isOpen(checks)) {
    await progress.step(1);
    const { volume, area } = curved ?? { volume: 0, area: 0 };
    const exact = { volume: measures.volume + volume, area: measures.area + area };
    return { ...conclusion, checks, measures: { ...measures, ...exact } };
  }
  const { withOpenBand } = await import('./measure/open-band.ts');
  return { ...conclusion, checks, measures: await withOpenBand(mesh(), measures, progress.part(0.995, 1)) };
}

/** Evidence for the unit, where the file does not state it. */
export function withDrawn<Model extends Read>(
  read: Model,
  { measures, flatFaces }: Pick<Conclusion, 'measures' | 'flatFaces'>,
): Model {
  if (flatFaces === undefined || measures.bounds === null) return read;
  return { ...read, drawn: drawnLengths(flatFaces, measures.bounds) };
}

/** Drops what measures and checks include by now. */
export function withoutCurves<Model extends Read>({
  curved: _,
  findings: _findings,
  ...read
}: Model): Omit<Model, 'curved' | 'findings'> {
  return read;
}

const isOpen = (checks: Checks): boolean => checks.findings.some(({ kind }) => kind === 'open-edges');

/** A part of fewer steps of its numbers across has no shape to speak of. */
const fewestSteps = 1000;

/** How many steps of the coordinates' precision the part is across. */
function stepsAcross({ min, max }: Bounds, positions: Mesh['positions']): number {
  const farthest = Math.max(...min.map(Math.abs), ...max.map(Math.abs));
  const longest = Math.max(...max.map((value, axis) => value - min[axis]!));
  return longest / (farthest * (positions instanceof Float32Array ? 2 ** -23 : 2 ** -52));
}

/**
 * The mesh with the corners joined that only rounding separates, the open edges divided by corners that lie
 * on them, and without triangles of which two corners are one, as many programs write at the poles of a
 * sphere: their edges would count as those of more than two faces. Null if there are none.
 */
export async function withoutNoise(
  mesh: () => Mesh,
  { measures, checks }: Pick<AnalysedModel, 'measures' | 'checks'>,
  progress: TaskProgress,
): Promise<{ readonly mesh: Mesh; readonly notes: readonly GeometryText[] } | null> {
  const { bounds } = measures;
  const has = (kind: FindingKind): boolean => checks.findings.some((finding) => finding.kind === kind);
  // Where the numbers of the file are too coarse for the part, its triangles collapse because it is spoilt.
  const isFine = bounds !== null && stepsAcross(bounds, mesh().positions) > fewestSteps;
  const mayCollapse = has('degenerate-faces') && has('non-manifold-edges') && isFine;
  if (bounds === null || !(isOpen(checks) || mayCollapse)) return null;
  const { divideOpenEdges, noiseNote, weldNoise } = await import('./repair/weld-noise.ts');
  const { withoutCollapsed } = await import('./repair/face-list.ts');
  // The core's own arrays change when the result is loaded.
  const whole = mayCollapse ? withoutCollapsed({ ...mesh(), positions: mesh().positions.slice() }) : mesh();
  if (whole.indices.length === 0) return null;
  const collapsed = (mesh().indices.length - whole.indices.length) / 3;
  const welded = isOpen(checks) ? await weldNoise(whole, bounds, progress.part(0, 0.5)) : null;
  const joined = welded?.mesh ?? whole;
  const divided = isOpen(checks) ? await divideOpenEdges(joined, bounds, progress.part(0.5, 1)) : null;
  if (collapsed === 0 && welded === null && divided === null) return null;
  return {
    mesh: divided?.mesh ?? joined,
    notes: [
      ...(collapsed > 0 ? [ref('geometry.droppedDegenerate', { count: collapsed })] : []),
      ...(welded ? [noiseNote(welded.joined, welded.farthest)] : []),
      ...(divided ? [ref('geometry.edgesDivided', { count: divided.corners })] : []),
    ],
  };
}

/** Adds what is to be said of parts that overlap. */
export async function withOverlaps(
  mesh: () => Mesh,
  checks: Checks,
  warnings: readonly GeometryText[],
  progress: TaskProgress,
): Promise<readonly GeometryText[]> {
  if (checks.shells < 2) return warnings;
  const { overlapNotes } = await import('./checks/overlap-notes.ts');
  return [...warnings, ...(await overlapNotes(mesh, checks, progress.part(0.995, 1)))];
}

/**
 * For formats without a unit: what the first bytes tell about the file's origin, and a warning if its colours
 * are in another file (read only from an archive of both), or where nobody else reads them.
 */
export async function headOf(
  source: ByteSource,
  { unit, format, warnings }: Pick<ReadModel, 'unit' | 'format' | 'warnings'>,
): Promise<{ readonly origin?: FileOrigin; readonly warnings?: readonly GeometryText[] }> {
  if (unit !== null) return {};
  const buffer = new Uint8Array(Math.min(originBytes, source.size));
  const head = buffer.subarray(0, await readFully(source, buffer, 0));
  const origin = readOrigin(head);
  const isColoured = format === 'stl' && (await hasStlColours(source, head));
  const [library] = format === 'obj' && !isArchive(head) ? librariesOf(head) : [];
  return {
    ...(origin && { origin }),
    ...(library !== undefined && {
      warnings: [...warnings, ref('geometry.materialsBeside', { file: library.slice(0, 60) })],
    }),
    ...(isColoured && { warnings: [...warnings, ref('geometry.stlColours')] }),
  };
}
