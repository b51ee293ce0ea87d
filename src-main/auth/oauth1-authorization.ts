/**
 * One sign-in of a user by OAuth 1.0 (RFC 5849 2, RFC 8252): a request token, the page where the user allows
 * it, and the verifier that comes back. `accounts/sign-ins.ts` starts it and exchanges the verifier. Stores
 * nothing.
 */
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';
import type { AuthorizationAnswer } from './authorization-answer.ts';
import { type AwaitedCode, type AwaitedCodeOptions, awaitCode } from './awaited-code.ts';
import { requestOAuth1Token, type StartedOAuth1 } from './oauth1-endpoints.ts';
import { isSameState } from './state.ts';
import type { ClientCredentials, TokenEndpoint } from './token-request.ts';

export interface OAuth1Authorization extends AwaitedCode {
  readonly authorizeUrl: string;
  readonly started: StartedOAuth1;
}

/** Throws `no-port` and as `requestOAuth1Token` does. */
export async function beginOAuth1Authorization(
  endpoint: TokenEndpoint,
  credentials: ClientCredentials,
  options: AwaitedCodeOptions,
): Promise<OAuth1Authorization> {
  // The request token names the address of the listener, so the listener is first.
  let expected: string | null = null;
  const awaited = await awaitCode(options, (query) =>
    expected === null ? { kind: 'foreign' } : readOAuth1Answer(query, expected),
  );
  try {
    const started = await requestOAuth1Token(endpoint, credentials, awaited.redirectUri);
    expected = started.requestToken.token;
    return { ...awaited, authorizeUrl: started.page, started };
  } catch (thrown) {
    awaited.cancel();
    throw thrown;
  }
}

const known = ['oauth_token', 'oauth_verifier', 'oauth_problem'];
const longestVerifier = 2048;

/**
 * RFC 5849 2.2. The request token ties the answer to this sign-in. Nothing of it is shown: any page chooses
 * its text.
 */
export function readOAuth1Answer(query: URLSearchParams, requestToken: string): AuthorizationAnswer {
  if (known.some((name) => query.getAll(name).length > 1)) return { kind: 'foreign' };
  const token = query.get('oauth_token');
  if (token === null || !isSameState(token, requestToken)) return { kind: 'foreign' };
  if (query.get('oauth_problem') !== null)
    return { kind: 'refused', error: mainError('sign-in-denied', ref('service.signIn.denied')) };
  const verifier = query.get('oauth_verifier') ?? '';
  if (verifier === '' || verifier.length > longestVerifier)
    return { kind: 'refused', error: mainError('sign-in-refused', ref('service.signIn.noCode')) };
  return { kind: 'code', code: verifier };
}
