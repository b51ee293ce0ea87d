/**
 * Clients that are slow, silent or stuck are disconnected in bounded time, and keep nobody else waiting.
 * @release
 */
import { readdirSync, watch } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let token: string;
const open: Socket[] = [];
beforeEach(async () => {
  service = await startService({ patience: { headersMs: 400, requestMs: 800 } });
  token = await service.token();
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await service.close();
});

/**
 * Sends `first`, then a byte of `rest` now and then until the service ends the connection; gives what it
 * said.
 */
function drip(first: string, rest = ''): Promise<string> {
  const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
  open.push(socket);
  let said = '';
  let at = 0;
  socket.on('data', (chunk) => (said += chunk));
  if (first !== '') socket.write(first);
  const timer = setInterval(
    () => rest !== '' && socket.writable && socket.write(rest[at++ % rest.length]!),
    20,
  );
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve(said);
    });
  });
}

const tooSlow = /^HTTP\/1\.1 408 [\s\S]*"result":"failure","reason":"The request took too long to arrive\."/;
const head = (path: string, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 50000000\r\n${more}\r\n`;

describe('a client learns that it took too long', () => {
  it('A client that is slow with its headers gets 408.', async () => {
    expect(await drip('GET /materials/v1 HTTP/1.1\r\nX-Slow: ', 'x')).toMatch(tooSlow);
  });

  it('A client that is slow with a small body gets 408.', async () => {
    expect(await drip(head('/price/v1'), ' ')).toMatch(tooSlow);
  });

  it('A client that is slow with a model gets 408, and nothing of the model stays.', async () => {
    const folder = join(service.dataDir, 'uploads', 'incoming');
    // Observed through file system events, since the file may be gone before the folder is read.
    const came = new Set<string | null>();
    const watcher = watch(folder, (_event, name) => came.add(name));
    onTestFinished(() => watcher.close());
    const answer = drip(`${head('/models/v1')}{"fileName":"slow.stl","file":"${'A'.repeat(300_000)}`, 'A');
    expect(await answer).toMatch(tooSlow);
    await expect.poll(() => came.size).toBe(1);
    await expect.poll(() => readdirSync(folder)).toEqual([]);
    expect((await service.call('GET', '/models/v1')).body.models).toEqual([]);
  });
});

it('A silent connection is closed.', async () => {
  await drip('');
});

it('Others are served while hundreds of slow clients hang on.', async () => {
  const slow = Array.from({ length: 300 }, (_, i) =>
    i % 2 === 0
      ? drip('POST /models/v1 HTTP/1.1\r\nX-Slow: ', 'x')
      : drip(`${head('/models/v1')}{"fileName":"slow.stl","file":"AAAA`, 'A'),
  );
  for (let i = 0; i < 20; i++) expect((await service.call('GET', '/materials/v1')).status).toBe(200);
  for (const said of await Promise.all(slow)) expect(said).toMatch(tooSlow);
  expect((await service.call('GET', '/materials/v1')).status).toBe(200);
});
