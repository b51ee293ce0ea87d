/**
 * The database of a service under test: SQLite in its folder, or with FABDESK_TEST_STORE=postgres one in the
 * PostgreSQL of this run, which belongs to the folder for as long as the test uses it. The same tests run on
 * both (vitest.config.ts).
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { DatabaseAddress } from '../../../src-service/fleet/postgres-address.ts';
import { execute } from '../postgres.ts';

/** The variable with the address of the PostgreSQL of this run. */
export const testCluster = 'FABDESK_TEST_CLUSTER';
export const templateName = 'fabdesk_template';

export const onPostgres = process.env['FABDESK_TEST_STORE'] === 'postgres';

const made = new Set<string>();

function addressOf(dataDir: string): DatabaseAddress {
  const cluster = JSON.parse(process.env[testCluster] ?? '{}') as DatabaseAddress;
  const database = `t_${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`;
  return { ...cluster, database };
}
const server = () => addressOf('') && { ...addressOf(''), database: 'postgres' };

/** The database for a service in this folder, made at the first call; undefined for SQLite. */
export async function databaseFor(dataDir: string): Promise<DatabaseAddress | undefined> {
  if (!onPostgres) return undefined;
  const address = addressOf(dataDir);
  if (!made.has(dataDir)) {
    await execute(server(), `create database ${address.database} template ${templateName}`);
    made.add(dataDir);
  }
  return address;
}

/** When no service uses it any more. */
export async function removeDatabase(dataDir: string): Promise<void> {
  if (!made.delete(dataDir)) return;
  await execute(server(), `drop database ${addressOf(dataDir).database} with (force)`);
}

/** One statement, with `?` for its values. @returns the rows, with whole numbers as numbers */
export type Query = <T>(text: string, ...values: readonly unknown[]) => Promise<T[]>;

/** Reads or changes the database of a running service on a connection of its own, in one transaction. */
export async function inDatabase<T>(dataDir: string, work: (query: Query) => Promise<T>): Promise<T> {
  return onPostgres ? inPostgres(addressOf(dataDir), work) : inSqlite(join(dataDir, 'service.sqlite'), work);
}

async function inSqlite<T>(file: string, work: (query: Query) => Promise<T>): Promise<T> {
  const database = new Sqlite(file);
  try {
    database.exec('begin');
    const result = await work(async <R>(text: string, ...values: readonly unknown[]) => {
      const statement = database.prepare(text);
      if (statement.reader) return statement.all(...values) as R[];
      statement.run(...values);
      return [];
    });
    database.exec('commit');
    return result;
  } finally {
    database.close();
  }
}

/** The same with the database at this address. */
export async function inPostgres<T>(
  address: DatabaseAddress,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const { default: pg } = await import('pg');
  const { host, port, user, database } = address;
  const client = new pg.Client({
    ...{ host, port, user, database },
    types: {
      // biome-ignore lint/suspicious/noExplicitAny: as pg declares it
      getTypeParser: (oid: number, format?: any): any =>
        oid === 20 || oid === 1700 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read');
    const result = await work(async <R>(text: string, ...values: readonly unknown[]) => {
      let count = 0;
      const numbered = text.replaceAll('?', () => `$${++count}`);
      return (await client.query(numbered, [...values])).rows as R[];
    });
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}
