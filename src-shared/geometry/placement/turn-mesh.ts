/** Turns a mesh by right angles about an axis, or mirrors it across one. Exact: coordinates only change places and signs. */
import type { Mesh } from '../mesh/mesh.ts';

export interface Turn {
  /** `rotate`: by 90 degrees, counter-clockwise when the axis points at the viewer. */
  readonly kind: 'rotate' | 'mirror';
  readonly axis: 0 | 1 | 2;
}

/** The faces of the result look outward if those of the mesh do. */
export function turnMesh({ positions, indices }: Mesh, { kind, axis }: Turn): Mesh {
  const turned = positions.slice();
  if (kind === 'mirror') {
    for (let at = axis; at < turned.length; at += 3) turned[at] = -turned[at]!;
    const flipped = indices.slice();
    for (let at = 0; at < flipped.length; at += 3) {
      flipped[at + 1] = indices[at + 2]!;
      flipped[at + 2] = indices[at + 1]!;
    }
    return { positions: turned, indices: flipped };
  }
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  for (let at = 0; at < turned.length; at += 3) {
    turned[at + u] = -positions[at + v]!;
    turned[at + v] = positions[at + u]!;
  }
  return { positions: turned, indices };
}
