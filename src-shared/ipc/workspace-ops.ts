/** The changes of the workspace. `apply-ops.ts` applies them. */
import { z } from 'zod';
import { shippingOptions } from '../api/orders.ts';
import { sha256Schema } from '../jobs/agreement-schema.ts';
import { orderExtrasSchema } from '../jobs/order-extras.ts';
import { arrivingFileSchema } from './arriving-file.ts';
import { cartLineFields, cartLineSchema } from './cart-line.ts';
import { id } from './ids.ts';
import { plateItemSchema } from './plate-item.ts';
import { addressDraftSchema, checkoutSteps, returnedOrderSchema } from './workspace.ts';

/** `before`: the id of the next item; null: at the end; missing: its old place, or the end. */
const before = id.nullable().optional();

/** The changes that a window makes. One of something that is gone has no effect: removals win. */
export const windowOpSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('put-item'), item: plateItemSchema, before }),
  z.object({ op: z.literal('change-item'), id, change: plateItemSchema.omit({ id: true }).partial() }),
  z.object({ op: z.literal('remove-item'), id }),
  /** Joins the line for the same thing: the quantities add up. */
  z.object({ op: z.literal('add-line'), line: cartLineSchema }),
  z.object({ op: z.literal('put-line'), line: cartLineSchema, before }),
  z.object({ op: z.literal('change-line'), id, change: cartLineFields.omit({ id: true }).partial() }),
  z.object({ op: z.literal('remove-line'), id }),
  /** Only the fields that changed. */
  z.object({ op: z.literal('set-address'), fields: addressDraftSchema }),
  z.object({ op: z.literal('set-shipping'), shippingOption: z.enum(shippingOptions) }),
  /** Only the fields that changed. */
  z.object({ op: z.literal('set-extras'), extras: orderExtrasSchema.partial() }),
  z.object({
    op: z.literal('view'),
    selected: z.string().nullable().optional(),
    step: z.enum(checkoutSteps).optional(),
  }),
  z.object({ op: z.literal('dismiss-return'), jobId: id }),
  /** Puts it in the place of what was known about it. */
  z.object({ op: z.literal('arriving'), file: arrivingFileSchema }),
  /** It is copied and has its part, or its person knows that it has none. */
  z.object({ op: z.literal('arrived'), id }),
  /** It cannot be copied: what consists of these bytes leaves plate and cart. */
  z.object({ op: z.literal('lost'), id, sha256: sha256Schema }),
]);
export type WindowOp = z.infer<typeof windowOpSchema>;

export const workspaceOpSchema = z.discriminatedUnion('op', [
  ...windowOpSchema.options,
  /** The lines became an order. */
  z.object({ op: z.literal('take-lines'), jobId: id, ids: z.array(id) }),
  /** An order bought nothing, and its lines come back. */
  z.object({ op: z.literal('return-lines'), order: returnedOrderSchema, lines: z.array(cartLineSchema) }),
]);
export type WorkspaceOp = z.infer<typeof workspaceOpSchema>;
