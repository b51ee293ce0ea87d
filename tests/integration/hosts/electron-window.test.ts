/** Electron's window, over a stand-in of the `electron` package: what its page can do, and what not. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { largestPiece } from '../../../src-shared/ipc/file-pieces.ts';
import type { ElectronHost } from '../../support/electron/host.ts';
import { patience } from '../../support/patience.ts';
import { RunningHosts } from '../../support/running-hosts.ts';

let hosts: RunningHosts;
let host: ElectronHost;
beforeAll(async () => {
  hosts = new RunningHosts();
  host = await hosts.electron().opens();
}, patience.test);
afterAll(() => hosts.remove());

const own = 'app://fabdesk/';

describe('the page of Electron’s window', () => {
  it('The page gets six functions over plain data and nothing of Electron or Node.', async () => {
    expect(await host.do('page', 'exposed')).toEqual([
      'invoke',
      'on',
      'pathOf',
      'dragOut',
      'showCommands',
      'onChosen',
    ]);
    const { webPreferences } = await host.do('windowState');
    expect(webPreferences).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      webviewTag: false,
    });
  });

  it('The page calls the application, and hears its events until it stops.', async () => {
    expect(await host.do('page', 'invoke', 'app.info', {})).toMatchObject({
      ok: true,
      value: { host: 'electron', dataFolder: hosts.dataDir },
    });
    await host.do('page', 'listen', 'settings');
    await host.do('page', 'invoke', 'settings.set', { theme: 'dark' });
    await expect
      .poll(() => host.do('heard'))
      .toMatchObject([{ name: 'settings', payload: { theme: 'dark' } }]);
    await host.do('page', 'stop', 'settings');
    await host.do('page', 'invoke', 'settings.set', { theme: 'light' });
    await host.do('page', 'invoke', 'app.info', {});
    expect(await host.do('heard')).toHaveLength(1);
  });

  it('The page learns the path of a file that was dropped, and none of one that it made.', async () => {
    expect(await host.do('page', 'pathOf', '/home/ada/part.stl')).toBe('/home/ada/part.stl');
    expect(await host.do('page', 'pathOf', '')).toBe('');
  });

  it.each([
    ['unknown.call', {}, 'bad-call'],
    ['files.importPath', { path: '' }, 'bad-input'],
    [42, {}, 'bad-call'],
  ])('The application refuses the call %s of %j.', async (name, input, code) => {
    expect(await host.do('page', 'invoke', name, input)).toMatchObject({ ok: false, error: { code } });
  });

  it('Only the main frame of our own page can call the application.', async () => {
    for (const frame of ['gone', 'foreign', 'inner'] as const) {
      expect(await host.do('callFrom', frame, 'app.info', {}), frame).toMatchObject({
        ok: false,
        error: { code: 'bad-call' },
      });
    }
  });

  it('The page cannot lead elsewhere or open windows; it can load itself again.', async () => {
    const others = ['https://example.org/', 'file:///etc/passwd', `${own}spool/x`, 'app://fabdesk.example/'];
    for (const url of [...others, own]) {
      expect(await host.do('navigate', url), url).toBe(url === own);
      expect(await host.do('redirect', url), url).toBe(false);
      expect(await host.do('openWindow', url), url).toBe(false);
    }
    expect(await host.do('attachWebview')).toBe(false);
  });

  it.each([
    ['clipboard-sanitized-write', own, true],
    ['clipboard-sanitized-write', 'app://fabdesk.example/', false],
    ['clipboard-sanitized-write', 'https://example.org/', false],
    ['clipboard-read', own, false],
    ['geolocation', own, false],
    ['media', own, false],
    ['openExternal', own, false],
  ])('The permission %s for %s is %s.', async (permission, address, isGranted) => {
    expect(await host.do('isGranted', permission, address)).toBe(isGranted);
  });
});

describe('app://', () => {
  const get = (path: string, method?: string) => host.do('fetch', `app://fabdesk${path}`, method);

  it('app:// serves the window under the policy, and spooled bytes by their hash.', async () => {
    expect(await get('/')).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      },
      body: expect.stringContaining('<!doctype html>'),
    });
    const part = hosts.writeBox('part.stl', 5);
    const imported = await host.do('page', 'invoke', 'files.importPath', { path: part });
    const { sha256, size } = (imported as { value: { sha256: string; size: number } }).value;
    expect(await get(`/spool/${sha256}`)).toMatchObject({
      status: 200,
      headers: { 'content-length': String(size), 'content-type': 'application/octet-stream' },
    });
  });

  it.each([
    ['/../package.json', 404],
    ['/..%2fpackage.json', 404],
    ['/assets/..%5c..%5cpackage.json', 404],
    ['/%00', 404],
    ['/%', 400],
    ['/spool/../fabdesk.db', 404],
    [`/spool/${'b'.repeat(64)}`, 404],
    ['/missing.js', 404],
  ])('app:// answers %s with %i.', async (path, status) => {
    expect(await get(path)).toMatchObject({ status, body: '' });
  });

  it('app:// refuses other methods, hosts and schemes.', async () => {
    expect(await get('/', 'POST')).toMatchObject({ status: 403 });
    expect(await get('/index.html', 'PUT')).toMatchObject({ status: 403 });
    expect(await host.do('fetch', 'app://other/')).toMatchObject({ status: 403 });
    expect(await host.do('fetch', 'file:///etc/passwd')).toEqual({ error: -2 });
  });

  const put = async (upload: string, offset: number, size: number, piece?: string) => {
    const path = `/spool/a%20(repaired).stl?upload=${upload}&offset=${offset}&size=${size}`;
    const answer = await host.do('fetch', `app://fabdesk${path}`, 'PUT', piece);
    if ('error' in answer) throw new Error(`net error ${answer.error}`);
    return answer.body === '' ? answer.status : JSON.parse(answer.body);
  };
  const stored = () => readdirSync(join(hosts.dataDir, 'spool'));

  it('app:// takes a file of the window in pieces, or says why not.', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await put(first, 0, 9, 'solid')).toBe(204);
    expect(await put(second, 0, 0)).toMatchObject({ ok: false, error: { code: 'file-empty' } });
    expect(await put(first, 5, 9, ' box')).toMatchObject({
      ok: true,
      value: { name: 'a (repaired).stl', size: 9 },
    });
  });

  it('app:// refuses a piece that is not the next one, too large or unasked for, and keeps nothing of that file.', async () => {
    const before = stored();
    const upload = randomUUID();
    const piece = 'x'.repeat(largestPiece);
    expect(await put('no-id', 0, 5, 'solid')).toBe(400);
    expect(await put(upload, 5, 9, ' box')).toBe(409);
    expect(await put(upload, 0, 3, 'solid')).toBe(409);
    expect(await put(upload, 0, 2 * largestPiece, `${piece}x`)).toBe(409);
    expect(await put(upload, 0, 2 * largestPiece, piece)).toBe(204);
    expect(await put(upload, 1, 2 * largestPiece, piece)).toBe(409);
    expect(await put(upload, largestPiece, 2 * largestPiece, piece)).toBe(409);
    await expect.poll(stored).toEqual(before);
  });

  it('A file whose window is gone before its last piece is given up.', async () => {
    const before = stored();
    const upload = randomUUID();
    await put(upload, 0, 9, 'solid');
    await expect.poll(stored).not.toEqual(before);
    await host.do('crash');
    expect(await put(upload, 5, 9, ' box')).toBe(409);
    await expect.poll(stored).toEqual(before);
  });
});

describe('pages that are opened outside', () => {
  const baseUrl = 'https://print.example';
  const signIn = () =>
    host.do('page', 'invoke', 'accounts.signIn', {
      name: 'Example',
      baseUrl,
      clientId: 'id',
      redirect: 'oob',
    });

  it('A sign-in opens the page of the service in the system’s browser.', async () => {
    expect(await signIn()).toMatchObject({ ok: true, value: { opened: true } });
    await host.prints(/electron: browser https:\/\/print\.example\/oauth2\/authorize\?/);
  });

  it('The page of an order opens there, too.', async () => {
    const answer = await host.do('page', 'invoke', 'orders.openReceipt', { orderId: 7 });
    expect(answer).toMatchObject({ ok: true, value: { opened: true } });
    await host.prints(/electron: browser http:\/\/127\.0\.0\.1:\d+\/.*7/);
  });

  it('Without a browser, the window is told to show the address.', async () => {
    await host.do('removeBrowser');
    expect(await signIn()).toMatchObject({
      ok: true,
      value: { opened: false, authorizeUrl: expect.stringContaining(baseUrl) },
    });
  });
});

describe('a window that crashes or hangs', () => {
  it('A crashed window is loaded again; at once after that, only if the person wants it.', async () => {
    const crashing = await hosts.electron({}, join(hosts.folder, 'crashing')).opens();
    await crashing.do('crash', 'clean-exit');
    expect(await crashing.do('loads')).toBe(1);
    await crashing.do('crash');
    expect(await crashing.do('loads')).toBe(2);
    await crashing.do('answerWith', 1);
    await crashing.do('crash');
    await crashing.prints(/electron: message The window crashed again/);
    expect(await crashing.do('loads')).toBe(2);
  });

  it('A window that hangs is ended and loaded again if the person wants it.', async () => {
    await host.do('answerWith', 0);
    await host.do('hang');
    await host.prints(/electron: message The window does not respond/);
    await expect.poll(() => host.do('loads')).toBe(3);
    expect(await host.do('page', 'invoke', 'app.info', {})).toMatchObject({ ok: true });
  });
});

describe('the place of the window', () => {
  it('The window opens where it was closed, maximised if it was, on a display that is there.', {
    tags: 'release',
  }, async () => {
    const desk = new RunningHosts();
    onTestFinished(() => desk.remove());
    const first = await desk.electron().opens();
    expect((await first.do('windowState')).bounds).toMatchObject({ width: 1440, height: 900 });
    await first.do('place', { x: 100, y: 50, width: 900, height: 700 }, true);
    first.tell('closeWindow');
    await first.ended;
    const second = await desk.electron().opens();
    expect((await second.do('windowState')).bounds).toEqual({ x: 100, y: 50, width: 900, height: 700 });
    expect(await second.do('isMaximised')).toBe(true);
    await second.do('place', { x: 2500, y: -900, width: 2400, height: 900 }, false);
    second.tell('closeWindow');
    await second.ended;
    const third = await desk
      .electron({ scene: { workArea: { x: 0, y: 25, width: 1280, height: 775 } } })
      .opens();
    expect((await third.do('windowState')).bounds).toEqual({ x: 0, y: 25, width: 1280, height: 775 });
    // The place cannot be stored, which must not keep the window from closing.
    const file = join(desk.dataDir, 'electron', 'window.json');
    rmSync(file);
    mkdirSync(file);
    third.tell('closeWindow');
    expect(await third.ended).toMatchObject({ code: 0 });
  });
});
