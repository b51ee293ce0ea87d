/**
 * A tree of boxes over the triangles of a mesh: which triangles overlap a box, which does a ray meet first. Built
 * in linear time by sorting along a Morton curve; used by the checks of crossings and of wall thickness.
 *
 * The tree is a heap: node 1 is the root, node n has the children 2n and 2n + 1, leaf i is node `leaves + i` and
 * holds `leafSize` triangles. Spare leaves have boxes that nothing overlaps.
 */
import type { Mesh } from './mesh.ts';
import type { Pace } from './pace.ts';

export const leafSize = 4;

/** Triangles between two looks at the clock. */
const block = 65536;

export class TriangleTree {
  /** Face number of every place in the order of the leaves. */
  readonly order: Uint32Array;
  /** x, y, z of the three corners of every place: triangles of a leaf lie side by side in memory. */
  readonly corners: Float32Array | Float64Array;
  /** min x, y, z and max x, y, z of every node. */
  readonly boxes: Float64Array;
  /** A power of two. */
  readonly leaves: number;

  private constructor(
    order: Uint32Array,
    corners: Float32Array | Float64Array,
    boxes: Float64Array,
    leaves: number,
  ) {
    this.order = order;
    this.corners = corners;
    this.boxes = boxes;
    this.leaves = leaves;
  }

  /** @throws AbortError */
  static async build(mesh: Mesh, pace: Pace): Promise<TriangleTree> {
    const { positions, indices } = mesh;
    const faces = indices.length / 3;
    const order = await sortAlongCurve(mesh, pace.part(0, 0.6));
    const corners =
      positions instanceof Float32Array ? new Float32Array(faces * 9) : new Float64Array(faces * 9);
    let leaves = 1;
    while (leaves * leafSize < faces) leaves *= 2;
    const boxes = new Float64Array(leaves * 12);
    for (let first = 0; first < faces; first += block) {
      const last = Math.min(faces, first + block);
      for (let place = first; place < last; place++) {
        const face = order[place]! * 3;
        for (let corner = 0; corner < 3; corner++) {
          const from = indices[face + corner]! * 3;
          const to = place * 9 + corner * 3;
          corners[to] = positions[from]!;
          corners[to + 1] = positions[from + 1]!;
          corners[to + 2] = positions[from + 2]!;
        }
      }
      await pace.step(0.6 + (0.3 * last) / faces);
    }
    fillBoxes(boxes, corners, leaves, faces);
    await pace.step(1);
    return new TriangleTree(order, corners, boxes, leaves);
  }

  /** Places of a leaf: from `first` up to, not including, the result. */
  endOfLeaf(leaf: number): number {
    return Math.min(this.order.length, (leaf + 1) * leafSize);
  }
}

function fillBoxes(
  boxes: Float64Array,
  corners: Float32Array | Float64Array,
  leaves: number,
  faces: number,
): void {
  for (let node = leaves * 2 - 1; node > 0; node--) {
    let minX = Infinity;
    let minY = Infinity;
    let minZ = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    let maxZ = -Infinity;
    if (node >= leaves) {
      const first = (node - leaves) * leafSize * 9;
      const last = Math.min(faces * 9, first + leafSize * 9);
      for (let at = first; at < last; at += 3) {
        const x = corners[at]!;
        const y = corners[at + 1]!;
        const z = corners[at + 2]!;
        if (x < minX) minX = x;
        if (y < minY) minY = y;
        if (z < minZ) minZ = z;
        if (x > maxX) maxX = x;
        if (y > maxY) maxY = y;
        if (z > maxZ) maxZ = z;
      }
    } else {
      const a = node * 12;
      const b = a + 6;
      minX = Math.min(boxes[a]!, boxes[b]!);
      minY = Math.min(boxes[a + 1]!, boxes[b + 1]!);
      minZ = Math.min(boxes[a + 2]!, boxes[b + 2]!);
      maxX = Math.max(boxes[a + 3]!, boxes[b + 3]!);
      maxY = Math.max(boxes[a + 4]!, boxes[b + 4]!);
      maxZ = Math.max(boxes[a + 5]!, boxes[b + 5]!);
    }
    const at = node * 6;
    boxes[at] = minX;
    boxes[at + 1] = minY;
    boxes[at + 2] = minZ;
    boxes[at + 3] = maxX;
    boxes[at + 4] = maxY;
    boxes[at + 5] = maxZ;
  }
}

/** Bits of a byte spread to every third place. */
const spread = Uint32Array.from({ length: 256 }, (_, byte) => {
  let bits = 0;
  for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) bits |= 1 << (bit * 3);
  return bits;
});

/** Face numbers in the order in which a Morton curve of 2^16 cells a side passes their middles. */
async function sortAlongCurve({ positions, indices }: Mesh, pace: Pace): Promise<Uint32Array> {
  const faces = indices.length / 3;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < indices.length; i++) {
    const at = indices[i]! * 3;
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[at + axis]!;
      if (value < low[axis]!) low[axis] = value;
      if (value > high[axis]!) high[axis] = value;
    }
  }
  const [lx, ly, lz] = low as [number, number, number];
  const longest = Math.max(high[0]! - lx, high[1]! - ly, high[2]! - lz);
  // The same scale on all axes keeps cells cubes.
  const perUnit = longest > 0 ? 65535 / longest / 3 : 0;
  let sorted: SortColumns = makeColumns(faces);
  await pace.step(0.1);
  for (let face = 0; face < faces; face++) {
    const a = indices[face * 3]! * 3;
    const b = indices[face * 3 + 1]! * 3;
    const c = indices[face * 3 + 2]! * 3;
    const x = ((positions[a]! - lx + (positions[b]! - lx) + (positions[c]! - lx)) * perUnit) | 0;
    const y = ((positions[a + 1]! - ly + (positions[b + 1]! - ly) + (positions[c + 1]! - ly)) * perUnit) | 0;
    const z = ((positions[a + 2]! - lz + (positions[b + 2]! - lz) + (positions[c + 2]! - lz)) * perUnit) | 0;
    sorted.coarse[face] = spread[x >> 8]! | (spread[y >> 8]! << 1) | (spread[z >> 8]! << 2);
    sorted.fine[face] = spread[x & 255]! | (spread[y & 255]! << 1) | (spread[z & 255]! << 2);
    sorted.faces[face] = face;
  }
  await pace.step(0.3);
  let spare = makeColumns(faces);
  for (const [column, shift] of [
    ['fine', 0],
    ['fine', 12],
    ['coarse', 0],
    ['coarse', 12],
  ] as const) {
    sortByDigit(sorted, spare, column, shift);
    [sorted, spare] = [spare, sorted];
    await pace.step(0.3 + 0.7 * (column === 'fine' ? 0.5 : 1));
  }
  return sorted.faces;
}

interface SortColumns {
  readonly coarse: Uint32Array;
  readonly fine: Uint32Array;
  readonly faces: Uint32Array;
}

const makeColumns = (size: number): SortColumns => ({
  coarse: new Uint32Array(size),
  fine: new Uint32Array(size),
  faces: new Uint32Array(size),
});

/** One pass of a radix sort over twelve bits; stable. */
function sortByDigit(from: SortColumns, to: SortColumns, column: 'coarse' | 'fine', shift: number): void {
  const keys = from[column];
  const next = new Uint32Array(4097);
  for (let i = 0; i < keys.length; i++) next[((keys[i]! >>> shift) & 4095) + 1]!++;
  for (let digit = 0; digit < 4096; digit++) next[digit + 1]! += next[digit]!;
  for (let i = 0; i < keys.length; i++) {
    const place = next[(keys[i]! >>> shift) & 4095]!++;
    to.coarse[place] = from.coarse[i]!;
    to.fine[place] = from.fine[i]!;
    to.faces[place] = from.faces[i]!;
  }
}
