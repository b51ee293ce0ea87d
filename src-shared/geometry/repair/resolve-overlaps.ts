/**
 * Makes one solid of parts that overlap or lie in each other's material, so that common volume counts once.
 * Other parts are not touched, and neither is a surface that intersects itself: its meaning is unclear.
 */
import { findCrossings } from '../checks/self-intersections.ts';
import { UnionFind } from '../checks/union-find.ts';
import { boundsOf, centreOf } from '../measure/measure.ts';
import { joinMeshes } from '../mesh/join-meshes.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { TriangleTree } from '../mesh/triangle-tree.ts';
import { turnInsideOut } from '../mesh/turn-inside-out.ts';
import { weldMesh } from '../mesh/weld.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { FaceGroups } from './face-list.ts';
import { findNesting, findPatches, type Patches } from './orient-faces.ts';
import { type Body, uniteBodies } from './union-engine.ts';

export interface ResolvedOverlaps {
  readonly mesh: Mesh;
  /** How many parts were joined, and how many solids they became. */
  readonly parts: number;
  readonly solids: number;
  /** Faces that intersect their own surface. */
  readonly crossingFaces: number;
  /** Groups of overlapping parts that could not be joined: too entangled, or too many to distinguish. */
  readonly unresolved: number;
  /** Open parts that intersect others; their inside is unknown. */
  readonly openParts: number;
}

/** @throws CodedError `repair-part-missing`; AbortError */
export async function resolveOverlaps(mesh: Mesh, progress: TaskProgress): Promise<ResolvedOverlaps> {
  const patches = await findPatches(mesh, progress.part(0, 0.15));
  const tree = await TriangleTree.build(mesh, progress.part(0.15, 0.3));
  const crossings = await findCrossings(mesh, tree, patches.facts.shellOfFace, progress.part(0.3, 0.6));
  const nesting = await findNesting(mesh, patches, progress.part(0.6, 0.7));
  const crossingFaces = crossings.flags.reduce((sum, flag) => sum + (flag & 1), 0);
  const solids = new SolidsOf(patches, nesting.parents);
  const groups = solids.groupOverlapping(crossings.shellPairs);
  const openParts = new Set(crossings.shellPairs.flat().filter((patch) => patches.isOpen[patch] === 1)).size;
  const isIncomplete = crossings.coverage < 1 || !nesting.isComplete;
  let unresolved = isIncomplete ? groups.length : 0;
  const faces = new FaceGroups(mesh, patches.facts.shellOfFace, patches.facts.count);
  const results: Mesh[] = [];
  const replaced = new Uint8Array(patches.facts.count);
  let parts = 0;
  for (const [number, group] of (isIncomplete ? [] : groups).entries()) {
    const united = await uniteBodies(bodiesOf(faces, group), originOf(mesh));
    if (united === null) {
      unresolved++;
      continue;
    }
    for (const { outer, cavities } of group) for (const patch of [outer, ...cavities]) replaced[patch] = 1;
    results.push(united);
    parts += group.length;
    await progress.step(0.7 + (0.3 * (number + 1)) / groups.length);
  }
  await progress.step(1);
  if (results.length === 0) return { mesh, parts: 0, solids: 0, crossingFaces, unresolved, openParts };
  const rest = new FaceGroups(
    mesh,
    patches.facts.shellOfFace.map((patch) => replaced[patch]!),
    2,
  ).meshOf(0);
  const joined = weldMesh(joinMeshes([rest, ...results]));
  return { mesh: joined, parts, solids: results.length, crossingFaces, unresolved, openParts };
}

/** A part: its outer patch and the cavities in it. */
interface Part {
  readonly outer: number;
  readonly cavities: number[];
}

class SolidsOf {
  readonly #parts = new Map<number, Part>();
  /** The part that each patch belongs to, by its outer patch; -1 for open patches. */
  readonly #partOf: Int32Array;
  readonly #parents: Int32Array;

  constructor({ facts, isOpen }: Patches, parents: Int32Array) {
    this.#parents = parents;
    this.#partOf = new Int32Array(facts.count).fill(-1);
    for (let patch = 0; patch < facts.count; patch++) {
      if (isOpen[patch] || facts.volumes[patch]! < 0) continue;
      this.#parts.set(patch, { outer: patch, cavities: [] });
      this.#partOf[patch] = patch;
    }
    for (let patch = 0; patch < facts.count; patch++) {
      if (isOpen[patch] || facts.volumes[patch]! >= 0) continue;
      const owner = this.#parts.get(parents[patch]!);
      owner?.cavities.push(patch);
      this.#partOf[patch] = owner?.outer ?? -1;
    }
  }

  /** Parts that share material, in groups of two or more, or of one whose cavity breaks its surface. */
  groupOverlapping(pairs: readonly (readonly [number, number])[]): Part[][] {
    const groups = new UnionFind(this.#partOf.length);
    const isConcerned = new Set<number>();
    const join = (a: number, b: number): void => {
      const [p, q] = [this.#partOf[a]!, this.#partOf[b]!];
      if (p < 0 || q < 0) return;
      groups.join(p, q);
      isConcerned.add(p).add(q);
    };
    for (const [a, b] of pairs) join(a, b);
    for (const { outer } of this.#parts.values()) {
      // A part directly within another one, with no cavity between them, lies in its material.
      const around = this.#parents[outer]!;
      if (around >= 0 && this.#parts.has(around)) join(outer, around);
    }
    const byRoot = new Map<number, Part[]>();
    for (const outer of [...isConcerned].sort((a, b) => a - b)) {
      const root = groups.find(outer);
      byRoot.set(root, [...(byRoot.get(root) ?? []), this.#parts.get(outer)!]);
    }
    return [...byRoot.values()];
  }
}

const bodiesOf = (groups: FaceGroups, parts: readonly Part[]): Body[] =>
  parts.map(({ outer, cavities }) => ({
    outside: groups.meshOf(outer),
    cavities: cavities.map((patch) => turnInsideOut(groups.meshOf(patch))),
  }));

/** float32 positions pass unchanged; others lose the least near the middle of the part. */
function originOf(mesh: Mesh): readonly [number, number, number] {
  const bounds = boundsOf(mesh);
  return mesh.positions instanceof Float32Array || bounds === null ? [0, 0, 0] : centreOf(bounds);
}
