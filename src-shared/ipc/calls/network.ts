/** Calls about the way to the services. */
import { z } from 'zod';
import { connectionReportSchema, proxySignInSchema } from '../connection-report.ts';
import { accountId } from '../ids.ts';
import { always, call } from '../wire.ts';
import { done, nothing } from './empty.ts';

export const networkCalls = {
  /** Signs in at the service of the account and asks it about itself. Fails with `paused`. */
  'network.test': call.read(z.object({ accountId }).prefault({}), connectionReportSchema),
  /** The stored sign-in at a proxy, without its password. */
  'network.signIn': call.read(nothing, proxySignInSchema.omit({ password: true }).nullable()),
  /** Null: forget it. Fails with `keychain-unavailable` and `secret-too-long`. */
  'network.setSignIn': call.write(z.object({ signIn: proxySignInSchema.nullable() }), done, always),
} as const;
