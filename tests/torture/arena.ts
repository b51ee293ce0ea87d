/**
 * The real service on a real port, the fault proxy before it, a clock of the service that can be moved, and the
 * verdict on what a data folder believes in the end. The tortures (kills.ts, points.ts and the rest) use it.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Job } from '../../src-shared/jobs/job.ts';
import { openQueueApp } from '../integration/queue/queue-app.ts';
import { Random } from '../simulation/random.ts';
import { startService, type TestService } from '../support/service.ts';
import { FaultProxy, type Lie, pause } from './fault-proxy.ts';

const script = fileURLToPath(new URL('./child.ts', import.meta.url));
const minute = 60_000;

export interface ArenaOptions {
  readonly seed: number;
  readonly lie?: (random: Random, isWrite: boolean) => Lie;
  readonly delay?: number;
}

export interface Verdict {
  readonly jobs: number;
  readonly states: Readonly<Record<string, number>>;
  /** Words for everything that must not be. */
  readonly faults: string[];
  readonly posts: number;
}

export class Arena {
  readonly random: Random;
  readonly proxy: FaultProxy;
  readonly service: TestService;
  readonly folder = mkdtempSync(join(tmpdir(), 'fabdesk-torture-'));
  /** ms by which the service's clock is ahead of this machine's. */
  readonly #ahead: { ms: number };
  #facts = '';
  #materialId = 0;
  /** Orders that the application said are safe. */
  readonly durable = new Set<string>();

  private constructor(service: TestService, proxy: FaultProxy, random: Random, ahead: { ms: number }) {
    this.service = service;
    this.proxy = proxy;
    this.random = random;
    this.#ahead = ahead;
  }

  static async open({ seed, lie, delay = 25 }: ArenaOptions): Promise<Arena> {
    const random = new Random(seed, 7);
    const ahead = { ms: 0 };
    const service = await startService({ clock: () => Date.now() + ahead.ms });
    const proxy = new FaultProxy({
      target: service.baseUrl,
      lie: (isWrite) => lie?.(random, isWrite) ?? 'none',
      delay: () => random.fraction() * delay,
      ahead: () => ahead.ms,
    });
    const arena = new Arena(service, proxy, random, ahead);
    const { body } = await service.call('GET', '/materials/v1');
    arena.#materialId = Number(Object.keys(body.materials)[0]);
    const { client_id: clientId, client_secret: clientSecret } = service.credentials;
    const paymentVerificationId = service.credentials.payment_verification_id;
    arena.#facts = JSON.stringify({
      baseUrl: await proxy.listen(),
      clientId,
      clientSecret,
      paymentVerificationId,
    });
    return arena;
  }

  async close(): Promise<void> {
    await this.proxy.close();
    await this.service.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Starts the application on `folder`, asks it for the orders `names`, and lets it end by itself or kills it after
   * `killAfter` ms. Returns what it said.
   */
  async run(
    names: readonly string[],
    {
      killAfter,
      env = {},
      nodeArgs = [],
      folder = join(this.folder, 'data'),
    }: { killAfter?: number; env?: Record<string, string>; nodeArgs?: string[]; folder?: string } = {},
  ): Promise<{ out: string; errors: string; code: number | null }> {
    const args = [...nodeArgs, script, folder, this.#facts, String(this.#materialId)];
    const child = spawn(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    let out = '';
    let errors = '';
    const ready = new Promise<void>((resolve) => {
      child.stdout.on('data', (text: Buffer) => {
        out += text.toString();
        if (out.includes('ready')) resolve();
      });
    });
    child.stderr.on('data', (text: Buffer) => {
      errors += text.toString();
    });
    child.stdin.on('error', () => {});
    await Promise.race([ready, ended]);
    for (const name of names) child.stdin.write(`${name}\n`);
    if (killAfter === undefined) child.stdin.end();
    else {
      await pause(killAfter);
      child.kill('SIGKILL');
    }
    const code = await ended;
    for (const line of out.split('\n')) if (names.includes(line)) this.durable.add(line);
    return { out, errors, code };
  }

  /** The service's clock, forward. */
  advance(ms: number): void {
    this.#ahead.ms += ms;
  }

  /**
   * The faults are over. Opens the application again and again while the service's clock moves past the tokens and
   * the settling time, until nothing moves any more; then compares belief and truth.
   */
  async judge(folder = join(this.folder, 'data')): Promise<Verdict> {
    this.proxy.isHonest = true;
    while (this.proxy.pending > 0) await pause(50);
    let jobs: Job[] = [];
    let logged = (_: string): boolean => false;
    const faults: string[] = [];
    for (const forward of [
      0,
      61 * minute,
      11 * minute,
      2 * minute,
      61 * minute,
      11 * minute,
      2 * minute,
      0,
    ]) {
      this.advance(forward);
      const app = await openQueueApp(folder, JSON.parse(this.#facts));
      app.queue.start();
      const end = Date.now() + 20_000;
      const isOpen = (job: Job) =>
        !['done', 'rejected', 'cancelled', 'abandoned', 'poison', 'ask'].includes(job.state);
      // A look at what is unknown comes two seconds after a start; what it needs next is the service's time.
      await pause(2_600);
      const moves = (job: Job) =>
        isOpen(job) &&
        job.state !== 'unknown' &&
        !(job.wait === 'dependency' && job.dependsOn.some((id) => app.queue.get(id).state === 'unknown'));
      while (Date.now() < end && app.queue.list().some(moves)) await pause(50);
      jobs = app.queue.list();
      faults.push(...app.reports.map((thrown) => `unforeseen: ${String(thrown)}`));
      const sent = new Set(jobs.filter((job) => app.sentLog.last(job.id) !== null).map(({ id }) => id));
      logged = (id) => sent.has(id);
      await app.close();
      if (!jobs.some(isOpen)) break;
    }
    return this.#compare(jobs, faults, logged);
  }

  async #compare(jobs: Job[], faults: string[], logged: (id: string) => boolean): Promise<Verdict> {
    const { writes } = this.proxy;
    const orders = await this.#orders();
    const models = await this.#models();
    const names = jobs.filter((job) => job.kind === 'order').map((job) => job.payload.address.lastName);
    for (const name of this.durable)
      if (!names.includes(name)) faults.push(`lost: ${name} was said to be safe`);
    if (new Set(names).size !== names.length) faults.push('one wish became two orders');
    for (const job of jobs) {
      const isOrder = job.kind === 'order';
      const name = isOrder ? job.payload.address.lastName : job.payload.title;
      const about = `${job.kind} ${name} ${job.state} ${job.problem?.code ?? ''}`;
      const posted = writes.filter(({ path, body }) => {
        if (path !== (isOrder ? '/orders/v1' : '/models/v1')) return false;
        const sent = JSON.parse(body) as { lastName?: string; title?: string };
        return (sent.lastName ?? sent.title) === name;
      });
      const held = isOrder
        ? orders.filter((order) => order.lastName === name).length
        : models.filter((title) => title === name).length;
      if (held > 1) faults.push(`twice at the service: ${about}`);
      if (job.state === 'done' && held !== 1) faults.push(`believed and not there: ${about}`);
      if (['rejected', 'poison', 'cancelled'].includes(job.state) && held > 0)
        faults.push(`there and not believed: ${about}`);
      if (['queued', 'preparing', 'armed', 'committed', 'unknown'].includes(job.state))
        faults.push(`stuck: ${about} ${job.wait ?? ''}`);
      if (job.state === 'ask' || job.state === 'rejected') faults.push(`not settled: ${about}`);
      // One POST for every try: no last byte leaves that was not written down before.
      if (posted.length > job.attempt)
        faults.push(`${posted.length} POSTs for ${job.attempt} tries: ${about}`);
      if (posted.length > 0 && !logged(job.id)) faults.push(`sent and not in sent.log: ${about}`);
    }
    const states: Record<string, number> = {};
    for (const { state } of jobs) states[state] = (states[state] ?? 0) + 1;
    return { jobs: jobs.length, states, faults: [...new Set(faults)], posts: writes.length };
  }

  /** By the service's own database. */
  async #orders(): Promise<{ lastName: string }[]> {
    const all: { lastName: string }[] = [];
    const names = [
      ...new Set(
        this.proxy.writes
          .filter(({ path }) => path === '/orders/v1')
          .map(({ body }) => (JSON.parse(body) as { lastName: string }).lastName),
      ),
    ];
    for (const lastName of names) {
      this.service.forgetToken();
      const { body } = await this.service.call(
        'GET',
        `/orders/v1?lastName=${encodeURIComponent(lastName)}&limit=100`,
      );
      for (const _ of Object.keys(body.ordersStatus)) all.push({ lastName });
    }
    return all;
  }

  async #models(): Promise<string[]> {
    const all: string[] = [];
    for (let page = 1; ; page++) {
      this.service.forgetToken();
      const { body } = await this.service.call('GET', `/models/v1?page=${page}`);
      all.push(...body.models.map((model: { title: string }) => model.title));
      if (body.models.length < 36) return all;
    }
  }
}
