/**
 * When and how an order is produced, as a pure function of a seed: the same seed and order always give the
 * same days, carrier and tracking number [Assumption: production-plan].
 */
import { createHash } from 'node:crypto';
import type { ShippingOption } from '../../src-shared/api/orders.ts';
import type { CatalogueMaterial } from '../catalogue/catalogue.ts';
import { shippingRate } from '../pricing/shipping.ts';
import type { Rejection } from '../store/json-columns.ts';
import type { Measured } from '../store/models.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** A number from 0 to 1, evenly distributed, and always the same for the same parts. */
function chance(...parts: readonly (string | number)[]): number {
  return createHash('sha256').update(parts.join('/')).digest().readUInt32BE(0) / 2 ** 32;
}

export interface ProductPlan {
  /** Epoch ms: production begins, and the last copy is finished. */
  readonly startAt: number;
  readonly completeAt: number;
}

/** The shortest time from an order to the start of its production, ms. */
export const soonestStart = 2 * hour;

/** Production starts 2 to 12 hours after the order and takes 50 to 90 % of the material's lead time. */
export function planProduct(
  seed: number,
  order: { readonly order_id: number; readonly created_at: number },
  product: { readonly order_product_id: number },
  leadDays: number,
): ProductPlan {
  const startAt = order.created_at + soonestStart + 10 * chance(seed, order.order_id, 'start') * hour;
  const share = 0.5 + 0.4 * chance(seed, product.order_product_id, 'make');
  return { startAt, completeAt: startAt + share * leadDays * day };
}

/** Hours from the last finished product to the parcel. */
export const packingTime = (seed: number, orderId: number): number =>
  (1 + 7 * chance(seed, orderId, 'pack')) * hour;

export interface Parcel {
  readonly carrier: string;
  readonly trackingNumber: string;
}

export function planParcel(seed: number, orderId: number, country: string, option: string): Parcel {
  const { carrier } = shippingRate(country, option as ShippingOption);
  const digits = createHash('sha256').update(`${seed}/${orderId}/parcel`).digest().readUIntBE(0, 6);
  return {
    carrier,
    trackingNumber: `FD${String(digits).padStart(15, '0')}`,
  };
}

/**
 * Rejects a part whose walls are thinner than its material allows; null if they are thick enough. Twice the
 * volume divided by the area is the thickness of a plate, and a fair mean for hollow parts.
 */
export function rejectionOf(material: CatalogueMaterial, measured: Measured): Rejection | null {
  if (measured.state !== 'measured' || measured.part.area <= 0) return null;
  const thickness = ((2 * measured.part.volume) / measured.part.area) * 100;
  if (thickness >= material.minimumWallCm) return null;
  const mm = (cm: number): string => String(Number((cm * 10).toPrecision(2)));
  return {
    rejectionReasons: [
      `The walls are about ${mm(thickness)} mm thick, and ${material.title} needs ${mm(material.minimumWallCm)} mm.`,
    ],
    affectedMaterials: [material.materialId],
  };
}
