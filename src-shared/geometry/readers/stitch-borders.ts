/**
 * Closes the seams between faces of a CAD file that share no edges, as in IGES: where two faces meet in a
 * curve, each has corners of its own along it. Every corner that lies on an open edge of another face becomes
 * a corner of that edge, too; the triangle there is divided. The corners lie exactly on the curve, so nothing
 * gets coarser.
 *
 * [Note: which corners belong to an edge] The curve runs beside its chord by no more than the triangles may
 * stray from the surface, and OpenCascade bounds the angle between neighbouring chords. So a corner belongs
 * to an edge that it is that near to, and to which one of its own open edges is nearly parallel.
 */
import { EdgeIndex, faceOf } from '../checks/edges.ts';
import { pickColours } from '../mesh/colours.ts';
import { GrowingIndices } from '../mesh/growable.ts';
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { dot, minus } from '../mesh/vectors.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';

export interface Stitched {
  readonly mesh: Mesh;
  /** The triangle of the mesh before, for every triangle; ascending. */
  readonly origins: Uint32Array;
}

/** How far a curve may run beside its chord, as a share of the chord: 0.15 radians give 0.02. */
const steepest = 0.05;

/** Cosine of the angle up to which two chords may belong to one curve. */
const parallel = 0.9;

/** Cells that one edge is searched through, at most. */
const mostCells = 4096;

/** Open edges between two checks of the clock. */
const block = 1024;

/**
 * @param tolerance how far triangles may stray from the surface, in file units @returns null if no corner
 * lies on an open edge of another face
 */
export async function stitchBorders(
  mesh: Mesh,
  tolerance: number,
  progress: TaskProgress,
): Promise<Stitched | null> {
  const open: number[] = [];
  const edges = await EdgeIndex.build(mesh, progress.part(0, 0.2));
  await edges.walk(
    (_low, _high, halfEdges, count) => {
      if (count === 1) open.push(halfEdges[0]!);
    },
    progress.part(0.2, 0.3),
  );
  const borders = new Borders(mesh, open);
  const corners = new Map<number, readonly number[]>();
  for (const [i, halfEdge] of open.entries()) {
    if (i % block === 0) await progress.step(0.3 + (0.6 * i) / open.length);
    const on = borders.cornersOn(halfEdge, tolerance);
    if (on.length > 0) corners.set(halfEdge, on);
  }
  return corners.size === 0 ? null : divide(mesh, corners);
}

/** The open edges and their corners, which are found by place. */
class Borders {
  readonly #mesh: Mesh;
  /** The other ends of the open edges of a corner. */
  readonly #others = new Map<number, number[]>();
  readonly #cells = new Map<string, number[]>();
  readonly #cell: number;

  constructor(mesh: Mesh, open: readonly number[]) {
    this.#mesh = mesh;
    let length = 0;
    for (const halfEdge of open) {
      const [a, b] = this.#ends(halfEdge);
      length += Math.sqrt(square(minus(this.#at(b), this.#at(a))));
      for (const [one, other] of [
        [a, b],
        [b, a],
      ] as const) {
        const known = this.#others.get(one);
        if (known) known.push(other);
        else this.#others.set(one, [other]);
      }
    }
    this.#cell = length / Math.max(1, open.length);
    for (const vertex of this.#others.keys()) {
      const key = this.#cellOf(this.#at(vertex)).join();
      const known = this.#cells.get(key);
      if (known) known.push(vertex);
      else this.#cells.set(key, [vertex]);
    }
  }

  /** The corners of other faces on this open edge, from its first end on. */
  cornersOn(halfEdge: number, tolerance: number): readonly number[] {
    const [a, b] = this.#ends(halfEdge);
    const from = this.#at(a);
    const along = minus(this.#at(b), from);
    const length = square(along);
    const most = Math.min(tolerance, steepest * Math.sqrt(length));
    const found: [share: number, vertex: number][] = [];
    for (const vertex of this.#near(from, along)) {
      if (vertex === a || vertex === b) continue;
      const d = minus(this.#at(vertex), from);
      const share = dot(d, along) / length;
      if (!(share > 0 && share < 1)) continue;
      const beside = minus(d, [along[0] * share, along[1] * share, along[2] * share]);
      if (square(beside) <= most * most && this.#isParallel(vertex, along)) found.push([share, vertex]);
    }
    return found.sort(([p], [q]) => p - q).map(([, vertex]) => vertex);
  }

  #isParallel(vertex: number, along: Vector): boolean {
    return this.#others.get(vertex)!.some((other) => {
      const own = minus(this.#at(other), this.#at(vertex));
      return Math.abs(dot(own, along)) >= parallel * Math.sqrt(square(own) * square(along));
    });
  }

  /** All corners in the cells along an edge and beside them. */
  #near(from: Vector, along: Vector): Set<number> {
    const steps = Math.min(mostCells, Math.ceil(Math.sqrt(square(along)) / this.#cell) + 1);
    const seen = new Set<string>();
    const near = new Set<number>();
    for (let step = 0; step <= steps; step++) {
      const share = step / steps;
      const [x, y, z] = this.#cellOf([
        from[0] + along[0] * share,
        from[1] + along[1] * share,
        from[2] + along[2] * share,
      ]);
      for (let i = 0; i < 27; i++) {
        const key = `${x + (i % 3) - 1},${y + (Math.floor(i / 3) % 3) - 1},${z + Math.floor(i / 9) - 1}`;
        if (seen.has(key)) continue;
        seen.add(key);
        for (const vertex of this.#cells.get(key) ?? []) near.add(vertex);
      }
    }
    return near;
  }

  #ends(halfEdge: number): [number, number] {
    const { indices } = this.#mesh;
    return [indices[halfEdge]!, indices[halfEdge % 3 === 2 ? halfEdge - 2 : halfEdge + 1]!];
  }

  #at(vertex: number): Vector {
    const { positions } = this.#mesh;
    return [positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!];
  }

  #cellOf([x, y, z]: Vector): Vector {
    return [Math.floor(x / this.#cell), Math.floor(y / this.#cell), Math.floor(z / this.#cell)];
  }
}

const square = (v: Vector): number => dot(v, v);

/** @param corners the new corners of half-edges, in their direction */
function divide(mesh: Mesh, corners: ReadonlyMap<number, readonly number[]>): Stitched {
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
