/** A line of the cart from a model on the plate. */
import type { PriceGeometry } from '../../../../src-shared/geometry/measure/price-geometry.ts';
import type { PricedCartLine } from '../../../../src-shared/ipc/model-line.ts';
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import type { Quote } from '../../../../src-shared/ipc/quote.ts';
import type { PartFacts } from '../../../../src-shared/order-gate/part-facts.ts';
import { metresPerUnit } from '../../../../src-shared/units/units.ts';
import type { Offer } from './offers.ts';

/** Metres per file unit, unit and scale together (spec: Endpoints > POST /models/v1 > uploadScale). */
export const uploadScaleOf = (item: Pick<PlateItem, 'unit' | 'scale'>): number =>
  metresPerUnit[item.unit] * item.scale;

/** The name without its extension, which names the part in the order. */
export const titleOf = (fileName: string): string => fileName.replace(/\.[^.]+$/, '') || fileName;

/** In cents, so that the button shows what is summed later. */
export const totalOf = (unitPrice: number, quantity: number): number =>
  Math.round(unitPrice * quantity * 100) / 100;

/** The time and the account of a price. */
type PriceSource = Pick<Quote, 'quotedAt' | 'accountId'>;

/** Null while the offer has no price. */
export function makeLine(
  item: PlateItem,
  offer: Offer,
  { geometry, facts }: { readonly geometry: PriceGeometry; readonly facts: PartFacts },
  { quotedAt, accountId }: PriceSource,
  id: string,
): PricedCartLine | null {
  if (offer.price === null || offer.currency === null) return null;
  return {
    id,
    file: item.file,
    uploadScale: uploadScaleOf(item),
    title: titleOf(item.file.name),
    geometry,
    materialId: offer.material.materialId,
    materialTitle: offer.material.title,
    quantity: item.quantity,
    unitPrice: offer.price,
    currency: offer.currency,
    quotedAt,
    accountId,
    source: null,
    facts,
    acceptedVerdict: offer.verdict.level,
  };
}
