/** Reads binary STL directly from its records of 50 bytes. */
import { addEdge, reserveOverflow } from './edges';
import { baseOf, INDICES, PARENTS, RECORDS, reserve, TABLE, USES } from './regions';
import { addSingle, hashSingle, peek, reserveVertices, tableMask } from './vertices';

/** Triangles whose table entries are prefetched before the first one is used, to avoid cache misses. */
const BATCH: u32 = 64;

const hashes: usize = memory.data(64 * 3 * 4, 16);
const usable: usize = memory.data(64, 16);

export let faceCount: u32 = 0;
export let unusable: u32 = 0;

export function clearStl(): void {
  faceCount = 0;
  unusable = 0;
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
