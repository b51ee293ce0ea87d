/**
 * Access tokens of an account that acts for itself (spec: Authentication > Flow A). Accounts make one an account;
 * the client asks it before every request. A refresh token is not kept where one is given (the spec shows both): this
 * flow renews by its credentials (RFC 6749 4.4.3).
 */
import type { AccessTokens } from '../api-client/access-tokens.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { requestToken } from './application-grant.ts';
import { createTokenCache } from './token-cache.ts';
import type { ClientCredentials, TokenEndpoint } from './token-request.ts';

export interface TokenOptions extends TokenEndpoint {
  /** Read when a token is needed; throws when they are not there. */
  readonly credentials: () => Promise<ClientCredentials>;
  readonly secrets: SecretStore;
  /** Name of the token in the SecretStore. */
  readonly secretName: string;
}

export function createClientCredentialsTokens(options: TokenOptions): AccessTokens {
  const { clock, secrets, secretName, credentials } = options;
  return createTokenCache({
    clock,
    secrets,
    secretName,
    clientId: async () => (await credentials()).clientId,
    renew: async () => requestToken(options, await credentials()),
  });
}
