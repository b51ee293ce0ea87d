/**
 * Authorization codes and refresh tokens (RFC 6749 4.1 and 6; RFC 9700 2.1.1 and 4.14). A code works once,
 * within a minute. Refresh tokens rotate; using an old one ends the whole authorization
 * [Assumption: refresh-rotation].
 */
import { randomUUID } from 'node:crypto';
import type { Applications, Caller } from './applications.ts';
import { type Store, writing } from './dialect.ts';
import { digestOf, randomToken } from './secrets.ts';

const codeMs = 60_000;
/** How long a client that lost the answer may repeat a refresh. */
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
   * Redeems a code. `fits` compares the request with what was authorized. Null if the code is unknown,
   * expired, used before (which revokes everything it gave) or does not fit (which uses it up).
   */
  redeem(code: string, fits: (issued: IssuedCode) => boolean): Promise<TokenPair | null> {
    const digest = digestOf(code);
    return this.#inTransaction(async (tx) => {
      const won = await tx
        .updateTable('authorization_code')
        .set({ used_at: this.#clock() })
        .where('digest', '=', digest)
        .where('used_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (!won) {
        const used = await tx
          .selectFrom('authorization_code')
          .select('family')
          .where('digest', '=', digest)
          .executeTakeFirst();
        return used ? this.#revoke(tx, used.family) : null;
      }
      const issued = {
        clientId: won.client_id,
        accountId: won.account_id,
        redirectUri: won.redirect_uri,
        codeChallenge: won.code_challenge,
      };
      if (won.expires_at <= this.#clock() || !fits(issued)) return null;
      return this.#issuePair(tx, issued, won.family);
    });
  }

  /** Null if the token is unknown, belongs to another client, or was used before. */
  refresh(token: string, clientId: string): Promise<TokenPair | null> {
    const digest = digestOf(token);
    return this.#inTransaction(async (tx) => {
      const row = await tx
        .selectFrom('refresh_token')
        .selectAll()
        .where('digest', '=', digest)
        .executeTakeFirst();
      if (!row || row.client_id !== clientId) return null;
      const now = this.#clock();
      const rotated = await tx
        .updateTable('refresh_token')
        .set({ rotated_at: now })
        .where('digest', '=', digest)
        .where('rotated_at', 'is', null)
        .returning('digest')
        .executeTakeFirst();
      if (!rotated && now - (row.rotated_at ?? now) > graceMs) return this.#revoke(tx, row.family);
      return this.#issuePair(tx, { clientId, accountId: row.account_id }, row.family);
    });
  }

  /** Reads and writes in one transaction, so that simultaneous uses of a code or token see each other. */
  async #inTransaction(
    work: (tx: Store) => Promise<TokenPair | 'revoked' | null>,
  ): Promise<TokenPair | null> {
    const result = await writing(this.#store, work);
    if (result !== 'revoked') return result;
    this.#applications.forgetCallers();
    return null;
  }

  async #issuePair(tx: Store, caller: Caller, family: string): Promise<TokenPair> {
    const refreshToken = randomToken(40);
    await tx
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
    return { accessToken: await this.#applications.issueAccessToken(caller, family, tx), refreshToken };
  }

  async #revoke(tx: Store, family: string): Promise<'revoked'> {
    await tx.deleteFrom('refresh_token').where('family', '=', family).execute();
    await tx.deleteFrom('access_token').where('family', '=', family).execute();
    return 'revoked';
  }
}
