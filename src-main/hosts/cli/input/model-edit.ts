/** Turns the options of `fabdesk models edit` into changes, with the values that the service shows now. */
import type { ModelDetails } from '../../../../src-shared/api/model-details.ts';
import type { Catalog } from '../../../../src-shared/ipc/catalog.ts';
import type { ModelView } from '../../../../src-shared/ipc/model-view.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { OptionsOf } from '../declare.ts';
import { findMaterial } from './materials.ts';
import { parseAmount, parseId, usageError } from './options.ts';

export const editOptions = [
  '--title <text>',
  '--description <text>',
  '--tags <list>',
  '--public',
  '--no-public',
  '--for-sale',
  '--no-for-sale',
  '--downloadable',
  '--no-downloadable',
  '--claimable',
  '--no-claimable',
  '--default-material <material>',
  '--categories <list>',
  '--markup <material=amount>*',
  '--price <material=amount>*',
  '--offer <material>*',
  '--withhold <material>*',
] as const;
type EditOptions = OptionsOf<(typeof editOptions)[number]>;

const listed = (text: string): string[] => {
  const parts = text.split(',').map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
};

/**
 * The same fields before and after; nothing before if the service could not be reached (`view` null). Throws
 * `usage` if nothing is to change, or if the changes contradict each other.
 */
export function editOf(
  options: EditOptions,
  view: ModelView | null,
  catalog: Catalog,
): { before: ModelDetails; after: ModelDetails } {
  const { title, description, tags, defaultMaterial, categories } = options;
  const now = view?.details ?? null;
  const after: ModelDetails = {
    ...(title !== undefined && { title: title.trim() }),
    ...(description !== undefined && { description }),
    ...(tags !== undefined && { tags: listed(tags) }),
    ...(options.public !== undefined && { isPublic: options.public }),
    ...(options.forSale !== undefined && { isForSale: options.forSale }),
    ...(options.downloadable !== undefined && { isDownloadable: options.downloadable }),
    ...(options.claimable !== undefined && { isClaimable: options.claimable }),
    ...(defaultMaterial !== undefined && {
      defaultMaterialId: findMaterial(defaultMaterial, catalog.materials).materialId,
    }),
    ...(categories !== undefined && {
      categories: listed(categories).map((text) => parseId(text, 'category')),
    }),
    ...materialsOf(options, view, catalog),
  };
  const fields = Object.keys(after) as (keyof ModelDetails)[];
  if (fields.length === 0) throw usageError(ref('cli.edit.nothing'));
  if (title !== undefined && title.trim() === '') throw usageError(ref('cli.edit.noTitle'));
  const will = { ...now, ...after };
  // spec: Resources > Model
  if (will.isClaimable && (will.isPublic || will.isForSale)) {
    throw usageError(ref('cli.edit.claimable'));
  }
  const before = now === null ? {} : Object.fromEntries(fields.map((field) => [field, now[field]]));
  return { before, after };
}

/** Only the materials that are named, each complete. */
function materialsOf(
  { markup = [], price = [], offer = [], withhold = [] }: EditOptions,
  view: ModelView | null,
  catalog: Catalog,
): Pick<ModelDetails, 'materials'> {
  const changed: Record<string, { markup: number; isActive: boolean }> = {};
  const of = (word: string) => {
    const key = String(findMaterial(word, catalog.materials).materialId);
    if (view === null) throw usageError(ref('cli.edit.offline'));
    const entry = changed[key] ?? { ...(view.details.materials[key] ?? { markup: 0, isActive: true }) };
    changed[key] = entry;
    return { entry, base: view.materials[key]?.basePrice ?? null };
  };
  for (const text of markup) {
    const [word, amount] = amountOf(text);
    of(word).entry.markup = amount;
  }
  // A price is the service's own price plus the markup; only the markup is the owner's.
  for (const text of price) {
    const [word, amount] = amountOf(text);
    const { entry, base } = of(word);
    if (base === null) throw usageError(ref('cli.edit.noBase', { material: word }));
    if (amount < base) throw usageError(ref('cli.edit.belowBase', { material: word, base: base.toFixed(2) }));
    entry.markup = Math.round((amount - base) * 100) / 100;
  }
  for (const word of offer) of(word).entry.isActive = true;
  for (const word of withhold) of(word).entry.isActive = false;
  return Object.keys(changed).length > 0 ? { materials: changed } : {};
}

/** `6=2.50`. */
function amountOf(text: string): [material: string, amount: number] {
  const at = text.lastIndexOf('=');
  if (at < 1) throw usageError(ref('cli.edit.markup', { text }));
  return [text.slice(0, at), parseAmount(text.slice(at + 1))];
}
