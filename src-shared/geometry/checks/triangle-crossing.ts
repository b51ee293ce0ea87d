/**
 * Tests whether two triangles intersect (after Moeller, "A fast triangle-triangle intersection test").
 *
 * [Note: how deep counts] Files round coordinates, so faces that were meant to touch overlap slightly. A
 * point closer to a plane than `tolerance` lies in it, and shorter intersections do not count: triangles that
 * only touch, and neighbours along their common edge or corner, never intersect. No printer could show the
 * difference.
 */

/**
 * No contact; intersecting; overlapping in one plane, facing the same way (`flat`) or opposite ways (`back`);
 * or one standing on the other with a side, which `standing` describes. The last is no intersection by
 * itself, but it is one if the face across that side stands on the back of the other face.
 */
export type Crossing = 'none' | 'through' | 'flat' | 'back' | 'a-stands' | 'b-stands';

/** With `a-stands` and `b-stands`: the first corner of the side (0 to 2), and 1 above the other face or -1 */
export const standing = { side: 0, above: 0 };

type Corners = Float32Array | Float64Array;

/** Reused by every call: distances of one triangle's corners from the other's plane. */
const da = new Float64Array(3);
const db = new Float64Array(3);
const interval = new Float64Array(4);

export const makePlane = (): Float64Array => new Float64Array(6);

const planeB = makePlane();

/**
 * @param corners x, y, z of three corners per triangle
 * @param a, b places of the first coordinate of either triangle
 * @param shared for each corner of a (0, 1, 2) the corner of b that is the same vertex, or -1
 * @param planeA from `planeOf`
 */
export function crossTriangles(
  corners: Corners,
  a: number,
  b: number,
  shared: Int8Array,
  planeA: Float64Array,
  tolerance: number,
): Crossing {
  let common = 0;
  for (let i = 0; i < 3; i++) if (shared[i]! >= 0) common++;
  if (common === 3) return 'none';
  for (let j = 0; j < 3; j++) {
    const isShared = shared[0] === j || shared[1] === j || shared[2] === j;
    db[j] = isShared ? 0 : distanceTo(planeA, corners, b + j * 3, tolerance);
  }
  if (!straddles(db)) {
    if (db[0] !== 0 || db[1] !== 0 || db[2] !== 0) {
      return common < 2 && standsOn(corners, b, db, a, planeA, tolerance) ? 'b-stands' : 'none';
    }
    if (!planeOf(corners, b, tolerance, planeB)) return 'none';
    if (!coverEachOther(corners, a, b, planeA, tolerance)) return 'none';
    return planeA[0]! * planeB[0]! + planeA[1]! * planeB[1]! + planeA[2]! * planeB[2]! > 0 ? 'flat' : 'back';
  }
  // Two triangles with a common edge meet nowhere else unless they lie in one plane.
  if (common === 2 || !planeOf(corners, b, tolerance, planeB)) return 'none';
  for (let i = 0; i < 3; i++) {
    da[i] = shared[i]! >= 0 ? 0 : distanceTo(planeB, corners, a + i * 3, tolerance);
  }
  if (!straddles(da)) {
    return common < 2 && standsOn(corners, a, da, b, planeB, tolerance) ? 'a-stands' : 'none';
  }
  const dx = planeA[1]! * planeB[2]! - planeA[2]! * planeB[1]!;
  const dy = planeA[2]! * planeB[0]! - planeA[0]! * planeB[2]!;
  const dz = planeA[0]! * planeB[1]! - planeA[1]! * planeB[0]!;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (length === 0) return 'none';
  const ox = corners[a]!;
  const oy = corners[a + 1]!;
  const oz = corners[a + 2]!;
  intervalOn(corners, a, da, dx / length, dy / length, dz / length, ox, oy, oz, 0);
  intervalOn(corners, b, db, dx / length, dy / length, dz / length, ox, oy, oz, 2);
  const overlap = Math.min(interval[1]!, interval[3]!) - Math.max(interval[0]!, interval[2]!);
  return overlap > tolerance * 4 ? 'through' : 'none';
}

/**
 * Unit normal and a point of the plane of the triangle at `at`, into `plane`.
 * @returns false for triangles thinner than the tolerance, which have no plane
 */
export function planeOf(corners: Corners, at: number, tolerance: number, plane: Float64Array): boolean {
  const ux = corners[at + 3]! - corners[at]!;
  const uy = corners[at + 4]! - corners[at + 1]!;
  const uz = corners[at + 5]! - corners[at + 2]!;
  const vx = corners[at + 6]! - corners[at]!;
  const vy = corners[at + 7]! - corners[at + 1]!;
  const vz = corners[at + 8]! - corners[at + 2]!;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const wx = ux - vx;
  const wy = uy - vy;
  const wz = uz - vz;
  const longest = Math.max(
    ux * ux + uy * uy + uz * uz,
    vx * vx + vy * vy + vz * vz,
    wx * wx + wy * wy + wz * wz,
  );
  if (length <= Math.sqrt(longest) * tolerance) return false;
  plane[0] = nx / length;
  plane[1] = ny / length;
  plane[2] = nz / length;
  // Relative to a corner, so that nothing is lost far from the origin.
  plane[3] = corners[at]!;
  plane[4] = corners[at + 1]!;
  plane[5] = corners[at + 2]!;
  return true;
}

function distanceTo(plane: Float64Array, corners: Corners, at: number, tolerance: number): number {
  const distance =
    plane[0]! * (corners[at]! - plane[3]!) +
    plane[1]! * (corners[at + 1]! - plane[4]!) +
    plane[2]! * (corners[at + 2]! - plane[5]!);
  return distance <= tolerance && distance >= -tolerance ? 0 : distance;
}

const straddles = (d: Float64Array): boolean =>
  (d[0]! > 0 || d[1]! > 0 || d[2]! > 0) && (d[0]! < 0 || d[1]! < 0 || d[2]! < 0);

/** Where a triangle that crosses the plane of the other meets the common line: start and end on it. */
function intervalOn(
  corners: Corners,
  at: number,
  d: Float64Array,
  dx: number,
  dy: number,
  dz: number,
  ox: number,
  oy: number,
  oz: number,
  into: number,
): void {
  let from = Infinity;
  let to = -Infinity;
  for (let i = 0; i < 3; i++) {
    const j = i === 2 ? 0 : i + 1;
    const p = at + i * 3;
    const along = dx * (corners[p]! - ox) + dy * (corners[p + 1]! - oy) + dz * (corners[p + 2]! - oz);
    if (d[i] === 0) {
      if (along < from) from = along;
      if (along > to) to = along;
    } else if (d[i]! * d[j]! < 0) {
      const q = at + j * 3;
      const next = dx * (corners[q]! - ox) + dy * (corners[q + 1]! - oy) + dz * (corners[q + 2]! - oz);
      const meets = along + ((next - along) * d[i]!) / (d[i]! - d[j]!);
      if (meets < from) from = meets;
      if (meets > to) to = meets;
    }
  }
  interval[into] = from;
  interval[into + 1] = to;
}

/** Whether a side of a triangle lies in another's plane, through its inside. @param d distances from it */
function standsOn(
  corners: Corners,
  at: number,
  d: Float64Array,
  other: number,
  plane: Float64Array,
  tolerance: number,
): boolean {
  const tip = d[0] !== 0 ? 0 : d[1] !== 0 ? 1 : 2;
  const from = (tip + 1) % 3;
  if (d[from] !== 0 || d[(tip + 2) % 3] !== 0) return false;
  const p = at + from * 3;
  const q = at + ((tip + 2) % 3) * 3;
  let low = 0;
  let high = 1;
  for (let i = 0; i < 3; i++) {
    inwardOf(corners, other, i, plane);
    const base = other + i * 3;
    const atP = depthBehind(corners, p, base) - tolerance;
    const atQ = depthBehind(corners, q, base) - tolerance;
    if (atP < 0 && atQ < 0) return false;
    if (atP < 0) low = Math.max(low, atP / (atP - atQ));
    else if (atQ < 0) high = Math.min(high, atP / (atP - atQ));
  }
  const length = Math.hypot(
    corners[q]! - corners[p]!,
    corners[q + 1]! - corners[p + 1]!,
    corners[q + 2]! - corners[p + 2]!,
  );
  if ((high - low) * length <= tolerance * 4) return false;
  standing.side = from;
  standing.above = d[tip]! > 0 ? 1 : -1;
  return true;
}

/** Whether two triangles in one plane overlap: no side of either separates them. */
function coverEachOther(
  corners: Corners,
  a: number,
  b: number,
  plane: Float64Array,
  tolerance: number,
): boolean {
  return !(keepsApart(corners, a, b, plane, tolerance) || keepsApart(corners, b, a, plane, tolerance));
}

function keepsApart(
  corners: Corners,
  own: number,
  other: number,
  plane: Float64Array,
  tolerance: number,
): boolean {
  for (let i = 0; i < 3; i++) {
    inwardOf(corners, own, i, plane);
    const base = own + i * 3;
    const most = Math.max(
      depthBehind(corners, other, base),
      depthBehind(corners, other + 3, base),
      depthBehind(corners, other + 6, base),
    );
    if (most <= tolerance * 4) return true;
  }
  return false;
}

/** Reused: the unit direction from a side of a triangle inward, within its plane. */
const inward = new Float64Array(3);

function inwardOf(corners: Corners, triangle: number, side: number, plane: Float64Array): void {
  const p = triangle + side * 3;
  const q = triangle + ((side + 1) % 3) * 3;
  const r = triangle + ((side + 2) % 3) * 3;
  const ex = corners[q]! - corners[p]!;
  const ey = corners[q + 1]! - corners[p + 1]!;
  const ez = corners[q + 2]! - corners[p + 2]!;
  const sx = plane[1]! * ez - plane[2]! * ey;
  const sy = plane[2]! * ex - plane[0]! * ez;
  const sz = plane[0]! * ey - plane[1]! * ex;
  const length = Math.sqrt(sx * sx + sy * sy + sz * sz) || 1;
  const towards =
    sx * (corners[r]! - corners[p]!) +
    sy * (corners[r + 1]! - corners[p + 1]!) +
    sz * (corners[r + 2]! - corners[p + 2]!);
  const scale = (towards < 0 ? -1 : 1) / length;
  inward[0] = sx * scale;
  inward[1] = sy * scale;
  inward[2] = sz * scale;
}

/** How far inward a point lies from the side that begins at `base`. */
const depthBehind = (corners: Corners, point: number, base: number): number =>
  inward[0]! * (corners[point]! - corners[base]!) +
  inward[1]! * (corners[point + 1]! - corners[base + 1]!) +
  inward[2]! * (corners[point + 2]! - corners[base + 2]!);
