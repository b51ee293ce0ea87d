/**
 * Makes this process a member of those that share a PostgreSQL database. It holds locks on a connection of
 * its own, which PostgreSQL releases when the connection ends. All members run the same version, since
 * another version may understand the tables differently. They start one after the other, so that only the
 * first migrates and creates what is created once. The connection also shows whether the database is there,
 * and receives messages of other members.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Say } from '../log.ts';
import { databaseAway, isLost } from './postgres-errors.ts';

/** Numbers that no other program is likely to use: "fabdesk" in ASCII, and the next one. */
const memberLock = '28817522843546475';
const startLock = '28817522843546476';
/** How long a process waits while another one starts. */
const startPatience = '60s';
/** How often the connection is tried, and how long its answer may take, ms. */
const checkEvery = 5_000;
const checkPatience = 10_000;
const firstPause = 100;
const longestPause = 2_000;
const channel = 'fabdesk';

interface Options {
  /** The settings that all processes must have in common. */
  readonly version: string;
  /** A new connection. */
  readonly connect: () => Promise<Client>;
  /** Checks the server on each new connection, before anything else. Rejects if it cannot be used. */
  readonly inspect: (client: Client) => Promise<void>;
  /** The database is gone. */
  readonly onLost: () => void;
  /** The database is back. Messages of other processes were missed meanwhile. */
  readonly onReturn: () => void;
  /** A message by `pg_notify`, from this process or another. */
  readonly onSignal: (text: string) => void;
  readonly say: Say;
}

/** Processes of another version are running. `version`: null if theirs is not known. */
export class OtherVersion extends Error {
  readonly version: string | null;

  constructor(version: string | null) {
    super('Processes of another version are using the database.');
    this.version = version;
  }
}

/** Another process has been starting for a minute. */
export class StartTakesLong extends Error {}

export class PostgresMembership {
  readonly #options: Options;
  #client: Client | null = null;
  #isClosed = false;
  readonly #closing = new AbortController();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Joins at the start. No other process starts before `started` is called. Rejects with `OtherVersion`,
   * `StartTakesLong` or the error of the database. @returns whether no other process is running
   */
  async join(): Promise<boolean> {
    const client = await this.#connect();
    try {
      await takeTurn(client);
      const { rows } = await client.query<{ held: boolean }>(
        `select pg_try_advisory_lock(${memberLock}) as held`,
      );
      const isFirst = rows[0]?.held === true;
      if (!isFirst) await this.#requireSameVersion(client);
      await enter(client);
      if (isFirst) await client.query(`select pg_advisory_unlock(${memberLock})`);
      this.#hold(client);
      return isFirst;
    } catch (error) {
      await leave(client);
      throw error;
    }
  }

  /** To be called when everything exists that is created once. Other processes may start from now on. */
  async started(): Promise<void> {
    const client = this.#client;
    if (!client) throw databaseAway();
    await client.query(
      `insert into setting (name, value) values ('version', $1) on conflict (name) do update set value = excluded.value`,
      [this.#options.version],
    );
    await client.query(`select pg_advisory_unlock(${startLock})`);
  }

  /** Takes a lock of the membership's connection. False: another process has it, or the database is away. */
  async lock(first: number, second: number): Promise<boolean> {
    const answer = await this.#client?.query<{ held: boolean }>(
      'select pg_try_advisory_lock($1::integer, $2::integer) as held',
      [first, second],
    );
    return answer?.rows[0]?.held === true;
  }

  async unlock(first: number, second: number): Promise<void> {
    const text = 'select pg_advisory_unlock($1::integer, $2::integer)';
    // A connection that is gone has no locks.
    await this.#client?.query(text, [first, second]).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#closing.abort();
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  async #connect(): Promise<Client> {
    const client = await this.#options.connect();
    client.on('notification', ({ payload }) => this.#options.onSignal(payload ?? ''));
    try {
      await this.#options.inspect(client);
      await client.query(`listen ${channel}`);
      return client;
    } catch (error) {
      await leave(client);
      throw error;
    }
  }

  /** Before the first start, there is no table and no process of this version. */
  async #requireSameVersion(client: Client): Promise<void> {
    const version = await client
      .query<{ value: string }>(`select value from setting where name = 'version'`)
      .then(({ rows }) => rows[0]?.value ?? null)
      .catch((error: unknown) => {
        if ((error as { code?: unknown }).code === '42P01') return null;
        throw error;
      });
    if (version !== this.#options.version) throw new OtherVersion(version);
  }

  #hold(client: Client): void {
    this.#client = client;
    const lose = (cause: unknown) => {
      if (this.#client !== client) return;
      this.#client = null;
      client.end().catch(() => undefined);
      this.#options.onLost();
      this.#options.say('error', 'The database is gone. The service waits for it.', cause);
      void this.#return();
    };
    client.on('error', lose);
    client.on('end', () => lose(new Error('The connection has ended.')));
    void this.#watch(client, lose);
  }

  /** Asks regularly, since a machine that vanishes ends no connection. */
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

  async #return(): Promise<void> {
    let said: string | null = null;
    for (let pause = firstPause; !this.#isClosed; pause = Math.min(longestPause, pause * 2)) {
      await this.#pause(pause);
      try {
        const client = await this.#connect();
        try {
          await enter(client);
          await this.#requireSameVersion(client);
          if (this.#isClosed) return await leave(client);
        } catch (error) {
          await leave(client);
          throw error;
        }
        this.#hold(client);
        this.#options.onReturn();
        this.#options.say('info', 'The database is back.');
        return;
      } catch (error) {
        if (error instanceof OtherVersion && error.version !== null) {
          this.#options.say(
            'error',
            `Version ${error.version} of the print service has used the database meanwhile. Start this process again, with the same version.`,
          );
          return;
        }
        const sentence =
          error instanceof OtherVersion
            ? 'Another print service is using the database.'
            : isLost(error)
              ? null
              : 'The database cannot be used.';
        // Logged once for each reason, since this is tried again and again.
        if (sentence !== null && sentence !== said) this.#options.say('error', sentence, error);
        said = sentence ?? said;
      }
    }
  }

  #pause(ms: number): Promise<unknown> {
    return sleep(ms, undefined, { ref: false, signal: this.#closing.signal }).catch(() => undefined);
  }
}

/** `lock_not_available`. */
const waitedTooLong = '55P03';

async function takeTurn(client: Client): Promise<void> {
  await client.query(`set lock_timeout = '${startPatience}'`);
  await client.query(`select pg_advisory_lock(${startLock})`).catch((error: unknown) => {
    throw (error as { code?: unknown }).code === waitedTooLong ? new StartTakesLong() : error;
  });
  await client.query('reset lock_timeout');
}

/** Rejects with `OtherVersion` while another process is joining. */
async function enter(client: Client): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>(
    `select pg_try_advisory_lock_shared(${memberLock}) as held`,
  );
  if (rows[0]?.held !== true) throw new OtherVersion(null);
}

async function leave(client: Client): Promise<void> {
  client.on('error', () => undefined);
  await client.end().catch(() => undefined);
}

/** The channel of messages to all members, this one too. A transaction sends them when it commits. */
export const notifyChannel = channel;
