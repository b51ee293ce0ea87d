/**
 * One sign-in of a user by authorization code (spec: Authentication > Flow B; RFC 6749 4.1, RFC 7636,
 * RFC 8252): creates the secrets of the attempt, builds the browser's address, and waits for the code.
 * `accounts/sign-ins.ts` starts it and exchanges the code. Stores nothing.
 */
import { createHash, randomBytes } from 'node:crypto';
import { addressOf, parseBaseAddress } from '../api-client/base-address.ts';
import { readAuthorizationAnswer } from './authorization-answer.ts';
import { type AwaitedCode, type AwaitedCodeOptions, awaitCode } from './awaited-code.ts';
import { newState } from './state.ts';

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  /** [Assumption: pkce-always] Sent to every service. A service without PKCE ignores it (RFC 6749 3.1). */
  readonly challenge: string;
}

/**
 * The address to open in the user's browser (spec: Authentication > Flow B > Authorization request; RFC 6749
 * 4.1.1, RFC 7636 4.3). Throws `bad-address` and `insecure-address`.
 */
export function authorizeUrl(baseUrl: string, request: AuthorizationRequest): string {
  return addressOf(parseBaseAddress(baseUrl), '/oauth2/authorize', {
    response_type: 'code',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    state: request.state,
    code_challenge: request.challenge,
    code_challenge_method: 'S256',
  }).href;
}

/**
 * PKCE with S256, the only method that Fabdesk uses (RFC 7636 4.1 and 4.2; RFC 8252 6): a fresh secret for
 * one sign-in, 32 random bytes, 43 characters. Sent only in the code exchange.
 */
export const newVerifier = (): string => randomBytes(32).toString('base64url');

/** The hash that the browser carries instead of the verifier. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier, 'ascii').digest('base64url');

export interface AuthorizationQuestion extends AwaitedCodeOptions {
  readonly baseUrl: string;
  readonly clientId: string;
}

export interface Authorization extends AwaitedCode {
  readonly authorizeUrl: string;
  readonly verifier: string;
}

/** Throws `bad-address`, `insecure-address` and `no-port`. */
export async function beginAuthorization(request: AuthorizationQuestion): Promise<Authorization> {
  const baseUrl = parseBaseAddress(request.baseUrl);
  const [state, verifier] = [newState(), newVerifier()];
  const awaited = await awaitCode(request, (query) => readAuthorizationAnswer(query, { state, baseUrl }));
  return {
    ...awaited,
    authorizeUrl: authorizeUrl(baseUrl, {
      clientId: request.clientId,
      redirectUri: awaited.redirectUri,
      state,
      challenge: challengeOf(verifier),
    }),
    verifier,
  };
}
