/** The rows of the material table: each material with its price and the verdict of the order gate. */

import type { CatalogMaterial } from '../../../../src-shared/api/materials.ts';
import type { Printer } from '../../../../src-shared/api/printers.ts';
import type { Vector } from '../../../../src-shared/geometry/mesh/mesh.ts';
import type { Catalog } from '../../../../src-shared/ipc/catalog.ts';
import type { Estimates, Quote } from '../../../../src-shared/ipc/quote.ts';
import type { PriceEstimate } from '../../../../src-shared/jobs/agreement-schema.ts';
import type { Money } from '../../../../src-shared/messages/message.ts';
import { assessPart, type GatePart } from '../../../../src-shared/order-gate/assess-part.ts';
import { processOf } from '../../../../src-shared/order-gate/process-of.ts';
import {
  materialReasons,
  type Reason,
  type ShownLevel,
  shownLevel,
  type Verdict,
  verdictLevels,
} from '../../../../src-shared/order-gate/verdict.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import { hasWords } from '../../../ui/has-words.ts';

export interface Offer {
  readonly material: CatalogMaterial;
  readonly printer: Printer | null;
  /** Per piece; null while no price is known, never zero. */
  readonly price: number | null;
  /** The currency of the price or the estimate. */
  readonly currency: string | null;
  /** Where no price is known: what a piece may cost according to the prices of other parts. */
  readonly estimate: PriceEstimate | null;
  readonly verdict: Verdict;
  /** The level that is shown of the verdict. */
  readonly level: ShownLevel;
  /** The worst reason that applies to this material but not to the part in every material. */
  readonly reason: Reason | null;
}

/**
 * What every piece costs before any material, as far as SOAP tells it; null where it explains nothing. It
 * names no currency [Assumption: startup-currency].
 */
export function startFeeOf({ material, price, currency }: Offer): Money | null {
  const { startupCost = 0 } = material;
  if (price === null || currency === null || startupCost <= 0 || startupCost > price) return null;
  return { amount: startupCost, currency };
}

export type OfferOrder = 'price' | 'name' | 'verdict';

export interface OfferedPart extends GatePart {
  /** Its thorough check has not ended. */
  readonly isChecking?: boolean;
}

/** `unit`: for lengths in the reasons. */
export const listOffers = (
  catalog: Pick<Catalog, 'printers'> & { readonly materials: readonly CatalogMaterial[] },
  part: OfferedPart,
  quote: Quote | null,
  unit: LengthUnit,
  estimates: Estimates | null = null,
): readonly Offer[] => {
  const ofPart = assessPart(part, null, unit);
  return catalog.materials.map((material) => {
    const process = processOf(material, catalog.printers);
    const entry = quote?.prices[String(material.materialId)];
    const isPriced = entry !== undefined && entry.price > 0;
    const verdict = assessPart(part, process, unit);
    return {
      material,
      printer: process.printer,
      price: isPriced ? entry.price : null,
      currency: isPriced ? entry.currency : (estimates?.currency ?? null),
      estimate: isPriced ? null : (estimates?.estimates[String(material.materialId)] ?? null),
      verdict,
      level: shownLevel(verdict, part.isChecking === true),
      reason: materialReasons(verdict, ofPart)[0] ?? null,
    };
  });
};

/** Why none of the materials prints the part: what refuses it in the cheapest one; null if one prints it. */
export function whyNonePrints(offers: readonly Offer[]): Reason | null {
  if (offers.some(({ verdict }) => verdict.level !== 'refused')) return null;
  return sortOffers(offers, 'price')[0]?.verdict.reasons[0] ?? null;
}

const turns = [
  [0, 1, 2],
  [1, 0, 2],
  [0, 2, 1],
  [2, 1, 0],
  [1, 2, 0],
  [2, 0, 1],
] as const;

/**
 * The printer's largest volume, m, in the orientation in which the part fits; unchanged if it fits as drawn
 * or not at all. The service arranges parts itself, so the part keeps its orientation and the volume is
 * rotated.
 */
export function volumeFor(size: Vector | null, printer: Printer): { size: Vector; isRotated: boolean } {
  const most: Vector = [printer.xBoundMax / 100, printer.yBoundMax / 100, printer.zBoundMax / 100];
  const turn =
    size &&
    turns.find((candidate) => candidate.every((side, axis) => size[axis]! <= most[side] * (1 + 1e-7)));
  if (!turn) return { size: most, isRotated: false };
  return { size: [most[turn[0]], most[turn[1]], most[turn[2]]], isRotated: turn !== turns[0] };
}

/** By price, or by the estimate that stands in for it. Unknown prices come last; equal ones by name. */
export function sortOffers(
  offers: readonly Offer[],
  order: OfferOrder,
  descending = false,
): readonly Offer[] {
  const byName = (a: Offer, b: Offer) => a.material.title.localeCompare(b.material.title);
  const sign = descending ? -1 : 1;
  const byPrice = (a: Offer, b: Offer) => {
    const [first, second] = [a.price ?? a.estimate?.amount, b.price ?? b.estimate?.amount];
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined);
    return sign * (first - second);
  };
  const rank = ({ verdict }: Offer) => verdictLevels.indexOf(verdict.level);
  return offers.toSorted((a, b) => {
    if (order === 'name') return sign * byName(a, b);
    if (order === 'verdict') return sign * (rank(a) - rank(b)) || byPrice(a, b) || byName(a, b);
    return byPrice(a, b) || byName(a, b);
  });
}

/** Every word must appear in the material's or the printer's name. */
export const findOffers = (offers: readonly Offer[], search: string): readonly Offer[] =>
  offers.filter(({ material, printer }) => hasWords(`${material.title} ${printer?.title ?? ''}`, search));
