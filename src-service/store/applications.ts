/**
 * Accounts, their client applications and access tokens. Called by the token endpoint, by authentication and
 * by the composition root; knows no HTTP.
 */
import type { Store } from './database.ts';
import { digestOf, hashSecret, matchesHash, randomToken, type Sealer, sameSecret } from './secrets.ts';

/** What an application is handed when it is issued. The secret cannot be read again unless it was sealed. */
export interface IssuedApplication {
  readonly client_id: string;
  readonly client_secret: string;
  readonly payment_verification_id: string;
}

/** Who is calling. */
export interface Caller {
  readonly clientId: string;
  readonly accountId: number;
}

/** spec: Authentication > Bearer access tokens. */
export const accessTokenSeconds = 3600;

export class Applications {
  readonly #store: Store;
  readonly #sealer: Sealer;
  readonly #clock: () => number;
  /** Digest -> caller and expiry, so that a call costs no query. Tokens are only ever added or revoked here. */
  readonly #recent = new Map<string, Caller & { readonly expiresAt: number }>();
  /** client id -> SHA-256 of a secret that scrypt has accepted: scrypt runs once per process and client. */
  readonly #accepted = new Map<string, string>();

  constructor(store: Store, sealer: Sealer, clock: () => number) {
    this.#store = store;
    this.#sealer = sealer;
    this.#clock = clock;
  }

  /** The account that everything belongs to until somebody registers another. */
  async ownerAccount(): Promise<number> {
    const found = await this.#store
      .selectFrom('account')
      .select('account_id')
      .where('username', '=', 'owner')
      .executeTakeFirst();
    if (found) return found.account_id;
    const made = await this.#store
      .insertInto('account')
      .values({ username: 'owner', password_hash: null, created_at: this.#clock() })
      .returning('account_id')
      .executeTakeFirstOrThrow();
    return made.account_id;
  }

  /**
   * Issues an application. `sealSecret` keeps the secret readable for the service (OAuth 1.0, the line of
   * `npm run service`); without it only the scrypt hash stays. id and secret together stay under 190 characters.
   */
  async issue(
    accountId: number,
    name: string,
    options: { sealSecret: boolean; clientId?: string; clientSecret?: string },
  ): Promise<IssuedApplication> {
    const issued = {
      client_id: options.clientId ?? randomToken(24),
      client_secret: options.clientSecret ?? randomToken(48),
      payment_verification_id: randomToken(20),
    };
    await this.#store
      .insertInto('application')
      .values({
        client_id: issued.client_id,
        account_id: accountId,
        name,
        secret_hash: await hashSecret(issued.client_secret),
        sealed_secret: options.sealSecret ? this.#sealer.seal(issued.client_secret) : null,
        sealed_payment_id: this.#sealer.seal(issued.payment_verification_id),
        created_at: this.#clock(),
      })
      .execute();
    return issued;
  }

  /** The credentials of an application whose secret was sealed; null where it does not exist. */
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

  /** Makes a token expired from now on, as its age would. */
  async expireToken(token: string): Promise<void> {
    const digest = digestOf(token);
    this.#recent.delete(digest);
    await this.#store
      .updateTable('access_token')
      .set({ expires_at: this.#clock() })
      .where('digest', '=', digest)
      .execute();
  }

  async exists(clientId: string): Promise<boolean> {
    const row = await this.#store
      .selectFrom('application')
      .select('client_id')
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Null when the id is unknown or the secret is wrong; both take the same time. */
  async authenticate(clientId: string, secret: string): Promise<Caller | null> {
    const row = await this.#store
      .selectFrom('application')
      .select(['account_id', 'secret_hash'])
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    const accepted = this.#accepted.get(clientId);
    if (row && accepted !== undefined && sameSecret(accepted, digestOf(secret)))
      return { clientId, accountId: row.account_id };
    const fits = await matchesHash(secret, row?.secret_hash ?? unknownClientHash);
    if (!row || !fits) return null;
    this.#accepted.set(clientId, digestOf(secret));
    return { clientId, accountId: row.account_id };
  }

  /** A new access token; only its digest is stored. */
  async issueAccessToken(caller: Caller, family: string | null = null): Promise<string> {
    const token = randomToken(40);
    const digest = digestOf(token);
    const expiresAt = this.#clock() + accessTokenSeconds * 1000;
    await this.#store
      .insertInto('access_token')
      .values({
        digest,
        client_id: caller.clientId,
        account_id: caller.accountId,
        expires_at: expiresAt,
        family,
      })
      .execute();
    this.#remember(digest, { clientId: caller.clientId, accountId: caller.accountId, expiresAt });
    await this.#store
      .deleteFrom('access_token')
      .where('expires_at', '<', this.#clock() - 24 * 3600 * 1000)
      .execute();
    return token;
  }

  /** `expired` is told apart from `unknown` so that the answer can say it (spec: Errors 2). */
  async callerOf(token: string): Promise<Caller | 'unknown' | 'expired'> {
    const digest = digestOf(token);
    let known = this.#recent.get(digest);
    if (!known) {
      const row = await this.#store
        .selectFrom('access_token')
        .select(['client_id', 'account_id', 'expires_at'])
        .where('digest', '=', digest)
        .executeTakeFirst();
      if (!row) return 'unknown';
      known = { clientId: row.client_id, accountId: row.account_id, expiresAt: row.expires_at };
      this.#remember(digest, known);
    }
    return known.expiresAt <= this.#clock() ? 'expired' : known;
  }

  /** Whether this is the payment id that was issued to the application (spec: Payment authorization). */
  async paymentIdFits(clientId: string, paymentId: string): Promise<boolean> {
    const row = await this.#store
      .selectFrom('application')
      .select('sealed_payment_id')
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    return row !== undefined && sameSecret(this.#sealer.unseal(row.sealed_payment_id), paymentId);
  }

  #remember(digest: string, entry: Caller & { readonly expiresAt: number }): void {
    if (this.#recent.size >= 10_000) this.#recent.clear();
    this.#recent.set(digest, entry);
  }
}

/** What an unknown client's secret is compared with, so that its answer takes as long as a wrong secret's. */
const unknownClientHash = `scrypt:${'A'.repeat(22)}==:${'A'.repeat(43)}=`;
