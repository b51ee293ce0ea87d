import { z } from 'zod';
import { priceEntrySchema } from '../api/price.ts';
import { priceEstimateSchema } from '../jobs/agreement-schema.ts';
import { id } from './ids.ts';

export const quoteSchema = z.object({
  /** Keyed by material id. */
  prices: z.record(z.string(), priceEntrySchema),
  /** Epoch ms at which the service gave these prices. */
  quotedAt: z.int(),
  /** `cached`: the service could not be reached, and these are its last prices for exactly this geometry. */
  source: z.enum(['live', 'cached']),
  /** The account whose prices these are. */
  accountId: id.optional(),
});
export type Quote = z.infer<typeof quoteSchema>;

/** A question that can wait was not asked now: jobs go first, few calls are left, or it is away. */
export const laterSchema = z.object({
  later: z.enum(['orders', 'calls', 'connection']),
  /** Epoch ms before which it makes no sense to try again. */
  retryAt: z.int(),
});
export type Later = z.infer<typeof laterSchema>;

export const estimatesSchema = z.object({
  /** Per piece, by material id. A material without prices of other parts has none. */
  estimates: z.record(z.string(), priceEstimateSchema),
  /** The account's currency, in which the estimates are; null if no price of the account is known. */
  currency: z.string().length(3).nullable(),
});
export type Estimates = z.infer<typeof estimatesSchema>;
