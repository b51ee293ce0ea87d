/**
 * The owner's markup on a model and where it is offered: the values of the form, and which of them changed.
 */
import type { ModelDetails } from '../../../src-shared/api/model-details.ts';
import type { ModelView } from '../../../src-shared/ipc/model-view.ts';

export type Settings = NonNullable<ModelDetails['materials']>;

export interface PriceRow {
  readonly id: string;
  readonly title: string;
  /** The price of the service; null if it does not say. */
  readonly basePrice: number | null;
  readonly isPrintable: boolean | null;
  readonly restrictions: readonly string[];
}

/** Sorted by title; `titleOf` is used if the service sends none. */
export const priceRows = (model: ModelView, titleOf: (id: number) => string): PriceRow[] =>
  Object.entries(model.materials)
    .map(([id, { title, basePrice, isPrintable, restrictions }]) => ({
      id,
      title: title || titleOf(Number(id)),
      basePrice,
      isPrintable,
      restrictions,
    }))
    .sort((a, b) => a.title.localeCompare(b.title));

/** The materials that differ, each complete, before and after; null if none does. */
export function changedMaterials(
  seen: Settings,
  wanted: Settings,
): { before: { materials: Settings }; after: { materials: Settings } } | null {
  const ids = Object.keys(wanted).filter((id) => {
    const [before, after] = [seen[id], wanted[id]];
    return (
      before?.isActive !== after?.isActive || Math.abs((before?.markup ?? 0) - (after?.markup ?? 0)) >= 0.005
    );
  });
  if (ids.length === 0) return null;
  const pick = (from: Settings) =>
    Object.fromEntries(ids.map((id) => [id, from[id] ?? { markup: 0, isActive: true }]));
  return { before: { materials: pick(seen) }, after: { materials: pick(wanted) } };
}
