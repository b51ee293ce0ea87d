/**
 * `npm run bench -- processes`: one, two and three processes of a print service on one PostgreSQL, beside one
 * on SQLite, in alternating rounds. The load is the same for all; several processes get equal parts of it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute, startCluster } from '../../tests/support/postgres.ts';
import { Programs } from '../support/programs.ts';
import { median } from '../support/stats.ts';
import { connections } from './calls.ts';
import { type Customer, startService } from './customer.ts';
import { drive, requestBytes } from './load.ts';
import { type Call, calls } from './stores.ts';

const most = 3;

interface Measured {
  readonly name: string;
  /** Calls a second on SQLite, and on PostgreSQL with 1, 2 and 3 processes. */
  readonly speeds: readonly number[];
  /** ms */
  readonly p99: readonly number[];
}

export async function benchProcesses({
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
    const sqlite = await startService(programs, join(folder, 'sqlite'));
    const shared: Customer[] = [];
    for (let i = 0; i < most; i++)
      shared.push(await startService(programs, join(folder, 'postgres'), ['--database', database]));
    const sides = [[sqlite], ...shared.map((_, i) => shared.slice(0, i + 1))];
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
  processes: readonly (readonly Customer[])[],
  rounds: number,
  ms: number,
): Promise<Measured> {
  const sides = [];
  for (const customers of processes) {
    const [first] = customers;
    if (!first) continue;
    const bytes = requestBytes(method, path, first.headers, await body(first));
    sides.push({ customers, bytes, speeds: [] as number[], p99: [] as number[] });
  }
  for (let round = 0; round < rounds; round++) {
    for (const { customers, bytes, speeds, p99 } of sides) {
      const share = Math.round(connections / customers.length);
      const results = await Promise.all(customers.map(({ port }) => drive(port, bytes, share, ms)));
      for (const { statuses } of results)
        for (const [status, count] of statuses)
          if (status !== 200) throw new Error(`${count} answers with ${status}`);
      speeds.push(results.reduce((sum, { perSecond }) => sum + perSecond, 0));
      p99.push(Math.max(...results.map((result) => result.p99)));
    }
  }
  return {
    name,
    speeds: sides.map(({ speeds }) => median(speeds)),
    p99: sides.map(({ p99 }) => median(p99)),
  };
}

function print(rows: readonly Measured[]): void {
  console.log('| | SQLite | PostgreSQL, 1 process | 2 processes | 3 processes | p99, ms |');
  console.log('|---|---|---|---|---|---|');
  for (const { name, speeds, p99 } of rows) {
    const [sqlite, one = Number.NaN, ...others] = speeds;
    const cells = [
      `${sqlite?.toFixed(0)} /s`,
      `${one.toFixed(0)} /s`,
      ...others.map((speed) => `${speed.toFixed(0)} /s (${(speed / one).toFixed(2)})`),
      p99.map((ms) => ms.toFixed(1)).join(' / '),
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}
