/** Client applications and access tokens, for the token endpoint and authentication; knows no HTTP. */
import { type Store, writing } from './dialect.ts';
import { readRedirectUris } from './json-columns.ts';
import type { Row } from './schema.ts';
import {
  digestOf,
  hashSecret,
  matchesHash,
  randomToken,
  type Sealer,
  sameDigest,
  unknownHash,
} from './secrets.ts';

/** The keys of a new application. The secret can be read again only if it was sealed. */
export interface IssuedApplication {
  readonly client_id: string;
  readonly client_secret: string;
  readonly payment_verification_id: string;
}

export interface IssueOptions {
  /** Keeps the secret readable for the service: OAuth 1.0 and the output of `npm run service` need it. */
  readonly sealSecret: boolean;
  readonly redirectUris?: readonly string[];
  /** A public client must use PKCE. Its secret proves nothing. */
  readonly isPublic?: boolean;
  /** Orders may carry metadata (spec: Endpoints > Orders). */
  readonly maySendMetadata?: boolean;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

export interface ApplicationFacts {
  readonly clientId: string;
  readonly name: string;
  readonly accountId: number;
  readonly redirectUris: readonly string[];
  readonly isPublic: boolean;
  readonly maySendMetadata: boolean;
}

/** The application that calls, and the account for which it does. */
export interface Caller {
  readonly clientId: string;
  readonly accountId: number;
}

/** spec: Authentication > Bearer access tokens. Seconds. No scopes [Assumption: token-lifetime]. */
export const usualTokenSeconds = 3600;

export class Applications {
  readonly #store: Store;
  readonly #sealer: Sealer;
  readonly #clock: () => number;
  /** Digest -> caller and expiry, which saves a query per call. */
  readonly #recent = new Map<string, Caller & { readonly expiresAt: number }>();
  /** The same by the whole Authorization header, which saves the digest. In memory only, like requests. */
  readonly #byHeader = new Map<string, Caller & { readonly expiresAt: number }>();
  #revocations = 0;
  /** client id -> SHA-256 of its payment id, which never changes. */
  readonly #paymentIds = new Map<string, string>();
  /** client id -> SHA-256 of a secret that scrypt has accepted: one scrypt a process and client. */
  readonly #accepted = new Map<string, string>();

  readonly tokenSeconds: number;
  /** Whether tokens are remembered: not if another process may revoke them. */
  readonly #remembers: boolean;

  constructor(
    store: Store,
    sealer: Sealer,
    clock: () => number,
    {
      tokenSeconds = usualTokenSeconds,
      remembers = true,
    }: { tokenSeconds?: number; remembers?: boolean } = {},
  ) {
    this.tokenSeconds = tokenSeconds;
    this.#remembers = remembers;
    this.#store = store;
    this.#sealer = sealer;
    this.#clock = clock;
  }

  /**
   * Issues an application. Without `sealSecret` only the scrypt hash of the secret is stored. Id and secret
   * together are shorter than 190 characters.
   */
  async issue(accountId: number, name: string, options: IssueOptions): Promise<IssuedApplication> {
    const issued = await this.issueUnless(accountId, name, options, Number.POSITIVE_INFINITY);
    if (!issued) throw new Error('An application was refused without a limit.');
    return issued;
  }

  /** Like `issue`. Null if the account has `most` applications already. */
  async issueUnless(
    accountId: number,
    name: string,
    options: IssueOptions,
    most: number,
  ): Promise<IssuedApplication | null> {
    const issued = {
      client_id: options.clientId ?? randomToken(24),
      client_secret: options.clientSecret ?? randomToken(48),
      payment_verification_id: randomToken(20),
    };
    const row = {
      client_id: issued.client_id,
      account_id: accountId,
      name,
      secret_hash: await hashSecret(issued.client_secret),
      sealed_secret: options.sealSecret ? this.#sealer.seal(issued.client_secret) : null,
      sealed_payment_id: this.#sealer.seal(issued.payment_verification_id),
      redirect_uris_json: JSON.stringify(options.redirectUris ?? []),
      is_public: options.isPublic ? 1 : 0,
      may_send_metadata: options.maySendMetadata ? 1 : 0,
      created_at: this.#clock(),
    };
    return writing(this.#store, async (tx) => {
      const { count } = await tx
        .selectFrom('application')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= most) return null;
      await tx.insertInto('application').values(row).execute();
      return issued;
    });
  }

  /** The credentials of an application whose secret was sealed; null if there is none of that name. */
  async sealedCredentials(name: string): Promise<IssuedApplication | null> {
    const row = await this.#store
      .selectFrom('application')
      .select(['client_id', 'sealed_secret', 'sealed_payment_id'])
      .where('name', '=', name)
      .where('sealed_secret', 'is not', null)
      .orderBy('created_at')
      .executeTakeFirst();
    if (!row?.sealed_secret) return null;
    return {
      client_id: row.client_id,
      client_secret: this.#sealer.unseal(row.sealed_secret),
      payment_verification_id: this.#sealer.unseal(row.sealed_payment_id),
    };
  }

  async expireToken(token: string): Promise<void> {
    await this.#store
      .updateTable('access_token')
      .set({ expires_at: this.#clock() })
      .where('digest', '=', digestOf(token))
      .execute();
    this.forgetCallers();
  }

  async find(clientId: string): Promise<ApplicationFacts | null> {
    const row = await this.#rowOf(clientId);
    return row ? factsOf(row) : null;
  }

  /** The applications of an account, oldest first. */
  async list(accountId: number): Promise<ApplicationFacts[]> {
    const rows = await this.#store
      .selectFrom('application')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute();
    return rows.map(factsOf);
  }

  async addRedirectUris(clientId: string, redirectUris: readonly string[]): Promise<void> {
    const known = (await this.find(clientId))?.redirectUris ?? [];
    await this.#store
      .updateTable('application')
      .set({ redirect_uris_json: JSON.stringify([...new Set([...known, ...redirectUris])]) })
      .where('client_id', '=', clientId)
      .execute();
  }

  /** Only the account that owns the application can. */
  async allowMetadata(accountId: number, clientId: string, allowed: boolean): Promise<void> {
    await this.#store
      .updateTable('application')
      .set({ may_send_metadata: allowed ? 1 : 0 })
      .where('client_id', '=', clientId)
      .where('account_id', '=', accountId)
      .execute();
  }

  /** The secret itself, for OAuth 1.0 signatures (RFC 5849 3.4.2); null if it was not sealed. */
  async secretOf(clientId: string): Promise<string | null> {
    const row = await this.#rowOf(clientId);
    return row?.sealed_secret ? this.#sealer.unseal(row.sealed_secret) : null;
  }

  /** Null if the id is unknown or the secret is wrong; both take the same time to check. */
  async authenticate(clientId: string, secret: string): Promise<Caller | null> {
    const row = await this.#rowOf(clientId);
    const accepted = this.#accepted.get(clientId);
    if (row && accepted !== undefined && sameDigest(accepted, digestOf(secret)))
      return { clientId, accountId: row.account_id };
    const fits = await matchesHash(secret, row?.secret_hash ?? unknownHash);
    if (!row || !fits) return null;
    this.#accepted.set(clientId, digestOf(secret));
    return { clientId, accountId: row.account_id };
  }

  /** Issues an access token; only its digest is stored. */
  async issueAccessToken(
    caller: Caller,
    family: string | null = null,
    db: Store = this.#store,
  ): Promise<string> {
    const token = randomToken(40);
    await db
      .insertInto('access_token')
      .values({
        digest: digestOf(token),
        client_id: caller.clientId,
        account_id: caller.accountId,
        expires_at: this.#clock() + this.tokenSeconds * 1000,
        family,
      })
      .execute();
    await db
      .deleteFrom('access_token')
      .where('expires_at', '<', this.#clock() - 24 * 3600 * 1000)
      .execute();
    return token;
  }

  /** The caller of a recent Authorization header whose token is still valid; otherwise null. */
  recentCaller(authorization: string): Caller | null {
    const known = this.#byHeader.get(authorization);
    return known && known.expiresAt > this.#clock() ? known : null;
  }

  rememberHeader(authorization: string, token: string): void {
    const known = this.#recent.get(digestOf(token));
    if (!known) return;
    if (this.#byHeader.size >= 1000) this.#byHeader.clear();
    this.#byHeader.set(authorization, known);
  }

  /** Distinguishes `expired` from `unknown` for the answer (spec: Errors > Expired access token). */
  async callerOf(token: string): Promise<Caller | 'unknown' | 'expired'> {
    const digest = digestOf(token);
    let known = this.#recent.get(digest);
    if (!known) {
      const revocations = this.#revocations;
      const row = await this.#store
        .selectFrom('access_token')
        .select(['client_id', 'account_id', 'expires_at'])
        .where('digest', '=', digest)
        .executeTakeFirst();
      if (!row) return 'unknown';
      known = { clientId: row.client_id, accountId: row.account_id, expiresAt: row.expires_at };
      // If tokens were revoked since the row was read, it may be one of them.
      if (revocations === this.#revocations) this.#remember(digest, known);
    }
    return known.expiresAt <= this.#clock() ? 'expired' : known;
  }

  /** Whether this payment id was issued to the application (spec: Authentication > Payment authorization). */
  async paymentIdFits(clientId: string, paymentId: string): Promise<boolean> {
    let known = this.#paymentIds.get(clientId);
    if (known === undefined) {
      const row = await this.#rowOf(clientId);
      if (!row) return false;
      known = digestOf(this.#sealer.unseal(row.sealed_payment_id));
      this.#paymentIds.set(clientId, known);
    }
    return sameDigest(known, digestOf(paymentId));
  }

  /** To be called when access tokens were revoked, after the commit. */
  forgetCallers(): void {
    this.#revocations++;
    this.#recent.clear();
    this.#byHeader.clear();
  }

  #rowOf(clientId: string): Promise<Row<'application'> | undefined> {
    return this.#store
      .selectFrom('application')
      .selectAll()
      .where('client_id', '=', clientId)
      .executeTakeFirst();
  }

  #remember(digest: string, entry: Caller & { readonly expiresAt: number }): void {
    if (!this.#remembers) return;
    if (this.#recent.size >= 10_000) this.#recent.clear();
    this.#recent.set(digest, entry);
  }
}

const factsOf = (row: Row<'application'>): ApplicationFacts => ({
  clientId: row.client_id,
  name: row.name,
  accountId: row.account_id,
  redirectUris: readRedirectUris(row.redirect_uris_json),
  isPublic: row.is_public === 1,
  maySendMetadata: row.may_send_metadata === 1,
});
