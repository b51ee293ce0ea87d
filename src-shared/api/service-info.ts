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
