/** Finds the materials that people name by id or by title. Money follows, so nothing is guessed: only suggested. */
import type { Material } from '../../../src-shared/api/materials.ts';
import { usageError } from './options.ts';
import { didYouMean, normalise, suggest } from './suggest.ts';

/** Throws `usage` with suggestions where the word names no material, or more than one. */
export function findMaterial(word: string, materials: readonly Material[]): Material {
  const wanted = normalise(word);
  const byId = materials.find((material) => String(material.materialId) === wanted);
  if (byId) return byId;
  const [byTitle, another] = materials.filter((material) => normalise(material.title) === wanted);
  if (byTitle && another) {
    const ids = materials.filter((m) => normalise(m.title) === wanted).map((m) => m.materialId);
    throw usageError(`Several materials are called "${word}". Give the id instead: ${ids.join(' or ')}.`);
  }
  if (byTitle) return byTitle;
  const near = suggest(
    word,
    materials.map((material) => material.title),
  );
  throw usageError(
    `There is no material "${word}".${didYouMean(near)} Run "fabdesk quote FILE" to see all materials with their ids.`,
  );
}
