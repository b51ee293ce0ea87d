/** The token endpoint's answers (spec: Authentication > Bearer access tokens; RFC 6749 5.1 and 5.2). */
import { z } from 'zod';
import { integer } from './wire.ts';

/** RFC 6749 A.12 and A.17: printable ASCII, so that it cannot break a header; as long as headers may be. */
const tokenText = z
  .string()
  .max(8192)
  .regex(/^[ -~]+$/);

export const accessTokenSchema = z.looseObject({
  access_token: tokenText,
  token_type: z.string().refine((type) => type.toLowerCase() === 'bearer'),
  /** Seconds. */
  expires_in: integer,
  /** Missing, null or empty if the service gives none. */
  refresh_token: z
    .union([tokenText, z.literal('')])
    .nullish()
    .transform((token) => token || undefined),
});
export type AccessToken = z.infer<typeof accessTokenSchema>;

export const tokenErrorSchema = z.looseObject({
  error: z.string(),
  error_description: z.string().optional(),
});
