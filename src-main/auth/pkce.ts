/** PKCE with S256, the only method that Fabdesk uses (RFC 7636 4.1 and 4.2; RFC 8252 6). */
import { createHash, randomBytes } from 'node:crypto';

/** A fresh secret for one sign-in: 32 random bytes, 43 characters. Sent only in the code exchange. */
export const newVerifier = (): string => randomBytes(32).toString('base64url');

/** The hash that the browser carries instead of the verifier. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier, 'ascii').digest('base64url');
