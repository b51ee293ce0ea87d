/**
 * The agreement of a person who places an order, as it is stored with the order and shown: the parts byte by
 * byte, what they cost and why, where they go, and when that was agreed. `agreement.ts` makes it.
 */
import { z } from 'zod';
import { shippingAddressSchema, shippingOptions } from '../api/orders.ts';
import { orderExtrasSchema } from './order-extras.ts';

/** Hashes in lower-case hexadecimal. */
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
export const md5Schema = z.string().regex(/^[0-9a-f]{32}$/);

/** A model that the service has, and its file as the person saw it: null or missing if that is not known. */
export const existingModelSchema = z.object({
  modelId: z.int().nonnegative(),
  version: z.int().nonnegative().nullish(),
  md5: md5Schema.nullish(),
});

const amount = z.number().nonnegative();

/** An estimate of the price of a piece from prices of other parts, if the service has not named one. */
export const priceEstimateSchema = z.object({
  amount,
  /** The band in which the price should lie. */
  low: amount,
  high: amount,
  /** From the prices of how many other parts. */
  parts: z.int().positive(),
  /** When the oldest and the newest of them were named, epoch ms. */
  oldest: z.int(),
  newest: z.int(),
});
export type PriceEstimate = z.infer<typeof priceEstimateSchema>;

/** The price of a line, which may be open: then the person has said what it may cost at most. */
export const openPrice = {
  /** A piece, before fee, shipping and tax. Null: the service names it before the order is sent. */
  unitPrice: amount.nullable(),
  /** The most that a piece may cost if its price is open. */
  limit: amount.nullish(),
  /** The estimate that Fabdesk showed when the limit was set. */
  estimate: priceEstimateSchema.nullish(),
};

/** A line as the service has it now; null if that is not known. */
const offeredModelSchema = z.object({
  base: amount.nullable(),
  markup: amount.nullable(),
  version: z.int().nonnegative().nullable(),
  md5: md5Schema.nullable(),
});

/** The current prices of an order that waits for a new consent. */
export const offerSchema = z.object({
  parts: amount,
  /** With fee and shipping, as far as that is known. `queue.confirm` has to repeat it. */
  total: amount,
  currency: z.string().length(3),
  /** One per line, in the order of the lines. */
  unitPrices: z.array(amount),
  /** The components of the prices, and the files that they are for, likewise. */
  models: z.array(offeredModelSchema),
  /** The price of shipping; null if none was agreed or the service does not name it any more. */
  shippingPrice: amount.nullable(),
  /** Epoch ms at which the service gave these prices. */
  quotedAt: z.int(),
});
export type Offer = z.infer<typeof offerSchema>;

const agreedLineSchema = z.object({
  title: z.string(),
  /** The exact bytes, which are uploaded as a model of their own; null: `model` is ordered. */
  file: z
    .object({ sha256: sha256Schema, md5: md5Schema, size: z.int().nonnegative(), name: z.string() })
    .nullable(),
  /** Metres per file unit, with unit and scale combined; null without a file. */
  uploadScale: z.number().positive().nullable(),
  model: existingModelSchema.nullable(),
  materialId: z.int().nonnegative(),
  materialTitle: z.string(),
  quantity: z.int().min(1).max(10_000),
  ...openPrice,
  /** The price of a piece without the owner's markup, and that markup; null if unknown. */
  base: amount.nullable(),
  markup: amount.nullable(),
});
export type AgreedLine = z.infer<typeof agreedLineSchema>;

export const agreementSchema = z.object({
  accountId: z.string(),
  lines: z.array(agreedLineSchema).min(1),
  currency: z.string().length(3),
  /** Sum of the lines, before fee, shipping and tax. Where a price is open, they may cost this at most. */
  parts: amount,
  /** Share by which prices may rise before the order is sent, as it was said beforehand. Missing: none. */
  tolerance: amount.max(1).optional(),
  /** The limit for the whole order, with fee and shipping. Missing: none was set. */
  maxTotal: amount.optional(),
  /**
   * The prices named by the service at the last sending, if prices were open or differed from those agreed
   * to.
   */
  found: offerSchema.optional(),
  /** The service's own fee (spec: Limits > Default fee). */
  fee: amount,
  shipping: z.object({ option: z.enum(shippingOptions), price: amount.nullable() }),
  extras: orderExtrasSchema,
  /** Line by line as it is sent, without the reference. */
  address: shippingAddressSchema,
  /** The optional address line that carries the order's reference, and what it says; null: none. */
  reference: z.object({ field: z.enum(['address2', 'address3']), value: z.string() }).nullable(),
  /** When the account's owner agreed to rights and terms, epoch ms; null: not known. */
  consent: z.object({ rightsAndTermsAt: z.int() }).nullable(),
  /** Epoch ms. */
  agreedAt: z.int(),
});
export type Agreement = z.infer<typeof agreementSchema>;
