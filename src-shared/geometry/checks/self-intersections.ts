/**
 * Finds faces that intersect others: within one shell (the surface crosses itself) and between shells (parts
 * overlap, and their common volume counts twice). Called by the thorough check and by repair.
 *
 * [Note: flat contact] Faces of two shells that lie on each other back to back are touching parts, which is
 * no defect. Faces that lie on each other facing the same way, or within one shell, are a defect.
 */
import { CorePairs, type PairSearch } from '../core/find-pairs.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { TriangleTree } from '../mesh/triangle-tree.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { crossTriangles, makePlane, planeOf, standing } from './triangle-crossing.ts';

/** Leaves between two checks of the clock. */
const block = 256;

/** Pairs of boxes to examine per face before the search gives up: about ten times what a sound mesh needs. */
const pairsPerFace = 400;
const fewestPairs = 20_000_000;

/** How many pairs of shells are listed; a heap of thousands of splinters needs no complete list. */
const mostShellPairs = 100_000;

/** How many sides that stand on faces are remembered; real parts have some thousands. */
const mostStanding = 2_000_000;

export interface Crossings {
  /** 1 for faces that cross their own shell, 2 for those that cross another one, 3 for both. */
  readonly flags: Uint8Array;
  /** Pairs of shells that intersect, the lower number first. */
  readonly shellPairs: readonly (readonly [number, number])[];
  /** 1 if everything was examined; less if so many faces lie on each other that the search gave up. */
  readonly coverage: number;
}

/** How close counts as touching ([Note: how deep counts]): a share of the part's size or of float32's step */
export function touchTolerance({ boxes, corners }: TriangleTree): number {
  const root = boxes.subarray(6, 12);
  const longest = Math.max(root[3]! - root[0]!, root[4]! - root[1]!, root[5]! - root[2]!, 0);
  const farthest = Math.max(...root.map(Math.abs));
  const step = corners instanceof Float32Array ? 2 ** -23 : 2 ** -51;
  return Number.isFinite(farthest) ? Math.max(longest * 2e-7, farthest * step) : 0;
}

/**
 * @param shellOfFace shell number of every face @param budget pairs of boxes to examine; by default by the
 * number of faces @param unseen how deep a crossing no printer shows, in file units @param startSearch starts
 * the search for pairs that may intersect @throws AbortError; CodedError `file-too-large`
 */
export async function findCrossings(
  mesh: Mesh,
  tree: TriangleTree,
  shellOfFace: Uint32Array,
  progress: TaskProgress,
  budget: number = Math.max(fewestPairs, (mesh.indices.length / 3) * pairsPerFace),
  unseen = 0,
  startSearch: (tree: TriangleTree, indices: Uint32Array, tolerance: number) => PairSearch = CorePairs.for,
): Promise<Crossings> {
  const tolerance = Math.max(touchTolerance(tree), unseen);
  const examination = new Examination(mesh, tree, shellOfFace, tolerance);
  const search = startSearch(tree, mesh.indices, tolerance);
  const { leaves } = tree;
  let [leaf, left] = [0, budget];
  try {
    while (leaf < leaves && left > 0) {
      const last = Math.min(leaves, leaf + block);
      while (leaf < last && left > 0) {
        const found = search.find(leaf, last, left);
        examination.examine(found.pairs);
        left -= found.examined;
        leaf = found.next;
      }
      await progress.step(leaf / leaves);
    }
  } finally {
    search.end();
  }
  return {
    flags: examination.flags,
    shellPairs: [...examination.shellPairs].map((key) => [Math.floor(key / 2 ** 26), key % 2 ** 26] as const),
    coverage: leaf / leaves,
  };
}

class Examination {
  readonly flags: Uint8Array;
  readonly shellPairs = new Set<number>();
  readonly #indices: Uint32Array;
  readonly #tree: TriangleTree;
  readonly #shellOfFace: Uint32Array;
  readonly #tolerance: number;
  readonly #shared = new Int8Array(3);
  /** Plane of the triangle whose pairs are being examined. */
  readonly #plane = makePlane();
  /** The sides that stand on a face, by that face. */
  readonly #standing = new Map<number, Map<number, { readonly face: number; readonly above: number }>>();
  #standingCount = 0;

  constructor(mesh: Mesh, tree: TriangleTree, shellOfFace: Uint32Array, tolerance: number) {
    this.#indices = mesh.indices;
    this.#tree = tree;
    this.#shellOfFace = shellOfFace;
    this.#tolerance = tolerance;
    this.flags = new Uint8Array(shellOfFace.length);
  }

  /** @param pairs two places of the tree for each pair */
  examine(pairs: Uint32Array): void {
    const { corners } = this.#tree;
    let planeIsOf = -1;
    for (let i = 0; i < pairs.length; i += 2) {
      const a = pairs[i]!;
      if (a !== planeIsOf) planeOf(corners, a * 9, this.#tolerance, this.#plane);
      planeIsOf = a;
      this.#testPair(a, pairs[i + 1]!);
    }
  }

  #testPair(a: number, b: number): void {
    const { corners, order } = this.#tree;
    const faceA = order[a]!;
    const faceB = order[b]!;
    const isSameShell = this.#shellOfFace[faceA] === this.#shellOfFace[faceB];
    const flag = isSameShell ? 1 : 2;
    if ((this.flags[faceA]! & flag) !== 0 && (this.flags[faceB]! & flag) !== 0) {
      // Both are known already; a pair of shells is reported once.
      if (isSameShell || this.shellPairs.has(this.#pairKey(faceA, faceB))) return;
    }
    const shared = this.#shared;
    for (let i = 0; i < 3; i++) {
      const vertex = this.#indices[faceA * 3 + i]!;
      shared[i] =
        vertex === this.#indices[faceB * 3]
          ? 0
          : vertex === this.#indices[faceB * 3 + 1]
            ? 1
            : vertex === this.#indices[faceB * 3 + 2]
              ? 2
              : -1;
    }
    const crossing = crossTriangles(corners, a * 9, b * 9, shared, this.#plane, this.#tolerance);
    if (crossing === 'none' || (crossing === 'back' && !isSameShell)) return;
    if (crossing === 'a-stands' || crossing === 'b-stands') {
      if (crossing === 'a-stands') this.#stand(faceA, faceB);
      else this.#stand(faceB, faceA);
      return;
    }
    this.#mark(faceA, faceB);
  }

  /**
   * A side of a face lies in another face. If the face across that side is on the other side of it, the
   * surface passes through exactly along its own edge, which no pair of faces shows.
   */
  #stand(face: number, on: number): void {
    const from = this.#indices[face * 3 + standing.side]!;
    const to = this.#indices[face * 3 + ((standing.side + 1) % 3)]!;
    const edge = Math.min(from, to) * 2 ** 26 + Math.max(from, to);
    const known = this.#standing.get(on);
    const other = known?.get(edge);
    if (other === undefined) {
      if (this.#standingCount++ > mostStanding) return;
      if (known === undefined) this.#standing.set(on, new Map([[edge, { face, above: standing.above }]]));
      else known.set(edge, { face, above: standing.above });
    } else if (other.above !== standing.above) {
      this.#mark(face, on);
      this.#mark(other.face, on);
    }
  }

  #mark(faceA: number, faceB: number): void {
    const isSameShell = this.#shellOfFace[faceA] === this.#shellOfFace[faceB];
    const flag = isSameShell ? 1 : 2;
    this.flags[faceA]! |= flag;
    this.flags[faceB]! |= flag;
    if (!isSameShell && this.shellPairs.size < mostShellPairs)
      this.shellPairs.add(this.#pairKey(faceA, faceB));
  }

  #pairKey(faceA: number, faceB: number): number {
    const a = this.#shellOfFace[faceA]!;
    const b = this.#shellOfFace[faceB]!;
    return Math.min(a, b) * 2 ** 26 + Math.max(a, b);
  }
}
