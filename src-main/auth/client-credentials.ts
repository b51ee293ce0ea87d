/**
 * Access tokens of an account that acts for itself (spec: Authentication > Flow A). There is one instance per
 * account, which the client asks before every request. A refresh token in the answer is dropped (the spec
 * shows one): this flow renews with its credentials (RFC 6749 4.4.3).
 */
import type { SecretStore } from '../secrets/secret-store.ts';
import { requestToken } from './grants.ts';
import { createTokenCache, type TokenCache } from './token-cache.ts';
import type { ClientCredentials, TokenEndpoint } from './token-request.ts';

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
