/**
 * Finds the pairs of triangles that may intersect: the search of checks/self-intersections.ts, which explains
 * it. It leaves out pairs that `crossTriangles` would answer with `none`; in a sound mesh, hardly any pair
 * remains.
 *
 * RAW has the corners of every place, USES its three vertices, TABLE its box, SCRATCH its plane, INDICES the
 * first place of every leaf, and RECORDS the box of every node. INPUT gets two places (u32) a pair.
 */
import { baseOf, INDICES, INPUT, RAW, RECORDS, SCRATCH, TABLE } from './regions';
import { beginPairs, mayCross, missOnLine, PLANE, planeOf } from './triangle-pairs';

/**
 * Pairs whose boxes overlap wait here until a leaf is done. Every pair is written, and only the end of the
 * list decides whether it stays: a branch on something so random would be mispredicted every third time.
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
let limit: usize = 0;
let places: usize = 0;
let nodes: usize = 0;
let boxes: usize = 0;

/**
 * Searches from leaf `leaf` until `last`, until more than `budget` pairs were examined, or until `most` pairs
 * are found. A leaf whose pairs do not fit is not counted. @returns the number of pairs
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
  limit = pairs + <usize>most * 8;
  beginPairs(closeness);
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

/** Writes box and plane of every place: most triangles meet the boxes of a dozen others. */
export function describePlaces<T>(faces: u32, closeness: f64): void {
  const size: usize = sizeof<T>();
  let at = baseOf(RAW);
  let box = baseOf(TABLE);
  let plane = baseOf(SCRATCH);
  beginPairs(closeness);
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

/** Writes the pairs near each other that may intersect. False if there is no space. */
function keepNear<T>(): bool {
  const start = found;
  for (let at = near; at < nearEnd; at += 8) {
    if (found >= limit) return false;
    const a = load<u32>(at);
    const b = load<u32>(at, 4);
    store<u32>(found, a);
    store<u32>(found, b, 4);
    found += mayCross<T>(a, b) ? 8 : 0;
  }
  nearEnd = near;
  // One pair in twenty is left, nearly always of neighbours.
  let end = start;
  for (let at = start; at < found; at += 8) {
    const a = load<u32>(at);
    const b = load<u32>(at, 4);
    if (missOnLine<T>(a, b)) continue;
    store<u32>(end, a);
    store<u32>(end, b, 4);
    end += 8;
  }
  found = end;
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
