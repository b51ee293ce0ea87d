/** Groups the materials of one family in the list of offers. */
import type { Money } from '../../../../src-shared/messages/message.ts';
import type { ShownLevel } from '../../../../src-shared/order-gate/verdict.ts';
import { familyOf } from '../../../ui/material-family.ts';
import type { Offer } from './offers.ts';

export interface Family {
  readonly name: string;
  readonly offers: readonly Offer[];
}

/** In the order of their first offers, each with its offers in their order. */
export function offerFamilies(offers: readonly Offer[]): readonly Family[] {
  const byName = Map.groupBy(offers, ({ material }) => familyOf(material.title).toLowerCase());
  return [...byName.values()].map((members) => ({
    name: familyOf(members[0]!.material.title),
    offers: members,
  }));
}

export type Line =
  | { readonly family: Family; readonly isOpen: boolean }
  | { readonly offer: Offer; readonly isMember: boolean };

/** The lines of a grouped list: `first` by themselves, then the families; a family of one is its material. */
export function linesOf(
  offers: readonly Offer[],
  isFirst: (offer: Offer) => boolean,
  isOpen: (family: Family) => boolean,
): readonly Line[] {
  const first = offers.filter(isFirst).map((offer): Line => ({ offer, isMember: false }));
  const others = offerFamilies(offers.filter((offer) => !isFirst(offer))).flatMap((family): Line[] => {
    if (family.offers.length === 1) return [{ offer: family.offers[0]!, isMember: false }];
    const open = isOpen(family);
    const members = open ? family.offers.map((offer): Line => ({ offer, isMember: true })) : [];
    return [{ family, isOpen: open }, ...members];
  });
  return [...first, ...others];
}

/**
 * The least that a piece costs in this family, and whether that is an estimate; null as long as no price is
 * known.
 */
export function leastOf(offers: readonly Offer[]): (Money & { readonly isEstimate: boolean }) | null {
  let least: ReturnType<typeof leastOf> = null;
  for (const { price, estimate, currency } of offers) {
    const amount = price ?? estimate?.amount;
    if (amount === undefined || currency === null || (least !== null && least.amount <= amount)) continue;
    least = { amount, currency, isEstimate: price === null };
  }
  return least;
}

/** The level of the best of them. */
export const bestLevelOf = (offers: readonly Offer[]): ShownLevel =>
  (['prints', 'checking', 'at-risk'] as const).find((best) => offers.some(({ level }) => level === best)) ??
  'refused';
