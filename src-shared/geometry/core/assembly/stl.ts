/**
 * Reads binary STL directly from its records of 50 bytes. `weldRecords` makes the mesh. `measureRecords` only adds up,
 * for results within milliseconds: box, area, volume, and whether the surface is closed.
 */
import { addEdge, reserveOverflow } from './edges';
import { baseOf, INDICES, PARENTS, RECORDS, reserve, TABLE, USES } from './regions';
import { addPair, BLOCK, clearSums, endBlock } from './sums';
import { addSingle, hashSingle, peek, reserveVertices, tableMask } from './vertices';

/** Number of triangles whose table entries are prefetched before the first one is used, to avoid cache misses. */
const BATCH: u32 = 64;

const hashes: usize = memory.data(64 * 3 * 4, 16);
const usable: usize = memory.data(64, 16);

export let faceCount: u32 = 0;
export let unusable: u32 = 0;

export function clearStl(): void {
  faceCount = 0;
  unusable = 0;
  low = f32x4.splat(f32.MAX_VALUE);
  high = f32x4.splat(-f32.MAX_VALUE);
  balance0 = i64x2.splat(0);
  measured = 0;
}

export function setFaceCount(faces: u32): void {
  faceCount = faces;
}

export function addUnusable(): void {
  unusable++;
}

/** Coordinates of a corner with -0 as 0 and zero in the fourth lane. */
// @ts-ignore: decorator
@inline
function cornerAt(at: usize): v128 {
  return f32x4.add(v128.and(v128.load(at), i32x4(-1, -1, -1, 0)), f32x4.splat(0));
}

// @ts-ignore: decorator
@inline
function isUnusable(a: v128, b: v128, c: v128): bool {
  const inf = i32x4.splat(0x7f800000);
  const bad = v128.or(
    v128.or(i32x4.eq(v128.and(a, inf), inf), i32x4.eq(v128.and(b, inf), inf)),
    i32x4.eq(v128.and(c, inf), inf),
  );
  return v128.any_true(bad);
}

/** Reads `count` records at `from`; four bytes after the last one must be readable. */
export function weldRecords(from: usize, count: u32): void {
  reserve(INDICES, (<u64>faceCount + count) * 12);
  reserve(PARENTS, (<u64>faceCount + count) << 2);
  let at = from + 12;
  let left = count;
  while (left > 0) {
    const batch = min<u32>(left, BATCH);
    reserveVertices<f32>(batch * 3);
    reserveOverflow(batch);
    weldBatch(at, batch);
    at += <usize>batch * 50;
    left -= batch;
  }
}

function weldBatch(from: usize, batch: u32): void {
  const table = baseOf(TABLE);
  const mask = tableMask();
  const records = baseOf(RECORDS);
  const uses = baseOf(USES);
  const parents = baseOf(PARENTS);
  let indices = baseOf(INDICES) + <usize>faceCount * 12;
  let at = from;
  let hash = hashes;
  for (let i: usize = 0; i < batch; i++) {
    const a = cornerAt(at);
    const b = cornerAt(at + 12);
    const c = cornerAt(at + 24);
    store<u8>(usable + i, isUnusable(a, b, c) ? 0 : 1);
    store<u32>(hash, hashSingle(a));
    store<u32>(hash, hashSingle(b), 4);
    store<u32>(hash, hashSingle(c), 8);
    at += 50;
    hash += 12;
  }
  peek(table, mask, hashes, hash);
  at = from;
  hash = hashes;
  let face = faceCount;
  for (let i: usize = 0; i < batch; i++) {
    if (load<u8>(usable + i)) {
      const a = addSingle(table, records, mask, cornerAt(at), load<u32>(hash));
      const b = addSingle(table, records, mask, cornerAt(at + 12), load<u32>(hash, 4));
      const c = addSingle(table, records, mask, cornerAt(at + 24), load<u32>(hash, 8));
      store<u32>(indices, a);
      store<u32>(indices, b, 4);
      store<u32>(indices, c, 8);
      store<u32>(parents + (<usize>face << 2), face);
      addEdge<f32>(records, uses, parents, a, b, face);
      addEdge<f32>(records, uses, parents, b, c, face);
      addEdge<f32>(records, uses, parents, c, a, face);
      indices += 12;
      face++;
    } else unusable++;
    at += 50;
    hash += 12;
  }
  faceCount = face;
}

let low: v128 = f32x4.splat(0);
let high: v128 = f32x4.splat(0);
/** Sums of antisymmetric hashes of all directed edges, 2 x 64 bits: zero if every edge is balanced. */
let balance0: v128 = i64x2.splat(0);
let measured: u32 = 0;

const quickBox: usize = memory.data(6 * 8, 16);
export function quickBoxAddress(): usize {
  for (let axis: usize = 0; axis < 1; axis++) {
    store<f64>(quickBox, <f64>f32x4.extract_lane(low, 0));
    store<f64>(quickBox, <f64>f32x4.extract_lane(low, 1), 8);
    store<f64>(quickBox, <f64>f32x4.extract_lane(low, 2), 16);
    store<f64>(quickBox, <f64>f32x4.extract_lane(high, 0), 24);
    store<f64>(quickBox, <f64>f32x4.extract_lane(high, 1), 32);
    store<f64>(quickBox, <f64>f32x4.extract_lane(high, 2), 40);
  }
  return quickBox;
}

export function isBalanced(): bool {
  return !v128.any_true(balance0);
}

/** Two hashes of a corner, 64 bits each. */
// @ts-ignore: decorator
@inline
function sign(position: v128): u64 {
  let k = i64x2.extract_lane(position, 0) * 0x9e3779b97f4a7c15;
  k ^= k >> 32;
  k = (k + i64x2.extract_lane(position, 1)) * 0xc2b2ae3d27d4eb4f;
  k ^= k >> 29;
  k *= 0x165667b19e3779f9;
  return k ^ (k >> 32);
}

/** h(a, b) = -h(b, a): 128 bits from the two corner hashes. */
// @ts-ignore: decorator
@inline
function edgeBalance(a: u64, b: u64): v128 {
  const x = v128.xor(i64x2.splat(a), i64x2(0x5851f42d4c957f2d, 0x14057b7ef767814f));
  const y = v128.xor(i64x2.splat(b), i64x2(0x5851f42d4c957f2d, 0x14057b7ef767814f));
  // (x * rotated y) - (y * rotated x) changes its sign when a and b are swapped.
  const p = i64x2.mul(x, v128.or(i64x2.shl(y, 31), i64x2.shr_u(y, 33)));
  const q = i64x2.mul(y, v128.or(i64x2.shl(x, 31), i64x2.shr_u(x, 33)));
  return i64x2.sub(p, q);
}

/** Adds up `count` records about a point. Every `count` but the last must be a multiple of 1024. */
export function measureRecords(from: usize, count: u32, x: f64, y: f64, z: f64): void {
  const cx = f64x2.splat(x);
  const cy = f64x2.splat(y);
  const cz = f64x2.splat(z);
  const both = i64x2.splat(-1);
  if (measured == 0) clearSums();
  let lowest = low;
  let highest = high;
  let balance = balance0;
  let at = from + 12;
  for (let start: u32 = 0; start < count; start += BLOCK) {
    const stop = min<u32>(count, start + BLOCK);
    for (let face = start; face < stop; face += 2) {
      const isPair = face + 1 < stop;
      const next = isPair ? at + 50 : at;
      const a = cornerAt(at), b = cornerAt(at + 12), e = cornerAt(at + 24);
      const a2 = cornerAt(next), b2 = cornerAt(next + 12), e2 = cornerAt(next + 24);
      at += 100;
      if (isUnusable(a, b, e) || isUnusable(a2, b2, e2)) {
        unusable++;
        continue;
      }
      lowest = f32x4.pmin(f32x4.pmin(f32x4.pmin(lowest, a), f32x4.pmin(b, e)), f32x4.pmin(f32x4.pmin(a2, b2), e2));
      highest = f32x4.pmax(f32x4.pmax(f32x4.pmax(highest, a), f32x4.pmax(b, e)), f32x4.pmax(f32x4.pmax(a2, b2), e2));
      const ha = sign(a), hb = sign(b), he = sign(e);
      balance = i64x2.add(balance, i64x2.add(edgeBalance(ha, hb), i64x2.add(edgeBalance(hb, he), edgeBalance(he, ha))));
      if (isPair) {
        const ha2 = sign(a2), hb2 = sign(b2), he2 = sign(e2);
        balance = i64x2.add(
          balance,
          i64x2.add(edgeBalance(ha2, hb2), i64x2.add(edgeBalance(hb2, he2), edgeBalance(he2, ha2))),
        );
      }
      const aLow = v128.shuffle<f32>(a, a2, 0, 4, 1, 5);
      const bLow = v128.shuffle<f32>(b, b2, 0, 4, 1, 5);
      const eLow = v128.shuffle<f32>(e, e2, 0, 4, 1, 5);
      addPair(
        f64x2.promote_low_f32x4(aLow),
        f64x2.promote_low_f32x4(v128.shuffle<f32>(aLow, aLow, 2, 3, 2, 3)),
        f64x2.promote_low_f32x4(v128.shuffle<f32>(a, a2, 2, 6, 2, 6)),
        f64x2.promote_low_f32x4(bLow),
        f64x2.promote_low_f32x4(v128.shuffle<f32>(bLow, bLow, 2, 3, 2, 3)),
        f64x2.promote_low_f32x4(v128.shuffle<f32>(b, b2, 2, 6, 2, 6)),
        f64x2.promote_low_f32x4(eLow),
        f64x2.promote_low_f32x4(v128.shuffle<f32>(eLow, eLow, 2, 3, 2, 3)),
        f64x2.promote_low_f32x4(v128.shuffle<f32>(e, e2, 2, 6, 2, 6)),
        cx, cy, cz, isPair ? both : i64x2(-1, 0), face,
      );
    }
    endBlock();
  }
  measured += count;
  low = lowest;
  high = highest;
  balance0 = balance;
}
