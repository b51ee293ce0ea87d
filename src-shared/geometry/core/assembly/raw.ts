/** Positions and triangles of an indexed format while they are read: RAW and INDICES grow as needed. */
import { baseOf, INDICES, RAW, reserve, sizeOf } from './regions';

// @ts-ignore: decorator
@external("env", "splitPolygon")
declare function splitPolygon(corners: usize, count: u32): u32;

export let rawVertices: u32 = 0;
export let rawTriangles: u32 = 0;

/** Corners of a face, followed by space for its triangles. */
export const MOST_CORNERS: u32 = 64;
export const faceCorners: usize = memory.data(64 * 3 * 4, 16);

const LARGEST: f64 = 3.4e38;

export function clearRaw(): void {
  rawVertices = 0;
  rawTriangles = 0;
}

export function setRawCounts(vertices: u32, triangles: u32): void {
  rawVertices = vertices;
  rawTriangles = triangles;
}

/** False if a coordinate is unusable. */
// @ts-ignore: decorator
@inline
export function pushVertex(x: f64, y: f64, z: f64): bool {
  if (!(Math.abs(x) <= LARGEST && Math.abs(y) <= LARGEST && Math.abs(z) <= LARGEST)) return false;
  const offset = <usize>rawVertices * 24;
  if (offset + 24 > sizeOf(RAW)) reserve(RAW, <u64>offset + 24 * 4096);
  const at = baseOf(RAW) + offset;
  store<f64>(at, x);
  store<f64>(at, y, 8);
  store<f64>(at, z, 16);
  rawVertices++;
  return true;
}

// @ts-ignore: decorator
@inline
export function pushTriangle(a: u32, b: u32, c: u32): void {
  const offset = <usize>rawTriangles * 12;
  if (offset + 12 > sizeOf(INDICES)) reserve(INDICES, <u64>offset + 12 * 4096);
  const at = baseOf(INDICES) + offset;
  store<u32>(at, a);
  store<u32>(at, b, 4);
  store<u32>(at, c, 8);
  rawTriangles++;
}

/** Adds the face whose `count` corners are in `faceCorners`; false if the core cannot read it. */
export function pushFace(count: u32): bool {
  if (count == 3) {
    pushTriangle(load<u32>(faceCorners), load<u32>(faceCorners, 4), load<u32>(faceCorners, 8));
    return true;
  }
  if (count < 3 || count > MOST_CORNERS) return false;
  for (let i: u32 = 0; i < count; i++) if (load<u32>(faceCorners + (<usize>i << 2)) >= rawVertices) return false;
  if (isPlainFan(count)) {
    const start = load<u32>(faceCorners);
    for (let i: u32 = 1; i < count - 1; i++) {
      const at = faceCorners + (<usize>i << 2);
      pushTriangle(start, load<u32>(at), load<u32>(at, 4));
    }
    return true;
  }
  const triangles = splitPolygon(faceCorners, count);
  for (let i: u32 = 0; i < triangles; i++) {
    const at = faceCorners + <usize>i * 12;
    pushTriangle(load<u32>(at), load<u32>(at, 4), load<u32>(at, 8));
  }
  return true;
}

let crossX: f64 = 0;
let crossY: f64 = 0;
let crossZ: f64 = 0;

// @ts-ignore: decorator
@inline
function crossAt(raw: usize, i: u32): void {
  const origin = raw + <usize>load<u32>(faceCorners) * 24;
  const b = raw + <usize>load<u32>(faceCorners + (<usize>i << 2)) * 24;
  const c = raw + <usize>load<u32>(faceCorners + (<usize>i << 2), 4) * 24;
  const ux = load<f64>(b) - load<f64>(origin);
  const uy = load<f64>(b, 8) - load<f64>(origin, 8);
  const uz = load<f64>(b, 16) - load<f64>(origin, 16);
  const vx = load<f64>(c) - load<f64>(origin);
  const vy = load<f64>(c, 8) - load<f64>(origin, 8);
  const vz = load<f64>(c, 16) - load<f64>(origin, 16);
  crossX = uy * vz - uz * vy;
  crossY = uz * vx - ux * vz;
  crossZ = ux * vy - uy * vx;
}

/** As in readers/split-polygon.ts: whether a fan about the first corner covers the polygon unfolded */
function isPlainFan(count: u32): bool {
  const raw = baseOf(RAW);
  let nx: f64 = 0;
  let ny: f64 = 0;
  let nz: f64 = 0;
  for (let i: u32 = 1; i < count - 1; i++) {
    crossAt(raw, i);
    nx += crossX;
    ny += crossY;
    nz += crossZ;
  }
  for (let i: u32 = 1; i < count - 1; i++) {
    crossAt(raw, i);
    if (crossX * nx + crossY * ny + crossZ * nz < 0) return false;
  }
  return true;
}
