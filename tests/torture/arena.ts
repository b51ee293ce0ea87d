/**
 * The real service on a real port, the fault proxy in front of it, a movable clock of the service, and the
 * verdict on the final belief of data folders. The tortures (tortures.ts) use it.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type QueueClock, systemClock } from '../../src-main/queue/core/clock.ts';
import type { Queue } from '../../src-main/queue/queue.ts';
import type { Job } from '../../src-shared/jobs/job.ts';
import { openQueueApp } from '../integration/queue/queue-app.ts';
import { Random } from '../simulation/random.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startService, type TestService } from '../support/service.ts';
import { FaultProxy, type Lie, pause } from './fault-proxy.ts';
import { type Lateness, lastReport, watchLoop, worse } from './loop-watch.ts';

const script = fileURLToPath(new URL('./child.ts', import.meta.url));
const minute = 60_000;

export interface ArenaOptions {
  readonly seed: number;
  readonly lie?: (random: Random, isWrite: boolean) => Lie;
  readonly delay?: number;
  /** One process at a time has the folder. */
  readonly isLocked?: boolean;
}

export interface Verdict {
  readonly jobs: number;
  readonly states: Readonly<Record<string, number>>;
  /** Messages for everything that must not happen. */
  readonly faults: string[];
  readonly posts: number;
  /** How late event loops were before the verification; null if the torture does not measure it. */
  readonly loops: Loops | null;
  /** The folder with the data folders and the recorded writes, if anything was found. */
  readonly kept: string | null;
}

export interface Loops {
  /** Lateness of the killed applications, once each was ready. */
  readonly app: Lateness;
  /** Lateness of the process with the service and the proxy. */
  readonly service: Lateness;
}

/** What an application says about its jobs, and how often it recorded that each was about to leave. */
interface Belief {
  readonly folder: string;
  readonly jobs: readonly Job[];
  readonly committed: ReadonlyMap<string, number>;
}

/**
 * Moves of the service's clock between two starts, ms: twice past a token's life, past the time until
 * everything is reconciled, and past a second check.
 */
const forwards = [0, 61 * minute, 11 * minute, 2 * minute, 61 * minute, 11 * minute, 2 * minute, 0];
const openAtOnce = 12;

/** How long a verified application may make no progress while something is open, ms. */
const patience = 90_000;

/** Between two readings of all its jobs, ms; they are read from its database each time. */
const glance = 200;

/** How much faster time runs for the verified application. */
const speed = 30;
/**
 * Starts `ahead` ms ahead of this machine's clock, as the service's does: some waits count by both clocks.
 */
function fastClock(ahead: number): QueueClock {
  const begin = Date.now();
  return {
    now: () => begin + ahead + (Date.now() - begin) * speed,
    after: (ms, work) => systemClock.after(ms / speed, work),
  };
}

/** The actions of a person whose consent is too old, for instance by a clock that was changed. */
function consent(queue: Queue, job: Job): void {
  if (job.kind === 'order' && job.wait === 'consent' && job.offer) queue.confirm(job.id, job.offer.total);
}

const isOpen = ({ state }: Job): boolean =>
  !['done', 'rejected', 'cancelled', 'abandoned', 'poison', 'ask'].includes(state);

export class Arena {
  readonly random: Random;
  readonly proxy: FaultProxy;
  readonly service: TestService;
  readonly folder = mkdtempSync(join(tmpdir(), 'fabdesk-torture-'));
  #keepsFolder = false;
  /** ms by which the service's clock is ahead of this machine's. */
  readonly #ahead: { ms: number };
  #appLoop: Lateness = { p99: 0, longest: 0 };
  readonly #serviceLoop = watchLoop();
  #facts = '';
  #materialId = 0;
  /**
   * Two processes at once may remove each other's lines from sent.log; only the database distinguishes their
   * attempts.
   */
  readonly #isLocked: boolean;
  /** Orders that the application said are safe, by folder. */
  readonly #durable = new Map<string, Set<string>>();

  private constructor(
    service: TestService,
    proxy: FaultProxy,
    random: Random,
    ahead: { ms: number },
    isLocked: boolean,
  ) {
    this.#isLocked = isLocked;
    this.service = service;
    this.proxy = proxy;
    this.random = random;
    this.#ahead = ahead;
  }

  static async open({ seed, lie, delay = 25, isLocked = true }: ArenaOptions): Promise<Arena> {
    const random = new Random(seed, 7);
    const ahead = { ms: 0 };
    const service = await startService({ clock: () => Date.now() + ahead.ms });
    const proxy = new FaultProxy({
      target: service.baseUrl,
      lie: (isWrite) => lie?.(random, isWrite) ?? 'none',
      delay: () => random.fraction() * delay,
      ahead: () => ahead.ms,
    });
    const arena = new Arena(service, proxy, random, ahead, isLocked);
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
    await arena.#warmUp();
    return arena;
  }

  /** Compiles the application once for all its processes: that is most of the time of a short one. */
  async #warmUp(): Promise<void> {
    await this.run([], { folder: join(this.folder, 'warm') });
  }

  async close(): Promise<void> {
    await this.proxy.close();
    await this.service.close();
    if (!this.#keepsFolder) removeFolder(this.folder);
  }

  /** Keeps everything for inspection if something was found. */
  keepIf(faults: readonly string[]): string | null {
    if (faults.length === 0) return null;
    this.#keepsFolder = true;
    writeFileSync(join(this.folder, 'found.json'), JSON.stringify({ faults, writes: this.proxy.writes }));
    return this.folder;
  }

  /**
   * Starts the application on `folder`, requests the orders `names`, and lets it end by itself or kills it
   * after `killAfter` ms, or earlier once `isEnough`. Returns its statements.
   */
  async run(
    names: readonly string[],
    {
      killAfter,
      isEnough = () => false,
      onOutput = () => {},
      env = {},
      nodeArgs = [],
      folder = join(this.folder, 'data'),
      keychain,
    }: {
      killAfter?: number;
      isEnough?: () => boolean;
      /** Gets all that the application has stated so far. */
      onOutput?: (out: string) => void;
      env?: Record<string, string>;
      nodeArgs?: string[];
      folder?: string;
      /** A file that stands for the keychain. */
      keychain?: string;
    } = {},
  ): Promise<{ out: string; errors: string; code: number | null }> {
    const args = [...nodeArgs, script, folder, this.#facts, String(this.#materialId)];
    if (keychain !== undefined) args.push(keychain);
    const child = spawn(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(this.folder, 'compiled'), ...env },
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    let out = '';
    let errors = '';
    const ready = new Promise<void>((resolve) => {
      child.stdout.on('data', (text: Buffer) => {
        out += text.toString();
        if (out.includes('ready')) resolve();
        onOutput(out);
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
      const end = Date.now() + killAfter;
      for (let left = killAfter; left > 0 && !isEnough(); left = end - Date.now())
        await pause(Math.min(left, glance));
      child.kill('SIGKILL');
    }
    const code = await ended;
    this.#appLoop = worse(this.#appLoop, lastReport(out) ?? this.#appLoop);
    const durable = this.#durable.get(folder) ?? new Set();
    for (const line of out.split('\n')) if (names.includes(line)) durable.add(line);
    this.#durable.set(folder, durable);
    return { out, errors, code };
  }

  /** The application in this process, with a clock that runs fast. */
  open(folder: string, keychain?: string) {
    return openQueueApp(folder, JSON.parse(this.#facts), fastClock(this.#ahead.ms), keychain);
  }

  /** How many orders with this last name the service's own database holds. */
  async ordersOf(lastName: string): Promise<number> {
    this.service.forgetToken();
    const path = `/orders/v1?lastName=${encodeURIComponent(lastName)}&limit=100`;
    const { body } = await this.service.call('GET', path);
    return Object.keys(body.ordersStatus).length;
  }

  /** The service's clock, forward. */
  advance(ms: number): void {
    this.#ahead.ms += ms;
  }

  /**
   * The faults are over. Opens the application on each folder again and again while the service's clock moves
   * past the tokens and the reconcile time, until nothing changes any more; then compares belief and truth.
   */
  async verify(...folders: string[]): Promise<Verdict> {
    if (folders.length === 0) folders.push(join(this.folder, 'data'));
    this.proxy.isHonest = true;
    const loops = { app: this.#appLoop, service: this.#serviceLoop() };
    while (this.proxy.pending > 0) await pause(50);
    let believed: Belief[] = [];
    const unforeseen: string[] = [];
    for (const forward of forwards) {
      this.advance(forward);
      believed = [];
      for (let from = 0; from < folders.length; from += openAtOnce) {
        const some = folders.slice(from, from + openAtOnce);
        believed.push(...(await Promise.all(some.map((folder) => this.#reconcile(folder, unforeseen)))));
      }
      if (!believed.some(({ jobs }) => jobs.some(isOpen))) break;
    }
    return { ...(await this.#compare(believed, unforeseen)), loops };
  }

  /** One start of the application, until nothing in it changes by itself. */
  async #reconcile(folder: string, unforeseen: string[]): Promise<Belief> {
    const app = await this.open(folder);
    app.queue.start();
    // Minutes of the application's clock are seconds here. That reconciles uploads; orders need time of the
    // service.
    const enough = Date.now() + (2 * minute) / speed;
    const isUnknownOrder = (job: Job) => job.kind !== 'upload' && job.state === 'unknown';
    const left = () => app.queue.list().filter((job) => isOpen(job) && !isUnknownOrder(job)).length;
    let before = left();
    let end = Date.now() + patience;
    while (Date.now() < end && before > 0) {
      for (const job of app.queue.list()) consent(app.queue, job);
      await pause(glance);
      const now = left();
      if (now < before) end = Date.now() + patience;
      before = now;
    }
    const someJob = (isIt: (job: Job) => boolean) => app.queue.list().some(isIt);
    while (Date.now() < enough && someJob(isUnknownOrder)) await pause(glance);
    const jobs = app.queue.list();
    const attempts = app.database.sqlite.prepare('SELECT count(*) FROM attempt WHERE job_id = ?').pluck();
    const committed = new Map(
      jobs.map(({ id }) => {
        const lines = app.sentLog.linesOf(id).filter((line) => line.includes('"event":"committed"'));
        return [id, this.#isLocked ? lines.length : (attempts.get(id) as number)];
      }),
    );
    unforeseen.push(...app.reports.map((thrown) => `unforeseen: ${String(thrown)}`));
    await app.close();
    return { folder, jobs, committed };
  }

  async #compare(
    believed: readonly Belief[],
    unforeseen: readonly string[],
  ): Promise<Omit<Verdict, 'loops'>> {
    const { writes } = this.proxy;
    const faults = [...unforeseen];
    const orders = await this.#orders();
    const models = await this.#models();
    const states: Record<string, number> = {};
    for (const { folder, jobs, committed } of believed) {
      const names = jobs.flatMap((job) => (job.kind === 'order' ? [job.payload.address.lastName] : []));
      for (const name of this.#durable.get(folder) ?? [])
        if (!names.includes(name)) faults.push(`lost: ${name} was said to be safe`);
      if (new Set(names).size !== names.length) faults.push('one request became two orders');
      for (const job of jobs) {
        states[job.state] = (states[job.state] ?? 0) + 1;
        if (job.kind !== 'order' && job.kind !== 'upload') continue;
        const isOrder = job.kind === 'order';
        const name = isOrder ? job.payload.address.lastName : job.payload.title;
        const about = `${job.kind} ${name} ${job.state} ${job.problem?.code ?? ''}`;
        const posts = writes.filter(
          (write) => write.path === (isOrder ? '/orders/v1' : '/models/v1') && write.name === name,
        ).length;
        const held = (isOrder ? orders : models).filter((one) => one === name).length;
        if (held > 1) faults.push(`twice at the service: ${about}`);
        if (job.state === 'done' && held !== 1) faults.push(`believed and not there: ${about}`);
        if (['rejected', 'poison', 'cancelled'].includes(job.state) && held > 0)
          faults.push(`there and not believed: ${about}`);
        if (isOpen(job)) faults.push(`stuck: ${about} ${job.wait ?? ''}`);
        // An upload whose process died three times in a row ends, and with it its order.
        const isRefused = job.state === 'rejected' && job.problem?.code !== 'upload-failed';
        if (job.state === 'ask' || isRefused) faults.push(`unresolved: ${about}`);
        // No last byte leaves without an earlier record, and each line is for one.
        const allowed = committed.get(job.id) ?? 0;
        if (posts > allowed) faults.push(`${posts} POSTs, and ${allowed} noted down: ${about}`);
      }
    }
    const jobs = believed.reduce((sum, one) => sum + one.jobs.length, 0);
    const found = [...new Set(faults)];
    return { jobs, states, faults: found, posts: writes.length, kept: this.keepIf(found) };
  }

  /** Last names of the orders that the service's own database holds. */
  async #orders(): Promise<string[]> {
    const posted = this.proxy.writes.filter(({ path }) => path === '/orders/v1').map(({ name }) => name);
    const all: string[] = [];
    for (const lastName of new Set(posted)) {
      const count = await this.ordersOf(lastName);
      for (let order = 0; order < count; order++) all.push(lastName);
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
