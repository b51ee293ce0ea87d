/** The throttle of several processes: they count the attempts in the database. */
import { sql } from 'kysely';
import { mostFailures, type SignInThrottle, waitingTime } from '../http/sign-in-throttle.ts';
import { type Store, sharedNow } from '../store/dialect.ts';
import { digestOf } from '../store/secrets.ts';

export class SharedSignInThrottle implements SignInThrottle {
  readonly #store: Store;
  readonly #clock: () => number;

  constructor(store: Store, clock: () => number) {
    this.#store = store;
    this.#clock = clock;
  }

  async begin(name: string): Promise<boolean> {
    const now = sharedNow(this.#clock);
    await this.#store.deleteFrom('sign_in_attempt').where('until', '<=', now).execute();
    // A refused attempt does not make the wait longer.
    const { rows } = await sql<{ count: number }>`
      insert into sign_in_attempt as a (name, count, until) values (${digestOf(name)}, 1, ${now} + ${waitingTime}::bigint)
      on conflict (name) do update set
        count = case when a.until <= ${now} then 1 else least(a.count, ${mostFailures}) + 1 end,
        until = case when a.until > ${now} and a.count >= ${mostFailures} then a.until else excluded.until end
      returning count`.execute(this.#store);
    return Number(rows[0]?.count) <= mostFailures;
  }

  async undo(name: string): Promise<void> {
    await this.#store
      .updateTable('sign_in_attempt')
      .set(({ eb }) => ({ count: eb('count', '-', 1) }))
      .where('name', '=', digestOf(name))
      .where('count', '>', 0)
      .execute();
  }

  async succeeded(name: string): Promise<void> {
    await this.#store.deleteFrom('sign_in_attempt').where('name', '=', digestOf(name)).execute();
  }
}
