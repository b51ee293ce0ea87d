/**
 * Repairs what can be repaired safely: joins corners across gaps, removes empty and duplicate faces, orients
 * faces outward, closes simple holes, and makes one solid of overlapping parts. Reports every change with the
 * measures before and after, and what remains. Called by the window's worker and by `fabdesk repair`.
 *
 * A step that would make an edge worse is not taken, and a result that is worse than the input is not returned.
 */
import { checkMeshAt } from '../checks/quick-check.ts';
import type { Checks, Measures, ReadOptions } from '../geometry.ts';
import { measureMesh } from '../measure/measure.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { vertexCount } from '../mesh/mesh.ts';
import { weldMesh } from '../mesh/weld.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { counted } from '../words.ts';
import { closeGaps } from './close-gaps.ts';
import { dropDegenerateFaces, dropDuplicateFaces } from './drop-faces.ts';
import { longestSide } from './face-list.ts';
import { fillHoles } from './fill-holes.ts';
import { makeFacesAgree, turnOutward } from './orient-faces.ts';
import { resolveOverlaps } from './resolve-overlaps.ts';

export interface RepairOptions extends ReadOptions {
  /**
   * The largest gap between corners of open edges that is closed, in file units; by default 1/10,000 of the part.
   */
  readonly tolerance?: number;
  /** False leaves overlapping parts as they are. Joining needs `provideManifold` (repair/union-engine.ts). */
  readonly joinOverlaps?: boolean;
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
  /** A complete sentence in the past tense: what was done. */
  readonly sentence: string;
}

export interface RepairResult {
  /** The given mesh itself if nothing was changed. */
  readonly mesh: Mesh;
  readonly changes: readonly RepairChange[];
  /** Complete sentences: what is still wrong, and why it was not repaired. */
  readonly left: readonly string[];
  readonly before: Measures;
  readonly after: Measures;
  /** Of the repaired mesh. */
  readonly checks: Checks;
}

const usualTolerance = 1e-4;

/** @throws AbortError; CodedError `repair-part-missing` if overlaps are to be joined and the library is missing */
export async function repairMesh(given: Mesh, options: RepairOptions = {}): Promise<RepairResult> {
  const progress = new TaskProgress(options);
  const before = measureMesh(given);
  const first = await checkMeshAt(weldMesh(given), progress.part(0, 0.08));
  const job = new RepairJob(given);
  await job.run(options, progress.part(0.08, 0.9));
  if (job.changes.length === 0) {
    return { mesh: given, changes: [], left: job.left, before, after: before, checks: first };
  }
  const mesh = weldMesh(job.mesh);
  const checks = await checkMeshAt(mesh, progress.part(0.9, 1));
  if (isWorse(checks, first)) {
    const sentence =
      'Every way to mend this surface makes it worse, so it was left as it is. Model it again.';
    return { mesh: given, changes: [], left: [sentence], before, after: before, checks: first };
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
  readonly left: string[] = [];

  constructor(mesh: Mesh) {
    this.mesh = mesh;
  }

  async run({ tolerance, joinOverlaps = true }: RepairOptions, progress: TaskProgress): Promise<void> {
    this.#weld();
    // There are no open edges between a face and its duplicate; without the duplicate, gaps beside it can close.
    const doubles = await dropDuplicateFaces(this.mesh, progress.part(0, 0.05));
    this.mesh = doubles.mesh;
    await this.#closeGaps(tolerance ?? longestSide(this.mesh) * usualTolerance, progress.part(0.05, 0.15));
    await this.#dropFaces(doubles.count, progress.part(0.15, 0.3));
    await this.#agree(progress.part(0.3, 0.4));
    await this.#fill(progress.part(0.4, 0.5));
    await this.#turnOutward(progress.part(0.5, 0.6));
    if (joinOverlaps) await this.#join(progress.part(0.6, 1));
  }

  #change(mesh: Mesh, kind: ChangeKind, count: number, sentence: string): void {
    this.mesh = mesh;
    if (count > 0) this.changes.push({ kind, count, sentence });
  }

  #weld(): void {
    const welded = weldMesh(this.mesh);
    const joined = usedVertices(this.mesh) - vertexCount(welded);
    this.#change(
      welded,
      'joined-corners',
      joined,
      `Joined ${counted(joined, 'corner', 'corners').toLowerCase()} that lay exactly on another one.`,
    );
  }

  async #closeGaps(tolerance: number, progress: TaskProgress): Promise<void> {
    if (!(tolerance > 0)) return;
    const { mesh, joined, farthest } = await closeGaps(this.mesh, tolerance, progress);
    this.#change(
      mesh,
      'closed-gaps',
      joined,
      `Closed gaps: ${joined === 1 ? 'one corner' : `${joined.toLocaleString('en')} corners`} along open edges moved onto another one, by at most ${shortNumber(farthest)} in the units of the file.`,
    );
  }

  async #dropFaces(doubles: number, progress: TaskProgress): Promise<void> {
    const empty = await dropDegenerateFaces(this.mesh, progress.part(0, 0.5));
    this.#change(
      empty.mesh,
      'dropped-degenerate-faces',
      empty.count,
      `Took away ${faces(empty.count)} without area, moving nothing.`,
    );
    const more = await dropDuplicateFaces(this.mesh, progress.part(0.5, 1));
    const count = doubles + more.count;
    const sentence = `Took away ${faces(count)} that lay exactly on another face.`;
    this.#change(more.mesh, 'dropped-duplicate-faces', count, sentence);
  }

  async #agree(progress: TaskProgress): Promise<void> {
    const { mesh, count, hopeless } = await makeFacesAgree(this.mesh, progress);
    this.#change(
      mesh,
      'flipped-faces',
      count,
      `Turned ${faces(count)} over to face the same way as the faces beside ${count === 1 ? 'it' : 'them'}.`,
    );
    if (hopeless > 0) {
      this.left.push(
        `A surface of ${faces(hopeless)} has no outside, whichever way its faces are turned. Model it again as a solid.`,
      );
    }
  }

  async #fill(progress: TaskProgress): Promise<void> {
    const found = await fillHoles(this.mesh, progress);
    const { filled } = found;
    this.#change(
      found.mesh,
      'filled-holes',
      filled,
      `Closed ${filled === 1 ? 'one hole' : `${filled.toLocaleString('en')} holes`} with ${faces(found.faces)}; the new surface is ${shortNumber(found.area)} in square units of the file.`,
    );
    if (found.tooLarge > 0) {
      this.left.push(
        `${counted(found.tooLarge, 'opening is', 'openings are')} too large to be a hole, so nobody but you can say what belongs there. Close the surface in your CAD tool or give it a thickness.`,
      );
    }
    if (found.unclear > 0) {
      this.left.push(
        `${counted(found.unclear, 'border of open edges does', 'borders of open edges do')} not form a simple ring and stayed open.`,
      );
    }
  }

  async #turnOutward(progress: TaskProgress): Promise<void> {
    const { mesh, count, isComplete } = await turnOutward(this.mesh, progress);
    this.#change(
      mesh,
      'flipped-parts',
      count,
      `Turned ${count === 1 ? 'one part' : `${count.toLocaleString('en')} parts`} right side out.`,
    );
    if (!isComplete) {
      this.left.push(
        'There are so many parts that cavities cannot be told from parts that are inside out, so none was turned.',
      );
    }
  }

  async #join(progress: TaskProgress): Promise<void> {
    const found = await resolveOverlaps(this.mesh, progress);
    const { mesh, parts, solids, crossingFaces, unresolved, openParts } = found;
    this.#change(
      mesh,
      'joined-parts',
      parts,
      `Made ${solids === 1 ? 'one solid' : `${solids.toLocaleString('en')} solids`} of ${parts === 1 ? 'a part and the cavity that broke through it' : `${parts.toLocaleString('en')} parts that ran into each other`}, so that what they shared counts once.`,
    );
    if (unresolved > 0) {
      this.left.push(
        `${counted(unresolved, 'group of overlapping parts was', 'groups of overlapping parts were')} not joined, because the parts are too entangled.`,
      );
    }
    if (openParts > 0) {
      this.left.push(
        `${counted(openParts, 'part that runs into another one is open, so it was', 'parts that run into other ones are open, so they were')} not joined.`,
      );
    }
    if (crossingFaces > 0) {
      this.left.push(
        `${counted(crossingFaces, 'face runs', 'faces run')} through the surface that ${crossingFaces === 1 ? 'it is' : 'they are'} part of. That cannot be mended without guessing; mend it in your CAD tool.`,
      );
    }
  }
}

function usedVertices({ positions, indices }: Mesh): number {
  const isUsed = new Uint8Array(positions.length / 3);
  for (let i = 0; i < indices.length; i++) isUsed[indices[i]!] = 1;
  return isUsed.reduce((sum, used) => sum + used, 0);
}

const faces = (count: number): string => (count === 1 ? 'one face' : `${count.toLocaleString('en')} faces`);

const shortNumber = (value: number): string => String(Number(value.toPrecision(3)));
