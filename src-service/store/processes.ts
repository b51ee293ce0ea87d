/**
 * What the processes that share a PostgreSQL database say to each other, and what only one of them may do. With SQLite there
 * is one process, and nothing of this is used.
 */
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Store } from './dialect.ts';
import { notifyChannel } from './postgres-membership.ts';

/** `clock`: it was moved. `faults`: there are others. `measure`: a file waits. `measured`: one is done, `model/version`. */
type Topic = 'clock' | 'faults' | 'measure' | 'measured';
type Listener = (text: string) => void;

/** Epoch ms of the database: the processes may run on machines whose clocks differ. */
export const databaseNow: RawBuilder<number> = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

export class Processes {
  readonly #store: Store;
  readonly #listeners = new Map<Topic, Listener[]>();
  /** Names this process in leases. */
  readonly ownId = randomUUID();
  /** No other process was running when this one started. */
  readonly isFirst: boolean;

  constructor(store: Store, isFirst: boolean) {
    this.#store = store;
    this.isFirst = isFirst;
  }

  /** Within a transaction, it is said once that is committed. It may get lost, so nothing must depend on it alone. */
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

  /** What does not outlive a restart: a new service has no faults, and nobody else does what is to be done. */
  async forget(): Promise<void> {
    await this.#store.deleteFrom('fault_rule').execute();
    await this.#store.deleteFrom('claim').execute();
  }

  /** True for one process within this time. */
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
