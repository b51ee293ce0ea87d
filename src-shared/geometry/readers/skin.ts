/**
 * Linear blend skinning, as glTF and COLLADA define it: joints move each vertex by their weights. The readers
 * of both formats find the joints; this file knows no format.
 */
import { determinant, type Matrix } from './scene-mesh.ts';

/** The joints that move each vertex, and how much: entries `starts[v]` to `starts[v + 1]` of vertex `v`. */
export interface Influences {
  /** One more than there are vertices. */
  readonly starts: Uint32Array;
  /** Numbers of matrices. An entry without weight may name any. */
  readonly joints: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

export interface Skinned {
  /** 1 for each vertex around which the surface was mirrored; null if there is none. */
  readonly mirrored: Uint8Array | null;
  /** Vertices whose weights add up to 0. They follow the first joint that they name. */
  readonly unweighted: number;
}

/**
 * Moves x, y, z of every vertex in place. Weights are divided by their sum, so rounded ones neither grow nor
 * shrink the part. @param matrices of the joints, each with its bind matrix @returns null if a weight belongs
 * to a joint that does not exist; the positions are then half moved
 */
export function skinVertices(
  positions: Float64Array,
  influences: Influences,
  matrices: readonly Matrix[],
): Skinned | null {
  const { starts } = influences;
  const vertices = Math.min(positions.length / 3, starts.length - 1);
  const mayMirror = matrices.some((matrix) => isMirroring(matrix));
  const mirrored = mayMirror ? new Uint8Array(positions.length / 3) : null;
  const blended = new Float64Array(12);
  let unweighted = 0;
  for (let vertex = 0; vertex < vertices; vertex++) {
    const found = blend(blended, influences, matrices, vertex);
    if (found === 'missing') return null;
    if (found === 'none') unweighted++;
    if (mirrored !== null && isMirroring(blended)) mirrored[vertex] = 1;
    const at = vertex * 3;
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    for (let row = 0; row < 3; row++) {
      const k = row * 4;
      positions[at + row] = blended[k]! * x + blended[k + 1]! * y + blended[k + 2]! * z + blended[k + 3]!;
    }
  }
  return { mirrored: mirrored?.includes(1) ? mirrored : null, unweighted };
}

/** Writes the weighted mean of a vertex's matrices into `into`. */
function blend(
  into: Float64Array,
  { starts, joints, weights }: Influences,
  matrices: readonly Matrix[],
  vertex: number,
): 'some' | 'none' | 'missing' {
  const [start, end] = [starts[vertex]!, starts[vertex + 1]!];
  let total = 0;
  for (let i = start; i < end; i++) total += weights[i]!;
  if (total === 0) {
    const first = start < end ? matrices[joints[start]!] : matrices[0];
    if (first === undefined) return 'missing';
    into.set(first);
    return 'none';
  }
  // A coordinate that is no number is left out later, with a remark.
  if (!Number.isFinite(total)) {
    into.fill(Number.NaN);
    return 'some';
  }
  let first: Matrix | null = null;
  for (let i = start; i < end; i++) {
    const weight = weights[i]!;
    if (weight === 0) continue;
    const matrix = matrices[joints[i]!];
    if (matrix === undefined) return 'missing';
    if (first === null) {
      first = matrix;
      into.set(matrix);
      continue;
    }
    // As differences from the first, so that joints that move alike move exactly so.
    for (let k = 0; k < 12; k++) into[k]! += (weight / total) * (matrix[k]! - first[k]!);
  }
  return 'some';
}

const isMirroring = (matrix: Iterable<number>): boolean => determinant(matrix) < 0;

/** Triangles with most corners mirrored are inside out, so they are reversed in place, with paints. */
export function reverseMirrored(
  mirrored: Uint8Array | null,
  indices: Uint32Array,
  paints: Uint32Array | null = null,
): void {
  if (mirrored === null) return;
  for (let i = 0; i < indices.length; i += 3) {
    const corners = mirrored[indices[i]!]! + mirrored[indices[i + 1]!]! + mirrored[indices[i + 2]!]!;
    if (corners < 2) continue;
    for (const list of paints === null ? [indices] : [indices, paints]) {
      [list[i + 1], list[i + 2]] = [list[i + 2]!, list[i + 1]!];
    }
  }
}
