/** Calls about accounts: sign-in, consent, SOAP credentials, rate. */
import { z } from 'zod';
import { accountSchema, newAccountSchema } from '../account.ts';
import { accountId, id } from '../ids.ts';
import { rateSchema } from '../rate.ts';
import { signInSchema, startedSignInSchema } from '../sign-in.ts';
import { newSoapCredentialsSchema, soapAccessSchema } from '../soap-access.ts';
import { call } from '../wire.ts';
import { done, nothing } from './empty.ts';

export const accountsCalls = {
  'accounts.list': call.read(nothing, z.array(accountSchema)),
  /** Tries the credentials at the service first. Fails with `credentials-refused` or `network`. */
  'accounts.add': call.write(newAccountSchema, accountSchema),
  /** Starts a user's sign-in, which `accounts.finishSignIn` ends. */
  'accounts.signIn': call.write(signInSchema, startedSignInSchema),
  /**
   * Answers when the user has signed in: immediately with the code of `oob`, or when the browser has
   * returned. Fails with `sign-in-denied`, `sign-in-refused`, `sign-in-timeout`, `code-refused` (another code
   * may be given), `credentials-refused`, `cancelled`, `not-found`.
   */
  'accounts.finishSignIn': call.write(
    z.object({ attemptId: id, code: z.string().trim().min(1).max(2048).optional() }),
    accountSchema,
  ),
  /** Stops waiting; does nothing if the sign-in is over. */
  'accounts.cancelSignIn': call.write(z.object({ attemptId: id }), done),
  /** Confirms rights and terms for the account, so that waiting jobs continue, or withdraws that. */
  'accounts.setConsent': call.write(z.object({ accountId: id, given: z.boolean() }), accountSchema),
  'accounts.select': call.write(z.object({ accountId: id }), done),
  /** Deletes secrets and tokens of the account. Fails with `account-busy` while it has jobs under way. */
  'accounts.remove': call.write(z.object({ accountId: id }), done),
  /** The SOAP credentials that the account holds besides its own. */
  'accounts.soap': call.read(z.object({ accountId: id }), soapAccessSchema),
  /**
   * Logs in with the credentials first, then stores them. Null: removes them. Fails with `soap-refused`,
   * `bad-address`, `network`.
   */
  'accounts.setSoap': call.write(
    z.object({
      accountId: id,
      credentials: newSoapCredentialsSchema.nullable(),
    }),
    soapAccessSchema,
  ),
  /** Asks the service how many calls the account has left. */
  'accounts.rate': call.read(z.object({ accountId }).prefault({}), rateSchema),
} as const;
