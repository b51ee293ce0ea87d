/**
 * `npm run bench -- stores`: the print service with PostgreSQL beside the one with SQLite, each in a process
 * of its own, in alternating rounds. Both are durable: the server syncs, which that of the tests does not.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boxStl } from '../../tests/support/models.ts';
import { execute, startCluster } from '../../tests/support/postgres.ts';
import { Programs, usedBy } from '../support/programs.ts';
import { median } from '../support/stats.ts';
import { connections } from './calls.ts';
import { type Customer, consent, cubeOrder, startService } from './customer.ts';
import { drive, requestBytes } from './load.ts';

interface Measured {
  readonly name: string;
  /** Calls a second. */
  readonly sqlite: number;
  readonly postgres: number;
  /** Processor time of the service for one call, µs. PostgreSQL's own is not in it. */
  readonly used: readonly [number, number];
  /** ms */
  readonly p99: readonly [number, number];
}

/** One kind of call, with a body that each side makes for itself. */
export interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  body(customer: Customer): Promise<string>;
}

const cube = JSON.stringify({
  file: Buffer.from(boxStl(10, 10, 10)).toString('base64'),
  fileName: 'box.stl',
  ...consent,
});
export const calls: readonly Call[] = [
  {
    name: 'POST /orders/v1',
    method: 'POST',
    path: '/orders/v1',
    body: async (customer) => JSON.stringify(await cubeOrder(customer)),
  },
  { name: 'POST /models/v1, 12 triangles', method: 'POST', path: '/models/v1', body: async () => cube },
  // Lists would compare how many orders each side has taken in its rounds.
  { name: 'GET /orders/1/v1', method: 'GET', path: '/orders/1/v1', body: async () => '' },
];

export async function benchStores({
  json,
  runs,
  seconds,
}: {
  readonly json: boolean;
  readonly runs: number;
  readonly seconds: number;
}): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-bench-'));
  const programs = new Programs();
  const cluster = await startCluster({ isDurable: true });
  try {
    const { host, port, user } = cluster.address('bench');
    await execute(cluster.address('postgres'), 'create database bench');
    const database = `postgres://${user}@localhost:${port}/bench?host=${encodeURIComponent(host)}`;
    const sides = [
      await startService(programs, join(folder, 'sqlite')),
      await startService(programs, join(folder, 'postgres'), ['--database', database]),
    ] as const;
    const rows: Measured[] = [];
    for (const call of calls) rows.push(await measure(call, sides, runs, seconds * 1000));
    if (json) console.log(JSON.stringify(rows, null, 2));
    else print(rows);
  } finally {
    await programs.end();
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  { name, method, path, body }: Call,
  customers: readonly [Customer, Customer],
  rounds: number,
  ms: number,
): Promise<Measured> {
  const sides = await Promise.all(
    customers.map(async (customer) => ({
      customer,
      bytes: requestBytes(method, path, customer.headers, await body(customer)),
      speeds: [] as number[],
      p99: [] as number[],
      used: 0,
      answered: 0,
    })),
  );
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) {
      const before = usedBy(side.customer.child);
      const { perSecond, p99, statuses } = await drive(side.customer.port, side.bytes, connections, ms);
      side.used += usedBy(side.customer.child) - before;
      for (const [status, count] of statuses) {
        if (status !== 200) throw new Error(`${count} answers with ${status}`);
        side.answered += count;
      }
      side.speeds.push(perSecond);
      side.p99.push(p99);
    }
  }
  const [sqlite, postgres] = sides as [(typeof sides)[number], (typeof sides)[number]];
  const each = (side: typeof sqlite) => (side.used * 1000) / side.answered;
  return {
    name,
    sqlite: median(sqlite.speeds),
    postgres: median(postgres.speeds),
    used: [each(sqlite), each(postgres)],
    p99: [median(sqlite.p99), median(postgres.p99)],
  };
}

function print(rows: readonly Measured[]): void {
  console.log(
    '| | SQLite | PostgreSQL | ratio | processor of the service a call, SQLite / PostgreSQL | p99, ms |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const { name, sqlite, postgres, used, p99 } of rows) {
    const times = [used.map((µs) => `${µs.toFixed(0)} µs`), p99.map((ms) => ms.toFixed(1))];
    const speeds = `${sqlite.toFixed(0)} /s | ${postgres.toFixed(0)} /s | ${(postgres / sqlite).toFixed(2)}`;
    console.log(`| ${name} | ${speeds} | ${times.map((both) => both.join(' / ')).join(' | ')} |`);
  }
}
