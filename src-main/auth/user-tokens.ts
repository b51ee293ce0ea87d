/**
 * Tokens of an account in which a user signed in (spec: Authentication > Flow B; Authentication > Refreshing;
 * RFC 6749 6, RFC 9700 4.14). There is one instance per account. Access and refresh tokens are separate
 * entries of the SecretStore, because an entry holds 1,280 characters. A rotated refresh token is stored
 * before the answer is used in any other way.
 */
import { z } from 'zod';
import { ref } from '../../src-shared/messages/messages.ts';
import { CodedError } from '../../src-shared/result.ts';
import { mainError } from '../main-error.ts';
import { parseStored } from '../parse-stored.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { refreshTokens, refreshWays } from './grants.ts';
import { createTokenCache, type TokenCache } from './token-cache.ts';
import type { ClientIdentity, GrantedToken, TokenEndpoint } from './token-request.ts';

/**
 * `stored`: survives a restart if the SecretStore does; `held`: in memory only; `ended`: the user must sign
 * in again.
 */
export type SignInState = 'stored' | 'held' | 'ended';

export interface UserTokenOptions extends TokenEndpoint {
  readonly client: () => Promise<ClientIdentity>;
  readonly secrets: SecretStore;
  /** Names in the SecretStore. */
  readonly secretNames: { readonly token: string; readonly refresh: string };
  readonly changed: (state: SignInState) => void;
}

export interface UserTokens extends TokenCache {
  /** The tokens of a finished sign-in. `asked`: epoch ms before the code was exchanged. */
  begin(granted: GrantedToken, asked: number): Promise<void>;
}

const storedRefreshSchema = z.object({
  token: z.string().min(1),
  clientId: z.string(),
  way: z.enum(refreshWays).nullable(),
});
type StoredRefresh = z.infer<typeof storedRefreshSchema>;

/** Whether the SecretStore has a refresh token. Throws `keychain-unavailable`. */
export const hasRefreshToken = async (secrets: SecretStore, name: string): Promise<boolean> =>
  parseStored(await secrets.get(name), storedRefreshSchema) !== null;

/** `get` throws `credentials-refused` if the user has to sign in again. */
export function createUserTokens(options: UserTokenOptions): UserTokens {
  const { clock, secrets, secretNames, changed } = options;
  /** Null: not read yet, or gone. */
  let held: StoredRefresh | null = null;

  const cache = createTokenCache({
    clock,
    secrets,
    secretName: secretNames.token,
    clientId: async () => (await options.client()).clientId,
    renew,
  });

  async function renew(): Promise<GrantedToken> {
    const client = await options.client();
    // A locked keychain does not end the sign-in; its error goes to the caller.
    held ??= parseStored(await secrets.get(secretNames.refresh), storedRefreshSchema);
    if (held?.clientId !== client.clientId) throw end();
    try {
      const { granted, way } = await refreshTokens(options, client, held.token, held.way);
      // RFC 6749 6: if the answer has no new one, the old one stays valid.
      await keep({ ...held, token: granted.grant.refresh_token ?? held.token, way });
      return granted;
    } catch (thrown) {
      if (!(thrown instanceof CodedError)) throw thrown;
      if (thrown.code === 'sign-in-ended') {
        held = null;
        await secrets.delete(secretNames.refresh).catch(() => {});
        throw end(thrown);
      }
      if (thrown.code === 'credentials-refused') changed('ended');
      throw thrown;
    }
  }

  function end(cause?: CodedError): CodedError {
    changed('ended');
    return mainError('credentials-refused', cause?.text ?? ref('service.signIn.ended'), cause && { cause });
  }

  async function keep(next: StoredRefresh) {
    held = next;
    const isStored = await secrets.set(secretNames.refresh, JSON.stringify(next)).then(
      () => true,
      () => false,
    );
    changed(isStored ? 'stored' : 'held');
  }

  return {
    ...cache,
    async begin(granted, asked) {
      const { clientId } = await options.client();
      const token = granted.grant.refresh_token;
      if (token === undefined) {
        // [Assumption: no-refresh-token] The sign-in then lasts as long as its access token.
        held = null;
        await secrets.delete(secretNames.refresh).catch(() => {});
        changed('held');
      } else {
        await keep({ token, clientId, way: null });
      }
      await cache.take(granted, clientId, asked);
    },
  };
}
