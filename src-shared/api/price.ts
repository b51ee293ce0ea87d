/** POST /price/v1 (spec: Endpoints > Price). Lengths in m, area in m2, volume in m3. */
import { z } from 'zod';
import type { CubicMetres, Metres, SquareMetres } from '../units/units.ts';
import { success } from './envelope.ts';
import { id, keyed, list, number, text } from './wire.ts';

const length = number.transform((value) => value as Metres);

/** The measures for which a price is requested. Bounds default to 0, as the spec says. */
export const priceGeometrySchema = z.object({
  volume: number.transform((value) => value as CubicMetres),
  area: number.transform((value) => value as SquareMetres),
  xBoundMin: length.prefault(0),
  xBoundMax: length.prefault(0),
  yBoundMin: length.prefault(0),
  yBoundMax: length.prefault(0),
  zBoundMin: length.prefault(0),
  zBoundMax: length.prefault(0),
});
export type { PriceGeometry } from '../geometry/measure/price-geometry.ts';

export const priceRequestSchema = z.object({
  ...priceGeometrySchema.shape,
  /** Empty or missing: prices for all materials. */
  materials: list(id),
});
export type PriceRequest = z.infer<typeof priceRequestSchema>;

export const priceEntrySchema = z.looseObject({
  /** 0 or below means that no price is known yet (compatibility: Answers). */
  price: number,
  currency: text,
});
export type PriceEntry = z.infer<typeof priceEntrySchema>;

export const priceAnswerSchema = success({ prices: keyed(priceEntrySchema) });

const unreadable: PriceEntry = { price: 0, currency: '' };

/** For clients: an entry that cannot be read is a material without a price, unless none can be read. */
export const readPricesSchema = success({
  prices: keyed(priceEntrySchema.catch(unreadable)).refine((prices) => {
    const entries = Object.values(prices);
    return entries.length === 0 || entries.some((entry) => entry !== unreadable);
  }),
});
