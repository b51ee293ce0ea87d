/**
 * The Electron host with a double of `electron`: what it registers, and what it allows. Electron's own program does not
 * run here (docs/packaging.md).
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { App, EventListener } from '../../../src-main/app.ts';
import { dataFolderInArguments, filesInArguments } from '../../../src-main/hosts/electron/arguments.ts';
import { callChannel, eventChannel } from '../../../src-main/hosts/electron/channels.ts';
import { forwardEvents, serveCalls } from '../../../src-main/hosts/electron/ipc.ts';
import { answer, registerScheme } from '../../../src-main/hosts/electron/protocol.ts';
import { createWindow } from '../../../src-main/hosts/electron/window.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { recorded } from '../../support/electron-stand-in.ts';

const listeners = new Set<EventListener>();
const calls: unknown[] = [];
const sha256 = 'a'.repeat(64);
let folder = '';

/** The two ends of App that the host uses, over a real folder. */
const app = () =>
  ({
    call: async (name: string, input: unknown) => {
      calls.push([name, input]);
      return { ok: true, value: 'answered' };
    },
    onEvent: (listener: EventListener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    importStream: async (bytes: AsyncIterable<Uint8Array>, name: string) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      if (chunks.length === 0) throw new CodedError('file-empty', 'The file is empty.');
      return { name, size: Buffer.concat(chunks).length };
    },
    spooled: async (sha: string) => (sha === sha256 ? { path: join(folder, 'model.stl'), size: 5 } : null),
  }) as unknown as App;

beforeEach(() => {
  recorded.reset();
  calls.length = 0;
  listeners.clear();
  folder = mkdtempSync(join(tmpdir(), 'fabdesk-electron-'));
  mkdirSync(join(folder, 'renderer', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'renderer', 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'model.stl'), 'solid');
  writeFileSync(join(folder, 'secret.json'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the window', () => {
  it('The window is sandboxed and isolated in every way that Electron offers.', () => {
    createWindow('/preload.cjs');
    expect(recorded.windows[0]?.options.webPreferences).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      webviewTag: false,
      devTools: false,
    });
    expect(recorded.windows[0]?.url).toBe('app://fabdesk/');
  });

  it('The window cannot navigate, open windows or get permissions but to copy.', () => {
    createWindow('/preload.cjs');
    const contents = recorded.windows[0]?.webContents;
    for (const event of ['will-navigate', 'will-redirect', 'will-frame-navigate', 'will-attach-webview']) {
      let prevented = false;
      contents?.emit(event, { preventDefault: () => (prevented = true) });
      expect(prevented, event).toBe(true);
    }
    expect(contents?.openHandler?.({ url: 'https://example.org' })).toEqual({ action: 'deny' });
    const isGranted = (permission: string, address: string) => {
      const answers: (boolean | undefined)[] = [recorded.permissionCheck?.(null, permission, address)];
      recorded.permissionRequest?.(null, permission, (ok) => answers.push(ok), { requestingUrl: address });
      expect(answers[0]).toBe(answers[1]);
      return answers[0];
    };
    expect(isGranted('geolocation', 'app://fabdesk/')).toBe(false);
    expect(isGranted('clipboard-read', 'app://fabdesk/')).toBe(false);
    expect(isGranted('clipboard-sanitized-write', 'app://fabdesk/')).toBe(true);
    expect(isGranted('clipboard-sanitized-write', 'app://fabdesk')).toBe(true);
    expect(isGranted('clipboard-sanitized-write', 'app://fabdesk.example/')).toBe(false);
    expect(isGranted('clipboard-sanitized-write', 'https://example.org/')).toBe(false);
  });
});

describe('calls over IPC', () => {
  const invoke = (event: unknown, ...args: unknown[]) =>
    (recorded.handlers.get(callChannel) as unknown as (...all: unknown[]) => unknown)(event, ...args);

  it('Only the main frame of our own page can call the application.', async () => {
    serveCalls(app());
    const mainFrame = { origin: 'app://fabdesk' };
    const own = { sender: { mainFrame }, senderFrame: mainFrame };
    expect(await invoke(own, 'app.info', {})).toEqual({ ok: true, value: 'answered' });
    expect(calls).toEqual([['app.info', {}]]);

    const foreign = { origin: 'https://evil.example' };
    const refused = [
      { sender: { mainFrame }, senderFrame: null },
      { sender: { mainFrame }, senderFrame: { origin: 'app://fabdesk' } },
      { sender: { mainFrame: foreign }, senderFrame: foreign },
    ];
    for (const event of refused) {
      expect(await invoke(event, 'app.info', {})).toMatchObject({ ok: false, error: { code: 'bad-call' } });
    }
    expect(await invoke(own, { toString: () => 'app.info' }, {})).toMatchObject({ ok: false });
    expect(calls).toHaveLength(1);
  });

  it('The window gets events until it is closed.', () => {
    createWindow('/preload.cjs');
    const window = recorded.windows[0];
    forwardEvents(app(), window as never);
    for (const listener of listeners) listener('opened', {});
    expect(window?.webContents.sent).toEqual([[eventChannel, 'opened', {}]]);
    window?.emit('closed');
    expect(listeners.size).toBe(0);
  });
});

describe('the preload', () => {
  it('The preload exposes three functions over plain data and nothing of Electron.', async () => {
    await import('../../../src-main/hosts/electron/preload.ts');
    const api = recorded.exposed.get('fabdesk');
    expect(Object.keys(api ?? {}).sort()).toEqual(['invoke', 'on', 'pathOf']);
  });
});

describe('app://', () => {
  const get = (path: string, method = 'GET') =>
    answer(app(), join(folder, 'renderer'), new Request(`app://fabdesk${path}`, { method }));

  it('app:// is a standard, secure scheme.', () => {
    registerScheme();
    expect(recorded.schemes).toMatchObject([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
  });

  it('app:// serves the page under the policy, and spooled bytes by their hash.', async () => {
    const page = await get('/');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await (await get(`/spool/${sha256}`)).text()).toBe('solid');
  });

  it.each([
    '/../secret.json',
    '/%2e%2e/secret.json',
    '/..%2fsecret.json',
    '/assets/..%5c..%5csecret.json',
    '/%00',
    '/%',
    '/spool/../model.stl',
    `/spool/${'b'.repeat(64)}`,
    '/missing.js',
  ])('app:// does not serve %s.', async (path) => {
    expect((await get(path)).ok).toBe(false);
  });

  it('app:// puts bytes of the window into the spool, or says why not.', async () => {
    const put = (body: string | null) =>
      answer(app(), folder, new Request('app://fabdesk/spool/a%20(repaired).stl', { method: 'PUT', body }));
    expect(await (await put('solid')).json()).toEqual({
      ok: true,
      value: { name: 'a (repaired).stl', size: 5 },
    });
    expect(await (await put(null)).json()).toMatchObject({ ok: false, error: { code: 'file-empty' } });
    expect((await get('/index.html', 'PUT')).status).toBe(403);
  });

  it('app:// refuses other methods and hosts.', async () => {
    expect((await get('/', 'POST')).status).toBe(403);
    const other = await answer(app(), join(folder, 'renderer'), new Request('app://other/'));
    expect(other.status).toBe(403);
  });
});

describe('the data folder in the arguments of a start', () => {
  it('The data folder in the arguments is read as in the other hosts.', () => {
    expect(dataFolderInArguments(['electron', '.', '--data', 'here'])).toBe('here');
    expect(dataFolderInArguments(['electron', '.', '--data=/there', 'a.stl'])).toBe('/there');
    expect(dataFolderInArguments(['electron', '.', '--data'])).toBe('');
    expect(dataFolderInArguments(['electron', '.', 'a.stl'])).toBeUndefined();
  });
});

describe('files in the arguments of a start', () => {
  it('Arguments with the extension of a model become absolute paths; others do not count.', () => {
    const argv = ['/usr/bin/fabdesk', '--inspect', '-x.stl', 'part.STL', '/tmp/a.3mf', 'notes.txt', '.'];
    expect(filesInArguments(argv, '/home/ada')).toEqual(
      ['/home/ada/part.STL', '/tmp/a.3mf'].map((path) => resolve(path)),
    );
  });

  it('File managers on Linux pass addresses of files; other addresses are no files.', () => {
    const path = resolve('/tmp/Teil 1 größer.stl');
    const argv = [
      'fabdesk',
      pathToFileURL(path).href,
      'file://server/share%/a.stl',
      'https://x.org/a.stl.html',
    ];
    expect(filesInArguments(argv, '/home/ada')).toEqual([path]);
  });
});
