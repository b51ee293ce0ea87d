/** The changes between two versions of a part, on the arrays that are drawn. Runs in the worker. */
import { compareParts } from '../../src-shared/geometry/compare/compare-parts.ts';
import { inPlace } from './drawn-mesh.ts';
import type { CompareAnswer, CompareRequest } from './messages.ts';

export async function compareDrawings(
  { old, next, factor, areSolid }: CompareRequest,
  onProgress: (fraction: number) => void,
): Promise<CompareAnswer> {
  const compared = await compareParts(inPlace(old), inPlace(next, factor), { areSolid, onProgress });
  const { most, mean, signed, only } = compared;
  return { most, mean, signed, only };
}
