/** The browser host over the real application: who gets in, what comes out, and how bytes reach the spool. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type App, createApp } from '../../../src-main/app.ts';
import { type BrowserHost, startBrowserHost } from '../../../src-main/hosts/browser/server.ts';

let app: App;
let host: BrowserHost;
let cookie = '';
let folder = '';

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/** Plain node:http, since fetch does not let a test lie about Host. */
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
const own = () => ({ Origin: host.origin, Cookie: cookie });
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
});
afterAll(async () => {
  await host.close();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('who gets in', () => {
  it('opens one session with one token', async () => {
    const token = tokenOf(host.address());
    const open = () =>
      ask('/session', { method: 'POST', headers: { Origin: host.origin }, body: JSON.stringify({ token }) });
    expect((await open()).status).toBe(200);
    expect((await open()).status).toBe(401);
  });

  it.each(['127.evil.com', 'localhost', '0.0.0.0', '[::1]', '127.0.0.1', '127.0.0.1:1', 'evil.example'])(
    'answers nothing under the Host %s',
    async (name) => {
      const { port } = new URL(host.origin);
      const Host = /:\d$/.test(name) || name === '127.0.0.1' ? name : `${name}:${port}`;
      for (const path of ['/', '/call/app.info', `/spool/${'a'.repeat(64)}`]) {
        expect((await ask(path, { headers: { ...own(), Host } })).status).toBe(421);
      }
    },
  );

  it('refuses calls of other origins, of no origin, and without a session', async () => {
    const body = '{}';
    const post = (headers: Record<string, string>) =>
      ask('/call/app.info', { method: 'POST', headers, body });
    expect((await post({ Origin: 'https://evil.example', Cookie: cookie })).status).toBe(403);
    expect((await post({ Origin: 'null', Cookie: cookie })).status).toBe(403);
    expect((await post({ Cookie: cookie })).status).toBe(403);
    expect((await post({ Origin: host.origin })).status).toBe(401);
    expect((await post({ Origin: host.origin, Cookie: 'fabdesk-1=x' })).status).toBe(401);
    expect((await post(own())).status).toBe(200);
  });

  it('gives spooled files to its own page only', async () => {
    const path = `/spool/${'a'.repeat(64)}`;
    expect((await ask(path, { headers: { Cookie: cookie } })).status).toBe(403);
    expect((await ask(path, { headers: { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(
      403,
    );
    expect((await ask(path, { headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' } })).status).toBe(
      404,
    );
  });

  it.each([
    ['another origin', () => ({ Origin: 'https://evil.example', Cookie: cookie })],
    ['no session', () => ({ Origin: host.origin })],
  ])('lets nobody listen to events with %s', async (_, headers) => {
    const socket = new WebSocket(`${host.origin.replace('http', 'ws')}/events`, { headers: headers() });
    const outcome = await new Promise((resolve) => {
      socket.on('open', () => resolve('open'));
      socket.on('error', () => resolve('refused'));
    });
    expect(outcome).toBe('refused');
  });
});

describe('what it serves', () => {
  it('is the renderer under the strict policy', async () => {
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
  ])('is not %s', async (path) => {
    expect((await ask(path)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('the contract over it', () => {
  it('answers calls', async () => {
    expect(await call('app.info')).toMatchObject({
      ok: true,
      value: { version: '0.0.0-test', host: 'browser' },
    });
    expect(await call('app.nothing')).toMatchObject({ ok: false, error: { code: 'bad-call' } });
  });

  it('refuses what is no JSON, and more than a call may carry, and goes on', async () => {
    const post = (body: string) => ask('/call/app.info', { method: 'POST', headers: own(), body });
    expect((await post('{')).text).toContain('bad-input');
    await post(`"${'x'.repeat(5 * 1024 * 1024)}"`).catch(() => undefined);
    expect(await call('app.info')).toMatchObject({ ok: true });
  });

  it('takes bytes into the spool and gives the same bytes back', async () => {
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
      headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(back.text).toBe(bytes.toString());
  });

  it('sends events to its window', async () => {
    const socket = new WebSocket(`${host.origin.replace('http', 'ws')}/events`, { headers: own() });
    await new Promise((resolve) => socket.on('open', resolve));
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
