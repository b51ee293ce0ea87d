/**
 * The accounts of this person: which services, with which credentials, and one client for each. The composition
 * root makes it, the queue and the catalogue take their clients from it. Records live in Documents, secrets in
 * the SecretStore under `secret/`, `payment/` and `token/` with the account's id.
 */
import { randomUUID } from 'node:crypto';
import type { Account } from '../../src-shared/ipc/contract.ts';
import { CodedError } from '../../src-shared/result.ts';
import { parseBaseAddress } from '../api-client/base-address.ts';
import type { Clock } from '../api-client/clock.ts';
import type { Limits } from '../api-client/http-exchange.ts';
import { createHttpServiceClient, type HttpServiceClient } from '../api-client/http-service-client.ts';
import type { ServiceClient, ServiceSignals } from '../api-client/service-client.ts';
import { createClientCredentialsTokens } from '../auth/client-credentials.ts';
import type { Documents } from '../db/documents.ts';
import { type SecretStore, sessionStore } from '../secrets/secret-store.ts';
import {
  type AccountBook,
  type AccountRecord,
  localAccountId,
  readBook,
  writeBook,
} from './account-records.ts';

export { localAccountId } from './account-records.ts';

export interface AccountsOptions {
  readonly documents: Documents;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly userAgent: string;
  /** What the account's client tells about connection and rate. */
  readonly signalsFor: (accountId: string) => ServiceSignals;
  /** Whether the queue still has work for the account that is not final. */
  readonly busy: (accountId: string) => boolean;
  /** Throws when nothing may leave this machine; asked before every request of every account. */
  readonly permit?: () => void;
  readonly limits?: Partial<Limits>;
}

export interface NewAccount {
  readonly name: string;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Empty when the person has none yet: prices and uploads work, orders do not. */
  readonly paymentVerificationId: string;
}

export interface LocalService {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly paymentVerificationId: string;
}

export interface Accounts {
  /** The local account first, then in the order in which they were added. */
  list(): Account[];
  current(): Account;
  /** Throws `not-found`. */
  select(accountId: string): void;
  /**
   * Tries the credentials at the service, then remembers them. The same address and client id again replaces name
   * and secrets of that account. Throws `bad-address`, `insecure-address`, `credentials-refused`, `network`, ...
   */
  add(input: NewAccount): Promise<Account>;
  /** Forgets the account with its secrets. Throws `not-found`, `account-busy` and, for the local one, `account-local`. */
  remove(accountId: string): Promise<void>;
  /** The same client for the same account, until its address or secret changes. Throws `not-found`. */
  clientFor(accountId: string): ServiceClient;
  /** Null when the account has none. Throws `not-found`. */
  paymentId(accountId: string): Promise<string | null>;
  /** Tells where the local service listens this time and what it takes. Harmless to repeat. */
  provisionLocal(service: LocalService): Promise<Account>;
  /** Closes kept connections. */
  close(): void;
}

/** Asks the keychain once for each account, so that `list` and `current` can answer at once. */
export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const accounts = new KeptAccounts(options);
  await accounts.open();
  return accounts;
}

interface Held {
  readonly clientSecret: string | null;
  readonly paymentId: string | null;
}

const names = (id: string) => ({ secret: `secret/${id}`, payment: `payment/${id}`, token: `token/${id}` });

class KeptAccounts implements Accounts {
  readonly #options: AccountsOptions;
  readonly #clients = new Map<string, HttpServiceClient>();
  /** Every account's secrets, read once: asking the keychain at each look would wake it, or a prompt. */
  readonly #held = new Map<string, Held>();
  /**
   * Where the local service listens this time. Never remembered: at the next start another program may listen
   * there, and would be shown the credentials.
   */
  #localBaseUrl = '';

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  async open() {
    for (const { id } of this.#book().accounts) this.#held.set(id, await this.#recall(id));
  }

  list() {
    return this.#book().accounts.map((record) => this.#view(record));
  }

  current() {
    return this.#view(this.#record(this.#book().selected));
  }

  select(accountId: string) {
    this.#record(accountId);
    writeBook(this.#options.documents, { ...this.#book(), selected: accountId });
  }

  async add(input: NewAccount): Promise<Account> {
    const baseUrl = parseBaseAddress(input.baseUrl);
    const { name, clientId, clientSecret } = input;
    await this.#tryOut(baseUrl, clientId, clientSecret);
    const known = this.#book().accounts.find(
      (account) =>
        account.baseUrl === baseUrl && account.clientId === clientId && account.id !== localAccountId,
    );
    const record = { id: known?.id ?? randomUUID(), name, baseUrl, clientId };
    await this.#keep(record.id, { clientSecret, paymentId: input.paymentVerificationId || null });
    this.#write(record);
    return this.#view(record);
  }

  async remove(accountId: string) {
    this.#record(accountId);
    if (accountId === localAccountId) {
      throw new CodedError(
        'account-local',
        'The local print service is part of Fabdesk and cannot be removed.',
      );
    }
    if (this.#options.busy(accountId)) {
      throw new CodedError(
        'account-busy',
        'This account still has uploads or orders in the queue. Let them finish or cancel them, then remove it.',
      );
    }
    for (const name of Object.values(names(accountId))) await this.#options.secrets.delete(name);
    const { selected, accounts } = this.#book();
    writeBook(this.#options.documents, {
      selected: selected === accountId ? localAccountId : selected,
      accounts: accounts.filter(({ id }) => id !== accountId),
    });
    this.#held.delete(accountId);
    this.#dropClient(accountId);
  }

  clientFor(accountId: string): ServiceClient {
    const record = this.#record(accountId);
    const known = this.#clients.get(accountId);
    if (known) return known;
    if (record.baseUrl === '') {
      throw new CodedError('network', 'The local print service is not running yet. Try again in a moment.');
    }
    const { secrets } = this.#options;
    const client = this.#client(record.baseUrl, this.#options.signalsFor(accountId), {
      secrets,
      secretName: names(accountId).token,
      credentials: async () => ({ clientId: record.clientId, clientSecret: await this.#secretOf(record) }),
    });
    this.#clients.set(accountId, client);
    return client;
  }

  async paymentId(accountId: string) {
    this.#record(accountId);
    const { payment } = names(accountId);
    return this.#held.get(accountId)?.paymentId ?? (await this.#options.secrets.get(payment));
  }

  async provisionLocal(service: LocalService): Promise<Account> {
    const { clientId, clientSecret, paymentVerificationId: paymentId } = service;
    const record = { ...this.#record(localAccountId), baseUrl: '', clientId };
    this.#localBaseUrl = parseBaseAddress(service.baseUrl);
    const held = this.#held.get(localAccountId);
    if (held?.clientSecret !== clientSecret || held.paymentId !== paymentId) {
      // The service tells them at every start, so a keychain that fails now costs nothing.
      await this.#keep(localAccountId, { clientSecret, paymentId }).catch(() => {
        this.#held.set(localAccountId, { clientSecret, paymentId });
      });
    }
    this.#write(record);
    return this.#view(this.#record(localAccountId));
  }

  close() {
    for (const id of [...this.#clients.keys()]) this.#dropClient(id);
  }

  #book(): AccountBook {
    const { selected, accounts } = readBook(this.#options.documents);
    const [local, ...others] = accounts;
    return { selected, accounts: [{ ...local, baseUrl: this.#localBaseUrl }, ...others] };
  }

  #record(accountId: string): AccountRecord {
    const record = this.#book().accounts.find(({ id }) => id === accountId);
    if (record) return record;
    throw new CodedError(
      'not-found',
      'There is no such account any more. Choose another in Settings, Accounts.',
    );
  }

  #write(record: AccountRecord) {
    const { selected, accounts } = this.#book();
    const isKnown = accounts.some(({ id }) => id === record.id);
    writeBook(this.#options.documents, {
      selected,
      accounts: isKnown
        ? accounts.map((old) => (old.id === record.id ? record : old))
        : [...accounts, record],
    });
    this.#dropClient(record.id);
  }

  #view({ id, name, baseUrl, clientId }: AccountRecord): Account {
    const held = this.#held.get(id);
    return {
      id,
      name,
      baseUrl,
      isLocal: id === localAccountId,
      clientId,
      keptIn: held?.clientSecret == null ? 'missing' : this.#options.secrets.kind,
      hasPaymentId: held?.paymentId != null,
    };
  }

  /** A keychain that cannot be read now counts as one that has nothing: the person can enter the secret again. */
  async #recall(id: string): Promise<Held> {
    const read = (name: string) => this.#options.secrets.get(name).catch(() => null);
    const { secret, payment } = names(id);
    return { clientSecret: await read(secret), paymentId: await read(payment) };
  }

  async #keep(id: string, held: Held) {
    const { secrets } = this.#options;
    const { secret, payment, token } = names(id);
    const put = (name: string, value: string | null) =>
      value === null ? secrets.delete(name) : secrets.set(name, value);
    await put(secret, held.clientSecret);
    await put(payment, held.paymentId);
    await secrets.delete(token);
    this.#held.set(id, held);
  }

  async #secretOf({ id, name }: AccountRecord): Promise<string> {
    const secret = this.#held.get(id)?.clientSecret ?? (await this.#options.secrets.get(names(id).secret));
    if (secret !== null) return secret;
    throw new CodedError(
      'credentials-refused',
      `The client secret of “${name}” is not on this computer any more. Enter it again in Settings, Accounts.`,
    );
  }

  /** Signs in and asks the service about itself, with nothing kept. */
  async #tryOut(baseUrl: string, clientId: string, clientSecret: string) {
    const client = this.#client(
      baseUrl,
      {},
      {
        secrets: sessionStore(''),
        secretName: 'token',
        credentials: async () => ({ clientId, clientSecret }),
      },
    );
    try {
      await client.getServiceInfo();
    } finally {
      client.close();
    }
  }

  #client(
    baseUrl: string,
    signals: ServiceSignals,
    tokens: Pick<
      Parameters<typeof createClientCredentialsTokens>[0],
      'secrets' | 'secretName' | 'credentials'
    >,
  ): HttpServiceClient {
    const { clock, userAgent, permit, limits } = this.#options;
    const common = { baseUrl, clock, userAgent, ...(limits && { limits }) };
    const auth = createClientCredentialsTokens({ ...common, ...tokens });
    return createHttpServiceClient({ ...common, auth, signals, ...(permit && { permit }) });
  }

  #dropClient(accountId: string) {
    this.#clients.get(accountId)?.close();
    this.#clients.delete(accountId);
  }
}
