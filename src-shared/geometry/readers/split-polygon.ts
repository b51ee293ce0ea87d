/**
 * Splits a polygon in space into triangles. Convex polygons become a fan about their first corner, as in
 * other programs, so that areas of warped quads agree; concave ones are clipped ear by ear in their best
 * plane, however warped. An outline that crosses itself there has no right split and becomes a fan, too.
 */
import type { GrowingIndices } from '../mesh/growable.ts';
import { crossEdges } from '../mesh/normal.ts';

/** Corner tests to spend on the concave polygons of one file before the rest become plain fans. */
const testBudget = 150_000_000;

export class PolygonSplitter {
  readonly #triangles: GrowingIndices;
  #budget = testBudget;
  /** True if the budget ran out, so that the caller can warn. */
  isExhausted = false;

  constructor(triangles: GrowingIndices) {
    this.#triangles = triangles;
  }

  /** @param corners `count` vertex numbers, at least 3, all in range of `positions` */
  split(positions: Float64Array, corners: ArrayLike<number>, count: number): void {
    if (count === 3) {
      this.#triangles.push3(corners[0]!, corners[1]!, corners[2]!);
      return;
    }
    const normal = newellNormal(positions, corners, count);
    const start = fanStart(positions, corners, count, normal);
    if (start >= 0) this.#fan(corners, count, start);
    else {
      const outline = flatten(positions, corners, count, normal);
      if (this.#crossesItself(outline, count)) this.#fan(corners, count, 0);
      else this.#clipEars(outline, corners, count);
    }
  }

  #fan(corners: ArrayLike<number>, count: number, start: number): void {
    for (let i = 1; i < count - 1; i++) {
      const b = corners[(start + i) % count]!;
      const c = corners[(start + i + 1) % count]!;
      this.#triangles.push3(corners[start]!, b, c);
    }
  }

  /** Sides that only touch, as those of a keyhole, do not cross. Long outlines are not searched. */
  #crossesItself({ u, v }: FlatPolygon, count: number): boolean {
    if (count > longestSearched) return false;
    this.#budget -= (count * count) / 2;
    for (let a = 0; a < count; a++) {
      const b = (a + 1) % count;
      for (let c = a + 2; c < count; c++) {
        const d = (c + 1) % count;
        if (d === a) continue;
        const [p, q] = [side(u, v, a, b, u[c]!, v[c]!), side(u, v, a, b, u[d]!, v[d]!)];
        if (!(p * q < 0)) continue;
        if (side(u, v, c, d, u[a]!, v[a]!) * side(u, v, c, d, u[b]!, v[b]!) < 0) return true;
      }
    }
    return false;
  }

  #clipEars(polygon: FlatPolygon, corners: ArrayLike<number>, count: number): void {
    const { next, previous } = polygon;
    let left = count;
    let at = 0;
    let sinceEar = 0;
    // 0: proper ears; 1: corners on a straight line too; 2: anything, in polygons that cross themselves.
    let leniency = 0;
    while (left > 3 && this.#budget > 0) {
      this.#budget--;
      const before = previous[at]!;
      const after = next[at]!;
      if (this.#isEar(polygon, before, at, after, leniency)) {
        this.#triangles.push3(corners[before]!, corners[at]!, corners[after]!);
        next[before] = after;
        previous[after] = before;
        left--;
        sinceEar = 0;
        leniency = 0;
        at = next[after]!;
      } else {
        at = after;
        sinceEar++;
        if (sinceEar > left) {
          leniency++;
          sinceEar = 0;
        }
      }
    }
    if (left > 3) this.isExhausted = true;
    for (let i = next[at]!; next[i] !== at; i = next[i]!) {
      this.#triangles.push3(corners[at]!, corners[i]!, corners[next[i]!]!);
    }
  }

  #isEar(polygon: FlatPolygon, a: number, b: number, c: number, leniency: number): boolean {
    if (leniency >= 2) return true;
    const turn = turnOf(polygon, a, b, c);
    if (turn < 0 || (turn === 0 && leniency === 0)) return false;
    if (turn === 0) return true;
    const { u, v, next } = polygon;
    for (let i = next[c]!; i !== a; i = next[i]!) {
      this.#budget--;
      const [x, y] = [u[i]!, v[i]!];
      if (isSame(polygon, i, a) || isSame(polygon, i, b) || isSame(polygon, i, c)) continue;
      if (side(u, v, a, b, x, y) >= 0 && side(u, v, b, c, x, y) >= 0 && side(u, v, c, a, x, y) >= 0)
        return false;
    }
    return true;
  }
}

/** Corners of outlines that are searched for sides that cross. */
const longestSearched = 2000;

type Normal = readonly [number, number, number];

interface FlatPolygon {
  readonly u: Float64Array;
  readonly v: Float64Array;
  readonly next: Uint32Array;
  readonly previous: Uint32Array;
}

const cross = new Float64Array(3);

/** The sum of the cross products along the outline, which is right for concave and warped polygons too. */
function newellNormal(positions: Float64Array, corners: ArrayLike<number>, count: number): Normal {
  const origin = corners[0]! * 3;
  let [nx, ny, nz] = [0, 0, 0];
  for (let i = 1; i < count - 1; i++) {
    crossEdges(positions, origin, corners[i]! * 3, corners[i + 1]! * 3, cross);
    nx += cross[0]!;
    ny += cross[1]!;
    nz += cross[2]!;
  }
  return [nx, ny, nz];
}

/** The corner about which a fan covers the polygon unfolded; -1 if none of the quick candidates does. */
function fanStart(
  positions: Float64Array,
  corners: ArrayLike<number>,
  count: number,
  normal: Normal,
): number {
  const candidates = count === 4 ? 2 : 1;
  for (let start = 0; start < candidates; start++) {
    if (isFanValid(positions, corners, count, normal, start)) return start;
  }
  return -1;
}

function isFanValid(
  positions: Float64Array,
  corners: ArrayLike<number>,
  count: number,
  normal: Normal,
  start: number,
): boolean {
  const origin = corners[start]! * 3;
  for (let i = 1; i < count - 1; i++) {
    const b = corners[(start + i) % count]! * 3;
    const c = corners[(start + i + 1) % count]! * 3;
    crossEdges(positions, origin, b, c, cross);
    if (cross[0]! * normal[0] + cross[1]! * normal[1] + cross[2]! * normal[2] < 0) return false;
  }
  return true;
}

/** Drops the axis along which the normal points most; the outline stays counter-clockwise. */
function flatten(
  positions: Float64Array,
  corners: ArrayLike<number>,
  count: number,
  [nx, ny, nz]: Normal,
): FlatPolygon {
  const [x, y, z] = [Math.abs(nx), Math.abs(ny), Math.abs(nz)];
  let [first, second, along] = [0, 1, nz];
  if (x >= y && x >= z) [first, second, along] = [1, 2, nx];
  else if (y >= z) [first, second, along] = [2, 0, ny];
  if (along < 0) [first, second] = [second, first];
  const u = new Float64Array(count);
  const v = new Float64Array(count);
  const next = new Uint32Array(count);
  const previous = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    u[i] = positions[corners[i]! * 3 + first]!;
    v[i] = positions[corners[i]! * 3 + second]!;
    next[i] = (i + 1) % count;
    previous[i] = (i + count - 1) % count;
  }
  return { u, v, next, previous };
}

const turnOf = ({ u, v }: FlatPolygon, a: number, b: number, c: number): number =>
  side(u, v, a, b, u[c]!, v[c]!);

/** Positive if (x, y) is left of the line from a to b. */
const side = (u: Float64Array, v: Float64Array, a: number, b: number, x: number, y: number): number =>
  (u[b]! - u[a]!) * (y - v[a]!) - (v[b]! - v[a]!) * (x - u[a]!);

const isSame = ({ u, v }: FlatPolygon, i: number, j: number): boolean => u[i] === u[j] && v[i] === v[j];
