/** Calls about placed orders. */
import { z } from 'zod';
import { orderFiltersSchema } from '../../api/order-filters.ts';
import { shippingPriceSchema } from '../../api/shipping-prices.ts';
import { jobSchema } from '../../jobs/job.ts';
import { accountId, hasKey, requestKey } from '../ids.ts';
import { orderRecordSchema } from '../order-record.ts';
import { orderCountsSchema, orderViewSchema } from '../order-view.ts';
import { call } from '../wire.ts';
import { asWritten } from './quotes.ts';

export const ordersCalls = {
  /**
   * Without `filters`, all orders that the service shows. With them, only orders that fit all of them. Fails
   * with `filters-ignored` if the service does not filter.
   */
  'orders.list': call.read(
    z.object({ accountId, filters: orderFiltersSchema.optional() }).prefault({}),
    z.object({
      orders: z.array(orderViewSchema),
      fetchedAt: z.int(),
      source: z.enum(['live', 'cached']),
      /** As the service counts them, including those beyond a limit. Missing: it was not asked. */
      counts: orderCountsSchema.optional(),
    }),
  ),
  /** Orders that the folder did not know when it was found to be a copy; none without a notice. */
  'orders.sinceCopy': call.read(
    z.object({ accountId }).prefault({}),
    z.object({ orders: z.array(orderViewSchema), source: z.enum(['live', 'cached']) }),
  ),
  /** The cost of shipping by option; null if the service does not list it: known only after the order. */
  'orders.shippingPrices': call.read(
    z.object({ accountId, country: z.string().trim().min(1), zipCode: z.string().trim().default('') }),
    z.object({ prices: z.array(shippingPriceSchema).nullable() }),
  ),
  /**
   * Opens the page of an order, with its receipt, in the browser of the system. `opened` is false if the
   * window has to offer `address` as a link itself, and if it is no page of the account's service.
   */
  'orders.openReceipt': call.write(
    z.object({ accountId, orderId: z.int().nonnegative() }),
    z.object({ address: z.string(), opened: z.boolean() }),
  ),
  /** Opens the page of the carrier that shows a parcel (`carrierPage`), likewise. */
  'orders.openCarrier': call.write(
    z.object({ carrier: z.string().max(1000), trackingNumber: z.string().max(1000) }),
    z.object({ opened: z.boolean() }),
  ),
  /** The record of an order as PDF. Nothing is asked or stored. */
  'orders.recordPdf': call.read(
    z.object({ record: orderRecordSchema, ...asWritten }),
    z.object({ pdf: z.base64() }),
  ),
  /** Queues the cancellation. */
  'orders.cancel': call.write(z.object({ accountId, orderId: z.int().nonnegative() }), jobSchema),
  /** Queues a reprint of a product of an order. The service reports no price for it. */
  'orders.reprint': call.write(
    z.object({
      accountId,
      orderId: z.int().nonnegative(),
      orderProductId: z.int().nonnegative(),
      productTitle: z.string().max(255),
      quantity: z.int().min(1).max(10_000),
      reasonId: z.int().nonnegative(),
      comment: z.string().trim().min(1).max(5000),
      requestKey,
    }),
    jobSchema,
    hasKey,
  ),
} as const;
