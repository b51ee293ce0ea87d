import type { Mesh } from './mesh.ts';

/** The corners of every triangle in the opposite order, so that it faces the other way. */
export function reversed(indices: Uint32Array): Uint32Array {
  const result = indices.slice();
  for (let i = 0; i < result.length; i += 3) {
    result[i + 1] = indices[i + 2]!;
    result[i + 2] = indices[i + 1]!;
  }
  return result;
}

/** The same surface with every face flipped, without its colours. */
export const turnInsideOut = ({ positions, indices }: Mesh): Mesh => ({
  positions,
  indices: reversed(indices),
});
