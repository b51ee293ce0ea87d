import { z } from 'zod';

/** The calls that the service still answers in its rate window. */
export const rateSchema = z.object({
  limit: z.int(),
  remaining: z.int(),
  windowInSeconds: z.int(),
  /** Epoch ms before which no call is made; null if calls are allowed. */
  retryAt: z.int().nullable(),
  /** Epoch ms at which all calls are left again, if none is made until then. */
  renewedAt: z.int(),
});
export type Rate = z.infer<typeof rateSchema>;
