/**
 * Copies and compares rows, page by page in the order of their keys, so that memory does not depend on their
 * number. The target always holds the beginning of a table: an interrupted copy continues after its last row.
 */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../store/dialect.ts';
import type { Table } from './tables.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows in a statement. Some rows have several MB, and some databases take at most 32,766 values. */
const pageSize = 200;
/** Pages in a transaction: each transaction waits for the disk at its end. */
const pagesAtOnce = 5;

const listOf = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(name)));

const after = ({ key }: Table, row: Row | null): RawBuilder<unknown> =>
  row === null ? sql`` : sql`where (${listOf(key)}) > (${sql.join(key.map((name) => row[name]))})`;

async function* pagesOf(store: Store, table: Table, from: Row | null = null): AsyncGenerator<readonly Row[]> {
  let last = from;
  for (;;) {
    const { rows } = await sql<Row>`
      select ${listOf(table.columns)} from ${sql.table(table.name)} ${after(table, last)}
      order by ${listOf(table.key)} limit ${pageSize}
    `.execute(store);
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1) ?? null;
  }
}

async function lastRow(store: Store, table: Table): Promise<Row | null> {
  const backwards = sql.join(table.key.map((name) => sql`${sql.ref(name)} desc`));
  const { rows } = await sql<Row>`
    select ${listOf(table.key)} from ${sql.table(table.name)} order by ${backwards} limit 1
  `.execute(store);
  return rows[0] ?? null;
}

export async function countRows(store: Store, table: Table): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table.name)}
  `.execute(store);
  return Number(rows[0]?.count);
}

/**
 * Each transaction copies a few pages, or none. A transaction of a killed process may still be running in the
 * database, so rows that exist are no error; `compareRows` finds differences.
 */
export async function copyRows(from: Store, to: Store, table: Table): Promise<void> {
  const pages = pagesOf(from, table, await lastRow(to, table));
  for (let isOver = false; !isOver; )
    isOver = await to.transaction().execute(async (tx) => {
      for (let count = 0; count < pagesAtOnce; count++) {
        const next = await pages.next();
        if (next.done) return true;
        await insert(tx, table, next.value);
      }
      return false;
    });
}

/** Copies a table in which the target has rows of its own, which stay. */
export async function addRows(from: Store, to: Store, table: Table): Promise<void> {
  for await (const rows of pagesOf(from, table)) await insert(to, table, rows);
}

async function insert(to: Store, table: Table, rows: readonly Row[]): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(table.columns.map((name) => row[name]))})`);
  await sql`
    insert into ${sql.table(table.name)} (${listOf(table.columns)}) values ${sql.join(values)} on conflict do nothing
  `.execute(to);
}

export interface Compared {
  readonly rows: number;
  readonly isSame: boolean;
}

/** Compares every value of every row. @param isCompared leaves rows of the target out */
export async function compareRows(
  from: Store,
  to: Store,
  table: Table,
  isCompared: (row: Row) => boolean = () => true,
): Promise<Compared> {
  const [old, moved] = await Promise.all([digest(from, table), digest(to, table, isCompared)]);
  return { rows: old.rows, isSame: old.rows === moved.rows && old.hash === moved.hash };
}

async function digest(store: Store, table: Table, isCompared: (row: Row) => boolean = () => true) {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const page of pagesOf(store, table))
    for (const row of page.filter(isCompared)) {
      hash.update(`${JSON.stringify(table.columns.map((name) => row[name]))}\n`);
      rows += 1;
    }
  return { rows, hash: hash.digest('hex') };
}
