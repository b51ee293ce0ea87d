/** The browser host with the real application: access, output, and how bytes reach the spool. */

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type App, createApp } from '../../../src-main/app.ts';
import { type BrowserHost, startBrowserHost } from '../../../src-main/hosts/browser/server.ts';
import { eventsProtocols } from '../../../src-shared/ipc/window-secret.ts';
import { askAsOtherUser, noOtherUser, openAsOtherUser } from '../../support/other-user.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let app: App;
let host: BrowserHost;
let cookie = '';
let secret = '';
let folder = '';

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/** Plain node:http, since fetch does not let a test send a false Host. */
function ask(
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(host.origin + path, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}
const own = () => ({ Origin: host.origin, Cookie: cookie, 'Fabdesk-Secret': secret });
const events = (headers: Record<string, string>, protocols: string[]) =>
  new WebSocket(`${host.origin.replace('http', 'ws')}/events`, protocols, { headers });
const outcomeOf = (socket: WebSocket) =>
  new Promise((resolve) => {
    socket.on('open', () => resolve('open'));
    socket.on('error', () => resolve('refused'));
  });
const tokenOf = (address: string) => address.split('#token=')[1] ?? '';
const call = async (name: string, input: unknown = {}) =>
  JSON.parse(
    (await ask(`/call/${name}`, { method: 'POST', headers: own(), body: JSON.stringify(input) })).text,
  );

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fabdesk-host-'));
  const rendererDir = join(folder, 'renderer');
  mkdirSync(join(rendererDir, 'assets'), { recursive: true });
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Fabdesk</title>');
  writeFileSync(join(rendererDir, 'assets', 'a-1.js'), 'export {};');
  app = await createApp({ dataDir: join(folder, 'data'), host: 'browser', version: '0.0.0-test' });
  host = await startBrowserHost({ app, rendererDir, port: 0 });
  const body = JSON.stringify({ token: tokenOf(host.address()) });
  const opened = await ask('/session', { method: 'POST', headers: { Origin: host.origin }, body });
  cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
  secret = JSON.parse(opened.text).value.secret;
});
afterAll(async () => {
  await host.close();
  await app.close();
  removeFolder(folder);
});

describe('who gets in', () => {
  it('One token opens one session.', async () => {
    const token = tokenOf(host.address());
    const open = () =>
      ask('/session', { method: 'POST', headers: { Origin: host.origin }, body: JSON.stringify({ token }) });
    expect((await open()).status).toBe(200);
    expect((await open()).status).toBe(401);
  });

  it.each(['127.evil.com', 'localhost', '0.0.0.0', '[::1]', '127.0.0.1', '127.0.0.1:1', 'evil.example'])(
    'The browser host answers nothing under the Host %s.',
    async (name) => {
      const { port } = new URL(host.origin);
      const Host = /:\d$/.test(name) || name === '127.0.0.1' ? name : `${name}:${port}`;
      for (const path of ['/', '/call/app.info', `/spool/${'a'.repeat(64)}`]) {
        expect((await ask(path, { headers: { ...own(), Host } })).status).toBe(421);
      }
    },
  );

  it('Calls of other origins, of no origin, and without a session are refused.', async () => {
    const body = '{}';
    const post = (headers: Record<string, string>) =>
      ask('/call/app.info', { method: 'POST', headers, body });
    expect((await post({ ...own(), Origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ ...own(), Origin: 'null' })).status).toBe(403);
    expect((await post({ Cookie: cookie, 'Fabdesk-Secret': secret })).status).toBe(403);
    expect((await post({ ...own(), Cookie: '' })).status).toBe(401);
    expect((await post({ ...own(), Cookie: 'fabdesk-1=x' })).status).toBe(401);
    expect((await post(own())).status).toBe(200);
  });

  it('The cookie alone, which browsers send to every port of this machine, gives no access.', async () => {
    const sameOrigin = { Origin: host.origin, Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
    for (const headers of [sameOrigin, { ...sameOrigin, 'Fabdesk-Secret': 'a'.repeat(43) }]) {
      const put = { method: 'PUT', headers, body: 'solid' };
      expect((await ask('/call/app.info', { method: 'POST', headers, body: '{}' })).status).toBe(401);
      expect((await ask(`/spool/${'a'.repeat(64)}`, { headers })).status).toBe(401);
      expect((await ask('/spool/part.stl', put)).status).toBe(401);
      expect((await ask('/session', { method: 'POST', headers, body: '{}' })).status).toBe(401);
    }
    expect(await outcomeOf(events(sameOrigin, []))).toBe('refused');
    expect(await outcomeOf(events(sameOrigin, ['fabdesk-events', 'fabdesk-secret.guess']))).toBe('refused');
  });

  it.skipIf(noOtherUser !== null)(
    `Another user of this computer who reads the address from the list of programs gets nothing${noOtherUser === null ? '' : ` (${noOtherUser})`}.`,
    async () => {
      const token = tokenOf(host.address());
      const { port, host: Host } = new URL(host.origin);
      const body = JSON.stringify({ token });
      const request = (head: string, headers: Record<string, string>, content = '') =>
        [
          head,
          ...Object.entries({ Host, Connection: 'close', ...headers }).map(
            ([name, value]) => `${name}: ${value}`,
          ),
          `Content-Length: ${content.length}`,
          '',
          content,
        ].join('\r\n');
      const refused = 'HTTP/1.1 403 Forbidden';
      const exchange = request('POST /session HTTP/1.1', { Origin: host.origin }, body);
      expect(await askAsOtherUser(Number(port), exchange)).toBe(refused);
      expect(await askAsOtherUser(Number(port), request('GET / HTTP/1.1', {}))).toBe(refused);
      expect(await askAsOtherUser(Number(port), request('POST /call/app.info HTTP/1.1', own(), '{}'))).toBe(
        refused,
      );
      await askAsOtherUser(Number(port), exchange, { leaves: true });
      // The token was not used up.
      const mine = await ask('/session', { method: 'POST', headers: { Origin: host.origin }, body });
      expect(mine.status).toBe(200);
    },
  );

  it.skipIf(noOtherUser !== null)(
    `A flood of another user’s connections is closed, and the window is answered${noOtherUser === null ? '' : ` (${noOtherUser})`}.`,
    async () => {
      const closed = openAsOtherUser(Number(new URL(host.origin).port), 60);
      expect((await ask('/')).status).toBe(200);
      expect(await closed).toBe(40);
    },
  );

  it('A window without access says how to open a new one.', async () => {
    const headers = { Origin: host.origin, Cookie: cookie };
    const answer = await ask('/session', { method: 'POST', headers, body: '{}' });
    expect(answer.text).toContain('Run npm start again to open another.');
  });

  it('A reloaded window continues with its secret.', async () => {
    const answer = await ask('/session', { method: 'POST', headers: own(), body: '{}' });
    expect(JSON.parse(answer.text)).toEqual({ ok: true, value: { secret: null } });
  });

  it('The first window stays open when a second one gets the browser’s cookie.', async () => {
    const body = JSON.stringify({ token: tokenOf(host.address()) });
    const second = await ask('/session', { method: 'POST', headers: { Origin: host.origin }, body });
    const headers = { ...own(), Cookie: String(second.headers['set-cookie']).split(';')[0] ?? '' };
    expect((await ask('/call/app.info', { method: 'POST', headers, body: '{}' })).status).toBe(200);
  });

  it('Only the host’s own page gets spooled files.', async () => {
    const path = `/spool/${'a'.repeat(64)}`;
    const { Origin: _, ...headers } = own();
    const get = (more: Record<string, string>) => ask(path, { headers: { ...headers, ...more } });
    expect((await get({})).status).toBe(403);
    expect((await get({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await get({ 'Sec-Fetch-Site': 'same-site' })).status).toBe(403);
    expect((await get({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(404);
  });

  it.each([
    ['another origin', () => ({ ...own(), Origin: 'https://evil.example' })],
    ['no cookie', () => ({ Origin: host.origin })],
  ])('Nobody can listen to events with %s.', async (_, headers) => {
    expect(await outcomeOf(events(headers(), eventsProtocols(secret)))).toBe('refused');
  });
});

describe('what it serves', () => {
  it('The browser host serves the renderer under the strict policy.', async () => {
    const page = await ask('/');
    expect(page.text).toContain('<title>Fabdesk</title>');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/'unsafe-/);
    expect(page.headers['cache-control']).toBe('no-store');
    expect((await ask('/assets/a-1.js')).headers['cache-control']).toContain('immutable');
  });

  it.each([
    '/../data/fabdesk.db',
    '/%2e%2e/data/fabdesk.db',
    '/assets/../../data/sent.log',
    '/%',
    '/%00',
    '/nothing.js',
  ])('The browser host does not serve %s.', async (path) => {
    expect((await ask(path)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('the contract over it', () => {
  it('The browser host answers calls.', async () => {
    expect(await call('app.info')).toMatchObject({
      ok: true,
      value: { version: '0.0.0-test', host: 'browser' },
    });
    expect(await call('app.nothing')).toMatchObject({ ok: false, error: { code: 'bad-call' } });
  });

  it('The browser host refuses bad JSON and oversized calls, and continues.', async () => {
    const post = (body: string) => ask('/call/app.info', { method: 'POST', headers: own(), body });
    // Not 500: nothing failed inside, and the log stays empty.
    expect(await post('{')).toMatchObject({ status: 400, text: expect.stringContaining('bad-input') });
    await post(`"${'x'.repeat(5 * 1024 * 1024)}"`).catch(() => undefined);
    expect(await call('app.info')).toMatchObject({ ok: true });
  });

  it('The browser host imports no file that is named as neither a model nor a picture.', async () => {
    const path = join(folder, 'id_ed25519');
    writeFileSync(path, 'a private key');
    const imported = await call('files.importPath', { path });
    expect(imported).toMatchObject({ ok: false, error: { code: 'file-not-importable' } });
    const opened = await call('app.open', { paths: [path] });
    expect(opened.value).toMatchObject({ files: [], failed: [{ path, message: imported.error.message }] });
  });

  it('The browser host spools bytes and returns the same bytes.', async () => {
    const bytes = Buffer.from('solid box\nendsolid box\n');
    const put = await ask(`/spool/${encodeURIComponent('../../Häuschen (1).stl')}`, {
      method: 'PUT',
      headers: own(),
      body: bytes,
    });
    const answer = JSON.parse(put.text);
    expect(answer).toMatchObject({
      ok: true,
      value: { name: 'Häuschen (1).stl', size: bytes.length, path: null },
    });
    const back = await ask(`/spool/${answer.value.sha256}`, {
      headers: { Cookie: cookie, 'Fabdesk-Secret': secret, 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(back.text).toBe(bytes.toString());
  });

  it('The browser host sends events to its window.', async () => {
    const socket = events(own(), eventsProtocols(secret));
    await new Promise((resolve) => socket.on('open', resolve));
    expect(socket.protocol).toBe('fabdesk-events');
    const heard = new Promise((resolve) => {
      socket.on('message', (data) => {
        const event = JSON.parse(String(data));
        if (event.name === 'settings') resolve(event);
      });
    });
    await call('settings.set', { theme: 'light' });
    expect(await heard).toMatchObject({ name: 'settings', payload: { theme: 'light' } });
    socket.close();
  });
});
