/**
 * The material with which a part begins: Fabdesk fills it in, and again if it turns out that it will be
 * refused.
 */
import type { Prepare } from '../prepare.svelte.ts';
import { firstOffer, listOffers, type Offer } from './offers.ts';

interface Choice {
  readonly id: string;
  readonly materialId: number | null;
}

/**
 * What is to be filled in now: for the selected part, and in the table for those that nobody has selected
 * yet.
 */
export function firstMaterials(prepare: Prepare): readonly Choice[] {
  const selected = forSelected(prepare);
  return [...selected, ...inTable(prepare).filter(({ id }) => id !== selected[0]?.id)];
}

function forSelected({ app, plate, prices, ready, chosen, offers }: Prepare): readonly Choice[] {
  if (!ready || !(prices.quote || prices.isAway) || !app.catalog) return [];
  const { id, materialId, materialBy } = ready.item;
  const isRefused = materialBy === 'fabdesk' && chosen?.verdict.level === 'refused';
  if (materialId !== null && !isRefused) return [];
  const first = firstMaterial(plate.items, offers, prices.isAway);
  return first === materialId ? [] : [{ id, materialId: first }];
}

function inTable(prepare: Prepare): readonly Choice[] {
  const { app, plate, prices, isTable } = prepare;
  const { catalog, settings } = app;
  if (!catalog || !isTable) return [];
  return plate.items.flatMap((item) => {
    const ready = item.materialId === null ? prepare.readyOf(item) : null;
    const quote = ready && prices.peek(ready.geometry);
    if (!ready || !quote) return [];
    const part = { geometry: ready.geometry, facts: prepare.factsOf(ready) };
    const offers = listOffers(catalog, part, quote, settings.displayUnit);
    const materialId = firstMaterial(plate.items, offers, false);
    return materialId === null ? [] : { id: item.id, materialId };
  });
}

/**
 * The material that the person chose last, or the first offer; null if every one will be refused or has
 * neither price nor estimate.
 */
function firstMaterial(
  items: Prepare['plate']['items'],
  offers: readonly Offer[],
  isAway: boolean,
): number | null {
  const used = items.findLast((item) => item.materialBy === 'person')?.materialId ?? null;
  const usedOffer = offers.find((offer) => offer.material.materialId === used);
  const canBeAdded = usedOffer && (usedOffer.price !== null || isAway);
  if (canBeAdded && usedOffer.verdict.level !== 'refused') return used;
  return firstOffer(offers)?.material.materialId ?? null;
}
