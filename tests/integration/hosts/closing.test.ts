/**
 * How the browser host, the print service, a command and a launcher end without losing anything: real
 * processes and signals, a real terminal, and paid work in progress. What the next start finds is the proof.
 * @release
 */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closingLimit } from '../../../src-shared/closing.ts';
import { usAddress } from '../../support/address.ts';
import { inTerminal, interruptKey, Program } from '../../support/program.ts';
import { addFault, browserHost, inOrder, isOpen, RunningHosts } from '../../support/running-hosts.ts';
import { toldOfExit, wasForced } from '../../support/told-of-exit.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const service = pathOf('src-service/server.ts');
const cli = pathOf('src-main/hosts/cli/main.ts');
const closingModule = new URL('../../../src-shared/closing.ts', import.meta.url).href;
const become = new URL('../../../build/launch/become.mjs', import.meta.url).href;

let hosts: RunningHosts;
beforeEach(() => {
  hosts = new RunningHosts();
});
afterEach(() => hosts.remove());

const serviceArgs = () => [service, '--data', join(hosts.folder, 'service'), '--port', '0'];
const serves = /Stop it with Ctrl\+C/;

/** `become` as the launchers of package.json use it, without installing and building. */
const launched = (args: readonly string[]): string[] => [
  '--input-type=module',
  '-e',
  `import { become } from ${JSON.stringify(become)}; become(process.execPath, ${JSON.stringify(args)});`,
];

/** A program whose end takes as long as `close` says, and whose time runs 20 times as fast. */
const closing = (close: string) =>
  new Program(process.execPath, [
    '--input-type=module',
    '-e',
    `import { closeInOrder } from ${JSON.stringify(closingModule)};
     closeInOrder({
       process, name: 'Fabdesk', close: ${close},
       timer: (act, ms) => setTimeout(act, ms / 20), now: () => performance.now() * 20,
     });
     setInterval(() => {}, 1000);
     console.log('open');`,
  ]);

describe('a program that is asked to close', () => {
  it('A program ends after its time if closing takes too long, and says so.', async () => {
    const program = closing('() => new Promise(() => {})');
    await program.prints(/open/);
    program.kill('SIGTERM');
    const { code, stderr } = await program.ended;
    expect(code).toBe(1);
    expect(stderr).toContain(
      'Closing took too long, so Fabdesk ended before it was done. Nothing is lost: the next start checks',
    );
  });

  it('A program says why closing failed.', async () => {
    const program = closing('async () => { throw new Error("no disk"); }');
    await program.prints(/open/);
    program.kill('SIGTERM');
    const { code, stderr } = await program.ended;
    expect(code).toBe(1);
    expect(stderr).toContain('Fabdesk could not close in order (Error: no disk). Nothing is lost');
  });

  it('Repeated signals of a terminal or a service manager count as one request.', async () => {
    const program = closing('() => new Promise((resolve) => setTimeout(resolve, 100))');
    await program.prints(/open/);
    for (const signal of ['SIGHUP', 'SIGHUP', 'SIGTERM', 'SIGHUP'] as const) program.kill(signal);
    const { code, stderr } = await program.ended;
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'Closing. Waiting for answers to what was sent; press Ctrl+C to quit at once.\nFabdesk closed in order.\n',
    });
  });
});

it.each([
  ['browser host', () => hosts.browserHostArgs(), isOpen],
  ['print service', () => serviceArgs(), serves],
] as const)('The %s ends by itself once everything is closed.', async (_, args, open) => {
  const program = new Program(process.execPath, args(), toldOfExit);
  await program.prints(open);
  program.kill('SIGTERM');
  const { code, stderr } = await program.ended;
  expect(code).toBe(0);
  expect(stderr).toMatch(/closed in order\.\n$/);
  expect(stderr).not.toContain(wasForced);
});

describe('the browser host', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'The browser host closes in order on %s, and says so.',
    async (signal) => {
      const host = await hosts.startBrowserHost();
      host.kill(signal);
      const { code, stderr } = await host.ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: 'Fabdesk closed in order.\n' });
      expect(hosts.hasControlFile).toBe(false);
    },
  );

  it('The browser host does not wait for a sleeping window.', async () => {
    const host = await hosts.startBrowserHost();
    const [, origin = '', token] = await host.prints(/(http:\/\/127\.0\.0\.1:\d+)\/#token=(\S+)/);
    const body = JSON.stringify({ token });
    const session = await fetch(`${origin}/session`, { method: 'POST', headers: { Origin: origin }, body });
    const [cookie = ''] = session.headers.getSetCookie().map((set) => set.split(';')[0] ?? '');
    const { value } = (await session.json()) as { value: { secret: string } };
    const window = request(`${origin}/events`, {
      headers: {
        Origin: origin,
        Cookie: cookie,
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Protocol': `fabdesk-events, fabdesk-secret.${value.secret}`,
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
    }).end();
    const [, socket] = (await once(window, 'upgrade')) as [unknown, Socket];
    socket.on('error', () => {});
    // It acknowledges the host's close, and never answers.
    socket.resume();
    host.kill('SIGTERM');
    expect(await host.ended).toMatchObject({ code: 0, stderr: 'Fabdesk closed in order.\n' });
    socket.destroy();
  });

  // Waiting for answers takes most of the time limit. On a busy machine the rest may not be enough, and then
  // the program ends as the first test says.
  it('The browser host closes in time during an order and an upload, and loses neither.', {
    retry: 2,
  }, async () => {
    const host = await hosts.startBrowserHost();
    const { order, upload } = await hosts.halfWay(await hosts.reach());
    const asked = performance.now();
    host.kill('SIGTERM');
    const { code, stderr } = await host.ended;
    expect(performance.now() - asked).toBeLessThan(closingLimit + 1_000);
    expect(code).toBe(0);
    expect(stderr).toMatch(inOrder);
    await hosts.expectDoneOnce([order, upload]);
  });

  it('A second Ctrl+C ends the browser host at once, and the next start repairs what was under way.', async () => {
    const host = await hosts.startBrowserHost();
    const { order, upload } = await hosts.halfWay(await hosts.reach());
    host.kill('SIGINT');
    await host.prints(/press Ctrl\+C to quit at once/);
    host.kill('SIGINT');
    const { code, stderr } = await host.ended;
    expect(code).toBe(130);
    expect(stderr).toContain(
      'Fabdesk ended at once. Nothing is lost: the next start checks what was under way.',
    );
    await hosts.expectDoneOnce([order, upload]);
  });
});

describe('the print service alone', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'The print service closes in order on %s, and says so.',
    async (signal) => {
      const program = new Program(process.execPath, serviceArgs());
      await program.prints(serves);
      program.kill(signal);
      const { code, stderr } = await program.ended;
      expect(code).toBe(0);
      expect(stderr).toMatch(/The print service closed in order\.\n$/);
    },
  );
});

describe('a launcher', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'A launcher closes its program in order on %s.',
    async (signal) => {
      const launcher = new Program(process.execPath, launched(hosts.browserHostArgs()));
      await launcher.prints(isOpen);
      launcher.kill(signal);
      const { code, stderr } = await launcher.ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: 'Fabdesk closed in order.\n' });
    },
  );

  it('The program of a killed launcher closes in order by itself (Windows ends both).', async () => {
    const launcher = new Program(process.execPath, launched(hosts.browserHostArgs()));
    await launcher.prints(isOpen);
    launcher.kill('SIGKILL');
    // The program holds the launcher's streams, so this waits for both.
    const { stderr } = await launcher.ended;
    expect(stderr).toMatch(inOrder);
    expect(hosts.hasControlFile).toBe(false);
  });

  it.skipIf(process.platform === 'win32')(
    'The program of an npm that is ended closes in order.',
    async () => {
      const start = `require('node:child_process').spawn(process.execPath, ${JSON.stringify(launched(serviceArgs()))},
      { stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'service' } })`;
      const npm = new Program(process.execPath, ['-e', start]);
      await npm.prints(serves);
      npm.kill('SIGTERM');
      // The program holds the streams of npm, so this waits for both.
      expect((await npm.ended).stderr + (await npm.ended).stdout).toContain(
        'The print service closed in order.',
      );
    },
  );

  it('A launcher ends with the exit code of its program.', async () => {
    const wrong = new Program(process.execPath, launched([browserHost, '--port', 'x']));
    expect((await wrong.ended).code).toBe(1);
    const killed = new Program(process.execPath, launched(['-e', 'process.kill(process.pid, "SIGKILL")']));
    expect((await killed.ended).code).toBe(137);
  });

  it('A launcher ends a program that hangs, and says so.', async () => {
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
  it('One Ctrl+C closes in order, though the launcher and its program both get it.', async () => {
    const terminal = inTerminal(process.execPath, launched(hosts.browserHostArgs()));
    await terminal.prints(isOpen);
    terminal.type(interruptKey);
    const { code, stdout } = await terminal.ended;
    expect(stdout).toMatch(inOrder);
    expect(code).toBe(0);
    expect(hosts.hasControlFile).toBe(false);
  });

  it('One Ctrl+C closes the print service in order.', async () => {
    const terminal = inTerminal(process.execPath, launched(serviceArgs()));
    await terminal.prints(serves);
    terminal.type(interruptKey);
    const { code, stdout } = await terminal.ended;
    expect(stdout).toContain('The print service closed in order.');
    expect(code).toBe(0);
  });

  it('Fabdesk closes in order when its terminal is closed.', async () => {
    const terminal = inTerminal(process.execPath, launched(hosts.browserHostArgs()));
    await terminal.prints(isOpen);
    const app = await hosts.reach();
    const gone = new Promise<void>((resolve) => app.onGone(resolve));
    terminal.kill('SIGKILL');
    await gone;
    // A crash would have left it.
    expect(hosts.hasControlFile).toBe(false);
    const next = await hosts.startBrowserHost();
    next.kill('SIGTERM');
    expect((await next.ended).code).toBe(0);
  });

  it('Ctrl+C ends a command that waits for its order, and the next start finds the order.', async () => {
    const part = hosts.writeBox('ordered.stl', 10);
    const address = join(hosts.folder, 'me.json');
    writeFileSync(address, JSON.stringify(usAddress));
    const args = [
      cli,
      '--data',
      hosts.dataDir,
      'order',
      '--unit',
      'mm',
      '--address-file',
      address,
      `${part}:6:1`,
    ];
    const terminal = inTerminal(process.execPath, launched(args));
    await terminal.prints(/\[y\/N\]|\(y\/n\)|yes/i);
    const app = await hosts.reach();
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
    expect(stdout).toContain('The order is being sent. Do not order again.');
    await hosts.expectDoneOnce([{ id: orderId }]);
  });
});
