/** The nearest point of a triangle. */

/** Square of the distance to a triangle; `nearest` gets that point (Ericson, Collision Detection, 5.1.5). */
export function squareToTriangle(
  corners: Float32Array | Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  nearest: Float64Array,
): number {
  const ax = corners[at]!;
  const ay = corners[at + 1]!;
  const az = corners[at + 2]!;
  const ux = corners[at + 3]! - ax;
  const uy = corners[at + 4]! - ay;
  const uz = corners[at + 5]! - az;
  const vx = corners[at + 6]! - ax;
  const vy = corners[at + 7]! - ay;
  const vz = corners[at + 8]! - az;
  const px = x - ax;
  const py = y - ay;
  const pz = z - az;
  const d1 = ux * px + uy * py + uz * pz;
  const d2 = vx * px + vy * py + vz * pz;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const d3 = d1 - uu;
  const d4 = d2 - uv;
  const d5 = d1 - uv;
  const d6 = d2 - vv;
  const va = d3 * d6 - d5 * d4;
  const vb = d5 * d2 - d1 * d6;
  const vc = d1 * d4 - d3 * d2;
  let s = 0;
  let t = 0;
  if (d1 <= 0 && d2 <= 0) {
    s = 0;
  } else if (d3 >= 0 && d4 <= d3) {
    s = 1;
  } else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    s = d1 / (d1 - d3);
  } else if (d6 >= 0 && d5 <= d6) {
    t = 1;
  } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    t = d2 / (d2 - d6);
  } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    t = (d4 - d3) / (d4 - d3 + (d5 - d6));
    s = 1 - t;
  } else {
    const sum = va + vb + vc;
    s = vb / sum;
    t = vc / sum;
  }
  // A triangle without area divides 0 by 0; its first corner is as good as any.
  if (!(s >= 0 && t >= 0)) {
    s = 0;
    t = 0;
  }
  const qx = ax + s * ux + t * vx;
  const qy = ay + s * uy + t * vy;
  const qz = az + s * uz + t * vz;
  nearest[0] = qx;
  nearest[1] = qy;
  nearest[2] = qz;
  return (x - qx) ** 2 + (y - qy) ** 2 + (z - qz) ** 2;
}
