/**
 * The person's accounts: services, credentials, and one client for each. The composition root creates it; the
 * queue and the catalogue take their clients from it. Records live in Documents, secrets behind
 * `account-secrets.ts`, clients and tokens behind `account-access.ts`. An account is the application's own,
 * or one in which a user signed in (`sign-ins.ts`).
 */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Account, newAccountSchema } from '../../src-shared/ipc/account.ts';
import type { signInSchema } from '../../src-shared/ipc/sign-in.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { parseBaseAddress } from '../api-client/base-address.ts';
import type { ServiceClient } from '../api-client/service-client.ts';
import type { ClientIdentity } from '../auth/token-request.ts';
import type { Documents } from '../db/documents.ts';
import { mainError } from '../main-error.ts';
import { type AccessOptions, AccountAccess, type UserGrant } from './account-access.ts';
import {
  type AccountList,
  type AccountRecord,
  localAccountId,
  readAccounts,
  writeAccounts,
} from './account-records.ts';
import { AccountSecrets } from './account-secrets.ts';

export { localAccountId } from './account-records.ts';

export interface AccountsOptions extends AccessOptions {
  readonly documents: Documents;
  /** Whether the queue still has unfinished jobs of the account. */
  readonly busy: (accountId: string) => boolean;
  /** See `Account.consentAt`. */
  readonly consentAt: (accountId: string) => number | null | undefined;
}

/** `paymentVerificationId` is empty if the person has none yet: prices and uploads work, orders do not. */
type NewAccount = z.output<typeof newAccountSchema>;

/** For a known account, its address and client stay the same. */
export type UserAccount = Omit<z.output<typeof signInSchema>, 'redirect'>;

/** Reads the keychain once per account, so that `list` and `current` can answer immediately. */
export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const accounts = new Accounts(options);
  await accounts.open();
  return accounts;
}

const kindOf = ({ protocol }: { readonly protocol?: 'oauth1' | 'oauth2' | undefined }) =>
  protocol === 'oauth1' ? 'oauth1' : 'user';

class Accounts {
  readonly #options: AccountsOptions;
  readonly #secrets: AccountSecrets;
  readonly #access: AccountAccess;
  /**
   * The local service's current address. It is not stored: at the next start another program may listen there
   * and would receive the credentials.
   */
  #localBaseUrl = '';

  constructor(options: AccountsOptions) {
    this.#options = options;
    this.#secrets = new AccountSecrets(options.secrets);
    this.#access = new AccountAccess(options, this.#secrets, (id) => this.#record(id));
  }

  async open(): Promise<void> {
    for (const record of this.#list().accounts) {
      await this.#secrets.recall(record);
      await this.#access.recall(record);
    }
  }

  get signInChanged() {
    return this.#access.signInChanged;
  }

  /** The local account first, then the others in the order in which they were added. */
  list(): Account[] {
    return this.#list().accounts.map((record) => this.#view(record));
  }

  current(): Account {
    return this.#view(this.#record(this.#list().selected));
  }

  /** Throws `not-found`. */
  get(accountId: string): Account {
    return this.#view(this.#record(accountId));
  }

  /** Throws `not-found`. */
  select(accountId: string): void {
    this.#record(accountId);
    writeAccounts(this.#options.documents, { ...this.#list(), selected: accountId });
  }

  /**
   * Checks the credentials at the service, then stores them. The same address and client id replace name and
   * secrets of the existing account. Throws `bad-address`, `insecure-address`, `credentials-refused`,
   * `network`, ...
   */
  async add(input: NewAccount): Promise<Account> {
    const baseUrl = parseBaseAddress(input.baseUrl);
    const { name, clientId, clientSecret } = input;
    await this.#access.tryOut(baseUrl, clientId, clientSecret);
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

  /**
   * The client and address for a user's sign-in. Throws `bad-address`, `insecure-address` and, for a known
   * account, `not-found` and `bad-input`.
   */
  async signInClient(input: UserAccount): Promise<ClientIdentity & { readonly baseUrl: string }> {
    const known = this.#knownUser(input);
    const clientSecret = input.clientSecret ?? (known && (await this.#secrets.clientSecret(known.id)));
    return { baseUrl: parseBaseAddress(input.baseUrl), clientId: input.clientId, clientSecret };
  }

  /** Stores an account in which a user signed in. */
  async signedIn(input: UserAccount, grant: UserGrant): Promise<Account> {
    const { baseUrl, clientId, clientSecret } = await this.signInClient(input);
    const known = this.#knownUser(input);
    const id = known?.id ?? randomUUID();
    const record: AccountRecord = { id, name: input.name, baseUrl, clientId, kind: kindOf(grant) };
    const paymentId = input.paymentVerificationId ?? (known && (await this.#secrets.paymentId(id)));
    await this.#secrets.keep(id, { clientSecret, paymentId: paymentId || null });
    // Store the record first: tokens without an account would never be found again.
    this.#write(record);
    await this.#access.begin(record, grant);
    return this.#view(record);
  }

  /**
   * Removes the account and its secrets. Throws `not-found`, `account-busy` and, for the local one,
   * `account-local`.
   */
  async remove(accountId: string): Promise<void> {
    this.#record(accountId);
    if (accountId === localAccountId) throw mainError('account-local', ref('errors.account.local'));
    if (this.#options.busy(accountId)) throw mainError('account-busy', ref('errors.account.busy'));
    await this.#secrets.forget(accountId);
    const { selected, accounts } = this.#list();
    writeAccounts(this.#options.documents, {
      selected: selected === accountId ? localAccountId : selected,
      accounts: accounts.filter(({ id }) => id !== accountId),
    });
    this.#access.forget(accountId);
  }

  /** Returns the same client until the account's address or secret changes. Throws `not-found`. */
  clientFor(accountId: string): ServiceClient {
    return this.#access.clientFor(this.#record(accountId));
  }

  /** Null when the account has none. Throws `not-found`. */
  async paymentId(accountId: string): Promise<string | null> {
    await this.#access.provisioned(this.#record(accountId));
    return this.#secrets.paymentId(accountId);
  }

  /**
   * Takes the address at which the local service listens, and the application that it issued for this
   * account. May be called again.
   */
  async provisionLocal(service: Omit<NewAccount, 'name'>): Promise<Account> {
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

  /** Closes open connections. */
  close(): void {
    this.#access.close();
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

  #write(record: AccountRecord): void {
    const { selected, accounts } = this.#list();
    const isKnown = accounts.some(({ id }) => id === record.id);
    writeAccounts(this.#options.documents, {
      selected,
      accounts: isKnown
        ? accounts.map((old) => (old.id === record.id ? record : old))
        : [...accounts, record],
    });
    this.#access.drop(record.id);
  }

  #view(record: AccountRecord): Account {
    const { id, name, baseUrl, clientId, kind } = record;
    const held = this.#secrets.held(id);
    const signIn = this.#access.signInOf(record);
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
}

export type { Accounts };
