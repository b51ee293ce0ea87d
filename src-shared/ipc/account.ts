import { z } from 'zod';
import { id } from './ids.ts';

export const accountSchema = z.object({
  id,
  name: z.string(),
  baseUrl: z.string(),
  /** The print service that Fabdesk itself runs. */
  isLocal: z.boolean(),
  clientId: z.string(),
  /** Where the secret is stored. `session` lasts until Fabdesk closes, and the window says so. */
  secretStorage: z.enum(['keychain', 'session', 'missing']),
  hasPaymentId: z.boolean(),
  /**
   * Only of accounts whose users sign in with a browser; `secretStorage` then describes that sign-in.
   * `ended`: the user has to sign in again. Missing: the account of the application itself.
   */
  userSignIn: z.enum(['valid', 'ended']).optional(),
  /** How users sign in and calls are proven. Missing: OAuth 2.0. */
  protocol: z.literal('oauth1').optional(),
  /**
   * Epoch ms at which the person confirmed the rights to the models and the terms of the service; null: not
   * confirmed, so models and orders of this account wait. Missing: the account needs no consent.
   */
  consentAt: z.int().nullable().optional(),
});
export type Account = z.infer<typeof accountSchema>;

/** An account of the application itself, as somebody types it in. */
export const newAccountSchema = z.object({
  name: z.string().trim().min(1).max(80),
  baseUrl: z.url({ protocol: /^https?$/ }),
  clientId: z.string().trim().min(1),
  clientSecret: z.string().min(1),
  paymentVerificationId: z.string().trim(),
});
