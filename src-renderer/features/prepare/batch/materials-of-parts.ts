/** Every material for several parts together: which of them it prints, and what they come to in it. */
import type { CatalogMaterial } from '../../../../src-shared/api/materials.ts';
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import { type OrderSum, orderSums } from '../../../../src-shared/jobs/order-sum.ts';
import type { ShownLevel } from '../../../../src-shared/order-gate/verdict.ts';
import type { Offer } from '../materials/offers.ts';

export interface PartOffers {
  readonly item: PlateItem;
  /** All materials, in the order of the catalogue; empty until the part is read. */
  readonly offers: readonly Offer[];
}

export interface MaterialOfParts {
  readonly material: CatalogMaterial;
  /** In the order of the parts; null for one that is not read yet. */
  readonly offers: readonly (Offer | null)[];
  readonly printing: number;
  /** The worst of the parts. */
  readonly level: ShownLevel;
  /** With the fee, of the parts that it will not refuse; null while a price is not known. */
  readonly sum: OrderSum | null;
}

const worst = ['refused', 'at-risk', 'checking'] as const;

/** What prints the most parts comes first, of equal ones the cheapest. */
export function materialsOfParts(
  materials: readonly CatalogMaterial[],
  parts: readonly PartOffers[],
): readonly MaterialOfParts[] {
  return materials
    .map((material, at): MaterialOfParts => {
      const offers = parts.map((part) => part.offers[at] ?? null);
      const levels = offers.map((offer) => offer?.level ?? 'checking');
      return {
        material,
        offers,
        printing: levels.filter((level) => level === 'prints').length,
        level: worst.find((level) => levels.includes(level)) ?? 'prints',
        sum: sumOf(parts, offers),
      };
    })
    .sort(
      (a, b) =>
        b.printing - a.printing ||
        (a.sum?.amount ?? Infinity) - (b.sum?.amount ?? Infinity) ||
        a.material.title.localeCompare(b.material.title),
    );
}

function sumOf(parts: readonly PartOffers[], offers: readonly (Offer | null)[]): OrderSum | null {
  const lines = parts.flatMap(({ item }, at) => {
    const offer = offers[at];
    if (offer?.level === 'refused') return [];
    const { price = null, currency = null } = offer ?? {};
    return { unitPrice: price, quantity: item.quantity, currency };
  });
  const priced = lines.flatMap(({ unitPrice, quantity, currency }) =>
    unitPrice === null || currency === null ? [] : { unitPrice, quantity, currency },
  );
  const [sum, ...others] = orderSums(priced);
  return sum && others.length === 0 && priced.length === lines.length ? sum : null;
}
