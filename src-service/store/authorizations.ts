/**
 * Authorization codes and refresh tokens (RFC 6749 4.1 and 6; RFC 9700 2.1.1 and 4.14). A code works once, within
 * a minute. Refresh tokens rotate; using an old one ends the whole authorization [Assumption: refresh-rotation].
 */
import { randomUUID } from 'node:crypto';
import type { Applications, Caller } from './applications.ts';
import type { Store } from './database.ts';
import { digestOf, randomToken } from './secrets.ts';

const codeMs = 60_000;
/** For this time, a client that lost the answer may repeat the same refresh. */
const graceMs = 60_000;

export interface IssuedCode {
  readonly clientId: string;
  readonly accountId: number;
  readonly redirectUri: string;
  readonly codeChallenge: string | null;
}

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export class Authorizations {
  readonly #store: Store;
  readonly #applications: Applications;
  readonly #clock: () => number;

  constructor(store: Store, applications: Applications, clock: () => number) {
    this.#store = store;
    this.#applications = applications;
    this.#clock = clock;
  }

  async issueCode(code: IssuedCode): Promise<string> {
    const text = randomToken(40);
    await this.#store
      .insertInto('authorization_code')
      .values({
        digest: digestOf(text),
        client_id: code.clientId,
        account_id: code.accountId,
        redirect_uri: code.redirectUri,
        code_challenge: code.codeChallenge,
        family: randomUUID(),
        expires_at: this.#clock() + codeMs,
        used_at: null,
      })
      .execute();
    return text;
  }

  /**
   * Redeems a code. `fits` compares the request with what was authorized. Null if the code is unknown, expired,
   * used before (which revokes everything it gave) or does not fit (which uses it up).
   */
  async redeem(code: string, fits: (issued: IssuedCode) => boolean): Promise<TokenPair | null> {
    const digest = digestOf(code);
    const won = await this.#store
      .updateTable('authorization_code')
      .set({ used_at: this.#clock() })
      .where('digest', '=', digest)
      .where('used_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!won) {
      const used = await this.#store
        .selectFrom('authorization_code')
        .select('family')
        .where('digest', '=', digest)
        .executeTakeFirst();
      if (used) await this.#revoke(used.family);
      return null;
    }
    const issued = {
      clientId: won.client_id,
      accountId: won.account_id,
      redirectUri: won.redirect_uri,
      codeChallenge: won.code_challenge,
    };
    if (won.expires_at <= this.#clock() || !fits(issued)) return null;
    return this.#issuePair(issued, won.family);
  }

  /** Null if the token is unknown, belongs to another client, or was used before. */
  async refresh(token: string, clientId: string): Promise<TokenPair | null> {
    const digest = digestOf(token);
    const row = await this.#store
      .selectFrom('refresh_token')
      .selectAll()
      .where('digest', '=', digest)
      .executeTakeFirst();
    if (!row || row.client_id !== clientId) return null;
    const now = this.#clock();
    const rotated = await this.#store
      .updateTable('refresh_token')
      .set({ rotated_at: now })
      .where('digest', '=', digest)
      .where('rotated_at', 'is', null)
      .returning('digest')
      .executeTakeFirst();
    if (!rotated && now - (row.rotated_at ?? now) > graceMs) {
      await this.#revoke(row.family);
      return null;
    }
    return this.#issuePair({ clientId, accountId: row.account_id }, row.family);
  }

  async #issuePair(caller: Caller, family: string): Promise<TokenPair> {
    const refreshToken = randomToken(40);
    await this.#store
      .insertInto('refresh_token')
      .values({
        digest: digestOf(refreshToken),
        client_id: caller.clientId,
        account_id: caller.accountId,
        family,
        issued_at: this.#clock(),
        rotated_at: null,
      })
      .execute();
    return { accessToken: await this.#applications.issueAccessToken(caller, family), refreshToken };
  }

  async #revoke(family: string): Promise<void> {
    await this.#store.deleteFrom('refresh_token').where('family', '=', family).execute();
    await this.#applications.revokeFamily(family);
  }
}
