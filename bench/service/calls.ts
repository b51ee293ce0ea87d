/** Many small calls on open connections, beside a bare handler that answers the same bytes. */
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Programs, usedBy } from '../support/programs.ts';
import { median } from '../support/stats.ts';
import { type Customer, cubeOrder, cubePrice } from './customer.ts';
import { drive, requestBytes } from './load.ts';
import type { Row } from './row.ts';

export const connections = 32;

interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly aim: number;
}

/** @param seconds of each round */
export async function measureCalls(
  programs: Programs,
  customer: Customer,
  rounds: number,
  seconds: number,
): Promise<Row[]> {
  const calls: readonly Call[] = [
    { name: 'GET /materials/v1', method: 'GET', path: '/materials/v1', body: '', aim: 0.6 },
    {
      name: 'POST /price/v1, 30 materials',
      method: 'POST',
      path: '/price/v1',
      body: JSON.stringify(cubePrice),
      aim: 0.6,
    },
    {
      name: 'POST /orders/v1, durable',
      method: 'POST',
      path: '/orders/v1',
      body: JSON.stringify(await cubeOrder(customer)),
      aim: 0.25,
    },
  ];
  const rows: Row[] = [];
  for (const call of calls) rows.push(await measureCall(programs, customer, call, rounds, seconds * 1000));
  return rows;
}

async function measureCall(
  programs: Programs,
  { child, baseUrl, port, headers }: Customer,
  { name, method, path, body, aim }: Call,
  rounds: number,
  ms: number,
): Promise<Row> {
  const answer = await fetch(baseUrl + path, { method, headers, ...(body ? { body } : {}) });
  const bare = await startBare(programs, await answer.text());
  const bytes = requestBytes(method, path, headers, body);
  const sides = [new Side(child, port), new Side(bare.child, bare.port)] as const;
  for (let round = 0; round < rounds; round++) for (const side of sides) await side.load(bytes, ms);
  bare.child.kill();
  const [ours, theirs] = sides;
  return {
    name,
    unit: '/s',
    ours: median(ours.speeds),
    bare: median(theirs.speeds),
    aim,
    cpu: [ours.each, theirs.each],
    p99: [median(ours.p99), median(theirs.p99)],
  };
}

class Side {
  readonly speeds: number[] = [];
  readonly p99: number[] = [];
  readonly #child: ChildProcess;
  readonly #port: number;
  #used = 0;
  #asked = 0;

  constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.#port = port;
  }

  async load(bytes: Buffer, ms: number): Promise<void> {
    const before = usedBy(this.#child);
    const { perSecond, p99, statuses } = await drive(this.#port, bytes, connections, ms);
    this.#used += usedBy(this.#child) - before;
    for (const [status, count] of statuses) {
      if (status !== 200) throw new Error(`${count} answers with ${status}`);
      this.#asked += count;
    }
    this.speeds.push(perSecond);
    this.p99.push(p99);
  }

  /** Processor time of one request. */
  get each(): string {
    return `${((this.#used * 1000) / this.#asked).toFixed(0)} µs`;
  }
}

/** A Fastify that answers these bytes to everything. */
export async function startBare(
  programs: Programs,
  answer: string,
): Promise<{ child: ChildProcess; port: number }> {
  const file = fileURLToPath(new URL('./bare.ts', import.meta.url));
  const { child, line } = await programs.start([file, Buffer.from(answer).toString('base64')]);
  return { child, port: Number(line) };
}
