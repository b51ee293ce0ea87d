/**
 * The clients of accounts and the tokens with which they prove who sends: of the application itself, or of a
 * user who signed in. It stores tokens and no records. Only `accounts.ts` calls it.
 */
import { ref } from '../../src-shared/messages/messages.ts';
import type { AccessTokens } from '../api-client/access-tokens.ts';
import { nowhere } from '../api-client/base-address.ts';
import type { Clock } from '../api-client/clock.ts';
import type { Limits, SendExchange } from '../api-client/http-exchange.ts';
import { createHttpServiceClient, type HttpServiceClient } from '../api-client/http-service-client.ts';
import type { ServiceClient, ServiceSignals } from '../api-client/service-client.ts';
import { createClientCredentialsTokens } from '../auth/client-credentials.ts';
import type { OAuth1Token } from '../auth/oauth1-signature.ts';
import { createOAuth1Tokens, type OAuth1Tokens } from '../auth/oauth1-tokens.ts';
import type { GrantedToken, TokenEndpoint } from '../auth/token-request.ts';
import { createUserTokens, type SignInState, type UserTokens } from '../auth/user-tokens.ts';
import { mainError } from '../main-error.ts';
import { type SecretStore, sessionStore } from '../secrets/secret-store.ts';
import { Signal } from '../signal.ts';
import { type AccountRecord, localAccountId } from './account-records.ts';
import { type AccountSecrets, secretNames } from './account-secrets.ts';

/** How the requests of accounts are sent. */
export interface Sending {
  readonly userAgent: string;
  /** Called before every request of every account. Throws if nothing may be sent. */
  readonly permit?: () => void;
  readonly limits?: Partial<Limits>;
  /** Sends to services elsewhere. */
  readonly exchange?: SendExchange;
  readonly local?: LocalReach;
}

/** How the service of the local account is reached, which may still be starting. */
export interface LocalReach {
  readonly exchange: SendExchange;
  /**
   * Resolves once `provisionLocal` was called for the service that runs. Throws `network` if that takes too
   * long.
   */
  ready(): Promise<unknown>;
}

export interface AccessOptions extends Sending {
  readonly secrets: SecretStore;
  readonly clock: Clock;
  /** Receives what the account's client reports about connection and rate. */
  readonly signalsFor: (accountId: string) => ServiceSignals;
}

/** The result of a finished sign-in. */
export type UserGrant =
  | { readonly protocol: 'oauth1'; readonly token: OAuth1Token }
  | {
      readonly protocol: 'oauth2';
      readonly granted: GrantedToken;
      /** Epoch ms before the tokens were requested. */
      readonly asked: number;
    };

export class AccountAccess {
  /** A user's sign-in began, was renewed or ended; the account's id. */
  readonly signInChanged = new Signal<string>();
  readonly #options: AccessOptions;
  readonly #secrets: AccountSecrets;
  /** The record as it is now. */
  readonly #recordOf: (accountId: string) => AccountRecord;
  readonly #clients = new Map<string, HttpServiceClient>();
  /** Only for accounts in which a user signs in. */
  readonly #signIns = new Map<string, SignInState>();
  readonly #userTokens = new Map<string, UserTokens | OAuth1Tokens>();

  constructor(
    options: AccessOptions,
    secrets: AccountSecrets,
    recordOf: (accountId: string) => AccountRecord,
  ) {
    this.#options = options;
    this.#secrets = secrets;
    this.#recordOf = recordOf;
  }

  /** Reads the keychain for what is left of the account's sign-in. */
  async recall(record: AccountRecord): Promise<void> {
    if (record.kind === undefined) return;
    this.#signIns.set(record.id, (await this.#secrets.isSignedIn(record)) ? 'stored' : 'ended');
  }

  /** Null for an account in which no user signs in. */
  signInOf({ id, kind }: AccountRecord): SignInState | null {
    return kind === undefined ? null : (this.#signIns.get(id) ?? 'ended');
  }

  /** Returns the same client until `drop`. */
  clientFor(record: AccountRecord): ServiceClient {
    const known = this.#clients.get(record.id);
    if (known) return known;
    if (record.baseUrl === '' && !this.#options.local)
      throw mainError('network', ref('errors.account.localStarting'));
    const endpoint = this.#endpointOf(record);
    const client = this.#client(endpoint, this.#options.signalsFor(record.id), this.#tokensFor(record));
    this.#clients.set(record.id, client);
    return client;
  }

  /** Takes the tokens of a finished sign-in. */
  async begin(record: AccountRecord, grant: UserGrant): Promise<void> {
    if (grant.protocol === 'oauth1') {
      const tokens = this.#makeOAuth1Tokens(record);
      await tokens.begin(grant.token);
      this.#userTokens.set(record.id, tokens);
    } else {
      const tokens = this.#makeUserTokens(record);
      await tokens.begin(grant.granted, grant.asked);
      this.#userTokens.set(record.id, tokens);
    }
  }

  /** Signs in and asks the service about itself without storing anything. */
  async tryOut(baseUrl: string, clientId: string, clientSecret: string): Promise<void> {
    const endpoint = this.#endpoint(baseUrl);
    const tokens = createClientCredentialsTokens({
      ...endpoint,
      secrets: sessionStore(),
      secretName: 'token',
      credentials: async () => ({ clientId, clientSecret }),
    });
    const client = this.#client(endpoint, {}, tokens);
    try {
      await client.getServiceInfo();
    } finally {
      client.close();
    }
  }

  /** The credentials of the local service are known once it runs. */
  async provisioned({ id }: AccountRecord): Promise<void> {
    if (id === localAccountId) await this.#options.local?.ready();
  }

  /** Call after a change of the account's address or secret. */
  drop(accountId: string): void {
    this.#clients.get(accountId)?.close();
    this.#clients.delete(accountId);
  }

  forget(accountId: string): void {
    this.#signIns.delete(accountId);
    this.#userTokens.delete(accountId);
    this.drop(accountId);
  }

  close(): void {
    for (const id of [...this.#clients.keys()]) this.drop(id);
  }

  #tokensFor(record: AccountRecord): AccessTokens {
    const { id, name, kind } = record;
    if (kind === undefined) {
      return createClientCredentialsTokens({
        ...this.#endpointOf(record),
        secrets: this.#options.secrets,
        secretName: secretNames(id).token,
        credentials: async () => {
          await this.provisioned(record);
          const { clientId } = this.#recordOf(id);
          const clientSecret = await this.#secrets.clientSecret(id);
          if (clientSecret !== null) return { clientId, clientSecret };
          throw mainError('credentials-refused', ref('errors.account.secretMissing', { name }));
        },
      });
    }
    const known =
      this.#userTokens.get(id) ??
      (kind === 'oauth1' ? this.#makeOAuth1Tokens(record) : this.#makeUserTokens(record));
    this.#userTokens.set(id, known);
    return known;
  }

  #makeUserTokens(record: AccountRecord): UserTokens {
    const tokens: UserTokens = createUserTokens({
      ...this.#signInOptions(record, () => tokens),
      secretNames: secretNames(record.id),
    });
    return tokens;
  }

  #makeOAuth1Tokens(record: AccountRecord): OAuth1Tokens {
    const tokens: OAuth1Tokens = createOAuth1Tokens({
      ...this.#signInOptions(record, () => tokens),
      secretName: secretNames(record.id).oauth1,
    });
    return tokens;
  }

  #signInOptions({ id, baseUrl, clientId }: AccountRecord, own: () => UserTokens | OAuth1Tokens) {
    return {
      ...this.#endpoint(baseUrl),
      secrets: this.#options.secrets,
      client: async () => ({ clientId, clientSecret: await this.#secrets.clientSecret(id) }),
      changed: (state: SignInState) => {
        // Late signals of an earlier sign-in do not concern this one.
        const current = this.#userTokens.get(id);
        if (current !== undefined && current !== own() && state === 'ended') return;
        if (this.#signIns.get(id) === state) return;
        this.#signIns.set(id, state);
        this.signInChanged.emit(id);
      },
    };
  }

  #endpoint(baseUrl: string): TokenEndpoint {
    const { clock, userAgent, limits, exchange } = this.#options;
    return { baseUrl, clock, userAgent, ...(limits && { limits }), ...(exchange && { exchange }) };
  }

  #endpointOf({ id, baseUrl }: AccountRecord): TokenEndpoint {
    const { local } = this.#options;
    if (id !== localAccountId || !local) return this.#endpoint(baseUrl);
    // The local service sends the request where it listens.
    return { ...this.#endpoint(baseUrl || nowhere), exchange: local.exchange };
  }

  #client(endpoint: TokenEndpoint, signals: ServiceSignals, auth: AccessTokens): HttpServiceClient {
    const { permit } = this.#options;
    return createHttpServiceClient({ ...endpoint, auth, signals, ...(permit && { permit }) });
  }
}
