/**
 * Which edges of a part's box carry its dimensions: those in front and at the right, seen from the camera.
 */
import type { Bounds, Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import type { ViewAxes } from './view.ts';

export type ScreenPoint = readonly [x: number, y: number];

export interface DimensionLine {
  readonly axis: 0 | 1 | 2;
  /** On the picture, CSS pixels: beside the box, parallel to its edge. */
  readonly from: ScreenPoint;
  readonly to: ScreenPoint;
  /** The ends of the edge itself. */
  readonly edge: readonly [ScreenPoint, ScreenPoint];
  /** mm. */
  readonly length: number;
}

/** From the box, pixels. */
const gap = 16;
/** An axis that points at the viewer by more than this, as a cosine, is not measured. */
const steepest = 0.95;
/** Shorter lines are too short for a label. */
const shortest = 22;

/** `project` gives null for points behind the camera. */
export function dimensionLines(
  { min, max }: Bounds,
  axes: ViewAxes,
  project: (points: readonly Vector[]) => readonly (ScreenPoint | null)[],
): DimensionLine[] {
  // An axis that points at the viewer has its near side at its upper end.
  const near = [axes.x, axes.y, axes.z].map((axis) => axis[2] > 1e-6);
  const corner = (high: readonly boolean[]): Vector => [
    high[0] ? max[0] : min[0],
    high[1] ? max[1] : min[1],
    high[2] ? max[2] : min[2],
  ];
  // Seen from above, lengths stand at the bottom; from below, at the top.
  const level = axes.z[2] < -1e-6;
  const along = (axis: 0 | 1 | 2, others: readonly boolean[]): readonly [Vector, Vector] => {
    const ends = [false, true].map((end) => corner(others.map((other, at) => (at === axis ? end : other))));
    return [ends[0]!, ends[1]!];
  };
  // The outermost upright edge; in perspective, of two behind each other the nearer one.
  const upright = [false, true].flatMap((x) => [false, true].map((y) => along(2, [x, y, false])));
  const middle = project([[(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2]])[0];
  if (!middle) return [];
  const edges = [
    along(0, [false, near[1]!, level]),
    along(1, [near[0]!, false, level]),
    upright.toSorted((a, b) => rightOf(project(b)) - rightOf(project(a)))[0]!,
  ];
  return edges.flatMap((edge, axis) => {
    const [from, to] = project(edge);
    const length = max[axis]! - min[axis]!;
    const isSteep = Math.abs([axes.x, axes.y, axes.z][axis]![2]) > steepest;
    return from && to && !isSteep ? beside(from, to, middle, axis as 0 | 1 | 2, length) : [];
  });
}

const rightOf = (points: readonly (ScreenPoint | null)[]): number =>
  points.reduce((most, point) => Math.max(most, point?.[0] ?? -Infinity), -Infinity);

function beside(
  from: ScreenPoint,
  to: ScreenPoint,
  middle: ScreenPoint,
  axis: 0 | 1 | 2,
  length: number,
): DimensionLine[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const shown = Math.hypot(dx, dy);
  if (shown < shortest) return [];
  let [nx, ny] = [-dy / shown, dx / shown];
  // Away from the part.
  if (nx * (middle[0] - from[0]) + ny * (middle[1] - from[1]) > 0) [nx, ny] = [-nx, -ny];
  const moved = ([x, y]: ScreenPoint): ScreenPoint => [x + nx * gap, y + ny * gap];
  return [{ axis, from: moved(from), to: moved(to), edge: [from, to], length }];
}
