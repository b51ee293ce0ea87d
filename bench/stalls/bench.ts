/**
 * `npm run bench -- stalls`: how late the event loops of the print service and of the application are while
 * they are attacked beside normal work. Both are the built programs in processes of their own. Linux only: it
 * uses SIGUSR2.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectToRunningApp } from '../../src-main/instance/control-client.ts';
import { cubeOrder, cubePrice, startService } from '../service/customer.ts';
import { model } from '../service/uploads.ts';
import { type LoopDelay, monitored, takeDelay } from '../support/loop-delay.ts';
import { Programs } from '../support/programs.ts';
import { appAttacks, HostileService } from './app-attacks.ts';
import { type Attack, pause, type Until } from './attack.ts';
import { serviceAttacks } from './service-attacks.ts';

const host = fileURLToPath(new URL('../../dist/main/browser.js', import.meta.url));

/** How long each attack goes on, ms. */
const duration = Number(process.env['FABDESK_BENCH_ATTACK_MS'] ?? 6_000);

interface Row extends LoopDelay {
  readonly target: string;
  readonly attack: string;
  /** Normal calls that were answered as they should, and all. */
  readonly answered: number;
  readonly asked: number;
  /** Slowest normal call, ms. */
  readonly slowest: number;
}

interface Target {
  readonly name: string;
  readonly child: ChildProcess;
  readonly delays: string;
  readonly attacks: readonly Attack[];
  /** One normal call; false if it was not answered as it should. */
  work(): Promise<boolean>;
}

export async function benchStalls({ json }: { json: boolean }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-stalls-'));
  const programs = new Programs();
  try {
    const rows = [
      ...(await attacked(await openService(folder, programs))),
      ...(await attacked(await openApplication(folder, programs))),
    ];
    if (json) console.log(JSON.stringify(rows, null, 2));
    else print(rows);
  } finally {
    await programs.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function attacked({ name, child, delays, attacks, work }: Target): Promise<Row[]> {
  const rows: Row[] = [];
  // Compiled code and warm caches: the first calls of a process are slow without any attack.
  for (let call = 0; call < 40; call++) await work();
  for (const attack of attacks) {
    await pause(500);
    await takeDelay(child, delays);
    const until = { over: false };
    const running = attack.run(until);
    const normal = measure(work, until);
    await pause(duration);
    until.over = true;
    const [seen] = await Promise.all([normal, running]);
    rows.push({ target: name, attack: attack.name, ...seen, ...(await takeDelay(child, delays)) });
  }
  return rows;
}

/** About twenty normal calls a second. */
async function measure(work: () => Promise<boolean>, until: Until) {
  let answered = 0;
  let asked = 0;
  let slowest = 0;
  while (!until.over) {
    const begin = performance.now();
    asked += 1;
    if (await work().catch(() => false)) answered += 1;
    slowest = Math.max(slowest, performance.now() - begin);
    await pause(Math.max(0, 50 - (performance.now() - begin)));
  }
  return { answered, asked, slowest };
}

async function openService(folder: string, programs: Programs): Promise<Target> {
  const delays = join(folder, 'service-delays.json');
  const customer = await startService(programs, join(folder, 'service'), [], monitored(delays));
  const order = await cubeOrder(customer);
  const mesh = model(20_000_000).toString('base64');
  let turn = 0;
  return {
    name: 'service',
    child: customer.child,
    delays,
    attacks: serviceAttacks(customer.port, customer.headers.Authorization, mesh),
    async work() {
      turn += 1;
      await (turn % 5 === 0 ? customer.post('/orders/v1', order) : customer.post('/price/v1', cubePrice));
      return true;
    },
  };
}

async function openApplication(folder: string, programs: Programs): Promise<Target> {
  const delays = join(folder, 'app-delays.json');
  const dataDir = join(folder, 'app');
  const args = ['--data', dataDir, '--port', '0', '--no-open', '--json'];
  const watched = monitored(delays);
  const { child, line } = await programs.start([...watched.nodeArgs, host, ...args], watched.env);
  const { address } = JSON.parse(line) as { address: string };
  const app = await connectToRunningApp(dataDir);
  if (!app) throw new Error('The application does not answer.');
  const hostile = new HostileService();
  const added = await app.invoke('accounts.add', {
    name: 'Hostile',
    baseUrl: await hostile.listen(),
    clientId: 'a',
    clientSecret: 'b',
    paymentVerificationId: '',
  });
  if (!added.ok) throw new Error(added.error.message);
  let turn = 0;
  return {
    name: 'application',
    child,
    delays,
    attacks: appAttacks(Number(new URL(address).port), app, hostile, added.value.id),
    async work() {
      turn += 1;
      const answer = await (turn % 2 === 0
        ? app.invoke('queue.list', {})
        : app.invoke('price.quote', { accountId: 'local', geometry: cubePrice, materials: [] }));
      return answer.ok;
    },
  };
}

function print(rows: readonly Row[]): void {
  console.log(`Each attack for ${duration / 1000} s, beside about 20 normal calls a second.\n`);
  console.log(
    '| target | attack | event loop late, p99 | at most | normal calls answered | slowest of them |\n|---|---|---|---|---|---|',
  );
  for (const { target, attack, p99, max, answered, asked, slowest } of rows) {
    const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
    console.log(
      `| ${target} | ${attack} | ${ms(p99)} | ${ms(max)} | ${answered} of ${asked} | ${ms(slowest)} |`,
    );
  }
}
