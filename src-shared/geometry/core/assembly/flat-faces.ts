/** Lists triangles square to an axis, for measure/drawn-lengths.ts; the reference is in tests/oracle. */
import { baseOf, INDICES, RECORDS, reserve, SCRATCH } from './regions';
import { strideOf } from './vertices';

/** Bytes of a found triangle: the axis, its place there and its doubled area, f64. */
const FOUND: usize = 24;

/** Examines every `stride`th triangle. @returns how many were found, in SCRATCH; 3 for one without extent */
export function listFlatFaces<T>(faces: u32, stride: u32): u32 {
  reserve(SCRATCH, (<u64>faces / stride + 1) * 3 * FOUND);
  const records = baseOf(RECORDS);
  const start = baseOf(SCRATCH);
  let out = start;
  for (let face: u32 = 0; face < faces; face += stride) {
    const at = baseOf(INDICES) + <usize>face * 12;
    const a = records + <usize>load<u32>(at) * strideOf<T>();
    const b = records + <usize>load<u32>(at, 4) * strideOf<T>();
    const c = records + <usize>load<u32>(at, 8) * strideOf<T>();
    for (let axis: usize = 0; axis < 3; axis++) {
      const place = on<T>(a, axis);
      if (on<T>(b, axis) != place || on<T>(c, axis) != place) continue;
      const u: usize = axis == 2 ? 0 : axis + 1;
      const v: usize = axis == 0 ? 2 : axis - 1;
      const au = on<T>(a, u);
      const av = on<T>(a, v);
      store<f64>(out, <f64>axis);
      store<f64>(out, place, 8);
      store<f64>(
        out,
        abs<f64>((on<T>(b, u) - au) * (on<T>(c, v) - av) - (on<T>(b, v) - av) * (on<T>(c, u) - au)),
        16,
      );
      out += FOUND;
    }
  }
  return <u32>((out - start) / FOUND);
}

// @ts-expect-error: decorator
@inline
function on<T>(record: usize, axis: usize): f64 {
  return <f64>load<T>(record + axis * sizeof<T>());
}
