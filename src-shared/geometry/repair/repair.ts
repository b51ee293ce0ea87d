/**
 * Repairs what can be repaired without guessing: joins corners across gaps, removes empty and duplicate
 * faces, flips faces outward, fills simple holes and joins parts that overlap. The result lists every change,
 * the measures before and after, and what is left. Called by the window's worker and by `fabdesk repair`.
 *
 * A step that would make an edge worse is not taken, and a result that is worse than the input is not
 * returned.
 */
import { ref } from '../../messages/messages.ts';
import { checkMeshAt } from '../checks/quick-check.ts';
import type { Checks, Measures, ReadOptions } from '../geometry.ts';
import type { GeometryText } from '../geometry-text.ts';
import { measureMesh } from '../measure/measure.ts';
import { printedMeasures } from '../measure/printed-measures.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { vertexCount } from '../mesh/mesh.ts';
import { withColoursOf } from '../mesh/transfer-colours.ts';
import { weldMesh } from '../mesh/weld.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { type AreaText, inFileUnits, inSquareFileUnits, type LengthText } from '../unit-texts.ts';
import { closeGaps } from './close-gaps.ts';
import { dropDegenerateFaces, dropDuplicateFaces } from './drop-faces.ts';
import { longestSide } from './face-list.ts';
import { fillHoles } from './fill-holes.ts';
import { makeFacesAgree, turnOutward } from './orient-faces.ts';
import { resolveOverlaps } from './resolve-overlaps.ts';

export interface RepairOptions extends ReadOptions {
  /**
   * The largest gap between corners of open edges that is closed, in file units; by default 1/10,000 of the
   * part.
   */
  readonly tolerance?: number;
  /** False leaves overlapping parts as they are. Joining needs `provideManifold` (repair/union-engine.ts). */
  readonly joinOverlaps?: boolean;
  /** How lengths are written; by default in units of the file. */
  readonly lengthText?: LengthText;
  readonly areaText?: AreaText;
}

export type ChangeKind =
  | 'joined-corners'
  | 'closed-gaps'
  | 'dropped-degenerate-faces'
  | 'dropped-duplicate-faces'
  | 'flipped-faces'
  | 'filled-holes'
  | 'flipped-parts'
  | 'joined-parts';

export interface RepairChange {
  readonly kind: ChangeKind;
  /** How many corners, faces, holes or parts. */
  readonly count: number;
  /** What was done. */
  readonly text: GeometryText;
}

export interface RepairResult {
  /** The given mesh itself if nothing was changed. */
  readonly mesh: Mesh;
  readonly changes: readonly RepairChange[];
  /** What is still wrong, and why it was not repaired. */
  readonly left: readonly GeometryText[];
  readonly before: Measures;
  readonly after: Measures;
  /** Checks of the repaired mesh. */
  readonly checks: Checks;
}

const usualTolerance = 1e-4;

/**
 * @throws AbortError; CodedError `repair-part-missing` if overlaps are to be joined and the library is
 * missing
 */
export async function repairMesh(given: Mesh, options: RepairOptions = {}): Promise<RepairResult> {
  const progress = new TaskProgress(options);
  const welded = weldMesh(given);
  const first = await checkMeshAt(welded, progress.part(0, 0.07));
  const before = await printedMeasures(() => welded, measureMesh(given), first, progress.part(0.07, 0.08));
  // The steps move faces freely; their colours follow at the end.
  const job = new RepairJob({ positions: given.positions, indices: given.indices }, options);
  await job.run(options, progress.part(0.08, 0.85));
  if (job.changes.length === 0) {
    return { mesh: given, changes: [], left: job.left, before, after: before, checks: first };
  }
  const mesh = await withColoursOf(given, weldMesh(job.mesh), progress.part(0.85, 0.9));
  const checks = await checkMeshAt(mesh, progress.part(0.9, 1));
  if (isWorse(checks, first)) {
    const left = [ref('geometry.repairWorse')];
    return { mesh: given, changes: [], left, before, after: before, checks: first };
  }
  return { mesh, changes: job.changes, left: job.left, before, after: measureMesh(mesh), checks };
}

const failures = (checks: Checks): number =>
  checks.findings.reduce((sum, { severity, count }) => sum + (severity === 'fail' ? count : 0), 0);

const isWorse = (after: Checks, before: Checks): boolean =>
  failures(after) > failures(before) || after.findings.some(({ kind }) => kind === 'empty');

class RepairJob {
  mesh: Mesh;
  readonly changes: RepairChange[] = [];
  readonly left: GeometryText[] = [];

  readonly #lengthText: LengthText;
  readonly #areaText: AreaText;

  constructor(mesh: Mesh, { lengthText = inFileUnits, areaText = inSquareFileUnits }: RepairOptions) {
    this.mesh = mesh;
    this.#lengthText = lengthText;
    this.#areaText = areaText;
  }

  async run({ tolerance, joinOverlaps = true }: RepairOptions, progress: TaskProgress): Promise<void> {
    this.#weld();
    // There are no open edges between a face and its duplicate; without the duplicate, gaps beside it can
    // close.
    const doubles = await dropDuplicateFaces(this.mesh, progress.part(0, 0.05));
    this.mesh = doubles.mesh;
    await this.#closeGaps(tolerance ?? longestSide(this.mesh) * usualTolerance, progress.part(0.05, 0.15));
    await this.#dropFaces(doubles.count, progress.part(0.15, 0.3));
    await this.#agree(progress.part(0.3, 0.4));
    await this.#fill(progress.part(0.4, 0.5));
    await this.#turnOutward(progress.part(0.5, 0.6));
    if (joinOverlaps) await this.#join(progress.part(0.6, 1));
  }

  #change(mesh: Mesh, kind: ChangeKind, count: number, text: GeometryText): void {
    this.mesh = mesh;
    if (count > 0) this.changes.push({ kind, count, text });
  }

  #weld(): void {
    const welded = weldMesh(this.mesh);
    const joined = usedVertices(this.mesh) - vertexCount(welded);
    this.#change(welded, 'joined-corners', joined, ref('geometry.joinedCorners', { count: joined }));
  }

  async #closeGaps(tolerance: number, progress: TaskProgress): Promise<void> {
    if (!(tolerance > 0)) return;
    const { mesh, joined, farthest } = await closeGaps(this.mesh, tolerance, progress);
    this.#change(
      mesh,
      'closed-gaps',
      joined,
      ref('geometry.closedGaps', { count: joined, distance: this.#lengthText(farthest) }),
    );
  }

  async #dropFaces(doubles: number, progress: TaskProgress): Promise<void> {
    const empty = await dropDegenerateFaces(this.mesh, progress.part(0, 0.5));
    this.#change(
      empty.mesh,
      'dropped-degenerate-faces',
      empty.count,
      ref('geometry.droppedDegenerate', { count: empty.count }),
    );
    const more = await dropDuplicateFaces(this.mesh, progress.part(0.5, 1));
    const count = doubles + more.count;
    const text = ref('geometry.droppedDuplicates', { count });
    this.#change(more.mesh, 'dropped-duplicate-faces', count, text);
  }

  async #agree(progress: TaskProgress): Promise<void> {
    const { mesh, count, hopeless } = await makeFacesAgree(this.mesh, progress);
    this.#change(mesh, 'flipped-faces', count, ref('geometry.turnedFaces', { count }));
    if (hopeless > 0) {
      this.left.push(ref('geometry.stillNoOutside', { count: hopeless }));
    }
  }

  async #fill(progress: TaskProgress): Promise<void> {
    const found = await fillHoles(this.mesh, progress);
    const { filled } = found;
    this.#change(
      found.mesh,
      'filled-holes',
      filled,
      ref('geometry.filledHoles', { count: filled, area: this.#areaText(found.area) }),
    );
    if (found.tooLarge > 0) {
      this.left.push(ref('geometry.openingTooLarge', { count: found.tooLarge }));
    }
    if (found.unclear > 0) {
      this.left.push(ref('geometry.unclearBorder', { count: found.unclear }));
    }
  }

  async #turnOutward(progress: TaskProgress): Promise<void> {
    const { mesh, count, isComplete } = await turnOutward(this.mesh, progress);
    this.#change(mesh, 'flipped-parts', count, ref('geometry.turnedParts', { count }));
    if (!isComplete) {
      this.left.push(ref('geometry.tooManyToTurn'));
    }
  }

  async #join(progress: TaskProgress): Promise<void> {
    const found = await resolveOverlaps(this.mesh, progress);
    const { mesh, parts, crossingFaces, unresolved, openParts } = found;
    this.#change(mesh, 'joined-parts', parts, ref('geometry.joinedParts', { count: parts }));
    if (unresolved > 0) {
      this.left.push(ref('geometry.notJoined', { count: unresolved }));
    }
    if (openParts > 0) {
      this.left.push(ref('geometry.openNotJoined', { count: openParts }));
    }
    if (crossingFaces > 0) {
      this.left.push(ref('geometry.stillCrossing', { count: crossingFaces }));
    }
  }
}

function usedVertices({ positions, indices }: Mesh): number {
  const isUsed = new Uint8Array(positions.length / 3);
  for (let i = 0; i < indices.length; i++) isUsed[indices[i]!] = 1;
  return isUsed.reduce((sum, used) => sum + used, 0);
}
