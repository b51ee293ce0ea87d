/**
 * Welds meshes with numbered vertices (OBJ, PLY, 3MF, and those of readers in TypeScript), and triangles
 * whose corners are float64 (ASCII STL).
 */
import { addEdge, reserveOverflow } from './edges';
import { baseOf, INDICES, PARENTS, RAW, RECORDS, reserve, SCRATCH, TABLE, USES } from './regions';
import { faceCount, setFaceCount, unusable, addUnusable } from './stl';
import { addDouble, appendDouble, hashDouble, peek, reserveVertices, tableMask, vertexCount } from './vertices';

const BATCH: u32 = 64;
/** A coordinate beyond the range of float32 is garbage, and areas and volumes could overflow. */
const LARGEST: f64 = 3.4e38;

const hashes: usize = memory.data(64 * 3 * 4, 16);

// @ts-ignore: decorator
@inline
function isUsable(x: f64, y: f64, z: f64): bool {
  return Math.abs(x) <= LARGEST && Math.abs(y) <= LARGEST && Math.abs(z) <= LARGEST;
}

/** Makes records of the `count` positions in RAW without welding, for meshes that are welded already. */
export function appendVertices(count: u32): void {
  reserveVertices<f64>(count);
  let at = baseOf(RAW);
  for (let i: u32 = 0; i < count; i++) {
    appendDouble(load<f64>(at), load<f64>(at, 8), load<f64>(at, 16));
    at += 24;
  }
}

/** Adds the edges of `count` triangles whose corners (record numbers) are in INDICES already. */
export function connectFaces(count: u32): void {
  reserve(PARENTS, (<u64>faceCount + count) << 2);
  let face = faceCount;
  const last = face + count;
  while (face < last) {
    const stop = min<u32>(last, face + BATCH);
    reserveOverflow(BATCH);
    const records = baseOf(RECORDS);
    const uses = baseOf(USES);
    const parents = baseOf(PARENTS);
    let at = baseOf(INDICES) + <usize>face * 12;
    for (; face < stop; face++) {
      const a = load<u32>(at);
      const b = load<u32>(at, 4);
      const c = load<u32>(at, 8);
      store<u32>(parents + (<usize>face << 2), face);
      addEdge<f64>(records, uses, parents, a, b, face);
      addEdge<f64>(records, uses, parents, b, c, face);
      addEdge<f64>(records, uses, parents, c, a, face);
      at += 12;
    }
  }
  setFaceCount(last);
}

/** Forgets which raw vertices are known. Call before the first `weldFaces` of a mesh. */
export function prepareRaw(count: u32): void {
  reserve(SCRATCH, <u64>count << 2);
  memory.fill(baseOf(SCRATCH), 0, <usize>count << 2);
}

/**
 * Welds triangles `first` to `last` of INDICES, whose corners are numbers of RAW positions (in range), and
 * adds their edges. Drops triangles with unusable corners; later ones move up.
 */
export function weldFaces(first: u32, last: u32): void {
  reserve(PARENTS, (<u64>faceCount + (last - first)) << 2);
  let from = first;
  while (from < last) {
    const stop = min<u32>(last, from + BATCH);
    reserveVertices<f64>(BATCH * 3);
    reserveOverflow(BATCH);
    weldFaceBatch(from, stop);
    from = stop;
  }
}

function weldFaceBatch(from: u32, stop: u32): void {
  const table = baseOf(TABLE);
  const mask = tableMask();
  const records = baseOf(RECORDS);
  const uses = baseOf(USES);
  const parents = baseOf(PARENTS);
  const raw = baseOf(RAW);
  const known = baseOf(SCRATCH);
  hashNewCorners(table, mask, raw, known, from, stop);
  nextHash = hashes;
  let at = baseOf(INDICES) + <usize>from * 12;
  let out = baseOf(INDICES) + <usize>faceCount * 12;
  let face = faceCount;
  for (let i = from; i < stop; i++) {
    const a = weldRaw(table, records, mask, raw, known, load<u32>(at));
    const b = weldRaw(table, records, mask, raw, known, load<u32>(at, 4));
    const c = weldRaw(table, records, mask, raw, known, load<u32>(at, 8));
    at += 12;
    store<u32>(out, a);
    store<u32>(out, b, 4);
    store<u32>(out, c, 8);
    store<u32>(parents + (<usize>face << 2), face);
    addEdge<f64>(records, uses, parents, a, b, face);
    addEdge<f64>(records, uses, parents, b, c, face);
    addEdge<f64>(records, uses, parents, c, a, face);
    out += 12;
    face++;
  }
  setFaceCount(face);
}

/** Marks a vertex that this batch meets for the first time. */
const COMING: u32 = 0xffffffff;
/** Position of that vertex's hash, in the order in which the vertices are met. */
let nextHash: usize = 0;

function hashNewCorners(table: usize, mask: u32, raw: usize, known: usize, from: u32, stop: u32): void {
  const end = baseOf(INDICES) + <usize>stop * 12;
  let hash = hashes;
  for (let at = baseOf(INDICES) + <usize>from * 12; at < end; at += 4) {
    const vertex = <usize>load<u32>(at);
    if (load<u32>(known + (vertex << 2)) != 0) continue;
    store<u32>(known + (vertex << 2), COMING);
    store<u32>(hash, hashCorner(raw + vertex * 24));
    hash += 4;
  }
  peek(table, mask, hashes, hash);
}

// @ts-ignore: decorator
@inline
function weldRaw(table: usize, records: usize, mask: u32, raw: usize, known: usize, vertex: u32): u32 {
  const number = load<u32>(known + (<usize>vertex << 2));
  if (number != COMING) return number - 1;
  const welded = addCorner(table, records, mask, raw + <usize>vertex * 24, load<u32>(nextHash));
  nextHash += 4;
  store<u32>(known + (<usize>vertex << 2), welded + 1);
  return welded;
}

/** Highest number in values `first` to `last` of INDICES; 0 if there are none. */
export function highestIndex(first: u32, last: u32): u32 {
  const at = baseOf(INDICES);
  let highest: u32 = 0;
  for (let i = first; i < last; i++) highest = max<u32>(highest, load<u32>(at + (<usize>i << 2)));
  return highest;
}

/** Welds `count` triangles of nine float64 each at `from`, and adds their edges. */
export function weldCorners(from: usize, count: u32): void {
  reserve(INDICES, (<u64>faceCount + count) * 12);
  reserve(PARENTS, (<u64>faceCount + count) << 2);
  let at = from;
  let left = count;
  while (left > 0) {
    const batch = min<u32>(left, BATCH);
    reserveVertices<f64>(batch * 3);
    reserveOverflow(batch);
    weldCornerBatch(at, batch);
    at += <usize>batch * 72;
    left -= batch;
  }
}

function weldCornerBatch(from: usize, batch: u32): void {
  const table = baseOf(TABLE);
  const mask = tableMask();
  const records = baseOf(RECORDS);
  const uses = baseOf(USES);
  const parents = baseOf(PARENTS);
  let at = from;
  for (let i: usize = 0; i < batch * 12; i += 4) {
    store<u32>(hashes + i, hashCorner(at));
    at += 24;
  }
  peek(table, mask, hashes, hashes + <usize>batch * 12);
  at = from;
  let hash = hashes;
  let out = baseOf(INDICES) + <usize>faceCount * 12;
  let face = faceCount;
  for (let i: u32 = 0; i < batch; i++) {
    const ok =
      isUsable(load<f64>(at), load<f64>(at, 8), load<f64>(at, 16)) &&
      isUsable(load<f64>(at, 24), load<f64>(at, 32), load<f64>(at, 40)) &&
      isUsable(load<f64>(at, 48), load<f64>(at, 56), load<f64>(at, 64));
    if (ok) {
      const a = addCorner(table, records, mask, at, load<u32>(hash));
      const b = addCorner(table, records, mask, at + 24, load<u32>(hash, 4));
      const c = addCorner(table, records, mask, at + 48, load<u32>(hash, 8));
      store<u32>(out, a);
      store<u32>(out, b, 4);
      store<u32>(out, c, 8);
      store<u32>(parents + (<usize>face << 2), face);
      addEdge<f64>(records, uses, parents, a, b, face);
      addEdge<f64>(records, uses, parents, b, c, face);
      addEdge<f64>(records, uses, parents, c, a, face);
      out += 12;
      face++;
    } else addUnusable();
    at += 72;
    hash += 12;
  }
  setFaceCount(face);
}

// @ts-ignore: decorator
@inline
function hashCorner(at: usize): u32 {
  return hashDouble(load<f64>(at) + 0.0, load<f64>(at, 8) + 0.0, load<f64>(at, 16) + 0.0);
}

// @ts-ignore: decorator
@inline
function addCorner(table: usize, records: usize, mask: u32, at: usize, hash: u32): u32 {
  return addDouble(
    table, records, mask,
    load<f64>(at) + 0.0, load<f64>(at, 8) + 0.0, load<f64>(at, 16) + 0.0,
    hash,
  );
}

export { unusable, vertexCount };
