/**
 * What the flat triangles of a CAD file leave out of its curved surfaces. tests/oracle/curved-faces.ts is the
 * reference: it explains the method and gives the same numbers to the bit.
 *
 * The caller reserves the regions and fills RAW (the corners of each face), INDICES (three of them a
 * triangle) and PARENTS (the same over corners that are welded across faces).
 */
import {
  ab,
  addCorner,
  bc,
  ca,
  clearFit,
  cornerBytes,
  fit,
  misfit,
  useCorners,
} from './quadratic';
import { baseOf, INDICES, OVERFLOW, PARENTS, RAW, RECORDS, reserve, SCRATCH, TABLE, USES } from './regions';

const LEAST_ALIGNMENT: f64 = 0.5;
const MOST_AROUND: u32 = 64;
const NO_HEIGHT: f64 = 1e-6;
const SMOOTH: f64 = 0.97;
const STEEPEST: f64 = 0.3;
const MOST_CORNERS: u32 = 3 * 2 * MOST_AROUND;

/** A plane in RECORDS: three vectors, the places of b (x) and c (x, y), and the triangle's area, f64. */
const PLANE: usize = 13 * 8;
const NORMAL: usize = 0;
const FIRST: usize = 24;
const SECOND: usize = 48;
const BX: usize = 72;
const CX: usize = 80;
const CY: usize = 88;
const AREA: usize = 96;

/** An edge in TABLE: its first side + 1, and MET once its other side has come too. */
const MET: u32 = 0x80000000;

// Addresses; nothing is reserved after `startCurves`.
let positions: usize = 0;
let indices: usize = 0;
let welded: usize = 0;
let planes: usize = 0;
/** Triangles around corner v are in `around` from `starts[v]` to `starts[v + 1]`. */
let starts: usize = 0;
let around: usize = 0;
/** For which triangle each corner was asked last, plus 1. */
let asked: usize = 0;
let heights: usize = 0;
let edges: usize = 0;
let edgeMask: u32 = 0;

let tolerance: f64 = 0;
let faceFirst: u32 = 0;
let faceEnd: u32 = 0;
let isFaceFlat: bool = false;

/** Volume, area, doubt and what the edges gained. */
const sums: usize = memory.data(4 * 8, 16);

export function curveSumsAddress(): usize {
  return sums;
}

export function startCurves(vertices: u32, triangles: u32, reach: f64): void {
  let bits: u32 = 10;
  while (<u64>triangles * 4 > <u64>1 << bits) bits++;
  reserve(RECORDS, <u64>triangles * PLANE);
  reserve(USES, (<u64>vertices * 2 + 1) << 2);
  reserve(TABLE, <u64>4 << bits);
  reserve(OVERFLOW, <u64>triangles * 12);
  reserve(SCRATCH, <u64>triangles * 24 + cornerBytes(MOST_CORNERS));
  positions = baseOf(RAW);
  indices = baseOf(INDICES);
  welded = baseOf(PARENTS);
  planes = baseOf(RECORDS);
  starts = baseOf(USES);
  asked = starts + ((<usize>vertices + 1) << 2);
  edges = baseOf(TABLE);
  edgeMask = (<u32>1 << bits) - 1;
  around = baseOf(OVERFLOW);
  useCorners(baseOf(SCRATCH), MOST_CORNERS);
  heights = baseOf(SCRATCH) + <usize>cornerBytes(MOST_CORNERS);
  tolerance = reach;
  memory.fill(sums, 0, 32);
  memory.fill(starts, 0, (<usize>vertices * 2 + 1) << 2);
  memory.fill(edges, 0, <usize>4 << bits);
  for (let triangle: u32 = 0; triangle < triangles; triangle++) describePlane(triangle);
  listAround(vertices, triangles);
}

function listAround(vertices: u32, triangles: u32): void {
  const sides = triangles * 3;
  // Filled from behind, so that each list is in the order of the triangles and `starts` ends up right.
  for (let i: u32 = 0; i < sides; i++) {
    const at = starts + (<usize>cornerAt(i) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  let sum: u32 = 0;
  for (let v: u32 = 0; v <= vertices; v++) {
    const at = starts + (<usize>v << 2);
    if (v < vertices) sum += load<u32>(at);
    store<u32>(at, sum);
  }
  for (let i = sides; i > 0; i--) {
    const at = starts + (<usize>cornerAt(i - 1) << 2);
    const place = load<u32>(at) - 1;
    store<u32>(at, place);
    store<u32>(around + (<usize>place << 2), (i - 1) / 3);
  }
}

// @ts-expect-error: decorator
@inline
function cornerAt(side: u32): u32 {
  return load<u32>(indices + (<usize>side << 2));
}

// @ts-expect-error: decorator
@inline
function planeOf(triangle: u32): usize {
  return planes + <usize>triangle * PLANE;
}

// @ts-expect-error: decorator
@inline
function dot(one: usize, other: usize): f64 {
  return (
    load<f64>(one) * load<f64>(other) +
    load<f64>(one, 8) * load<f64>(other, 8) +
    load<f64>(one, 16) * load<f64>(other, 16)
  );
}

/** Zeros for a triangle without area. */
function describePlane(triangle: u32): void {
  const plane = planeOf(triangle);
  const a = positions + <usize>cornerAt(triangle * 3) * 24;
  const b = positions + <usize>cornerAt(triangle * 3 + 1) * 24;
  const c = positions + <usize>cornerAt(triangle * 3 + 2) * 24;
  const ax = load<f64>(a);
  const ay = load<f64>(a, 8);
  const az = load<f64>(a, 16);
  const x1 = load<f64>(b) - ax;
  const y1 = load<f64>(b, 8) - ay;
  const z1 = load<f64>(b, 16) - az;
  const x2 = load<f64>(c) - ax;
  const y2 = load<f64>(c, 8) - ay;
  const z2 = load<f64>(c, 16) - az;
  const nx = y1 * z2 - z1 * y2;
  const ny = z1 * x2 - x1 * z2;
  const nz = x1 * y2 - y1 * x2;
  const double = sqrt<f64>(nx * nx + ny * ny + nz * nz);
  const width = sqrt<f64>(x1 * x1 + y1 * y1 + z1 * z1);
  if (!(double > 1e-12 * (width * width + (x2 * x2 + y2 * y2 + z2 * z2)))) {
    memory.fill(plane, 0, PLANE);
    return;
  }
  const ux = nx / double;
  const uy = ny / double;
  const uz = nz / double;
  const fx = x1 / width;
  const fy = y1 / width;
  const fz = z1 / width;
  const sx = uy * fz - uz * fy;
  const sy = uz * fx - ux * fz;
  const sz = ux * fy - uy * fx;
  store<f64>(plane, ux, NORMAL);
  store<f64>(plane, uy, NORMAL + 8);
  store<f64>(plane, uz, NORMAL + 16);
  store<f64>(plane, fx, FIRST);
  store<f64>(plane, fy, FIRST + 8);
  store<f64>(plane, fz, FIRST + 16);
  store<f64>(plane, sx, SECOND);
  store<f64>(plane, sy, SECOND + 8);
  store<f64>(plane, sz, SECOND + 16);
  store<f64>(plane, width, BX);
  store<f64>(plane, x2 * fx + y2 * fy + z2 * fz, CX);
  store<f64>(plane, x2 * sx + y2 * sy + z2 * sz, CY);
  store<f64>(plane, double / 2, AREA);
}

/** The triangles that follow belong to this face. */
export function enterFace(first: u32, end: u32): void {
  faceFirst = first;
  faceEnd = end;
  isFaceFlat = liesInOnePlane(first, end);
}

function liesInOnePlane(first: u32, end: u32): bool {
  let triangle = first;
  while (triangle < end && load<f64>(planeOf(triangle), AREA) == 0) triangle++;
  if (triangle == end) return true;
  const plane = planeOf(triangle);
  const origin = positions + <usize>cornerAt(triangle * 3) * 24;
  for (let i = first * 3; i < end * 3; i++) {
    const corner = positions + <usize>cornerAt(i) * 24;
    let height: f64 = 0;
    height += (load<f64>(corner) - load<f64>(origin)) * load<f64>(plane);
    height += (load<f64>(corner, 8) - load<f64>(origin, 8)) * load<f64>(plane, 8);
    height += (load<f64>(corner, 16) - load<f64>(origin, 16)) * load<f64>(plane, 16);
    if (abs<f64>(height) > NO_HEIGHT * tolerance) return false;
  }
  return true;
}

/** Triangles from `first` to `end`, of the entered face. */
export function addCurves(first: u32, end: u32): void {
  for (let triangle = first; triangle < end; triangle++) {
    const plane = planeOf(triangle);
    const size = load<f64>(plane, AREA);
    if (size == 0) continue;
    const isFlat = findHeights(triangle, plane);
    const sum = ab + bc + ca;
    store<f64>(sums, load<f64>(sums) + (size * sum) / 3);
    store<f64>(sums, load<f64>(sums, 16) + (size * abs<f64>(sum) * misfit) / 3, 16);
    if (!isFlat) store<f64>(sums, load<f64>(sums, 8) + slopeGain(plane, size), 8);
    meetEdges(triangle);
  }
}

function findHeights(triangle: u32, plane: usize): bool {
  clearFit();
  if (isFaceFlat) return true;
  const highest = collectAround(triangle, plane);
  if (highest < NO_HEIGHT * tolerance) return true;
  fit(load<f64>(plane, BX), load<f64>(plane, CX), load<f64>(plane, CY), tolerance);
  return false;
}

function collectAround(triangle: u32, plane: usize): f64 {
  const origin = positions + <usize>cornerAt(triangle * 3) * 24;
  const ax = load<f64>(origin);
  const ay = load<f64>(origin, 8);
  const az = load<f64>(origin, 16);
  const mark = triangle + 1;
  for (let k: u32 = 0; k < 3; k++) store<u32>(asked + (<usize>cornerAt(triangle * 3 + k) << 2), mark);
  let highest: f64 = 0;
  for (let side: u32 = 0; side < 3; side++) {
    const list = starts + (<usize>cornerAt(triangle * 3 + side) << 2);
    let at = around + (<usize>load<u32>(list) << 2);
    let end = around + (<usize>load<u32>(list, 4) << 2);
    while (load<u32>(at) < faceFirst) at += 4;
    while (load<u32>(end - 4) >= faceEnd) end -= 4;
    if (end - at > MOST_AROUND << 2) continue;
    for (; at < end; at += 4) {
      const near = load<u32>(at);
      const other = planeOf(near);
      if (load<f64>(other, AREA) == 0) continue;
      if (dot(other, plane) < LEAST_ALIGNMENT) continue;
      for (let k: u32 = 0; k < 3; k++) {
        const vertex = cornerAt(near * 3 + k);
        const seen = asked + (<usize>vertex << 2);
        if (load<u32>(seen) == mark) continue;
        store<u32>(seen, mark);
        const v = positions + <usize>vertex * 24;
        const x = load<f64>(v) - ax;
        const y = load<f64>(v, 8) - ay;
        const z = load<f64>(v, 16) - az;
        const height = along(plane + NORMAL, x, y, z);
        highest = max<f64>(highest, abs<f64>(height));
        addCorner(along(plane + FIRST, x, y, z), along(plane + SECOND, x, y, z), height);
      }
    }
  }
  return highest;
}

// @ts-expect-error: decorator
@inline
function along(axis: usize, x: f64, y: f64, z: f64): f64 {
  return x * load<f64>(axis) + y * load<f64>(axis, 8) + z * load<f64>(axis, 16);
}

function slopeGain(plane: usize, size: f64): f64 {
  const sum =
    squaredSlope(plane, 0.5, 0.5, 0) + squaredSlope(plane, 0, 0.5, 0.5) + squaredSlope(plane, 0.5, 0, 0.5);
  return (size * sum) / 6;
}

/** At barycentric coordinates. */
// @ts-expect-error: decorator
@inline
function squaredSlope(plane: usize, l1: f64, l2: f64, l3: f64): f64 {
  const byA = 4 * (ab * l2 + ca * l3);
  const alongAb = 4 * (ab * l1 + bc * l3) - byA;
  const alongAc = 4 * (bc * l2 + ca * l1) - byA;
  const x = alongAb / load<f64>(plane, BX);
  const y = (alongAc - x * load<f64>(plane, CX)) / load<f64>(plane, CY);
  return min<f64>(STEEPEST * STEEPEST, x * x + y * y);
}

function meetEdges(triangle: u32): void {
  const at = heights + <usize>triangle * 24;
  store<f64>(at, ab);
  store<f64>(at, bc, 8);
  store<f64>(at, ca, 16);
  const side = triangle * 3;
  meet(side, side + 1);
  meet(side + 1, side + 2);
  meet(side + 2, side);
}

// @ts-expect-error: decorator
@inline
function weldedAt(side: u32): u32 {
  return load<u32>(welded + (<usize>side << 2));
}

/** @param side also its first corner @param end its last corner */
function meet(side: u32, end: u32): void {
  const from = weldedAt(side);
  const to = weldedAt(end);
  const low = min<u32>(from, to);
  const high = max<u32>(from, to);
  let slot = (low * 0x9e3779b1 + high * 0x85ebca6b) >> 7;
  for (;;) {
    const entry = edges + (<usize>(slot & edgeMask) << 2);
    const value = load<u32>(entry);
    if (value == 0) {
      store<u32>(entry, side + 1);
      return;
    }
    const other = (value & ~MET) - 1;
    const otherFrom = weldedAt(other);
    const otherTo = weldedAt(other % 3 == 2 ? other - 2 : other + 1);
    if (min<u32>(otherFrom, otherTo) == low && max<u32>(otherFrom, otherTo) == high) {
      if (value & MET) store<u32>(entry, side + 1);
      else {
        store<u32>(entry, value | MET);
        store<f64>(sums, load<f64>(sums, 24) + gainAt(side, other), 24);
      }
      return;
    }
    slot++;
  }
}

function gainAt(side: u32, other: u32): f64 {
  const one = load<f64>(heights + (<usize>side << 3));
  const two = load<f64>(heights + (<usize>other << 3));
  if (one == 0 && two == 0) return 0;
  const n = planeOf(side / 3);
  const m = planeOf(other / 3);
  const cosine = dot(n, m);
  if (cosine < -SMOOTH) return 0;
  let p: f64 = 0;
  let q: f64 = 0;
  if (cosine > SMOOTH) p = q = (one + two) / 2 / (1 + cosine);
  else {
    const left = 1 - cosine * cosine;
    p = (one - cosine * two) / left;
    q = (two - cosine * one) / left;
  }
  let x = p * load<f64>(n) + q * load<f64>(m);
  let y = p * load<f64>(n, 8) + q * load<f64>(m, 8);
  let z = p * load<f64>(n, 16) + q * load<f64>(m, 16);
  const length = sqrt<f64>(x * x + y * y + z * z);
  const most = 4 * tolerance;
  if (length > most) {
    const by = length / most;
    x /= by;
    y /= by;
    z /= by;
  }
  const twoThirds: f64 = 2.0 / 3.0;
  return twoThirds * (outward(side, x, y, z) + outward(other, x, y, z));
}

/** How far x, y, z leads out of the triangle across a side, times the length of the side. */
function outward(side: u32, x: f64, y: f64, z: f64): f64 {
  const plane = planeOf(side / 3);
  const bx = load<f64>(plane, BX);
  const cx = load<f64>(plane, CX);
  const cy = load<f64>(plane, CY);
  const k = side % 3;
  const u: f64 = k == 0 ? 0 : k == 1 ? cy : -cy;
  const v: f64 = k == 0 ? -bx : k == 1 ? bx - cx : cx;
  const alongX = load<f64>(plane, FIRST) * u + load<f64>(plane, SECOND) * v;
  const alongY = load<f64>(plane, FIRST + 8) * u + load<f64>(plane, SECOND + 8) * v;
  const alongZ = load<f64>(plane, FIRST + 16) * u + load<f64>(plane, SECOND + 16) * v;
  return x * alongX + y * alongY + z * alongZ;
}
