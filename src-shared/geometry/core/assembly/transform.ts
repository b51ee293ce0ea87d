/** Places a welded mesh in its build (3MF): the same product, in the same order, as readers/three-mf.ts. */
import { baseOf, INDICES, RECORDS } from './regions';
import { setDouble, strideOf, vertexCount } from './vertices';

export function transformVertices(m: usize): void {
  const a = load<f64>(m), b = load<f64>(m, 8), c = load<f64>(m, 16);
  const d = load<f64>(m, 24), e = load<f64>(m, 32), f = load<f64>(m, 40);
  const g = load<f64>(m, 48), h = load<f64>(m, 56), i = load<f64>(m, 64);
  const tx = load<f64>(m, 72), ty = load<f64>(m, 80), tz = load<f64>(m, 88);
  let record = baseOf(RECORDS);
  for (let vertex: u32 = 0; vertex < vertexCount; vertex++) {
    const x = load<f64>(record);
    const y = load<f64>(record, 8);
    const z = load<f64>(record, 16);
    store<f64>(record, x * a + y * d + z * g + tx);
    store<f64>(record, x * b + y * e + z * h + ty, 8);
    store<f64>(record, x * c + y * f + z * i + tz, 16);
    record += strideOf<f64>();
  }
  setDouble();
}

/** Swaps the second and third corner of every face. Edges stay paired as they were. */
export function turnFaces(faces: u32): void {
  let at = baseOf(INDICES);
  for (let face: u32 = 0; face < faces; face++) {
    const second = load<u32>(at, 4);
    store<u32>(at, load<u32>(at, 8), 4);
    store<u32>(at, second, 8);
    at += 12;
  }
}
