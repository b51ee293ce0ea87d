/** Where a surface is nearest to a point, and whether the point lies inside, by the tree of its triangles. */

import { squareToTriangle } from './square-to-triangle.ts';
import type { TriangleTree } from './triangle-tree.ts';
import { cross, unit } from './vectors.ts';

/** A direction that runs along no side of anything that people draw. */
const ray = unit([0.5377, 0.2811, 0.7949]);
const across = unit([-ray[1], ray[0], 0]);
const up = cross(ray, across);

export class NearestSurface {
  readonly #tree: TriangleTree;
  readonly #stack = new Uint32Array(128);
  /** Result of the last search: the place in the tree, and the nearest point. */
  place = -1;
  x = 0;
  y = 0;
  z = 0;

  constructor(tree: TriangleTree) {
    this.#tree = tree;
  }

  /** The distance from a point; Infinity if it is above `most`. */
  distance(x: number, y: number, z: number, most = Infinity): number {
    const { boxes, leaves, corners, starts } = this.#tree;
    const stack = this.#stack;
    let least = most === Infinity ? Infinity : most * most * (1 + 1e-12);
    this.place = -1;
    let depth = 0;
    stack[depth++] = 1;
    while (depth > 0) {
      const node = stack[--depth]!;
      if (squareToBox(boxes, node * 6, x, y, z) >= least) continue;
      if (node >= leaves) {
        const end = starts[node - leaves + 1]!;
        for (let place = starts[node - leaves]!; place < end; place++) {
          const square = squareToTriangle(corners, place * 9, x, y, z, found);
          if (square >= least) continue;
          least = square;
          this.place = place;
          this.x = found[0]!;
          this.y = found[1]!;
          this.z = found[2]!;
        }
        continue;
      }
      const left = node * 2;
      const toLeft = squareToBox(boxes, left * 6, x, y, z);
      const toRight = squareToBox(boxes, left * 6 + 6, x, y, z);
      if (toLeft <= toRight) {
        if (toRight < least) stack[depth++] = left + 1;
        if (toLeft < least) stack[depth++] = left;
      } else {
        if (toLeft < least) stack[depth++] = left;
        if (toRight < least) stack[depth++] = left + 1;
      }
    }
    return this.place < 0 ? Infinity : Math.sqrt(least);
  }

  /** The distance from a point to one triangle. */
  distanceTo(place: number, x: number, y: number, z: number): number {
    return Math.sqrt(squareToTriangle(this.#tree.corners, place * 9, x, y, z, found));
  }

  /**
   * How often the surface goes around a point: 1 inside a solid, 0 outside and in its cavities, 2 where two
   * parts overlap. The surface must be closed. Shared edges are tested with the same numbers from both sides,
   * so a ray never slips through between two triangles.
   */
  winding(x: number, y: number, z: number): number {
    const { boxes, leaves, corners, starts } = this.#tree;
    const stack = this.#stack;
    let winding = 0;
    let depth = 0;
    stack[depth++] = 1;
    while (depth > 0) {
      const node = stack[--depth]!;
      if (!meetsBox(boxes, node * 6, x, y, z)) continue;
      if (node < leaves) {
        stack[depth++] = node * 2;
        stack[depth++] = node * 2 + 1;
        continue;
      }
      const end = starts[node - leaves + 1]!;
      for (let place = starts[node - leaves]!; place < end; place++) {
        winding += crossing(corners, place * 9, x, y, z);
      }
    }
    return winding;
  }
}

const found = new Float64Array(3);
const flat = new Float64Array(9);

/** 1 if the ray leaves through the triangle, -1 if it enters, 0 if it misses. */
function crossing(
  corners: Float32Array | Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
): -1 | 0 | 1 {
  for (let corner = 0; corner < 9; corner += 3) {
    const px = corners[at + corner]! - x;
    const py = corners[at + corner + 1]! - y;
    const pz = corners[at + corner + 2]! - z;
    flat[corner] = px * across[0] + py * across[1] + pz * across[2];
    flat[corner + 1] = px * up[0] + py * up[1] + pz * up[2];
    flat[corner + 2] = px * ray[0] + py * ray[1] + pz * ray[2];
  }
  const a = flat[3]! * flat[7]! - flat[4]! * flat[6]!;
  const b = flat[6]! * flat[1]! - flat[7]! * flat[0]!;
  const c = flat[0]! * flat[4]! - flat[1]! * flat[3]!;
  const leaves = a > 0 && b > 0 && c > 0;
  if (!leaves && !(a < 0 && b < 0 && c < 0)) return 0;
  const height = (a * flat[2]! + b * flat[5]! + c * flat[8]!) / (a + b + c);
  if (height <= 0) return 0;
  return leaves ? 1 : -1;
}

function meetsBox(boxes: Float32Array | Float64Array, box: number, x: number, y: number, z: number): boolean {
  let from = 0;
  let to = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const start = axis === 0 ? x : axis === 1 ? y : z;
    const slope = ray[axis]!;
    const near = (boxes[box + axis]! - start) / slope;
    const far = (boxes[box + 3 + axis]! - start) / slope;
    if (slope > 0) {
      from = Math.max(from, near);
      to = Math.min(to, far);
    } else {
      from = Math.max(from, far);
      to = Math.min(to, near);
    }
  }
  // A box may be flat; rounding must not lose what lies in it.
  return from <= to + 1e-9 * Math.abs(to) + 1e-12;
}

function squareToBox(
  boxes: Float32Array | Float64Array,
  box: number,
  x: number,
  y: number,
  z: number,
): number {
  const dx = Math.max(boxes[box]! - x, 0, x - boxes[box + 3]!);
  const dy = Math.max(boxes[box + 1]! - y, 0, y - boxes[box + 4]!);
  const dz = Math.max(boxes[box + 2]! - z, 0, z - boxes[box + 5]!);
  return dx * dx + dy * dy + dz * dz;
}
