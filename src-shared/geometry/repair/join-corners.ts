/** Joins corners of open edges that lie near each other. Linear in the size of the mesh. */
import { EdgeIndex } from '../checks/edges.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { withoutCollapsed } from './face-list.ts';

export interface JoinedCorners {
  readonly mesh: Mesh;
  /** Corners that were joined to another one. */
  readonly joined: number;
  /** The longest distance that a corner was moved, in file units. */
  readonly farthest: number;
}

/** Corners between two checks of the clock. */
const block = 65536;

/** Beyond this many cells from the origin, a gap cannot be distinguished from rounding. */
export const isWithinReach = (positions: Mesh['positions'], tolerance: number): boolean =>
  positions.every((value) => Math.abs(value) < tolerance * 2 ** 48);

/**
 * Joins every corner of an open edge with the nearest earlier one within the tolerance, and drops faces
 * without area. `ends`: whether the two ends of an open edge may be joined, which removes its face.
 */
export async function joinOpenCorners(
  mesh: Mesh,
  tolerance: number,
  ends: 'joined' | 'apart',
  progress: TaskProgress,
): Promise<JoinedCorners> {
  const { positions, indices } = mesh;
  const borders = new Borders(positions.length / 3);
  const edges = await EdgeIndex.build(mesh, progress.part(0, 0.3));
  await edges.walk(
    (low, high, _halfEdges, count) => {
      if (count === 1) borders.add(low, high);
    },
    progress.part(0.3, 0.5),
  );
  const grid = new CornerGrid(positions, tolerance);
  const target = new Int32Array(positions.length / 3).fill(-1);
  let joined = 0;
  let farthest = 0;
  for (let vertex = 0; vertex < target.length; vertex++) {
    if (vertex % block === 0) await progress.step(0.5 + (0.5 * vertex) / target.length);
    if (!borders.has(vertex)) continue;
    const { nearest, distance } = grid.findNear(vertex, ends === 'apart' ? borders : null);
    if (nearest < 0) grid.add(vertex);
    else {
      // The later corner moves to the earlier one.
      target[vertex] = nearest;
      joined++;
      farthest = Math.max(farthest, distance);
    }
  }
  if (joined === 0) return { mesh, joined, farthest };
  const renumbered = indices.map((vertex) => (target[vertex] === -1 ? vertex : target[vertex]!));
  return { mesh: withoutCollapsed({ ...mesh, indices: renumbered }), joined, farthest };
}

/** The corners of open edges, with the two that each is joined to by such edges. */
class Borders {
  readonly #before: Int32Array;
  readonly #after: Int32Array;

  constructor(vertices: number) {
    this.#before = new Int32Array(vertices).fill(-1);
    this.#after = new Int32Array(vertices).fill(-1);
  }

  add(a: number, b: number): void {
    this.#note(a, b);
    this.#note(b, a);
  }

  has(vertex: number): boolean {
    return this.#before[vertex] !== -1;
  }

  /** Joining the two ends of an edge would remove a face. */
  areEnds(a: number, b: number): boolean {
    return this.#before[a] === b || this.#after[a] === b || this.#before[b] === a || this.#after[b] === a;
  }

  #note(vertex: number, other: number): void {
    if (this.#before[vertex] === -1) this.#before[vertex] = other;
    else this.#after[vertex] = other;
  }
}

/** Corners that stay, hashed by the cell that they are in. */
class CornerGrid {
  readonly #positions: Mesh['positions'];
  readonly #tolerance: number;
  /** Cells are wider than the tolerance, so that most corners have all their neighbours in the same cell. */
  readonly #cell: number;
  /** The first corner of every hash, and the next one of every corner; -1 ends the chain. */
  readonly #heads: Int32Array;
  readonly #next: Int32Array;
  /** The hashes of the neighbourhood that were visited: two of its cells may share one. */
  readonly #seen = new Int32Array(8);

  constructor(positions: Mesh['positions'], tolerance: number) {
    const vertices = positions.length / 3;
    this.#positions = positions;
    this.#tolerance = tolerance;
    this.#cell = tolerance * 4;
    let size = 1024;
    while (size < vertices) size *= 2;
    this.#heads = new Int32Array(size).fill(-1);
    this.#next = new Int32Array(vertices).fill(-1);
  }

  add(vertex: number): void {
    const own = this.#hash(
      this.#cellOf(this.#positions[vertex * 3]!),
      this.#cellOf(this.#positions[vertex * 3 + 1]!),
      this.#cellOf(this.#positions[vertex * 3 + 2]!),
    );
    this.#next[vertex] = this.#heads[own]!;
    this.#heads[own] = vertex;
  }

  /** The nearest corner within the tolerance that may be joined to this one; -1 if there is none. */
  findNear(vertex: number, borders: Borders | null): { nearest: number; distance: number } {
    const positions = this.#positions;
    const reach = this.#tolerance;
    const px = positions[vertex * 3]!;
    const py = positions[vertex * 3 + 1]!;
    const pz = positions[vertex * 3 + 2]!;
    const [highX, highY, highZ] = [
      this.#cellOf(px + reach),
      this.#cellOf(py + reach),
      this.#cellOf(pz + reach),
    ];
    let nearest = -1;
    let distance = reach;
    let seen = 0;
    for (let x = this.#cellOf(px - reach); x <= highX; x++) {
      for (let y = this.#cellOf(py - reach); y <= highY; y++) {
        for (let z = this.#cellOf(pz - reach); z <= highZ; z++) {
          const hash = this.#hash(x, y, z);
          if (this.#wasSeen(hash, seen)) continue;
          this.#seen[seen++] = hash;
          for (let other = this.#heads[hash]!; other !== -1; other = this.#next[other]!) {
            const dx = px - positions[other * 3]!;
            const dy = py - positions[other * 3 + 1]!;
            const dz = pz - positions[other * 3 + 2]!;
            const apart = Math.sqrt(dx * dx + dy * dy + dz * dz);
            if (apart > distance || borders?.areEnds(vertex, other)) continue;
            nearest = other;
            distance = apart;
          }
        }
      }
    }
    return { nearest, distance };
  }

  #wasSeen(hash: number, count: number): boolean {
    for (let i = 0; i < count; i++) if (this.#seen[i] === hash) return true;
    return false;
  }

  #cellOf(value: number): number {
    return Math.floor(value / this.#cell);
  }

  #hash(x: number, y: number, z: number): number {
    return hashOfCell(x, y, z) & (this.#heads.length - 1);
  }
}

/** Cells that lie beside each other get hashes that differ in their low bits. */
export function hashOfCell(x: number, y: number, z: number): number {
  const mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35);
  const spread = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return spread ^ (spread >>> 13);
}
