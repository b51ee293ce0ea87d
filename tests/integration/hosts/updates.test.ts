/**
 * The look for a newer version, with the real application and a real server: what is asked, believed and
 * shown.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exchange } from '../../../src-main/api-client/http-exchange.ts';
import { type App, createApp } from '../../../src-main/app.ts';
import { readFeed, Updates } from '../../../src-main/updates/updates.ts';
import { defaultSettings } from '../../../src-shared/ipc/settings.ts';
import { isNewer, type Update } from '../../../src-shared/ipc/update.ts';
import { callApp } from '../../support/app-calls.ts';
import { memoryDocuments } from '../../support/memory-documents.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { RunningHosts } from '../../support/running-hosts.ts';

let server: http.Server;
let feed: string;
let asked: http.IncomingMessage[];
let answer: http.RequestListener;
let folder: string;
const apps: App[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fabdesk-updates-'));
  asked = [];
  server = http.createServer(listen);
  feed = `http://127.0.0.1:${await port(server)}/newest.json`;
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  removeFolder(folder);
});

function listen(request: http.IncomingMessage, response: http.ServerResponse) {
  asked.push(request);
  answer(request, response);
}
async function port(listening: http.Server | https.Server): Promise<number> {
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', () => resolve()));
  return (listening.address() as AddressInfo).port;
}
const page = () => new URL('/fabdesk-2.0.0', feed).href;
const says =
  (body: unknown, status = 200, headers: Record<string, string> = {}): http.RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
const newest = (more: object = {}) => says({ version: '2.0.0', url: page(), ...more });

async function start(version = '1.4.0', opened: string[] = []): Promise<App> {
  const app = await createApp({
    dataDir: join(folder, 'data'),
    host: 'electron',
    version,
    updateFeed: feed,
    firstUpdateCheck: 0,
    openReceipt: async (address) => opened.push(address) > 0,
  });
  apps.push(app);
  return app;
}
const shownBy = async (app: App) => (await callApp(app, 'app.status', {})).update ?? null;
const log = () => readFileSync(join(folder, 'data', 'logs', 'fabdesk.log'), 'utf8');

describe('a newer version', () => {
  it('The window learns of it, its page opens in the browser, and the request says nothing about this computer.', async () => {
    answer = newest({ notes: 'Faster checks' });
    const opened: string[] = [];
    const app = await start('1.4.0', opened);
    await expect.poll(() => shownBy(app)).toEqual({ version: '2.0.0', url: page(), notes: 'Faster checks' });
    expect(await callApp(app, 'app.openUpdate', {})).toEqual({ opened: true });
    expect(opened).toEqual([page()]);
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /newest.json']);
    expect(asked[0]!.headers).toEqual({
      accept: 'application/json',
      'user-agent': 'Fabdesk',
      host: new URL(feed).host,
      connection: 'close',
    });
    expect((await callApp(app, 'app.info', {})).updateHost).toBe(new URL(feed).host);
  });

  it('After a restart it is still shown without asking again; a person can dismiss it; its successor is shown.', async () => {
    answer = newest();
    const first = await start();
    await expect.poll(() => shownBy(first)).not.toBeNull();
    await apps.pop()!.close();
    const second = await start();
    expect(await shownBy(second)).toMatchObject({ version: '2.0.0' });
    await callApp(second, 'settings.set', { ignoredUpdate: '2.0.0' });
    expect(await shownBy(second)).toBeNull();
    expect(await callApp(second, 'app.openUpdate', {})).toEqual({ opened: false });
    expect(asked).toHaveLength(1);
    // Once it is installed, it is no longer newer.
    await callApp(second, 'settings.set', { ignoredUpdate: '1.9.9' });
    expect(await shownBy(second)).toMatchObject({ version: '2.0.0' });
    await apps.pop()!.close();
    expect(await shownBy(await start('2.0.0'))).toBeNull();
  });

  it('Nothing is asked while a person works offline or has switched it off.', async () => {
    answer = newest();
    const app = await createApp({ dataDir: join(folder, 'data'), host: 'cli', version: '1.0.0' });
    await callApp(app, 'app.setPaused', { paused: true });
    expect((await callApp(app, 'app.info', {})).updateHost).toBeUndefined();
    await app.close();
    const offline = await start();
    // Each change of the settings looks as well.
    await callApp(offline, 'settings.set', { lookForUpdates: true });
    await callApp(offline, 'settings.set', { lookForUpdates: false });
    await callApp(offline, 'app.setPaused', { paused: false });
    await callApp(offline, 'settings.set', { theme: 'dark' });
    expect(asked).toEqual([]);
    await callApp(offline, 'settings.set', { lookForUpdates: true });
    await expect.poll(() => shownBy(offline)).toMatchObject({ version: '2.0.0' });
  });
});

describe('an answer that cannot be trusted', () => {
  it.each<[string, () => http.RequestListener]>([
    ['is no JSON', () => says('<html>')],
    ['has no version of a release', () => newest({ version: '2.0.0-beta.1' })],
    ['has a version that is a text', () => newest({ version: 'newest' })],
    ['leads to another host', () => newest({ url: 'https://evil.example/fabdesk' })],
    ['leads to another port', () => newest({ url: 'http://127.0.0.1:1/' })],
    ['leads to a program', () => newest({ url: 'ms-settings:' })],
    ['leads to a file', () => newest({ url: 'file:///etc/passwd' })],
    ['hides a name in its address', () => newest({ url: page().replace('//', '//me@') })],
    ['is an error page', () => says({ version: '2.0.0', url: page() }, 404)],
    ['redirects to another place', () => says('', 302, { Location: page() })],
    ['is too long', () => newest({ notes: 'x'.repeat(100_000) })],
    [
      'breaks off',
      () => (_request, response) => {
        response.writeHead(200, { 'Content-Length': '1000' });
        response.write('{"version":"2.0.0"', () => response.destroy());
      },
    ],
  ])('One that %s is in the log, and nothing is shown.', async (_what, make) => {
    answer = make();
    const app = await start();
    await expect.poll(log).toContain('look for a newer version');
    expect(await shownBy(app)).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('One that never ends is given up.', async () => {
    answer = (_request, response) => void response.writeHead(200).write('{');
    await expect(readFeed(feed, exchange, 200)).rejects.toMatchObject({ code: 'timeout' });
  });

  it('An address by plain http to another computer is no feed at all.', async () => {
    feed = 'http://fabdesk.example/newest.json';
    const app = await start();
    expect((await callApp(app, 'app.info', {})).updateHost).toBeUndefined();
  });
});

it.skipIf(spawnSync('openssl', ['version']).status !== 0)(
  'By https the certificate counts (needs the openssl program for one).',
  async () => {
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const made =
      '-x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost';
    execFileSync('openssl', ['req', ...made.split(' '), '-keyout', keyFile, '-out', certFile], {
      stdio: 'ignore',
    });
    const cert = readFileSync(certFile, 'utf8');
    const secure = https.createServer({ key: readFileSync(keyFile), cert }, listen);
    feed = `https://localhost:${await port(secure)}/newest.json`;
    const usual = tls.getCACertificates('default');
    try {
      answer = newest();
      await expect(readFeed(feed, exchange)).rejects.toThrow(/certificate/);
      tls.setDefaultCACertificates([...usual, cert]);
      expect(await readFeed(feed, exchange)).toEqual({ version: '2.0.0', url: page(), notes: null });
    } finally {
      tls.setDefaultCACertificates(usual);
      secure.close();
    }
  },
);

it('It asks once a day, also after a failure, and again after a clock that was wrong.', async () => {
  const documents = memoryDocuments();
  let [now, count, isFailing] = [1_760_000_000_000, 0, false];
  const updates = new Updates({
    version: '1.0.0',
    documents,
    settings: () => defaultSettings,
    isAllowed: () => true,
    async read(): Promise<Update> {
      count += 1;
      if (isFailing) throw new Error('no network');
      return { version: `1.${count}.0`, url: 'https://fabdesk.example/', notes: null };
    },
    now: () => now,
    changed: () => undefined,
    report: () => undefined,
  });
  await Promise.all([updates.check(), updates.check()]);
  now += 86_399_999;
  await updates.check();
  expect([count, updates.found?.version]).toEqual([1, '1.1.0']);
  now += 1;
  isFailing = true;
  await updates.check();
  now += 3_600_000;
  await updates.check();
  expect([count, updates.found?.version]).toEqual([2, '1.1.0']);
  isFailing = false;
  now -= 30 * 86_400_000;
  await updates.check();
  expect([count, updates.found?.version]).toEqual([3, '1.3.0']);
});

it.each([
  ['1.10.0', '1.9.9', true],
  ['1.9.9', '1.10.0', false],
  ['1.4.0', '1.4.0', false],
  ['1.4.0', '1.4.0-beta.2', true],
  ['1.3.9', '1.4.0-beta.2', false],
])('%s is newer than %s: %s', (release, current, expected) => {
  expect(isNewer(release, current)).toBe(expected);
});

it('Electron’s host asks the address of its package, and opens the page in the system’s browser.', {
  tags: 'release',
}, async () => {
  answer = newest();
  const hosts = new RunningHosts();
  try {
    const host = await hosts.electron({ env: { FABDESK_UPDATE_FEED: feed } }).opens();
    const found = async () =>
      ((await host.do('page', 'invoke', 'app.status', {})) as { value: { update?: Update } }).value.update;
    await expect.poll(found, { timeout: 20_000 }).toMatchObject({ version: '2.0.0' });
    expect(await host.do('page', 'invoke', 'app.openUpdate', {})).toMatchObject({ value: { opened: true } });
    await host.prints(new RegExp(`electron: browser ${page()}\n`));
  } finally {
    await hosts.remove();
  }
});
