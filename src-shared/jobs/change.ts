/**
 * Changes at the service besides new models and orders: what each carries and what it results in.
 * `src-main/queue/changes` sends and reconciles them; `change-text.ts` has their texts.
 */
import { z } from 'zod';
import { modelDetailsSchema } from '../api/model-details.ts';

const id = z.int().nonnegative();

/** A model, and its title as it was shown. */
const model = { modelId: id, modelTitle: z.string().max(255) };

/** A file in the spool that is sent with the change. */
const file = {
  /** SHA-256 of the spooled bytes, which is also the name of the file in the spool. */
  file: z.string().regex(/^[0-9a-f]{64}$/),
  fileName: z.string().min(1).max(255),
  /** Bytes. */
  size: z.int().nonnegative(),
  /** MD5 of the spooled bytes, compared with the service's answer. */
  md5: z.string().regex(/^[0-9a-f]{32}$/),
};

export const changePayloadSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('cancel-order'), orderId: id }),
  z.object({ op: z.literal('delete-model'), ...model }),
  z.object({
    op: z.literal('reprint'),
    /** The order in which the product was bought. */
    orderId: id,
    orderProductId: id,
    productTitle: z.string().max(255),
    quantity: z.int().min(1).max(10_000),
    /** The service's own number of a reason. */
    reasonId: id,
    comment: z.string().trim().min(1).max(5000),
    /** Epoch ms of the person's consent. After 24 h it is asked for again. */
    consentAt: z.int(),
  }),
  z.object({
    op: z.literal('edit-model'),
    ...model,
    /** The values of the same fields that the person saw. */
    before: modelDetailsSchema,
    after: modelDetailsSchema,
  }),
  z.object({
    op: z.literal('add-file'),
    ...model,
    ...file,
    /** Metres per file unit. */
    uploadScale: z.number().positive(),
  }),
  z.object({
    op: z.literal('add-photo'),
    ...model,
    ...file,
    title: z.string().max(200),
    description: z.string().max(20_000),
    materialId: id.nullable(),
  }),
  z.object({
    op: z.literal('add-to-cart'),
    ...model,
    materialId: id,
    materialTitle: z.string().max(255),
    quantity: z.int().min(1).max(10_000),
  }),
  z.object({
    op: z.literal('customise'),
    /** Product identification number of what is customised. */
    spin: z.string().trim().min(1).max(100),
    text: z.string().max(1000),
    /** A picture, or none of these fields. */
    ...z.object(file).partial().shape,
    /** Epoch ms since when it waits until the service has measured what is customised. Missing: never. */
    measuringSince: z.int().optional(),
  }),
]);
export type ChangePayload = z.infer<typeof changePayloadSchema>;
export type ChangeOp = ChangePayload['op'];
export type ChangeOf<O extends ChangeOp> = Extract<ChangePayload, { op: O }>;

export const changeResultSchema = z.object({
  /** The order or model that was changed or made. */
  remoteId: z.int(),
  /** Only if it was made, so that no other job takes it for its own. */
  made: z.enum(['order', 'model']).optional(),
  /** As for an order (`orderResultSchema`). */
  isGone: z.boolean().optional(),
});
export type ChangeResult = z.infer<typeof changeResultSchema>;
