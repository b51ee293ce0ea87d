/** GET /api/v1/ (spec: Endpoints > Service information; Resources > Rate-limit object). */
import { z } from 'zod';
import { success } from './envelope.ts';
import { integer, list } from './wire.ts';

const rateLimitSchema = z.looseObject({
  retryInSeconds: integer,
  /** Unix seconds. */
  retryTimestamp: integer,
  windowInSeconds: integer,
  limit: integer,
  remaining: integer,
  /** Calls made in each minute of the window. */
  history: list(integer),
});
export type RateLimit = z.infer<typeof rateLimitSchema>;

export const serviceInfoSchema = success({ rateLimit: rateLimitSchema });

/** Epoch ms at which all calls are left again, if none is made until then. `now`: epoch ms of this machine */
export function renewedAt({ windowInSeconds, limit, remaining, history }: RateLimit, now: number): number {
  if (remaining >= limit) return now;
  // The newest minute with calls, or the latest possible call if the history does not show one.
  const sinceCall = history.toReversed().findIndex((calls) => calls > 0);
  return now + Math.max(0, windowInSeconds - Math.max(0, sinceCall) * 60) * 1000;
}
