import { z } from 'zod';
import type { AddressField } from '../api/address-rules.ts';
import { addressFields, shippingOptions } from '../api/orders.ts';
import { problemSchema } from '../jobs/job.ts';
import { noExtras, orderExtrasSchema } from '../jobs/order-extras.ts';
import { arrivingFileSchema, mostArriving } from './arriving-file.ts';
import { cartLineSchema } from './cart-line.ts';
import { id } from './ids.ts';
import { plateItemSchema } from './plate-item.ts';

/** The steps of the checkout that can be left and come back to. */
export const checkoutSteps = ['cart', 'address', 'shipping', 'review'] as const;

/** An order from the cart that bought nothing; its lines are in the cart again. Stays until dismissed. */
export const returnedOrderSchema = z.object({
  jobId: id,
  /** Epoch ms at which the lines came back. */
  at: z.int(),
  state: z.enum(['rejected', 'cancelled', 'poison']),
  problem: problemSchema.nullable(),
  /** The current ids of the lines. `problem`: the message about exactly this line. */
  lines: z.array(z.object({ id, problem: problemSchema.nullable() })),
  /** Those of the order, which come back too. */
  extras: orderExtrasSchema.prefault(noExtras),
});
export type ReturnedOrder = z.infer<typeof returnedOrderSchema>;

/** As far as it is filled in; an emptied field is empty text. */
const draft = z.string().max(1000).optional();
export const addressDraftSchema = z.object(
  Object.fromEntries(addressFields.map((field) => [field, draft])) as Record<AddressField, typeof draft>,
);

/** The state that all windows and the command line share. `apply-ops.ts` changes it, everywhere alike. */
export const workspaceSchema = z.object({
  plate: z.array(plateItemSchema).max(1000),
  /** Selection of the window that selected last; other open windows keep their own. */
  selected: z.string().nullable(),
  cart: z.array(cartLineSchema).max(1000),
  address: addressDraftSchema,
  shippingOption: z.enum(shippingOptions),
  /** For the next order. */
  extras: orderExtrasSchema.prefault(noExtras),
  /** As `selected`. Missing: the first. */
  step: z.enum(checkoutSteps).optional(),
  /** Missing: none. */
  returned: z.array(returnedOrderSchema).optional(),
  /** Missing: none. */
  arriving: z.array(arrivingFileSchema).max(mostArriving).optional(),
  /** Grows by one with every event `workspace`. Missing: 0. */
  revision: z.int().nonnegative().optional(),
});
export type Workspace = z.infer<typeof workspaceSchema>;
