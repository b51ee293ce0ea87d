/** Simple solids as watertight meshes with faces outward, in whatever unit the caller uses. */
import type { Mesh, Vector } from '../mesh/mesh.ts';

/** A box from `min` to `max`: 8 vertices, 12 triangles. */
export function makeBox(min: Vector, max: Vector): Mesh {
  const positions = new Float64Array(24);
  for (let corner = 0; corner < 8; corner++) {
    positions[corner * 3] = corner & 1 ? max[0] : min[0];
    positions[corner * 3 + 1] = corner & 2 ? max[1] : min[1];
    positions[corner * 3 + 2] = corner & 4 ? max[2] : min[2];
  }
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ] as const;
  return { positions, indices: Uint32Array.from(quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])) };
}

/** A cylinder about the z axis from z = 0 to `height`, as a prism of `segments` sides. */
export function makeCylinder(radius: number, height: number, segments: number): Mesh {
  const positions = new Float64Array((segments * 2 + 2) * 3);
  const indices = new Uint32Array(segments * 12);
  const bottom = segments * 2;
  const top = bottom + 1;
  positions.set([0, 0, 0, 0, 0, height], bottom * 3);
  for (let i = 0; i < segments; i++) {
    const angle = (2 * Math.PI * i) / segments;
    const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    positions.set([x, y, 0, x, y, height], i * 6);
    const [a, b] = [i * 2, ((i + 1) % segments) * 2];
    indices.set([a, b, b + 1, a, b + 1, a + 1, bottom, b, a, top, a + 1, b + 1], i * 12);
  }
  return { positions, indices };
}
