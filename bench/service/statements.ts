/**
 * Counts what this process sends to its databases, at their drivers: statements, and for PostgreSQL the bytes
 * of its connections.
 */
import type { Socket } from 'node:net';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

export interface Sent {
  /** Each is a round trip on PostgreSQL; SQLite has none. */
  readonly statements: number;
  readonly transactions: number;
  /** Both ways. */
  readonly bytes: number;
}

const texts: string[] = [];
const sockets = new Set<Socket>();

const note = (text: string): void => {
  texts.push(text.trimStart().toLowerCase());
};

function countSqlite(): void {
  const database = new Sqlite(':memory:');
  const statement = Object.getPrototypeOf(database.prepare('select 1')) as Record<string, unknown>;
  database.close();
  for (const name of ['all', 'run', 'get', 'iterate']) {
    const original = statement[name] as (...values: unknown[]) => unknown;
    statement[name] = function (this: { source: string }, ...values: unknown[]) {
      note(this.source);
      return original.apply(this, values);
    };
  }
}

function countPostgres(): void {
  const client = pg.Client.prototype as unknown as Record<'query', (...values: unknown[]) => unknown>;
  const original = client.query;
  client.query = function (this: { connection: { stream: Socket } }, ...values: unknown[]) {
    const [query] = values as [string | { text: string }];
    note(typeof query === 'string' ? query : query.text);
    sockets.add(this.connection.stream);
    return original.apply(this, values);
  };
}

countSqlite();
countPostgres();

const bytesNow = (): number =>
  [...sockets].reduce((sum, socket) => sum + socket.bytesRead + socket.bytesWritten, 0);

/**
 * What is sent from now on, until the returned function is called. The watch over a connection is not
 * counted.
 */
export function countSent(): () => Sent {
  texts.length = 0;
  const before = bytesNow();
  return () => {
    const sent = texts.filter((text) => text !== 'select 1');
    return {
      statements: sent.length,
      transactions: sent.filter((text) => /^(begin|start transaction)/.test(text)).length,
      bytes: bytesNow() - before,
    };
  };
}
