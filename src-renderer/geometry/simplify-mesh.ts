/**
 * The mesh that is drawn in place of a large part while the camera moves: few triangles that keep its shape.
 * Collapsing edges keeps it best but takes seconds for millions of triangles, so clusters of vertices make a
 * large mesh smaller first.
 */
import type { Drawing, PartProxy } from './messages.ts';

/** Meshes are clustered down to this before edges collapse. */
const clustered = 500_000;

/** Null if there is too little memory: the picture then stays with the coarse mesh. */
export async function simplifyMesh(
  { positions, indices }: Pick<Drawing, 'positions' | 'indices'>,
  triangles: number,
): Promise<PartProxy | null> {
  const { MeshoptSimplifier: simplifier } = await import('meshoptimizer/simplifier');
  await simplifier.ready;
  try {
    const [input] =
      indices.length > 2 * clustered * 3
        ? simplifier.simplifySloppy(indices, positions, 3, null, clustered * 3, 1)
        : [indices];
    const most = Math.min(triangles * 3, input.length);
    const [few] = simplifier.simplify(input, positions, 3, most, 1, ['Sparse', 'Prune']);
    // Many separate shells do not collapse far enough.
    const [used] =
      few.length > 2 * most ? simplifier.simplifySloppy(few, positions, 3, null, most, 1) : ([few] as const);
    return compact(positions, used);
  } catch (thrown) {
    if (thrown instanceof RangeError || thrown instanceof WebAssembly.RuntimeError) return null;
    throw thrown;
  }
}

/** Without the vertices that no triangle uses, numbered as the triangles come, which is fast to draw. */
function compact(positions: Float32Array, indices: Uint32Array): PartProxy {
  const numbers = new Map<number, number>();
  const renumbered = indices.map((vertex) => {
    const number = numbers.get(vertex) ?? numbers.size;
    numbers.set(vertex, number);
    return number;
  });
  const used = new Float32Array(numbers.size * 3);
  for (const [vertex, number] of numbers)
    used.set(positions.subarray(vertex * 3, vertex * 3 + 3), number * 3);
  return { positions: used, indices: renumbered };
}
