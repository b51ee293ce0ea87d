/**
 * Finds the material that a person names by id or by title. Money depends on it, so names are suggested but
 * never guessed. The parts of a title may come in any order: lists have the finish in its own column.
 */
import type { MessageRef } from '../messages/message.ts';
import { ref } from '../messages/messages.ts';
import { normalise, suggest } from '../text/suggest.ts';
import type { Material } from './materials.ts';

export type MaterialMatch =
  | { readonly material: Material }
  /** `near`: titles that may be meant. */
  | { readonly material: null; readonly fault: MessageRef; readonly near: readonly string[] };

export function matchMaterial(word: string, materials: readonly Material[]): MaterialMatch {
  const wanted = normalise(word);
  const byId = materials.find((material) => String(material.materialId) === wanted);
  if (byId) return { material: byId };
  const [byTitle, ...others] = materials.filter((material) => normalise(material.title) === wanted);
  if (byTitle && others.length > 0) {
    const ids = [byTitle, ...others].map(({ materialId }) => String(materialId));
    return { material: null, fault: ref('errors.material.ambiguous', { word, ids }), near: [] };
  }
  if (byTitle) return { material: byTitle };
  const bag = bagOf(word);
  const [byWords, ...alike] = materials.filter((material) => bagOf(material.title) === bag);
  if (byWords && alike.length === 0) return { material: byWords };
  const near = suggest(
    word,
    materials.map((material) => material.title),
  );
  return { material: null, fault: ref('errors.material.unknown', { word }), near };
}

/** The parts of a name, sorted and each once; empty for a name without any. */
const bagOf = (text: string): string =>
  [...new Set(normalise(text).match(/[\p{L}\p{N}]+/gu) ?? [])].sort().join(' ');
