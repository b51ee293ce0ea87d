/**
 * One sign-in of a user by authorization code (spec: Authentication > Flow B; RFC 6749 4.1, RFC 7636,
 * RFC 8252): creates the secrets of the attempt, builds the browser's address, and waits for the code.
 * `accounts/sign-ins.ts` starts it and exchanges the code. Stores nothing.
 */
import { parseBaseAddress } from '../api-client/base-address.ts';
import { readAuthorizationAnswer } from './authorization-answer.ts';
import { authorizeUrl } from './authorization-request.ts';
import { type AwaitedCode, type AwaitedCodeOptions, awaitCode } from './awaited-code.ts';
import { challengeOf, newVerifier } from './pkce.ts';
import { newState } from './state.ts';

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
