/** The filters of orders (spec: Endpoints > Orders > GET /orders/<orderId>/v1). */
import { z } from 'zod';
import { addressFields } from './orders.ts';

/** Fields of the address or contact with which an order was placed. */
export const orderTextFilters = [...addressFields, 'email'] as const;
export type OrderTextFilter = (typeof orderTextFilters)[number];

/** spec: Limits > Orders returned. */
export const largestOrderLimit = 100;

const filterText = z.string().trim().min(1).max(200).optional();

export const orderFiltersSchema = z.object({
  orderIds: z.array(z.int().nonnegative()).min(1).max(100).optional(),
  ...(Object.fromEntries(orderTextFilters.map((name) => [name, filterText])) as Record<
    OrderTextFilter,
    typeof filterText
  >),
  /** At most this many, newest first; without it, all that the service shows. */
  limit: z.int().min(1).max(largestOrderLimit).optional(),
});
export type OrderFilters = z.infer<typeof orderFiltersSchema>;
