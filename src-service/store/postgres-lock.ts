/**
 * Holds a PostgreSQL database for one service: a lock on a connection of its own, which PostgreSQL releases when that
 * connection ends. The connection shows, too, whether the database is there. If it is lost, the lock is taken again as
 * soon as the database is back, unless another service has had the database meanwhile: what this process remembers of it
 * would be out of date.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { databaseAway, isLost } from './postgres-errors.ts';

/** Any number that no other program is likely to use: "fabdesk" in ASCII. */
const lockNumber = '28817522843546475';
/** How often the connection is tried, and how long its answer may take, ms. */
const checkEvery = 5_000;
const checkPatience = 10_000;
const firstPause = 100;
const longestPause = 5_000;

/** For the log. */
export type Say = (level: 'info' | 'error', sentence: string, cause?: unknown) => void;

interface Options {
  /** A new connection. */
  readonly connect: () => Promise<Client>;
  /** Asked on each new connection before anything else. Throws why the server cannot be used. */
  readonly inspect: (client: Client) => Promise<void>;
  /** The database is gone. */
  readonly onLost: () => void;
  /** The database is back, and is held again. */
  readonly onReturn: () => void;
  /** Says to who runs the service what happens, and why. */
  readonly say: Say;
}

export class HeldElsewhere extends Error {}

export class PostgresLock {
  readonly #options: Options;
  /** What a service writes when it starts, so that a later one is noticed. */
  readonly #holder = randomUUID();
  #client: Client | null = null;
  #isClosed = false;
  readonly #closing = new AbortController();

  constructor(options: Options) {
    this.#options = options;
  }

  /** At the start. Rejects with what hinders it, and with `HeldElsewhere`. */
  async take(): Promise<void> {
    this.#hold(await this.#lock());
  }

  /** Once the table of settings exists: from now on, services that held the database before know that it is not theirs. */
  async begin(): Promise<void> {
    if (!this.#client) throw databaseAway();
    await this.#client.query(
      `insert into setting (name, value) values ('holder', $1) on conflict (name) do update set value = excluded.value`,
      [this.#holder],
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#closing.abort();
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  async #lock(): Promise<Client> {
    const client = await this.#options.connect();
    try {
      await this.#options.inspect(client);
      const { rows } = await client.query<{ held: boolean }>(
        `select pg_try_advisory_lock(${lockNumber}) as held`,
      );
      if (rows[0]?.held !== true) throw new HeldElsewhere();
      return client;
    } catch (error) {
      client.on('error', () => undefined);
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  #hold(client: Client): void {
    this.#client = client;
    const lose = (cause: unknown) => {
      if (this.#client !== client) return;
      this.#client = null;
      client.end().catch(() => undefined);
      this.#options.onLost();
      this.#options.say('error', 'The database is gone. The service waits for it.', cause);
      void this.#takeAgain();
    };
    client.on('error', lose);
    client.on('end', () => lose(new Error('The connection has ended.')));
    void this.#watch(client, lose);
  }

  /** A machine that has vanished ends no connection, so it is asked. */
  async #watch(client: Client, lose: (cause: unknown) => void): Promise<void> {
    while (this.#client === client) {
      await this.#pause(checkEvery);
      if (this.#client !== client) return;
      const late = AbortSignal.timeout(checkPatience);
      const silent = new Promise<never>((_, reject) =>
        late.addEventListener('abort', () => reject(new Error('The database does not answer.'))),
      );
      await Promise.race([client.query('select 1'), silent]).catch(lose);
    }
  }

  async #takeAgain(): Promise<void> {
    let said: string | null = null;
    for (let pause = firstPause; !this.#isClosed; pause = Math.min(longestPause, pause * 2)) {
      await this.#pause(pause);
      try {
        const client = await this.#lock();
        if (this.#isClosed) return void client.end().catch(() => undefined);
        if (!(await this.#isOurs(client))) {
          await client.end();
          this.#options.say(
            'error',
            'Another print service has used the database meanwhile. Start this one again.',
          );
          return;
        }
        this.#hold(client);
        this.#options.onReturn();
        this.#options.say('info', 'The database is back.');
        return;
      } catch (error) {
        const sentence =
          error instanceof HeldElsewhere
            ? 'Another print service is using the database.'
            : isLost(error)
              ? null
              : 'The database cannot be used.';
        // Once for each reason: it is tried again and again.
        if (sentence !== null && sentence !== said) this.#options.say('error', sentence, error);
        said = sentence ?? said;
      }
    }
  }

  async #isOurs(client: Client): Promise<boolean> {
    const { rows } = await client.query<{ value: string }>(`select value from setting where name = 'holder'`);
    return rows[0]?.value === this.#holder;
  }

  #pause(ms: number): Promise<unknown> {
    return sleep(ms, undefined, { ref: false, signal: this.#closing.signal }).catch(() => undefined);
  }
}
