/**
 * The empty space in and around a part as small cubes (voxels): which of them are in the material, between
 * which neighbours the surface passes, and how far each empty one is from the surface. Used to find trapped
 * powder (trapped.ts).
 *
 * [Note: exact where it matters] Whether a centre is inside, and whether the surface lies between two
 * neighbouring centres, is computed from the triangles themselves, for lines along all three axes. So no wall
 * is too thin to separate. Distances are to points of the surface, and at most a fraction of a voxel too
 * long.
 */
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { squareToTriangle } from '../mesh/square-to-triangle.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';

type Coordinates = Float32Array | Float64Array;

/** The surface lies between this centre and the next one along x, y or z. */
export const wallAlong = [1, 2, 4] as const;
const inMaterial = 8;

/** Triangles between two checks of the clock. */
const block = 32_768;

/** Pieces of surface, each about a voxel large, before the part counts as too intricate. */
const mostPieces = 6_000_000;

export interface VoidGrid {
  /** Voxels along x, y and z. The outermost ones are empty. */
  readonly size: Vector;
  /** Side of a voxel, file units. */
  readonly side: number;
  /** The centre of the first voxel. */
  readonly corner: Vector;
  /** Flags of every voxel: `wallAlong`, and whether it is in the material. */
  readonly flags: Uint8Array;
  /** Distance from the centre of every empty voxel to the surface, file units. */
  readonly distances: Float32Array;
  /** A face close to every voxel, through `seedFaces`; -1 if none is known. */
  readonly seeds: Int32Array;
  readonly seedFaces: Uint32Array;
}

export const isInMaterial = (flags: number): boolean => (flags & inMaterial) !== 0;

/**
 * @param mesh closed, with its faces outward
 * @returns null if the surface is too intricate
 * @throws AbortError
 */
export async function fillVoidGrid(
  mesh: Mesh,
  low: Vector,
  high: Vector,
  side: number,
  progress: TaskProgress,
): Promise<VoidGrid | null> {
  // Off the round numbers on which the faces of drawn parts lie.
  const corner: Vector = [low[0] - side * 1.3717, low[1] - side * 1.4219, low[2] - side * 1.3319];
  const along = (axis: 0 | 1 | 2) => Math.ceil((high[axis] - corner[axis]) / side) + 2;
  const size: Vector = [along(0), along(1), along(2)];
  const count = size[0] * size[1] * size[2];
  const flags = new Uint8Array(count);
  const windings = new Int16Array(count);
  const lines = new Lines(mesh, size, side, corner, flags, windings);
  const faces = mesh.indices.length / 3;
  for (let first = 0; first < faces; first += block) {
    const last = Math.min(faces, first + block);
    for (let face = first; face < last; face++) lines.add(face);
    await progress.step((0.3 * last) / faces);
  }
  markMaterial(size, windings, flags);
  await progress.step(0.35);
  const seeds = new Seeds(mesh, size, side, corner);
  for (let first = 0; first < faces; first += block) {
    const last = Math.min(faces, first + block);
    for (let face = first; face < last; face++) seeds.add(face);
    if (seeds.pieces > mostPieces) return null;
    await progress.step(0.35 + (0.25 * last) / faces);
  }
  const distances = await seeds.spread(flags, progress.part(0.6, 1));
  return { size, side, corner, flags, distances, seeds: seeds.of, seedFaces: seeds.faces() };
}

/** Finds where lines through the centres, along every axis, meet the surface. */
class Lines {
  readonly #positions: Coordinates;
  readonly #indices: Uint32Array;
  readonly #size: Vector;
  readonly #side: number;
  readonly #corner: Vector;
  readonly #flags: Uint8Array;
  readonly #windings: Int16Array;
  readonly #steps: Vector;
  /** The corners of the face in voxels. */
  readonly #at = new Float64Array(9);

  constructor(
    { positions, indices }: Mesh,
    size: Vector,
    side: number,
    corner: Vector,
    flags: Uint8Array,
    windings: Int16Array,
  ) {
    this.#positions = positions;
    this.#indices = indices;
    this.#size = size;
    this.#side = side;
    this.#corner = corner;
    this.#flags = flags;
    this.#windings = windings;
    this.#steps = [1, size[0], size[0] * size[1]];
  }

  add(face: number): void {
    const at = this.#at;
    const ids = this.#indices;
    for (let i = 0; i < 3; i++) {
      const from = ids[face * 3 + i]! * 3;
      at[i * 3] = (this.#positions[from]! - this.#corner[0]) / this.#side;
      at[i * 3 + 1] = (this.#positions[from + 1]! - this.#corner[1]) / this.#side;
      at[i * 3 + 2] = (this.#positions[from + 2]! - this.#corner[2]) / this.#side;
    }
    this.#cross(face, 0, 1, 2);
    this.#cross(face, 1, 2, 0);
    this.#cross(face, 2, 0, 1);
  }

  /** Lines along axis `n`; `u` and `v` are the other two, in right-handed order. */
  #cross(face: number, n: 0 | 1 | 2, u: 0 | 1 | 2, v: 0 | 1 | 2): void {
    const at = this.#at;
    const [au, bu, cu] = [at[u]!, at[3 + u]!, at[6 + u]!];
    const [av, bv, cv] = [at[v]!, at[3 + v]!, at[6 + v]!];
    const fromU = Math.ceil(Math.min(au, bu, cu));
    const toU = Math.floor(Math.max(au, bu, cu));
    if (fromU > toU) return;
    const fromV = Math.ceil(Math.min(av, bv, cv));
    const toV = Math.floor(Math.max(av, bv, cv));
    if (fromV > toV) return;
    const area = (bu - au) * (cv - av) - (bv - av) * (cu - au);
    if (area === 0) return;
    const sign = area > 0 ? 1 : -1;
    const ids = this.#indices;
    const [a, b, c] = [ids[face * 3]!, ids[face * 3 + 1]!, ids[face * 3 + 2]!];
    const [an, bn, cn] = [at[n]!, at[3 + n]!, at[6 + n]!];
    for (let q = fromV; q <= toV; q++) {
      for (let p = fromU; p <= toU; p++) {
        if (
          side(a, b, au, av, bu, bv, p, q) !== sign ||
          side(b, c, bu, bv, cu, cv, p, q) !== sign ||
          side(c, a, cu, cv, au, av, p, q) !== sign
        )
          continue;
        const wb = ((p - au) * (cv - av) - (q - av) * (cu - au)) / area;
        const wc = ((bu - au) * (q - av) - (bv - av) * (p - au)) / area;
        const height = an + wb * (bn - an) + wc * (cn - an);
        const above = Math.min(this.#size[n] - 1, Math.max(1, Math.ceil(height)));
        const voxel = p * this.#steps[u] + q * this.#steps[v] + above * this.#steps[n];
        this.#flags[voxel - this.#steps[n]]! |= wallAlong[n];
        // Along z, material begins at a face that points down.
        if (n === 2) this.#windings[voxel]! -= sign;
      }
    }
  }
}

/**
 * On which side of the edge from a to b the point is: 1 or -1, never 0. Computed the same way for both faces
 * of the edge, so that a line through an edge passes through exactly one of them.
 */
function side(
  a: number,
  b: number,
  au: number,
  av: number,
  bu: number,
  bv: number,
  p: number,
  q: number,
): 1 | -1 {
  if (a < b) return (bu - au) * (q - av) - (bv - av) * (p - au) >= 0 ? 1 : -1;
  return (au - bu) * (q - bv) - (av - bv) * (p - bu) >= 0 ? -1 : 1;
}

function markMaterial(size: Vector, windings: Int16Array, flags: Uint8Array): void {
  const plane = size[0] * size[1];
  for (let voxel = 0; voxel < windings.length; voxel++) {
    const below = voxel >= plane ? windings[voxel - plane]! : 0;
    const winding = below + windings[voxel]!;
    windings[voxel] = winding;
    if (winding > 0) flags[voxel]! |= inMaterial;
  }
}

/** Points of the surface, one for every voxel with some, and then for every voxel the nearest of them. */
class Seeds {
  readonly of: Int32Array;
  pieces = 0;
  readonly #positions: Coordinates;
  readonly #indices: Uint32Array;
  readonly #size: Vector;
  readonly #side: number;
  readonly #corner: Vector;
  /** In voxels. */
  #points = new Float32Array(3 * 65_536);
  #faces = new Uint32Array(65_536);
  #count = 0;
  /** Triangles still to be halved, nine coordinates each, in voxels. */
  readonly #stack = new Float64Array(9 * 96);
  readonly #near = new Float64Array(3);

  constructor({ positions, indices }: Mesh, size: Vector, side: number, corner: Vector) {
    this.#positions = positions;
    this.#indices = indices;
    this.#size = size;
    this.#side = side;
    this.#corner = corner;
    this.of = new Int32Array(size[0] * size[1] * size[2]).fill(-1);
  }

  faces(): Uint32Array {
    return this.#faces.subarray(0, this.#count);
  }

  add(face: number): void {
    const stack = this.#stack;
    for (let i = 0; i < 3; i++) {
      const from = this.#indices[face * 3 + i]! * 3;
      for (let axis = 0; axis < 3; axis++) {
        stack[i * 3 + axis] = (this.#positions[from + axis]! - this.#corner[axis]!) / this.#side;
      }
    }
    let depth = 1;
    while (depth > 0 && this.pieces <= mostPieces) {
      const at = (depth - 1) * 9;
      const longest = longestEdge(stack, at);
      if (longest < 0 || depth >= 95) {
        this.#place(at, face);
        depth--;
        continue;
      }
      // Halved across the longest edge, from a to b; c is opposite.
      const [a, b, c] = [at + longest * 3, at + ((longest + 1) % 3) * 3, at + ((longest + 2) % 3) * 3];
      const to = at + 9;
      for (let axis = 0; axis < 3; axis++) {
        const middle = (stack[a + axis]! + stack[b + axis]!) / 2;
        stack[to + axis] = middle;
        stack[to + 3 + axis] = stack[b + axis]!;
        stack[to + 6 + axis] = stack[c + axis]!;
        stack[b + axis] = middle;
      }
      depth++;
    }
  }

  /** Offers a small triangle to the voxel in which its middle is. */
  #place(at: number, face: number): void {
    this.pieces++;
    const stack = this.#stack;
    const x = Math.round((stack[at]! + stack[at + 3]! + stack[at + 6]!) / 3);
    const y = Math.round((stack[at + 1]! + stack[at + 4]! + stack[at + 7]!) / 3);
    const z = Math.round((stack[at + 2]! + stack[at + 5]! + stack[at + 8]!) / 3);
    const voxel = x + this.#size[0] * (y + this.#size[1] * z);
    const near = this.#near;
    squareToTriangle(stack, at, x, y, z, near);
    const seed = this.of[voxel]!;
    if (seed < 0) {
      if (this.#count === this.#faces.length) this.#grow();
      this.#points.set(near, this.#count * 3);
      this.#faces[this.#count] = face;
      this.of[voxel] = this.#count++;
      return;
    }
    const points = this.#points;
    const old =
      (points[seed * 3]! - x) ** 2 + (points[seed * 3 + 1]! - y) ** 2 + (points[seed * 3 + 2]! - z) ** 2;
    const now = (near[0]! - x) ** 2 + (near[1]! - y) ** 2 + (near[2]! - z) ** 2;
    if (now >= old) return;
    points.set(near, seed * 3);
    this.#faces[seed] = face;
  }

  #grow(): void {
    const points = new Float32Array(this.#points.length * 2);
    points.set(this.#points);
    this.#points = points;
    const faces = new Uint32Array(this.#faces.length * 2);
    faces.set(this.#faces);
    this.#faces = faces;
  }

  /** Passes the nearest points on to neighbours, both ways along every axis (Danielsson). */
  async spread(flags: Uint8Array, progress: TaskProgress): Promise<Float32Array> {
    const [nx, ny, nz] = this.#size;
    const { of } = this;
    const points = this.#points;
    const squares = new Float32Array(of.length).fill(Infinity);
    const squareTo = (seed: number, x: number, y: number, z: number): number => {
      const dx = points[seed * 3]! - x;
      const dy = points[seed * 3 + 1]! - y;
      const dz = points[seed * 3 + 2]! - z;
      return dx * dx + dy * dy + dz * dz;
    };
    for (let z = 0, voxel = 0; z < nz; z++) {
      for (let y = 0; y < ny; y++) {
        for (let x = 0; x < nx; x++, voxel++) {
          const seed = of[voxel]!;
          if (seed >= 0) squares[voxel] = squareTo(seed, x, y, z);
        }
      }
    }
    const plane = nx * ny;
    for (let back = 0; back < 2; back++) {
      const dz = back === 0 ? -1 : 1;
      for (let i = 0; i < nz; i++) {
        const z = back === 0 ? i : nz - 1 - i;
        for (let turn = 0; turn < 2; turn++) {
          const dy = turn === 0 ? -1 : 1;
          for (let j = 0; j < ny; j++) {
            const y = turn === 0 ? j : ny - 1 - j;
            const row = nx * (y + ny * z);
            const hasZ = turn === 0 && z + dz >= 0 && z + dz < nz;
            const hasY = y + dy >= 0 && y + dy < ny;
            for (let x = 0; x < nx; x++) {
              const voxel = row + x;
              if ((flags[voxel]! & inMaterial) !== 0) continue;
              let best = squares[voxel]!;
              let from = of[voxel]!;
              if (hasZ) {
                const seed = of[voxel + dz * plane]!;
                if (seed >= 0 && seed !== from) {
                  const square = squareTo(seed, x, y, z);
                  if (square < best) {
                    best = square;
                    from = seed;
                  }
                }
              }
              if (hasY) {
                const seed = of[voxel + dy * nx]!;
                if (seed >= 0 && seed !== from) {
                  const square = squareTo(seed, x, y, z);
                  if (square < best) {
                    best = square;
                    from = seed;
                  }
                }
              }
              if (x > 0) {
                const seed = of[voxel - 1]!;
                if (seed >= 0 && seed !== from) {
                  const square = squareTo(seed, x, y, z);
                  if (square < best) {
                    best = square;
                    from = seed;
                  }
                }
              }
              squares[voxel] = best;
              of[voxel] = from;
            }
            for (let x = nx - 2; x >= 0; x--) {
              const voxel = row + x;
              if ((flags[voxel]! & inMaterial) !== 0) continue;
              const seed = of[voxel + 1]!;
              if (seed < 0 || seed === of[voxel]) continue;
              const square = squareTo(seed, x, y, z);
              if (square >= squares[voxel]!) continue;
              squares[voxel] = square;
              of[voxel] = seed;
            }
          }
        }
        if (i % 4 === 0) await progress.step((back + i / nz) / 2);
      }
    }
    for (let voxel = 0; voxel < squares.length; voxel++) {
      squares[voxel] = Math.sqrt(squares[voxel]!) * this.#side;
    }
    return squares;
  }
}

/** The number of the longest edge, or -1 if none is longer than a voxel. */
function longestEdge(stack: Float64Array, at: number): number {
  let longest = -1;
  let most = 1;
  for (let edge = 0; edge < 3; edge++) {
    const [a, b] = [at + edge * 3, at + ((edge + 1) % 3) * 3];
    const x = stack[a]! - stack[b]!;
    const y = stack[a + 1]! - stack[b + 1]!;
    const z = stack[a + 2]! - stack[b + 2]!;
    const square = x * x + y * y + z * z;
    if (square <= most) continue;
    most = square;
    longest = edge;
  }
  return longest;
}
