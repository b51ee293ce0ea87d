/**
 * Casts rays through a part: from its surface inward to where it leaves the solid, or from within. For many
 * rays at once, core/cast-rays.ts does the same faster.
 */
import { numbersPerRay } from '../core/cast-rays.ts';
import type { Mesh, Vector } from '../mesh/mesh.ts';
import type { TriangleTree } from '../mesh/triangle-tree.ts';

/** Cosine of the angle up to which the far side counts as facing: 50 degrees. */
export const facing = Math.cos((50 * Math.PI) / 180);

/** Keeps rays from slipping between two boxes because of rounding. */
const boxSlack = 1 + 1e-12;

/** Finds where a part ends along rays from within. */
export interface RayEnds {
  /** Unit normal of the face through which the last ray left. */
  readonly exit: Vector;
  /** Distance from a point inside, along a unit vector, to where the solid ends; Infinity beyond `most`. */
  exitFrom(x: number, y: number, z: number, dx: number, dy: number, dz: number, most: number): number;
}

export class RayCaster implements RayEnds {
  readonly #tree: TriangleTree;
  readonly #stack = new Uint32Array(64);
  /** Where the ray enters the boxes of the nodes on the stack. */
  readonly #entries = new Float64Array(64);
  readonly #normal = new Float64Array(3);
  /** Cosine of the angle between the last ray and the face through which it left. */
  cosine = 0;
  #x = 0;
  #y = 0;
  #z = 0;

  constructor(tree: TriangleTree) {
    this.#tree = tree;
  }

  get exit(): Vector {
    return [this.#normal[0]!, this.#normal[1]!, this.#normal[2]!];
  }

  /** Does what `cast` of core/cast-rays.ts does. */
  cast(rays: Float64Array, count: number): void {
    for (let at = 0; at < count * numbersPerRay; at += numbersPerRay) {
      this.#x = rays[at]!;
      this.#y = rays[at + 1]!;
      this.#z = rays[at + 2]!;
      rays[at] = this.#leave(rays[at + 3]!, rays[at + 4]!, rays[at + 5]!, Infinity);
      rays[at + 1] = this.cosine;
    }
  }

  exitFrom(x: number, y: number, z: number, dx: number, dy: number, dz: number, most: number): number {
    this.#x = x;
    this.#y = y;
    this.#z = z;
    const distance = this.#leave(dx, dy, dz, most);
    return distance < most ? distance : Infinity;
  }

  /** The face on which the ray begins points the other way, so it never counts as the exit. */
  #leave(dx: number, dy: number, dz: number, most: number): number {
    const { boxes, leaves, corners, starts } = this.#tree;
    const stack = this.#stack;
    const entries = this.#entries;
    const x = this.#x;
    const y = this.#y;
    const z = this.#z;
    const ix = 1 / dx;
    const iy = 1 / dy;
    const iz = 1 / dz;
    // The coordinate of a box at which the ray enters: its least one, or its greatest one. A direction may be
    // -0.
    const nx = ix < 0 ? 3 : 0;
    const ny = iy < 0 ? 4 : 1;
    const nz = iz < 0 ? 5 : 2;
    const fx = 3 - nx;
    const fy = 5 - ny;
    const fz = 7 - nz;
    let nearest = most;
    let cosine = 0;
    let depth = 1;
    stack[0] = 1;
    entries[0] = 0;
    while (depth > 0) {
      depth--;
      if (entries[depth]! > nearest * boxSlack) continue;
      let node = stack[depth]!;
      // The nearer child is searched first, so that the farther one can often be skipped.
      while (node < leaves) {
        const left = node * 2;
        const toLeft = entry(
          (boxes[left * 6 + nx]! - x) * ix,
          (boxes[left * 6 + ny]! - y) * iy,
          (boxes[left * 6 + nz]! - z) * iz,
          (boxes[left * 6 + fx]! - x) * ix,
          (boxes[left * 6 + fy]! - y) * iy,
          (boxes[left * 6 + fz]! - z) * iz,
          nearest,
        );
        const toRight = entry(
          (boxes[left * 6 + 6 + nx]! - x) * ix,
          (boxes[left * 6 + 6 + ny]! - y) * iy,
          (boxes[left * 6 + 6 + nz]! - z) * iz,
          (boxes[left * 6 + 6 + fx]! - x) * ix,
          (boxes[left * 6 + 6 + fy]! - y) * iy,
          (boxes[left * 6 + 6 + fz]! - z) * iz,
          nearest,
        );
        if (toLeft <= toRight) {
          if (toLeft === Infinity) break;
          if (toRight !== Infinity) {
            stack[depth] = left + 1;
            entries[depth++] = toRight;
          }
          node = left;
        } else {
          if (toLeft !== Infinity) {
            stack[depth] = left;
            entries[depth++] = toLeft;
          }
          node = left + 1;
        }
      }
      if (node < leaves) continue;
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

/**
 * Writes the ray from a point of the face inward. `r` and `s`, from 0 to 1, fill the face evenly. A face
 * without area gives a ray that leaves nowhere.
 */
export function inwardRay(
  { positions, indices }: Mesh,
  face: number,
  r: number,
  s: number,
  rays: Float64Array,
  at: number,
): void {
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
  // To spread points evenly over the triangle, the other half of the parallelogram is folded over.
  const p = r + s > 1 ? 1 - r : r;
  const q = r + s > 1 ? 1 - s : s;
  rays[at] = ax + p * ux + q * vx;
  rays[at + 1] = ay + p * uy + q * vy;
  rays[at + 2] = az + p * uz + q * vz;
  rays[at + 3] = -nx / length;
  rays[at + 4] = -ny / length;
  rays[at + 5] = -nz / length;
}

/**
 * Distance at which a ray enters a box (0 from within); Infinity if it misses it or `most` comes first. The
 * parameters are the distances at which the ray enters and leaves along each axis. They are NaN for a ray in
 * a side of the box; comparisons ignore those.
 */
function entry(
  inX: number,
  inY: number,
  inZ: number,
  outX: number,
  outY: number,
  outZ: number,
  most: number,
): number {
  let from = 0;
  let to = most;
  if (inX > from) from = inX;
  if (inY > from) from = inY;
  if (inZ > from) from = inZ;
  if (outX < to) to = outX;
  if (outY < to) to = outY;
  if (outZ < to) to = outZ;
  return from <= to * boxSlack ? from : Infinity;
}
