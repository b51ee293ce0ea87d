/** A line of the cart from a model on the plate. */
import type { PriceGeometry } from '../../../../src-shared/geometry/measure/price-geometry.ts';
import { isMirrored } from '../../../../src-shared/geometry/placement/orientation.ts';
import type { CartLine } from '../../../../src-shared/ipc/cart-line.ts';
import type { PricedCartLine } from '../../../../src-shared/ipc/model-line.ts';
import { changesBefore, type PlateItem, turnedFrom } from '../../../../src-shared/ipc/plate-item.ts';
import type { Quote } from '../../../../src-shared/ipc/quote.ts';
import type { PartFacts } from '../../../../src-shared/order-gate/part-facts.ts';
import { metresPerUnit } from '../../../../src-shared/units/units.ts';
import type { Offer } from './offers.ts';

/** Metres per file unit, unit and scale together (spec: Endpoints > POST /models/v1 > uploadScale). */
export const uploadScaleOf = (item: Pick<PlateItem, 'unit' | 'scale'>): number =>
  metresPerUnit[item.unit] * item.scale;

/** Withdrawn when the cart is opened (keep-in-step). */
export const addedNotice = 'added-to-order';

/** The name without its extension, which names the part in the order. */
export const titleOf = (fileName: string): string => fileName.replace(/\.[^.]+$/, '') || fileName;

/** The time and the account of a price. */
type PriceSource = Pick<Quote, 'quotedAt' | 'accountId'>;

/** The limit that a person sets where no price is known. */
export interface Limit {
  /** A piece. */
  readonly limit: number;
  readonly currency: string;
}

type Known = { readonly geometry: PriceGeometry; readonly facts: PartFacts };

/** A line whose price the service names before the order is sent. */
export const makeOpenLine = (
  item: PlateItem,
  offer: Offer,
  known: Known,
  { limit, currency }: Limit,
  { quotedAt, accountId }: PriceSource,
  id: string,
): CartLine => ({
  ...lineFields(item, offer, known, id),
  unitPrice: null,
  limit,
  estimate: offer.estimate,
  currency,
  quotedAt,
  accountId,
});

/** Null while the offer has no price. */
export function makeLine(
  item: PlateItem,
  offer: Offer,
  known: Known,
  { quotedAt, accountId }: PriceSource,
  id: string,
): PricedCartLine | null {
  if (offer.price === null || offer.currency === null) return null;
  return {
    ...lineFields(item, offer, known, id),
    unitPrice: offer.price,
    currency: offer.currency,
    quotedAt,
    accountId,
  };
}

/** The file of a part, the one from which it was turned, and what was done to it. */
export function filesOf(item: PlateItem): Pick<CartLine, 'original' | 'changes'> & Pick<PlateItem, 'file'> {
  const turned = turnedFrom(item);
  const turn = turned ? ([isMirrored(turned.orientation) ? 'mirrored' : 'turned'] as const) : [];
  const changes = [...changesBefore(item), ...turn];
  return {
    file: item.file,
    ...(turned && { original: turned.of }),
    ...(changes.length > 0 && { changes }),
  };
}

const lineFields = (item: PlateItem, offer: Offer, { geometry, facts }: Known, id: string) => ({
  id,
  ...filesOf(item),
  uploadScale: uploadScaleOf(item),
  title: titleOf(item.file.name),
  geometry,
  materialId: offer.material.materialId,
  materialTitle: offer.material.title,
  quantity: item.quantity,
  source: null,
  facts,
  acceptedVerdict: offer.verdict.level,
});
