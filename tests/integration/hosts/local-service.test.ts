/**
 * The local print service as a process of its own beside the real hosts: it is killed, stopped and replaced,
 * its parent is killed, and strangers call it. Each order has one outcome, and the application never waits
 * for it.
 * @release
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../../src-main/app.ts';
import type { RunningApp } from '../../../src-main/instance/control-client.ts';
import { serviceChildUrl, startNodeService } from '../../../src-main/local-service/service-process.ts';
import type { Status } from '../../../src-shared/ipc/app-status.ts';
import { childOf, isAlive } from '../../support/child-of.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { Program } from '../../support/program.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';
import { addFault, ask, becomes, RunningHosts } from '../../support/running-hosts.ts';

let hosts: RunningHosts;
beforeEach(() => {
  hosts = new RunningHosts();
});
afterEach(() => hosts.remove());

/** The service's process once it works; another than `before`. */
async function serviceOf(host: Program, app: RunningApp, before?: number): Promise<number> {
  let pid: number | null = null;
  const isOther = () => {
    pid = childOf(host.child.pid, 'service.child');
    return pid !== null && pid !== before;
  };
  await expect.poll(isOther).toBe(true);
  await ask(app, 'service.operate', { act: 'look' });
  return pid ?? 0;
}

async function started(): Promise<{ host: Program; app: RunningApp; service: number }> {
  const host = await hosts.startBrowserHost();
  const app = await hosts.reach();
  return { host, app, service: await serviceOf(host, app) };
}

const localAddress = async (app: RunningApp): Promise<string> =>
  (await ask(app, 'accounts.list', {}))[0]?.baseUrl ?? '';

/** ms that four small calls take together, which need no service: the median of 50 times. */
async function medianOfCalls(app: RunningApp): Promise<number> {
  const took: number[] = [];
  for (let at = 0; at < 50; at++) {
    const began = performance.now();
    await ask(app, 'queue.list', {});
    await ask(app, 'workspace.get', {});
    await ask(app, 'settings.get', {});
    await ask(app, 'app.status', {});
    took.push(performance.now() - began);
  }
  return took.toSorted((a, b) => a - b)[25] ?? 0;
}

describe('the death of the local service', () => {
  it('An order whose answer was lost with the service settles once, and the status says that it restarts.', async () => {
    const { host, app, service } = await started();
    const heard: Status[] = [];
    app.on('status', (status) => heard.push(status));
    await addFault(app, { kind: 'slow-answer', method: 'POST', path: '/orders', delayMs: 60_000 });
    const order = await hosts.placeOrder(app);
    await becomes(app, order.id, 'committed');
    // The order is in its books, and the answer is held back.
    await expect.poll(async () => (await ask(app, 'service.operate', { act: 'look' })).orders.length).toBe(1);
    const address = await localAddress(app);
    process.kill(service, 'SIGKILL');
    await becomes(app, order.id, 'done');
    expect((await ask(app, 'service.operate', { act: 'look' })).orders).toHaveLength(1);
    expect(await serviceOf(host, app, service)).not.toBe(service);
    expect(await localAddress(app)).toBe(address);
    const restarting = heard.findIndex(({ detail }) => detail === 'Local service restarting');
    expect(heard[restarting]).toMatchObject({ connection: 'connecting', account: { isLocal: true } });
    // The lost connection may be noticed a moment before the end of the process is.
    const afterwards = heard.slice(restarting).map(({ connection }) => connection);
    expect(afterwards).not.toContain('offline');
    await expect.poll(async () => (await ask(app, 'app.status', {})).connection).toBe('online');
  });

  it('An order and an upload that are under way when the service dies are both done, once.', async () => {
    const { host, app, service } = await started();
    const { order, upload } = await hosts.halfWay(app);
    process.kill(service, 'SIGKILL');
    // It dies again while it finds out what became of them.
    process.kill(await serviceOf(host, app, service), 'SIGKILL');
    for (const { id } of [order, upload]) await becomes(app, id, 'done');
    expect((await ask(app, 'service.operate', { act: 'look' })).orders).toHaveLength(1);
    expect((await ask(app, 'library.list', {})).models).toHaveLength(2);
  });

  it('A service whose port was taken moves to another, and its successor at the old one learns nothing.', async () => {
    const { host, app, service } = await started();
    const before = await localAddress(app);
    let received = '';
    const squatter = createServer((socket) => {
      socket.on('data', (bytes) => {
        received += bytes;
      });
      socket.on('error', () => {});
    });
    process.kill(service, 'SIGKILL');
    await expect
      .poll(async () => {
        squatter.listen(Number(new URL(before).port), '127.0.0.1');
        return Promise.race([
          once(squatter, 'listening').then(() => true),
          once(squatter, 'error').then(() => false),
        ]).catch(() => false);
      })
      .toBe(true);
    await serviceOf(host, app, service);
    expect(await localAddress(app)).not.toBe(before);
    const order = await hosts.placeOrder(app);
    await becomes(app, order.id, 'done');
    squatter.close();
    expect(received).toBe('');
  });
});

describe('the death of the application', () => {
  it.each(['browser', 'electron'] as const)(
    'A killed %s host takes the service along, and the next one starts on its data at once.',
    async (kind) => {
      const host = kind === 'browser' ? await hosts.startBrowserHost() : hosts.electron();
      if (kind === 'electron') await host.prints(/electron: a window opens/);
      const app = await hosts.reach();
      const service = await serviceOf(host, app);
      const order = await hosts.placeOrder(app);
      await becomes(app, order.id, 'done');
      host.kill('SIGKILL');
      await host.ended;
      await expect.poll(() => isAlive(service)).toBe(false);
      const next = await hosts.startBrowserHost();
      const again = await hosts.reach();
      expect((await ask(again, 'service.operate', { act: 'look' })).orders).toHaveLength(1);
      expect(await serviceOf(next, again)).not.toBe(service);
    },
  );

  it('A service that is too busy to hear of it ends with its parent, too.', async () => {
    const busyOnRequest = 'data:text/javascript,process.on("SIGUSR2", () => { for (;;); })';
    const entry = fileURLToPath(serviceChildUrl());
    const parent = new Program(process.execPath, [
      '-e',
      `require('node:child_process').spawn(process.execPath, ${JSON.stringify(['--import', busyOnRequest, entry])},
         { stdio: 'inherit' });
       setInterval(() => {}, 1000);`,
    ]);
    const start = { kind: 'start', dataDir: temporaryFolder(), port: 0, secret: 'x' };
    parent.type(`${JSON.stringify(start)}\n`);
    await parent.prints(/"kind":"listens"/);
    const service = childOf(parent.child.pid, 'service.child') ?? 0;
    onTestFinished(() => void (isAlive(service) && process.kill(service, 'SIGKILL')));
    process.kill(service, 'SIGUSR2');
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(service)).toBe(false);
  });

  it('The service that Electron started is started again when it dies.', async () => {
    const host = hosts.electron();
    await host.prints(/electron: a window opens/);
    const app = await hosts.reach();
    const service = await serviceOf(host, app);
    process.kill(service, 'SIGKILL');
    expect(await serviceOf(host, app, service)).not.toBe(service);
  });
});

describe('a service that is stopped, flooded or late', () => {
  it('A stopped service delays only the calls that need it.', async () => {
    const { app, service } = await started();
    process.kill(service, 'SIGSTOP');
    try {
      const waiting = ask(app, 'accounts.rate', {});
      waiting.catch(() => {});
      expect(await medianOfCalls(app)).toBeLessThan(1_000);
      process.kill(service, 'SIGCONT');
      expect((await waiting).limit).toBe(3000);
    } finally {
      process.kill(service, 'SIGCONT');
    }
  });

  it('A flood of requests by a stranger delays no call of the application.', async () => {
    const { app } = await started();
    const address = await localAddress(app);
    const flood = new Program(process.execPath, [
      '--input-type=module',
      '-e',
      `const body = 'x'.repeat(100_000);
       const send = async () => {
         for (;;) await fetch('${address}/models/v1', { method: 'POST', body }).then((a) => a.text(), () => {});
       };
       for (let at = 0; at < 50; at++) void send();
       fetch('${address}').then(() => console.log('floods'));`,
    ]);
    await flood.prints(/floods/);
    expect(await medianOfCalls(app)).toBeLessThan(1_000);
    const order = await hosts.placeOrder(app);
    await becomes(app, order.id, 'done');
  });

  it('The application answers before its service listens, and shows the catalogue that it knows.', async () => {
    const dataDir = temporaryFolder();
    const options = { dataDir, host: 'browser', version: '0.0.0-test' } as const;
    const first = await createApp(options);
    const known = await first.client.invoke('catalog.get', { refresh: true });
    await first.close();

    let release = () => {};
    const app = await createApp({
      ...options,
      startService() {
        const child = startNodeService();
        return {
          ...child,
          // Its first message, which says that it listens, is held back.
          onMessage: (listener) => child.onMessage((reply) => void held.then(() => listener(reply))),
        };
      },
    });
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    try {
      const status = await app.client.invoke('app.status', {});
      expect(status).toMatchObject({ ok: true, value: { connection: 'connecting', detail: null } });
      expect(await app.client.invoke('catalog.get', { refresh: false })).toEqual(known);
      const waiting = app.client.invoke('accounts.rate', {});
      release();
      expect(await waiting).toMatchObject({ ok: true });
    } finally {
      release();
      await app.close();
    }
  });
});

describe('who may use the local service', () => {
  it('A stranger on this computer gets nothing from it, and cannot sign up.', async () => {
    const { app } = await started();
    const address = await localAddress(app);
    for (const path of [
      '/sign-up',
      '/oauth2/token',
      '/price/v1',
      '/api/v1/',
      '/checkout/receipt?orderId=1',
      '/',
    ])
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(address + path, { method, redirect: 'manual' });
        expect([path, method, answer.status]).toEqual([path, method, 403]);
        expect(await answer.text()).toContain('belongs to the Fabdesk that started it');
      }
  });

  it('Commands that do not need the service do not start it.', async () => {
    const dataDir = temporaryFolder();
    let starts = 0;
    const connect = async () => {
      const app = await createApp({
        dataDir,
        host: 'cli',
        version: '0.0.0-test',
        startService() {
          starts += 1;
          return startNodeService();
        },
      });
      return { client: app.client, runsHere: true, close: () => app.close() };
    };
    for (const argv of [['queue'], ['accounts'], ['queue', '--json']])
      expect(await runFabdesk(argv, { connect })).toMatchObject({ code: 0 });
    expect(starts).toBe(0);
    const { code, stdout } = await runFabdesk(['status'], { connect });
    expect([code, starts]).toEqual([0, 1]);
    expect(stdout).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
  });
});
