/** Casts rays through a part: from its surface inward to where it leaves the solid, or from within. */
import type { Mesh, Vector } from '../mesh/mesh.ts';
import type { TriangleTree } from '../mesh/triangle-tree.ts';

/** Cosine of the angle up to which the far side counts as facing: 50 degrees. */
const facing = Math.cos((50 * Math.PI) / 180);

export class RayCaster {
  readonly #tree: TriangleTree;
  readonly #stack = new Uint32Array(64);
  readonly #normal = new Float64Array(3);
  /** Of the angle between the ray and the face through which it left. */
  cosine = 0;
  #x = 0;
  #y = 0;
  #z = 0;

  constructor(tree: TriangleTree) {
    this.#tree = tree;
  }

  /** The direction of the face through which the last ray left, of length 1. */
  get exit(): Vector {
    return [this.#normal[0]!, this.#normal[1]!, this.#normal[2]!];
  }

  /** Where the last ray began. */
  get origin(): Vector {
    return [this.#x, this.#y, this.#z];
  }

  /** Length of the ray from a point of the face inward; NaN if it leaves through no facing wall. */
  wallAt({ positions, indices }: Mesh, face: number, r: number, s: number): number {
    const a = indices[face * 3]! * 3;
    const b = indices[face * 3 + 1]! * 3;
    const c = indices[face * 3 + 2]! * 3;
    const ax = positions[a]!;
    const ay = positions[a + 1]!;
    const az = positions[a + 2]!;
    const ux = positions[b]! - ax;
    const uy = positions[b + 1]! - ay;
    const uz = positions[b + 2]! - az;
    const vx = positions[c]! - ax;
    const vy = positions[c + 1]! - ay;
    const vz = positions[c + 2]! - az;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (length === 0) return Number.NaN;
    // Evenly distributed over the triangle: the other half of the parallelogram is folded over.
    const p = r + s > 1 ? 1 - r : r;
    const q = r + s > 1 ? 1 - s : s;
    this.#x = ax + p * ux + q * vx;
    this.#y = ay + p * uy + q * vy;
    this.#z = az + p * uz + q * vz;
    const distance = this.#leave(-nx / length, -ny / length, -nz / length, Infinity);
    return this.cosine >= facing ? distance : Number.NaN;
  }

  /** Distance from a point inside, in a direction of length 1, to where the solid ends; Infinity if it goes on beyond `most`. */
  exitFrom(x: number, y: number, z: number, dx: number, dy: number, dz: number, most: number): number {
    this.#x = x;
    this.#y = y;
    this.#z = z;
    const distance = this.#leave(dx, dy, dz, most);
    return distance < most ? distance : Infinity;
  }

  /** The face on which the ray begins looks the other way, so it never counts as the exit. */
  #leave(dx: number, dy: number, dz: number, most: number): number {
    const { boxes, leaves, corners, starts } = this.#tree;
    const stack = this.#stack;
    const x = this.#x;
    const y = this.#y;
    const z = this.#z;
    const ix = 1 / dx;
    const iy = 1 / dy;
    const iz = 1 / dz;
    let nearest = most;
    let cosine = 0;
    let depth = 0;
    stack[depth++] = 1;
    while (depth > 0) {
      const node = stack[--depth]!;
      if (enterBox(boxes, node * 6, x, y, z, ix, iy, iz, nearest) === Infinity) continue;
      if (node < leaves) {
        const left = node * 2;
        const toLeft = enterBox(boxes, left * 6, x, y, z, ix, iy, iz, nearest);
        const toRight = enterBox(boxes, left * 6 + 6, x, y, z, ix, iy, iz, nearest);
        // The nearer child is searched first, so that the farther one can often be skipped.
        if (toLeft <= toRight) {
          if (toRight !== Infinity) stack[depth++] = left + 1;
          if (toLeft !== Infinity) stack[depth++] = left;
        } else {
          if (toLeft !== Infinity) stack[depth++] = left;
          stack[depth++] = left + 1;
        }
        continue;
      }
      const first = starts[node - leaves]!;
      const end = starts[node - leaves + 1]!;
      for (let place = first; place < end; place++) {
        const distance = this.#meet(corners, place * 9, dx, dy, dz, nearest);
        if (distance < nearest) {
          nearest = distance;
          cosine = this.#normal[0]! * dx + this.#normal[1]! * dy + this.#normal[2]! * dz;
        }
      }
    }
    this.cosine = cosine;
    return nearest;
  }

  /** Distance at which the ray leaves through a triangle (Moeller and Trumbore); Infinity if it does not. */
  #meet(
    corners: Float32Array | Float64Array,
    at: number,
    dx: number,
    dy: number,
    dz: number,
    nearest: number,
  ): number {
    const ax = corners[at]!;
    const ay = corners[at + 1]!;
    const az = corners[at + 2]!;
    const ux = corners[at + 3]! - ax;
    const uy = corners[at + 4]! - ay;
    const uz = corners[at + 5]! - az;
    const vx = corners[at + 6]! - ax;
    const vy = corners[at + 7]! - ay;
    const vz = corners[at + 8]! - az;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const along = nx * dx + ny * dy + nz * dz;
    // A face met from outside belongs to another part; the solid continues behind it.
    if (!(along > 0)) return Infinity;
    const sx = ax - this.#x;
    const sy = ay - this.#y;
    const sz = az - this.#z;
    const height = sx * nx + sy * ny + sz * nz;
    if (!(height > 0) || height > nearest * along) return Infinity;
    const rx = sy * dz - sz * dy;
    const ry = sz * dx - sx * dz;
    const rz = sx * dy - sy * dx;
    // Slightly beyond the sides still counts, so that no ray slips through between two triangles.
    const slack = along * 1e-9;
    const p = vx * rx + vy * ry + vz * rz;
    const q = -(ux * rx + uy * ry + uz * rz);
    if (p < -slack || q < -slack || p + q > along + slack) return Infinity;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    this.#normal[0] = nx / length;
    this.#normal[1] = ny / length;
    this.#normal[2] = nz / length;
    return height / along;
  }
}

/** Distance at which a ray enters a box (0 from within); Infinity if it misses it or `nearest` comes first. */
function enterBox(
  boxes: Float64Array,
  box: number,
  x: number,
  y: number,
  z: number,
  ix: number,
  iy: number,
  iz: number,
  nearest: number,
): number {
  let from = 0;
  let to = nearest;
  // A ray along an axis gives 0 * Infinity = NaN on the box's side; comparisons with NaN leave from and to alone.
  let near = (boxes[box]! - x) * ix;
  let far = (boxes[box + 3]! - x) * ix;
  if (near > far) {
    const swap = near;
    near = far;
    far = swap;
  }
  if (near > from) from = near;
  if (far < to) to = far;
  near = (boxes[box + 1]! - y) * iy;
  far = (boxes[box + 4]! - y) * iy;
  if (near > far) {
    const swap = near;
    near = far;
    far = swap;
  }
  if (near > from) from = near;
  if (far < to) to = far;
  near = (boxes[box + 2]! - z) * iz;
  far = (boxes[box + 5]! - z) * iz;
  if (near > far) {
    const swap = near;
    near = far;
    far = swap;
  }
  if (near > from) from = near;
  if (far < to) to = far;
  return from <= to * (1 + 1e-12) ? from : Infinity;
}
