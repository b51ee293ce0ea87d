/** PKCE with S256, the only method that is accepted (RFC 7636 4.6; RFC 9700 2.1.1). */
import { createHash } from 'node:crypto';
import { sameSecret } from '../store/secrets.ts';

export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

export function verifierFits(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  return sameSecret(createHash('sha256').update(verifier, 'ascii').digest('base64url'), challenge);
}
