/**
 * Access tokens of an account that acts for itself (spec: Authentication > Flow A). There is one instance per
 * account, which the client asks before every request. A refresh token in the answer is dropped (the spec
 * shows one): this flow renews with its credentials (RFC 6749 4.4.3).
 */
import { ref } from '../../src-shared/messages/messages.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { createTokenCache, type TokenCache } from './token-cache.ts';
import {
  basic,
  type ClientCredentials,
  type GrantedToken,
  isGranted,
  postFormOnce,
  readGrant,
  refusalOf,
  saysWrongClient,
  type TokenEndpoint,
} from './token-request.ts';

export interface TokenOptions extends TokenEndpoint {
  /** Called when a token is needed. Throws when the credentials are missing. */
  readonly credentials: () => Promise<ClientCredentials>;
  readonly secrets: SecretStore;
  /** Name of the token in the SecretStore. */
  readonly secretName: string;
}

export function createClientCredentialsTokens(options: TokenOptions): TokenCache {
  const { clock, secrets, secretName, credentials } = options;
  return createTokenCache({
    clock,
    secrets,
    secretName,
    clientId: async () => (await credentials()).clientId,
    renew: async () => requestToken(options, await credentials()),
  });
}

/**
 * A token for the application's own account (spec: Authentication > Flow A; RFC 6749 4.4). Asks by HTTP
 * Basic, and with form fields when the service says `invalid_client` to that; either is fine. Throws
 * `credentials-refused`, `rate-limited`, `network`, `timeout`, `service-error` or `bad-answer`.
 */
export async function requestToken(
  endpoint: TokenEndpoint,
  credentials: ClientCredentials,
): Promise<GrantedToken> {
  const { clientId: client_id, clientSecret: client_secret } = credentials;
  const fields = { grant_type: 'client_credentials' };
  const first = await postFormOnce(endpoint, fields, basic(credentials));
  const answer = saysWrongClient(first)
    ? await postFormOnce(endpoint, { ...fields, client_id, client_secret }, null)
    : first;
  if (isGranted(answer)) return readGrant(answer);
  throw refusalOf(answer, endpoint, (reason) => ({
    code: 'credentials-refused',
    text: ref('service.signIn.applicationRefused', { reason }),
  }));
}
