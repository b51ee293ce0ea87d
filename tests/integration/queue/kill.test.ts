/**
 * The power cut, for real: a process that runs the queue over a lying network is killed with SIGKILL at random
 * moments and started again on the same data. Afterwards the queue's belief is compared with what the proxy saw
 * and with what the service holds.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { seededRandom } from '../../support/fake-clock.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { LyingProxy } from '../../support/lying-proxy.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openQueueApp } from './queue-app.ts';

const seed = Number(process.env['FABDESK_SEED'] ?? Math.floor(Math.random() * 1e9));
const rounds = Number(process.env['FABDESK_KILLS'] ?? 20);
const script = fileURLToPath(new URL('./queue-process.ts', import.meta.url));

let service: TestService;
let proxy: LyingProxy;
const random = seededRandom(seed);
const between = (low: number, high: number) => low + random.fraction() * (high - low);

beforeAll(async () => {
  service = await startService();
  proxy = new LyingProxy({
    target: service.baseUrl,
    lie: () =>
      (['none', 'none', 'none', 'drop-request', 'drop-answer'] as const)[Math.floor(between(0, 5))] ?? 'none',
    delay: () => between(0, 25),
  });
});
afterAll(async () => {
  await proxy.close();
  await service.close();
});

/** Starts a process, lets it place one order, and kills it at a random moment. Returns names known to be durable. */
async function round(args: string[], name: string): Promise<string[]> {
  const child: ChildProcess = spawn(process.execPath, [script, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', (text: Buffer) => {
      said += text.toString();
      if (said.includes('ready')) resolve();
    });
  });
  child.stdin?.on('error', () => {});
  await Promise.race([ready, ended]);
  child.stdin?.write(`${name}\n`);
  await new Promise((resolve) => setTimeout(resolve, between(5, 250)));
  child.kill('SIGKILL');
  await ended;
  return said.split('\n').filter((line) => line !== '' && line !== 'ready');
}

describe(`${rounds} kills (FABDESK_SEED=${seed})`, () => {
  it(
    'lose nothing and send nothing twice',
    async () => {
      const folder = temporaryFolder();
      const { body } = await service.call('GET', '/materials/v1');
      const materialId = Object.keys(body.materials)[0] ?? '';
      const { client_id: clientId, client_secret: clientSecret } = service.credentials;
      const paymentVerificationId = service.credentials.payment_verification_id;
      const facts = { baseUrl: await proxy.listen(), clientId, clientSecret, paymentVerificationId };

      const durable: string[] = [];
      for (let kill = 0; kill < rounds; kill++) {
        durable.push(...(await round([folder, JSON.stringify(facts), materialId], `order${kill}`)));
      }
      proxy.isHonest = true;
      const app = await openQueueApp(folder, facts);
      app.queue.start();
      const nameOf = (job: Job) =>
        job.kind === 'order' ? job.payload.address.lastName : job.kind === 'upload' ? job.payload.title : '';

      const sentBy = (job: Job) =>
        proxy.writes.filter(({ path, body: text }) => {
          const sent = JSON.parse(text) as { title?: string; lastName?: string };
          return (
            path === (job.kind === 'order' ? '/orders/v1' : '/models/v1') &&
            nameOf(job) === (sent.lastName ?? sent.title)
          );
        });
      // Every upload that the service took is found by its mark; the orders behind them then go on.
      const isTakenButUnknown = (job: Job) =>
        job.kind === 'upload' && job.state === 'unknown' && sentBy(job).some((write) => write.passedOn);
      await expect.poll(() => app.queue.list().filter(isTakenButUnknown).length, { timeout: 60_000 }).toBe(0);
      await app.quiet(60_000);
      await app.queue.stop();
      const jobs = app.queue.list();
      const models = await titles();
      const list = await service.call('GET', '/orders/v1');
      const held = new Set(Object.keys(list.body.ordersStatus).map(Number));
      // Nothing lost: every order that was reported as durable is there, once.
      const orders = jobs.filter((job) => job.kind === 'order').map(nameOf);
      expect(orders.filter((name) => durable.includes(name)).sort()).toEqual([...durable].sort());
      expect(new Set(orders).size).toBe(orders.length);

      for (const job of jobs) {
        const writes = sentBy(job);
        const about = `${job.kind} ${nameOf(job)} ${job.state} ${job.problem?.code ?? ''}`;
        // Nothing twice: one last byte at most on the wire, whatever happened to the process and the answer.
        if (job.kind === 'order') expect(writes.length, about).toBeLessThanOrEqual(1);
        // An upload goes again once the service certainly does not have it.
        expect(writes.filter((write) => write.passedOn).length, about).toBeLessThanOrEqual(1);
        if (job.kind === 'upload')
          expect(models.filter((title) => title === nameOf(job)).length, about).toBeLessThanOrEqual(1);
        // What is believed is true.
        if (job.state === 'done')
          expect(
            writes.slice(-1).map((write) => write.passedOn),
            about,
          ).toEqual([true]);
        if (job.state === 'done' && job.kind === 'order')
          expect(held.has(job.result?.orderId ?? -1), about).toBe(true);
        const neverSent =
          job.state === 'poison' ||
          (job.state === 'queued' && job.wait === 'dependency') ||
          job.state === 'rejected';
        if (neverSent) expect(writes, about).toEqual([]);
        expect(['done', 'unknown', 'poison', 'rejected', 'queued'], about).toContain(job.state);
        // I3: a last byte on the wire means that the intent was durable before.
        if (writes.length > 0) expect(app.sentLog.last(job.id), about).not.toBeNull();
      }
      // The kills did interrupt something, and something came through; otherwise this test proves nothing.
      const states = new Set(jobs.map((job) => job.state));
      if (rounds >= 20) expect([...states]).toEqual(expect.arrayContaining(['done', 'unknown']));
      expect(app.reports).toEqual([]);
      await app.close();
    },
    60_000 + rounds * 5_000,
  );
});

async function titles(): Promise<string[]> {
  const all: string[] = [];
  for (let page = 1; ; page++) {
    const { body } = await service.call('GET', `/models/v1?page=${page}`);
    all.push(...body.models.map((model: { title: string }) => model.title));
    if (body.models.length < 36) return all;
  }
}
