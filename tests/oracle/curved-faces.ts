/**
 * What the flat triangles of a CAD file leave out of its curved surfaces, in volume and area. The corners of
 * the triangles lie exactly on a surface, so those around a triangle tell how it bulges
 * (surface-quadratic.ts). What then remains is mostly less than a tenth of what the triangles miss
 * (docs/geometry.md).
 *
 * [Note: sums over a bulging triangle] A quadratic with the heights h above the middles of the edges and 0 at
 * the corners has the area times the mean of the h below it. The surface is larger than the triangle by half
 * the integral of its squared slope. Across an edge the surface goes on between the two triangles, or, where
 * faces meet, is cut off in a curve: both heights together say where the middle of the edge really is, and
 * two thirds of the way there, times the length, is what each side gains.
 */
import type { FaceRange, FittedSurplus } from '../../src-shared/geometry/core/curve-sums.ts';
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import { weldMesh } from '../../src-shared/geometry/mesh/weld.ts';
import type { TaskProgress } from '../../src-shared/geometry/runtime/task-progress.ts';
import { type FlatTriangle, SurfaceFit } from './surface-quadratic.ts';
import { Planes, place, planeRow } from './triangle-planes.ts';

/** Corners of a triangle that is turned further away tell nothing (cosine of 60 degrees). */
const leastAlignment = 0.5;

/**
 * The tip of a cone is no part of a smooth surface, and searching all around it for every triangle would take
 * too long.
 */
const mostAround = 64;

/** Triangles between two checks of progress and cancellation. */
const stretch = 2048;

/** Heights below this share of the tolerance are rounding. */
const noHeight = 1e-6;

/** Neighbours at least as parallel as this are one smooth surface. */
const smooth = 0.97;

/** The steepest slope of a surface against its triangle: OpenCascade bounds the angle between neighbours. */
const steepest = 0.3;

/** @param tolerance by how much OpenCascade lets triangles stray from the surface, in file units */
export async function curvedSurplusPlainly(
  mesh: Mesh,
  faces: readonly FaceRange[],
  tolerance: number,
  progress: TaskProgress,
): Promise<FittedSurplus> {
  let [volume, area, doubt] = [0, 0, 0];
  const planes = new Planes(mesh);
  const edges = new SharedEdges(weldMesh(mesh), planes, tolerance);
  const surface = new Surface(mesh, planes, tolerance);
  const { fit } = surface;
  for (const face of faces) {
    surface.enter(face);
    for (let triangle = face.first; triangle < face.end; triangle++) {
      const size = planes.areaOf(triangle);
      if (size === 0) continue;
      const isFlat = surface.findHeights(triangle);
      const sum = fit.ab + fit.bc + fit.ca;
      volume += (size * sum) / 3;
      doubt += (size * Math.abs(sum) * fit.misfit) / 3;
      if (!isFlat) area += slopeGain(planes.flat(triangle), size, fit);
      edges.add(triangle, fit);
      if (triangle % stretch === stretch - 1) await progress.step(triangle / (mesh.indices.length / 3));
    }
    await progress.step(face.end / (mesh.indices.length / 3));
  }
  return { volume, area: area + edges.gained, doubt };
}

/** The surface of a face, asked triangle by triangle. */
class Surface {
  /** The heights that were found last. */
  readonly fit = new SurfaceFit(3 * 2 * mostAround);
  readonly #mesh: Mesh;
  readonly #planes: Planes;
  readonly #tolerance: number;
  /** Triangles around vertex v are `#triangles` from `#starts[v]` to `#starts[v + 1]`, in their order. */
  readonly #starts: Uint32Array;
  readonly #triangles: Uint32Array;
  /** For which triangle each vertex was asked last, plus 1. */
  readonly #asked: Uint32Array;
  #face: FaceRange = { first: 0, end: 0 };
  #isFlat = false;

  constructor(mesh: Mesh, planes: Planes, tolerance: number) {
    const { positions, indices } = mesh;
    const vertices = positions.length / 3;
    this.#mesh = mesh;
    this.#planes = planes;
    this.#tolerance = tolerance;
    this.#asked = new Uint32Array(vertices);
    this.#starts = new Uint32Array(vertices + 1);
    this.#triangles = new Uint32Array(indices.length);
    for (const vertex of indices) this.#starts[vertex + 1]!++;
    for (let v = 0; v < vertices; v++) this.#starts[v + 1]! += this.#starts[v]!;
    const next = this.#starts.slice();
    for (let i = 0; i < indices.length; i++) this.#triangles[next[indices[i]!]!++] = Math.floor(i / 3);
  }

  enter(face: FaceRange): void {
    this.#face = face;
    this.#isFlat = this.#liesInOnePlane(face);
  }

  /** Whether it is flat. */
  findHeights(triangle: number): boolean {
    const { fit } = this;
    fit.clear();
    if (this.#isFlat) return true;
    const { indices } = this.#mesh;
    const highest = this.#collectAround(triangle, indices[triangle * 3]! * 3);
    if (highest < noHeight * this.#tolerance) return true;
    fit.fit(this.#planes.flat(triangle), this.#tolerance);
    return false;
  }

  /**
   * The corners around a triangle. @param origin where its first corner is @returns how far one is from its
   * plane at most
   */
  #collectAround(triangle: number, origin: number): number {
    const { positions, indices } = this.#mesh;
    const { rows } = this.#planes;
    const plane = triangle * planeRow;
    const [ax, ay, az] = [positions[origin]!, positions[origin + 1]!, positions[origin + 2]!];
    for (let k = 0; k < 3; k++) this.#asked[indices[triangle * 3 + k]!] = triangle + 1;
    let highest = 0;
    for (let side = 0; side < 3; side++) {
      const corner = indices[triangle * 3 + side]!;
      let [start, end] = [this.#starts[corner]!, this.#starts[corner + 1]!];
      // The faces of a sewn file share corners.
      while (this.#triangles[start]! < this.#face.first) start++;
      while (this.#triangles[end - 1]! >= this.#face.end) end--;
      if (end - start > mostAround) continue;
      for (let at = start; at < end; at++) {
        const near = this.#triangles[at]!;
        if (this.#planes.areaOf(near) === 0) continue;
        if (this.#planes.dot(near * planeRow + place.normal, plane + place.normal) < leastAlignment) continue;
        for (let k = 0; k < 3; k++) {
          const vertex = indices[near * 3 + k]!;
          if (this.#asked[vertex] === triangle + 1) continue;
          this.#asked[vertex] = triangle + 1;
          const v = vertex * 3;
          const [x, y, z] = [positions[v]! - ax, positions[v + 1]! - ay, positions[v + 2]! - az];
          const along = (axis: number): number => x * rows[axis]! + y * rows[axis + 1]! + z * rows[axis + 2]!;
          const height = along(plane + place.normal);
          highest = Math.max(highest, Math.abs(height));
          this.fit.add(along(plane + place.first), along(plane + place.second), height);
        }
      }
    }
    return highest;
  }

  #liesInOnePlane(face: FaceRange): boolean {
    const { positions, indices } = this.#mesh;
    const { rows } = this.#planes;
    let triangle = face.first;
    while (triangle < face.end && this.#planes.areaOf(triangle) === 0) triangle++;
    if (triangle === face.end) return true;
    const at = triangle * planeRow + place.normal;
    const origin = indices[triangle * 3]! * 3;
    for (let i = face.first * 3; i < face.end * 3; i++) {
      const v = indices[i]! * 3;
      let height = 0;
      for (let axis = 0; axis < 3; axis++) {
        height += (positions[v + axis]! - positions[origin + axis]!) * rows[at + axis]!;
      }
      if (Math.abs(height) > noHeight * this.#tolerance) return false;
    }
    return true;
  }
}

/**
 * How much larger than its triangle the surface is. The slopes at the middles of the edges give the exact
 * integral.
 */
function slopeGain({ bx, cx, cy }: FlatTriangle, size: number, { ab, bc, ca }: SurfaceFit): number {
  // At the middle of an edge the barycentric coordinates are a half, a half and 0.
  const squaredSlope = (l1: number, l2: number, l3: number): number => {
    const byA = 4 * (ab * l2 + ca * l3);
    const alongAb = 4 * (ab * l1 + bc * l3) - byA;
    const alongAc = 4 * (bc * l2 + ca * l1) - byA;
    const x = alongAb / bx;
    const y = (alongAc - x * cx) / cy;
    return Math.min(steepest * steepest, x * x + y * y);
  };
  const sum = squaredSlope(0.5, 0.5, 0) + squaredSlope(0, 0.5, 0.5) + squaredSlope(0.5, 0, 0.5);
  return (size * sum) / 6;
}

/** The edges with a triangle on either side, and what the surfaces gain there. */
class SharedEdges {
  gained = 0;
  readonly #mesh: Mesh;
  readonly #planes: Planes;
  readonly #tolerance: number;
  /** Heights of the surface above the middle of each side; three sides for each triangle. */
  readonly #heights: Float64Array;
  /** Sides whose neighbour has not come, by their vertices. */
  readonly #waiting = new Map<number, number>();

  constructor(welded: Mesh, planes: Planes, tolerance: number) {
    this.#mesh = welded;
    this.#planes = planes;
    this.#tolerance = tolerance;
    this.#heights = new Float64Array(welded.indices.length);
  }

  add(triangle: number, { ab, bc, ca }: SurfaceFit): void {
    const side = triangle * 3;
    this.#heights[side] = ab;
    this.#heights[side + 1] = bc;
    this.#heights[side + 2] = ca;
    for (let k = 0; k < 3; k++) this.#meet(side + k, side + ((k + 1) % 3));
  }

  /** @param side also its first corner @param end its last corner */
  #meet(side: number, end: number): void {
    const { indices, positions } = this.#mesh;
    const [from, to] = [indices[side]!, indices[end]!];
    const key = Math.min(from, to) * (positions.length / 3) + Math.max(from, to);
    const other = this.#waiting.get(key);
    if (other === undefined) this.#waiting.set(key, side);
    else {
      this.#waiting.delete(key);
      this.gained += this.#gainAt(side, other);
    }
  }

  #gainAt(side: number, other: number): number {
    const [one, two] = [this.#heights[side]!, this.#heights[other]!];
    if (one === 0 && two === 0) return 0;
    const { rows } = this.#planes;
    const [n, m] = [
      Math.floor(side / 3) * planeRow + place.normal,
      Math.floor(other / 3) * planeRow + place.normal,
    ];
    const cosine = this.#planes.dot(n, m);
    if (cosine < -smooth) return 0;
    let [p, q] = [0, 0];
    if (cosine > smooth) p = q = (one + two) / 2 / (1 + cosine);
    else {
      const left = 1 - cosine * cosine;
      p = (one - cosine * two) / left;
      q = (two - cosine * one) / left;
    }
    // From the middle of the edge to the surface.
    let x = p * rows[n]! + q * rows[m]!;
    let y = p * rows[n + 1]! + q * rows[m + 1]!;
    let z = p * rows[n + 2]! + q * rows[m + 2]!;
    const length = Math.sqrt(x * x + y * y + z * z);
    const most = 4 * this.#tolerance;
    if (length > most) {
      const by = length / most;
      x /= by;
      y /= by;
      z /= by;
    }
    return (2 / 3) * (this.#outward(side, x, y, z) + this.#outward(other, x, y, z));
  }

  /** How far x, y, z leads out of the triangle across a side, times the length of the side. */
  #outward(side: number, x: number, y: number, z: number): number {
    const { rows } = this.#planes;
    const at = Math.floor(side / 3) * planeRow;
    const { bx, cx, cy } = this.#planes.flat(Math.floor(side / 3));
    // The side, turned by a right angle.
    const k = side % 3;
    const [u, v] = [k === 0 ? 0 : k === 1 ? cy : -cy, k === 0 ? -bx : k === 1 ? bx - cx : cx];
    const along = (axis: number): number =>
      rows[at + place.first + axis]! * u + rows[at + place.second + axis]! * v;
    return x * along(0) + y * along(1) + z * along(2);
  }
}
