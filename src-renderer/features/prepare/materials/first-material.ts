/**
 * The material with which a part begins: Fabdesk fills it in for every part, without waiting until it is
 * selected, and again if the thorough check finds that it does not print.
 */
import type { CatalogMaterial } from '../../../../src-shared/api/materials.ts';
import type { Catalog } from '../../../../src-shared/ipc/catalog.ts';
import type { Prepare } from '../prepare.svelte.ts';
import { kindOf } from './material-traits.ts';
import { type Offer, sortOffers } from './offers.ts';

interface Choice {
  readonly id: string;
  readonly materialId: number;
}

/** The choices that are to be filled in now. */
export function firstMaterials(prepare: Prepare): readonly Choice[] {
  const { app, plate, prices } = prepare;
  const { catalog, settings } = app;
  if (!catalog) return [];
  const usual = usualMaterial(catalog, settings.lastMaterial);
  return plate.items.flatMap((item) => {
    const { id, materialId, materialBy } = item;
    const ready = materialId === null || materialBy === 'fabdesk' ? prepare.readyOf(item) : null;
    if (!ready || !(prices.peek(ready.geometry) || prices.isAway)) return [];
    const materials = catalog.materials.filter((material) => material.materialId === materialId);
    const [present = null] = materials.length > 0 ? prepare.offersOf(ready, { materials }) : [];
    if (present && (present.level === 'checking' || present.level === 'prints')) return [];
    // The first choice does not depend on a thorough check that may have ended or not.
    const offers = prepare.offersOf(ready, { isQuick: present === null });
    const chosen = firstOffer(offers, usual, present)?.material.materialId ?? null;
    return chosen === null || chosen === materialId ? [] : [{ id, materialId: chosen }];
  });
}

/**
 * [Assumption: first-material] The material that the person chose last, by its title, since ids mean
 * something else at every service. Before that the service's standard plastic: the one of the largest
 * printer, which is what a service prints most; of several, the one that it has listed longest. Null in a
 * catalogue without plastics.
 */
export function usualMaterial({ materials, printers }: Catalog, last: string | undefined): number | null {
  const chosen = materials.find(({ title }) => title === last);
  if (chosen) return chosen.materialId;
  const space = ({ printerId }: CatalogMaterial) => {
    const printer = printers.find((candidate) => candidate.printerId === printerId);
    return printer ? printer.xBoundMax * printer.yBoundMax * printer.zBoundMax : 0;
  };
  const [standard] = materials
    .filter((material) => kindOf(material) === 'plastic')
    .toSorted((a, b) => space(b) - space(a) || a.materialId - b.materialId);
  return standard?.materialId ?? null;
}

/**
 * [Assumption: first-material] The usual material if it prints, else the cheapest plastic that prints, else
 * the cheapest that prints, else the usual one at risk, else the cheapest at risk; never one that will be
 * refused. Estimates count where prices are missing. `present`: what Fabdesk chose before
 * the thorough check; it goes on from there, and never back, so that the choice comes to rest.
 */
export function firstOffer(
  offers: readonly Offer[],
  usual: number | null,
  present: Offer | null = null,
): Offer | null {
  const sorted = sortOffers(offers, 'price');
  const known = sorted.filter(({ price, estimate }) => price !== null || estimate !== null);
  // Without the network, a part that nobody has selected has neither.
  const priced = known.length > 0 ? known : sorted;
  const usuals = priced.filter(({ material }) => material.materialId === usual);
  const plastics = priced.filter(({ material }) => kindOf(material) === 'plastic');
  const order = [...new Set([...usuals, ...plastics, ...priced])];
  const ids = order.map(({ material }) => material.materialId);
  const left = present ? order.slice(ids.indexOf(present.material.materialId) + 1) : order;
  const first = (level: Offer['verdict']['level'], all: readonly Offer[]) =>
    all.find(({ verdict }) => verdict.level === level);
  const prints = first('prints', left);
  if (prints) return prints;
  if (present?.verdict.level === 'at-risk') return present;
  return first('at-risk', present ? left : [...usuals, ...priced]) ?? present;
}
