/** People: accounts with passwords, and their sessions in a browser. Knows no HTTP. */
import type { Store } from './dialect.ts';
import { digestOf, hashSecret, matchesHash, randomToken, type Sealer, unknownHash } from './secrets.ts';
import { addSetting, readSetting } from './settings.ts';

export interface Account {
  readonly accountId: number;
  readonly username: string;
}

/** A session of a browser: a cookie, and the path of the pages to which it is sent. */
export interface PageSession {
  readonly cookie: string;
  readonly path: string;
}

const nameOf = ({ cookie, path }: PageSession): string => `${path}:${cookie}`;

const sessionMs = 8 * 3600 * 1000;

export class Accounts {
  readonly #store: Store;
  readonly #sealer: Sealer;
  readonly #clock: () => number;

  constructor(store: Store, sealer: Sealer, clock: () => number) {
    this.#store = store;
    this.#sealer = sealer;
    this.#clock = clock;
  }

  /**
   * The account that belongs to the data folder, with its password. Created at the first start and stored
   * sealed, so that `npm run service` can print it again.
   */
  async owner(): Promise<Account & { readonly password: string }> {
    const username = 'owner';
    const sealed = await readSetting(this.#store, 'owner-password');
    const found = await this.#find(username);
    if (sealed && found)
      return { accountId: found.account_id, username, password: this.#sealer.unseal(sealed) };
    const password = randomToken(20);
    const account = found ? { accountId: found.account_id, username } : await this.create(username, password);
    if (!account) throw new Error(`The account ${username} was created by somebody else.`);
    if (found) {
      await this.#store
        .updateTable('account')
        .set({ password_hash: await hashSecret(password) })
        .where('account_id', '=', found.account_id)
        .execute();
    }
    await addSetting(this.#store, 'owner-password', this.#sealer.seal(password));
    return { ...account, password };
  }

  /** Null if the name is taken. `isTaken` says so before the password is hashed. */
  async create(username: string, password: string): Promise<Account | null> {
    const row = await this.#store
      .insertInto('account')
      .values({ username, password_hash: await hashSecret(password), created_at: this.#clock() })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returning('account_id')
      .executeTakeFirst();
    return row ? { accountId: row.account_id, username } : null;
  }

  async isTaken(username: string): Promise<boolean> {
    return (await this.#find(username)) !== undefined;
  }

  /** Null for a wrong name or password; both take the same time to check. */
  async signIn(username: string, password: string): Promise<Account | null> {
    const row = await this.#find(username);
    const fits = await matchesHash(password, row?.password_hash ?? unknownHash);
    return row && fits ? { accountId: row.account_id, username: row.username } : null;
  }

  /** Opens a session on the pages. The store has only the digest of both secrets together. */
  async openSession(accountId: number): Promise<PageSession> {
    const session = { cookie: randomToken(40), path: randomToken(22) };
    await this.#insertSession(nameOf(session), accountId);
    return session;
  }

  /** Opens a session of the SOAP interface: 32 characters, which are not accepted as a cookie. */
  async openSoapSession(accountId: number): Promise<string> {
    const session = randomToken(32);
    await this.#insertSession(`soap:${session}`, accountId);
    return session;
  }

  async #insertSession(name: string, accountId: number): Promise<void> {
    const now = this.#clock();
    await this.#store.deleteFrom('session').where('expires_at', '<', now).execute();
    await this.#store
      .insertInto('session')
      .values({ digest: digestOf(name), account_id: accountId, expires_at: now + sessionMs })
      .execute();
  }

  /** Null if the two do not belong together. */
  accountOf(session: PageSession): Promise<Account | null> {
    return this.#accountOf(nameOf(session));
  }

  accountOfSoap(session: string): Promise<Account | null> {
    return this.#accountOf(`soap:${session}`);
  }

  async #accountOf(name: string): Promise<Account | null> {
    const row = await this.#store
      .selectFrom('session')
      .innerJoin('account', 'account.account_id', 'session.account_id')
      .select(['account.account_id', 'account.username'])
      .where('session.digest', '=', digestOf(name))
      .where('session.expires_at', '>', this.#clock())
      .executeTakeFirst();
    return row ? { accountId: row.account_id, username: row.username } : null;
  }

  async closeSession(session: PageSession): Promise<void> {
    await this.#store
      .deleteFrom('session')
      .where('digest', '=', digestOf(nameOf(session)))
      .execute();
  }

  #find(username: string) {
    return this.#store
      .selectFrom('account')
      .select(['account_id', 'username', 'password_hash'])
      .where('username', '=', username.trim().toLowerCase())
      .executeTakeFirst();
  }
}
