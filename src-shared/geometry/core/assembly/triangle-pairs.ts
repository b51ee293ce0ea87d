/**
 * Whether two triangles can intersect: the tests of checks/triangle-crossing.ts that rule it out, to the bit.
 * RAW has the corners of every place, USES its three vertices, and SCRATCH its plane.
 */
import { baseOf, RAW, SCRATCH, USES } from './regions';

/** A plane: its unit normal (f64 x, y, z), and 1 (u32) if it has one. It goes through the first corner. */
export const PLANE: usize = 32;

let tolerance: f64 = 0;
let corners: usize = 0;
let vertices: usize = 0;
let planes: usize = 0;

/** Call before the others. `closeness`: how close counts as touching. */
export function beginPairs(closeness: f64): void {
  tolerance = closeness;
  corners = baseOf(RAW);
  vertices = baseOf(USES);
  planes = baseOf(SCRATCH);
}

/**
 * Whether two triangles may intersect: each against the plane of the other, both at once and without a
 * branch. Of each two bits, the low one is about a corner of b and the high one about one of a.
 */
// @ts-ignore: decorator
@inline
export function mayCross<T>(a: u32, b: u32): bool {
  const planeA = planes + <usize>a * PLANE;
  const planeB = planes + <usize>b * PLANE;
  const vertexA = vertices + <usize>a * 12;
  const vertexB = vertices + <usize>b * 12;
  const inA = commonCorners(vertexB, vertexA);
  const common = popcnt(inA);
  const apart = ~(spread(inA) | (spread(commonCorners(vertexA, vertexB)) << 1));
  const row: usize = sizeof<T>() * 3;
  const cornersA = corners + <usize>a * row * 3;
  const cornersB = corners + <usize>b * row * 3;
  const nx = pair<f64>(planeA, planeB);
  const ny = pair<f64>(planeA + 8, planeB + 8);
  const nz = pair<f64>(planeA + 16, planeB + 16);
  const x = pair<T>(cornersA, cornersB);
  const y = pair<T>(cornersA + sizeof<T>(), cornersB + sizeof<T>());
  const z = pair<T>(cornersA + sizeof<T>() * 2, cornersB + sizeof<T>() * 2);
  const d0 = distances<T>(cornersB, cornersA, nx, ny, nz, x, y, z);
  const d1 = distances<T>(cornersB + row, cornersA + row, nx, ny, nz, x, y, z);
  const d2 = distances<T>(cornersB + row * 2, cornersA + row * 2, nx, ny, nz, x, y, z);
  const far = f64x2.splat(tolerance);
  const front = bitsOf(f64x2.gt(d0, far), f64x2.gt(d1, far), f64x2.gt(d2, far)) & apart;
  const back = f64x2.splat(-tolerance);
  const behind = bitsOf(f64x2.lt(d0, back), f64x2.lt(d1, back), f64x2.lt(d2, back)) & apart;
  const isB = <i32>load<u32>(planeB, 24) & <i32>(common < 2) & mayMeet(front >> 1, behind >> 1, common);
  const mayBe = select<i32>(isB, mayStand(front, behind, common), straddles(front, behind));
  return (<i32>(common < 3) & <i32>load<u32>(planeA, 24) & mayBe) != 0;
}

/** A bit for each corner of the triangle with its vertices at `one` that is also one at `other`. */
// @ts-ignore: decorator
@inline
function commonCorners(one: usize, other: usize): i32 {
  const own = v128.load(one);
  const first = i32x4.eq(own, v128.load32_splat(other));
  const second = i32x4.eq(own, v128.load32_splat(other, 4));
  const third = i32x4.eq(own, v128.load32_splat(other, 8));
  return i32x4.bitmask(v128.or(v128.or(first, second), third)) & 7;
}

/** Three bits, each followed by a free one. */
// @ts-ignore: decorator
@inline
function spread(bits: i32): i32 {
  return (bits & 1) | ((bits & 2) << 1) | ((bits & 4) << 2);
}

/** Two numbers as f64, side by side. */
// @ts-ignore: decorator
@inline
function pair<T>(one: usize, other: usize): v128 {
  if (sizeof<T>() == 8) return v128.load64_lane(other, v128.load64_zero(one), 1);
  return f64x2.promote_low_f32x4(v128.load32_lane(other, v128.load32_zero(one), 1));
}

/** How far two corners lie before two planes, given by their normals and points. */
// @ts-ignore: decorator
@inline
function distances<T>(
  one: usize,
  other: usize,
  nx: v128,
  ny: v128,
  nz: v128,
  x: v128,
  y: v128,
  z: v128,
): v128 {
  const size: usize = sizeof<T>();
  const alongX = f64x2.mul(nx, f64x2.sub(pair<T>(one, other), x));
  const alongY = f64x2.mul(ny, f64x2.sub(pair<T>(one + size, other + size), y));
  const alongZ = f64x2.mul(nz, f64x2.sub(pair<T>(one + size * 2, other + size * 2), z));
  return f64x2.add(f64x2.add(alongX, alongY), alongZ);
}

// @ts-ignore: decorator
@inline
function bitsOf(first: v128, second: v128, third: v128): i32 {
  return i64x2.bitmask(first) | (i64x2.bitmask(second) << 2) | (i64x2.bitmask(third) << 4);
}

/** The low bit of each two. */
const LOW: i32 = 21;

// @ts-ignore: decorator
@inline
function straddles(front: i32, behind: i32): i32 {
  return <i32>((front & LOW) != 0) & <i32>((behind & LOW) != 0);
}

/** Whether a triangle that does not straddle a plane lies in it, or stands on it with a side. */
// @ts-ignore: decorator
@inline
function mayStand(front: i32, behind: i32, common: i32): i32 {
  return <i32>(popcnt((front | behind) & LOW) <= <i32>(common < 2));
}

// @ts-ignore: decorator
@inline
function mayMeet(front: i32, behind: i32, common: i32): i32 {
  return straddles(front, behind) | mayStand(front, behind, common);
}

/** Whether both triangles straddle the plane of the other, and meet its line in different places. */
export function missOnLine<T>(a: u32, b: u32): bool {
  const planeA = planes + <usize>a * PLANE;
  const planeB = planes + <usize>b * PLANE;
  const vertexA = vertices + <usize>a * 12;
  const vertexB = vertices + <usize>b * 12;
  const row: usize = sizeof<T>() * 3;
  const cornersA = corners + <usize>a * row * 3;
  const cornersB = corners + <usize>b * row * 3;
  const inA = commonCorners(vertexB, vertexA);
  const b0 = inA & 1 ? 0 : distanceTo<T>(planeA, cornersA, cornersB);
  const b1 = inA & 2 ? 0 : distanceTo<T>(planeA, cornersA, cornersB + row);
  const b2 = inA & 4 ? 0 : distanceTo<T>(planeA, cornersA, cornersB + row * 2);
  if (!areOnBothSides(b0, b1, b2)) return false;
  const inB = commonCorners(vertexA, vertexB);
  const a0 = inB & 1 ? 0 : distanceTo<T>(planeB, cornersB, cornersA);
  const a1 = inB & 2 ? 0 : distanceTo<T>(planeB, cornersB, cornersA + row);
  const a2 = inB & 4 ? 0 : distanceTo<T>(planeB, cornersB, cornersA + row * 2);
  if (!areOnBothSides(a0, a1, a2)) return false;
  const ax = load<f64>(planeA);
  const ay = load<f64>(planeA, 8);
  const az = load<f64>(planeA, 16);
  const bx = load<f64>(planeB);
  const by = load<f64>(planeB, 8);
  const bz = load<f64>(planeB, 16);
  const dx = ay * bz - az * by;
  const dy = az * bx - ax * bz;
  const dz = ax * by - ay * bx;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (length == 0) return true;
  lineX = dx / length;
  lineY = dy / length;
  lineZ = dz / length;
  meetLine<T>(cornersA, a0, a1, a2, cornersA);
  const from = meetsFrom;
  const to = meetsTo;
  meetLine<T>(cornersB, b0, b1, b2, cornersA);
  return !(min(to, meetsTo) - max(from, meetsFrom) > tolerance * 4);
}

/** The line of two planes, and where a triangle meets it, along the line from a point. */
let lineX: f64 = 0;
let lineY: f64 = 0;
let lineZ: f64 = 0;
let meetsFrom: f64 = 0;
let meetsTo: f64 = 0;

/** Where the triangle at `at`, whose corners are `d0` to `d2` from the plane of the other, meets the line. */
function meetLine<T>(at: usize, d0: f64, d1: f64, d2: f64, point: usize): void {
  const row: usize = sizeof<T>() * 3;
  const along0 = alongLine<T>(at, point);
  const along1 = alongLine<T>(at + row, point);
  const along2 = alongLine<T>(at + row * 2, point);
  meetsFrom = Infinity;
  meetsTo = -Infinity;
  addMeeting(d0, d1, along0, along1);
  addMeeting(d1, d2, along1, along2);
  addMeeting(d2, d0, along2, along0);
}

// @ts-ignore: decorator
@inline
function alongLine<T>(at: usize, point: usize): f64 {
  const size: usize = sizeof<T>();
  const x = <f64>load<T>(at) - <f64>load<T>(point);
  const y = <f64>load<T>(at + size) - <f64>load<T>(point + size);
  const z = <f64>load<T>(at + size * 2) - <f64>load<T>(point + size * 2);
  return lineX * x + lineY * y + lineZ * z;
}

/** A corner on the line, or where the side to the next one crosses it. */
// @ts-ignore: decorator
@inline
function addMeeting(d: f64, next: f64, along: f64, nextAlong: f64): void {
  if (d == 0) meetAt(along);
  else if (d * next < 0) meetAt(along + ((nextAlong - along) * d) / (d - next));
}

// @ts-ignore: decorator
@inline
function meetAt(place: f64): void {
  if (place < meetsFrom) meetsFrom = place;
  if (place > meetsTo) meetsTo = place;
}

/** Zero within the tolerance. `origin`: the first corner of the triangle whose plane it is. */
// @ts-ignore: decorator
@inline
function distanceTo<T>(plane: usize, origin: usize, at: usize): f64 {
  const size: usize = sizeof<T>();
  const distance =
    load<f64>(plane) * (<f64>load<T>(at) - <f64>load<T>(origin)) +
    load<f64>(plane, 8) * (<f64>load<T>(at + size) - <f64>load<T>(origin + size)) +
    load<f64>(plane, 16) * (<f64>load<T>(at + size * 2) - <f64>load<T>(origin + size * 2));
  return distance <= tolerance && distance >= -tolerance ? 0 : distance;
}

// @ts-ignore: decorator
@inline
function areOnBothSides(one: f64, two: f64, three: f64): bool {
  return (one > 0 || two > 0 || three > 0) && (one < 0 || two < 0 || three < 0);
}

/** False for triangles thinner than the tolerance, which have no plane. */
export function planeOf<T>(at: usize, plane: usize): bool {
  const size: usize = sizeof<T>();
  const x = <f64>load<T>(at);
  const y = <f64>load<T>(at + size);
  const z = <f64>load<T>(at + size * 2);
  const ux = <f64>load<T>(at + size * 3) - x;
  const uy = <f64>load<T>(at + size * 4) - y;
  const uz = <f64>load<T>(at + size * 5) - z;
  const vx = <f64>load<T>(at + size * 6) - x;
  const vy = <f64>load<T>(at + size * 7) - y;
  const vz = <f64>load<T>(at + size * 8) - z;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const wx = ux - vx;
  const wy = uy - vy;
  const wz = uz - vz;
  const longest = max(
    max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz),
    wx * wx + wy * wy + wz * wz,
  );
  if (length <= Math.sqrt(longest) * tolerance) return false;
  store<f64>(plane, nx / length);
  store<f64>(plane, ny / length, 8);
  store<f64>(plane, nz / length, 16);
  return true;
}
