/**
 * Joins vertices at exactly the same position, so that edges between triangles can be found, in a hash table
 * with open addressing. Exact means bit by bit, except that -0 and 0 are one; nothing is moved. The fast core
 * does the same for the formats that it reads.
 */
import type { Mesh } from './mesh.ts';

const startCapacity = (expected: number): number => {
  let capacity = 1024;
  while (capacity < expected * 1.5 && capacity < 2 ** 30) capacity *= 2;
  return capacity;
};

function mix(a: number, b: number, c: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

const scratchNumbers = new Float64Array(3);
const scratchBits = new Uint32Array(scratchNumbers.buffer);

function mixNumbers(x: number, y: number, z: number): number {
  scratchNumbers[0] = x;
  scratchNumbers[1] = y;
  scratchNumbers[2] = z;
  return mix(
    scratchBits[0]! ^ Math.imul(scratchBits[1]!, 0x27d4eb2f),
    scratchBits[2]! ^ Math.imul(scratchBits[3]!, 0x165667b1),
    scratchBits[4]! ^ Math.imul(scratchBits[5]!, 0xd3a2646d),
  );
}

/** Welds positions given as numbers. Not-a-number never equals itself: callers leave such vertices out. */
export class Float64Welder {
  count = 0;
  #positions: Float64Array;
  #slots: Uint32Array;
  #mask: number;

  constructor(expectedVertices: number) {
    const capacity = startCapacity(expectedVertices);
    this.#slots = new Uint32Array(capacity);
    this.#mask = capacity - 1;
    this.#positions = new Float64Array(Math.max(48, Math.ceil(expectedVertices * 1.05) * 3));
  }

  /** Number of the vertex at this position, new or known. */
  add(xGiven: number, yGiven: number, zGiven: number): number {
    const x = xGiven + 0;
    const y = yGiven + 0;
    const z = zGiven + 0;
    const slots = this.#slots;
    const positions = this.#positions;
    const mask = this.#mask;
    let slot = mixNumbers(x, y, z) & mask;
    for (;;) {
      const tag = slots[slot]!;
      if (tag === 0) break;
      const at = (tag - 1) * 3;
      if (positions[at] === x && positions[at + 1] === y && positions[at + 2] === z) return tag - 1;
      slot = (slot + 1) & mask;
    }
    return this.#insert(slot, x, y, z);
  }

  /** x, y, z per vertex: float32 if that loses nothing (half the memory), else float64. */
  finish(): Float32Array | Float64Array {
    const used = this.#positions.subarray(0, this.count * 3);
    if (used.every((value) => Math.fround(value) === value)) return Float32Array.from(used);
    return used.slice();
  }

  #insert(slot: number, x: number, y: number, z: number): number {
    const index = this.count++;
    const at = index * 3;
    if (at + 3 > this.#positions.length) {
      const larger = new Float64Array(this.#positions.length * 2);
      larger.set(this.#positions);
      this.#positions = larger;
    }
    this.#positions[at] = x;
    this.#positions[at + 1] = y;
    this.#positions[at + 2] = z;
    this.#slots[slot] = index + 1;
    if (this.count > this.#slots.length * 0.7) this.#rehash();
    return index;
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let index = 0; index < this.count; index++) {
      const at = index * 3;
      let slot = mixNumbers(this.#positions[at]!, this.#positions[at + 1]!, this.#positions[at + 2]!) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = index + 1;
    }
    this.#slots = slots;
    this.#mask = mask;
  }
}

/** The same triangles over welded vertices in order of first use, without unused ones. */
export function weldMesh(mesh: Mesh): Mesh {
  const { positions, indices } = mesh;
  const vertices = positions.length / 3;
  const welder = new Float64Welder(Math.min(vertices, indices.length));
  const renumbered = new Uint32Array(vertices);
  const welded = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i++) {
    const old = indices[i]!;
    let known = renumbered[old]!;
    if (known === 0) {
      known = welder.add(positions[old * 3]!, positions[old * 3 + 1]!, positions[old * 3 + 2]!) + 1;
      renumbered[old] = known;
    }
    welded[i] = known - 1;
  }
  return { ...mesh, positions: welder.finish(), indices: welded };
}
