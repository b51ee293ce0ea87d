/**
 * Finds the faces of a surface near a point, and the winding number at a point: how many times the surface
 * goes around it. Faces are sorted along a curve through space and gathered in blocks, and eight blocks in a
 * larger one, and so on; a block that is far away counts as one face (Barill and others, Fast Winding Numbers
 * for Soups and Clouds, 2018).
 */
import { normalOf, type Surface } from './surface.ts';

const [leafSize, branches] = [16, 8];

/** Numbers of a block: box (6), middle (3), directed area (3), area and radius. */
const record = 14;

/** Times its radius, the distance from which on a block counts as one face. */
const far = 2.5;

export type Point = readonly [x: number, y: number, z: number];

export class FaceIndex {
  readonly #surface: Surface;
  readonly #order: Uint32Array;
  /** The blocks of each level, the leaves first. */
  readonly #levels: Float64Array[] = [];

  constructor(surface: Surface, faces: Uint32Array, box: readonly number[]) {
    this.#surface = surface;
    this.#order = sortByPlace(surface, faces, box);
    if (faces.length === 0) return;
    this.#levels.push(this.#makeLeaves());
    while (this.#levels.at(-1)!.length > record) this.#levels.push(joinBlocks(this.#levels.at(-1)!));
  }

  /** Close to a whole number where the surface is closed, away from it. */
  windingAt([x, y, z]: Point): number {
    return this.#angle(this.#levels.length - 1, 0, x, y, z) / (4 * Math.PI);
  }

  /** Whether `test` is true for a face of a block that is within `reach` of the point. */
  someNear(point: Point, reach: number, test: (face: number) => boolean): boolean {
    return this.#levels.length > 0 && this.#some(this.#levels.length - 1, 0, point, reach, test);
  }

  #angle(level: number, block: number, x: number, y: number, z: number): number {
    if (level < 0) return 0;
    const blocks = this.#levels[level]!;
    const at = block * record;
    const dx = blocks[at + 6]! - x;
    const dy = blocks[at + 7]! - y;
    const dz = blocks[at + 8]! - z;
    const square = dx * dx + dy * dy + dz * dz;
    const radius = blocks[at + 13]! * far;
    if (square > radius * radius) {
      const flux = dx * blocks[at + 9]! + dy * blocks[at + 10]! + dz * blocks[at + 11]!;
      return flux / (square * Math.sqrt(square));
    }
    let sum = 0;
    if (level === 0) {
      const end = Math.min(this.#order.length, (block + 1) * leafSize);
      for (let i = block * leafSize; i < end; i++) sum += solidAngle(this.#surface, this.#order[i]!, x, y, z);
      return sum;
    }
    const end = Math.min(this.#levels[level - 1]!.length / record, (block + 1) * branches);
    for (let child = block * branches; child < end; child++) sum += this.#angle(level - 1, child, x, y, z);
    return sum;
  }

  #some(level: number, block: number, point: Point, reach: number, test: (face: number) => boolean): boolean {
    const blocks = this.#levels[level]!;
    const at = block * record;
    for (let axis = 0; axis < 3; axis++) {
      if (blocks[at + axis]! - point[axis]! > reach || point[axis]! - blocks[at + 3 + axis]! > reach)
        return false;
    }
    if (level === 0) {
      const end = Math.min(this.#order.length, (block + 1) * leafSize);
      for (let i = block * leafSize; i < end; i++) if (test(this.#order[i]!)) return true;
      return false;
    }
    const end = Math.min(this.#levels[level - 1]!.length / record, (block + 1) * branches);
    for (let child = block * branches; child < end; child++) {
      if (this.#some(level - 1, child, point, reach, test)) return true;
    }
    return false;
  }

  #makeLeaves(): Float64Array {
    const { positions, indices } = this.#surface;
    const blocks = emptyBlocks(Math.ceil(this.#order.length / leafSize));
    const normal = new Float64Array(3);
    for (let i = 0; i < this.#order.length; i++) {
      const at = Math.floor(i / leafSize) * record;
      const face = this.#order[i]!;
      normalOf(positions, indices, face, normal);
      // Faces without area have a place, too.
      const area = Math.hypot(normal[0]!, normal[1]!, normal[2]!) / 2 + 1e-200;
      blocks[at + 12]! += area;
      for (let axis = 0; axis < 3; axis++) {
        let sum = 0;
        for (let h = face * 3; h < face * 3 + 3; h++) {
          const value = positions[indices[h]! * 3 + axis]!;
          sum += value;
          if (value < blocks[at + axis]!) blocks[at + axis] = value;
          if (value > blocks[at + 3 + axis]!) blocks[at + 3 + axis] = value;
        }
        blocks[at + 6 + axis]! += (sum / 3) * area;
        blocks[at + 9 + axis]! += normal[axis]! / 2;
      }
    }
    return finishBlocks(blocks);
  }
}

function emptyBlocks(count: number): Float64Array {
  const blocks = new Float64Array(count * record);
  for (let at = 0; at < blocks.length; at += record)
    blocks.fill(Infinity, at, at + 3).fill(-Infinity, at + 3, at + 6);
  return blocks;
}

function joinBlocks(parts: Float64Array): Float64Array {
  const blocks = emptyBlocks(Math.ceil(parts.length / record / branches));
  for (let from = 0; from < parts.length; from += record) {
    const at = Math.floor(from / record / branches) * record;
    for (let axis = 0; axis < 3; axis++) {
      blocks[at + axis] = Math.min(blocks[at + axis]!, parts[from + axis]!);
      blocks[at + 3 + axis] = Math.max(blocks[at + 3 + axis]!, parts[from + 3 + axis]!);
      blocks[at + 6 + axis]! += parts[from + 6 + axis]! * parts[from + 12]!;
      blocks[at + 9 + axis]! += parts[from + 9 + axis]!;
    }
    blocks[at + 12]! += parts[from + 12]!;
  }
  return finishBlocks(blocks);
}

/** Divides the sums of places by the area, and measures how far the box reaches from that middle. */
function finishBlocks(blocks: Float64Array): Float64Array {
  for (let at = 0; at < blocks.length; at += record) {
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      blocks[at + 6 + axis]! /= blocks[at + 12]!;
      const middle = blocks[at + 6 + axis]!;
      square += Math.max(middle - blocks[at + axis]!, blocks[at + 3 + axis]! - middle) ** 2;
    }
    blocks[at + 13] = Math.sqrt(square);
  }
  return blocks;
}

/** Faces along a curve that visits the cells of a grid of 512 a side cube by cube (Morton). */
function sortByPlace(
  { positions, indices }: Surface,
  faces: Uint32Array,
  box: readonly number[],
): Uint32Array {
  const scale = 511.99 / Math.max(...[0, 1, 2].map((axis) => box[axis + 3]! - box[axis]!), 1e-300) / 3;
  const keys = new Float64Array(faces.length);
  for (let i = 0; i < faces.length; i++) {
    let key = 0;
    for (let axis = 0; axis < 3; axis++) {
      let sum = -3 * box[axis]!;
      for (let h = faces[i]! * 3; h < faces[i]! * 3 + 3; h++) sum += positions[indices[h]! * 3 + axis]!;
      key |= spreadBits(Math.min(511, Math.max(0, sum * scale))) << axis;
    }
    keys[i] = key * 2 ** 26 + i;
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => faces[key % 2 ** 26]!);
}

/** Two empty bits after each bit. */
function spreadBits(value: number): number {
  let bits = value & 511;
  bits = (bits | (bits << 16)) & 0x30000ff;
  bits = (bits | (bits << 8)) & 0x300f00f;
  bits = (bits | (bits << 4)) & 0x30c30c3;
  return (bits | (bits << 2)) & 0x9249249;
}

/** Formula of van Oosterom and Strackee. */
function solidAngle({ positions, indices }: Surface, face: number, x: number, y: number, z: number): number {
  const a = indices[face * 3]! * 3;
  const b = indices[face * 3 + 1]! * 3;
  const c = indices[face * 3 + 2]! * 3;
  const ax = positions[a]! - x;
  const ay = positions[a + 1]! - y;
  const az = positions[a + 2]! - z;
  const bx = positions[b]! - x;
  const by = positions[b + 1]! - y;
  const bz = positions[b + 2]! - z;
  const cx = positions[c]! - x;
  const cy = positions[c + 1]! - y;
  const cz = positions[c + 2]! - z;
  const la = Math.sqrt(ax * ax + ay * ay + az * az);
  const lb = Math.sqrt(bx * bx + by * by + bz * bz);
  const lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const triple = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const ab = ax * bx + ay * by + az * bz;
  const bc = bx * cx + by * cy + bz * cz;
  const ca = cx * ax + cy * ay + cz * az;
  return 2 * Math.atan2(triple, la * lb * lc + ab * lc + bc * la + ca * lb);
}

/** Whether a point is near a face: `reach` from its plane at most, above its inside or `beside` that. */
export function isOver(
  { positions, indices }: Surface,
  face: number,
  point: Point,
  reach: number,
  beside: number,
): boolean {
  const normal = new Float64Array(3);
  if (!normalOf(positions, indices, face, normal)) return false;
  const length = Math.hypot(normal[0]!, normal[1]!, normal[2]!);
  for (let corner = 0; corner < 3; corner++) {
    const p = indices[face * 3 + corner]! * 3;
    const q = indices[face * 3 + ((corner + 1) % 3)]! * 3;
    const [dx, dy, dz] = [
      point[0]! - positions[p]!,
      point[1]! - positions[p + 1]!,
      point[2]! - positions[p + 2]!,
    ];
    if (corner === 0) {
      const height = (dx * normal[0]! + dy * normal[1]! + dz * normal[2]!) / length;
      if (!(Math.abs(height) <= reach)) return false;
    }
    const ex = positions[q]! - positions[p]!;
    const ey = positions[q + 1]! - positions[p + 1]!;
    const ez = positions[q + 2]! - positions[p + 2]!;
    // Distance from the line of this side, positive on the side of the face.
    const inward =
      normal[0]! * (ey * dz - ez * dy) + normal[1]! * (ez * dx - ex * dz) + normal[2]! * (ex * dy - ey * dx);
    if (!(inward >= -beside * length * Math.hypot(ex, ey, ez))) return false;
  }
  return true;
}
