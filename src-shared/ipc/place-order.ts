import { z } from 'zod';
import { shippingAddressSchema, shippingOptions } from '../api/orders.ts';
import { noExtras, orderExtrasSchema } from '../jobs/order-extras.ts';
import { cartLineSchema } from './cart-line.ts';
import { accountId, requestDigest, requestKey } from './ids.ts';

export const placeOrderSchema = z.object({
  /** The account that orders. It must be the one whose prices the lines have: fails with `other-account`. */
  accountId,
  lines: z.array(cartLineSchema).min(1).max(200),
  address: shippingAddressSchema,
  shippingOption: z.enum(shippingOptions),
  /** The price in `orders.shippingPrices` when the person agreed. Missing or null: unknown. */
  shippingPrice: z.number().nonnegative().nullish(),
  extras: orderExtrasSchema.prefault(noExtras),
  /**
   * Sum of unit prices times quantities, as the user saw it on the button. Where the price of a line is open,
   * the order may cost this at most: the sum with the limits of those lines, or less.
   */
  confirmedParts: z.number().nonnegative(),
  /**
   * The caller's key for this order. A repeated call with the same key (a double click, a broken connection)
   * returns the first order instead of placing another.
   */
  requestKey,
  requestDigest,
  /**
   * Consent to a reference in an optional address line, by which the order can be found if its answer is lost
   * (reliability: R10 > T1) [Assumption: reference-line]. Missing: as `Settings.orderMarks` says.
   */
  referenceLine: z.boolean().optional(),
  /** A limit was set, for a part or for the whole order: no price may rise without a new consent. */
  hasLimit: z.boolean().optional(),
  /** The most for the whole order, with fee and shipping: it is held if it costs more, or an unknown sum. */
  maxTotal: z.number().nonnegative().optional(),
  /**
   * The lines are in the cart and leave it in the transaction that queues the order. Fails with
   * `cart-changed` if the cart has not exactly these lines, so that nothing is ordered twice from a window
   * that shows an older cart.
   */
  fromCart: z.boolean().optional(),
});
