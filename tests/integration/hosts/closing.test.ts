/**
 * How every host ends, and that it costs nothing: real processes and signals, a real terminal, and
 * paid work in the middle. What the next start finds is the proof.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectToRunningApp, type RunningApp } from '../../../src-main/instance/control-client.ts';
import type { FaultRule } from '../../../src-shared/api/operator.ts';
import { closingLimit } from '../../../src-shared/closing.ts';
import type { AppContract } from '../../../src-shared/ipc/contract.ts';
import type { CallInput, CallName } from '../../../src-shared/ipc/wire.ts';
import type { Job, JobState } from '../../../src-shared/jobs/job.ts';
import { usAddress } from '../../support/address.ts';
import { cube } from '../../support/jobs.ts';
import { boxStl } from '../../support/models.ts';
import { endPrograms, inTerminal, interruptKey, Program } from '../../support/program.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const browserHost = pathOf('src-main/hosts/browser/main.ts');
const service = pathOf('src-service/server.ts');
const cli = pathOf('src-main/hosts/cli/main.ts');
const become = new URL('../../../build/launch/become.mjs', import.meta.url).href;

let folder = '';
let dataDir = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabdesk-closing-'));
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  await endPrograms();
  rmSync(folder, { recursive: true, force: true });
});

const hostArgs = () => [browserHost, '--data', dataDir, '--port', '0', '--no-open'];
const serviceArgs = () => [service, '--data', join(folder, 'service'), '--port', '0'];
const isOpen = /Press Ctrl\+C here/;
const serves = /Stop it with Ctrl\+C/;
const inOrder = /Fabdesk closed in order\./;

/** `become` as the launchers of package.json use it, without installing and building. */
const launched = (args: readonly string[]): string[] => [
  '--input-type=module',
  '-e',
  `import { become } from ${JSON.stringify(become)}; become(process.execPath, ${JSON.stringify(args)});`,
];

async function startHost(): Promise<Program> {
  const program = new Program(process.execPath, hostArgs());
  await program.prints(isOpen);
  return program;
}

/** The application that runs on the data folder, as a second start reaches it. */
async function reach(): Promise<RunningApp> {
  const app = await connectToRunningApp(dataDir);
  if (!app) throw new Error('nobody answers on the data folder');
  return app;
}

async function ask<N extends CallName<AppContract>>(
  app: RunningApp,
  name: N,
  input: CallInput<AppContract, N>,
) {
  const result = await app.invoke(name, input);
  if (!result.ok) throw new Error(`${name}: ${result.error.message}`);
  return result.value;
}

const addFault = (app: RunningApp, fault: Partial<FaultRule> & Pick<FaultRule, 'kind'>) =>
  ask(app, 'service.operate', { act: 'add-fault', fault });

async function importBox(app: RunningApp, name: string, size: number) {
  const path = join(folder, name);
  writeFileSync(path, boxStl(size, size, size));
  return ask(app, 'files.importPath', { path });
}

async function placeOrder(app: RunningApp): Promise<Job> {
  const file = await importBox(app, 'ordered.stl', 10);
  const { prices } = await ask(app, 'price.quote', { geometry: cube, materials: [6] });
  const price = prices['6'];
  if (!price) throw new Error('no price');
  const line = {
    id: 'line',
    file,
    uploadScale: 0.001,
    title: 'ordered',
    geometry: cube,
    materialId: 6,
    materialTitle: 'a material',
    quantity: 1,
    unitPrice: price.price,
    currency: price.currency,
    quotedAt: Date.now(),
    source: null,
  };
  const { order } = await ask(app, 'queue.placeOrder', {
    lines: [line],
    address: usAddress,
    shippingOption: 'Cheapest',
    confirmedTotal: price.price,
  });
  return order;
}

/** Waits for the event that says so. */
async function becomes(app: RunningApp, jobId: string, wanted: JobState): Promise<void> {
  await new Promise<void>((resolve) => {
    app.on('job', (job) => {
      if (job.id === jobId && job.state === wanted) resolve();
    });
    void ask(app, 'queue.list', {}).then((jobs) => {
      if (jobs.some((job) => job.id === jobId && job.state === wanted)) resolve();
    });
  });
}

/** The order's answer and the upload's bytes are both held back by the service for a minute. */
async function halfWay(app: RunningApp) {
  await addFault(app, { kind: 'slow-answer', method: 'POST', path: '/orders', delayMs: 60_000 });
  const order = await placeOrder(app);
  await becomes(app, order.id, 'committed');
  await addFault(app, { kind: 'slow-upload', method: 'POST', path: '/models', delayMs: 60_000 });
  const file = await importBox(app, 'uploading.stl', 20);
  const upload = await ask(app, 'queue.enqueueUpload', { file, uploadScale: 0.001, title: 'uploading' });
  await becomes(app, upload.id, 'armed');
  return { order, upload };
}

/** Both were meant once, and both come to be exactly once. */
async function expectBothDoneOnce(order: Job, upload: Job) {
  const next = await startHost();
  const app = await reach();
  await becomes(app, order.id, 'done');
  await becomes(app, upload.id, 'done');
  const { orders } = await ask(app, 'service.operate', { act: 'look' });
  expect(orders).toHaveLength(1);
  const jobs = await ask(app, 'queue.list', {});
  expect(jobs.map(({ kind, state }) => [kind, state]).sort()).toEqual([
    ['order', 'done'],
    ['upload', 'done'],
    ['upload', 'done'],
  ]);
  app.close();
  next.kill('SIGTERM');
  await next.ended;
}

/** A program whose end takes as long as `close` says, and whose time runs 20 times as fast. */
const closing = (close: string) =>
  new Program(process.execPath, [
    '--input-type=module',
    '-e',
    `import { closeInOrder } from ${JSON.stringify(new URL('../../../src-shared/closing.ts', import.meta.url).href)};
     closeInOrder({
       process, name: 'Fabdesk', close: ${close},
       timer: (act, ms) => setTimeout(act, ms / 20), now: () => performance.now() * 20,
     });
     setInterval(() => {}, 1000);
     console.log('open');`,
  ]);

describe('a program that is asked to close', () => {
  it('ends after its time where closing takes too long, and says so', async () => {
    const program = closing('() => new Promise(() => {})');
    await program.prints(/open/);
    program.kill('SIGTERM');
    const { code, stderr } = await program.ended;
    expect(code).toBe(1);
    expect(stderr).toContain(
      'Closing took too long, so Fabdesk ended before it was done. Nothing is lost: the next start checks',
    );
  });

  it('says why where closing fails', async () => {
    const program = closing('async () => { throw new Error("no disk"); }');
    await program.prints(/open/);
    program.kill('SIGTERM');
    const { code, stderr } = await program.ended;
    expect(code).toBe(1);
    expect(stderr).toContain('Fabdesk could not close in order (Error: no disk). Nothing is lost');
  });

  it('takes what a terminal and a service manager send more than once for one request', async () => {
    const program = closing('() => new Promise((resolve) => setTimeout(resolve, 100))');
    await program.prints(/open/);
    for (const signal of ['SIGHUP', 'SIGHUP', 'SIGTERM', 'SIGHUP'] as const) program.kill(signal);
    const { code, stderr } = await program.ended;
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'Closing. What was sent may still be answered; Ctrl+C ends without waiting.\nFabdesk closed in order.\n',
    });
  });
});

describe('the browser host', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('closes in order on %s, and says so', async (signal) => {
    const host = await startHost();
    host.kill(signal);
    const { code, stderr } = await host.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Fabdesk closed in order.\n' });
    expect(existsSync(join(dataDir, 'control.json'))).toBe(false);
  });

  it('closes within its time while an order is unanswered and an upload is half way, and loses neither', async () => {
    const host = await startHost();
    const { order, upload } = await halfWay(await reach());
    const asked = performance.now();
    host.kill('SIGTERM');
    const { code, stderr } = await host.ended;
    expect(performance.now() - asked).toBeLessThan(closingLimit + 1_000);
    expect(code).toBe(0);
    expect(stderr).toMatch(inOrder);
    await expectBothDoneOnce(order, upload);
  });

  it('ends at once on a second Ctrl+C, says so, and the next start mends what was under way', async () => {
    const host = await startHost();
    const { order, upload } = await halfWay(await reach());
    host.kill('SIGINT');
    await host.prints(/Ctrl\+C ends without waiting/);
    host.kill('SIGINT');
    const { code, stderr } = await host.ended;
    expect(code).toBe(130);
    expect(stderr).toContain(
      'Fabdesk ended at once. Nothing is lost: the next start checks what was under way.',
    );
    await expectBothDoneOnce(order, upload);
  });
});

describe('the print service alone', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('closes in order on %s, and says so', async (signal) => {
    const program = new Program(process.execPath, serviceArgs());
    await program.prints(serves);
    program.kill(signal);
    const { code, stderr } = await program.ended;
    expect(code).toBe(0);
    expect(stderr).toMatch(/The print service closed in order\.\n$/);
  });
});

describe('a launcher', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('closes its program in order on %s', async (signal) => {
    const launcher = new Program(process.execPath, launched(hostArgs()));
    await launcher.prints(isOpen);
    launcher.kill(signal);
    const { code, stderr } = await launcher.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Fabdesk closed in order.\n' });
  });

  it('that is killed, as on Windows every program is, leaves a program that closes in order by itself', async () => {
    const launcher = new Program(process.execPath, launched(hostArgs()));
    await launcher.prints(isOpen);
    launcher.kill('SIGKILL');
    // The program holds the launcher's streams, so this waits for both.
    const { stderr } = await launcher.ended;
    expect(stderr).toMatch(inOrder);
    expect(existsSync(join(dataDir, 'control.json'))).toBe(false);
  });

  it('ends with the exit code of its program', async () => {
    const wrong = new Program(process.execPath, launched([browserHost, '--port', 'x']));
    expect((await wrong.ended).code).toBe(1);
    const killed = new Program(process.execPath, launched(['-e', 'process.kill(process.pid, "SIGKILL")']));
    expect((await killed.ended).code).toBe(137);
  });

  it('ends a program that hangs, and says so', async () => {
    const hangs = 'process.on("SIGTERM", () => {}); console.log("hangs"); for (;;);';
    const launcher = new Program(process.execPath, launched(['-e', hangs]));
    await launcher.prints(/hangs/);
    launcher.kill('SIGTERM');
    const { code, stderr } = await launcher.ended;
    expect(code).toBe(137);
    expect(stderr).toContain('The program did not answer and was ended.');
  });
});

describe.skipIf(process.platform === 'win32')('in a terminal', () => {
  it('one Ctrl+C closes in order, though the launcher and its program both get it', async () => {
    const terminal = inTerminal(process.execPath, launched(hostArgs()));
    await terminal.prints(isOpen);
    terminal.type(interruptKey);
    const { code, stdout } = await terminal.ended;
    expect(stdout).toMatch(inOrder);
    expect(code).toBe(0);
    expect(existsSync(join(dataDir, 'control.json'))).toBe(false);
  });

  it('one Ctrl+C closes the print service in order', async () => {
    const terminal = inTerminal(process.execPath, launched(serviceArgs()));
    await terminal.prints(serves);
    terminal.type(interruptKey);
    const { code, stdout } = await terminal.ended;
    expect(stdout).toContain('The print service closed in order.');
    expect(code).toBe(0);
  });

  it('that is closed, Fabdesk closes in order', async () => {
    const terminal = inTerminal(process.execPath, launched(hostArgs()));
    await terminal.prints(isOpen);
    const app = await reach();
    const gone = new Promise<void>((resolve) => app.onGone(resolve));
    terminal.kill('SIGKILL');
    await gone;
    // A crash would have left it.
    expect(existsSync(join(dataDir, 'control.json'))).toBe(false);
    const next = await startHost();
    next.kill('SIGTERM');
    expect((await next.ended).code).toBe(0);
  });

  it('a command that waits for its order ends with Ctrl+C, and the next start finds the order', async () => {
    const part = join(folder, 'ordered.stl');
    writeFileSync(part, boxStl(10, 10, 10));
    const address = join(folder, 'me.json');
    writeFileSync(address, JSON.stringify(usAddress));
    const args = [cli, '--data', dataDir, 'order', '--unit', 'mm', '--address-file', address, `${part}:6:1`];
    const terminal = inTerminal(process.execPath, launched(args));
    await terminal.prints(/\[y\/N\]|\(y\/n\)|yes/i);
    const app = await reach();
    await addFault(app, { kind: 'slow-answer', method: 'POST', path: '/orders', delayMs: 60_000 });
    const committed = new Promise<string>((resolve) => {
      app.on('job', (job) => {
        if (job.kind === 'order' && job.state === 'committed') resolve(job.id);
      });
    });
    terminal.type('y\n');
    const orderId = await committed;
    const asked = performance.now();
    terminal.type(interruptKey);
    const { code, stdout } = await terminal.ended;
    expect(performance.now() - asked).toBeLessThan(closingLimit + 1_000);
    expect(code).toBe(130);
    expect(stdout).toContain('the order is being sent');
    const next = await startHost();
    const after = await reach();
    await becomes(after, orderId, 'done');
    const { orders } = await ask(after, 'service.operate', { act: 'look' });
    expect(orders).toHaveLength(1);
    after.close();
    next.kill('SIGTERM');
    await next.ended;
  });
});
