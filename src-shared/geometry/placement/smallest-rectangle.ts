/** The smallest rectangle around points in a plane: one of its sides lies on a side of their convex hull. */

export type Point = readonly [x: number, y: number];

/** The direction of one side of the smallest rectangle. At least three points not on one line. */
export function smallestRectangle(points: readonly Point[]): Point {
  const hull = hullOf(points);
  const count = hull.length;
  if (count < 3) return [1, 0];
  let best: Point = [1, 0];
  let least = Infinity;
  // The calipers: the hull's farthest points to the right, above and to the left of each side, which only
  // move on.
  let right = 1;
  let top = 1;
  let left = 1;
  for (let i = 0; i < count; i++) {
    const from = hull[i]!;
    const to = hull[(i + 1) % count]!;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const x = (to[0] - from[0]) / length;
    const y = (to[1] - from[1]) / length;
    const along = (at: number): number => hull[at % count]![0] * x + hull[at % count]![1] * y;
    const above = (at: number): number => hull[at % count]![1] * x - hull[at % count]![0] * y;
    right = Math.max(right, i + 1);
    while (along(right + 1) > along(right)) right++;
    top = Math.max(top, right);
    while (above(top + 1) > above(top)) top++;
    left = Math.max(left, top);
    while (along(left + 1) < along(left)) left++;
    const area = (along(right) - along(left)) * (above(top) - above(i));
    if (area >= least) continue;
    least = area;
    best = [x, y];
  }
  return best;
}

/** Counter-clockwise, without points on its sides (Andrew's monotone chain). */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (ordered: readonly Point[]): Point[] => {
    const corners: Point[] = [];
    for (const point of ordered) {
      while (corners.length > 1 && !turnsLeft(corners.at(-2)!, corners.at(-1)!, point)) corners.pop();
      corners.push(point);
    }
    corners.pop();
    return corners;
  };
  return [...chain(sorted), ...chain(sorted.toReversed())];
}

const turnsLeft = (a: Point, b: Point, c: Point): boolean =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
