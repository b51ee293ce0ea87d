/**
 * What the flat triangles of a CAD file leave out of its curved surfaces, in volume and area. The corners of the triangles
 * lie exactly on a surface, so those around a triangle tell how it bulges (surface-quadratic.ts). What then remains is
 * mostly less than a tenth of what the triangles miss (docs/geometry.md).
 *
 * [Note: sums over a bulging triangle] A quadratic with the heights h above the middles of the edges and 0 at the corners
 * has the area times the mean of the h below it. The surface is larger than the triangle by half the integral of its
 * squared slope. Across an edge the surface goes on between the two triangles, or, where faces meet, is cut off in a
 * curve: both heights together say where the middle of the edge really is, and two thirds of the way there, times the
 * length, is what each side gains.
 */
import type { CurvedSurplus } from '../geometry.ts';
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { cross, dot, minus } from '../mesh/vectors.ts';
import { weldMesh } from '../mesh/weld.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { fitQuadratic, flat, type Heights } from './surface-quadratic.ts';

/** The triangles of one face of a solid, as a range. Faces share no vertices. */
export interface FaceRange {
  readonly first: number;
  readonly end: number;
}

export interface FittedSurplus extends CurvedSurplus {
  /** By how much `volume` may be wrong where a quadratic does not fit, in file units^3. */
  readonly doubt: number;
}

/** Corners of a triangle that is turned further away tell nothing (cosine of 60 degrees). */
const leastAlignment = 0.5;

/** The tip of a cone is no part of a smooth surface, and asking all around it for every triangle would take for ever. */
const mostAround = 64;

/** Triangles between two looks at progress and cancellation. */
const stretch = 2048;

/** Heights below this share of the tolerance are rounding. */
const noHeight = 1e-6;

/** Neighbours at least as parallel as this are one smooth surface. */
const smooth = 0.97;

/** The steepest slope of a surface against its triangle: OpenCascade bounds the angle between neighbours. */
const steepest = 0.3;

/** @param tolerance by how much OpenCascade lets triangles stray from the surface, in file units */
export async function curvedSurplus(
  mesh: Mesh,
  faces: readonly FaceRange[],
  tolerance: number,
  progress: TaskProgress,
): Promise<FittedSurplus> {
  let [volume, area, doubt] = [0, 0, 0];
  const edges = new SharedEdges(weldMesh(mesh), tolerance);
  for (const face of faces) {
    const surface = new FaceSurface(mesh, face, tolerance);
    for (const [i, plane] of surface.planes.entries()) {
      if (plane === null) continue;
      const heights = surface.heightsOver(i);
      const { ab, bc, ca, misfit } = heights;
      volume += (plane.area * (ab + bc + ca)) / 3;
      doubt += (plane.area * Math.abs(ab + bc + ca) * misfit) / 3;
      if (heights !== flat) area += slopeGain(plane, heights);
      edges.add(face.first + i, plane, heights);
      if (i % stretch === stretch - 1) await progress.step((face.first + i) / (mesh.indices.length / 3));
    }
    await progress.step(face.end / (mesh.indices.length / 3));
  }
  return { volume, area: area + edges.gained, doubt };
}

/** A triangle and coordinates in its plane: a lies at 0, 0 and b on the first axis. */
interface Plane {
  readonly origin: Vector;
  readonly normal: Vector;
  readonly first: Vector;
  readonly second: Vector;
  readonly b: readonly [number, number];
  readonly c: readonly [number, number];
  readonly area: number;
}

/** Null for a triangle without area. */
function planeThrough(a: Vector, b: Vector, c: Vector): Plane | null {
  const [ab, ac] = [minus(b, a), minus(c, a)];
  const normal = cross(ab, ac);
  const double = lengthOf(normal);
  const width = lengthOf(ab);
  if (!(double > 1e-12 * (width * width + dot(ac, ac)))) return null;
  const first = shrunk(ab, width);
  const up = shrunk(normal, double);
  const second = cross(up, first);
  return {
    origin: a,
    normal: up,
    first,
    second,
    b: [width, 0],
    c: [dot(ac, first), dot(ac, second)],
    area: double / 2,
  };
}

/** One face, whose surface is asked triangle by triangle. */
class FaceSurface {
  readonly planes: readonly (Plane | null)[];
  readonly #mesh: Mesh;
  readonly #first: number;
  readonly #tolerance: number;
  readonly #isFlat: boolean;
  /** Triangles of this face, counted from its first, by vertex. */
  readonly #around = new Map<number, number[]>();

  constructor(mesh: Mesh, { first, end }: FaceRange, tolerance: number) {
    this.#mesh = mesh;
    this.#first = first;
    this.#tolerance = tolerance;
    this.planes = Array.from({ length: end - first }, (_, i) =>
      planeThrough(this.#corner(i, 0), this.#corner(i, 1), this.#corner(i, 2)),
    );
    this.#isFlat = this.#liesInOnePlane();
    if (this.#isFlat) return;
    for (let i = 0; i < this.planes.length; i++) {
      for (let k = 0; k < 3; k++) {
        const vertex = this.#vertex(i, k);
        const list = this.#around.get(vertex);
        if (list) list.push(i);
        else this.#around.set(vertex, [i]);
      }
    }
  }

  heightsOver(triangle: number): Heights {
    const plane = this.planes[triangle];
    if (this.#isFlat || !plane) return flat;
    const asked = new Set([0, 1, 2].map((k) => this.#vertex(triangle, k)));
    const around: [number, number, number][] = [];
    let highest = 0;
    for (const corner of [...asked]) {
      const triangles = this.#around.get(corner)!;
      if (triangles.length > mostAround) continue;
      for (const near of triangles) {
        const other = this.planes[near];
        if (!other || dot(other.normal, plane.normal) < leastAlignment) continue;
        for (let k = 0; k < 3; k++) {
          const vertex = this.#vertex(near, k);
          if (asked.has(vertex)) continue;
          asked.add(vertex);
          const d = minus(this.#position(vertex), plane.origin);
          const height = dot(d, plane.normal);
          highest = Math.max(highest, Math.abs(height));
          around.push([dot(d, plane.first), dot(d, plane.second), height]);
        }
      }
    }
    if (highest < noHeight * this.#tolerance) return flat;
    return fitQuadratic(plane.b, plane.c, around, this.#tolerance);
  }

  #liesInOnePlane(): boolean {
    const plane = this.planes.find((candidate) => candidate !== null);
    if (!plane) return true;
    for (let i = 0; i < this.planes.length; i++) {
      for (let k = 0; k < 3; k++) {
        const height = dot(minus(this.#corner(i, k), plane.origin), plane.normal);
        if (Math.abs(height) > noHeight * this.#tolerance) return false;
      }
    }
    return true;
  }

  #vertex(triangle: number, k: number): number {
    return this.#mesh.indices[(this.#first + triangle) * 3 + k]!;
  }

  #corner(triangle: number, k: number): Vector {
    return this.#position(this.#vertex(triangle, k));
  }

  #position(vertex: number): Vector {
    const { positions } = this.#mesh;
    return [positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!];
  }
}

/** How much larger than its triangle the surface is. The slopes at the middles of the edges give the exact integral. */
function slopeGain({ b, c, area }: Plane, { ab, bc, ca }: Heights): number {
  let sum = 0;
  // At the middle of an edge the barycentric coordinates are a half, a half and 0.
  for (const [l1, l2, l3] of [
    [0.5, 0.5, 0],
    [0, 0.5, 0.5],
    [0.5, 0, 0.5],
  ] as const) {
    const byA = 4 * (ab * l2 + ca * l3);
    const alongAb = 4 * (ab * l1 + bc * l3) - byA;
    const alongAc = 4 * (bc * l2 + ca * l1) - byA;
    const x = alongAb / b[0];
    const y = (alongAc - x * c[0]) / c[1];
    sum += Math.min(steepest * steepest, x * x + y * y);
  }
  return (area * sum) / 6;
}

interface EdgeSide {
  readonly normal: Vector;
  /** Across the edge, away from the triangle and in its plane; as long as the edge. */
  readonly outward: Vector;
  readonly height: number;
}

/** The edges with a triangle on either side, and what the surfaces gain there. */
class SharedEdges {
  gained = 0;
  readonly #mesh: Mesh;
  readonly #tolerance: number;
  readonly #waiting = new Map<number, EdgeSide>();

  constructor(welded: Mesh, tolerance: number) {
    this.#mesh = welded;
    this.#tolerance = tolerance;
  }

  add(triangle: number, { first, second, normal, b, c }: Plane, { ab, bc, ca }: Heights): void {
    const inSpace = (x: number, y: number): Vector => [
      first[0] * x + second[0] * y,
      first[1] * x + second[1] * y,
      first[2] * x + second[2] * y,
    ];
    // The outward direction is the edge, turned by a right angle.
    this.#addSide(triangle, 0, { normal, height: ab, outward: inSpace(0, -b[0]) });
    this.#addSide(triangle, 1, { normal, height: bc, outward: inSpace(c[1], b[0] - c[0]) });
    this.#addSide(triangle, 2, { normal, height: ca, outward: inSpace(-c[1], c[0]) });
  }

  #addSide(triangle: number, k: number, side: EdgeSide): void {
    const from = this.#mesh.indices[triangle * 3 + k]!;
    const to = this.#mesh.indices[triangle * 3 + ((k + 1) % 3)]!;
    const key = Math.min(from, to) * (this.#mesh.positions.length / 3) + Math.max(from, to);
    const other = this.#waiting.get(key);
    if (other === undefined) {
      this.#waiting.set(key, side);
      return;
    }
    this.#waiting.delete(key);
    const shift = shiftOf(side, other, this.#tolerance);
    this.gained += (2 / 3) * (dot(shift, side.outward) + dot(shift, other.outward));
  }
}

/** From the middle of an edge to the surface. */
function shiftOf(one: EdgeSide, other: EdgeSide, tolerance: number): Vector {
  if (one.height === 0 && other.height === 0) return [0, 0, 0];
  const cosine = dot(one.normal, other.normal);
  if (cosine < -smooth) return [0, 0, 0];
  let [p, q] = [0, 0];
  if (cosine > smooth) p = q = (one.height + other.height) / 2 / (1 + cosine);
  else {
    const left = 1 - cosine * cosine;
    p = (one.height - cosine * other.height) / left;
    q = (other.height - cosine * one.height) / left;
  }
  const at = (i: 0 | 1 | 2): number => p * one.normal[i] + q * other.normal[i];
  const shift: Vector = [at(0), at(1), at(2)];
  const length = lengthOf(shift);
  return length > 4 * tolerance ? shrunk(shift, length / (4 * tolerance)) : shift;
}

const lengthOf = (v: Vector): number => Math.sqrt(dot(v, v));
const shrunk = (v: Vector, by: number): Vector => [v[0] / by, v[1] / by, v[2] / by];
