/**
 * Finds the pairs of triangles that may intersect: the search of checks/self-intersections.ts and the first steps of
 * checks/triangle-crossing.ts, which explain it, with the same sums in the same order. What is left out here is what
 * `crossTriangles` answers with `none`; one pair in twenty remains for it.
 *
 * RAW has the corners of every place, USES its three vertices, TABLE its box, INDICES the first place of every leaf, and
 * RECORDS the box of every node. INPUT gets two places (u32) a pair.
 */
import { baseOf, INDICES, INPUT, RAW, RECORDS, TABLE, USES } from './regions';

const LEAF: usize = 4;

/** Of each triangle of the leaf: six f64 of its plane, and 1 (u32) if it has a plane. */
const planes: usize = memory.data(LEAF * 48, 16);
const hasPlane: usize = memory.data(LEAF * 4, 16);
const otherPlane: usize = memory.data(48, 16);
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

/** Writes the box of every place. */
export function boxPlaces<T>(faces: u32): void {
  const size: usize = sizeof<T>();
  let at = baseOf(RAW);
  let box = baseOf(TABLE);
  for (let place: u32 = 0; place < faces; place++) {
    for (let axis: usize = 0; axis < 3; axis++) {
      const a = load<T>(at + axis * size);
      const b = load<T>(at + (axis + 3) * size);
      const c = load<T>(at + (axis + 6) * size);
      store<T>(box + axis * size, min<T>(min<T>(a, b), c));
      store<T>(box + (axis + 3) * size, max<T>(max<T>(a, b), c));
    }
    at += size * 9;
    box += size * 6;
  }
}

/** False if the pairs do not fit. */
function searchFrom<T>(leaf: u32, leaves: u32): bool {
  const box: usize = sizeof<T>() * 6;
  const first = load<u32>(places + (<usize>leaf << 2));
  const end = load<u32>(places + (<usize>leaf << 2), 4);
  for (let place = first; place < end; place++) {
    const own = <usize>(place - first);
    const at = corners + <usize>place * sizeof<T>() * 9;
    store<u32>(hasPlane + (own << 2), planeOf<T>(at, planes + own * 48) ? 1 : 0);
  }
  for (let a = first; a < end; a++) {
    for (let b = a + 1; b < end; b++) {
      examined += 1;
      if (areApart<T>(boxes + <usize>a * box, boxes + <usize>b * box)) continue;
      if (!keep<T>(a - first, a, b)) return false;
    }
  }
  for (let node = leaves + leaf; node > 1; node >>= 1) {
    if ((node & 1) == 0 && !descend<T>(node + 1, leaves, nodes + <usize>(leaves + leaf) * box, first, end))
      return false;
  }
  return true;
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
    for (; b < otherEnd; b++) {
      const boxB = boxes + <usize>b * box;
      if (areApart<T>(boxB, leafBox)) continue;
      for (let a = first; a < end; a++) {
        if (areApart<T>(boxB, boxes + <usize>a * box)) continue;
        if (!keep<T>(a - first, a, b)) return false;
      }
    }
  }
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

/** Writes the pair unless it cannot intersect. False if there is no room. */
// @ts-ignore: decorator
@inline
function keep<T>(own: u32, a: u32, b: u32): bool {
  if (!mayCross<T>(own, a, b)) return true;
  if (found >= room) return false;
  store<u32>(found, a);
  store<u32>(found, b, 4);
  found += 8;
  return true;
}

function mayCross<T>(own: u32, a: u32, b: u32): bool {
  if (load<u32>(hasPlane + (<usize>own << 2)) == 0) return false;
  const vertexA = vertices + <usize>a * 12;
  const vertexB = vertices + <usize>b * 12;
  const inB = commonCorners(vertexB, vertexA);
  const common = popcnt(inB);
  if (common == 3) return false;
  const size: usize = sizeof<T>() * 3;
  const cornersB = corners + <usize>b * size * 3;
  const sidesB = sidesOf<T>(planes + <usize>own * 48, cornersB, inB);
  if (!straddles(sidesB)) return mayStand(sidesB, common);
  if (common == 2 || !planeOf<T>(cornersB, otherPlane)) return false;
  const cornersA = corners + <usize>a * size * 3;
  const sidesA = sidesOf<T>(otherPlane, cornersA, commonCorners(vertexA, vertexB));
  return straddles(sidesA) || mayStand(sidesA, common);
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

/** Bits 0 to 2: corners in front of the plane; bits 4 to 6: those behind it. Corners in `common` count as within. */
// @ts-ignore: decorator
@inline
function sidesOf<T>(plane: usize, at: usize, common: i32): i32 {
  const d0 = distanceTo<T>(plane, at);
  const d1 = distanceTo<T>(plane, at + sizeof<T>() * 3);
  const d2 = distanceTo<T>(plane, at + sizeof<T>() * 6);
  const front = <i32>(d0 > tolerance) | (<i32>(d1 > tolerance) << 1) | (<i32>(d2 > tolerance) << 2);
  const behind = <i32>(d0 < -tolerance) | (<i32>(d1 < -tolerance) << 1) | (<i32>(d2 < -tolerance) << 2);
  return (front | (behind << 4)) & ~(common * 17);
}

// @ts-ignore: decorator
@inline
function straddles(sides: i32): bool {
  return (<i32>((sides & 7) != 0) & <i32>((sides & 112) != 0)) != 0;
}

/** Whether a triangle that does not straddle a plane lies in it, or stands on it with a side. */
// @ts-ignore: decorator
@inline
function mayStand(sides: i32, common: i32): bool {
  const away = popcnt(sides);
  return (<i32>(away == 0) | (<i32>(away == 1) & <i32>(common < 2))) != 0;
}

// @ts-ignore: decorator
@inline
function distanceTo<T>(plane: usize, at: usize): f64 {
  return (
    load<f64>(plane) * (<f64>load<T>(at) - load<f64>(plane, 24)) +
    load<f64>(plane, 8) * (<f64>load<T>(at + sizeof<T>()) - load<f64>(plane, 32)) +
    load<f64>(plane, 16) * (<f64>load<T>(at + sizeof<T>() * 2) - load<f64>(plane, 40))
  );
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
  store<f64>(plane, x, 24);
  store<f64>(plane, y, 32);
  store<f64>(plane, z, 40);
  return true;
}
