/** Finds the materials that people name by id or by title. Money depends on it, so names are suggested but never guessed. */
import type { Material } from '../../../../src-shared/api/materials.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { sentences } from '../../../main-error.ts';
import { didYouMean, usageError } from './options.ts';
import { normalise, suggest } from './suggest.ts';

/** Throws `usage`, with suggestions if no material has this name. */
export function findMaterial(word: string, materials: readonly Material[]): Material {
  const wanted = normalise(word);
  const byId = materials.find((material) => String(material.materialId) === wanted);
  if (byId) return byId;
  const [byTitle, another] = materials.filter((material) => normalise(material.title) === wanted);
  if (byTitle && another) {
    const ids = materials.filter((m) => normalise(m.title) === wanted).map((m) => m.materialId);
    throw usageError(ref('cli.material.ambiguous', { word, ids: ids.map(String) }));
  }
  if (byTitle) return byTitle;
  const near = suggest(
    word,
    materials.map((material) => material.title),
  );
  throw usageError(
    sentences(ref('cli.material.unknown', { word }), ...didYouMean(near), ref('cli.material.seeAll')),
  );
}
