/**
 * The speed of the print service beside a bare handler, in the same run, in separate processes: `node
 * bench/service/bench.ts [seconds] [uploads]`; with uploads, also the memory over this many uploads of 1 MB. Rounds
 * alternate, so that a busy machine affects both; medians count. The processor time of each process is shown too, which
 * hardly depends on how busy the machine is.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTorus } from '../../src-shared/geometry/shapes/solids.ts';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import { drive, requestBytes } from './load.ts';

const seconds = Number(process.argv[2] ?? 3);
const rounds = 3;
const connections = 32;
const folder = mkdtempSync(join(tmpdir(), 'fabdesk-bench-'));
const children: ChildProcess[] = [];

function firstLine(file: string, args: string[]): Promise<{ line: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return new Promise((resolve) => {
    let out = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
      if (out.includes('\n')) resolve({ line: out.split('\n')[0] ?? '', child });
    });
  });
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Processor time that a process has used, ms. */
function usedBy(child: ChildProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

interface Row {
  readonly name: string;
  readonly unit: string;
  readonly ours: readonly number[];
  readonly bare: readonly number[];
  readonly aim: number;
  /** Processor time of one request as text: ours and the bare handler's. */
  readonly cpu: readonly [string, string];
  readonly p99?: string;
}

function report({ name, unit, ours, bare, aim, cpu, p99 = '' }: Row): void {
  const ratio = median(ours) / median(bare);
  process.stdout.write(
    `| ${name} | ${median(ours).toFixed(0)} ${unit} | ${median(bare).toFixed(0)} ${unit} | ${ratio.toFixed(2)} | ${aim} | ${cpu.join(' / ')} | ${p99} |\n`,
  );
}

/** A closed surface as a binary STL of about this many bytes, like customers' files. */
function model(bytes: number): Buffer {
  const across = Math.floor(Math.sqrt(bytes / 50 / 4));
  return Buffer.from(writeBinaryStl(makeTorus(40, 12, 2 * across, across)));
}

async function tokenFor(facts: Record<string, string>): Promise<string> {
  const answer = await fetch(`${facts['base_url']}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: facts['client_id'] ?? '',
      client_secret: facts['client_secret'] ?? '',
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Waits until a process has used no time for a while. */
async function idle(child: ChildProcess): Promise<void> {
  for (let before = -1; before !== usedBy(child); ) {
    before = usedBy(child);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

const rss = (child: ChildProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

try {
  const { line, child } = await firstLine('../../src-service/server.ts', [
    '--port',
    '0',
    '--data',
    folder,
    '--rate-limit',
    '100000000/60',
    '--max-upload',
    '80',
    '--json',
  ]);
  const facts = JSON.parse(line) as Record<string, string>;
  const base = facts['base_url'] ?? '';
  const port = Number(new URL(base).port);
  const access_token = await tokenFor(facts);
  const headers = { Authorization: `Bearer ${access_token}` };
  const post = async (path: string, body: unknown): Promise<Record<string, unknown>> =>
    (await (
      await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as Record<string, unknown>;
  const consent = { uploadScale: 0.001, hasRightsToModel: 1, acceptTermsAndConditions: 1 };

  process.stdout.write(
    `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, ${connections} connections, ${rounds} x ${seconds} s\n\n`,
  );
  process.stdout.write(
    '| | service | bare handler | ratio | aim | processor a request, service / bare | p99 service / bare, ms |\n|---|---|---|---|---|---|---|\n',
  );

  const box = 'solid b\n'.concat(
    ...[
      [0, 2, 1],
      [1, 2, 3],
      [4, 5, 6],
      [5, 7, 6],
      [0, 1, 4],
      [1, 5, 4],
      [2, 6, 3],
      [3, 6, 7],
      [0, 4, 2],
      [2, 4, 6],
      [1, 3, 5],
      [3, 7, 5],
    ].map(
      (face) =>
        `facet normal 0 0 0\nouter loop\n${face.map((i) => `vertex ${i & 1 ? 10 : 0} ${i & 2 ? 10 : 0} ${i & 4 ? 10 : 0}\n`).join('')}endloop\nendfacet\n`,
    ),
    'endsolid b\n',
  );
  const { modelId } = await post('/models/v1', {
    file: Buffer.from(box).toString('base64'),
    fileName: 'b.stl',
    ...consent,
  });
  const cases = [
    { name: 'GET /materials/v1', method: 'GET', path: '/materials/v1', body: '', aim: 0.6 },
    {
      name: 'POST /price/v1, 30 materials',
      method: 'POST',
      path: '/price/v1',
      body: JSON.stringify({
        volume: 1e-6,
        area: 6e-4,
        xBoundMin: 0,
        xBoundMax: 0.01,
        yBoundMin: 0,
        yBoundMax: 0.01,
        zBoundMin: 0,
        zBoundMax: 0.01,
      }),
      aim: 0.6,
    },
    {
      name: 'POST /orders/v1, durable',
      method: 'POST',
      path: '/orders/v1',
      body: JSON.stringify({
        items: [{ modelId, materialId: 6, quantity: 1 }],
        firstName: 'A',
        lastName: 'B',
        country: 'US',
        state: 'NY',
        city: 'C',
        address1: 'D',
        zipCode: '10001',
        phoneNumber: '2125550100',
        paymentVerificationId: facts['payment_verification_id'],
        paymentMethod: 'credit_card',
        shippingOption: 'Cheapest',
      }),
      aim: 0.25,
    },
  ];
  for (const { name, method, path, body, aim } of cases) {
    const sample = await (await fetch(base + path, { method, headers, ...(body ? { body } : {}) })).text();
    const bare = await firstLine('./bare.ts', [Buffer.from(sample).toString('base64')]);
    const bytes = requestBytes(method, path, headers, body);
    const ours: number[] = [];
    const theirs: number[] = [];
    const p99: [number[], number[]] = [[], []];
    const used = [0, 0];
    const asked = [0, 0];
    const load = async (at: 0 | 1, process: ChildProcess, to: number) => {
      const before = usedBy(process);
      const result = await drive(to, bytes, connections, seconds * 1000);
      used[at]! += usedBy(process) - before;
      asked[at]! += [...result.statuses.values()].reduce((sum, count) => sum + count, 0);
      return result;
    };
    for (let round = 0; round < rounds; round++) {
      const a = await load(0, child, port);
      const b = await load(1, bare.child, Number(bare.line));
      if ([...a.statuses.keys()].some((status) => status !== 200))
        throw new Error(`${name}: ${[...a.statuses]}`);
      ours.push(a.perSecond);
      theirs.push(b.perSecond);
      p99[0].push(a.p99);
      p99[1].push(b.p99);
    }
    const each = (at: 0 | 1): string => `${((used[at]! * 1000) / asked[at]!).toFixed(0)} µs`;
    report({
      name,
      unit: '/s',
      ours,
      bare: theirs,
      aim,
      cpu: [each(0), each(1)],
      p99: `${median(p99[0]).toFixed(1)} / ${median(p99[1]).toFixed(1)}`,
    });
    bare.child.kill();
  }

  const file = model(64 * 1024 * 1024);
  const upload = Buffer.from(
    JSON.stringify({ file: file.toString('base64'), fileName: 'large.stl', ...consent }),
  );
  const discard = await firstLine('./bare.ts', [Buffer.from('{}').toString('base64')]);
  const megabytes = file.length / 1024 / 1024;
  interface Timed {
    readonly speed: number;
    readonly used: number;
  }
  const timed = async (process: ChildProcess, url: string): Promise<Timed> => {
    const before = usedBy(process);
    const begin = performance.now();
    const answer = await fetch(url, { method: 'POST', headers, body: upload });
    if (answer.status !== 200) throw new Error(await answer.text());
    await answer.text();
    const speed = megabytes / ((performance.now() - begin) / 1000);
    // Work after the answer would slow the other side down.
    await idle(process);
    return { speed, used: usedBy(process) - before };
  };
  const compareUploads = async (name: string, process: ChildProcess, to: string): Promise<void> => {
    const ours: Timed[] = [];
    const bare: Timed[] = [];
    for (let round = 0; round < rounds + 2; round++) {
      ours.push(await timed(process, `${to}/models/v1`));
      bare.push(await timed(discard.child, `http://127.0.0.1:${discard.line}/models/v1`));
    }
    const speeds = (all: Timed[]) => all.map(({ speed }) => speed);
    const used = (all: Timed[]) => `${median(all.map((one) => one.used)).toFixed(0)} ms`;
    report({
      name,
      unit: 'MB/s',
      ours: speeds(ours),
      bare: speeds(bare),
      aim: 0.7,
      cpu: [used(ours), used(bare)],
    });
  };
  await compareUploads('POST /models/v1, 64 MB, answered with prices', child, base);

  // The same upload if the answer does not wait for the geometry: received, hashed, durable, `processing`.
  const quick = await firstLine('../../src-service/server.ts', [
    ...['--port', '0', '--data', join(folder, 'quick'), '--rate-limit', '100000000/60', '--max-upload', '80'],
    ...['--measure-wait', '0', '--json'],
  ]);
  const other = JSON.parse(quick.line) as Record<string, string>;
  headers.Authorization = `Bearer ${await tokenFor(other)}`;
  await compareUploads(
    'POST /models/v1, 64 MB, answered as processing',
    quick.child,
    other['base_url'] ?? '',
  );
  headers.Authorization = `Bearer ${access_token}`;

  const count = Number(process.argv[3] ?? 0);
  if (count > 0) {
    const small = model(1024 * 1024);
    const begun = performance.now();
    const sizes: number[] = [];
    for (let i = 0; i < count; i++) {
      // Every upload is a file of its own.
      small.writeUInt32LE(i, 0);
      await post('/models/v1', { file: small.toString('base64'), fileName: 'small.stl', ...consent });
      if (i % Math.max(1, Math.floor(count / 10)) === 0) sizes.push(Math.round(rss(child)));
    }
    sizes.push(Math.round(rss(child)));
    const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
    process.stdout.write(
      `\nMemory over ${count} uploads of 1 MB in ${minutes} min, MB: ${sizes.join(', ')}\n`,
    );
  }
} finally {
  // A service that is still closing would write into the folder that is removed.
  const gone = children
    .filter((child) => child.exitCode === null && child.signalCode === null)
    .map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of children) child.kill();
  await Promise.all(gone);
  rmSync(folder, { recursive: true, force: true });
}
