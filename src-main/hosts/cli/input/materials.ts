/** Finds the materials that people name on the command line. */
import { matchMaterial } from '../../../../src-shared/api/match-material.ts';
import type { Material } from '../../../../src-shared/api/materials.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { sentences } from '../../../main-error.ts';
import { didYouMean, usageError } from './options.ts';

/** Throws `usage`, with suggestions if no material has this name. */
export function findMaterial(word: string, materials: readonly Material[]): Material {
  const match = matchMaterial(word, materials);
  if (match.material !== null) return match.material;
  const isUnknown = match.fault.key === 'errors.material.unknown';
  throw usageError(
    sentences(match.fault, ...didYouMean(match.near), ...(isUnknown ? [ref('cli.material.seeAll')] : [])),
  );
}
