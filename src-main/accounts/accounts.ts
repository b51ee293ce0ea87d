/**
 * The person's accounts: services, credentials, and one client for each. The composition root creates it; the
 * queue and the catalogue take their clients from it. Records live in Documents, secrets behind
 * `account-secrets.ts`. An account is the application's own, or one in which a user signed in
 * (`sign-ins.ts`).
 */

import { randomUUID } from 'node:crypto';
import type { Account } from '../../src-shared/ipc/account.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import type { AccessTokens } from '../api-client/access-tokens.ts';
import { nowhere, parseBaseAddress } from '../api-client/base-address.ts';
import type { Clock } from '../api-client/clock.ts';
import type { Limits, SendExchange } from '../api-client/http-exchange.ts';
import { createHttpServiceClient, type HttpServiceClient } from '../api-client/http-service-client.ts';
import type { ServiceClient, ServiceSignals } from '../api-client/service-client.ts';
import { createClientCredentialsTokens } from '../auth/client-credentials.ts';
import type { OAuth1Token } from '../auth/oauth1-signature.ts';
import { createOAuth1Tokens, type OAuth1Tokens } from '../auth/oauth1-tokens.ts';
import type { ClientIdentity, GrantedToken, TokenEndpoint } from '../auth/token-request.ts';
import { createUserTokens, type SignInState, type UserTokens } from '../auth/user-tokens.ts';
import type { Documents } from '../db/documents.ts';
import { mainError } from '../main-error.ts';
import { type SecretStore, sessionStore } from '../secrets/secret-store.ts';
import { Signal } from '../signal.ts';
import {
  type AccountList,
  type AccountRecord,
  localAccountId,
  readAccounts,
  writeAccounts,
} from './account-records.ts';
import { AccountSecrets, secretNames } from './account-secrets.ts';

export { localAccountId } from './account-records.ts';

export interface AccountsOptions {
  readonly documents: Documents;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly userAgent: string;
  /** Receives what the account's client reports about connection and rate. */
  readonly signalsFor: (accountId: string) => ServiceSignals;
  /** Whether the queue still has unfinished jobs of the account. */
  readonly busy: (accountId: string) => boolean;
  /** Called before every request of every account. Throws if nothing may be sent. */
  readonly permit?: () => void;
  /** See `Account.consentAt`. */
  readonly consentAt: (accountId: string) => number | null | undefined;
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

export interface NewAccount {
  readonly name: string;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Empty if the person has none yet: prices and uploads work, orders do not. */
  readonly paymentVerificationId: string;
}

export interface UserAccount {
  /** If set, an existing account signs in again; its address and client stay the same. */
  readonly accountId?: string | undefined;
  readonly name: string;
  readonly baseUrl: string;
  readonly clientId: string;
  /** Absent: unchanged, or a public client. */
  readonly clientSecret?: string | undefined;
  /** Absent: unchanged. Empty: none. */
  readonly paymentVerificationId?: string | undefined;
  /** Absent: OAuth 2.0. */
  readonly protocol?: 'oauth1' | undefined;
}

/** What a finished sign-in brought. */
export type UserGrant =
  | { readonly protocol: 'oauth1'; readonly token: OAuth1Token }
  | {
      readonly protocol: 'oauth2';
      readonly granted: GrantedToken;
      /** Epoch ms before the tokens were requested. */
      readonly asked: number;
    };

/** Where the local print service listens, and the application that it issued for this account. */
export interface LocalCredentials {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly paymentVerificationId: string;
}

export interface Accounts {
  /** A user's sign-in began, was renewed or ended; the account's id. */
  readonly signInChanged: Pick<Signal<string>, 'subscribe'>;
  /** The local account first, then the others in the order in which they were added. */
  list(): Account[];
  current(): Account;
  /** Throws `not-found`. */
  get(accountId: string): Account;
  /** Throws `not-found`. */
  select(accountId: string): void;
  /**
   * Checks the credentials at the service, then stores them. The same address and client id replace name and
   * secrets of the existing account. Throws `bad-address`, `insecure-address`, `credentials-refused`,
   * `network`, ...
   */
  add(input: NewAccount): Promise<Account>;
  /**
   * The client and address for a user's sign-in. Throws `bad-address`, `insecure-address` and, for a known
   * account, `not-found` and `bad-input`.
   */
  signInClient(input: UserAccount): Promise<ClientIdentity & { readonly baseUrl: string }>;
  /** Stores an account in which a user signed in. */
  signedIn(input: UserAccount, grant: UserGrant): Promise<Account>;
  /**
   * Removes the account and its secrets. Throws `not-found`, `account-busy` and, for the local one,
   * `account-local`.
   */
  remove(accountId: string): Promise<void>;
  /** Returns the same client until the account's address or secret changes. Throws `not-found`. */
  clientFor(accountId: string): ServiceClient;
  /** Null when the account has none. Throws `not-found`. */
  paymentId(accountId: string): Promise<string | null>;
  /** Sets the local service's address and credentials. May be called again. */
  provisionLocal(service: LocalCredentials): Promise<Account>;
  /** Closes open connections. */
  close(): void;
}

/** Reads the keychain once per account, so that `list` and `current` can answer immediately. */
export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const accounts = new StoredAccounts(options);
  await accounts.open();
  return accounts;
}

const kindOf = ({ protocol }: { readonly protocol?: 'oauth1' | 'oauth2' | undefined }) =>
  protocol === 'oauth1' ? 'oauth1' : 'user';

class StoredAccounts implements Accounts {
  readonly signInChanged = new Signal<string>();
  readonly #options: AccountsOptions;
  readonly #clients = new Map<string, HttpServiceClient>();
  readonly #secrets: AccountSecrets;
  /** Only for accounts in which a user signs in. */
  readonly #signIns = new Map<string, SignInState>();
  readonly #userTokens = new Map<string, UserTokens | OAuth1Tokens>();
  /**
   * The local service's current address. It is not stored: at the next start another program may listen there
   * and would receive the credentials.
   */
  #localBaseUrl = '';

  constructor(options: AccountsOptions) {
    this.#options = options;
    this.#secrets = new AccountSecrets(options.secrets);
  }

  async open() {
    for (const record of this.#list().accounts) {
      await this.#secrets.recall(record);
      if (record.kind === undefined) continue;
      this.#signIns.set(record.id, (await this.#secrets.isSignedIn(record)) ? 'stored' : 'ended');
    }
  }

  list() {
    return this.#list().accounts.map((record) => this.#view(record));
  }

  current() {
    return this.#view(this.#record(this.#list().selected));
  }

  get(accountId: string) {
    return this.#view(this.#record(accountId));
  }

  select(accountId: string) {
    this.#record(accountId);
    writeAccounts(this.#options.documents, { ...this.#list(), selected: accountId });
  }

  async add(input: NewAccount): Promise<Account> {
    const baseUrl = parseBaseAddress(input.baseUrl);
    const { name, clientId, clientSecret } = input;
    await this.#tryOut(baseUrl, clientId, clientSecret);
    const known = this.#list().accounts.find(
      (account) =>
        account.baseUrl === baseUrl &&
        account.clientId === clientId &&
        account.id !== localAccountId &&
        account.kind === undefined,
    );
    const record = { id: known?.id ?? randomUUID(), name, baseUrl, clientId };
    await this.#secrets.keep(record.id, { clientSecret, paymentId: input.paymentVerificationId || null });
    this.#write(record);
    return this.#view(record);
  }

  async signInClient(input: UserAccount) {
    const known = this.#knownUser(input);
    const clientSecret = input.clientSecret ?? (known && (await this.#secrets.clientSecret(known.id)));
    return { baseUrl: parseBaseAddress(input.baseUrl), clientId: input.clientId, clientSecret };
  }

  async signedIn(input: UserAccount, grant: UserGrant): Promise<Account> {
    const { baseUrl, clientId, clientSecret } = await this.signInClient(input);
    const known = this.#knownUser(input);
    const id = known?.id ?? randomUUID();
    const record: AccountRecord = { id, name: input.name, baseUrl, clientId, kind: kindOf(grant) };
    const paymentId = input.paymentVerificationId ?? (known && (await this.#secrets.paymentId(id)));
    await this.#secrets.keep(id, { clientSecret, paymentId: paymentId || null });
    // Store the record first: tokens without an account would never be found again.
    this.#write(record);
    if (grant.protocol === 'oauth1') {
      const tokens = this.#makeOAuth1Tokens(record);
      await tokens.begin(grant.token);
      this.#userTokens.set(id, tokens);
    } else {
      const tokens = this.#makeUserTokens(record);
      await tokens.begin(grant.granted, grant.asked);
      this.#userTokens.set(id, tokens);
    }
    return this.#view(record);
  }

  /** A stored secret is only used with the address and client id that it was stored for. */
  #knownUser(input: UserAccount): AccountRecord | null {
    if (input.accountId === undefined) return null;
    const record = this.#record(input.accountId);
    const isSame =
      record.kind === kindOf(input) &&
      record.baseUrl === parseBaseAddress(input.baseUrl) &&
      record.clientId === input.clientId;
    if (isSame) return record;
    throw mainError('bad-input', ref('errors.account.fixed'));
  }

  async remove(accountId: string) {
    this.#record(accountId);
    if (accountId === localAccountId) {
      throw mainError('account-local', ref('errors.account.local'));
    }
    if (this.#options.busy(accountId)) {
      throw mainError('account-busy', ref('errors.account.busy'));
    }
    await this.#secrets.forget(accountId);
    const { selected, accounts } = this.#list();
    writeAccounts(this.#options.documents, {
      selected: selected === accountId ? localAccountId : selected,
      accounts: accounts.filter(({ id }) => id !== accountId),
    });
    this.#signIns.delete(accountId);
    this.#userTokens.delete(accountId);
    this.#dropClient(accountId);
  }

  clientFor(accountId: string): ServiceClient {
    const record = this.#record(accountId);
    const known = this.#clients.get(accountId);
    if (known) return known;
    if (record.baseUrl === '' && !this.#options.local) {
      throw mainError('network', ref('errors.account.localStarting'));
    }
    const signals = this.#options.signalsFor(accountId);
    const client = this.#client(this.#endpointOf(record), signals, this.#tokensFor(record));
    this.#clients.set(accountId, client);
    return client;
  }

  async paymentId(accountId: string) {
    await this.#provisioned(this.#record(accountId));
    return this.#secrets.paymentId(accountId);
  }

  async provisionLocal(service: LocalCredentials): Promise<Account> {
    const { clientId, clientSecret, paymentVerificationId: paymentId } = service;
    const before = this.#record(localAccountId);
    this.#localBaseUrl = parseBaseAddress(service.baseUrl);
    const held = this.#secrets.held(localAccountId);
    const isSame = held?.clientSecret === clientSecret && held.paymentId === paymentId;
    if (isSame && before.clientId === clientId && before.baseUrl === this.#localBaseUrl)
      return this.#view(before);
    if (!isSame) {
      // The service provides them at every start, so a failing keychain costs nothing.
      await this.#secrets.keep(localAccountId, { clientSecret, paymentId }).catch(() => {
        this.#secrets.hold(localAccountId, { clientSecret, paymentId });
      });
    }
    this.#write({ ...before, clientId });
    return this.#view(this.#record(localAccountId));
  }

  close() {
    for (const id of [...this.#clients.keys()]) this.#dropClient(id);
  }

  #list(): AccountList {
    const { selected, accounts } = readAccounts(this.#options.documents);
    const [local, ...others] = accounts;
    return { selected, accounts: [{ ...local, baseUrl: this.#localBaseUrl }, ...others] };
  }

  #record(accountId: string): AccountRecord {
    const record = this.#list().accounts.find(({ id }) => id === accountId);
    if (record) return record;
    throw mainError('not-found', ref('errors.account.unknown'));
  }

  #write(record: AccountRecord) {
    const { selected, accounts } = this.#list();
    const isKnown = accounts.some(({ id }) => id === record.id);
    writeAccounts(this.#options.documents, {
      selected,
      accounts: isKnown
        ? accounts.map((old) => (old.id === record.id ? record : old))
        : [...accounts, record],
    });
    this.#dropClient(record.id);
  }

  #view({ id, name, baseUrl, clientId, kind }: AccountRecord): Account {
    const held = this.#secrets.held(id);
    const signIn = kind === undefined ? null : (this.#signIns.get(id) ?? 'ended');
    const consentAt = this.#options.consentAt(id);
    // The local service brings its own at every start.
    const isLocal = id === localAccountId;
    const isMissing = signIn === null ? !isLocal && held?.clientSecret == null : signIn === 'ended';
    return {
      id,
      name,
      baseUrl,
      isLocal,
      clientId,
      secretStorage: isMissing ? 'missing' : signIn === 'held' ? 'session' : this.#secrets.kind,
      hasPaymentId: isLocal || held?.paymentId != null,
      ...(consentAt !== undefined && { consentAt }),
      ...(signIn !== null && { userSignIn: signIn === 'ended' ? 'ended' : 'valid' }),
      ...(kind === 'oauth1' && { protocol: kind }),
    };
  }

  async #secretOf({ id, name }: AccountRecord): Promise<string> {
    const secret = await this.#secrets.clientSecret(id);
    if (secret !== null) return secret;
    throw mainError('credentials-refused', ref('errors.account.secretMissing', { name }));
  }

  #tokensFor(record: AccountRecord): AccessTokens {
    const { id, kind } = record;
    if (kind === undefined) {
      return createClientCredentialsTokens({
        ...this.#endpointOf(record),
        secrets: this.#options.secrets,
        secretName: secretNames(id).token,
        credentials: async () => {
          await this.#provisioned(record);
          const { clientId } = this.#record(id);
          return { clientId, clientSecret: await this.#secretOf(record) };
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
      ...this.#signInOf(record, () => tokens),
      secretNames: secretNames(record.id),
    });
    return tokens;
  }

  #makeOAuth1Tokens(record: AccountRecord): OAuth1Tokens {
    const tokens: OAuth1Tokens = createOAuth1Tokens({
      ...this.#signInOf(record, () => tokens),
      secretName: secretNames(record.id).oauth1,
    });
    return tokens;
  }

  #signInOf({ id, baseUrl, clientId }: AccountRecord, own: () => UserTokens | OAuth1Tokens) {
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

  /** Signs in and asks the service about itself without storing anything. */
  async #tryOut(baseUrl: string, clientId: string, clientSecret: string) {
    const tokens = createClientCredentialsTokens({
      ...this.#endpoint(baseUrl),
      secrets: sessionStore(),
      secretName: 'token',
      credentials: async () => ({ clientId, clientSecret }),
    });
    const client = this.#client(this.#endpoint(baseUrl), {}, tokens);
    try {
      await client.getServiceInfo();
    } finally {
      client.close();
    }
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

  /** The credentials of the local service are known once it runs. */
  async #provisioned({ id }: AccountRecord): Promise<void> {
    if (id === localAccountId) await this.#options.local?.ready();
  }

  #client(endpoint: TokenEndpoint, signals: ServiceSignals, auth: AccessTokens): HttpServiceClient {
    const { permit } = this.#options;
    return createHttpServiceClient({
      ...endpoint,
      auth,
      signals,
      ...(permit && { permit }),
    });
  }

  #dropClient(accountId: string) {
    this.#clients.get(accountId)?.close();
    this.#clients.delete(accountId);
  }
}
