/**
 * The kind of a material, from its title and the catalogue's flags, for filters [Assumption: material-kind].
 */
import type { CatalogMaterial } from '../../../../src-shared/api/materials.ts';

/**
 * The interface names no kinds. A material that none of these patterns matches has no kind, and no filter
 * selects it alone.
 */
const patterns = {
  plastic:
    /flexible|detail|acrylic|nylon|polyamide|plastic|alumide|resin|rubber|elasto|\b(?:abs|asa|pla|petg?|tpu|tpe|pa ?\d\d)\b/i,
  metal: /silver|gold|steel|bronze|brass|platinum|titanium|copper|alumini?um|metal/i,
  ceramic: /ceramic|porcelain|stoneware/i,
  mineral: /sandstone|gypsum|plaster/i,
} as const;

export const materialKinds = [
  'plastic',
  'metal',
  'ceramic',
  'mineral',
] as const satisfies (keyof typeof patterns)[];
export type MaterialKind = (typeof materialKinds)[number];

export const kindOf = ({ title }: Pick<CatalogMaterial, 'title'>): MaterialKind | null =>
  materialKinds.find((kind) => patterns[kind].test(title)) ?? null;

/** Bends without breaking. */
export const isFlexible = ({ title }: Pick<CatalogMaterial, 'title'>): boolean =>
  /flexible|rubber|elasto|\btp[ue]\b/i.test(title);
