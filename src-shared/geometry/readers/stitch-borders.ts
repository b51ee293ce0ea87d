/**
 * Divides open edges by the corners of other faces that lie on them; no place changes. Meshes have such
 * T-junctions from programs that cut solids at planes, and from voxels that were merged into rectangles. The
 * faces of an IGES file share no edges: where two meet in a curve, each has corners of its own along it,
 * which lie exactly on the curve, so nothing gets coarser.
 *
 * [Note: which corners belong to an edge] A curve runs beside its chord by no more than the triangles may
 * stray from the surface, and OpenCascade bounds the angle between neighbouring chords. So a corner belongs
 * to an edge that it is that near to, and to which one of its own open edges is nearly parallel.
 */
import { EdgeIndex, faceOf, nextInFace } from '../checks/edges.ts';
import { longestSide } from '../measure/measure.ts';
import { pickColours } from '../mesh/colours.ts';
import { GrowingIndices } from '../mesh/growable.ts';
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { dot, minus, pointAt } from '../mesh/vectors.ts';
import { hashOfCell } from '../repair/join-corners.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';

export interface Stitched {
  readonly mesh: Mesh;
  /** The triangle of the mesh before, for every triangle; ascending. */
  readonly origins: Uint32Array;
  /** Corners that lie on an edge, each counted for every edge. */
  readonly corners: number;
}

/** How far a curve may run beside its chord, as a share of the chord: 0.15 radians give 0.02. */
const steepest = 0.05;

/** Cosine of the angle up to which two chords may belong to one curve. */
const parallel = 0.9;

/** Pieces in which one edge is searched, at most. */
const mostPieces = 4096;

/** Corners on edges for each open edge; heaps of slivers along one line have more. */
const mostOnEdge = 16;

/** Open edges between two checks of the clock. */
const block = 1024;

/**
 * @param tolerance how far a corner may lie beside an edge, in file units @returns null if no corner lies on
 * an open edge of another face
 */
export async function stitchBorders(
  mesh: Mesh,
  tolerance: number,
  progress: TaskProgress,
): Promise<Stitched | null> {
  const { open } = await surveyBorders(mesh, progress.part(0, 0.3));
  return stitchAt(mesh, open, tolerance, progress.part(0.3, 1));
}

export interface BorderSurvey {
  /** The half-edges without a neighbour. */
  readonly open: Uint32Array;
  /** Edges of more than two faces. */
  readonly nonManifold: number;
}

export async function surveyBorders(mesh: Mesh, progress: TaskProgress): Promise<BorderSurvey> {
  const open = new GrowingIndices();
  let nonManifold = 0;
  const edges = await EdgeIndex.build(mesh, progress.part(0, 0.6));
  await edges.walk(
    (_low, _high, halfEdges, count) => {
      if (count === 1) open.push(halfEdges[0]!);
      else if (count > 2) nonManifold++;
    },
    progress.part(0.6, 1),
  );
  return { open: open.finish(), nonManifold };
}

/** As `stitchBorders`, where the open half-edges are known. */
export async function stitchAt(
  mesh: Mesh,
  open: Uint32Array,
  tolerance: number,
  progress: TaskProgress,
): Promise<Stitched | null> {
  const borders = new Borders(mesh, open);
  const corners = new Map<number, readonly number[]>();
  let found = 0;
  for (const [i, halfEdge] of open.entries()) {
    if (i % block === 0) await progress.step(i / open.length);
    const on = borders.cornersOn(halfEdge, tolerance);
    if (on === null) continue;
    corners.set(halfEdge, on);
    found += on.length;
    if (found > open.length * mostOnEdge) return null;
  }
  return corners.size === 0 ? null : { ...divide(mesh, corners), corners: found };
}

/** The open edges and their corners, which are found by place. */
class Borders {
  readonly #mesh: Mesh;
  /** The other ends of the open edges of a corner, as chains: a place in `#others`, and the next one. */
  readonly #first: Int32Array;
  readonly #others: Int32Array;
  readonly #next: Int32Array;
  /** The first corner of every hash of a cell, and the next one of every corner; -1 ends a chain. */
  readonly #heads: Int32Array;
  readonly #sameHash: Int32Array;
  readonly #cell: number;

  constructor(mesh: Mesh, open: Uint32Array) {
    this.#mesh = mesh;
    const vertices = mesh.positions.length / 3;
    this.#first = new Int32Array(vertices).fill(-1);
    this.#others = new Int32Array(open.length * 2);
    this.#next = new Int32Array(open.length * 2);
    let [length, longest] = [0, 0];
    for (const [i, halfEdge] of open.entries()) {
      const [a, b] = this.#ends(halfEdge);
      const own = Math.sqrt(square(minus(this.#at(b), this.#at(a))));
      length += own;
      longest = Math.max(longest, own);
      this.#chain(i * 2, a, b);
      this.#chain(i * 2 + 1, b, a);
    }
    const usual = length / Math.max(1, open.length) / 2;
    // Long edges of many corners that lie close together would be compared with all of them.
    const crowded =
      longestSide({ ...mesh, indices: open.map((halfEdge) => mesh.indices[halfEdge]!) }) /
      Math.cbrt(Math.max(1, open.length));
    this.#cell = Math.max(Math.min(usual, crowded), longest / mostPieces);
    let size = 1024;
    while (size < open.length) size *= 2;
    this.#heads = new Int32Array(size).fill(-1);
    this.#sameHash = new Int32Array(vertices).fill(-1);
    for (let vertex = 0; vertex < vertices; vertex++) {
      if (this.#first[vertex] === -1) continue;
      const [x, y, z] = this.#at(vertex);
      const hash = this.#hash(this.#cellOf(x), this.#cellOf(y), this.#cellOf(z));
      this.#sameHash[vertex] = this.#heads[hash]!;
      this.#heads[hash] = vertex;
    }
  }

  #chain(place: number, one: number, other: number): void {
    this.#others[place] = other;
    this.#next[place] = this.#first[one]!;
    this.#first[one] = place;
  }

  /** The corners of other faces on this open edge, from its first end on; null if there are none. */
  cornersOn(halfEdge: number, tolerance: number): readonly number[] | null {
    const { positions, indices } = this.#mesh;
    const [a, b] = this.#ends(halfEdge);
    const third = indices[nextInFace(nextInFace(halfEdge))]!;
    const [ax, ay, az] = [positions[a * 3]!, positions[a * 3 + 1]!, positions[a * 3 + 2]!];
    const [dx, dy, dz] = [positions[b * 3]! - ax, positions[b * 3 + 1]! - ay, positions[b * 3 + 2]! - az];
    const length = dx * dx + dy * dy + dz * dz;
    const most = Math.min(tolerance, steepest * Math.sqrt(length));
    const pieces = Math.max(1, Math.ceil(Math.sqrt(length) / this.#cell));
    let found: Map<number, number> | null = null;
    for (let piece = 0; piece < pieces; piece++) {
      const [start, end] = [piece / pieces, (piece + 1) / pieces];
      const lowX = this.#cellOf(ax + dx * (dx < 0 ? end : start) - most);
      const highX = this.#cellOf(ax + dx * (dx < 0 ? start : end) + most);
      const lowY = this.#cellOf(ay + dy * (dy < 0 ? end : start) - most);
      const highY = this.#cellOf(ay + dy * (dy < 0 ? start : end) + most);
      const lowZ = this.#cellOf(az + dz * (dz < 0 ? end : start) - most);
      const highZ = this.#cellOf(az + dz * (dz < 0 ? start : end) + most);
      for (let x = lowX; x <= highX; x++)
        for (let y = lowY; y <= highY; y++)
          for (let z = lowZ; z <= highZ; z++)
            for (let v = this.#heads[this.#hash(x, y, z)]!; v !== -1; v = this.#sameHash[v]!) {
              const [vx, vy, vz] = [
                positions[v * 3]! - ax,
                positions[v * 3 + 1]! - ay,
                positions[v * 3 + 2]! - az,
              ];
              const share = (vx * dx + vy * dy + vz * dz) / length;
              if (!(share > 0 && share < 1) || v === a || v === b || v === third) continue;
              const [ox, oy, oz] = [vx - dx * share, vy - dy * share, vz - dz * share];
              if (ox * ox + oy * oy + oz * oz > most * most || !this.#isParallel(v, [dx, dy, dz])) continue;
              found ??= new Map();
              found.set(v, share);
            }
    }
    return found && [...found].sort(([v, p], [w, q]) => p - q || v - w).map(([vertex]) => vertex);
  }

  #isParallel(vertex: number, along: Vector): boolean {
    for (let place = this.#first[vertex]!; place !== -1; place = this.#next[place]!) {
      const own = minus(this.#at(this.#others[place]!), this.#at(vertex));
      if (Math.abs(dot(own, along)) >= parallel * Math.sqrt(square(own) * square(along))) return true;
    }
    return false;
  }

  #ends(halfEdge: number): [number, number] {
    const { indices } = this.#mesh;
    return [indices[halfEdge]!, indices[nextInFace(halfEdge)]!];
  }

  #at(vertex: number): Vector {
    return pointAt(this.#mesh.positions, vertex);
  }

  #cellOf(value: number): number {
    return Math.floor(value / this.#cell);
  }

  #hash(x: number, y: number, z: number): number {
    return hashOfCell(x, y, z) & (this.#heads.length - 1);
  }
}

const square = (v: Vector): number => dot(v, v);

/** @param corners the new corners of half-edges, in their direction */
function divide(mesh: Mesh, corners: ReadonlyMap<number, readonly number[]>): Omit<Stitched, 'corners'> {
  const { positions, indices, colours } = mesh;
  const divided = new GrowingIndices(indices.length);
  const origins = new GrowingIndices(indices.length / 3);
  const add = (face: number, a: number, b: number, c: number): void => {
    divided.push3(a, b, c);
    origins.push(face);
  };
  for (let half = 0; half < indices.length; half += 3) {
    const face = faceOf(half);
    const [a, b, c] = [indices[half]!, indices[half + 1]!, indices[half + 2]!];
    const [onAb, onBc, onCa] = [corners.get(half), corners.get(half + 1), corners.get(half + 2)];
    if (!onAb && !onBc && !onCa) {
      add(face, a, b, c);
      continue;
    }
    // A fan from c over the first side; its first triangle has the third side, and its last one the second.
    const first = [a, ...(onAb ?? []), b];
    for (let i = 0; i + 1 < first.length; i++) {
      const [p, q] = [first[i]!, first[i + 1]!];
      const second = i + 2 === first.length && onBc ? [q, ...onBc, c] : [q, c];
      const third = i === 0 && onCa ? [c, ...onCa, p] : [c, p];
      // From p over the second side, and from its last new corner over the third.
      for (let k = 0; k + 2 < second.length; k++) add(face, p, second[k]!, second[k + 1]!);
      const tip = second.at(-2)!;
      for (let k = 0; k + 1 < third.length; k++) add(face, tip, third[k]!, third[k + 1]!);
    }
  }
  const owners = origins.values.slice(0, origins.length);
  return {
    mesh: {
      positions,
      indices: divided.values.slice(0, divided.length),
      ...(colours && { colours: pickColours(colours, owners) }),
    },
    origins: owners,
  };
}

/**
 * The face of every triangle of `mesh`, which are those of an earlier one in their order, some left out.
 * @param facesBefore those of the earlier triangles @param reach how far a corner may have been moved
 * @returns null if a triangle is found nowhere
 */
export function facesOfTriangles(
  mesh: Mesh,
  earlier: Pick<Mesh, 'positions' | 'indices'>,
  facesBefore: Uint32Array,
  reach: number,
): Uint32Array | null {
  const faces = new Uint32Array(mesh.indices.length / 3);
  const isAt = (corner: number, of: number): boolean => {
    const [one, other] = [earlier.indices[corner]! * 3, mesh.indices[of]! * 3];
    return [0, 1, 2].every(
      (axis) => Math.abs(earlier.positions[one + axis]! - mesh.positions[other + axis]!) <= reach,
    );
  };
  let at = 0;
  for (let face = 0; face < faces.length; face++, at++) {
    while (at * 3 < earlier.indices.length && ![0, 1, 2].every((k) => isAt(at * 3 + k, face * 3 + k))) at++;
    if (at * 3 >= earlier.indices.length) return null;
    faces[face] = facesBefore[at]!;
  }
  return faces;
}
