/** The triangles of a mesh that touch a plane laid against it from one direction: what a part lies on. */
import type { Mesh, Vector } from '../mesh/mesh.ts';

/** Share of the part by which a corner may lie deeper and still touch. */
const flatness = 1e-4;

/** @param normal outward from the side, of length 1; `most` triangles at most */
export function sideOf({ positions, indices }: Mesh, normal: Vector, most = 4000): number[] {
  let [low, high] = [Infinity, -Infinity];
  const along = (vertex: number): number =>
    positions[vertex * 3]! * normal[0] +
    positions[vertex * 3 + 1]! * normal[1] +
    positions[vertex * 3 + 2]! * normal[2];
  for (const vertex of indices) {
    const at = along(vertex);
    low = Math.min(low, at);
    high = Math.max(high, at);
  }
  const reach = high - (high - low) * flatness;
  const found: number[] = [];
  for (let i = 0; i < indices.length && found.length < most; i += 3) {
    if (along(indices[i]!) >= reach && along(indices[i + 1]!) >= reach && along(indices[i + 2]!) >= reach)
      found.push(i / 3);
  }
  return found;
}
