/**
 * Curved triangles of AMF (ISO/ASTM 52915): every edge is a Hermite curve, given by the normals at its ends
 * or by the edge's own tangents, and a triangle is cut into four at the middles of its edges, five times.
 */
import { GrowingNumbers } from '../mesh/growable.ts';
import type { Vector } from '../mesh/mesh.ts';
import { directionOf, dot, minus, plus, pointAt, times } from '../mesh/vectors.ts';

interface Curves {
  /** A unit vector for every vertex that has one. */
  readonly normals: ReadonlyMap<number, Vector>;
  /** Tangents at the first and second vertex, by `directedKey`. */
  readonly edges: ReadonlyMap<number, readonly [Vector, Vector]>;
}

/** How often a curved triangle is cut into four; the standard says so. */
const mostCuts = 5;
/** A few curved triangles may become many, but no more than a print needs. */
const mostTriangles = 1_000_000;

/** Shorter vectors have no direction. */
const leastLength = 1e-12;

/** Two vertex numbers as one, in this order. */
export const directedKey = (from: number, to: number): number => from * 2 ** 26 + to;

export function cutCurves(
  given: Float64Array,
  triangles: Uint32Array,
  curves: Curves,
): { positions: Float64Array; indices: Uint32Array } {
  const positions = new GrowingNumbers(given.length * 4);
  for (let at = 0; at < given.length; at += 3) positions.push3(given[at]!, given[at + 1]!, given[at + 2]!);
  const surface = new CurvedSurface(positions, curves);
  let indices = triangles;
  for (let cut = 0; cut < mostCuts && indices.length * 4 <= mostTriangles * 3; cut++) {
    indices = surface.cutInFour(indices);
  }
  return { positions: positions.values.slice(0, positions.length), indices };
}

class CurvedSurface {
  readonly #positions: GrowingNumbers;
  readonly #normals: Map<number, Vector>;
  #tangents: Map<number, readonly [Vector, Vector]>;

  constructor(positions: GrowingNumbers, { normals, edges }: Curves) {
    this.#positions = positions;
    this.#normals = new Map(normals);
    this.#tangents = new Map(edges);
  }

  cutInFour(indices: Uint32Array): Uint32Array {
    const middles = new Map<number, number>();
    const halves = new Map<number, readonly [Vector, Vector]>();
    const middle = (a: number, b: number): number => {
      const [low, high] = a < b ? [a, b] : [b, a];
      const key = directedKey(low, high);
      const known = middles.get(key) ?? this.#cutEdge(low, high, halves);
      middles.set(key, known);
      return known;
    };
    const cut = new Uint32Array(indices.length * 4);
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      cut.set([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca], i * 4);
    }
    this.#tangents = halves;
    return cut;
  }

  /** Adds the middle of the curve, its normal, and the tangents of its halves. */
  #cutEdge(a: number, b: number, halves: Map<number, readonly [Vector, Vector]>): number {
    const { values } = this.#positions;
    const [from, to] = [pointAt(values, a), pointAt(values, b)];
    const own = this.#tangents.get(directedKey(a, b));
    const turned = this.#tangents.get(directedKey(b, a));
    const chord = minus(to, from);
    const [u, v] = own ??
      (turned && [times(turned[1], -1), times(turned[0], -1)]) ?? [
        alongSurface(chord, this.#normals.get(a)),
        alongSurface(chord, this.#normals.get(b)),
      ];
    const middle = plus(times(plus(from, to), 1 / 2), times(minus(u, v), 1 / 8));
    const tangent = minus(times(chord, 3 / 2), times(plus(u, v), 1 / 4));
    const number = this.#positions.length / 3;
    this.#positions.push3(...middle);
    const [before, behind] = [this.#normals.get(a), this.#normals.get(b)];
    if (before && behind) {
      const normal = directionOf(across(plus(before, behind), tangent), leastLength);
      if (normal !== null) this.#normals.set(number, normal);
    }
    if (own !== undefined || turned !== undefined) {
      halves.set(directedKey(a, number), [times(u, 1 / 2), times(tangent, 1 / 2)]);
      halves.set(directedKey(number, b), [times(tangent, 1 / 2), times(v, 1 / 2)]);
    }
    return number;
  }
}

/** A tangent as long as the chord, at right angles to the normal; the chord itself where there is none. */
function alongSurface(chord: Vector, normal: Vector | undefined): Vector {
  const direction = normal === undefined ? null : directionOf(across(chord, normal), leastLength);
  return direction === null ? chord : times(direction, Math.sqrt(dot(chord, chord)));
}

/** The part of a vector at right angles to another. */
function across(vector: Vector, other: Vector): Vector {
  const square = dot(other, other);
  return square > 0 ? minus(vector, times(other, dot(vector, other) / square)) : vector;
}
