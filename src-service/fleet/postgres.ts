/**
 * PostgreSQL, for services that outgrow SQLite. Several processes may use a database
 * (`postgres-membership.ts`). While the database is away, every call that needs it is answered with 503, and
 * the service goes on as soon as it is back.
 */
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Client, ClientConfig, PoolClient } from 'pg';
import pg from 'pg';
import type { Say } from '../log.ts';
import { readWholeNumber, refuseNul, type Store } from '../store/dialect.ts';
import type { Database } from '../store/schema.ts';
import { schemaVersion } from '../store/schema-version.ts';
import { type DatabaseAddress, nameOf } from './postgres-address.ts';
import { databaseAway, databaseBusy, isLost, outcomeUnknown, startFault } from './postgres-errors.ts';
import { OtherVersion, PostgresMembership, StartTakesLong } from './postgres-membership.ts';
import { SharedProcesses } from './shared-processes.ts';

/** The oldest version with which the service is started. Tests run with 15. */
const oldestVersion = 14;
const mostConnections = 10;
/** How long a call waits for a connection, ms. */
const connectionPatience = 10_000;
/** How many queries connections have prepared. Lists of different lengths make different queries. */
const mostPrepared = 500;
/** Text formats of int8 and numeric. */
const wholeNumbers: readonly number[] = [20, 1700];

/**
 * Settings that a server may have changed are set for each connection. With these keepalives, PostgreSQL
 * notices within a minute that this process or its machine is gone, and releases its locks.
 */
const sessionOptions = [
  'default_transaction_isolation=read\\ committed',
  'synchronous_commit=on',
  // A table that somebody else has locked must not hold all connections for as long as calls wait for one.
  'lock_timeout=2s',
  'tcp_keepalives_idle=30',
  'tcp_keepalives_interval=10',
  'tcp_keepalives_count=3',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

export interface OpenedPostgres {
  readonly store: Store;
  readonly processes: SharedProcesses;
  /** To be called once all exists that the first start creates. No other process starts before. */
  started(): Promise<void>;
  /** Calls it whenever the database is back after it was away. */
  onReturn(listener: () => void): void;
  close(): Promise<void>;
}

/** Rejects with a sentence if the database cannot be used. */
export async function openPostgres(address: DatabaseAddress, say: Say): Promise<OpenedPostgres> {
  const config = configOf(address);
  const listeners: (() => void)[] = [];
  const connections = new Connections(config);
  let hear: (said: string) => void = () => undefined;
  const membership = new PostgresMembership({
    version: schemaVersion,
    connect: async () => {
      const client = new pg.Client(config);
      // Until somebody listens, a connection that breaks must not end the process.
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    inspect: (client) => inspect(client, address),
    onLost: () => connections.drop(),
    onReturn: () => {
      connections.open();
      for (const listener of listeners) listener();
    },
    onSignal: (said) => hear(said),
    say,
  });
  const isFirst = await membership.join().catch((cause: unknown) => {
    throw whyNotJoined(cause, address) ?? startFault(cause, address);
  });
  connections.open();
  const store = new Kysely<Database>({ dialect: new PostgresDialect({ pool: connections }) });
  const processes = new SharedProcesses(store, membership, isFirst);
  hear = (said) => processes.hear(said);
  return {
    store,
    processes,
    started: () => membership.started(),
    onReturn: (listener) => void listeners.push(listener),
    close: async () => {
      await store.destroy();
      await membership.close();
    },
  };
}

function whyNotJoined(cause: unknown, address: DatabaseAddress): Error | null {
  const name = nameOf(address);
  if (cause instanceof OtherVersion)
    return new Error(
      cause.version === null
        ? `Another print service is using the database ${name}. Stop it, or choose another database.`
        : `Version ${cause.version} of the print service is using the database ${name}, and this is version ${schemaVersion}. All processes of a service have the same version: stop the others first.`,
    );
  if (cause instanceof StartTakesLong)
    return new Error(
      `Another process has been starting with the database ${name} for a minute. Look at what it says, then start this one again.`,
    );
  return null;
}

function configOf({ host, port, user, password, database, tls }: DatabaseAddress): ClientConfig {
  return {
    host,
    port,
    user,
    database,
    ...(password !== null && { password }),
    ssl: encryptionOf(tls),
    options: sessionOptions,
    application_name: 'fabdesk-service',
    client_encoding: 'UTF8',
    connectionTimeoutMillis: connectionPatience,
    keepAlive: true,
    types: {
      // biome-ignore lint/suspicious/noExplicitAny: as pg declares it
      getTypeParser: (oid: number, format?: any): any =>
        wholeNumbers.includes(oid) && format !== 'binary'
          ? readWholeNumber
          : pg.types.getTypeParser(oid, format),
    },
  };
}

const encryptionOf = ({ mode, ca }: DatabaseAddress['tls']): ClientConfig['ssl'] =>
  mode !== 'off' && { rejectUnauthorized: mode === 'verified', ...(ca !== undefined && { ca }) };

/** @throws Error with a sentence */
async function inspect(client: Client, address: DatabaseAddress): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string; copy: boolean }>(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as copy`,
  );
  const why = whyUnusable(Number(rows[0]?.version), rows[0]?.encoding ?? '', rows[0]?.copy === true);
  if (why !== null) throw new Error(`The database ${nameOf(address)} ${why}`);
}

/** The rest of a sentence after the name of the database; null: usable. `version`: such as 150004. */
export function whyUnusable(version: number, encoding: string, isCopy: boolean): string | null {
  const major = Math.floor(version / 10_000);
  if (major < oldestVersion) return `is PostgreSQL ${major}. The service needs ${oldestVersion} or newer.`;
  if (encoding !== 'UTF8')
    return `has the encoding ${encoding}. The service needs UTF8: create the database with it.`;
  return isCopy ? 'is a copy that can only be read. Give the address of the original.' : null;
}

/** The pool as Kysely uses it. There is none while the database is away. */
class Connections {
  readonly options = {};
  readonly #config: ClientConfig;
  #pool: pg.Pool | null = null;
  readonly #busy = new Set<PoolClient>();
  /** The name of each prepared query, by its SQL. */
  readonly #names = new Map<string, string>();

  constructor(config: ClientConfig) {
    this.#config = config;
  }

  open(): void {
    this.#pool = new pg.Pool({ ...this.#config, max: mostConnections, idleTimeoutMillis: 60_000 });
    // The membership notices whatever ends an idle connection.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Ends all connections: what they were doing fails. */
  drop(): void {
    const pool = this.#pool;
    this.#pool = null;
    for (const client of this.#busy) client.end().catch(() => undefined);
    pool?.end().catch(() => undefined);
  }

  async connect(): Promise<PostgresPoolClient> {
    const pool = this.#pool;
    if (pool === null) throw databaseAway();
    const client = await pool.connect().catch((error: unknown) => {
      if (pool.totalCount >= mostConnections) throw databaseBusy(error);
      throw isLost(error) ? databaseAway(error) : error;
    });
    // The database was lost meanwhile, and with it the membership under which the connection was requested.
    if (this.#pool !== pool) {
      client.release(true);
      throw databaseAway();
    }
    this.#busy.add(client);
    return this.#watched(client);
  }

  async end(): Promise<void> {
    const pool = this.#pool;
    this.#pool = null;
    await pool?.end();
  }

  /** Distinguishes faults of the connection from those of a statement. */
  #watched(client: PoolClient): PostgresPoolClient {
    let isInTransaction = false;
    const run = async (text: string, values: readonly unknown[]) => {
      refuseNul(values);
      const isCommit = text === 'commit';
      const mayHaveWritten = isCommit || (!isInTransaction && /^\s*(insert|update|delete)\b/i.test(text));
      if (text === 'begin' || text.startsWith('start transaction')) isInTransaction = true;
      try {
        return await client.query({ ...this.#named(text), values: [...values] });
      } catch (error) {
        if (!isLost(error)) throw error;
        // PostgreSQL rolls back by itself without a connection. Kysely would throw this error instead of the
        // first one.
        if (text === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] };
        throw mayHaveWritten ? outcomeUnknown(error) : databaseAway(error);
      } finally {
        if (isCommit || text === 'rollback') isInTransaction = false;
      }
    };
    return {
      query: run as unknown as PostgresPoolClient['query'],
      release: (discard?: boolean) => {
        this.#busy.delete(client);
        client.release(discard);
      },
    };
  }

  #named(text: string): { text: string; name?: string } {
    const known = this.#names.get(text);
    if (known !== undefined) return { text, name: known };
    if (this.#names.size >= mostPrepared || !/^(select|insert|update|delete)\b/.test(text)) return { text };
    const name = `fabdesk_${this.#names.size}`;
    this.#names.set(text, name);
    return { text, name };
  }
}
