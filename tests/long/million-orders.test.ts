/**
 * With a million orders, no call reads a whole table: the statements that the stores really send are
 * recorded, and the database is asked how it would run them. The rows are made by the database itself, with
 * the same SQL on both.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type CompiledQuery, Kysely, type LogEvent, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cart } from '../../src-service/store/cart.ts';
import type { Store } from '../../src-service/store/dialect.ts';
import { findOwn } from '../../src-service/store/models.ts';
import { Orders } from '../../src-service/store/orders.ts';
import { referredAmong } from '../../src-service/store/references.ts';
import { reprintable } from '../../src-service/store/reprints.ts';
import type { Database } from '../../src-service/store/schema.ts';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.ts';
import { rounds } from '../support/rounds.ts';
import { openStore } from '../support/stores/open-store.ts';

/** Never fewer in a short run: the planner of PostgreSQL reads a smaller table as a whole, and rightly so. */
const orders = rounds('FABDESK_ORDERS', 1_000_000, 1_000_000);
/** Account 1 has a tenth of the orders. */
const accounts = 1000;
const models = Math.ceil(orders / 5);

const numbers = (count: number): string =>
  `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
const account = `(case when n % 10 = 0 then 1 else 1 + n % ${accounts} end)`;
const insert = (table: string, count: number, columns: Readonly<Record<string, string>>): string =>
  `insert into ${table} (${Object.keys(columns).join(', ')}) ${numbers(count)} select ${Object.values(columns).join(', ')} from numbers`;
const hash = `('00000000000000000000000000000000000000000000000000000000' || (10000000 + n))`;
const empty = (names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, "''"]));
const zero = (names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, '0']));

const statements = [
  insert('account', accounts, { account_id: 'n', username: "'user' || n", created_at: '0' }),
  `insert into application (client_id, account_id, name, secret_hash, sealed_payment_id, redirect_uris_json, is_public, may_send_metadata, created_at)
    values ('app', 1, '', '', '', '[]', 0, 0, 0)`,
  insert('model', models, {
    ...{ model_id: 'n', account_id: account, title: "'part ' || n", spin: "'' || (100000000 + n)" },
    ...empty('description tags_json materials_json categories_json secret_key claim_key'),
    ...zero('is_public is_claimable is_for_sale is_downloadable latest_version created_at'),
  }),
  insert('model_file', models, {
    ...{
      model_id: 'n',
      version: '0',
      file_name: "'part.stl'",
      md5: "''",
      sha256: hash,
      geometry_json: "'{}'",
    },
    ...zero('content_length created_at'),
  }),
  insert('photo', models, {
    ...{ photo_id: 'n', model_id: 'n', sha256: hash, ...empty('title description md5 media_type') },
    ...zero('content_length width height created_at'),
  }),
  insert('cart_item', models, {
    ...{ account_id: account, model_id: 'n', material_id: '6', quantity: '1', added_at: '0' },
  }),
  insert('print_order', orders, {
    ...{ order_id: 'n', account_id: account, client_id: "'app'", address3: "'mark ' || n" },
    status: "case when n % 10000 = 0 then 'placed' else 'shipped' end",
    email: "'customer' || (n % 5000) || '@example.com'",
    ...empty('first_name last_name country state city address1 address2 zip_code phone_number'),
    ...empty('shipping_option payment_method incentives_json metadata_json'),
    ...zero('subtotal_cents fee_cents target_ship_at target_delivery_at shipping_cents'),
    created_at: 'n',
  }),
  insert('order_product', orders, {
    ...{ order_product_id: 'n', order_id: 'n', model_id: `1 + n % ${models}`, sha256: "'x' || n" },
    ...empty('title material_title spin'),
    ...zero('model_version material_id unit_price_cents processing in_production complete cancelled'),
    quantity: '1',
  }),
  insert('ledger', orders, { order_id: 'n', kind: "'charge'", cents: '100', created_at: 'n' }),
  insert('shipment', orders, {
    ...{ order_id: 'n', ship_date: 'n', carrier: "''", tracking_number: "'track ' || n" },
  }),
  insert('reprint', Math.ceil(orders / 10), {
    ...{ order_id: 'n * 10', of_product_id: 'n', reason_id: '1', comment: "''" },
  }),
  insert('oauth1_nonce', models, { client_id: "'app'", token: "'t'", timestamp: 'n', nonce: "'' || n" }),
];

/** Tables that are small in every service. */
const small = /^(account|application|setting|unused_file|oauth1_token|access_token|session)$/;

interface Loaded {
  readonly store: Store;
  /** The statements that `store` has sent since the last call. */
  sent(): CompiledQuery[];
  /** Size of the whole database, with its indexes. */
  bytes(): Promise<number>;
  /** The tables that the database would read as a whole for this. */
  readsWhole(query: CompiledQuery): Promise<string[]>;
  /** Whether it goes through all rows of an account. */
  searchesAccount(query: CompiledQuery): Promise<boolean>;
  close(): Promise<void>;
}

function recorder() {
  let queries: CompiledQuery[] = [];
  const log = (event: LogEvent) => {
    if (event.level === 'error') throw event.error;
    queries.push(event.query);
  };
  const sent = () => {
    const all = queries;
    queries = [];
    return all.filter(({ sql }) => /^(select|update|delete)\b/.test(sql));
  };
  return { log, sent };
}

async function loadSqlite(): Promise<Loaded> {
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-million-'));
  await (await openStore(folder)).close();
  const database = new Sqlite(join(folder, 'service.sqlite'));
  database.pragma('foreign_keys = OFF');
  database.pragma('synchronous = OFF');
  for (const statement of statements) database.exec(statement);
  const { log, sent } = recorder();
  const store = new Kysely<Database>({ dialect: new SqliteDialect({ database }), log });
  return {
    store,
    sent,
    bytes: async () =>
      Number(database.pragma('page_count', { simple: true })) *
      Number(database.pragma('page_size', { simple: true })),
    async readsWhole({ sql, parameters }) {
      const plan = database.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
      // An index of few rows, which are the ones that are wanted, is read as a whole.
      const scans = plan.filter(({ detail }) => !detail.endsWith('USING INDEX model_file_to_measure'));
      return scans.flatMap(({ detail }) => /^SCAN (\w+)/.exec(detail)?.[1] ?? []);
    },
    async searchesAccount({ sql, parameters }) {
      const plan = database.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
      return plan.some(({ detail }) => /\(account_id=\?\)/.test(detail));
    },
    async close() {
      await store.destroy();
      rmSync(folder, { recursive: true });
    },
  };
}

async function loadPostgres(cluster: Cluster): Promise<Loaded> {
  const { host, port, user } = cluster.address('');
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-million-'));
  await (await openStore(folder, cluster.address('postgres'))).close();
  const pool = new pg.Pool({ host, port, user, database: 'postgres' });
  // The order of the tables fits their references, but checking those takes longer than the rest.
  const loader = await pool.connect();
  await loader.query('set session_replication_role = replica');
  for (const statement of statements) await loader.query(statement);
  await loader.query('vacuum analyze');
  loader.release(true);
  const { log, sent } = recorder();
  const store = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log });
  return {
    store,
    sent,
    async bytes() {
      const { rows } = await pool.query('select pg_database_size(current_database()) as bytes');
      return Number(rows[0]?.bytes);
    },
    async readsWhole({ sql, parameters }) {
      const { rows } = await pool.query(`explain ${sql}`, [...parameters]);
      const lines = rows.map((row) => String(row['QUERY PLAN']));
      return lines.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? []);
    },
    async searchesAccount({ sql, parameters }) {
      const { rows } = await pool.query(`explain ${sql}`, [...parameters]);
      const lines = rows.map((row) => String(row['QUERY PLAN']));
      return lines.some((line) => /Index Cond: .*account_id/.test(line) && !line.includes('order_id ='));
    },
    async close() {
      await store.destroy();
      rmSync(folder, { recursive: true });
    },
  };
}

const now = () => 1_000_000_000_000;

/** What calls do with the database, by name. */
const calls: Record<string, (store: Store) => Promise<unknown>> = {
  'the list of orders': (store) => new Orders(store, now).list(1, {}, 20),
  'a later page of the list': (store) => new Orders(store, now).list(1, {}, 20, 4000),
  'orders by email': (store) => new Orders(store, now).list(7, { email: 'Customer17@example.com' }, 20),
  'one order by its mark': (store) =>
    new Orders(store, now).list(1, { orderIds: [500], address3: 'mark 500' }, 20),
  'the ledger of an order': (store) => new Orders(store, now).ledgerOf(4711),
  'a parcel by its number': (store) => new Orders(store, now).findShipment('track 4711'),
  'the cancellation of an order': async (store) => {
    const service = new Orders(store, now);
    const order = await service.find(1, 10_000);
    return order && service.cancel(order);
  },
  'how often a product may be reprinted': (store) =>
    store.transaction().execute((tx) => reprintable(tx, 4711)),
  'the cart': (store) => new Cart(store, now).list(8),
  'a model and its version': async (store) => {
    await findOwn(store, 4711, 1);
    return store
      .selectFrom('model_file')
      .selectAll()
      .where('model_id', '=', 4711)
      .where('version', '=', 0)
      .execute();
  },
  'the list of models': (store) =>
    store
      .selectFrom('model')
      .selectAll()
      .where('account_id', '=', 1)
      .where('deleted_at', 'is', null)
      .where('created_at', '<=', now())
      .orderBy('model_id', 'desc')
      .limit(20)
      .execute(),
  'a model by its number': (store) =>
    store
      .selectFrom('model')
      .selectAll()
      .where('spin', '=', '100004711')
      .where('deleted_at', 'is', null)
      .execute(),
  'models whose cart items go': (store) =>
    store.deleteFrom('cart_item').where('model_id', '=', 4711).execute(),
  'files that wait to be measured': (store) =>
    store
      .selectFrom('model_file')
      .innerJoin('model', 'model.model_id', 'model_file.model_id')
      .selectAll('model_file')
      .where('model_file.geometry_json', 'is', null)
      .where('model.deleted_at', 'is', null)
      .execute(),
  'references to a file': (store) => referredAmong(store, ['f'.repeat(64)]),
  'references to many files': (store) =>
    referredAmong(
      store,
      Array.from({ length: 500 }, (_, i) => String(i).padStart(64, '0')),
    ),
  'orders that production looks at': (store) =>
    store
      .selectFrom('print_order')
      .select('order_id')
      .where('status', 'in', ['placed', 'in_production'])
      .where('created_at', '<=', now())
      .orderBy('order_id')
      .execute(),
  'old nonces of OAuth 1.0': (store) =>
    store.deleteFrom('oauth1_nonce').where('timestamp', '<', 10).execute(),
};

const inPostgres = describe.skipIf(postgresPrograms === null);
for (const [name, group] of [
  ['SQLite', describe],
  ['PostgreSQL (needs PostgreSQL)', inPostgres],
] as const) {
  group(`a million orders in ${name}`, { tags: 'release' }, () => {
    let cluster: Cluster | null = null;
    let loaded: Loaded;
    beforeAll(async () => {
      if (name !== 'SQLite') cluster = await startCluster();
      loaded = await (cluster ? loadPostgres(cluster) : loadSqlite());
    }, 600_000);
    afterAll(async () => {
      await loaded?.close();
      await cluster?.remove();
    });

    it('Rows and indexes take less than 1.5 KB for an order, and what belongs to it.', async ({
      annotate,
    }) => {
      const bytes = await loaded.bytes();
      await annotate(`${Math.round(bytes / 1e6)} MB for ${orders} orders and ${models} models`);
      expect(bytes / orders).toBeLessThan(1500);
    });

    it.each(Object.entries(calls))('No table is read as a whole for %s.', async (_what, call) => {
      loaded.sent();
      await call(loaded.store);
      const sent = loaded.sent();
      expect(sent.length).toBeGreaterThan(0);
      for (const query of sent) {
        const whole = (await loaded.readsWhole(query)).filter((table) => !small.test(table));
        expect(whole, query.sql).toEqual([]);
      }
    });

    it('One order is found by its number, not among all of its account.', async () => {
      loaded.sent();
      await new Orders(loaded.store, now).list(1, { orderIds: [500] }, 20);
      const sent = loaded.sent().filter(({ sql }) => sql.includes('print_order'));
      expect(sent.length).toBeGreaterThan(1);
      for (const query of sent) expect(await loaded.searchesAccount(query), query.sql).toBe(false);
    });
  });
}
