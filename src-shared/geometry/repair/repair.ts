/**
 * Repairs what can be repaired without guessing: joins corners across gaps, removes empty and duplicate
 * faces, flips faces outward, fills simple holes and joins parts that overlap. The result lists every change,
 * the measures before and after, and what is left. Called by the window's worker and by `fabdesk repair`.
 *
 * Several ways are tried, each from the original. A result is offered only if the audit (audit/audit.ts)
 * finds no rule broken in the numbers that will be written, and a second repair changes nothing.
 */
import { ref } from '../../messages/messages.ts';
import { type AuditRule, auditRepair, type ChangeKind } from '../audit/audit.ts';
import { checkMeshAt } from '../checks/quick-check.ts';
import type { Checks, Measures, ReadOptions } from '../geometry.ts';
import type { GeometryText } from '../geometry-text.ts';
import { longestSide, measureMesh } from '../measure/measure.ts';
import { withOpenBand } from '../measure/open-band.ts';
import { printedMeasures } from '../measure/printed-measures.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { withColoursOf } from '../mesh/transfer-colours.ts';
import { weldMesh } from '../mesh/weld.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { type AreaText, inFileUnits, inSquareFileUnits, type LengthText } from '../unit-texts.ts';
import { closeGaps } from './close-gaps.ts';
import { dropDegenerateFaces, dropDuplicateFaces } from './drop-faces.ts';
import { fillHoles } from './fill-holes.ts';
import { leaveOutSheets } from './leave-out-sheets.ts';
import { moveApart } from './move-apart.ts';
import { makeFacesAgree, turnOutward } from './orient-faces.ts';
import { resolveOverlaps } from './resolve-overlaps.ts';

export interface RepairOptions extends ReadOptions {
  /** The largest gap between corners of open edges that is closed, file units; usually part/10,000. */
  readonly tolerance?: number;
  /** False leaves overlapping parts as they are. Joining needs `provideManifold` (manifold-library.ts). */
  readonly joinOverlaps?: boolean;
  /** The result is written with all digits; otherwise in float32, as in binary STL. */
  readonly isExact?: boolean;
  /** How lengths are written; by default in units of the file. */
  readonly lengthText?: LengthText;
  readonly areaText?: AreaText;
}

export interface RepairChange {
  readonly kind: ChangeKind;
  /** How many corners, faces, holes or parts. */
  readonly count: number;
  readonly text: GeometryText;
}

export interface RepairResult {
  /** The given mesh itself if nothing was changed. */
  readonly mesh: Mesh;
  readonly changes: readonly RepairChange[];
  /** The remaining defects, and why they were not repaired. */
  readonly left: readonly GeometryText[];
  readonly before: Measures;
  readonly after: Measures;
  readonly checks: Checks;
}

const usualTolerance = 1e-4;

/** How one attempt differs from the usual one. */
interface Way {
  /** Times the usual tolerance. */
  readonly reach: number;
  readonly leavesOutSheets?: boolean;
  readonly fills?: boolean;
  readonly joins?: boolean;
}

/** A step can open the way for an earlier one. */
const mostPasses = 4;

/** Gaps up to this many times the usual tolerance are tried if the usual one leaves openings. */
const widest = 16;

const usualWay: Way = { reach: 1 };

/** The mesh that an attempt made, and the audit's report about it. */
interface Attempt {
  readonly mesh: Mesh;
  readonly job: RepairJob;
  readonly checks: Checks;
  readonly broken: AuditRule | 'again' | 'rounding' | null;
  /** Nothing was changed, or nothing but what another way changes. */
  readonly isUseless?: boolean;
}

/** @throws AbortError; CodedError `repair-part-missing` if joining overlaps lacks the library */
export async function repairMesh(given: Mesh, options: RepairOptions = {}): Promise<RepairResult> {
  const progress = new TaskProgress(options);
  const welded = weldMesh(given);
  const first = await checkMeshAt(welded, progress.part(0, 0.05));
  const before = await statedMeasures(given, welded, first, progress.part(0.05, 0.08));
  const attempts: Attempt[] = [];
  for (const way of waysFor(attempts, options)) {
    const own = progress.part(0.08, attempts.length === 0 ? 0.9 : 0.95);
    attempts.push(await attempt({ welded, first, before, options, way }, own));
  }
  const offered = attempts
    .filter(({ isUseless, broken }) => !isUseless && broken === null)
    .sort((a, b) => failures(a.checks) - failures(b.checks));
  const best = offered[0];
  if (best === undefined) {
    const refused = attempts.find(({ broken }) => broken !== null)?.broken;
    const left = refused ? [ref(`geometry.noRepair.${refused}`)] : attempts[0]!.job.left;
    return { mesh: given, changes: [], left, before, after: before, checks: first };
  }
  const { job, checks } = best;
  const mesh = await withColoursOf(given, best.mesh, progress.part(0.95, 1));
  return { mesh, changes: job.changes, left: job.left, before, after: measureMesh(mesh), checks };
}

/** The measures as they are shown. */
async function statedMeasures(
  given: Mesh,
  welded: Mesh,
  checks: Checks,
  progress: TaskProgress,
): Promise<Measures> {
  const measures = await printedMeasures(() => welded, measureMesh(given), checks, progress.part(0, 0.5));
  const isOpen = checks.findings.some(({ kind }) => kind === 'open-edges');
  return isOpen ? withOpenBand(welded, measures, progress.part(0.5, 1)) : measures;
}

/** The ways to try, each decided after the one before. */
function* waysFor(attempts: readonly Attempt[], { tolerance }: RepairOptions): Generator<Way> {
  const isDone = () => attempts.some(({ broken, checks }) => broken === null && !fails(checks));
  const isOpen = () => attempts.at(-1)!.checks.findings.some(({ kind }) => kind === 'open-edges');
  const hasDone = (kind: ChangeKind) => attempts[0]!.job.changes.some((change) => change.kind === kind);
  yield usualWay;
  // A gap wider than usual, or a border that was filled beside the sheet that was meant to fill it.
  for (let reach = 4; reach <= widest; reach *= 4) {
    const isRefused = attempts[0]!.broken === 'doubled';
    if (tolerance === undefined && !isDone() && (isRefused || isOpen())) yield { reach };
  }
  if (!isDone() && isOpen()) yield { reach: 1, leavesOutSheets: true };
  const isNone = () => attempts.every(({ isUseless, broken }) => broken !== null || isUseless);
  if (isNone() && hasDone('filled-holes')) yield { reach: 1, fills: false };
  if (isNone() && hasDone('joined-parts')) yield { reach: 1, joins: false };
  if (isNone() && hasDone('filled-holes') && hasDone('joined-parts'))
    yield { reach: 1, fills: false, joins: false };
}

const failures = (checks: Checks): number =>
  checks.findings.reduce((sum, { severity, count }) => sum + (severity === 'fail' ? count : 0), 0);
const fails = (checks: Checks): boolean => failures(checks) > 0 || !checks.watertight;

interface Task {
  readonly welded: Mesh;
  readonly first: Checks;
  readonly before: Measures;
  readonly options: RepairOptions;
  readonly way: Way;
}

async function attempt(
  { welded, first, before, options, way }: Task,
  progress: TaskProgress,
): Promise<Attempt> {
  // The steps move faces freely; their colours follow at the end.
  const original = { positions: welded.positions, indices: welded.indices };
  const job = new RepairJob(original, options);
  let isStable = !(await job.run(way, progress.part(0, 0.5)));
  const isUseless = way.leavesOutSheets && job.changes.every(({ kind }) => kind !== 'left-out-sheets');
  if (isUseless || job.changes.length === 0)
    return { mesh: welded, job, checks: first, broken: null, isUseless: true };
  let mesh = asWritten(job.mesh, options);
  let checks = await checkMeshAt(mesh, progress.part(0.5, 0.6));
  // What is left, or was joined, is repaired again until nothing changes any more. A sound result stays.
  for (let pass = 1; pass < mostPasses && !isStable; pass++) {
    isStable = checks.findings.length === 0 && job.changes.every(({ kind }) => kind !== 'joined-parts');
    if (isStable) break;
    job.mesh = mesh;
    isStable = !(await job.run(way, progress.part(0.6, 0.7)));
    if (isStable) break;
    mesh = asWritten(job.mesh, options);
    checks = await checkMeshAt(mesh, progress.part(0.7, 0.75));
  }
  const { low, high } = before.volumeBand ?? { low: before.volume, high: before.volume };
  const said = {
    acts: new Set(job.changes.map(({ kind }) => kind)),
    moved: job.moved,
    volume: { low, high },
    gap: job.tolerance * widest,
  };
  let broken: Attempt['broken'] = isStable ? null : 'again';
  broken ??= await auditRepair(original, mesh, said, progress.part(0.75, 0.95));
  if (broken !== null && mesh !== job.mesh && !(job.mesh.positions instanceof Float32Array)) {
    if ((await auditRepair(original, job.mesh, said, progress.part(0.95, 1))) === null) broken = 'rounding';
  }
  return { mesh, job, checks, broken };
}

/** With the numbers that will be written: binary STL has float32. */
const asWritten = (mesh: Mesh, { isExact }: RepairOptions): Mesh =>
  weldMesh(
    isExact || mesh.positions instanceof Float32Array
      ? mesh
      : { ...mesh, positions: Float32Array.from(mesh.positions) },
  );

class RepairJob {
  mesh: Mesh;
  left: GeometryText[] = [];
  readonly tolerance: number;

  readonly #done = new Map<ChangeKind, { count: number; size: number }>();
  readonly #joinsOverlaps: boolean;
  readonly #lengthText: LengthText;
  readonly #areaText: AreaText;

  constructor(mesh: Mesh, options: RepairOptions) {
    const { lengthText = inFileUnits, areaText = inSquareFileUnits } = options;
    this.mesh = mesh;
    this.tolerance = options.tolerance ?? longestSide(mesh) * usualTolerance;
    this.#joinsOverlaps = options.joinOverlaps ?? true;
    this.#lengthText = lengthText;
    this.#areaText = areaText;
  }

  get changes(): RepairChange[] {
    return [...this.#done].map(([kind, { count, size }]) => ({
      kind,
      count,
      text: this.#textOf(kind, count, size),
    }));
  }

  /** Corners were moved by at most this. */
  get moved(): number {
    return Math.max(0, ...movingKinds.map((kind) => this.#done.get(kind)?.size ?? 0));
  }

  /** @returns whether anything was changed */
  async run(
    { reach, leavesOutSheets, fills = true, joins = true }: Way,
    progress: TaskProgress,
  ): Promise<boolean> {
    const given = this.mesh;
    this.left = [];
    // There are no open edges between a face and its duplicate; without the duplicate, gaps beside it can
    // close.
    const doubles = await dropDuplicateFaces(this.mesh, progress.part(0, 0.05));
    this.mesh = doubles.mesh;
    await this.#closeGaps(this.tolerance * reach, progress.part(0.05, 0.15));
    await this.#dropFaces(doubles.count, progress.part(0.15, 0.3));
    const doubtful = await this.#agree(progress.part(0.3, 0.4));
    // Without sheets, this way is the usual one.
    if (leavesOutSheets && !(await this.#leaveOutSheets(progress.part(0.4, 0.42)))) return false;
    if (fills) await this.#fill(progress.part(0.42, 0.5));
    await this.#turnOutward(doubtful, progress.part(0.5, 0.6));
    if (this.#joinsOverlaps && joins) await this.#join(progress.part(0.6, 0.9));
    await this.#moveApart(progress.part(0.9, 1));
    return this.mesh !== given;
  }

  /** `size`: the longest distance, or the area. */
  #change(mesh: Mesh, kind: ChangeKind, count: number, size = 0): void {
    this.mesh = mesh;
    if (count === 0) return;
    const known = this.#done.get(kind) ?? { count: 0, size: 0 };
    const isLength = movingKinds.includes(kind);
    this.#done.set(kind, {
      count: known.count + count,
      size: isLength ? Math.max(known.size, size) : known.size + size,
    });
  }

  #textOf(kind: ChangeKind, count: number, size: number): GeometryText {
    switch (kind) {
      case 'closed-gaps':
        return ref('geometry.closedGaps', { count, distance: this.#lengthText(size) });
      case 'moved-apart':
        return ref('geometry.movedApart', { count, distance: this.#lengthText(size) });
      case 'filled-holes':
        return ref('geometry.filledHoles', { count, area: this.#areaText(size) });
      case 'left-out-sheets':
        return ref('geometry.leftOutSheets', { count, area: this.#areaText(size) });
      default:
        return ref(plainTexts[kind], { count });
    }
  }

  #leave(key: LeftKey, count: number): void {
    if (count > 0) this.left.push(ref(key, { count }));
  }

  async #closeGaps(tolerance: number, progress: TaskProgress): Promise<void> {
    if (!(tolerance > 0)) return;
    const { mesh, joined, farthest } = await closeGaps(this.mesh, tolerance, progress);
    this.#change(mesh, 'closed-gaps', joined, farthest);
  }

  async #dropFaces(doubles: number, progress: TaskProgress): Promise<void> {
    const empty = await dropDegenerateFaces(this.mesh, progress.part(0, 0.5));
    this.#change(empty.mesh, 'dropped-degenerate-faces', empty.count);
    const more = await dropDuplicateFaces(this.mesh, progress.part(0.5, 1));
    this.#change(more.mesh, 'dropped-duplicate-faces', doubles + more.count);
  }

  /** @returns the faces that did not agree with their neighbours */
  async #agree(progress: TaskProgress): Promise<Uint8Array> {
    const { mesh, count, hopeless, flipped } = await makeFacesAgree(this.mesh, progress);
    this.#change(mesh, 'flipped-faces', count);
    this.#leave('geometry.stillNoOutside', hopeless);
    return flipped;
  }

  async #leaveOutSheets(progress: TaskProgress): Promise<boolean> {
    const { mesh, sheets, area } = await leaveOutSheets(this.mesh, progress);
    this.#change(mesh, 'left-out-sheets', sheets, area);
    return sheets > 0 || this.#done.has('left-out-sheets');
  }

  async #fill(progress: TaskProgress): Promise<void> {
    const { mesh, filled, area, tooLarge, unclear } = await fillHoles(this.mesh, progress);
    this.#change(mesh, 'filled-holes', filled, area);
    this.#leave('geometry.openingTooLarge', tooLarge);
    this.#leave('geometry.unclearBorder', unclear);
  }

  async #turnOutward(doubtful: Uint8Array, progress: TaskProgress): Promise<void> {
    const { mesh, count, isComplete } = await turnOutward(this.mesh, progress, doubtful);
    this.#change(mesh, 'flipped-parts', count);
    if (!isComplete) this.left.push(ref('geometry.tooManyToTurn'));
  }

  async #join(progress: TaskProgress): Promise<void> {
    const found = await resolveOverlaps(this.mesh, progress);
    this.#change(found.mesh, 'joined-parts', found.parts);
    this.#leave('geometry.notJoined', found.unresolved);
    this.#leave('geometry.openNotJoined', found.openParts);
    this.#leave('geometry.stillCrossing', found.crossingFaces);
  }

  async #moveApart(progress: TaskProgress): Promise<void> {
    const { mesh, moved, farthest } = await moveApart(this.mesh, progress);
    this.#change(mesh, 'moved-apart', moved, farthest);
  }
}

const movingKinds: readonly ChangeKind[] = ['closed-gaps', 'moved-apart'];

/** Changes that are reported by their number alone. */
const plainTexts = {
  'dropped-degenerate-faces': 'geometry.droppedDegenerate',
  'dropped-duplicate-faces': 'geometry.droppedDuplicates',
  'flipped-faces': 'geometry.turnedFaces',
  'flipped-parts': 'geometry.turnedParts',
  'joined-parts': 'geometry.joinedParts',
} as const;

type LeftKey =
  | 'geometry.stillNoOutside'
  | 'geometry.openingTooLarge'
  | 'geometry.unclearBorder'
  | 'geometry.notJoined'
  | 'geometry.openNotJoined'
  | 'geometry.stillCrossing';
