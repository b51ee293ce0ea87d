/** A user's sign-in with a browser. */
import { z } from 'zod';
import { newAccountSchema } from './account.ts';
import { id } from './ids.ts';

export const signInSchema = newAccountSchema.extend({
  /** A known account signs in again; missing fields stay as they were. */
  accountId: id.optional(),
  clientSecret: newAccountSchema.shape.clientSecret.optional(),
  paymentVerificationId: newAccountSchema.shape.paymentVerificationId.optional(),
  /** For an application that has nothing but OAuth 1.0; it needs `clientSecret`. */
  protocol: z.literal('oauth1').optional(),
  /**
   * `loopback`: within five minutes, the browser returns by itself to `redirectUri`. `oob`: the service shows
   * a code, which `accounts.finishSignIn` takes.
   */
  redirect: z.enum(['loopback', 'oob']),
});

export const startedSignInSchema = z.object({
  attemptId: id,
  authorizeUrl: z.string(),
  redirectUri: z.string(),
  /** The browser of the system was opened; otherwise the window offers `authorizeUrl` as a link. */
  opened: z.boolean(),
});
