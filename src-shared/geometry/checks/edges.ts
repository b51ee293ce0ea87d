/**
 * Walks over all edges of a welded mesh with the faces that use each one. Everything that the check knows
 * about openings, shells and orientation comes from this walk. Takes linear time, and 4 bytes of memory for
 * each half-edge.
 *
 * A half-edge is numbered 3 * face + corner and runs from that corner to the next one of its face.
 */
import type { Mesh } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';

/** The faces along one edge. `halfEdges` is reused: read `count` entries before the visit returns. */
export type VisitEdge = (low: number, high: number, halfEdges: Uint32Array, count: number) => void;

/** Vertices between two checks of the clock. */
const block = 65536;

export const faceOf = (halfEdge: number): number => (halfEdge - (halfEdge % 3)) / 3;
export const nextInFace = (halfEdge: number): number => (halfEdge % 3 === 2 ? halfEdge - 2 : halfEdge + 1);

/** Half-edges sorted into buckets by their lower vertex, so that the uses of an edge lie close together. */
export class EdgeIndex {
  readonly #indices: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #halfEdges: Uint32Array;

  private constructor(indices: Uint32Array, starts: Uint32Array, halfEdges: Uint32Array) {
    this.#indices = indices;
    this.#starts = starts;
    this.#halfEdges = halfEdges;
  }

  static async build(mesh: Mesh, progress: TaskProgress): Promise<EdgeIndex> {
    const { indices } = mesh;
    const vertices = mesh.positions.length / 3;
    const starts = new Uint32Array(vertices + 1);
    for (let h = 0; h < indices.length; h += 3) {
      const a = indices[h]!;
      const b = indices[h + 1]!;
      const c = indices[h + 2]!;
      if (a !== b) starts[(a < b ? a : b) + 1]!++;
      if (b !== c) starts[(b < c ? b : c) + 1]!++;
      if (c !== a) starts[(c < a ? c : a) + 1]!++;
    }
    await progress.step(0.3);
    for (let vertex = 0; vertex < vertices; vertex++) starts[vertex + 1]! += starts[vertex]!;
    const halfEdges = new Uint32Array(starts[vertices]!);
    // Filling moves every start to the next bucket's; shifting them back afterwards saves a second array.
    for (let first = 0; first < indices.length; first += block * 3) {
      const last = Math.min(indices.length, first + block * 3);
      for (let h = first; h < last; h += 3) {
        const a = indices[h]!;
        const b = indices[h + 1]!;
        const c = indices[h + 2]!;
        if (a !== b) halfEdges[starts[a < b ? a : b]!++] = h;
        if (b !== c) halfEdges[starts[b < c ? b : c]!++] = h + 1;
        if (c !== a) halfEdges[starts[c < a ? c : a]!++] = h + 2;
      }
      await progress.step(0.3 + (0.7 * last) / indices.length);
    }
    starts.copyWithin(1, 0, vertices);
    starts[0] = 0;
    return new EdgeIndex(indices, starts, halfEdges);
  }

  async walk(visit: VisitEdge, progress: TaskProgress): Promise<void> {
    const vertices = this.#starts.length - 1;
    for (let first = 0; first < vertices; first += block) {
      const last = Math.min(vertices, first + block);
      for (let low = first; low < last; low++) this.#visitBucket(low, visit);
      await progress.step(last / vertices);
    }
  }

  #visitBucket(low: number, visit: VisitEdge): void {
    const start = this.#starts[low]!;
    const size = this.#starts[low + 1]! - start;
    if (size === 0) return;
    if (size > others.length) growScratch(size);
    for (let i = 0; i < size; i++) {
      const h = this.#halfEdges[start + i]!;
      const from = this.#indices[h]!;
      others[i] = from === low ? this.#indices[nextInFace(h)]! : from;
      sorted[i] = h;
    }
    if (size <= 32) sortByInsertion(size);
    else sortByHeap(size);
    let i = 0;
    while (i < size) {
      const high = others[i]!;
      let count = 0;
      do uses[count++] = sorted[i++]!;
      while (i < size && others[i] === high);
      visit(low, high, uses, count);
    }
  }
}

// Scratch of one bucket: the higher vertices, the half-edges beside them, and the uses of one edge.
let others = new Uint32Array(256);
let sorted = new Uint32Array(256);
let uses = new Uint32Array(256);

function growScratch(size: number): void {
  others = new Uint32Array(size * 2);
  sorted = new Uint32Array(size * 2);
  uses = new Uint32Array(size * 2);
}

function sortByInsertion(size: number): void {
  for (let i = 1; i < size; i++) {
    const key = others[i]!;
    const value = sorted[i]!;
    let j = i - 1;
    while (j >= 0 && others[j]! > key) {
      others[j + 1] = others[j]!;
      sorted[j + 1] = sorted[j]!;
      j--;
    }
    others[j + 1] = key;
    sorted[j + 1] = value;
  }
}

/** Sorting keeps the hubs of fans, where thousands of faces meet, from taking quadratic time. */
function sortByHeap(size: number): void {
  for (let root = (size >> 1) - 1; root >= 0; root--) siftDown(root, size);
  for (let last = size - 1; last > 0; last--) {
    swap(0, last);
    siftDown(0, last);
  }
}

function siftDown(start: number, size: number): void {
  let root = start;
  for (;;) {
    let child = root * 2 + 1;
    if (child >= size) return;
    if (child + 1 < size && others[child + 1]! > others[child]!) child++;
    if (others[root]! >= others[child]!) return;
    swap(root, child);
    root = child;
  }
}

function swap(a: number, b: number): void {
  const key = others[a]!;
  others[a] = others[b]!;
  others[b] = key;
  const value = sorted[a]!;
  sorted[a] = sorted[b]!;
  sorted[b] = value;
}
