/** Points spread evenly over a surface by area, always the same ones. */
import type { Mesh } from '../mesh/mesh.ts';
import { doubleArea } from '../mesh/normal.ts';

/** x, y, z per point; none if the surface has no area. Neighbours in the file stay neighbours. */
export function spreadPoints({ positions, indices }: Mesh, count: number): Float64Array {
  const faces = indices.length / 3;
  const sums = new Float64Array(faces + 1);
  for (let face = 0; face < faces; face++) {
    const at = face * 3;
    const twice = doubleArea(positions, indices[at]! * 3, indices[at + 1]! * 3, indices[at + 2]! * 3);
    sums[face + 1] = sums[face]! + twice;
  }
  const area = sums[faces]!;
  if (!(area > 0)) return new Float64Array();
  const points = new Float64Array(count * 3);
  let face = 0;
  for (let i = 0; i < count; i++) {
    const at = ((i + 0.5) / count) * area;
    while (face < faces - 1 && sums[face + 1]! <= at) face++;
    // Two irrational steps fill a triangle evenly (Roberts' sequence), folded from the square onto it.
    let s = (0.5 + i * 0.7548776662466927) % 1;
    let t = (0.5 + i * 0.5698402909980532) % 1;
    if (s + t > 1) {
      s = 1 - s;
      t = 1 - t;
    }
    const a = indices[face * 3]! * 3;
    const b = indices[face * 3 + 1]! * 3;
    const c = indices[face * 3 + 2]! * 3;
    for (let axis = 0; axis < 3; axis++) {
      const start = positions[a + axis]!;
      points[i * 3 + axis] = start + s * (positions[b + axis]! - start) + t * (positions[c + axis]! - start);
    }
  }
  return points;
}
