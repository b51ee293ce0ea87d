/**
 * The tree of boxes of mesh/triangle-tree.ts, which explains it: the same comparisons in the same order.
 * TABLE has the positions, OVERFLOW three vertex numbers a face and INDICES the first place of every leaf.
 * RECORDS gets the boxes, RAW the corners and PARENTS the face of every place.
 */
import { baseOf, INDICES, OVERFLOW, PARENTS, RAW, RECORDS, SCRATCH, TABLE } from './regions';

/** Sum of the three corners (f32 x, y, z) and the face's number (u32), four words a face, at SCRATCH. */
const RECORD: usize = 16;

/** Writes the records of all faces. */
export function startTree<T>(faces: u32): void {
  const row: usize = sizeof<T>() * 3;
  const positions = baseOf(TABLE);
  let corners = baseOf(OVERFLOW);
  let record = baseOf(SCRATCH);
  const origin = positions + (faces > 0 ? <usize>load<u32>(corners) * row : 0);
  for (let face: u32 = 0; face < faces; face++) {
    const a = positions + <usize>load<u32>(corners) * row;
    const b = positions + <usize>load<u32>(corners, 4) * row;
    const c = positions + <usize>load<u32>(corners, 8) * row;
    for (let axis: usize = 0; axis < 3; axis++) {
      const at = axis * sizeof<T>();
      const zero = <f64>load<T>(origin + at);
      const sum =
        <f64>load<T>(a + at) - zero + (<f64>load<T>(b + at) - zero) + (<f64>load<T>(c + at) - zero);
      store<f32>(record + axis * 4, <f32>sum);
    }
    store<u32>(record, face, 12);
    corners += 12;
    record += RECORD;
  }
}

/** Halves the faces of the leaves from `first` to `last`, a power of two apart, along their longest side. */
export function splitLeaves(first: u32, last: u32): void {
  const starts = baseOf(INDICES);
  const from = load<u32>(starts + (<usize>first << 2));
  const to = load<u32>(starts + (<usize>last << 2));
  const axis = longestAxis(from, to);
  if (axis >= 0) select(from, to, load<u32>(starts + (<usize>((first + last) >> 1) << 2)), axis);
}

/** The same, and then both halves, and so on down to single leaves. */
export function halveLeaves(first: u32, last: u32): void {
  if (last - first < 2) return;
  splitLeaves(first, last);
  const middle = (first + last) >> 1;
  halveLeaves(first, middle);
  halveLeaves(middle, last);
}

/** -1 if all middles are the same. */
function longestAxis(from: u32, to: u32): i32 {
  const records = baseOf(SCRATCH);
  const end = records + <usize>to * RECORD;
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  // The fourth lane is a face's number and means nothing.
  for (let at = records + <usize>from * RECORD; at < end; at += RECORD) {
    const sum = v128.load(at);
    low = f32x4.pmin(low, sum);
    high = f32x4.pmax(high, sum);
  }
  const x = <f64>f32x4.extract_lane(high, 0) - <f64>f32x4.extract_lane(low, 0);
  const y = <f64>f32x4.extract_lane(high, 1) - <f64>f32x4.extract_lane(low, 1);
  const z = <f64>f32x4.extract_lane(high, 2) - <f64>f32x4.extract_lane(low, 2);
  if (!(x > 0 || y > 0 || z > 0)) return -1;
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/** Hoare's selection: afterwards, no face before `middle` is farther along the axis than one after it. */
function select(from: u32, to: u32, middle: u32, axis: i32): void {
  const records = baseOf(SCRATCH);
  const side = <usize>axis << 2;
  const wanted = records + <usize>middle * RECORD;
  let low = records + <usize>from * RECORD;
  let high = records + <usize>(to - 1) * RECORD;
  while (low < high) {
    const centre = records + ((((low - records) >> 4) + ((high - records) >> 4)) >> 1) * RECORD;
    const pivot = medianOf(load<f32>(low + side), load<f32>(centre + side), load<f32>(high + side));
    let i = low;
    let j = high;
    while (i <= j) {
      while (load<f32>(i + side) < pivot) i += RECORD;
      while (load<f32>(j + side) > pivot) j -= RECORD;
      if (i > j) break;
      const moved = v128.load(i);
      v128.store(i, v128.load(j));
      v128.store(j, moved);
      i += RECORD;
      j -= RECORD;
    }
    if (wanted <= j) high = j;
    else if (wanted >= i) low = i;
    else return;
  }
}

// @ts-ignore: decorator
@inline
function medianOf(a: f32, b: f32, c: f32): f32 {
  if (a < b) return b < c ? b : a < c ? c : a;
  return a < c ? a : b < c ? c : b;
}

/** Writes faces and corners of the places from `first` to `last`. */
export function placeFaces<T>(first: u32, last: u32): void {
  const row: usize = sizeof<T>() * 3;
  const positions = baseOf(TABLE);
  const indices = baseOf(OVERFLOW);
  const order = baseOf(PARENTS);
  const records = baseOf(SCRATCH);
  let to = baseOf(RAW) + <usize>first * row * 3;
  for (let place = first; place < last; place++) {
    const face = load<u32>(records + <usize>place * RECORD, 12);
    store<u32>(order + (<usize>place << 2), face);
    const vertices = indices + <usize>face * 12;
    for (let corner: usize = 0; corner < 12; corner += 4) {
      const from = positions + <usize>load<u32>(vertices + corner) * row;
      store<T>(to, load<T>(from));
      store<T>(to, load<T>(from, sizeof<T>()), sizeof<T>());
      store<T>(to, load<T>(from, sizeof<T>() * 2), sizeof<T>() * 2);
      to += row;
    }
  }
}

/** Writes the boxes of all nodes, once every face has its place. */
export function boxNodes<T>(leaves: u32): void {
  const row: usize = sizeof<T>() * 3;
  const boxes = baseOf(RECORDS);
  const corners = baseOf(RAW);
  const starts = baseOf(INDICES);
  for (let node = leaves * 2 - 1; node > 0; node--) {
    let minX: T = <T>Infinity;
    let minY: T = <T>Infinity;
    let minZ: T = <T>Infinity;
    let maxX: T = <T>-Infinity;
    let maxY: T = <T>-Infinity;
    let maxZ: T = <T>-Infinity;
    if (node >= leaves) {
      const leaf = starts + (<usize>(node - leaves) << 2);
      const end = corners + <usize>load<u32>(leaf, 4) * row * 3;
      for (let at = corners + <usize>load<u32>(leaf) * row * 3; at < end; at += row) {
        const x = load<T>(at);
        const y = load<T>(at, sizeof<T>());
        const z = load<T>(at, sizeof<T>() * 2);
        if (x < minX) minX = x;
        if (y < minY) minY = y;
        if (z < minZ) minZ = z;
        if (x > maxX) maxX = x;
        if (y > maxY) maxY = y;
        if (z > maxZ) maxZ = z;
      }
    } else {
      const a = boxes + <usize>node * row * 4;
      const b = a + row * 2;
      minX = min<T>(load<T>(a), load<T>(b));
      minY = min<T>(load<T>(a, sizeof<T>()), load<T>(b, sizeof<T>()));
      minZ = min<T>(load<T>(a, sizeof<T>() * 2), load<T>(b, sizeof<T>() * 2));
      maxX = max<T>(load<T>(a, sizeof<T>() * 3), load<T>(b, sizeof<T>() * 3));
      maxY = max<T>(load<T>(a, sizeof<T>() * 4), load<T>(b, sizeof<T>() * 4));
      maxZ = max<T>(load<T>(a, sizeof<T>() * 5), load<T>(b, sizeof<T>() * 5));
    }
    const at = boxes + <usize>node * row * 2;
    store<T>(at, minX);
    store<T>(at, minY, sizeof<T>());
    store<T>(at, minZ, sizeof<T>() * 2);
    store<T>(at, maxX, sizeof<T>() * 3);
    store<T>(at, maxY, sizeof<T>() * 4);
    store<T>(at, maxZ, sizeof<T>() * 5);
  }
}
