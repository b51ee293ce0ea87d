/** The circle through points that nearly lie on one. */
import type { Vector } from '../mesh/mesh.ts';
import { cross, dot, minus, perpendicularTo, plus, times } from '../mesh/vectors.ts';

export interface Circle {
  readonly centre: Vector;
  readonly radius: number;
  /** How far the farthest point is from it, along the radius. */
  readonly error: number;
}

/**
 * The circle about `axis` (length 1) that fits the points best: least squares of the squared radii (Kasa,
 * 1976). The centre lies in the plane of the first point. @returns null for points in one line
 */
export function fitCircle(points: readonly Vector[], axis: Vector): Circle | null {
  const [origin] = points;
  if (origin === undefined || points.length < 3) return null;
  const u = perpendicularTo(axis);
  const v = cross(axis, u);
  const flat = points.map((point) => {
    const from = minus(point, origin);
    return [dot(from, u), dot(from, v)] as const;
  });
  const mean = (of: (x: number, y: number) => number): number =>
    flat.reduce((sum, [x, y]) => sum + of(x, y), 0) / flat.length;
  const [mx, my] = [mean((x) => x), mean((_, y) => y)];
  const xx = mean((x) => (x - mx) ** 2);
  const yy = mean((_, y) => (y - my) ** 2);
  const xy = mean((x, y) => (x - mx) * (y - my));
  const square = (x: number, y: number) => (x - mx) ** 2 + (y - my) ** 2;
  const xr = mean((x, y) => (x - mx) * square(x, y));
  const yr = mean((x, y) => (y - my) * square(x, y));
  const determinant = xx * yy - xy * xy;
  if (!(determinant > 1e-10 * (xx + yy) ** 2)) return null;
  const cx = mx + (xr * yy - yr * xy) / determinant / 2;
  const cy = my + (yr * xx - xr * xy) / determinant / 2;
  const radii = flat.map(([x, y]) => Math.hypot(x - cx, y - cy));
  const radius = radii.reduce((sum, value) => sum + value, 0) / radii.length;
  return {
    centre: plus(origin, plus(times(u, cx), times(v, cy))),
    radius,
    error: Math.max(...radii.map((value) => Math.abs(value - radius))),
  };
}
