/**
 * The convex hull of a mesh by Quickhull, in float64 about the centre of its box. With very many corners on
 * the hull, as of a fine sphere, it stops, and `tolerance` says how far a corner can lie outside.
 */
import { boundsOf, centreOf } from '../measure/measure.ts';
import { type Mesh, sizeOf, type Vector } from '../mesh/mesh.ts';
import { cross, dot, minus, pointAt, unit } from '../mesh/vectors.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';

export interface ConvexHull {
  /** Triangles facing outward; positions about `origin`. */
  readonly mesh: { readonly positions: Float64Array; readonly indices: Uint32Array };
  readonly origin: Vector;
  /** All corners of the part, x, y, z each, about `origin`. */
  readonly corners: Float64Array;
  /** No corner of the part lies farther beyond a face than this, in file units. */
  readonly tolerance: number;
}

/** A face of the growing hull. */
interface Facet {
  readonly corners: readonly [number, number, number];
  readonly normal: Vector;
  readonly offset: number;
  /** Across the edges from corner 0, 1 and 2. */
  readonly neighbours: [Facet | null, Facet | null, Facet | null];
  /** Points outside of this face and of no earlier one. */
  outside: number[];
  farthest: number;
  distance: number;
  isAlive: boolean;
  seenBy: number;
}

/** Enough for all sides of a designed part; a sphere is met to a thousandth. */
const mostFacets = 4000;

/** Points nearer to a face than this share of the part lie on it. */
const rounding = 1e-10;

/** From coarse to fine, so that whatever is still missing when the hull has enough faces is spread evenly. */
const levels = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8, rounding];

/**
 * @param bounds of the mesh, if they are known
 * @returns null if all corners lie in a plane
 * @throws AbortError
 */
export async function convexHull(
  mesh: Mesh,
  progress: TaskProgress,
  bounds = boundsOf(mesh),
): Promise<ConvexHull | null> {
  if (bounds === null) return null;
  const origin = centreOf(bounds);
  const points = usedPoints(mesh, origin);
  const extent = Math.hypot(...sizeOf(bounds));
  const hull = Quickhull.begin(points, extent);
  if (hull === null) return null;
  for (const [at, level] of levels.entries()) {
    const part = progress.part(at / levels.length, (at + 1) / levels.length);
    if (!(await hull.refine(level * extent, part))) break;
  }
  await progress.step(1);
  const tolerance = Math.max(hull.missed(), rounding * extent);
  return { mesh: hull.toMesh(), origin, corners: points, tolerance };
}

function usedPoints({ positions, indices }: Mesh, [x, y, z]: Vector): Float64Array {
  const isUsed = new Uint8Array(positions.length / 3);
  let count = 0;
  for (const vertex of indices) {
    count += 1 - isUsed[vertex]!;
    isUsed[vertex] = 1;
  }
  const points = new Float64Array(count * 3);
  let at = 0;
  for (let vertex = 0; vertex < isUsed.length; vertex++) {
    if (isUsed[vertex] === 0) continue;
    points[at++] = positions[vertex * 3]! - x;
    points[at++] = positions[vertex * 3 + 1]! - y;
    points[at++] = positions[vertex * 3 + 2]! - z;
  }
  return points;
}

class Quickhull {
  readonly #points: Float64Array;
  readonly #rounding: number;
  #facets: Facet[] = [];
  #alive = 0;
  #round = 0;
  #lost = 0;

  private constructor(points: Float64Array, extent: number) {
    this.#points = points;
    this.#rounding = rounding * extent;
  }

  /** Null if there is no tetrahedron to begin with. */
  static begin(points: Float64Array, extent: number): Quickhull | null {
    const hull = new Quickhull(points, extent);
    const first = hull.#firstCorners();
    if (first === null) return null;
    hull.#build(first);
    return hull;
  }

  /** Adds every point farther outside than `tolerance`. False if there are too many faces by then. */
  async refine(tolerance: number, progress: TaskProgress): Promise<boolean> {
    const waiting = this.#facets.filter(({ isAlive, distance }) => isAlive && distance > tolerance);
    for (let steps = 0; waiting.length > 0; steps++) {
      if (this.#alive > mostFacets) return false;
      const facet = waiting.pop()!;
      if (!facet.isAlive || facet.distance <= tolerance) continue;
      for (const made of this.#add(facet)) if (made.distance > tolerance) waiting.push(made);
      if (steps % 256 === 0) {
        this.#facets = this.#facets.filter(({ isAlive }) => isAlive);
        await progress.step(this.#alive / mostFacets);
      }
    }
    return true;
  }

  /** How far beyond a face the farthest point still lies. */
  missed(): number {
    let missed = this.#lost;
    for (const facet of this.#facets) {
      if (!facet.isAlive) continue;
      for (const point of facet.outside) {
        const at = this.#at(point);
        for (const seen of this.#viewFrom(point, facet)[0]) {
          missed = Math.max(missed, dot(seen.normal, at) - seen.offset);
        }
      }
    }
    return missed;
  }

  toMesh(): { positions: Float64Array; indices: Uint32Array } {
    const numbers = new Map<number, number>();
    const positions: number[] = [];
    const indices: number[] = [];
    for (const { isAlive, corners } of this.#facets) {
      if (!isAlive) continue;
      for (const corner of corners) {
        let number = numbers.get(corner);
        if (number === undefined) {
          number = numbers.size;
          numbers.set(corner, number);
          positions.push(...this.#at(corner));
        }
        indices.push(number);
      }
    }
    return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
  }

  #at(point: number): Vector {
    return pointAt(this.#points, point);
  }

  /** The point for which `measure` is largest, if that is more than `least`. */
  #farthest(measure: (x: number, y: number, z: number) => number, least: number): number | null {
    const points = this.#points;
    let best = -1;
    let most = least;
    for (let at = 0; at < points.length; at += 3) {
      const value = measure(points[at]!, points[at + 1]!, points[at + 2]!);
      if (value <= most) continue;
      most = value;
      best = at / 3;
    }
    return best < 0 ? null : best;
  }

  /** Four points that span a solid, far apart. */
  #firstCorners(): readonly [number, number, number, number] | null {
    const far = this.#rounding ** 2;
    const first = this.#farthest((x, y, z) => x * x + y * y + z * z, far);
    if (first === null) return null;
    const a = this.#at(first);
    const [ax, ay, az] = a;
    const second = this.#farthest((x, y, z) => (x - ax) ** 2 + (y - ay) ** 2 + (z - az) ** 2, far);
    if (second === null) return null;
    const ab = unit(minus(this.#at(second), a));
    const [ux, uy, uz] = ab;
    const third = this.#farthest((x, y, z) => {
      const [dx, dy, dz] = [x - ax, y - ay, z - az];
      return (dy * uz - dz * uy) ** 2 + (dz * ux - dx * uz) ** 2 + (dx * uy - dy * ux) ** 2;
    }, far);
    if (third === null) return null;
    const normal = unit(cross(ab, minus(this.#at(third), a)));
    const [nx, ny, nz] = normal;
    const fourth = this.#farthest(
      (x, y, z) => Math.abs((x - ax) * nx + (y - ay) * ny + (z - az) * nz),
      this.#rounding,
    );
    if (fourth === null) return null;
    return dot(minus(this.#at(fourth), a), normal) > 0
      ? [first, third, second, fourth]
      : [first, second, third, fourth];
  }

  /** The first tetrahedron; the first three corners face away from the fourth. */
  #build([a, b, c, d]: readonly [number, number, number, number]): void {
    const base = this.#facet(a, b, c);
    const sides = [this.#facet(b, a, d), this.#facet(c, b, d), this.#facet(a, c, d)] as const;
    for (const at of [0, 1, 2] as const) {
      link(base, at, sides[at], 0);
      // Side `at` goes from its second corner up to d, beside the side before it.
      link(sides[at], 1, sides[(at + 2) % 3]!, 2);
    }
    const all = new Uint32Array(this.#points.length / 3);
    for (let point = 0; point < all.length; point++) all[point] = point;
    this.#share(all, [base, ...sides]);
  }

  #facet(a: number, b: number, c: number, beside?: Facet): Facet {
    const [p, q, r] = [this.#at(a), this.#at(b), this.#at(c)];
    const edge = minus(q, p);
    const crossed = cross(edge, minus(r, p));
    const length = Math.hypot(...crossed);
    // A sliver lies in the plane of the face beside it.
    const isSliver = length <= this.#rounding * Math.hypot(...edge);
    const normal = isSliver && beside ? beside.normal : unit(crossed);
    const facet: Facet = {
      corners: [a, b, c],
      normal,
      offset: dot(normal, p),
      neighbours: [null, null, null],
      outside: [],
      farthest: -1,
      distance: 0,
      isAlive: true,
      seenBy: -1,
    };
    this.#facets.push(facet);
    this.#alive++;
    return facet;
  }

  /** Gives every point to a face that it lies outside of; those within belong to none. */
  #share(points: ArrayLike<number>, facets: readonly Facet[]): void {
    const coordinates = this.#points;
    for (let at = 0; at < points.length; at++) {
      const point = points[at]!;
      const x = coordinates[point * 3]!;
      const y = coordinates[point * 3 + 1]!;
      const z = coordinates[point * 3 + 2]!;
      for (const facet of facets) {
        const { normal } = facet;
        const distance = normal[0] * x + normal[1] * y + normal[2] * z - facet.offset;
        if (distance <= this.#rounding) continue;
        facet.outside.push(point);
        if (distance > facet.distance) {
          facet.distance = distance;
          facet.farthest = point;
        }
        break;
      }
    }
  }

  /** Replaces all faces that see the farthest point of `facet` by faces to that point. */
  #add(facet: Facet): Facet[] {
    const eye = facet.farthest;
    const [visible, horizon] = this.#viewFrom(eye, facet);
    const ring = inOrder(horizon);
    if (ring === null) {
      // Rounding makes the view from there inconsistent, so the point lies on the hull as far as can be
      // known.
      this.#lost = Math.max(this.#lost, facet.distance);
      const left = facet.outside.filter((point) => point !== eye);
      facet.outside = [];
      facet.distance = 0;
      facet.farthest = -1;
      this.#share(left, [facet]);
      return [facet];
    }
    const made = ring.map(({ from, to, behind, edge }) => {
      const next = this.#facet(from, to, eye, behind);
      link(next, 0, behind, edge);
      return next;
    });
    for (const [at, next] of made.entries()) link(next, 1, made[(at + 1) % made.length]!, 2);
    for (const { outside } of visible) this.#share(outside, made);
    for (const old of visible) {
      old.isAlive = false;
      old.outside = [];
    }
    this.#alive -= visible.length;
    return made;
  }

  #viewFrom(eye: number, facet: Facet): [Facet[], Horizon[]] {
    const point = this.#at(eye);
    const round = ++this.#round;
    facet.seenBy = round;
    const visible = [facet];
    const horizon: Horizon[] = [];
    for (let at = 0; at < visible.length; at++) {
      const seen = visible[at]!;
      for (const side of [0, 1, 2] as const) {
        const behind = seen.neighbours[side]!;
        if (behind.seenBy === round) continue;
        if (dot(behind.normal, point) - behind.offset > this.#rounding) {
          behind.seenBy = round;
          visible.push(behind);
        } else {
          const edge = behind.neighbours.indexOf(seen) as 0 | 1 | 2;
          horizon.push({ from: seen.corners[side], to: seen.corners[(side + 1) % 3]!, behind, edge });
        }
      }
    }
    return [visible, horizon];
  }
}

/** An edge between a visible face and the one behind it. */
interface Horizon {
  readonly from: number;
  readonly to: number;
  readonly behind: Facet;
  /** The same edge, as a number in the face behind. */
  readonly edge: 0 | 1 | 2;
}

/** The edges one after another around the ring; null if they are not one ring. */
function inOrder(edges: readonly Horizon[]): Horizon[] | null {
  const byStart = new Map(edges.map((edge) => [edge.from, edge]));
  if (byStart.size !== edges.length || edges.length < 3) return null;
  const ring: Horizon[] = [];
  let next = edges[0];
  while (next !== undefined && ring.length < edges.length) {
    ring.push(next);
    next = byStart.get(next.to);
    if (next === edges[0]) break;
  }
  return ring.length === edges.length && next === edges[0] ? ring : null;
}

function link(a: Facet, side: 0 | 1 | 2, b: Facet, other: 0 | 1 | 2): void {
  a.neighbours[side] = b;
  b.neighbours[other] = a;
}
