/**
 * The search for pairs of triangles that may intersect (core/find-pairs.ts) in plain TypeScript: all whose
 * boxes overlap.
 */
import { makePlane, planeOf } from '../../src-shared/geometry/checks/triangle-crossing.ts';
import type { FoundPairs, PairSearch } from '../../src-shared/geometry/core/find-pairs.ts';
import { leafSize } from '../../src-shared/geometry/mesh/tree-leaves.ts';
import type { TriangleTree } from '../../src-shared/geometry/mesh/triangle-tree.ts';

export class PlainPairs implements PairSearch {
  readonly #tree: TriangleTree;
  readonly #tolerance: number;
  readonly #stack = new Uint32Array(64);
  readonly #plane = makePlane();
  /** The triangles of the leaf that is being searched: whether each has a plane, and its box. */
  readonly #hasPlane = new Uint8Array(leafSize);
  readonly #ownBoxes = new Float64Array(leafSize * 6);
  #pairs: number[] = [];
  #examined = 0;

  static for = (tree: TriangleTree, _indices: Uint32Array, tolerance: number): PlainPairs =>
    new PlainPairs(tree, tolerance);

  private constructor(tree: TriangleTree, tolerance: number) {
    this.#tree = tree;
    this.#tolerance = tolerance;
  }

  /** One leaf at a time. */
  find(leaf: number): FoundPairs {
    this.#pairs = [];
    this.#examined = 0;
    this.#searchFrom(leaf);
    return { pairs: Uint32Array.from(this.#pairs), next: leaf + 1, examined: this.#examined };
  }

  end(): void {}

  /** Every pair of a triangle in this leaf and one in it or in a later leaf. */
  #searchFrom(leaf: number): void {
    const { corners, leaves, starts } = this.#tree;
    const first = starts[leaf]!;
    const end = starts[leaf + 1]!;
    for (let place = first; place < end; place++) {
      const own = place - first;
      this.#hasPlane[own] = planeOf(corners, place * 9, this.#tolerance, this.#plane) ? 1 : 0;
      fillBox(corners, place * 9, this.#ownBoxes, own * 6);
    }
    for (let a = first; a < end; a++) {
      for (let b = a + 1; b < end; b++) {
        this.#examined++;
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

  /**
   * The triangles of another leaf against those of the leaf that is being searched, whose box is at `box`.
   */
  #testLeaf(otherFirst: number, otherEnd: number, first: number, end: number, box: number): void {
    const { boxes, corners } = this.#tree;
    const own = this.#ownBoxes;
    this.#examined += (otherEnd - otherFirst) * (end - first);
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

  /**
   * A triangle of the leaf that is being searched, which begins at `first`, and another whose box overlaps
   * its own.
   */
  #testOwn(first: number, a: number, b: number): void {
    if (this.#hasPlane[a - first] === 1) this.#pairs.push(a, b);
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
