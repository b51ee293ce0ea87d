/** The convex hull of points in a plane (Andrew's monotone chain), for flat parts and for the minimal box. */

/**
 * @param us, vs coordinates of the points
 * @returns numbers of the corners, counter-clockwise, without points on the sides; fewer than three where all
 * points lie on a line
 */
export function flatHull(us: ArrayLike<number>, vs: ArrayLike<number>): number[] {
  const order = Uint32Array.from({ length: us.length }, (_, i) => i);
  order.sort((a, b) => us[a]! - us[b]! || vs[a]! - vs[b]! || a - b);
  const corners: number[] = [];
  const addChain = (from: number, to: number, step: 1 | -1): void => {
    const base = corners.length;
    for (let i = from; i !== to; i += step) {
      const point = order[i]!;
      while (corners.length >= base + 2 && turn(us, vs, corners.at(-2)!, corners.at(-1)!, point) <= 0) {
        corners.pop();
      }
      corners.push(point);
    }
    // The last point of a chain is the first of the next one.
    corners.pop();
  };
  if (order.length === 0) return [];
  addChain(0, order.length, 1);
  addChain(order.length - 1, -1, -1);
  if (corners.length === 0) return [order[0]!];
  const [first, second] = corners as [number, number];
  const isPoint = corners.length === 2 && us[first] === us[second] && vs[first] === vs[second];
  return isPoint ? [first] : corners;
}

const turn = (us: ArrayLike<number>, vs: ArrayLike<number>, a: number, b: number, c: number): number =>
  (us[b]! - us[a]!) * (vs[c]! - vs[a]!) - (vs[b]! - vs[a]!) * (us[c]! - us[a]!);
