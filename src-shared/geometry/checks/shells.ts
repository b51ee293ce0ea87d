/**
 * What a shell (a part connected by edges) is: its volume, its box, whether it is closed, and whether it is
 * inside out. A closed shell of negative volume inside another one is a cavity; anywhere else it is inverted.
 */
import { centreOf } from '../measure/measure.ts';
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { crossEdges } from '../mesh/normal.ts';
import { solidAngle } from '../mesh/solid-angle.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { Places } from './places.ts';
import type { UnionFind } from './union-find.ts';

/** Tests of boxes and triangles for telling cavities from inverted shells; then only boxes count. */
const testBudget = 100_000_000;

/** Cost of a face's solid angle, in box tests. */
const faceCost = 8;

/** How many faces of a shell are tested to find out where it lies. */
const mostAsked = 5;

export interface ShellFacts {
  readonly count: number;
  /** Shell number of every face, in the order of the file. */
  readonly shellOfFace: Uint32Array;
  /** min x, y, z and max x, y, z of every shell. */
  readonly boxes: Float64Array;
  /** Six times the signed volume of every shell. */
  readonly volumes: Float64Array;
}

export function measureShells(mesh: Mesh, groups: UnionFind): ShellFacts {
  const faces = mesh.indices.length / 3;
  const shellOfFace = new Uint32Array(faces);
  let count = 0;
  for (let face = 0; face < faces; face++) {
    const root = groups.find(face);
    // A root is the lowest face of its group, so it is numbered before its members are.
    shellOfFace[face] = root === face ? count++ : shellOfFace[root]!;
  }
  return describeShells(mesh, count, shellOfFace);
}

/** @param shellOfFace numbers from 0 to `count` - 1, in the order of the shells' first faces */
export function describeShells(mesh: Mesh, count: number, shellOfFace: Uint32Array): ShellFacts {
  const boxes = boxesOf(mesh, count, shellOfFace);
  const volumes = new Float64Array(count);
  if (count > 0) addVolumes(mesh, centreOf(boxAround(boxes)), shellOfFace, volumes);
  return { count, shellOfFace, boxes, volumes };
}

function boxesOf({ positions, indices }: Mesh, count: number, shellOfFace: Uint32Array): Float64Array {
  const boxes = new Float64Array(count * 6);
  for (let i = 0; i < boxes.length; i++) boxes[i] = i % 6 < 3 ? Infinity : -Infinity;
  for (let i = 0; i < indices.length; i += 3) {
    const low = shellOfFace[i / 3]! * 6;
    for (let corner = 0; corner < 3; corner++) {
      const at = indices[i + corner]! * 3;
      const x = positions[at]!;
      const y = positions[at + 1]!;
      const z = positions[at + 2]!;
      if (x < boxes[low]!) boxes[low] = x;
      if (y < boxes[low + 1]!) boxes[low + 1] = y;
      if (z < boxes[low + 2]!) boxes[low + 2] = z;
      if (x > boxes[low + 3]!) boxes[low + 3] = x;
      if (y > boxes[low + 4]!) boxes[low + 4] = y;
      if (z > boxes[low + 5]!) boxes[low + 5] = z;
    }
  }
  return boxes;
}

/** The box around all boxes. */
export function boxAround(boxes: Float64Array): { readonly min: Vector; readonly max: Vector } {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < boxes.length; at += 6) {
    for (let axis = 0; axis < 3; axis++) {
      if (boxes[at + axis]! < min[axis]!) min[axis] = boxes[at + axis]!;
      if (boxes[at + 3 + axis]! > max[axis]!) max[axis] = boxes[at + 3 + axis]!;
    }
  }
  return { min, max };
}

function addVolumes(
  { positions, indices }: Mesh,
  [cx, cy, cz]: readonly [number, number, number],
  shellOfFace: Uint32Array,
  volumes: Float64Array,
): void {
  const normal = new Float64Array(3);
  for (let face = 0; face < shellOfFace.length; face++) {
    const a = indices[face * 3]! * 3;
    const b = indices[face * 3 + 1]! * 3;
    const c = indices[face * 3 + 2]! * 3;
    crossEdges(positions, a, b, c, normal);
    volumes[shellOfFace[face]!]! +=
      (positions[a]! - cx) * normal[0]! +
      (positions[a + 1]! - cy) * normal[1]! +
      (positions[a + 2]! - cz) * normal[2]!;
  }
}

/**
 * @param isOpen 1 for every shell with an unbalanced edge; such a shell has no inside to be wrong about
 * @returns the inverted shells with all their faces marked, counted by shell
 */
export async function findInvertedShells(
  mesh: Mesh,
  facts: ShellFacts,
  isOpen: Uint8Array,
  progress: TaskProgress,
): Promise<Places> {
  const places = new Places(mesh);
  const isNegative = (shell: number): boolean => facts.volumes[shell]! < 0 && isOpen[shell] === 0;
  let negatives = 0;
  for (let shell = 0; shell < facts.count; shell++) if (isNegative(shell)) negatives++;
  if (negatives === 0) return places;

  const nest = new ShellNest(mesh, facts, isOpen);
  const inverted = new Uint8Array(facts.count);
  for (let shell = 0; shell < facts.count; shell++) {
    if (isNegative(shell) && nest.depthOf(shell) % 2 === 0) inverted[shell] = 1;
    await progress.step(shell / facts.count);
  }
  for (let shell = 0; shell < facts.count; shell++) if (inverted[shell]) places.count++;
  for (let face = 0; face < facts.shellOfFace.length; face++) {
    if (inverted[facts.shellOfFace[face]!]) places.mark(face);
  }
  return places;
}

/** Finds the closed shells that contain a shell. */
export class ShellNest {
  readonly #mesh: Mesh;
  readonly #facts: ShellFacts;
  readonly #isOpen: Uint8Array;
  /** Faces sorted by shell. */
  readonly #faces: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #largest: number;
  #budget = testBudget;

  constructor(mesh: Mesh, facts: ShellFacts, isOpen: Uint8Array) {
    this.#mesh = mesh;
    this.#facts = facts;
    this.#isOpen = isOpen;
    const { shellOfFace, count } = facts;
    let largest = 0;
    for (let shell = 1; shell < count; shell++) {
      if (this.#boxHolds(shell, largest)) largest = shell;
    }
    this.#largest = largest;
    this.#starts = new Uint32Array(count + 1);
    for (const shell of shellOfFace) this.#starts[shell + 1]!++;
    for (let shell = 0; shell < count; shell++) this.#starts[shell + 1]! += this.#starts[shell]!;
    this.#faces = new Uint32Array(shellOfFace.length);
    const next = this.#starts.slice();
    for (let face = 0; face < shellOfFace.length; face++) this.#faces[next[shellOfFace[face]!]!++] = face;
  }

  /** Once the budget is spent, only the box of the largest shell decides whether a shell is a cavity. */
  depthOf(shell: number): number {
    const { count } = this.#facts;
    this.#budget -= count;
    if (this.#budget < 0) return shell !== this.#largest && this.#boxHolds(this.#largest, shell) ? 1 : 0;
    let depth = 0;
    for (let other = 0; other < count; other++) {
      if (other === shell || this.#isOpen[other] === 1 || !this.#boxHolds(other, shell)) continue;
      const faces = this.#starts[other + 1]! - this.#starts[other]!;
      this.#budget -= faces * faceCost;
      if (this.#budget < 0 || this.#encloses(other, shell)) depth++;
    }
    return depth;
  }

  /** The closed shells around a shell; null once the budget is spent. */
  enclosersOf(shell: number): readonly number[] | null {
    const { count } = this.#facts;
    const found: number[] = [];
    this.#budget -= count;
    for (let other = 0; other < count && this.#budget >= 0; other++) {
      if (other === shell || this.#isOpen[other] === 1 || !this.#boxHolds(other, shell)) continue;
      this.#budget -= (this.#starts[other + 1]! - this.#starts[other]!) * faceCost;
      if (this.#budget >= 0 && this.#encloses(other, shell)) found.push(other);
    }
    return this.#budget < 0 ? null : found;
  }

  #boxHolds(outer: number, inner: number): boolean {
    const { boxes } = this.#facts;
    const [o, i] = [outer * 6, inner * 6];
    for (let axis = 0; axis < 3; axis++) {
      if (boxes[o + axis]! > boxes[i + axis]! || boxes[o + 3 + axis]! < boxes[i + 3 + axis]!) return false;
    }
    return true;
  }

  /**
   * Whether `inner` lies inside `outer`: from there, the solid angle is a full one. Where parts touch,
   * rounding puts some faces just inside and others just outside, so several are tested. A part within a part
   * needs all of them, a cavity (which may break through the surface) most of them.
   */
  #encloses(outer: number, inner: number): boolean {
    const first = this.#starts[inner]!;
    const size = this.#starts[inner + 1]! - first;
    const asked = Math.min(size, mostAsked);
    const needed = this.#facts.volumes[inner]! < 0 ? Math.floor(asked / 2) + 1 : asked;
    let inside = 0;
    for (let k = 0; k < asked; k++) {
      const face = this.#faces[first + Math.floor((k * size) / asked)]!;
      if (Math.abs(this.#angleAt(outer, face)) > 2 * Math.PI) inside++;
      if (inside === needed) return true;
      if (inside + asked - k - 1 < needed) return false;
      this.#budget -= (this.#starts[outer + 1]! - this.#starts[outer]!) * faceCost;
    }
    return false;
  }

  /** The solid angle of a shell seen from the middle of a face. */
  #angleAt(outer: number, from: number): number {
    const { positions, indices } = this.#mesh;
    const point = [0, 1, 2].map(
      (axis) =>
        (positions[indices[from * 3]! * 3 + axis]! +
          positions[indices[from * 3 + 1]! * 3 + axis]! +
          positions[indices[from * 3 + 2]! * 3 + axis]!) /
        3,
    ) as [number, number, number];
    let angle = 0;
    for (let i = this.#starts[outer]!; i < this.#starts[outer + 1]!; i++) {
      angle += solidAngle(this.#mesh, this.#faces[i]!, ...point);
    }
    return angle;
  }
}
