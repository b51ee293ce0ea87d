/**
 * Changes at the service beside new models and orders: what each carries, and what comes of it. How one is sent and
 * looked up again stands in `src-main/queue/changes`, its words in `change-words.ts`.
 */
import { z } from 'zod';

export const changePayloadSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('cancel-order'), orderId: z.int().nonnegative() }),
  z.object({
    op: z.literal('delete-model'),
    modelId: z.int().nonnegative(),
    /** As it was shown, for the words. */
    modelTitle: z.string().max(255),
  }),
]);
export type ChangePayload = z.infer<typeof changePayloadSchema>;
export type ChangeOp = ChangePayload['op'];
export type ChangeOf<O extends ChangeOp> = Extract<ChangePayload, { op: O }>;

export const changeResultSchema = z.object({
  /** The order or model that was changed or made. */
  remoteId: z.int(),
  /** Only where it was made, so that no other job takes it for its own. */
  made: z.enum(['order', 'model']).optional(),
});
export type ChangeResult = z.infer<typeof changeResultSchema>;
