/**
 * Finds faces that intersect others: within one shell (the surface crosses itself) and between shells (parts
 * overlap, and their common volume counts twice). Called by the thorough check and by repair.
 *
 * [Note: flat contact] Faces of two shells that lie on each other back to back are touching parts, which is no
 * defect. Faces that lie on each other facing the same way, or within one shell, are a defect.
 */
import { CorePairs } from '../core/find-pairs.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { leafSize } from '../mesh/tree-leaves.ts';
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

/** How close counts as touching ([Note: how deep counts]): a fraction of the part's size or of float32's step. */
function touchTolerance({ boxes, corners }: TriangleTree): number {
  const root = boxes.subarray(6, 12);
  const longest = Math.max(root[3]! - root[0]!, root[4]! - root[1]!, root[5]! - root[2]!, 0);
  const farthest = Math.max(...root.map(Math.abs));
  const step = corners instanceof Float32Array ? 2 ** -23 : 2 ** -51;
  return Number.isFinite(farthest) ? Math.max(longest * 2e-7, farthest * step) : 0;
}

/**
 * @param shellOfFace shell number of every face
 * @param budget pairs of boxes to examine; by default by the number of faces
 * @param hasCore false for the reference alone, which finds the same
 * @throws AbortError
 */
export async function findCrossings(
  mesh: Mesh,
  tree: TriangleTree,
  shellOfFace: Uint32Array,
  progress: TaskProgress,
  budget: number = Math.max(fewestPairs, (mesh.indices.length / 3) * pairsPerFace),
  hasCore = true,
): Promise<Crossings> {
  const tolerance = touchTolerance(tree);
  const search = new CrossingSearch(mesh, tree, shellOfFace, tolerance, budget);
  const core = hasCore ? CorePairs.for(tree, mesh.indices, tolerance) : null;
  const used = tree.leaves;
  let leaf = 0;
  try {
    while (leaf < used && search.budget > 0) {
      const last = Math.min(used, leaf + block);
      while (leaf < last && search.budget > 0) {
        const found = core?.find(leaf, last, search.budget);
        // Without the core, or if a pile of faces gives more pairs than it can hold.
        if (found === undefined || found.next === leaf) search.searchFrom(leaf++);
        else {
          search.examine(found.pairs);
          search.budget -= found.examined;
          leaf = found.next;
        }
      }
      await progress.step(leaf / used);
    }
  } finally {
    core?.end();
  }
  return {
    flags: search.flags,
    shellPairs: [...search.shellPairs].map((key) => [Math.floor(key / 2 ** 26), key % 2 ** 26] as const),
    coverage: leaf / used,
  };
}

class CrossingSearch {
  budget: number;
  readonly flags: Uint8Array;
  readonly shellPairs = new Set<number>();
  readonly #indices: Uint32Array;
  readonly #tree: TriangleTree;
  readonly #shellOfFace: Uint32Array;
  readonly #tolerance: number;
  readonly #stack = new Uint32Array(64);
  readonly #shared = new Int8Array(3);
  /** The planes of the triangles of the leaf that is being searched. */
  readonly #planes = Array.from({ length: leafSize }, makePlane);
  readonly #hasPlane = new Uint8Array(leafSize);
  /** The sides that stand on a face, by that face. */
  readonly #standing = new Map<number, Map<number, { readonly face: number; readonly above: number }>>();
  #standingCount = 0;
  readonly #ownBoxes = new Float64Array(leafSize * 6);

  constructor(mesh: Mesh, tree: TriangleTree, shellOfFace: Uint32Array, tolerance: number, budget: number) {
    this.#indices = mesh.indices;
    this.#tree = tree;
    this.#shellOfFace = shellOfFace;
    this.#tolerance = tolerance;
    this.flags = new Uint8Array(shellOfFace.length);
    this.budget = budget;
  }

  /** Examines pairs of places that the core has found, two numbers a pair. */
  examine(pairs: Uint32Array): void {
    const { corners } = this.#tree;
    const plane = this.#planes[0]!;
    let planeIsOf = -1;
    for (let i = 0; i < pairs.length; i += 2) {
      const a = pairs[i]!;
      if (a !== planeIsOf) planeOf(corners, a * 9, this.#tolerance, plane);
      planeIsOf = a;
      this.#testPair(a, pairs[i + 1]!, plane);
    }
  }

  /** Examines every pair of a triangle in this leaf and one in it or in a later leaf. */
  searchFrom(leaf: number): void {
    const { corners, leaves, starts } = this.#tree;
    const first = starts[leaf]!;
    const end = starts[leaf + 1]!;
    for (let place = first; place < end; place++) {
      const own = place - first;
      this.#hasPlane[own] = planeOf(corners, place * 9, this.#tolerance, this.#planes[own]!) ? 1 : 0;
      fillBox(corners, place * 9, this.#ownBoxes, own * 6);
    }
    for (let a = first; a < end; a++) {
      for (let b = a + 1; b < end; b++) {
        this.budget--;
        if (overlapsBox(this.#ownBoxes, (a - first) * 6, (b - first) * 6)) this.#testOwn(first, a, b);
      }
    }
    // Right siblings on the way to the root hold all later leaves, each once.
    for (let node = leaves + leaf; node > 1; node >>= 1) {
      if ((node & 1) === 0) this.#descend(node + 1, leaf, first, end);
    }
  }

  #descend(from: number, leaf: number, first: number, end: number): void {
    const { boxes, leaves, starts } = this.#tree;
    const stack = this.#stack;
    const at = (leaves + leaf) * 6;
    const minX = boxes[at]!;
    const minY = boxes[at + 1]!;
    const minZ = boxes[at + 2]!;
    const maxX = boxes[at + 3]!;
    const maxY = boxes[at + 4]!;
    const maxZ = boxes[at + 5]!;
    let depth = 0;
    stack[depth++] = from;
    while (depth > 0) {
      const node = stack[--depth]!;
      const box = node * 6;
      if (
        boxes[box]! > maxX ||
        boxes[box + 3]! < minX ||
        boxes[box + 1]! > maxY ||
        boxes[box + 4]! < minY ||
        boxes[box + 2]! > maxZ ||
        boxes[box + 5]! < minZ
      )
        continue;
      if (node < leaves) {
        stack[depth++] = node * 2;
        stack[depth++] = node * 2 + 1;
        continue;
      }
      this.#testLeaf(starts[node - leaves]!, starts[node - leaves + 1]!, first, end, at);
    }
  }

  /** The triangles of another leaf against those of the leaf that is being searched, whose box is at `box`. */
  #testLeaf(otherFirst: number, otherEnd: number, first: number, end: number, box: number): void {
    const { boxes, corners } = this.#tree;
    const own = this.#ownBoxes;
    this.budget -= (otherEnd - otherFirst) * (end - first);
    for (let b = otherFirst; b < otherEnd; b++) {
      const at = b * 9;
      const x0 = corners[at]!;
      const x1 = corners[at + 3]!;
      const x2 = corners[at + 6]!;
      const minX = Math.min(x0, x1, x2);
      const maxX = Math.max(x0, x1, x2);
      if (minX > boxes[box + 3]! || maxX < boxes[box]!) continue;
      const y0 = corners[at + 1]!;
      const y1 = corners[at + 4]!;
      const y2 = corners[at + 7]!;
      const minY = Math.min(y0, y1, y2);
      const maxY = Math.max(y0, y1, y2);
      if (minY > boxes[box + 4]! || maxY < boxes[box + 1]!) continue;
      const z0 = corners[at + 2]!;
      const z1 = corners[at + 5]!;
      const z2 = corners[at + 8]!;
      const minZ = Math.min(z0, z1, z2);
      const maxZ = Math.max(z0, z1, z2);
      if (minZ > boxes[box + 5]! || maxZ < boxes[box + 2]!) continue;
      for (let a = first; a < end; a++) {
        const to = (a - first) * 6;
        if (
          minX <= own[to + 3]! &&
          maxX >= own[to]! &&
          minY <= own[to + 4]! &&
          maxY >= own[to + 1]! &&
          minZ <= own[to + 5]! &&
          maxZ >= own[to + 2]!
        )
          this.#testOwn(first, a, b);
      }
    }
  }

  /** A triangle of the leaf that is being searched, which begins at `first`, and another whose box overlaps its own. */
  #testOwn(first: number, a: number, b: number): void {
    const own = a - first;
    if (this.#hasPlane[own] === 1) this.#testPair(a, b, this.#planes[own]!);
  }

  #testPair(a: number, b: number, planeA: Float64Array): void {
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
    const crossing = crossTriangles(corners, a * 9, b * 9, shared, planeA, this.#tolerance);
    if (crossing === 'none' || (crossing === 'back' && !isSameShell)) return;
    if (crossing === 'a-stands' || crossing === 'b-stands') {
      if (crossing === 'a-stands') this.#stand(faceA, faceB);
      else this.#stand(faceB, faceA);
      return;
    }
    this.#mark(faceA, faceB);
  }

  /**
   * A side of a face lies in another face. If the face across that side is on the other side of it, the surface
   * passes through exactly along its own edge, which no pair of faces shows.
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

function fillBox(corners: Float32Array | Float64Array, at: number, boxes: Float64Array, to: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const a = corners[at + axis]!;
    const b = corners[at + 3 + axis]!;
    const c = corners[at + 6 + axis]!;
    boxes[to + axis] = Math.min(a, b, c);
    boxes[to + 3 + axis] = Math.max(a, b, c);
  }
}

function overlapsBox(boxes: Float64Array, one: number, other: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (boxes[one + axis]! > boxes[other + axis + 3]! || boxes[one + axis + 3]! < boxes[other + axis]!)
      return false;
  }
  return true;
}
