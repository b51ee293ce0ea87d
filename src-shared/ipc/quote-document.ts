/**
 * A quote to be passed on: parts with their materials, quantities and prices as of a moment, as a file. The
 * window and the command line put it together; quote-document/ and src-main/quote-document/ write it. It
 * holds no secret, no address but those that the person types into it, and nothing that could be sent as an
 * order.
 */
import { z } from 'zod';
import { priceEstimateSchema, sha256Schema } from '../jobs/agreement-schema.ts';
import { messageRefSchema } from '../messages/schema.ts';
import { verdictLevels } from '../order-gate/verdict.ts';
import { lengthUnits } from '../units/units.ts';

const amount = z.number().nonnegative();
const currency = z.string().length(3);
const length = z.number().nonnegative();

/** The known price of a piece. */
const quotedPriceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('named'),
    each: amount,
    currency,
    /** Epoch ms at which the service named it. */
    quotedAt: z.int(),
    /** The service could not be asked now; this is the last price that it named. */
    isLast: z.boolean(),
  }),
  /** Never priced: from the prices of other parts. */
  z.object({ kind: z.literal('estimated'), currency, estimate: priceEstimateSchema }),
  /** Never priced: `each` is the most that the person would pay. */
  z.object({ kind: z.literal('limited'), each: amount, currency }),
]);
export type QuotedPrice = z.infer<typeof quotedPriceSchema>;

/** The file that was quoted and how it is read, so that exactly this can be ordered by the quote. */
const quotedFileSchema = z.object({
  sha256: sha256Schema,
  /** Relative to the quote, separated by `/`; just the name where the quote will lie elsewhere. */
  path: z.string().max(1000),
  /** Null while it is a guess, which a quote does not make certain. */
  unit: z.enum(lengthUnits).nullable(),
  /** In addition to the unit. */
  scale: z.number().positive(),
  /** The changes to the file of that name; this content is in no file that the person has. */
  changes: z.array(messageRefSchema).max(10).optional(),
});
export type QuotedFile = z.infer<typeof quotedFileSchema>;

const quoteLineSchema = z.object({
  /** As the person knows the part: the name of its file, or the title of a model of the service. */
  name: z.string().max(1000),
  /** Missing where the service alone has the model. */
  source: quotedFileSchema.optional(),
  /** The file of this machine of which a picture may be stored. */
  file: sha256Schema.nullable(),
  /** Sides of the box in m; null where the service alone has the model. */
  size: z.tuple([length, length, length]).readonly().nullable(),
  /** m3. */
  volume: z.number().nonnegative().nullable(),
  /** Null while none is chosen. */
  material: z.string().max(1000).nullable(),
  /** The printer that makes it. The interface has no finish: the name of a material includes it. */
  process: z.string().max(1000).nullable(),
  quantity: z.int().min(1).max(10_000),
  /** Null: not known. */
  price: quotedPriceSchema.nullable(),
  verdict: z
    .object({
      level: z.enum(verdictLevels),
      /** The worst obstacle; null if there is none. */
      reason: messageRefSchema.nullable(),
      /** Somebody orders it although it will be refused. */
      isAccepted: z.boolean().optional(),
    })
    .nullable(),
});
export type QuoteLine = z.infer<typeof quoteLineSchema>;

export const mostQuoteLines = 1000;

/** The sender of a quote for a customer, in a document and in the settings. */
export const quoteSenderSchema = z.object({
  /** Name and address, in lines. */
  name: z.string().max(500),
  /** PNG. */
  logo: z.base64().max(200_000).nullable(),
});
export type QuoteSender = z.infer<typeof quoteSenderSchema>;

/** The customer’s part of a quote. Empty texts are left out. */
export const quoteOfferSchema = z.object({
  /** Name and address, in lines. */
  customer: z.string().max(500),
  reference: z.string().max(100),
  /** The last day on which it holds. */
  validUntil: z.iso.date().nullable(),
  note: z.string().max(2000),
});
export type QuoteOffer = z.infer<typeof quoteOfferSchema>;

export const quoteDocumentSchema = z.object({
  /** Epoch ms. */
  madeAt: z.int(),
  account: z.object({
    name: z.string().max(200),
    /** Host of the service; null for the local one, which makes nothing. */
    host: z.string().max(300).nullable(),
  }),
  lines: z.array(quoteLineSchema).min(1).max(mostQuoteLines),
  /** Null: not known yet. */
  shipping: z.object({ price: amount, currency }).nullable(),
  /** The fee of the service; null: not known yet. */
  fee: z.object({ price: amount, currency }).nullable(),
  /** An estimate of the total with tax and customs, from earlier orders. Missing: nothing tells. */
  landed: z
    .object({
      country: z.string().length(2),
      low: amount,
      high: amount,
      orders: z.int().positive(),
      least: amount,
      most: amount,
      currency,
    })
    .optional(),
  /** Missing in a quote of one's own costs. In one for a customer, amounts may be raised. */
  offer: quoteOfferSchema.optional(),
  sender: quoteSenderSchema.optional(),
});
export type QuoteDocument = z.infer<typeof quoteDocumentSchema>;
