/**
 * Finds the pairs of triangles that may intersect: the search of checks/self-intersections.ts and the first steps of
 * checks/triangle-crossing.ts, which explain it, with the same sums in the same order. What is left out here is what
 * `crossTriangles` answers with `none`; one pair in twenty remains for it.
 *
 * RAW has the corners of every place, USES its three vertices, TABLE its box, SCRATCH its plane, INDICES the first place of
 * every leaf, and RECORDS the box of every node. INPUT gets two places (u32) a pair.
 */
import { baseOf, INDICES, INPUT, RAW, RECORDS, SCRATCH, TABLE, USES } from './regions';

/** A plane: its unit normal (f64 x, y, z), and 1 (u32) if it has one. It goes through the first corner. */
const PLANE: usize = 32;

/**
 * Pairs whose boxes overlap wait here until a leaf is done. Whether they do is as good as random, so they are written in any
 * case and kept by counting on: a branch would be guessed wrongly every third time.
 */
const MOST_NEAR: usize = 1024;
const near: usize = memory.data((1024 + 16) * 8, 16);
let nearEnd: usize = near;

/** The triangles of another leaf whose boxes overlap that of the leaf. */
const others: usize = memory.data(4 * 4, 16);

const waiting: usize = memory.data(64 * 4, 16);

/** Where the last search ended: its leaf, and the number of pairs that it examined. */
export let nextLeaf: u32 = 0;
export let examined: f64 = 0;

let found: usize = 0;
let room: usize = 0;
let tolerance: f64 = 0;
let corners: usize = 0;
let vertices: usize = 0;
let places: usize = 0;
let nodes: usize = 0;
let boxes: usize = 0;
let planes: usize = 0;

/**
 * Searches from leaf `leaf` until `last`, until more than `budget` pairs were examined, or until `most` pairs are found.
 * A leaf whose pairs do not fit is not counted.
 * @returns the number of pairs
 */
export function findPairs<T>(
  leaf: u32,
  last: u32,
  leaves: u32,
  budget: f64,
  most: u32,
  closeness: f64,
): u32 {
  const pairs = baseOf(INPUT);
  found = pairs;
  room = pairs + <usize>most * 8;
  tolerance = closeness;
  corners = baseOf(RAW);
  vertices = baseOf(USES);
  places = baseOf(INDICES);
  nodes = baseOf(RECORDS);
  boxes = baseOf(TABLE);
  planes = baseOf(SCRATCH);
  examined = 0;
  for (; leaf < last && examined < budget; leaf++) {
    const before = found;
    const examinedBefore = examined;
    if (!searchFrom<T>(leaf, leaves)) {
      found = before;
      examined = examinedBefore;
      break;
    }
  }
  nextLeaf = leaf;
  return <u32>((found - pairs) >> 3);
}

/** Writes box and plane of every place: most triangles meet the boxes of a dozen others. */
export function describePlaces<T>(faces: u32, closeness: f64): void {
  const size: usize = sizeof<T>();
  let at = baseOf(RAW);
  let box = baseOf(TABLE);
  let plane = baseOf(SCRATCH);
  tolerance = closeness;
  for (let place: u32 = 0; place < faces; place++) {
    for (let axis: usize = 0; axis < 3; axis++) {
      const a = load<T>(at + axis * size);
      const b = load<T>(at + (axis + 3) * size);
      const c = load<T>(at + (axis + 6) * size);
      store<T>(box + axis * size, min<T>(min<T>(a, b), c));
      store<T>(box + (axis + 3) * size, max<T>(max<T>(a, b), c));
    }
    store<u32>(plane, planeOf<T>(at, plane) ? 1 : 0, 24);
    at += size * 9;
    box += size * 6;
    plane += PLANE;
  }
}

/** False if the pairs do not fit. */
function searchFrom<T>(leaf: u32, leaves: u32): bool {
  const box: usize = sizeof<T>() * 6;
  const first = load<u32>(places + (<usize>leaf << 2));
  const end = load<u32>(places + (<usize>leaf << 2), 4);
  nearEnd = near;
  for (let a = first; a < end; a++) {
    for (let b = a + 1; b < end; b++) {
      examined += 1;
      addIfNear<T>(a, b, boxes + <usize>b * box);
    }
  }
  for (let node = leaves + leaf; node > 1; node >>= 1) {
    if ((node & 1) == 0 && !descend<T>(node + 1, leaves, nodes + <usize>(leaves + leaf) * box, first, end))
      return false;
  }
  return keepNear<T>();
}

/** Searches below a node. `leafBox`: the box of the leaf whose places are `first` to `end`. */
function descend<T>(from: u32, leaves: u32, leafBox: usize, first: u32, end: u32): bool {
  const box: usize = sizeof<T>() * 6;
  let depth = waiting + 4;
  store<u32>(waiting, from);
  while (depth > waiting) {
    depth -= 4;
    const node = load<u32>(depth);
    if (areApart<T>(nodes + <usize>node * box, leafBox)) continue;
    if (node < leaves) {
      store<u32>(depth, node * 2);
      store<u32>(depth, node * 2 + 1, 4);
      depth += 8;
      continue;
    }
    const other = places + (<usize>(node - leaves) << 2);
    const otherEnd = load<u32>(other, 4);
    let b = load<u32>(other);
    examined += <f64>((otherEnd - b) * (end - first));
    let othersEnd = others;
    for (; b < otherEnd; b++) {
      store<u32>(othersEnd, b);
      othersEnd += areApart<T>(boxes + <usize>b * box, leafBox) ? 0 : 4;
    }
    for (let at = others; at < othersEnd; at += 4) {
      b = load<u32>(at);
      for (let a = first; a < end; a++) addIfNear<T>(a, b, boxes + <usize>b * box);
    }
    if (nearEnd >= near + MOST_NEAR * 8 && !keepNear<T>()) return false;
  }
  return true;
}

// @ts-ignore: decorator
@inline
function addIfNear<T>(a: u32, b: u32, boxB: usize): void {
  store<u32>(nearEnd, a);
  store<u32>(nearEnd, b, 4);
  nearEnd += areApart<T>(boxB, boxes + <usize>a * sizeof<T>() * 6) ? 0 : 8;
}

/** Writes the pairs near each other that may intersect. False if there is no room. */
function keepNear<T>(): bool {
  for (let at = near; at < nearEnd; at += 8) {
    if (found >= room) return false;
    const a = load<u32>(at);
    const b = load<u32>(at, 4);
    store<u32>(found, a);
    store<u32>(found, b, 4);
    found += mayCross<T>(a, b) ? 8 : 0;
  }
  nearEnd = near;
  return true;
}

/** Whether two boxes, each min x, y, z and max x, y, z, have no point in common. */
// @ts-ignore: decorator
@inline
function areApart<T>(one: usize, other: usize): bool {
  if (sizeof<T>() == 4) {
    // The fourth number of each belongs to something else.
    const isBehind = f32x4.gt(v128.load(one), v128.load(other, 12));
    const isBefore = f32x4.lt(v128.load(one, 12), v128.load(other));
    return (i32x4.bitmask(v128.or(isBehind, isBefore)) & 7) != 0;
  }
  return (
    load<f64>(one) > load<f64>(other, 24) ||
    load<f64>(one, 24) < load<f64>(other) ||
    load<f64>(one, 8) > load<f64>(other, 32) ||
    load<f64>(one, 32) < load<f64>(other, 8) ||
    load<f64>(one, 16) > load<f64>(other, 40) ||
    load<f64>(one, 40) < load<f64>(other, 16)
  );
}

/**
 * Whether two triangles may intersect: each against the plane of the other, both at once and without a branch, although
 * the second is often not needed. Of each two bits, the low one is about a corner of b and the high one about one of a.
 */
// @ts-ignore: decorator
@inline
function mayCross<T>(a: u32, b: u32): bool {
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

/** A bit for each corner of the triangle whose vertices are at `one` that is one of the vertices at `other`. */
// @ts-ignore: decorator
@inline
function commonCorners(one: usize, other: usize): i32 {
  const own = v128.load(one);
  const first = i32x4.eq(own, v128.load32_splat(other));
  const second = i32x4.eq(own, v128.load32_splat(other, 4));
  const third = i32x4.eq(own, v128.load32_splat(other, 8));
  return i32x4.bitmask(v128.or(v128.or(first, second), third)) & 7;
}

/** Three bits, with room for another one after each. */
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

/** How far two corners lie in front of their planes, whose normals and points the rest is. */
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

function planeOf<T>(at: usize, plane: usize): bool {
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
