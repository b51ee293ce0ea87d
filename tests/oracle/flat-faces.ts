/** The triangles square to an axis, in plain TypeScript: what the fast core must list. */
import { sampleStride } from '../../src-shared/geometry/measure/drawn-lengths.ts';
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';

/** The axis, the place there and the doubled area of each. */
export function listFlatFacesPlainly({ positions, indices }: Mesh): number[] {
  const found: number[] = [];
  const faces = indices.length / 3;
  const stride = sampleStride(faces);
  for (let face = 0; face < faces; face += stride) {
    const [a, b, c] = [indices[face * 3]! * 3, indices[face * 3 + 1]! * 3, indices[face * 3 + 2]! * 3];
    for (let axis = 0; axis < 3; axis++) {
      const place = positions[a + axis]!;
      if (positions[b + axis] !== place || positions[c + axis] !== place) continue;
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const doubled = Math.abs(
        (positions[b + u]! - positions[a + u]!) * (positions[c + v]! - positions[a + v]!) -
          (positions[b + v]! - positions[a + v]!) * (positions[c + u]! - positions[a + u]!),
      );
      found.push(axis, place, doubled);
    }
  }
  return found;
}
