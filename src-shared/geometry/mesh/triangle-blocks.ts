/**
 * Boxes around runs of triangles as they stand in the file. Neighbours in a file are mostly neighbours in
 * space, so a ray or a plane meets few boxes, and building them takes one pass: far less than a tree
 * (triangle-tree.ts), which pays off for many thousand questions. The window's view asks here what is under
 * the cursor and what a section cuts.
 */
import type { Mesh, Vector } from './mesh.ts';

/** Triangles in a run. */
const run = 64;

/** Called with the first face of a run and the one after its last. */
export type OnRun = (first: number, end: number) => void;

const known = new WeakMap<Uint32Array, TriangleBlocks>();

export class TriangleBlocks {
  readonly #faces: number;
  /** min x, y, z and max x, y, z of every run. */
  readonly #boxes: Float64Array;

  constructor({ positions, indices }: Mesh) {
    this.#faces = indices.length / 3;
    const runs = Math.ceil(this.#faces / run);
    const boxes = new Float64Array(runs * 6);
    for (let block = 0; block < runs; block++) {
      let [minX, minY, minZ] = [Infinity, Infinity, Infinity];
      let [maxX, maxY, maxZ] = [-Infinity, -Infinity, -Infinity];
      const end = Math.min(indices.length, (block + 1) * run * 3);
      for (let i = block * run * 3; i < end; i++) {
        const at = indices[i]! * 3;
        const x = positions[at]!;
        const y = positions[at + 1]!;
        const z = positions[at + 2]!;
        if (x < minX) minX = x;
        if (y < minY) minY = y;
        if (z < minZ) minZ = z;
        if (x > maxX) maxX = x;
        if (y > maxY) maxY = y;
        if (z > maxZ) maxZ = z;
      }
      boxes.set([minX, minY, minZ, maxX, maxY, maxZ], block * 6);
    }
    this.#boxes = boxes;
  }

  /** Built once for a mesh, however often it is asked for. */
  static of(mesh: Mesh): TriangleBlocks {
    const blocks = known.get(mesh.indices) ?? new TriangleBlocks(mesh);
    known.set(mesh.indices, blocks);
    return blocks;
  }

  /** Runs that a ray from `origin` may meet. */
  alongRay(origin: Vector, direction: Vector, onRun: OnRun): void {
    this.#each((box) => this.#meetsRay(box, origin, direction), onRun);
  }

  /** Runs with points on both sides of the plane of all p with p · normal = offset. */
  acrossPlane(normal: Vector, offset: number, onRun: OnRun): void {
    const boxes = this.#boxes;
    this.#each((box) => {
      let [low, high] = [0, 0];
      for (let axis = 0; axis < 3; axis++) {
        const slope = normal[axis]!;
        low += slope * boxes[box + (slope > 0 ? axis : axis + 3)]!;
        high += slope * boxes[box + (slope > 0 ? axis + 3 : axis)]!;
      }
      const slack = 1e-9 * (Math.abs(low) + Math.abs(high));
      return low <= offset + slack && high >= offset - slack;
    }, onRun);
  }

  #each(isWanted: (box: number) => boolean, onRun: OnRun): void {
    for (let first = 0, box = 0; first < this.#faces; first += run, box += 6) {
      if (isWanted(box)) onRun(first, Math.min(this.#faces, first + run));
    }
  }

  #meetsRay(box: number, origin: Vector, direction: Vector): boolean {
    const boxes = this.#boxes;
    let from = 0;
    let to = Infinity;
    for (let axis = 0; axis < 3; axis++) {
      // Along an axis 0 * Infinity is NaN, and comparisons with NaN do not change `from` and `to`.
      const inverse = 1 / direction[axis]!;
      const a = (boxes[box + axis]! - origin[axis]!) * inverse;
      const b = (boxes[box + axis + 3]! - origin[axis]!) * inverse;
      const [near, far] = a < b ? [a, b] : [b, a];
      if (near > from) from = near;
      if (far < to) to = far;
    }
    return from <= to * (1 + 1e-9);
  }
}
