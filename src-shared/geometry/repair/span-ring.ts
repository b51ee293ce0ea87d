/** Ways to span a ring of points in space with triangles. Rings are lists of x, y, z; results are corners. */
import { crossEdges, doubleArea } from '../mesh/normal.ts';
import { distanceOf, pointAt } from '../mesh/vectors.ts';

/** Whether two corners may be joined by a new edge. */
export type IsFree = (a: number, b: number) => boolean;

/** Triangles of least total area (Barequet and Sharir), in cubic time. Null if no way has free edges. */
export function leastAreaSurface(points: Float64Array, isFree: IsFree): number[] | null {
  const count = points.length / 3;
  const weights = new Float64Array(count * count);
  const splits = new Int32Array(count * count).fill(-1);
  for (let span = 2; span < count; span++) {
    for (let from = 0; from + span < count; from++) {
      const to = from + span;
      let best = Infinity;
      let at = -1;
      // The last edge closes the ring and exists already.
      if (span === count - 1 || isFree(from, to)) {
        for (let middle = from + 1; middle < to; middle++) {
          const both = weights[from * count + middle]! + weights[middle * count + to]!;
          if (both >= best) continue;
          const weight = both + doubleArea(points, from * 3, middle * 3, to * 3);
          if (weight < best) {
            best = weight;
            at = middle;
          }
        }
      }
      weights[from * count + to] = best;
      splits[from * count + to] = at;
    }
  }
  if (!Number.isFinite(weights[count - 1]!)) return null;
  const triangles: number[] = [];
  const waiting: [number, number][] = [[0, count - 1]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, to] = next;
    if (to - from < 2) continue;
    const middle = splits[from * count + to]!;
    triangles.push(from, middle, to);
    waiting.push([from, middle], [middle, to]);
  }
  return triangles;
}

/** Whether all points lie near one plane, and the ring has a direction. */
export function isFlatRing(points: Float64Array): boolean {
  const count = points.length / 3;
  const cross = new Float64Array(3);
  let [nx, ny, nz] = [0, 0, 0];
  const [ox, oy, oz] = [points[0]!, points[1]!, points[2]!];
  for (let i = 1; i < count - 1; i++) {
    crossEdges(points, 0, i * 3, i * 3 + 3, cross);
    nx += cross[0]!;
    ny += cross[1]!;
    nz += cross[2]!;
  }
  const length = Math.hypot(nx, ny, nz);
  if (length === 0) return false;
  let [low, high, reach] = [0, 0, 0];
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i]! - ox, points[i + 1]! - oy, points[i + 2]! - oz];
    const height = (x * nx + y * ny + z * nz) / length;
    low = Math.min(low, height);
    high = Math.max(high, height);
    reach = Math.max(reach, Math.hypot(x, y, z));
  }
  return high - low <= reach * 0.01;
}

/** Cuts off corners one by one, always the one whose new edge is shortest. Null if none can be cut off. */
export function sharpestFirst(points: Float64Array, isFree: IsFree): number[] | null {
  const count = points.length / 3;
  const next = Uint32Array.from({ length: count }, (_, i) => (i + 1) % count);
  const previous = Uint32Array.from({ length: count }, (_, i) => (i + count - 1) % count);
  const version = new Uint32Array(count);
  const isGone = new Uint8Array(count);
  const queue = new ShortestFirst();
  const offer = (corner: number): void => {
    const [a, b] = [previous[corner]!, next[corner]!];
    if (isFree(a, b)) queue.push(distance(points, a, b), corner, version[corner]!);
  };
  for (let corner = 0; corner < count; corner++) offer(corner);
  const triangles: number[] = [];
  for (let left = count; left > 3; left--) {
    let found = queue.pop();
    while (found !== null && (isGone[found.corner] || version[found.corner] !== found.version)) {
      found = queue.pop();
    }
    if (found === null) return null;
    const { corner } = found;
    const [a, b] = [previous[corner]!, next[corner]!];
    triangles.push(a, corner, b);
    isGone[corner] = 1;
    next[a] = b;
    previous[b] = a;
    for (const changed of [a, b]) {
      version[changed]!++;
      offer(changed);
    }
  }
  const last = isGone.indexOf(0);
  triangles.push(previous[last]!, last, next[last]!);
  return triangles;
}

/** A binary heap of corners by the length of the edge that would cut them off. */
class ShortestFirst {
  readonly #items: { length: number; corner: number; version: number }[] = [];

  push(length: number, corner: number, version: number): void {
    const items = this.#items;
    items.push({ length, corner, version });
    let at = items.length - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (items[above]!.length <= items[at]!.length) return;
      [items[above], items[at]] = [items[at]!, items[above]!];
      at = above;
    }
  }

  pop(): { corner: number; version: number } | null {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (first === undefined || last === undefined) return null;
    if (items.length === 0) return first;
    items[0] = last;
    for (let at = 0; ; ) {
      let child = at * 2 + 1;
      if (child >= items.length) return first;
      if (child + 1 < items.length && items[child + 1]!.length < items[child]!.length) child++;
      if (items[at]!.length <= items[child]!.length) return first;
      [items[at], items[child]] = [items[child]!, items[at]!];
      at = child;
    }
  }
}

const distance = (points: Float64Array, a: number, b: number): number =>
  distanceOf(pointAt(points, a), pointAt(points, b));
