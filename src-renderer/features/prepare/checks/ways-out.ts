/** What makes the selected part print where its material does not: another material, or another size. */
import { printableRange } from '../../../../src-shared/order-gate/printable-range.ts';
import { insideOf } from '../curve/scale-axis.ts';
import { scaleRulesOf } from '../curve/scale-rules.ts';
import { type Offer, sortOffers } from '../materials/offers.ts';
import type { Prepare } from '../prepare.svelte.ts';

const needsWay = ({ chosen }: Prepare): boolean =>
  chosen !== null && (chosen.level === 'refused' || chosen.level === 'at-risk');

/** The cheapest material that prints the part as it is; null if none does, or none is needed. */
export function cheapestThatPrints(prepare: Prepare): Offer | null {
  if (!needsWay(prepare)) return null;
  const printing = prepare.offers.filter(({ level, price }) => level === 'prints' && price !== null);
  return sortOffers(printing, 'price')[0] ?? null;
}

/** The nearest scale at which it prints in its material, in whole percent if possible; null without one. */
export function scaleThatPrints(prepare: Prepare): number | null {
  const rules = needsWay(prepare) ? scaleRulesOf(prepare) : null;
  const range = rules && printableRange(...rules);
  const scale = prepare.ready?.item.scale;
  if (range?.level !== 'prints' || scale === undefined) return null;
  const { smallest, largest } = range.best;
  if (smallest !== null && smallest > 1) {
    const whole = Math.ceil(smallest * scale * 100) / 100;
    return largest === null || whole <= largest * scale
      ? whole
      : insideOf({ scale: smallest * scale, side: 'below' });
  }
  if (largest === null || largest >= 1) return null;
  const whole = Math.floor(largest * scale * 100) / 100;
  return whole > 0 && whole >= (smallest ?? 0) * scale
    ? whole
    : insideOf({ scale: largest * scale, side: 'above' });
}
