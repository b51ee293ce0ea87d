/**
 * OAuth 1.0 tokens and the nonces that were used with them. Secrets are sealed, because checking a signature
 * needs them again. Nonces are in the database, so that a replay fails after a restart too.
 */
import { sql } from 'kysely';
import { type Store, surelyPassed, writing } from './dialect.ts';
import type { Row } from './schema.ts';
import { digestOf, randomToken, type Sealer } from './secrets.ts';

export interface OAuth1Token {
  readonly token: string;
  readonly secret: string;
  readonly clientId: string;
  readonly accountId: number | null;
  readonly callback: string;
}

/** How far a signed timestamp may be from the service's clock, s. */
export const clockSkewSeconds = 300;
/**
 * How long a nonce is remembered after its timestamp, s: clocks differ by at most half an hour
 * (docs/service.md).
 */
const nonceSeconds = clockSkewSeconds + 3600;
const requestTokenMs = 3600 * 1000;
const forever = 8_000_000_000_000_000;

export class OAuth1Tokens {
  readonly #store: Store;
  readonly #sealer: Sealer;
  readonly #clock: () => number;

  constructor(store: Store, sealer: Sealer, clock: () => number) {
    this.#store = store;
    this.#sealer = sealer;
    this.#clock = clock;
  }

  async issueRequestToken(clientId: string, callback: string): Promise<OAuth1Token> {
    await this.#store.deleteFrom('oauth1_token').where('expires_at', '<', this.#clock()).execute();
    return this.#issue('request', clientId, null, callback, this.#clock() + requestTokenMs);
  }

  /** Access tokens are valid until they are revoked [Assumption: oauth1-lifetime]. */
  issueAccessToken(clientId: string, accountId: number, db?: Store): Promise<OAuth1Token> {
    return this.#issue('access', clientId, accountId, 'oob', forever, db);
  }

  async #issue(
    kind: 'request' | 'access',
    clientId: string,
    accountId: number | null,
    callback: string,
    expiresAt: number,
    db: Store = this.#store,
  ): Promise<OAuth1Token> {
    const issued = { token: randomToken(32), secret: randomToken(40), clientId, accountId, callback };
    await db
      .insertInto('oauth1_token')
      .values({
        token: issued.token,
        kind,
        client_id: clientId,
        account_id: accountId,
        sealed_secret: this.#sealer.seal(issued.secret),
        callback,
        verifier_digest: null,
        expires_at: expiresAt,
      })
      .execute();
    return issued;
  }

  async find(kind: 'request' | 'access', token: string): Promise<OAuth1Token | null> {
    const row = await this.#store
      .selectFrom('oauth1_token')
      .selectAll()
      .where('token', '=', token)
      .where('kind', '=', kind)
      .where('expires_at', '>', this.#clock())
      .executeTakeFirst();
    return row ? this.#open(row) : null;
  }

  /** Records a person's consent. @returns the verifier; null if the token is gone or was already allowed */
  async allow(token: string, accountId: number): Promise<string | null> {
    const verifier = randomToken(20);
    const row = await this.#store
      .updateTable('oauth1_token')
      .set({ account_id: accountId, verifier_digest: digestOf(verifier) })
      .where('token', '=', token)
      .where('kind', '=', 'request')
      .where('account_id', 'is', null)
      .where('expires_at', '>', this.#clock())
      .returning('token')
      .executeTakeFirst();
    return row ? verifier : null;
  }

  async deny(token: string): Promise<void> {
    await this.#store
      .deleteFrom('oauth1_token')
      .where('token', '=', token)
      .where('kind', '=', 'request')
      .execute();
  }

  /** Turns an allowed request token into an access token, once. A mistyped verifier may be corrected. */
  exchange(token: string, verifier: string): Promise<OAuth1Token | null> {
    return writing(this.#store, async (tx) => {
      const row = await tx
        .deleteFrom('oauth1_token')
        .where('token', '=', token)
        .where('kind', '=', 'request')
        .where('verifier_digest', '=', digestOf(verifier))
        .returningAll()
        .executeTakeFirst();
      if (!row || row.account_id === null) return null;
      return this.issueAccessToken(row.client_id, row.account_id, tx);
    });
  }

  /**
   * Records a nonce. False if this client, token, timestamp and nonce were seen before (RFC 5849 3.3). It
   * is remembered until no process would accept its timestamp.
   */
  async isFresh(clientId: string, token: string, timestamp: number, nonce: string): Promise<boolean> {
    const row = await this.#store
      .insertInto('oauth1_nonce')
      .values({ client_id: clientId, token, timestamp, nonce })
      .onConflict((conflict) => conflict.doNothing())
      .returning('nonce')
      .executeTakeFirst();
    if (timestamp % 16 === 0) {
      const now = surelyPassed(this.#store, Math.floor(this.#clock() / 1000));
      await this.#store
        .deleteFrom('oauth1_nonce')
        .where('timestamp', '<', sql<number>`${now} - ${sql.lit(nonceSeconds)}`)
        .execute();
    }
    return row !== undefined;
  }

  #open(row: Row<'oauth1_token'>): OAuth1Token {
    return {
      token: row.token,
      secret: this.#sealer.unseal(row.sealed_secret),
      clientId: row.client_id,
      accountId: row.account_id,
      callback: row.callback,
    };
  }
}
