/**
 * Welded vertices: a hash table of numbers (u32, with as many bits of the hash as fit as a tag) over records that
 * also hold a vertex's edges. T is f32 for binary STL and f64 for everything else.
 *
 * A record is: x, y, z; then four edge slots of 8 bytes (edges.ts). 48 bytes for f32, 64 for f64.
 */
import { baseOf, RECORDS, reserve, sizeOf, TABLE } from './regions';

export let vertexCount: u32 = 0;
/** log2 of the table's capacity. */
let tableBits: u32 = 0;

// Multipliers of the hash; the caller changes them, so that no file can aim at collisions.
let k1: u64 = 0x9e3779b97f4a7c15;
let k2: u64 = 0xc2b2ae3d27d4eb4f;
const k3: u64 = 0x165667b19e3779f9;

/** Whether every coordinate so far is a float32 number; kept for T = f64 only. */
export let isFloat32: bool = true;

// @ts-expect-error: decorator
@inline
export function strideOf<T>(): usize {
  return sizeof<T>() == 4 ? 48 : 64;
}

// @ts-expect-error: decorator
@inline
export function slotsOf<T>(): usize {
  return sizeof<T>() == 4 ? 16 : 24;
}

/** After a transform positions are float64, whatever they fit. */
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

/** Room for `more` vertices, with the table at most 7 tenths full then. */
export function reserveVertices<T>(more: u32): void {
  const wanted = <u64>vertexCount + <u64>more;
  reserve(RECORDS, (wanted + 1) * strideOf<T>());
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
    let slot = hash & mask;
    while (load<u32>(table + (<usize>slot << 2)) != 0) slot = (slot + 1) & mask;
    store<u32>(table + (<usize>slot << 2), (hash & ~mask) | (vertex + 1));
    record += strideOf<T>();
  }
}

/** x, y, z, 0 of a record with float32 positions. */
// @ts-expect-error: decorator
@inline
export function singleAt(record: usize): v128 {
  return v128.load(record);
}

/** Brings the table's entry for a hash closer before it is needed; the result only keeps the load alive. */
// @ts-expect-error: decorator
@inline
export function peek(table: usize, mask: u32, hash: u32): u32 {
  return load<u32>(table + (<usize>(hash & mask) << 2));
}

// @ts-expect-error: decorator
@inline
export function tableMask(): u32 {
  return (1 << tableBits) - 1;
}

// @ts-expect-error: decorator
@inline
export function addSingle(table: usize, records: usize, mask: u32, position: v128, hash: u32): u32 {
  const tag = hash & ~mask;
  let slot = hash & mask;
  for (;;) {
    const entry = load<u32>(table + (<usize>slot << 2));
    if (entry == 0) break;
    if ((entry & ~mask) == tag) {
      const vertex = (entry & mask) - 1;
      const known = singleAt(records + <usize>vertex * 48);
      if (!v128.any_true(v128.xor(known, position))) return vertex;
    }
    slot = (slot + 1) & mask;
  }
  const vertex = vertexCount++;
  const record = records + <usize>vertex * 48;
  v128.store(record, position);
  v128.store(record, i64x2.splat(0), 16);
  v128.store(record, i64x2.splat(0), 32);
  store<u32>(table + (<usize>slot << 2), tag | (vertex + 1));
  return vertex;
}

/** Adds a vertex without looking for an equal one. */
export function appendDouble(x: f64, y: f64, z: f64): u32 {
  const vertex = vertexCount++;
  writeDouble(baseOf(RECORDS) + (<usize>vertex << 6), x, y, z);
  return vertex;
}

// @ts-expect-error: decorator
@inline
function writeDouble(record: usize, x: f64, y: f64, z: f64): void {
  store<f64>(record, x);
  store<f64>(record, y, 8);
  store<f64>(record, z, 16);
  v128.store(record, i64x2.splat(0), 24);
  v128.store(record, i64x2.splat(0), 40);
  if (isFloat32) {
    isFloat32 = <f64>(<f32>x) == x && <f64>(<f32>y) == y && <f64>(<f32>z) == z;
  }
}

/** Number of the vertex at this position, new or known. -0 must have been turned into 0. */
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
  const tag = hash & ~mask;
  let slot = hash & mask;
  for (;;) {
    const entry = load<u32>(table + (<usize>slot << 2));
    if (entry == 0) break;
    if ((entry & ~mask) == tag) {
      const vertex = (entry & mask) - 1;
      const record = records + (<usize>vertex << 6);
      if (load<f64>(record) == x && load<f64>(record, 8) == y && load<f64>(record, 16) == z) return vertex;
    }
    slot = (slot + 1) & mask;
  }
  const vertex = vertexCount++;
  writeDouble(records + (<usize>vertex << 6), x, y, z);
  store<u32>(table + (<usize>slot << 2), tag | (vertex + 1));
  return vertex;
}

/**
 * Packs the positions at the front of the records, which are spent by it.
 * @returns their address; float32 where `single`
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
