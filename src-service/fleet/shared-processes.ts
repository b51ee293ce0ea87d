/** Messages between processes that share a PostgreSQL database, and work that only one of them does. */
import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../store/dialect.ts';
import type { Processes, Topic } from '../store/processes.ts';
import { notifyChannel, type PostgresMembership } from './postgres-membership.ts';

type Listener = (text: string) => void;

/** Epoch ms of the database: the processes may run on machines whose clocks differ. */
export const databaseNow: RawBuilder<number> = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

export class SharedProcesses implements Processes {
  readonly #store: Store;
  readonly #membership: PostgresMembership;
  readonly #listeners = new Map<Topic, Listener[]>();
  readonly areSeveral = true;
  readonly isFirst: boolean;

  constructor(store: Store, membership: PostgresMembership, isFirst: boolean) {
    this.#store = store;
    this.#membership = membership;
    this.isFirst = isFirst;
  }

  async say(topic: Topic, text = '', db: Store = this.#store): Promise<void> {
    await sql`select pg_notify(${notifyChannel}, ${`${topic} ${text}`})`.execute(db);
  }

  on(topic: Topic, listener: Listener): void {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener]);
  }

  hear(said: string): void {
    const [topic = '', text = ''] = said.split(' ');
    for (const listener of this.#listeners.get(topic as Topic) ?? []) listener(text);
  }

  /** Takes a lock that ends with this process. False: another process has it, or the database is away. */
  lock(first: number, second: number): Promise<boolean> {
    return this.#membership.lock(first, second);
  }

  unlock(first: number, second: number): Promise<void> {
    return this.#membership.unlock(first, second);
  }

  /** For the first process of a service: there are no faults yet, and nobody has claimed any work. */
  async forget(): Promise<void> {
    await this.#store.deleteFrom('fault_rule').execute();
    await this.#store.deleteFrom('claim').execute();
  }

  async claim(name: string, ms: number): Promise<boolean> {
    const row = await this.#store
      .insertInto('claim')
      .values({ name, until: sql<number>`${databaseNow} + ${ms}::bigint` })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({ until: eb.ref('excluded.until') }))
          .where('claim.until', '<=', databaseNow),
      )
      .returning('name')
      .executeTakeFirst();
    return row !== undefined;
  }
}
