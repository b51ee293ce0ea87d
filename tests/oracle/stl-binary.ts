/** Binary STL in plain TypeScript: what the fast core must read. */
import type { GeometryText } from '../../src-shared/geometry/geometry-text.ts';
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import { checkRecords } from '../../src-shared/geometry/readers/check-records.ts';
import { reportUnusable } from '../../src-shared/geometry/readers/raw-mesh.ts';
import {
  countTriangles,
  headerBytes,
  isExactBinaryStl,
  recordBytes,
  recordsToCheck,
} from '../../src-shared/geometry/readers/stl-binary.ts';

export function readBinaryStlPlainly(bytes: Uint8Array, warnings: GeometryText[]): Mesh {
  const triangles = countTriangles(bytes, bytes.length, warnings);
  if (!isExactBinaryStl(bytes)) {
    checkRecords(recordsToCheck(triangles).map((at) => bytes.subarray(at, at + recordBytes)));
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const known = new Map<string, number>();
  const positions: number[] = [];
  const indices: number[] = [];
  for (let triangle = 0; triangle < triangles; triangle++) {
    const at = headerBytes + triangle * recordBytes + 12;
    const numbers = Array.from({ length: 9 }, (_, i) => view.getFloat32(at + i * 4, true));
    if (!numbers.every(Number.isFinite)) continue;
    for (let corner = 0; corner < 9; corner += 3) {
      // The key of -0 is that of 0.
      const position = numbers.slice(corner, corner + 3).map((value) => value + 0);
      const key = position.join();
      let vertex = known.get(key);
      if (vertex === undefined) {
        vertex = known.size;
        known.set(key, vertex);
        positions.push(...position);
      }
      indices.push(vertex);
    }
  }
  reportUnusable(triangles - indices.length / 3, triangles, warnings);
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}
