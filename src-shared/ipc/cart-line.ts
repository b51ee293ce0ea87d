import { z } from 'zod';
import { priceGeometrySchema } from '../api/price.ts';
import { openPrice } from '../jobs/agreement-schema.ts';
import { modelSourceSchema } from '../jobs/job.ts';
import { partFactsSchema } from '../order-gate/part-facts.ts';
import { verdictLevels } from '../order-gate/verdict.ts';
import { id } from './ids.ts';
import { partChangeSchema } from './part-change.ts';
import { spooledFileSchema } from './spooled-file.ts';

/** A line of the cart: an item of the plate or a model of the service, its material, the price shown. */
export const cartLineFields = z.object({
  id,
  /** Null: no file of this machine, but the model that `source` names. */
  file: spooledFileSchema.nullable(),
  /** The file of this machine from which it was made, where that is another one: the part was turned. */
  original: spooledFileSchema.optional(),
  /** The changes to the file that the person added. Missing: none. */
  changes: z.array(partChangeSchema).optional(),
  /** Metres per file unit, with unit and scale combined; null without a file. */
  uploadScale: z.number().positive().nullable(),
  title: z.string(),
  /** The measures with which the price is requested; null: the model's own price in the material counts. */
  geometry: priceGeometrySchema.nullable(),
  materialId: z.int(),
  materialTitle: z.string(),
  quantity: z.int().min(1).max(10_000),
  ...openPrice,
  /** The components of a model's price, if the service names them; a file has no markup. */
  base: z.number().nonnegative().nullish(),
  markup: z.number().nonnegative().nullish(),
  currency: z.string().length(3),
  quotedAt: z.int(),
  /** The account whose price it is. Missing: not known, so the line is priced again before an order. */
  accountId: id.optional(),
  /** The model that is ordered, or the job that uploads it; null: the queue finds or makes it. */
  source: modelSourceSchema.nullable(),
  /** Facts that checks found about the part. Missing: no file of this machine. */
  facts: partFactsSchema.optional(),
  /** The verdict that the person knew when adding it or accepting it later. Missing: nothing was known. */
  acceptedVerdict: z.enum(verdictLevels).optional(),
});
export const cartLineSchema = cartLineFields
  // Without a file, a line has to name a model.
  .refine(
    ({ file, uploadScale, source }) =>
      (file !== null && uploadScale !== null) || (source !== null && 'modelId' in source),
  );
export type CartLine = z.infer<typeof cartLineSchema>;
