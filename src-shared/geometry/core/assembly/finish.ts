/** Computes what needs all triangles: box, sums, groups, parts, duplicate faces. */
import { numberGroups } from './edges';
import { baseOf, INDICES, PARENTS, RECORDS, reserve, SCRATCH } from './regions';
import { addPair, BLOCK, clearSums, endBlock } from './sums';
import { strideOf, vertexCount } from './vertices';

/** min x, y, z, max x, y, z as f64. */
const box: usize = memory.data(6 * 8, 16);

export function boxAddress(): usize {
  return box;
}

/** The box of all vertices. Only for meshes in which triangles use every vertex. */
export function findBox<T>(): void {
  let record = baseOf(RECORDS);
  const inf = f64.MAX_VALUE * 2;
  let minX = inf, minY = inf, minZ = inf;
  let maxX = -inf, maxY = -inf, maxZ = -inf;
  if (sizeof<T>() == 4) {
    let low = f32x4.splat(<f32>inf);
    let high = f32x4.splat(<f32>-inf);
    for (let vertex: u32 = 0; vertex < vertexCount; vertex++) {
      const position = v128.load(record);
      low = f32x4.pmin(low, position);
      high = f32x4.pmax(high, position);
      record += strideOf<T>();
    }
    minX = <f64>f32x4.extract_lane(low, 0);
    minY = <f64>f32x4.extract_lane(low, 1);
    minZ = <f64>f32x4.extract_lane(low, 2);
    maxX = <f64>f32x4.extract_lane(high, 0);
    maxY = <f64>f32x4.extract_lane(high, 1);
    maxZ = <f64>f32x4.extract_lane(high, 2);
  } else {
    for (let vertex: u32 = 0; vertex < vertexCount; vertex++) {
      const x = load<f64>(record);
      const y = load<f64>(record, 8);
      const z = load<f64>(record, 16);
      minX = min(minX, x);
      minY = min(minY, y);
      minZ = min(minZ, z);
      maxX = max(maxX, x);
      maxY = max(maxY, y);
      maxZ = max(maxZ, z);
      record += strideOf<T>();
    }
  }
  store<f64>(box, minX);
  store<f64>(box, minY, 8);
  store<f64>(box, minZ, 16);
  store<f64>(box, maxX, 24);
  store<f64>(box, maxY, 32);
  store<f64>(box, maxZ, 40);
}

/** The box of the vertices that triangles use. For meshes with unused vertices. */
export function findUsedBox<T>(faces: u32): void {
  const records = baseOf(RECORDS);
  const indices = baseOf(INDICES);
  const inf = f64.MAX_VALUE * 2;
  let minX = inf, minY = inf, minZ = inf;
  let maxX = -inf, maxY = -inf, maxZ = -inf;
  for (let i: u32 = 0; i < faces * 3; i++) {
    const record = records + <usize>load<u32>(indices + (<usize>i << 2)) * strideOf<T>();
    const x = <f64>load<T>(record);
    const y = <f64>load<T>(record + sizeof<T>());
    const z = <f64>load<T>(record + 2 * sizeof<T>());
    minX = min(minX, x);
    minY = min(minY, y);
    minZ = min(minZ, z);
    maxX = max(maxX, x);
    maxY = max(maxY, y);
    maxZ = max(maxZ, z);
  }
  store<f64>(box, minX);
  store<f64>(box, minY, 8);
  store<f64>(box, minZ, 16);
  store<f64>(box, maxX, 24);
  store<f64>(box, maxY, 32);
  store<f64>(box, maxZ, 40);
}

// @ts-ignore: decorator
@inline
function pairX<T>(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_splat(a), 1);
}

/** Adds up faces `first` to `last` about a point. `first` must be a multiple of the block. */
export function addFaces<T>(first: u32, last: u32, x: f64, y: f64, z: f64): void {
  const records = baseOf(RECORDS);
  const indices = baseOf(INDICES);
  const cx = f64x2.splat(x);
  const cy = f64x2.splat(y);
  const cz = f64x2.splat(z);
  const both = i64x2.splat(-1);
  if (first == 0) clearSums();
  for (let start = first; start < last; start += BLOCK) {
    const stop = min<u32>(last, start + BLOCK);
    for (let face = start; face < stop; face += 2) {
      const at = indices + <usize>face * 12;
      const isPair = face + 1 < stop;
      const next = isPair ? at + 12 : at;
      const a0 = records + <usize>load<u32>(at) * strideOf<T>();
      const b0 = records + <usize>load<u32>(at, 4) * strideOf<T>();
      const e0 = records + <usize>load<u32>(at, 8) * strideOf<T>();
      const a1 = records + <usize>load<u32>(next) * strideOf<T>();
      const b1 = records + <usize>load<u32>(next, 4) * strideOf<T>();
      const e1 = records + <usize>load<u32>(next, 8) * strideOf<T>();
      const keep = isPair ? both : i64x2(-1, 0);
      if (sizeof<T>() == 4) {
        const a = v128.load(a0), a2 = v128.load(a1);
        const b = v128.load(b0), b2 = v128.load(b1);
        const e = v128.load(e0), e2 = v128.load(e1);
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
          cx, cy, cz, keep, face,
        );
      } else {
        addPair(
          pairX<T>(a0, a1), pairX<T>(a0 + 8, a1 + 8), pairX<T>(a0 + 16, a1 + 16),
          pairX<T>(b0, b1), pairX<T>(b0 + 8, b1 + 8), pairX<T>(b0 + 16, b1 + 16),
          pairX<T>(e0, e1), pairX<T>(e0 + 8, e1 + 8), pairX<T>(e0 + 16, e1 + 16),
          cx, cy, cz, keep, face,
        );
      }
    }
    endBlock();
  }
}

/** Six times the volume of every group about a point, in the order of the faces; f64 each, in SCRATCH. */
export function addGroupVolumes<T>(faces: u32, groups: u32, cx: f64, cy: f64, cz: f64): usize {
  reserve(SCRATCH, <u64>groups << 3);
  const volumes = baseOf(SCRATCH);
  memory.fill(volumes, 0, <usize>groups << 3);
  const records = baseOf(RECORDS);
  const numbers = baseOf(PARENTS);
  let at = baseOf(INDICES);
  for (let face: u32 = 0; face < faces; face++) {
    const a = records + <usize>load<u32>(at) * strideOf<T>();
    const b = records + <usize>load<u32>(at, 4) * strideOf<T>();
    const c = records + <usize>load<u32>(at, 8) * strideOf<T>();
    const ax = <f64>load<T>(a);
    const ay = <f64>load<T>(a + sizeof<T>());
    const az = <f64>load<T>(a + 2 * sizeof<T>());
    const ux = <f64>load<T>(b) - ax;
    const uy = <f64>load<T>(b + sizeof<T>()) - ay;
    const uz = <f64>load<T>(b + 2 * sizeof<T>()) - az;
    const vx = <f64>load<T>(c) - ax;
    const vy = <f64>load<T>(c + sizeof<T>()) - ay;
    const vz = <f64>load<T>(c + 2 * sizeof<T>()) - az;
    const six =
      (ax - cx) * (uy * vz - uz * vy) + (ay - cy) * (uz * vx - ux * vz) + (az - cz) * (ux * vy - uy * vx);
    const volume = volumes + (<usize>load<u32>(numbers + (<usize>face << 2)) << 3);
    store<f64>(volume, load<f64>(volume) + six);
    at += 12;
  }
  return volumes;
}

/** Counts the groups that share at least a corner. Overwrites SCRATCH. */
export function countParts(faces: u32, groups: u32): u32 {
  if (groups < 2) return groups;
  reserve(SCRATCH, (<u64>vertexCount + <u64>groups) << 2);
  const parents = baseOf(SCRATCH);
  const owners = parents + (<usize>groups << 2);
  for (let group: u32 = 0; group < groups; group++) store<u32>(parents + (<usize>group << 2), group);
  memory.fill(owners, 255, <usize>vertexCount << 2);
  const numbers = baseOf(PARENTS);
  let at = baseOf(INDICES);
  let parts = groups;
  for (let face: u32 = 0; face < faces; face++) {
    const group = load<u32>(numbers + (<usize>face << 2));
    for (let corner: usize = 0; corner < 12; corner += 4) {
      const owner = owners + (<usize>load<u32>(at + corner) << 2);
      const known = load<u32>(owner);
      if (known == group) continue;
      store<u32>(owner, group);
      if (known == <u32>-1) continue;
      let a = known;
      while (load<u32>(parents + (<usize>a << 2)) != a) a = load<u32>(parents + (<usize>a << 2));
      let b = group;
      while (load<u32>(parents + (<usize>b << 2)) != b) b = load<u32>(parents + (<usize>b << 2));
      store<u32>(parents + (<usize>known << 2), a);
      store<u32>(parents + (<usize>group << 2), b);
      if (a == b) continue;
      store<u32>(parents + (<usize>max<u32>(a, b) << 2), min<u32>(a, b));
      parts--;
    }
    at += 12;
  }
  return parts;
}

/**
 * Whether some group consists of just two faces with the same three corners. If no edge has more than two
 * faces, duplicate faces always form such a group. Overwrites SCRATCH.
 */
export function hasDuplicateFaces(faces: u32, groups: u32): bool {
  reserve(SCRATCH, <u64>groups << 3);
  const sizes = baseOf(SCRATCH);
  memory.fill(sizes, 0, <usize>groups << 3);
  const numbers = baseOf(PARENTS);
  const indices = baseOf(INDICES);
  for (let face: u32 = 0; face < faces; face++) {
    const entry = sizes + (<usize>load<u32>(numbers + (<usize>face << 2)) << 3);
    const size = load<u32>(entry);
    if (size < 3) store<u32>(entry, size + 1);
    if (size == 0) store<u32>(entry, face, 4);
  }
  for (let face: u32 = 0; face < faces; face++) {
    const entry = sizes + (<usize>load<u32>(numbers + (<usize>face << 2)) << 3);
    const first = load<u32>(entry, 4);
    if (load<u32>(entry) != 2 || first == face) continue;
    if (areDuplicates(indices + <usize>first * 12, indices + <usize>face * 12)) return true;
  }
  return false;
}

function areDuplicates(a: usize, b: usize): bool {
  const p = load<u32>(b), q = load<u32>(b, 4), r = load<u32>(b, 8);
  for (let corner: usize = 0; corner < 12; corner += 4) {
    const vertex = load<u32>(a + corner);
    if (vertex != p && vertex != q && vertex != r) return false;
  }
  // Two different corners of the first face must not both match one corner of the second.
  const i = load<u32>(a), j = load<u32>(a, 4), k = load<u32>(a, 8);
  return (p == i || p == j || p == k) && (q == i || q == j || q == k) && (r == i || r == j || r == k);
}

export { numberGroups };
