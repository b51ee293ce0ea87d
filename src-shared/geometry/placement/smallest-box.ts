/**
 * The smallest box around a part in any orientation.
 *
 * [Note: how small] Of the boxes that lie flat on a side of the convex hull, the smallest one is found
 * exactly, with rotating calipers; of parts with more than `mostSides` sides, the largest sides are tried. A
 * smaller box may touch only edges, so the search also starts from orientations spread evenly and improves
 * the best of them step by step. The smallest box of all is not proven, but on solids whose smallest box is
 * known it is met to a thousandth (smallest-box.test.ts). The box itself holds every corner of the part
 * exactly.
 */
import type { Vector } from '../mesh/mesh.ts';
import {
  cornersOf,
  cross,
  dot,
  minus,
  perpendicularTo,
  plus,
  pointAt,
  times,
  unit,
} from '../mesh/vectors.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import type { ConvexHull } from './convex-hull.ts';
import { type Point, smallestRectangle } from './smallest-rectangle.ts';

/** Three directions at right angles to one another, of length 1. */
export type Axes = readonly [Vector, Vector, Vector];

export interface OrientedBox {
  /** The directions of the sides, the longest side first. */
  readonly axes: Axes;
  /** Lengths of the sides, the longest first. */
  readonly size: Vector;
  readonly volume: number;
}

const mostSides = 200;

/** A box along the axes of the file is preferred unless another one is smaller by this share. */
const worthTurning = 1e-3;

/** How many orientations are tried, spread evenly, and how many of the best ones are improved. */
const spread = 600;
const improved = 10;

/** @throws AbortError */
export async function smallestBox(
  { mesh: hull, corners }: ConvexHull,
  progress: TaskProgress,
): Promise<OrientedBox> {
  const { positions } = hull;
  let best = straight;
  let least = volumeIn(straight, positions);
  const consider = (axes: Axes): void => {
    const volume = volumeIn(axes, positions);
    if (volume >= least) return;
    best = axes;
    least = volume;
  };
  const sides = sideDirections(hull);
  for (const [at, side] of sides.entries()) {
    consider(turnAbout(side, positions));
    await progress.step((0.5 * at) / sides.length);
  }
  const starts = spreadOut()
    .map((axes) => ({ axes, volume: volumeIn(axes, positions) }))
    .sort((a, b) => a.volume - b.volume)
    .slice(0, improved);
  for (const [at, axes] of [best, ...starts.map((start) => start.axes)].entries()) {
    consider(improve(axes, positions));
    await progress.step(0.5 + (0.5 * at) / (improved + 1));
  }
  await progress.step(1);
  const isWorthTurning = least < volumeIn(straight, positions) * (1 - worthTurning);
  return boxIn(isWorthTurning ? best : straight, corners);
}

const straight: Axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

function volumeIn(axes: Axes, positions: Float64Array): number {
  return extentIn(axes[0], positions) * extentIn(axes[1], positions) * extentIn(axes[2], positions);
}

function extentIn([x, y, z]: Vector, positions: Float64Array): number {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < positions.length; i += 3) {
    const along = positions[i]! * x + positions[i + 1]! * y + positions[i + 2]! * z;
    if (along < low) low = along;
    if (along > high) high = along;
  }
  return high - low;
}

/** The normals of the hull's faces without those nearly the same, those of the largest faces first. */
function sideDirections(hull: ConvexHull['mesh']): Vector[] {
  const found = new Map<string, { direction: Vector; area: number }>();
  for (let i = 0; i < hull.indices.length / 3; i++) {
    const [a, b, c] = cornersOf(hull, i);
    const normal = cross(minus(b, a), minus(c, a));
    const area = Math.hypot(...normal);
    // Opposite sides give the same boxes.
    const [x, y, z] = unit(normal);
    const sign = x < -1e-7 || (x < 1e-7 && (y < -1e-7 || (y < 1e-7 && z < 0))) ? -1 : 1;
    const key = [x, y, z].map((value) => Math.round(value * sign * 1e5)).join(' ');
    const known = found.get(key);
    if (known === undefined) found.set(key, { direction: [x, y, z], area });
    else known.area += area;
  }
  return [...found.values()]
    .sort((a, b) => b.area - a.area)
    .slice(0, mostSides)
    .map(({ direction }) => direction);
}

/** The smallest box with this axis. */
function turnAbout(axis: Vector, positions: Float64Array): Axes {
  const u = perpendicularTo(axis);
  const v = cross(axis, u);
  const points = Array.from({ length: positions.length / 3 }, (_, i): Point => {
    const point = pointAt(positions, i);
    return [dot(point, u), dot(point, v)];
  });
  const [x, y] = smallestRectangle(points);
  const first = unit(plus(times(u, x), times(v, y)));
  return [axis, first, cross(axis, first)];
}

/** Turns about many axes by ever smaller angles while the box shrinks; finally about its own axes. */
function improve(start: Axes, positions: Float64Array): Axes {
  let best = start;
  let least = volumeIn(start, positions);
  const take = (axes: Axes): boolean => {
    const volume = volumeIn(axes, positions);
    if (volume >= least) return false;
    best = axes;
    least = volume;
    return true;
  };
  for (let angle = 0.2; angle > 1e-6; angle /= 2) {
    for (let round = 0; round < 4; round++) {
      let isBetter = false;
      for (const about of turns) {
        isBetter = take(turned(best, about, angle)) || isBetter;
        isBetter = take(turned(best, about, -angle)) || isBetter;
      }
      if (!isBetter) break;
    }
  }
  for (let round = 0; round < 3; round++) for (const axis of best) take(turnAbout(axis, positions));
  return best;
}

/** By Rodrigues' formula. */
function turned(axes: Axes, about: Vector, angle: number): Axes {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const turn = (v: Vector): Vector =>
    plus(plus(times(v, cosine), times(cross(about, v), sine)), times(about, dot(about, v) * (1 - cosine)));
  const first = unit(turn(axes[0]));
  const second = turn(axes[1]);
  // Thousands of turns must not make the right angles drift.
  const square = unit(minus(second, times(first, dot(first, second))));
  return [first, square, cross(first, square)];
}

/** Directions spread evenly over a half ball. */
const turns: readonly Vector[] = Array.from({ length: 13 }, (_, i) => {
  const z = 1 - (i + 0.5) / 13;
  const angle = i * Math.PI * (3 - Math.sqrt(5));
  return [Math.sqrt(1 - z * z) * Math.cos(angle), Math.sqrt(1 - z * z) * Math.sin(angle), z];
});

/** Orientations spread evenly by a spiral of quaternions (Alexa, Super-Fibonacci Spirals, 2022). */
function spreadOut(): Axes[] {
  const psi = 1.533751168755204;
  return Array.from({ length: spread }, (_, i): Axes => {
    const s = i + 0.5;
    const [r, q] = [Math.sqrt(s / spread), Math.sqrt(1 - s / spread)];
    const [a, b] = [(2 * Math.PI * s) / Math.SQRT2, (2 * Math.PI * s) / psi];
    const [x, y, z, w] = [r * Math.sin(a), r * Math.cos(a), q * Math.sin(b), q * Math.cos(b)];
    return [
      [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
      [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
      [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
    ];
  });
}

/** The box around all corners of the part, including those that a bounded hull leaves out. */
function boxIn(axes: Axes, corners: Float64Array): OrientedBox {
  const sides = axes
    .map((direction) => ({ direction, length: extentIn(direction, corners) }))
    .sort((a, b) => b.length - a.length) as [Side, Side, Side];
  const [a, b, c] = sides;
  return {
    axes: [a.direction, b.direction, c.direction],
    size: [a.length, b.length, c.length],
    volume: a.length * b.length * c.length,
  };
}

interface Side {
  readonly direction: Vector;
  readonly length: number;
}
