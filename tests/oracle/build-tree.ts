/**
 * The tree of triangles (src-shared/geometry/mesh/triangle-tree.ts) in plain TypeScript: what the fast core
 * must give.
 */
import type { TreeParts } from '../../src-shared/geometry/core/build-tree.ts';
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import type { TaskProgress } from '../../src-shared/geometry/runtime/task-progress.ts';

/** Triangles between two checks of the clock. */
const block = 65536;

/** @param starts the first place of every leaf */
export async function buildTreePlainly(
  mesh: Mesh,
  starts: Uint32Array,
  progress: TaskProgress,
): Promise<TreeParts> {
  const { positions, indices } = mesh;
  const faces = indices.length / 3;
  const leaves = starts.length - 1;
  const halving = new Halving(mesh, starts);
  await halving.halve(0, leaves, progress.part(0, 0.6));
  const order = halving.order();
  const Numbers = positions instanceof Float32Array ? Float32Array : Float64Array;
  const corners = new Numbers(faces * 9);
  const boxes = new Numbers(leaves * 12);
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
    await progress.step(0.6 + (0.3 * last) / faces);
  }
  fillBoxes(boxes, corners, starts);
  return { order, corners, boxes };
}

function fillBoxes(
  boxes: Float32Array | Float64Array,
  corners: Float32Array | Float64Array,
  starts: Uint32Array,
): void {
  const leaves = starts.length - 1;
  for (let node = leaves * 2 - 1; node > 0; node--) {
    let minX = Infinity;
    let minY = Infinity;
    let minZ = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    let maxZ = -Infinity;
    if (node >= leaves) {
      const first = starts[node - leaves]! * 9;
      const last = starts[node - leaves + 1]! * 9;
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

/** Orders faces by leaf: halves along the longest side, again and again. */
class Halving {
  /**
   * Four words a face, which move together, so that memory is read in order: the sum of the three corners,
   * which is three times the middle, as float32, and the face's number.
   */
  readonly #records: Float32Array;
  readonly #words: Uint32Array;
  readonly #starts: Uint32Array;
  #done = 0;

  constructor({ positions, indices }: Mesh, starts: Uint32Array) {
    const faces = indices.length / 3;
    this.#starts = starts;
    this.#records = new Float32Array(faces * 4);
    this.#words = new Uint32Array(this.#records.buffer);
    // Relative to some corner, so that float32 is exact enough far from the origin.
    const origin = faces > 0 ? indices[0]! * 3 : 0;
    for (let face = 0; face < faces; face++) {
      const a = indices[face * 3]! * 3;
      const b = indices[face * 3 + 1]! * 3;
      const c = indices[face * 3 + 2]! * 3;
      for (let axis = 0; axis < 3; axis++) {
        const zero = positions[origin + axis]!;
        this.#records[face * 4 + axis] =
          positions[a + axis]! - zero + (positions[b + axis]! - zero) + (positions[c + axis]! - zero);
      }
      this.#words[face * 4 + 3] = face;
    }
  }

  /** The face numbers, leaf by leaf. */
  order(): Uint32Array {
    const faces = this.#words.length / 4;
    const order = new Uint32Array(faces);
    for (let i = 0; i < faces; i++) order[i] = this.#words[i * 4 + 3]!;
    return order;
  }

  /**
   * Moves every face of the leaves from `first` to `last` (exclusive; a power of two apart) into its leaf.
   */
  async halve(first: number, last: number, progress: TaskProgress): Promise<void> {
    const from = this.#starts[first]!;
    const to = this.#starts[last]!;
    if (to - from > block) {
      this.#split(first, last);
      const middle = (first + last) / 2;
      await progress.step(this.#done);
      await this.halve(first, middle, progress);
      await this.halve(middle, last, progress);
      return;
    }
    this.#halveAtOnce(first, last);
    this.#done += ((to - from) * 4) / this.#words.length;
    await progress.step(this.#done);
  }

  #halveAtOnce(first: number, last: number): void {
    if (last - first < 2) return;
    this.#split(first, last);
    const middle = (first + last) / 2;
    this.#halveAtOnce(first, middle);
    this.#halveAtOnce(middle, last);
  }

  #split(first: number, last: number): void {
    const from = this.#starts[first]!;
    const to = this.#starts[last]!;
    const axis = this.#longestAxis(from, to);
    if (axis >= 0) this.#select(from, to, this.#starts[(first + last) / 2]!, axis);
  }

  /** -1 if all middles are the same. */
  #longestAxis(from: number, to: number): number {
    const records = this.#records;
    let minX = Infinity;
    let minY = Infinity;
    let minZ = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    let maxZ = -Infinity;
    for (let at = from * 4; at < to * 4; at += 4) {
      const x = records[at]!;
      const y = records[at + 1]!;
      const z = records[at + 2]!;
      if (x < minX) minX = x;
      if (y < minY) minY = y;
      if (z < minZ) minZ = z;
      if (x > maxX) maxX = x;
      if (y > maxY) maxY = y;
      if (z > maxZ) maxZ = z;
    }
    const x = maxX - minX;
    const y = maxY - minY;
    const z = maxZ - minZ;
    if (!(x > 0 || y > 0 || z > 0)) return -1;
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  }

  /** Hoare's selection: afterwards, no face before `middle` is farther along the axis than one after it. */
  #select(from: number, to: number, middle: number, axis: number): void {
    const records = this.#records;
    const words = this.#words;
    let low = from;
    let high = to - 1;
    while (low < high) {
      const pivot = medianOf(
        records[low * 4 + axis]!,
        records[((low + high) >> 1) * 4 + axis]!,
        records[high * 4 + axis]!,
      );
      let i = low;
      let j = high;
      while (i <= j) {
        while (records[i * 4 + axis]! < pivot) i++;
        while (records[j * 4 + axis]! > pivot) j--;
        if (i > j) break;
        const p = i * 4;
        const q = j * 4;
        // As whole numbers: moving a NaN as a float may change its bits.
        for (let word = 0; word < 4; word++) {
          const moved = words[p + word]!;
          words[p + word] = words[q + word]!;
          words[q + word] = moved;
        }
        i++;
        j--;
      }
      if (middle <= j) high = j;
      else if (middle >= i) low = i;
      else return;
    }
  }
}

function medianOf(a: number, b: number, c: number): number {
  if (a < b) return b < c ? b : a < c ? c : a;
  return a < c ? a : b < c ? c : b;
}
