/**
 * The ways out where the material of the selected part does not print it: another material, another size, or
 * repair.
 */
import type { Finding, FindingKind } from '../../../../src-shared/geometry/geometry.ts';
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

const repairable: ReadonlySet<FindingKind> = new Set<FindingKind>([
  'open-edges',
  'non-manifold-edges',
  'flipped-faces',
  'degenerate-faces',
  'duplicate-faces',
  'inverted-shell',
  'overlapping-parts',
  'nested-parts',
]);

/** Those of the quick check, then those of the thorough one. */
export const findingsOf = ({ ready, deepResults }: Prepare): readonly Finding[] => [
  ...(ready?.model.checks.findings ?? []),
  ...deepResults.flatMap(({ finding }) => finding ?? []),
];

/** Closing a surface of which a part is missing would only hide that. */
export function canRepair(prepare: Prepare): boolean {
  const findings = findingsOf(prepare);
  const isWrong = findings.some(({ kind, severity }) => kind === 'uncertain-surface' && severity === 'fail');
  return !isWrong && findings.some(({ kind }) => repairable.has(kind));
}
