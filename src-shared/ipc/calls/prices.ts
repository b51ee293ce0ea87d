/** Calls about materials and prices. */
import { z } from 'zod';
import { priceGeometrySchema } from '../../api/price.ts';
import { catalogSchema } from '../catalog.ts';
import { accountId } from '../ids.ts';
import { estimatesSchema, laterSchema, quoteSchema } from '../quote.ts';
import { call } from '../wire.ts';

export const pricesCalls = {
  'catalog.get': call.read(
    z.object({ accountId, refresh: z.boolean().default(false) }).prefault({}),
    catalogSchema,
  ),
  'price.quote': call.read(
    z.object({ accountId, geometry: priceGeometrySchema, materials: z.array(z.int()).default([]) }),
    quoteSchema,
  ),
  /**
   * Prices that nobody waits for, such as those of other scales: asked with the lowest priority, or not now.
   * Known ones of the last quarter of an hour are answered at once.
   */
  'price.explore': call.read(
    z.object({ accountId, geometry: priceGeometrySchema }),
    z.union([quoteSchema, laterSchema]),
  ),
  /** The estimated price of a part without a price, from cached prices. Asks nobody, unlike `price.quote`. */
  'price.estimate': call.read(
    z.object({ accountId, geometry: priceGeometrySchema, materials: z.array(z.int()).default([]) }),
    estimatesSchema,
  ),
} as const;
