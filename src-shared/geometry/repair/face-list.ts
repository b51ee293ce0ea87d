/** Small functions that the repair steps share. A step returns a new mesh and changes no array. */
import { flipColours, pickColours } from '../mesh/colours.ts';
import type { Mesh } from '../mesh/mesh.ts';

/** The mesh without the faces that are marked with 1. */
export function withoutFaces({ positions, indices, colours }: Mesh, marked: Uint8Array): Mesh {
  let left = 0;
  for (let face = 0; face < marked.length; face++) if (marked[face] === 0) left++;
  const rest = new Uint32Array(left * 3);
  let at = 0;
  for (let face = 0; face < marked.length; face++) {
    if (marked[face] !== 0) continue;
    rest[at++] = indices[face * 3]!;
    rest[at++] = indices[face * 3 + 1]!;
    rest[at++] = indices[face * 3 + 2]!;
  }
  if (colours === undefined) return { positions, indices: rest };
  const faces = Uint32Array.from(marked.keys()).filter((face) => marked[face] === 0);
  return { positions, indices: rest, colours: pickColours(colours, faces) };
}

/** The mesh without faces that have two corners in one vertex; itself if there are none. */
export function withoutCollapsed(mesh: Mesh): Mesh {
  const { indices } = mesh;
  const marked = new Uint8Array(indices.length / 3);
  for (let face = 0; face < marked.length; face++) {
    const [a, b, c] = [indices[face * 3], indices[face * 3 + 1], indices[face * 3 + 2]];
    if (a === b || b === c || c === a) marked[face] = 1;
  }
  return marked.includes(1) ? withoutFaces(mesh, marked) : mesh;
}

/** The mesh with the faces flipped that are marked with 1. */
export function withFacesFlipped({ positions, indices, colours }: Mesh, marked: Uint8Array): Mesh {
  const flipped = indices.slice();
  for (let face = 0; face < marked.length; face++) {
    if (marked[face] === 0) continue;
    flipped[face * 3 + 1] = indices[face * 3 + 2]!;
    flipped[face * 3 + 2] = indices[face * 3 + 1]!;
  }
  if (colours === undefined) return { positions, indices: flipped };
  return { positions, indices: flipped, colours: flipColours(colours, (face) => marked[face] !== 0) };
}

/** Returns the faces of a mesh group by group, each as its own mesh, in the time of that group. */
export class FaceGroups {
  readonly #mesh: Mesh;
  readonly #starts: Uint32Array;
  readonly #faces: Uint32Array;
  /** The number of each vertex in the latest group, and which group that was. */
  readonly #numbers: Uint32Array;
  readonly #usedBy: Int32Array;

  /** @param groupOfFace below `count` for every face */
  constructor(mesh: Mesh, groupOfFace: ArrayLike<number>, count: number) {
    this.#mesh = mesh;
    this.#starts = new Uint32Array(count + 1);
    for (let face = 0; face < groupOfFace.length; face++) this.#starts[groupOfFace[face]! + 1]!++;
    for (let group = 0; group < count; group++) this.#starts[group + 1]! += this.#starts[group]!;
    this.#faces = new Uint32Array(groupOfFace.length);
    const next = this.#starts.slice();
    for (let face = 0; face < groupOfFace.length; face++) this.#faces[next[groupOfFace[face]!]!++] = face;
    this.#numbers = new Uint32Array(mesh.positions.length / 3);
    this.#usedBy = new Int32Array(this.#numbers.length).fill(-1);
  }

  /** Vertices in order of first use, faces in the order of the file. */
  meshOf(group: number): Mesh {
    const { positions, indices, colours } = this.#mesh;
    const faces = this.#faces.subarray(this.#starts[group]!, this.#starts[group + 1]!);
    const own = new Uint32Array(faces.length * 3);
    const used: number[] = [];
    for (let i = 0; i < own.length; i++) {
      const vertex = indices[faces[(i - (i % 3)) / 3]! * 3 + (i % 3)]!;
      if (this.#usedBy[vertex] !== group) {
        this.#usedBy[vertex] = group;
        this.#numbers[vertex] = used.length;
        used.push(vertex);
      }
      own[i] = this.#numbers[vertex]!;
    }
    const places =
      positions instanceof Float32Array
        ? new Float32Array(used.length * 3)
        : new Float64Array(used.length * 3);
    for (let i = 0; i < used.length; i++) {
      for (let axis = 0; axis < 3; axis++) places[i * 3 + axis] = positions[used[i]! * 3 + axis]!;
    }
    // The same group may be requested again.
    for (const vertex of used) this.#usedBy[vertex] = -1;
    return { positions: places, indices: own, ...(colours && { colours: pickColours(colours, faces) }) };
  }
}

/** Key of an edge between two vertices, whichever way it runs. */
export const edgeKey = (a: number, b: number): number => (a < b ? a * 2 ** 26 + b : b * 2 ** 26 + a);
