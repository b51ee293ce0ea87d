/**
 * The secrets of accounts, read from the SecretStore once: repeated reads could open a prompt of the
 * keychain. Only `accounts.ts` calls it.
 */
import { hasOAuth1Token } from '../auth/oauth1-tokens.ts';
import { hasRefreshToken } from '../auth/user-tokens.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { AccountRecord } from './account-records.ts';

export interface HeldSecrets {
  /** Null: a public client, or the secret is gone. */
  readonly clientSecret: string | null;
  readonly paymentId: string | null;
}

export const secretNames = (id: string) => ({
  secret: `secret/${id}`,
  payment: `payment/${id}`,
  token: `token/${id}`,
  refresh: `refresh/${id}`,
  oauth1: `oauth1/${id}`,
});

export class AccountSecrets {
  readonly #store: SecretStore;
  readonly #held = new Map<string, HeldSecrets>();

  constructor(store: SecretStore) {
    this.#store = store;
  }

  get kind(): SecretStore['kind'] {
    return this.#store.kind;
  }

  held(id: string): HeldSecrets | undefined {
    return this.#held.get(id);
  }

  /** An unreadable keychain counts as empty: the person can enter the secret again. */
  async recall({ id }: AccountRecord): Promise<void> {
    const read = (name: string) => this.#store.get(name).catch(() => null);
    const { secret, payment } = secretNames(id);
    this.#held.set(id, { clientSecret: await read(secret), paymentId: await read(payment) });
  }

  /** Whether a user's sign-in survived the restart. A locked keychain counts as empty, as above. */
  isSignedIn({ id, kind }: AccountRecord): Promise<boolean> {
    const names = secretNames(id);
    const stored =
      kind === 'oauth1'
        ? hasOAuth1Token(this.#store, names.oauth1)
        : hasRefreshToken(this.#store, names.refresh);
    return stored.catch(() => false);
  }

  /** Forgets the tokens obtained with older secrets. Throws `keychain-unavailable` and `secret-too-long`. */
  async keep(id: string, held: HeldSecrets): Promise<void> {
    const { secret, payment, token } = secretNames(id);
    const put = (name: string, value: string | null) =>
      value === null ? this.#store.delete(name) : this.#store.set(name, value);
    await put(secret, held.clientSecret);
    await put(payment, held.paymentId);
    await this.#store.delete(token);
    this.#held.set(id, held);
  }

  /** For this start of Fabdesk only. */
  hold(id: string, held: HeldSecrets): void {
    this.#held.set(id, held);
  }

  async clientSecret(id: string): Promise<string | null> {
    return this.#held.get(id)?.clientSecret ?? (await this.#store.get(secretNames(id).secret));
  }

  async paymentId(id: string): Promise<string | null> {
    return this.#held.get(id)?.paymentId ?? (await this.#store.get(secretNames(id).payment));
  }

  /** Throws `keychain-unavailable`; then it has removed nothing or only a part. */
  async forget(id: string): Promise<void> {
    for (const name of Object.values(secretNames(id))) await this.#store.delete(name);
    this.#held.delete(id);
  }
}
