/**
 * Whether one part is another one turned by right angles or mirrored, and moved: the commonest change of an
 * export is y for z. Both may come from different files, so nothing but their shape is compared.
 */
import type { Measures } from '../geometry.ts';
import { sizeOf, type Vector } from '../mesh/mesh.ts';
import { dot, minus, plus, pointAt } from '../mesh/vectors.ts';

export interface Turn {
  /** Rows of the matrix that turns the old part; each has a single 1 or -1. */
  readonly rows: readonly [Vector, Vector, Vector];
  /** How far it is moved after that. */
  readonly by: Vector;
  readonly isMirrored: boolean;
  /** The axis of a turn by right angles or of a mirror image; null for all others. */
  readonly axis: 'X' | 'Y' | 'Z' | null;
  /** About that axis, counter-clockwise seen from its tip: 90, 180 or -90; 0 for a mere mirror image. */
  readonly degrees: number;
}

/** The message that names it. */
export const turnName = ({ isMirrored, axis }: Pick<Turn, 'isMirrored' | 'axis'>) =>
  isMirrored ? (axis ? 'mirroredIn' : 'mirrored') : axis ? 'turnedAbout' : 'turned';

/** Points of both parts, and how far a point lies from the other part; Infinity beyond `within`. */
export interface Versions {
  readonly old: { readonly measures: Measures; readonly points: Float64Array };
  readonly next: { readonly measures: Measures; readonly points: Float64Array };
  readonly toOld: (point: Vector, within: number) => number;
  readonly toNew: (point: Vector, within: number) => number;
}

/** Relative difference up to which areas and volumes are the same. */
const same = 1e-5;

/** Null if no turn and no mirror image explains the change within `tolerance`. */
export function findTurn({ old, next, toOld, toNew }: Versions, tolerance: number): Turn | null {
  const [before, after] = [old.measures, next.measures];
  if (before.bounds === null || after.bounds === null) return null;
  const isEqual = (one: number, other: number) => Math.abs(one - other) <= same * Math.abs(one);
  if (!isEqual(before.area, after.area) || !isEqual(Math.abs(before.volume), Math.abs(after.volume)))
    return null;
  const [from, to] = [sizeOf(before.bounds), sizeOf(after.bounds)];
  const slack = tolerance * 4;
  for (const rows of turns) {
    const sides = rows.map((row) => Math.abs(dot(row, from)));
    if (!sides.every((side, axis) => Math.abs(side - to[axis as 0]) <= slack)) continue;
    const [one, other] = [apply(rows, before.bounds.min), apply(rows, before.bounds.max)];
    const least: Vector = [
      Math.min(one[0], other[0]),
      Math.min(one[1], other[1]),
      Math.min(one[2], other[2]),
    ];
    const by = minus(after.bounds.min, least);
    const columns = transposed(rows);
    const isThere = everyPoint(old.points, (p) => toNew(plus(apply(rows, p), by), slack) < Infinity);
    if (!isThere) continue;
    if (everyPoint(next.points, (p) => toOld(apply(columns, minus(p, by)), slack) < Infinity))
      return { rows, by, ...nameOf(rows) };
  }
  return null;
}

export function everyPoint(points: Float64Array, holds: (point: Vector) => boolean): boolean {
  for (let i = 0; i < points.length / 3; i++) if (!holds(pointAt(points, i))) return false;
  return true;
}

type Rows = Turn['rows'];

const apply = ([x, y, z]: Rows, v: Vector): Vector => [dot(x, v), dot(y, v), dot(z, v)];
const transposed = ([x, y, z]: Rows): Rows => [
  [x[0], y[0], z[0]],
  [x[1], y[1], z[1]],
  [x[2], y[2], z[2]],
];
const determinant = ([x, y, z]: Rows): number =>
  x[0] * (y[1] * z[2] - y[2] * z[1]) -
  x[1] * (y[0] * z[2] - y[2] * z[0]) +
  x[2] * (y[0] * z[1] - y[1] * z[0]);
const trace = ([x, y, z]: Rows): number => x[0] + y[1] + z[2];

/** Rotations before mirror images, and the smallest angle first: symmetric parts allow several. */
const turns: readonly Rows[] = everyTurn()
  .filter((rows) => trace(rows) < 3)
  .sort((a, b) => determinant(b) - determinant(a) || trace(b) - trace(a));

function everyTurn(): Rows[] {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ] as const;
  return orders.flatMap((order) =>
    Array.from({ length: 8 }, (_, signs): Rows => {
      const row = (at: 0 | 1 | 2): Vector => {
        const sign = signs & (1 << at) ? -1 : 1;
        return [0, 1, 2].map((axis) => (order[at] === axis ? sign : 0)) as unknown as Vector;
      };
      return [row(0), row(1), row(2)];
    }),
  );
}

function nameOf(rows: Rows): Pick<Turn, 'isMirrored' | 'axis' | 'degrees'> {
  const isMirrored = determinant(rows) < 0;
  const diagonal = rows.map((row, axis) => row[axis as 0]);
  if (isMirrored) {
    const isPlain = diagonal.every((value) => value !== 0) && trace(rows) === 1;
    return { isMirrored, axis: isPlain ? axisName(diagonal.indexOf(-1)) : null, degrees: 0 };
  }
  const at = diagonal.indexOf(1);
  if (at < 0) return { isMirrored, axis: null, degrees: trace(rows) === 0 ? 120 : 180 };
  const [u, v] = [(at + 1) % 3, (at + 2) % 3];
  // The turn of the axis after it: towards the third one, or away from it.
  const sine = rows[v as 0][u as 0];
  return { isMirrored, axis: axisName(at), degrees: sine === 0 ? 180 : 90 * sine };
}

const axisName = (axis: number): Turn['axis'] => (['X', 'Y', 'Z'] as const)[axis] ?? null;
