/** What changed between two versions of a part, on the arrays that are drawn. Runs in the worker. */
import { compareParts } from '../../src-shared/geometry/compare/compare-parts.ts';
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import type { CompareAnswer, CompareRequest, DrawnMesh } from './messages.ts';

export async function compareDrawings(
  { old, next, factor, areSolid }: CompareRequest,
  onProgress: (fraction: number) => void,
): Promise<CompareAnswer> {
  const compared = await compareParts(inPlace(old, 1), inPlace(next, factor), { areSolid, onProgress });
  const { most, mean, signed, only } = compared;
  return { most, mean, signed, only };
}

/** Both versions keep their coordinates in the file: the drawn ones are relative to different points. */
function inPlace({ positions, indices, origin }: DrawnMesh, factor: number): Mesh {
  return {
    positions: Float64Array.from(positions, (value, i) => (value + origin[i % 3]!) * factor),
    indices,
  };
}
