/**
 * What changed between two versions of a part, in the coordinates of both: nothing is aligned by guess. A
 * version that was only moved, turned by right angles, mirrored or scaled, by a wrong unit for example, is
 * recognised and named.
 *
 * [Note: how sure, compare] Distances are measured from points spread evenly over both surfaces, each to the
 * nearest point of the other one. Mean and percentile are estimates from them. For the largest distance,
 * triangles are divided until no point of them can be farther away than what is known, so `most` and
 * `mostAtMost` enclose it.
 */
import type { Measures, ReadOptions } from '../geometry.ts';
import { measureMesh } from '../measure/measure.ts';
import { type Mesh, sizeOf, type Vector } from '../mesh/mesh.ts';
import { NearestSurface } from '../mesh/nearest-surface.ts';
import { TriangleTree } from '../mesh/triangle-tree.ts';
import { distanceOf, minus, plus, pointAt, times } from '../mesh/vectors.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { farthestOf } from './farthest.ts';
import { spreadPoints } from './spread-points.ts';
import { everyPoint, findTurn, type Turn, type Versions } from './turned.ts';

export interface CompareOptions extends ReadOptions {
  /** Both versions are closed solids, so that inside and outside are known. */
  readonly areSolid: boolean;
  /** Points on each version. */
  readonly samples?: number;
}

export interface Place {
  readonly point: Vector;
  /** Distance of the surface there; see `Comparison.signed`. */
  readonly distance: number;
}

export interface Comparison {
  readonly before: Measures;
  readonly after: Measures;
  /** Every point of both versions is this near to the other. The true largest distance is between the two. */
  readonly most: number;
  readonly mostAtMost: number;
  /** Over both surfaces. */
  readonly mean: number;
  /** 95 percent of both surfaces are nearer to the other version. */
  readonly percentile95: number;
  /** The largest distances by which material was added and removed; null if a version is not a solid. */
  readonly signed: { readonly added: number; readonly removed: number } | null;
  /** Where the largest changes are, the largest first; positive where material was added, if that is known */
  readonly places: readonly Place[];
  /** For every vertex of the new version its distance from the old one; positive outside, if known. */
  readonly map: Float32Array;
  /** Usual distance between points: what is smaller and does not stick out can be missed. */
  readonly spacing: number;
  /** The explanation of all of the change within `tolerance`; null if there is none. */
  readonly only: OnlyChange | null;
  /** Differences up to this are rounding. */
  readonly tolerance: number;
}

export type OnlyChange =
  | { readonly kind: 'same' }
  | { readonly kind: 'moved'; readonly by: Vector }
  /** `factor` times the old version, then moved. */
  | { readonly kind: 'scaled'; readonly factor: number; readonly by: Vector }
  /** By right angles or mirrored, then moved. */
  | ({ readonly kind: 'turned' } & Turn);

const usualSamples = 40_000;

/** Points with which a movement or a scale is confirmed. */
const confirming = 2000;

const mostPlaces = 6;

/** Work between two checks of the clock. */
const block = 256;

/** Share of the part up to which two versions are the same: float32 and text files round more than that. */
const rounding = 2e-6;

/** Both in the same unit. @throws AbortError */
export async function compareParts(old: Mesh, next: Mesh, options: CompareOptions): Promise<Comparison> {
  const progress = new TaskProgress(options);
  const [before, after] = [measureMesh(old), measureMesh(next)];
  const extent = Math.max(extentOf(before), extentOf(after));
  const tolerance = rounding * Math.max(extent, farOut(before), farOut(after));
  const toOld = new NearestSurface(await TriangleTree.build(old, progress.part(0, 0.05)));
  const toNew = new NearestSurface(await TriangleTree.build(next, progress.part(0.05, 0.1)));
  const samples = options.samples ?? usualSamples;
  const signs = options.areSolid;
  const measured = (points: ArrayLike<number>, surface: NearestSurface, from: number, to: number) =>
    measurePoints(points, surface, signs, tolerance, progress.part(from, to));
  const [onNew, onOld] = [spreadPoints(next, samples), spreadPoints(old, samples)];
  const fromNew = await measured(onNew, toOld, 0.1, 0.3);
  const fromOld = await measured(onOld, toNew, 0.3, 0.5);
  const map = await measured(next.positions, toOld, 0.5, 0.7);
  const corners = await measured(old.positions, toNew, 0.7, 0.8);
  const known = Math.max(mostOf(fromNew), mostOf(fromOld));
  const farthest = [
    await farthestOf(next, toOld, known, tolerance, progress.part(0.8, 0.89)),
    await farthestOf(old, toNew, known, tolerance, progress.part(0.89, 0.98)),
  ];
  const most = Math.max(known, ...farthest.map(({ atLeast }) => atLeast));
  const mostAtMost = Math.max(most, ...farthest.map(({ atMost }) => atMost));
  const sorted = Float64Array.from([...fromNew, ...fromOld], Math.abs).sort();
  const all = sorted.length;
  const candidates = [
    ...placesOf(onNew, fromNew, 1),
    ...placesOf(next.positions, map, 1),
    ...placesOf(onOld, fromOld, -1),
    ...placesOf(old.positions, corners, -1),
    ...farthest.flatMap(({ point, atLeast }) =>
      point && atLeast > known ? [{ point, distance: atLeast }] : [],
    ),
  ];
  const added = Math.max(0, mostOutside(fromNew), mostOutside(map), -leastOf(fromOld), -leastOf(corners));
  const removed = Math.max(0, mostOutside(fromOld), mostOutside(corners), -leastOf(fromNew), -leastOf(map));
  const versions: Versions = {
    old: { measures: before, points: spreadPoints(old, confirming) },
    next: { measures: after, points: spreadPoints(next, confirming) },
    toOld: ([x, y, z], within) => toOld.distance(x, y, z, within),
    toNew: ([x, y, z], within) => toNew.distance(x, y, z, within),
  };
  const only = most <= tolerance ? ({ kind: 'same' } as const) : explain(versions, tolerance);
  await progress.step(1);
  return {
    before,
    after,
    most,
    mostAtMost,
    mean: all === 0 ? 0 : sorted.reduce((sum, value) => sum + value, 0) / all,
    percentile95: all === 0 ? 0 : sorted[Math.min(all - 1, Math.floor(all * 0.95))]!,
    signed: signs ? { added, removed } : null,
    places: most <= tolerance ? [] : apart(candidates, extent, most),
    map: Float32Array.from(map),
    spacing: Math.sqrt(Math.max(before.area, after.area) / samples),
    only,
    tolerance,
  };
}

/** The distance of every point; negative inside, if signs are wanted. */
async function measurePoints(
  points: ArrayLike<number>,
  surface: NearestSurface,
  signs: boolean,
  tolerance: number,
  progress: TaskProgress,
): Promise<Float64Array> {
  const distances = new Float64Array(points.length / 3);
  let [lastX, lastY, lastZ, last] = [0, 0, 0, Infinity];
  for (let i = 0; i < distances.length; i++) {
    const x = points[i * 3]!;
    const y = points[i * 3 + 1]!;
    const z = points[i * 3 + 2]!;
    // No point can be farther away than its neighbour plus the distance between them.
    const most = last + Math.sqrt((x - lastX) ** 2 + (y - lastY) ** 2 + (z - lastZ) ** 2);
    const distance = surface.distance(x, y, z, most * (1 + 1e-9) + Number.MIN_VALUE);
    [lastX, lastY, lastZ] = [x, y, z];
    last = Number.isFinite(distance) ? distance : Infinity;
    distances[i] = signs && last > tolerance && surface.winding(x, y, z) > 0 ? -distance : distance;
    if (i % block === 0) await progress.step(i / distances.length);
  }
  await progress.step(1);
  return distances;
}

const mostOf = (distances: Float64Array): number =>
  distances.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const mostOutside = (distances: Float64Array): number =>
  distances.reduce((most, value) => Math.max(most, value), 0);
const leastOf = (distances: Float64Array): number =>
  distances.reduce((least, value) => Math.min(least, value), 0);

/** `sign` -1: a point of the old version outside the new one was removed. */
function* placesOf(points: ArrayLike<number>, distances: Float64Array, sign: 1 | -1): Generator<Place> {
  const enough = mostOf(distances) / 10;
  for (let i = 0; i < distances.length; i++) {
    if (Math.abs(distances[i]!) < enough || distances[i] === 0) continue;
    yield { point: pointAt(points, i), distance: distances[i]! * sign };
  }
}

/** The largest changes that are not beside a larger one. */
function apart(candidates: Place[], extent: number, most: number): Place[] {
  const places: Place[] = [];
  for (const place of candidates.sort((a, b) => Math.abs(b.distance) - Math.abs(a.distance))) {
    if (places.length >= mostPlaces || Math.abs(place.distance) < most / 10) break;
    if (places.every(({ point }) => distanceOf(point, place.point) > extent / 8)) places.push(place);
  }
  return places;
}

const extentOf = ({ bounds }: Measures): number => (bounds === null ? 0 : Math.hypot(...sizeOf(bounds)));
const farOut = ({ bounds }: Measures): number =>
  bounds === null ? 0 : Math.max(...[...bounds.min, ...bounds.max].map(Math.abs)) / 10;

/** The way from the old version to the new one: a movement, a scale and a movement, or a turn. */
function explain(versions: Versions, tolerance: number): OnlyChange | null {
  const scaled = scaledInto(versions, tolerance);
  if (scaled !== null) return scaled;
  const turn = findTurn(versions, tolerance);
  return turn && { kind: 'turned', ...turn };
}

function scaledInto({ old, next, toOld, toNew }: Versions, tolerance: number): OnlyChange | null {
  const [before, after] = [old.measures.bounds, next.measures.bounds];
  if (before === null || after === null) return null;
  const [from, to] = [sizeOf(before), sizeOf(after)];
  const longest = from.indexOf(Math.max(...from)) as 0 | 1 | 2;
  const ratio = to[longest] / from[longest];
  if (!Number.isFinite(ratio) || ratio <= 0) return null;
  const factor = Math.abs(ratio - 1) * from[longest] <= tolerance * 4 ? 1 : ratio;
  const isAlike = from.every(
    (side, axis) => Math.abs(side * factor - to[axis as 0 | 1 | 2]) <= tolerance * 4 * Math.max(1, factor),
  );
  if (!isAlike) return null;
  const by = minus(after.min, times(before.min, factor));
  const [wide, narrow] = [tolerance * 4 * Math.max(1, factor), tolerance * 4 * Math.max(1, 1 / factor)];
  const matches =
    everyPoint(old.points, (p) => toNew(plus(times(p, factor), by), wide) < Infinity) &&
    everyPoint(next.points, (p) => toOld(times(minus(p, by), 1 / factor), narrow) < Infinity);
  if (!matches) return null;
  return factor === 1 ? { kind: 'moved', by } : { kind: 'scaled', factor, by };
}
