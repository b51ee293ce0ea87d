/**
 * The shape of a part in a few numbers that stay the same wherever and however it lies: volume, area, and the
 * moments of its surface along its principal axes. Surfaces have moments even if they are open.
 */
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { doubleArea } from '../mesh/normal.ts';
import { dot } from '../mesh/vectors.ts';
import { principalAxes } from './principal-axes.ts';

/** All lengths in one unit. */
export interface PartShape {
  readonly area: number;
  /** 0 for a surface without one. */
  readonly volume: number;
  /** How far the surface spreads along the principal axes (standard deviations), the largest first. */
  readonly spread: Vector;
  /** Third moments that no rotation changes, in cubes of the largest spread. */
  readonly skew: readonly number[];
  /** The same, but a mirror changes their sign. */
  readonly hand: readonly number[];
}

/** In file units. */
export interface PartShapes {
  /** Null for what has no surface. */
  readonly whole: PartShape | null;
  /** The shapes of its separate bodies; empty for a single one, and for too many to be an assembly. */
  readonly bodies: readonly PartShape[];
}

/** `mirrored`: equal but for the hand. `alike`: with such sizes as two versions of one part have. */
export type ShapeRelation = 'equal' | 'mirrored' | 'alike' | 'other';

/** Barycentric places and weights that integrate polynomials of the third degree exactly. */
const quadrature: readonly (readonly [number, number, number, number])[] = [
  [1 / 3, 1 / 3, 1 / 3, -27 / 48],
  [0.6, 0.2, 0.2, 25 / 48],
  [0.2, 0.6, 0.2, 25 / 48],
  [0.2, 0.2, 0.6, 25 / 48],
];

/** Directions whose spreads differ by less have no axis of their own, as a share of the largest. */
const roundness = 0.002;

/** In file units; null for a part without a surface. @param volume of the mesh */
export function shapeOf(mesh: Mesh, volume: number): PartShape | null {
  const first = new Float64Array(4);
  overSurface(mesh, [0, 0, 0], (weight, x, y, z) => {
    first[0]! += weight;
    first[1]! += weight * x;
    first[2]! += weight * y;
    first[3]! += weight * z;
  });
  const area = first[0]!;
  if (!(area > 0)) return null;
  const centre: Vector = [first[1]! / area, first[2]! / area, first[3]! / area];
  const square = new Float64Array(9);
  overSurface(mesh, centre, (weight, x, y, z) => {
    const share = weight / area;
    square[0]! += share * x * x;
    square[4]! += share * y * y;
    square[8]! += share * z * z;
    square[1] = square[3]! += share * x * y;
    square[2] = square[6]! += share * x * z;
    square[5] = square[7]! += share * y * z;
  });
  const { lengths, axes } = principalAxes(square);
  const moments = thirdMoments(mesh, centre, axes, lengths, area);
  return { area, volume: Math.abs(volume), spread: lengths, ...moments };
}

function thirdMoments(
  mesh: Mesh,
  centre: Vector,
  axes: readonly [Vector, Vector, Vector],
  lengths: Vector,
  area: number,
): Pick<PartShape, 'skew' | 'hand'> {
  /** xxx, yyy, zzz; x, y and z times the square of the distance; xyz. */
  const cubes = new Float64Array(7);
  overSurface(mesh, centre, (weight, px, py, pz) => {
    const point: Vector = [px, py, pz];
    const [x, y, z] = [dot(axes[0], point), dot(axes[1], point), dot(axes[2], point)];
    const share = weight / area / lengths[0] ** 3;
    const far = x * x + y * y + z * z;
    cubes[0]! += share * x * x * x;
    cubes[1]! += share * y * y * y;
    cubes[2]! += share * z * z * z;
    cubes[3]! += share * x * far;
    cubes[4]! += share * y * far;
    cubes[5]! += share * z * far;
    cubes[6]! += share * x * y * z;
  });
  const [x, y, z] = [cubes[3]!, cubes[4]!, cubes[5]!];
  const size = Math.hypot(x, y, z);
  // Round an axis that two directions share, only what does not depend on their choice counts.
  if (Math.min(lengths[0] - lengths[1], lengths[1] - lengths[2]) < roundness * lengths[0])
    return { skew: [size], hand: [] };
  return {
    skew: [...cubes.subarray(0, 6)].map(Math.abs),
    hand: [cubes[6]!, size === 0 ? 0 : (x * y * z) / size ** 2],
  };
}

/** The shape of the part at another size. */
export const scaleShape = ({ area, volume, spread, ...moments }: PartShape, factor: number): PartShape => ({
  area: area * factor ** 2,
  volume: volume * factor ** 3,
  spread: [spread[0] * factor, spread[1] * factor, spread[2] * factor],
  ...moments,
});

/** Sizes that differ by less are those of one shape: files round more than that. */
const equality = 2e-5;
/** Third moments are differences of larger numbers. */
const skewEquality = 2e-4;
/** Sizes of two versions of one part differ by less than this factor. */
const likeness = 1.2;

export function relateShapes(a: PartShape, b: PartShape): ShapeRelation {
  const sizes = (shape: PartShape) => [Math.sqrt(shape.area), Math.cbrt(shape.volume), ...shape.spread];
  const others = sizes(b);
  const pairs = sizes(a).map((size, at) => [size, others[at]!] as const);
  const slack = equality * Math.max(a.spread[0], b.spread[0]);
  const isClose = (one: readonly number[], two: readonly number[], sign = 1) =>
    one.length === two.length && one.every((value, at) => Math.abs(value - sign * two[at]!) <= skewEquality);
  if (pairs.every(([x, y]) => Math.abs(x - y) <= slack) && isClose(a.skew, b.skew)) {
    if (isClose(a.hand, b.hand)) return 'equal';
    if (isClose(a.hand, b.hand, -1)) return 'mirrored';
  }
  const isAlike = pairs.every(([x, y]) => Math.max(x, y) <= likeness * Math.min(x, y) + slack);
  return isAlike ? 'alike' : 'other';
}

function overSurface(
  { positions, indices }: Mesh,
  [cx, cy, cz]: Vector,
  add: (weight: number, x: number, y: number, z: number) => void,
): void {
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at]! * 3;
    const b = indices[at + 1]! * 3;
    const c = indices[at + 2]! * 3;
    const area = doubleArea(positions, a, b, c) / 2;
    for (const [u, v, w, share] of quadrature) {
      add(
        area * share,
        u * positions[a]! + v * positions[b]! + w * positions[c]! - cx,
        u * positions[a + 1]! + v * positions[b + 1]! + w * positions[c + 1]! - cy,
        u * positions[a + 2]! + v * positions[b + 2]! + w * positions[c + 2]! - cz,
      );
    }
  }
}
