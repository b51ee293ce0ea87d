/**
 * The record of an order as a document: what was agreed, its parts, address, dates and parcels, as far as
 * they are known here. The window and the command line put it together; src-main/quote-document draws it.
 */
import { z } from 'zod';
import { agreementSchema } from '../jobs/agreement-schema.ts';
import { orderViewSchema } from './order-view.ts';
import { quoteDocumentSchema } from './quote-document.ts';

export const orderRecordSchema = z.object({
  /** Epoch ms. */
  madeAt: z.int(),
  /** When the service gave its answer about the order, epoch ms. */
  asOf: z.int(),
  account: quoteDocumentSchema.shape.account,
  order: orderViewSchema,
  /** Missing: placed elsewhere. */
  agreement: agreementSchema.optional(),
  /** The amount that the person was charged, in the currency of the agreement. Missing: nobody entered it. */
  charged: z.number().nonnegative().optional(),
});
export type OrderRecord = z.infer<typeof orderRecordSchema>;
