/**
 * The service as its own process: the JSON line, signals, a taken port, and kill -9.
 * @release
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ServiceFacts, signIn } from '../../support/announced-service.ts';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { uploadBody } from '../../support/upload.ts';

const entry = fileURLToPath(new URL('../../../src-service/server.ts', import.meta.url));
let dataDir: string;
const running = new Set<ChildProcess>();
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fabdesk-process-'));
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  await rm(dataDir, { recursive: true, force: true });
});

function start(...args: string[]) {
  const child = spawn(process.execPath, [entry, '--data', dataDir, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let out = '';
  let err = '';
  child.stderr.on('data', (chunk) => (err += chunk));
  const line = new Promise<ServiceFacts>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      out += chunk;
      if (out.includes('\n')) resolve(JSON.parse(out));
    });
    child.on('exit', () => reject(new Error(err)));
  });
  line.catch(() => undefined);
  const exit = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  return { child, line, exit, output: () => ({ out, err }) };
}

describe('npm run service', () => {
  it('The service registers the redirect addresses and incentive codes of its options.', async () => {
    const service = start(
      ...['--port', '0', '--json', '--redirect-uri', 'https://shop.example/back'],
      ...['--redirect-uri', 'com.example.app:/back', '--incentive', 'SPRING=10'],
    );
    const { base_url, client_id } = await service.line;
    for (const [uri, status] of [
      ['https://shop.example/back', 303],
      ['com.example.app:/back', 303],
      ['http://127.0.0.1/callback', 303],
      ['https://other.example/back', 400],
    ] as const) {
      const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri: uri, state: 's' });
      const page = await fetch(`${base_url}/oauth2/authorize?${query}`, { redirect: 'manual' });
      expect([uri, page.status]).toEqual([uri, status]);
    }
    service.child.kill('SIGTERM');
    expect(await service.exit).toBe(0);
    const wrong = start('--redirect-uri', 'javascript:alert(1)');
    expect(await wrong.exit).toBe(1);
    expect(wrong.output().err).toMatch(/is not an address that a browser may be sent to/);
    const odd = start('--incentive', 'SPRING=110');
    expect(await odd.exit).toBe(1);
    expect(odd.output().err).toMatch(/CODE=PERCENT/);
  });

  it('The service prints one JSON line with working credentials, and the same at the next start.', async () => {
    const first = start('--port', '0', '--json');
    const facts = await first.line;
    expect(facts).toMatchObject({
      base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      client_id: expect.any(String),
      client_secret: expect.any(String),
      payment_verification_id: expect.any(String),
    });
    const call = await signIn(facts);
    expect((await call('GET', '/api/v1/')).rateLimit).toMatchObject({ limit: 150, windowInSeconds: 300 });
    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);
    expect(first.output().out.trim().split('\n')).toHaveLength(1);
    expect(first.output().err).not.toContain(facts.client_secret);

    const second = await start('--port', '0', '--json', '--rate-limit', '7/60').line;
    for (const name of ['client_id', 'client_secret', 'payment_verification_id'] as const)
      expect(second[name]).toBe(facts[name]);
    const again = await signIn(second);
    expect((await again('GET', '/api/v1/')).rateLimit).toMatchObject({ limit: 7, windowInSeconds: 60 });
  });

  it('The service accepts files up to --max-upload, and none that is larger.', async () => {
    const mebibyte = 1024 * 1024;
    const first = start('--port', '0', '--json', '--max-upload', '1');
    const call = await signIn(await first.line);
    const send = (length: number) => uploadBody(Buffer.alloc(length, 65));
    expect(await call('POST', '/models/v1', send(mebibyte))).toMatchObject({ contentLength: mebibyte });
    expect(await call('POST', '/models/v1', send(mebibyte + 1))).toEqual({
      result: 'failure',
      reason: expect.stringContaining('larger than the 1 MB'),
    });
    first.child.kill('SIGTERM');
    await first.exit;
    const second = await signIn(await start('--port', '0', '--json', '--max-upload', '2').line);
    expect(await second('POST', '/models/v1', send(mebibyte + 1))).toMatchObject({
      contentLength: mebibyte + 1,
    });
  });

  it('The service says in a sentence that a port is taken, and what an option must be.', async () => {
    const facts = await start('--port', '0', '--json').line;
    const port = new URL(facts.base_url).port;
    const other = await mkdtemp(join(tmpdir(), 'fabdesk-process-'));
    try {
      const second = start('--port', port, '--data', other, '--json');
      expect(await second.exit).toBe(1);
      expect(second.output()).toMatchObject({
        out: '',
        err: expect.stringContaining(`Port ${port} is taken`),
      });
    } finally {
      await rm(other, { recursive: true, force: true });
    }
    for (const args of [
      ['--port', 'x'],
      ['--rate-limit', '5'],
      ['--rate-limit', '0/10'],
      ['--max-upload', '4097'],
    ]) {
      const wrong = start(...args);
      expect(await wrong.exit).toBe(1);
      expect(wrong.output().err).toMatch(/Use /);
    }
  });

  it('A second service is refused the data folder.', async () => {
    await start('--port', '0', '--json').line;
    const second = start('--port', '0', '--json');
    expect(await second.exit).toBe(1);
    expect(second.output()).toMatchObject({
      out: '',
      err: expect.stringMatching(/Another print service is using/),
    });
  });

  it('A killed service loses nothing that it answered.', async () => {
    let facts = await start('--port', '0', '--json', '--rate-limit', '100000/60').line;
    const models = new Set<number>();
    const orders = new Set<number>();
    for (let round = 0; round < 3; round++) {
      const call = await signIn(facts);
      const payment = facts.payment_verification_id;
      const child = [...running].at(-1)!;
      const work = async (n: number): Promise<void> => {
        for (let i = 0; ; i++) {
          const uploaded = await call(
            'POST',
            '/models/v1',
            uploadBody(boxStl(10, 10 + n, 10 + i + round * 100)),
          );
          models.add(uploaded.modelId);
          const item = { modelId: uploaded.modelId, materialId: 6, quantity: 1 };
          orders.add((await call('POST', '/orders/v1', orderBody([item], payment))).orderId);
          if (i === 3 && n === 0) child.kill('SIGKILL');
        }
      };
      await Promise.allSettled([work(0), work(1), work(2)]);
      running.delete(child);
      facts = await start('--port', '0', '--json', '--rate-limit', '100000/60').line;
    }
    const call = await signIn(facts);
    expect(orders.size).toBeGreaterThanOrEqual(9);
    for (const modelId of models) {
      const model = await call('GET', `/models/${modelId}/v1`);
      expect(Buffer.from(model.fileData, 'base64').length).toBe(model.contentLength);
      expect(model.printable).not.toBe('no');
    }
    for (const orderId of orders)
      expect((await call('GET', `/orders/${orderId}/v1`)).ordersStatus[orderId].status).toBe('placed');
    expect(await readdir(join(dataDir, 'uploads', 'incoming'))).toEqual([]);
  });
});
