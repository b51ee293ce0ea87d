/**
 * Welded vertices: a hash table of numbers (u32, tagged with as many bits of the hash as fit) over records
 * that also hold a vertex's edges. T is f32 for binary STL and f64 for everything else.
 *
 * The table has buckets of four. A record is: x, y, z, padded to 16 bytes (32 for f64), then four edge slots
 * of 4 bytes (edges.ts): 32 bytes for f32, 48 for f64.
 */
import { fill, freeIn, whereIs } from './fours';
import { baseOf, RECORDS, reserve, sizeOf, TABLE, USES } from './regions';

export let vertexCount: u32 = 0;
/** log2 of the table's capacity. */
let tableBits: u32 = 0;

// Multipliers of the hash. The caller changes them, so that no file can provoke collisions.
let k1: u64 = 0x9e3779b97f4a7c15;
let k2: u64 = 0xc2b2ae3d27d4eb4f;
const k3: u64 = 0x165667b19e3779f9;

/** Whether every coordinate so far is a float32 number; updated for T = f64 only. */
export let isFloat32: bool = true;

// @ts-expect-error: decorator
@inline
export function strideOf<T>(): usize {
  return sizeof<T>() == 4 ? 32 : 48;
}

// @ts-expect-error: decorator
@inline
export function slotsOf<T>(): usize {
  return sizeof<T>() == 4 ? 16 : 32;
}

/** After a transform, positions are float64 even if they fit float32. */
export function setDouble(): void {
  isFloat32 = false;
}

export function clearVertices(seed: u64): void {
  vertexCount = 0;
  tableBits = 0;
  isFloat32 = true;
  k1 = (0x9e3779b97f4a7c15 + (seed << 1)) | 1;
  k2 = (0xc2b2ae3d27d4eb4f ^ (seed << 17)) | 1;
}

// @ts-expect-error: decorator
@inline
function mixBits(a: u64, b: u64): u32 {
  let k = a * k1;
  k ^= k >> 32;
  k = (k + b) * k2;
  k ^= k >> 29;
  k *= k3;
  return <u32>(k >> 32);
}

/** Lane 3 must be zero and no lane -0. */
// @ts-expect-error: decorator
@inline
export function hashSingle(position: v128): u32 {
  return mixBits(i64x2.extract_lane(position, 0), i64x2.extract_lane(position, 1));
}

/** No coordinate may be -0. */
// @ts-expect-error: decorator
@inline
export function hashDouble(x: f64, y: f64, z: f64): u32 {
  const a = reinterpret<u64>(x);
  const b = reinterpret<u64>(y);
  const c = reinterpret<u64>(z);
  return mixBits(a ^ rotl<u64>(b, 23), c + rotl<u64>(b, 41));
}

/** Reserves space for `more` vertices and keeps the table at most 7 tenths full. */
export function reserveVertices<T>(more: u32): void {
  const wanted = <u64>vertexCount + <u64>more;
  reserve(RECORDS, wanted * strideOf<T>());
  reserve(USES, wanted << 4);
  if (tableBits != 0 && wanted * 10 <= (<u64>7 << tableBits)) return;
  let bits: u32 = max<u32>(tableBits, 12);
  while (wanted * 10 > (<u64>7 << bits)) bits++;
  reserve(TABLE, <u64>4 << bits);
  tableBits = bits;
  memory.fill(baseOf(TABLE), 0, <usize>4 << bits);
  rebuildTable<T>();
}

function rebuildTable<T>(): void {
  const table = baseOf(TABLE);
  const mask: u32 = (1 << tableBits) - 1;
  let record = baseOf(RECORDS);
  for (let vertex: u32 = 0; vertex < vertexCount; vertex++) {
    let hash: u32;
    if (sizeof<T>() == 4) hash = hashSingle(singleAt(record));
    else hash = hashDouble(load<f64>(record), load<f64>(record, 8), load<f64>(record, 16));
    let bucket = bucketOf(table, mask, hash);
    while (freeIn(v128.load(bucket)) == 0) bucket = nextBucket(table, mask, bucket);
    const entries = v128.load(bucket);
    fill(bucket, entries, freeIn(entries), tagOf(hash, mask) | (vertex + 1));
    record += strideOf<T>();
  }
}

/** x, y, z, 0 of a record with float32 positions. */
// @ts-expect-error: decorator
@inline
export function singleAt(record: usize): v128 {
  return v128.load(record);
}

/**
 * Prefetches the table's entries for hashes (u32, from `from` to `to`). The loop does nothing else, so that
 * as many loads as possible wait for memory at the same time.
 */
// @ts-expect-error: decorator
@inline
export function peek(table: usize, mask: u32, from: usize, to: usize): void {
  let seen: u32 = 0;
  for (let hash = from; hash < to; hash += 4) seen |= load<u32>(bucketOf(table, mask, load<u32>(hash)));
  witness |= seen;
}

/** Keeps the compiler from removing the early loads. */
export let witness: u32 = 0;

// @ts-expect-error: decorator
@inline
export function tableMask(): u32 {
  return (1 << tableBits) - 1;
}

/** The bits of a hash that an entry stores. The highest is set, so that they differ from a free place. */
// @ts-expect-error: decorator
@inline
function tagOf(hash: u32, mask: u32): u32 {
  return (hash & ~mask) | 0x80000000;
}

// @ts-expect-error: decorator
@inline
function bucketOf(table: usize, mask: u32, hash: u32): usize {
  return table + (<usize>(hash & mask & ~3) << 2);
}

// @ts-expect-error: decorator
@inline
function nextBucket(table: usize, mask: u32, bucket: usize): usize {
  return table + ((bucket + 16 - table) & (<usize>mask << 2));
}

/** One bit for each entry of a bucket that has this tag. */
// @ts-expect-error: decorator
@inline
function candidates(entries: v128, mask: u32, tag: u32): i32 {
  return whereIs(v128.and(entries, i32x4.splat(~mask)), tag);
}

/** Number of the first candidate's vertex. */
// @ts-expect-error: decorator
@inline
function firstOf(found: i32, bucket: usize, mask: u32): u32 {
  return (load<u32>(bucket + (<usize>ctz(found) << 2)) & mask) - 1;
}

/** Number of the vertex at this position, new or known. See `hashSingle`. */
// @ts-expect-error: decorator
@inline
export function addSingle(table: usize, records: usize, mask: u32, position: v128, hash: u32): u32 {
  const tag = tagOf(hash, mask);
  let bucket = bucketOf(table, mask, hash);
  let entries: v128;
  let free: i32;
  for (;;) {
    entries = v128.load(bucket);
    for (let found = candidates(entries, mask, tag); found != 0; found &= found - 1) {
      const vertex = firstOf(found, bucket, mask);
      if (!v128.any_true(v128.xor(singleAt(records + (<usize>vertex << 5)), position))) return vertex;
    }
    free = freeIn(entries);
    if (free != 0) break;
    bucket = nextBucket(table, mask, bucket);
  }
  const vertex = vertexCount++;
  const record = records + (<usize>vertex << 5);
  v128.store(record, position);
  v128.store(record, i64x2.splat(0), 16);
  fill(bucket, entries, free, tag | (vertex + 1));
  return vertex;
}

/** Adds a vertex without searching for an equal one. */
export function appendDouble(x: f64, y: f64, z: f64): u32 {
  const vertex = vertexCount++;
  writeDouble(baseOf(RECORDS) + <usize>vertex * 48, x, y, z);
  return vertex;
}

// @ts-expect-error: decorator
@inline
function writeDouble(record: usize, x: f64, y: f64, z: f64): void {
  store<f64>(record, x);
  store<f64>(record, y, 8);
  store<f64>(record, z, 16);
  v128.store(record, i64x2.splat(0), 32);
  if (isFloat32) {
    isFloat32 = <f64>(<f32>x) == x && <f64>(<f32>y) == y && <f64>(<f32>z) == z;
  }
}

/** Number of the vertex at this position, new or known. -0 must have been replaced by 0. */
// @ts-expect-error: decorator
@inline
export function addDouble(
  table: usize,
  records: usize,
  mask: u32,
  x: f64,
  y: f64,
  z: f64,
  hash: u32,
): u32 {
  const tag = tagOf(hash, mask);
  let bucket = bucketOf(table, mask, hash);
  let entries: v128;
  let free: i32;
  for (;;) {
    entries = v128.load(bucket);
    for (let found = candidates(entries, mask, tag); found != 0; found &= found - 1) {
      const vertex = firstOf(found, bucket, mask);
      const record = records + <usize>vertex * 48;
      if (load<f64>(record) == x && load<f64>(record, 8) == y && load<f64>(record, 16) == z) return vertex;
    }
    free = freeIn(entries);
    if (free != 0) break;
    bucket = nextBucket(table, mask, bucket);
  }
  const vertex = vertexCount++;
  writeDouble(records + <usize>vertex * 48, x, y, z);
  fill(bucket, entries, free, tag | (vertex + 1));
  return vertex;
}

/**
 * Packs the positions at the front of the records, which destroys the records. @returns their address;
 * float32 if `single`
 */
export function packPositions<T>(single: bool): usize {
  const packed = baseOf(RECORDS);
  let from = packed;
  let to = packed;
  for (let vertex: u32 = 0; vertex < vertexCount; vertex++) {
    if (sizeof<T>() == 4) {
      const a = load<u64>(from);
      const b = load<u32>(from, 8);
      store<u64>(to, a);
      store<u32>(to, b, 8);
      to += 12;
    } else {
      const x = load<f64>(from);
      const y = load<f64>(from, 8);
      const z = load<f64>(from, 16);
      if (single) {
        store<f32>(to, <f32>x);
        store<f32>(to, <f32>y, 4);
        store<f32>(to, <f32>z, 8);
        to += 12;
      } else {
        store<f64>(to, x);
        store<f64>(to, y, 8);
        store<f64>(to, z, 16);
        to += 24;
      }
    }
    from += strideOf<T>();
  }
  return packed;
}

export function recordsSize(): usize {
  return sizeOf(RECORDS);
}
