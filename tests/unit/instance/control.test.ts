import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectToRunningApp, type RunningApp } from '../../../src-main/instance/control-client.ts';
import { type ControlDispatch, startControlServer } from '../../../src-main/instance/control-server.ts';
import { acquireInstanceLock } from '../../../src-main/instance/lock.ts';
import { defaultSettings } from '../../../src-shared/ipc/settings.ts';
import { type AppError, fail, succeed } from '../../../src-shared/result.ts';
import { temporaryFolder } from '../../support/folder.ts';

/** Valid answers that repeat the input. */
const echo: ControlDispatch = async (name, input) => {
  switch (name) {
    case 'app.open': {
      const { paths } = input as { paths: string[] };
      return succeed({ files: [], failed: paths.map((path) => ({ path, message: name })), address: null });
    }
    case 'library.list':
      return succeed({ models: [], hasMore: false, cachedFrom: (input as { page: number }).page });
    case 'settings.get':
      return succeed(defaultSettings);
    default:
      return fail({ code: 'refused', message: 'No.' });
  }
};
const pathOf = (result: Awaited<ReturnType<typeof openPath>>) => result.ok && result.value.failed[0]?.path;
const openPath = (app: RunningApp, path: string) => app.invoke('app.open', { paths: [path] });

const serve = async (folder: string, dispatch: ControlDispatch = echo) => {
  const server = await startControlServer(folder, dispatch);
  onTestFinished(() => server.close());
  return server;
};
const call = async (folder: string): Promise<RunningApp> => {
  const app = await connectToRunningApp(folder);
  if (app === null) throw new Error('nobody answers');
  onTestFinished(() => app.close());
  return app;
};

describe('the instance lock', () => {
  it('Only one at a time holds the instance lock.', () => {
    const folder = temporaryFolder();
    const lock = acquireInstanceLock(folder);
    expect(lock).not.toBeNull();
    expect(acquireInstanceLock(folder)).toBeNull();
    lock?.release();
    const again = acquireInstanceLock(folder);
    expect(again).not.toBeNull();
    again?.release();
  });

  it('The lock keeps other processes out, and is free when its process is killed.', async () => {
    const folder = temporaryFolder();
    const module = new URL('../../../src-main/instance/lock.ts', import.meta.url).href;
    const script = `const { acquireInstanceLock } = await import(${JSON.stringify(module)});
      console.log(acquireInstanceLock(${JSON.stringify(folder)}) ? 'held' : 'taken');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const said = await new Promise<string>((resolve) =>
      child.stdout.once('data', (data) => resolve(String(data))),
    );
    expect(said.trim()).toBe('held');
    expect(acquireInstanceLock(folder)).toBeNull();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    const lock = acquireInstanceLock(folder);
    expect(lock).not.toBeNull();
    lock?.release();
  });
});

describe('the control socket', () => {
  it('An error code of another version arrives as “internal”, with its message.', async () => {
    const folder = temporaryFolder();
    const newer = { code: 'of-the-year-2031', message: 'The moon is full.' } as unknown as AppError;
    await serve(folder, async () => fail(newer));
    const app = await call(folder);
    expect(await app.invoke('app.info', {})).toEqual(
      fail({ code: 'internal', message: 'The moon is full.' }),
    );
  });

  it('An answer that does not fit the contract is an error, and fields of a newer version are left out.', async () => {
    const folder = temporaryFolder();
    const answers: Readonly<Record<string, unknown>> = {
      'accounts.list': 'none',
      'settings.get': { ...defaultSettings, ofTheYear2031: true },
    };
    await serve(folder, async (name) => succeed(answers[name]));
    const app = await call(folder);
    expect(await app.invoke('accounts.list', {})).toMatchObject({ ok: false, error: { code: 'bad-answer' } });
    expect(await app.invoke('settings.get', {})).toEqual(succeed(defaultSettings));
  });

  it('An event that does not fit the contract is left out.', async () => {
    const folder = temporaryFolder();
    const server = await serve(folder);
    const app = await call(folder);
    const heard: unknown[] = [];
    app.on('progress', (payload) => heard.push(payload));
    const progress = { jobId: 'a', sent: 1, total: 2 };
    server.broadcast('progress', { ...progress, sent: 'half' } as never);
    server.broadcast('progress', progress);
    await app.invoke('settings.get', {});
    expect(heard).toEqual([progress]);
  });

  it('The control socket carries calls and their results, also many at once.', async () => {
    const folder = temporaryFolder();
    await serve(folder);
    const app = await call(folder);
    expect(app.pid).toBe(process.pid);
    expect(pathOf(await openPath(app, '/tmp/ü "x"\n.stl'))).toBe('/tmp/ü "x"\n.stl');
    expect(await app.invoke('app.info', {})).toEqual(fail({ code: 'refused', message: 'No.' }));
    const pages = Array.from({ length: 50 }, (_, page) => page + 1);
    const results = await Promise.all(pages.map((page) => app.invoke('library.list', { page })));
    expect(results.map((one) => one.ok && one.value.cachedFrom)).toEqual(pages);
  });

  it('Answers come in the order of their results, not of the calls.', async () => {
    const folder = temporaryFolder();
    let finishFirst = () => {};
    await serve(folder, (name) =>
      name === 'app.status'
        ? new Promise((resolve) => {
            finishFirst = () => resolve(fail({ code: 'refused', message: 'First.' }));
          })
        : echo(name, null),
    );
    const app = await call(folder);
    const first = app.invoke('app.status', {});
    expect(await app.invoke('settings.get', {})).toEqual(succeed(defaultSettings));
    finishFirst();
    expect(await first).toMatchObject({ error: { message: 'First.' } });
  });

  it('Every caller receives events until it stops listening.', async () => {
    const folder = temporaryFolder();
    const server = await serve(folder);
    const callers = [await call(folder), await call(folder)];
    const heard: unknown[] = [];
    const ends = callers.map((app) => app.on('progress', (payload) => heard.push(payload)));
    const progress = { jobId: 'a', sent: 1, total: 2 };
    server.broadcast('progress', progress);
    // Calls follow events on the connection, so an answer proves that the events have arrived.
    for (const app of callers) await app.invoke('settings.get', {});
    expect(heard).toEqual([progress, progress]);
    ends[0]?.();
    server.broadcast('progress', progress);
    for (const app of callers) await app.invoke('settings.get', {});
    expect(heard).toHaveLength(3);
  });

  it('The control socket carries a large workspace.', async () => {
    const folder = temporaryFolder();
    await serve(folder);
    const app = await call(folder);
    expect(pathOf(await openPath(app, 'x'.repeat(3_000_000)))).toHaveLength(3_000_000);
  });

  it('Callers, also with open calls, learn that the application has ended.', async () => {
    const folder = temporaryFolder();
    const server = await serve(folder, () => new Promise(() => {}));
    const app = await call(folder);
    let isGone = false;
    app.onGone(() => {
      isGone = true;
    });
    const waiting = app.invoke('app.status', {});
    await server.close();
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'app-gone' } });
    expect(await app.invoke('app.status', {})).toMatchObject({ ok: false, error: { code: 'app-gone' } });
    expect(isGone).toBe(true);
  });

  it('An application that could end answers those who still ask, or found its folder in use.', async () => {
    const folder = temporaryFolder();
    const lock = acquireInstanceLock(folder);
    onTestFinished(() => lock?.release());
    const answer = Promise.withResolvers<void>();
    const server = await serve(folder, async (name, input) => {
      await answer.promise;
      return echo(name, input);
    });
    const before = performance.now();
    await server.untilQuiet();
    expect(performance.now() - before).toBeLessThan(500);
    const app = await call(folder);
    const asked = openPath(app, '/a.stl');
    let isQuiet = false;
    const quiet = server.untilQuiet().then(() => {
      isQuiet = true;
    });
    await sleep(1_200);
    expect(isQuiet).toBe(false);
    answer.resolve();
    expect(pathOf(await asked)).toBe('/a.stl');
    app.close();
    await quiet;
    expect(acquireInstanceLock(folder)).toBeNull();
    const began = performance.now();
    await server.untilQuiet();
    expect(performance.now() - began).toBeGreaterThan(500);
  });

  it('No application is found if none runs, or if only the file of a dead process is left.', async () => {
    const folder = temporaryFolder();
    expect(await connectToRunningApp(folder)).toBeNull();
    const server = await startControlServer(folder, echo);
    const left = readFileSync(join(folder, 'control.json'));
    await server.close();
    expect(await connectToRunningApp(folder)).toBeNull();
    writeFileSync(join(folder, 'control.json'), left);
    expect(await connectToRunningApp(folder)).toBeNull();
    writeFileSync(join(folder, 'control.json'), 'nonsense');
    expect(await connectToRunningApp(folder)).toBeNull();
    await serve(folder);
    expect((await (await call(folder)).invoke('settings.get', {})).ok).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('Only this user can use the control socket.', async () => {
    const folder = temporaryFolder();
    await serve(folder);
    for (const name of ['control.sock', 'control.json']) {
      expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
    }
  });

  it.skipIf(process.platform === 'win32')(
    'The socket moves elsewhere if the data folder’s path is too long.',
    async () => {
      const folder = join(temporaryFolder(), 'a'.repeat(60), 'b'.repeat(60));
      mkdirSync(folder, { recursive: true });
      await serve(folder);
      expect(existsSync(join(folder, 'control.sock'))).toBe(false);
      const app = await call(folder);
      expect((await app.invoke('settings.get', {})).ok).toBe(true);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'The socket moves elsewhere if the volume has no sockets, and only own files are removed.',
    async () => {
      const folder = temporaryFolder();
      // A folder with the socket's name is refused by every file system.
      mkdirSync(join(folder, 'control.sock', 'keepsake'), { recursive: true });
      const server = await startControlServer(folder, echo);
      const { address } = JSON.parse(readFileSync(join(folder, 'control.json'), 'utf8'));
      expect(dirname(address)).not.toBe(folder);
      expect((await (await call(folder)).invoke('settings.get', {})).ok).toBe(true);
      writeFileSync(join(dirname(address), 'not-ours'), '');
      await server.close();
      expect(readdirSync(dirname(address))).toEqual(['not-ours']);
      expect(existsSync(join(folder, 'control.sock', 'keepsake'))).toBe(true);
      rmSync(dirname(address), { recursive: true });
    },
  );

  it('A caller without the key, or with nonsense, gets no answer.', async () => {
    const folder = temporaryFolder();
    const asked: string[] = [];
    await serve(folder, async (name) => {
      asked.push(name);
      return succeed(null);
    });
    const { address, key } = JSON.parse(readFileSync(join(folder, 'control.json'), 'utf8'));
    const said = (text: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(address);
        let heard = '';
        socket.on('data', (data) => {
          heard += data;
        });
        socket.on('error', () => {});
        socket.on('close', () => resolve(heard));
        socket.end(text);
      });
    const question = '{"id":1,"name":"app.status","input":{}}\n';
    expect(await said(question)).toBe('');
    expect(await said(`{"key":"${'0'.repeat(64)}"}\n${question}`)).toBe('');
    expect(await said('GET / HTTP/1.1\r\nHost: x\r\n\r\n')).toBe('');
    expect(await said(`{"key":"${key}"}\n{"no":"question"}\n`)).not.toContain('"id"');
    expect(asked).toEqual([]);
  });
});
