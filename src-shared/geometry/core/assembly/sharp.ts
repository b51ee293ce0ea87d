/**
 * Lists the edges that make a shaded picture readable. ../sharp-edges.ts says which they are, and
 * tests/oracle/sharp-edges.ts is the reference.
 */
import { isMatched, useOf } from './edges';
import { baseOf, INDICES, RECORDS, reserve, SCRATCH, USES } from './regions';
import { strideOf } from './vertices';

/** Bytes of a face's normal: x, y, z as f32, and padding. */
const NORMAL: usize = 16;

/**
 * Two vertex numbers (u32) an edge, behind the normals in SCRATCH. @returns how many edges there are; more
 * than `most`: the list was given up. @param cosine from which on two normals meet sharply
 */
export function listSharpEdges<T>(faces: u32, most: u32, cosine: f64): u32 {
  reserve(SCRATCH, <u64>faces * NORMAL + <u64>(most + 1) * 8);
  findNormals<T>(faces);
  const records = baseOf(RECORDS);
  const uses = baseOf(USES);
  const normals = baseOf(SCRATCH);
  let at = baseOf(INDICES);
  let out = sharpEdgesAddress(faces);
  let count: u32 = 0;
  for (let face: u32 = 0; face < faces; face++) {
    const a = load<u32>(at);
    const b = load<u32>(at, 4);
    const c = load<u32>(at, 8);
    at += 12;
    // Two sides of a face that uses a vertex twice are the same edge.
    const sides = a == b || b == c ? 2 : 3;
    for (let side = 0; side < sides; side++) {
      if (side == 1 && c == a) continue;
      const from = side == 0 ? a : side == 1 ? b : c;
      const to = side == 0 ? b : side == 1 ? c : a;
      if (from == to) continue;
      const use = useOf<T>(records, uses, from, to);
      const first = use >> 2;
      // An edge is examined once: with its second face if it has exactly two, otherwise with its first.
      const isPair = isMatched(use);
      if (isPair == (first == face)) continue;
      if (isPair && cosineBetween(normals, first, face) >= cosine) continue;
      store<u32>(out, min<u32>(from, to));
      store<u32>(out, max<u32>(from, to), 4);
      out += 8;
      if (++count > most) return count;
    }
  }
  return count;
}

export function sharpEdgesAddress(faces: u32): usize {
  return baseOf(SCRATCH) + <usize>faces * NORMAL;
}

/** Zero for faces without area. */
function findNormals<T>(faces: u32): void {
  const records = baseOf(RECORDS);
  let at = baseOf(INDICES);
  let out = baseOf(SCRATCH);
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
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    let length = sqrt<f64>(x * x + y * y + z * z);
    if (length == 0) length = 1;
    store<f32>(out, <f32>(x / length));
    store<f32>(out, <f32>(y / length), 4);
    store<f32>(out, <f32>(z / length), 8);
    at += 12;
    out += NORMAL;
  }
}

// @ts-expect-error: decorator
@inline
function cosineBetween(normals: usize, a: u32, b: u32): f64 {
  const one = normals + <usize>a * NORMAL;
  const other = normals + <usize>b * NORMAL;
  return (
    <f64>load<f32>(one) * <f64>load<f32>(other) +
    <f64>load<f32>(one, 4) * <f64>load<f32>(other, 4) +
    <f64>load<f32>(one, 8) * <f64>load<f32>(other, 8)
  );
}
