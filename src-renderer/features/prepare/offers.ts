/** The rows of the material table: each material with its price and whether the part fits its printer. */

import type { CatalogMaterial } from '../../../src-shared/api/materials.ts';
import type { Printer } from '../../../src-shared/api/printers.ts';
import { fitsPrinter } from '../../../src-shared/geometry/measure/printer-fit.ts';
import type { Vector } from '../../../src-shared/geometry/mesh/mesh.ts';
import type { Catalog, Quote } from '../../../src-shared/ipc/contract.ts';
import type { LengthUnit } from '../../../src-shared/units/units.ts';
import { formatLength } from '../../ui/format.ts';
import { t } from '../../ui/language.svelte.ts';

export interface Offer {
  readonly material: CatalogMaterial;
  readonly printer: Printer | null;
  /** A piece; null while no price is known, never zero. */
  readonly price: number | null;
  readonly currency: string | null;
  /** Null where the printer is not known. */
  readonly fits: boolean | null;
  /** Why it does not fit, or what to know about it; a short sentence. */
  readonly reason: string | null;
}

export type OfferOrder = 'price' | 'name' | 'fit';

/** `size`: sides of the box in m. */
export function listOffers(
  catalog: Catalog,
  size: Vector | null,
  quote: Quote | null,
  unit: LengthUnit,
): readonly Offer[] {
  const printers = new Map(catalog.printers.map((printer) => [printer.printerId, printer]));
  return catalog.materials.map((material) => {
    const printer = printers.get(material.printerId) ?? null;
    const entry = quote?.prices[String(material.materialId)];
    const isPriced = entry !== undefined && entry.price > 0;
    return {
      material,
      printer,
      price: isPriced ? entry.price : null,
      currency: isPriced ? entry.currency : null,
      ...fitOf(size, printer, unit),
    };
  });
}

function fitOf(
  size: Vector | null,
  printer: Printer | null,
  unit: LengthUnit,
): Pick<Offer, 'fits' | 'reason'> {
  if (!printer) return { fits: null, reason: t('prepare.printerUnknown') };
  if (!size) return { fits: null, reason: null };
  const fit = fitsPrinter(size, printer);
  if (fit.fits) return { fits: true, reason: isRotated(size, printer) ? t('prepare.fitsRotated') : null };
  const axis = fit.axis?.toUpperCase() ?? '';
  const limit = fit.limit === null ? '' : formatLength(fit.limit, unit);
  return {
    fits: false,
    reason:
      fit.reason === 'too-large'
        ? t('prepare.tooLarge', { axis, limit })
        : t('prepare.tooSmall', { axis, limit }),
  };
}

const isRotated = (size: Vector, printer: Printer): boolean => volumeFor(size, printer).isRotated;

const turns = [
  [0, 1, 2],
  [1, 0, 2],
  [0, 2, 1],
  [2, 1, 0],
  [1, 2, 0],
  [2, 0, 1],
] as const;

/**
 * The printer's largest volume, m, in the orientation in which the part fits; unchanged if it fits as drawn or not
 * at all. The service arranges parts itself, so the part keeps its orientation and the volume is rotated.
 */
export function volumeFor(size: Vector | null, printer: Printer): { size: Vector; isRotated: boolean } {
  const most: Vector = [printer.xBoundMax / 100, printer.yBoundMax / 100, printer.zBoundMax / 100];
  const turn =
    size &&
    turns.find((candidate) => candidate.every((side, axis) => size[axis]! <= most[side] * (1 + 1e-7)));
  if (!turn) return { size: most, isRotated: false };
  return { size: [most[turn[0]], most[turn[1]], most[turn[2]]], isRotated: turn !== turns[0] };
}

/** Unknown prices come last; equal ones by name. */
export function sortOffers(
  offers: readonly Offer[],
  order: OfferOrder,
  descending = false,
): readonly Offer[] {
  const byName = (a: Offer, b: Offer) => a.material.title.localeCompare(b.material.title);
  const sign = descending ? -1 : 1;
  const byPrice = (a: Offer, b: Offer) => {
    if (a.price === null || b.price === null) return Number(a.price === null) - Number(b.price === null);
    return sign * (a.price - b.price);
  };
  const rank = (offer: Offer) => (offer.fits === true ? 0 : offer.fits === null ? 1 : 2);
  return offers.toSorted((a, b) => {
    if (order === 'name') return sign * byName(a, b);
    if (order === 'fit') return sign * (rank(a) - rank(b)) || byPrice(a, b) || byName(a, b);
    return byPrice(a, b) || byName(a, b);
  });
}

/** Every word must appear in the material's or the printer's name. */
export function findOffers(offers: readonly Offer[], search: string): readonly Offer[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return offers;
  return offers.filter(({ material, printer }) => {
    const text = `${material.title} ${printer?.title ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** [Assumption: first-material] The cheapest one that fits, until the user has chosen one. */
export const firstOffer = (offers: readonly Offer[]): Offer | null =>
  sortOffers(
    offers.filter((offer) => offer.fits === true && offer.price !== null),
    'price',
  )[0] ?? null;
