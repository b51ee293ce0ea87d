/** The listener for the browser's redirect (RFC 8252 7.3, 8.3). */
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type LoopbackListener, listenForAnswer } from '../../../src-main/auth/loopback-listener.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { askAsOtherUser, noOtherUser } from '../../support/other-user.ts';

let listener: LoopbackListener<string> | undefined;
afterEach(() => listener?.close(new CodedError('cancelled', 'The test is over.')));

async function listen(timeoutMs = 60_000, language: 'system' | 'de' = 'system') {
  listener = await listenForAnswer({ timeoutMs, language, accept: (query) => query.get('right') });
  return { listener, url: new URL(listener.redirectUri) };
}

interface Seen {
  readonly status: number;
  readonly text: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}
/** Plain node:http, since fetch does not let a test send a false Host. */
function ask(url: URL, path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  return new Promise<Seen>((resolve, reject) => {
    request({ host: '127.0.0.1', port: url.port, path, agent: false, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
      );
    })
      .on('error', reject)
      .end();
  });
}
const isOpen = (port: string, host = '127.0.0.1') =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(port), host, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

it('The listener uses the literal loopback address, and a new port each time.', async () => {
  const { url } = await listen();
  expect(url.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  const second = await listenForAnswer({ timeoutMs: 1000, language: 'system', accept: () => null });
  expect(second.redirectUri).not.toBe(url.href);
  second.close(new CodedError('cancelled', 'Over.'));
  expect(await isOpen(url.port, '127.0.0.2')).toBe(false);
});

it('The listener answers once, with a fixed page under a strict policy, and closes.', async () => {
  const { listener, url } = await listen();
  const seen = await ask(url, '/callback?right=%3Cscript%3Ealert(1)%3C/script%3E');
  expect(seen.status).toBe(200);
  expect(seen.text).toContain('You can close this window');
  expect(seen.text).not.toContain('alert');
  expect(seen.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(seen.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  expect(await listener.answer).toBe('<script>alert(1)</script>');
  expect(await isOpen(url.port)).toBe(false);
});

it.skipIf(noOtherUser !== null)(
  `Another user of this computer cannot answer in place of the person${noOtherUser === null ? '' : ` (${noOtherUser})`}.`,
  async () => {
    const { listener, url } = await listen();
    const forged = `GET /callback?right=theirs HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`;
    expect(await askAsOtherUser(Number(url.port), forged)).toBe('HTTP/1.1 404 Not Found');
    await askAsOtherUser(Number(url.port), forged, { leaves: true });
    expect((await ask(url, '/callback?right=mine')).status).toBe(200);
    expect(await listener.answer).toBe('mine');
  },
);

it.each([
  ['the browser prefers it', 'system', 'de-AT,de;q=0.9,en;q=0.8'],
  ['it is chosen in Settings', 'de', 'en'],
] as const)('The page after sign-in is in German if %s.', async (_, language, preferred) => {
  const { url } = await listen(60_000, language);
  const headers = { host: url.host, 'accept-language': preferred };
  const seen = await ask(url, '/callback?right=1', { headers });
  expect(seen.text).toContain('<html lang="de">');
  expect(seen.text).toContain('Sie können dieses Fenster schließen');
});

it('No other request ends the listener or gets information from it.', async () => {
  const { listener, url } = await listen();
  const host = url.host;
  for (const [path, options, status] of [
    ['/', {}, 404],
    ['/callback/', {}, 404],
    ['/callback/../callback?right=1', {}, 404],
    ['//callback?right=1', {}, 404],
    ['/favicon.ico', {}, 404],
    ['/callback?right=1', { method: 'POST', headers: { host } }, 404],
    ['/callback?right=1', { method: 'OPTIONS', headers: { host } }, 404],
    ['/callback?right=1', { headers: { host: `localhost:${url.port}` } }, 404],
    ['/callback?right=1', { headers: { host: `127.evil.example:${url.port}` } }, 404],
    ['/callback?right=1', { headers: { host: '127.0.0.1' } }, 404],
    ['/callback?wrong=%3Cb%3E', {}, 400],
  ] as const) {
    const seen = await ask(url, path, options);
    expect([path, seen.status]).toEqual([path, status]);
    expect(seen.text).not.toContain('<b>');
  }
  expect((await ask(url, '/callback?right=2')).status).toBe(200);
  expect(await listener.answer).toBe('2');
});

it('The listener accepts one of many simultaneous answers.', async () => {
  const { listener, url } = await listen();
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => ask(url, `/callback?right=${i}`)),
  );
  expect(all.filter((one) => one.status === 'fulfilled' && one.value.status === 200)).toHaveLength(1);
  expect(Number(await listener.answer)).toBeGreaterThanOrEqual(0);
});

it('The listener closes after its time, and when it is closed.', async () => {
  const { listener: late, url: first } = await listen(20);
  await expect(late.answer).rejects.toMatchObject({ code: 'sign-in-timeout' });
  expect(await isOpen(first.port)).toBe(false);
  const { listener: stopped, url } = await listen();
  stopped.close(new CodedError('cancelled', 'Stopped.'));
  await expect(stopped.answer).rejects.toMatchObject({ code: 'cancelled' });
  expect(await isOpen(url.port)).toBe(false);
});
