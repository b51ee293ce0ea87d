/** What the processes that share a PostgreSQL database say to each other, and what only one of them may do. */
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../store/dialect.ts';
import type { Processes, Topic } from '../store/processes.ts';
import { notifyChannel } from './postgres-membership.ts';

type Listener = (text: string) => void;

/** Epoch ms of the database: the processes may run on machines whose clocks differ. */
export const databaseNow: RawBuilder<number> = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

export class SharedProcesses implements Processes {
  readonly #store: Store;
  readonly #listeners = new Map<Topic, Listener[]>();
  /** Names this process in leases. */
  readonly ownId = randomUUID();
  readonly areSeveral = true;
  readonly isFirst: boolean;

  constructor(store: Store, isFirst: boolean) {
    this.#store = store;
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

  /** Removes what does not outlive a restart: a new service has no faults, and no other process has claimed anything. */
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
