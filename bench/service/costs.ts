/**
 * `npm run bench -- costs`: what one call costs the database and the network on each store, and what its rows
 * take there. The service is in this process, so that the statements can be counted at the drivers. Nothing
 * here is a time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import type { DatabaseAddress } from '../../src-service/fleet/postgres-address.ts';
import { boxStl } from '../../tests/support/models.ts';
import { orderBody } from '../../tests/support/order.ts';
import { type OwnService, startOwnService } from '../../tests/support/own-service.ts';
import { execute, startCluster } from '../../tests/support/postgres.ts';
import { uploadBody } from '../../tests/support/upload.ts';
import { median } from '../support/stats.ts';
import { countSent } from './statements.ts';

interface Cost {
  readonly call: string;
  readonly store: string;
  readonly statements: number;
  readonly transactions: number;
  /** Between service and PostgreSQL, both ways. */
  readonly databaseBytes: number;
  /** Bytes of the call's request and answer, with headers. */
  readonly clientBytes: number;
}

interface Size {
  readonly store: string;
  readonly table: string;
  readonly rows: number;
  /** With the indexes. */
  readonly bytesPerRow: number;
}

/** Each call is measured so often. */
const times = 9;
const models = 500;
const orders = 3000;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** @returns the bytes of request and answer */
async function send(own: OwnService, method: string, path: string, body?: unknown): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(own.url + path, {
      method,
      agent,
      headers: { Authorization: `Bearer ${own.bearer}`, 'Content-Type': 'application/json' },
    });
    let before = 0;
    outgoing.once('socket', (socket) => {
      before = socket.bytesRead + socket.bytesWritten;
    });
    outgoing.once('error', reject);
    outgoing.once('response', (answer) => {
      const { socket } = answer;
      answer.resume().once('end', () => {
        if (answer.statusCode !== 200) reject(new Error(`${method} ${path}: ${answer.statusCode}`));
        else resolve(socket.bytesRead + socket.bytesWritten - before);
      });
    });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

export async function benchCosts({ json }: { readonly json: boolean }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-bench-'));
  const cluster = await startCluster();
  const costs: Cost[] = [];
  const sizes: Size[] = [];
  try {
    await execute(cluster.address('postgres'), 'create database costs');
    for (const [store, database] of [
      ['SQLite', undefined],
      ['PostgreSQL', cluster.address('costs')],
    ] as const) {
      const dataDir = join(folder, store);
      const own = await startOwnService({ dataDir, ...(database && { database }) });
      try {
        costs.push(...(await costsOf(own, store)));
        await fill(own);
      } finally {
        await own.service.close();
      }
      sizes.push(...(await (database ? postgresSizes(database) : sqliteSizes(dataDir))));
    }
  } finally {
    agent.destroy();
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  }
  if (json) console.log(JSON.stringify({ costs, sizes }, null, 2));
  else {
    console.table(costs);
    console.table(sizes);
  }
}

async function costsOf(own: OwnService, store: string): Promise<Cost[]> {
  const paymentId = own.service.credentials.payment_verification_id;
  const { body: made } = await own.call('POST', '/models/v1', uploadBody(boxStl(10, 10, 10)));
  const items = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      modelId: made.modelId,
      materialId: [6, 25, 62][i % 3] ?? 6,
      quantity: 1 + i,
    }));
  let serial = 0;
  const { body: placed } = await own.call('POST', '/orders/v1', orderBody(items(1), paymentId));
  const box = { volume: 1e-6, area: 6e-4, xBoundMin: 0, xBoundMax: 0.01, yBoundMin: 0, yBoundMax: 0.01 };
  const calls: readonly (readonly [name: string, method: string, path: string, body?: () => unknown])[] = [
    ['an order of one part', 'POST', '/orders/v1', () => orderBody(items(1), paymentId)],
    ['an order of ten parts', 'POST', '/orders/v1', () => orderBody(items(10), paymentId)],
    ['a price in every material', 'POST', '/price/v1', () => ({ ...box, zBoundMin: 0, zBoundMax: 0.01 })],
    [
      'an upload of 12 triangles, measured',
      'POST',
      '/models/v1',
      () => uploadBody(boxStl(10, 10, 10, `${serial++}`)),
    ],
    ['one order', 'GET', `/orders/${placed.orderId}/v1`],
    ['one model', 'GET', `/models/${made.modelId}/info/v1`],
  ];
  const costs: Cost[] = [];
  for (const [call, method, path, body] of calls) {
    await send(own, method, path, body?.());
    const measured: Omit<Cost, 'call' | 'store'>[] = [];
    for (let i = 0; i < times; i++) {
      await sleep(100);
      const sent = countSent();
      const clientBytes = await send(own, method, path, body?.());
      // What goes on after the answer belongs to the call.
      await sleep(100);
      const { bytes, ...counts } = sent();
      measured.push({ ...counts, databaseBytes: bytes, clientBytes });
    }
    const of = (name: keyof (typeof measured)[number]) => median(measured.map((each) => each[name]));
    costs.push({
      call,
      store,
      statements: of('statements'),
      transactions: of('transactions'),
      databaseBytes: of('databaseBytes'),
      clientBytes: of('clientBytes'),
    });
  }
  return costs;
}

/** Models and orders as customers make them, so that their rows have the sizes of real ones. */
async function fill(own: OwnService): Promise<void> {
  const paymentId = own.service.credentials.payment_verification_id;
  const ids: number[] = [];
  for (let i = 0; i < models; i++) {
    const { body } = await own.call('POST', '/models/v1', uploadBody(boxStl(10, 10, 10, `model ${i}`)));
    ids.push(body.modelId);
  }
  for (let i = 0; i < orders; i++) {
    const items = [{ modelId: ids[i % models] ?? 0, materialId: 6, quantity: 1 }];
    await own.call('POST', '/orders/v1', orderBody(items, paymentId));
  }
}

const tables = ['model', 'model_file', 'print_order', 'order_product', 'ledger'];

async function sqliteSizes(dataDir: string): Promise<Size[]> {
  const database = new Sqlite(join(dataDir, 'service.sqlite'));
  try {
    return tables.map((table) => {
      const rows = database.prepare(`select count(*) from ${table}`).pluck().get() as number;
      const bytes = database
        .prepare(
          'select sum(pgsize) from dbstat where name in (select name from sqlite_master where tbl_name = ?)',
        )
        .pluck()
        .get(table) as number;
      return { store: 'SQLite', table, rows, bytesPerRow: Math.round(bytes / rows) };
    });
  } finally {
    database.close();
  }
}

async function postgresSizes(address: DatabaseAddress): Promise<Size[]> {
  await execute(address, 'vacuum');
  const sizes: Size[] = [];
  for (const table of tables) {
    const [found] = await execute<{ rows: number; bytes: number }>(
      address,
      `select count(*)::int as rows, pg_total_relation_size('${table}')::int as bytes from ${table}`,
    );
    const { rows, bytes } = found ?? { rows: 0, bytes: 0 };
    sizes.push({ store: 'PostgreSQL', table, rows, bytesPerRow: Math.round(bytes / rows) });
  }
  return sizes;
}
