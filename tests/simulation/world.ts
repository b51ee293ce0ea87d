/**
 * The simulated machine and its time: what happens next, in which process, and when that process dies. The
 * fakes of disk, database and network call it; the schedule (schedule.ts) drives it. The queue plays no part
 * here.
 *
 * One world at a time lives in this thread (`world()`), because the fakes stand in for modules.
 * AsyncLocalStorage identifies the current process, so that two launches at once do not mix.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as immediately } from 'node:timers/promises';
import type { QueueClock } from '../../src-main/queue/core/clock.ts';
import { Disk } from './fakes/disk.ts';
import { Random } from './random.ts';

export class Crash extends Error {
  constructor() {
    super('the process died');
    this.name = 'Crash';
  }
}

/** One start of the application with a data folder. Once it is dead, nothing it does has an effect. */
export class Process {
  readonly number: number;
  readonly folder: string;
  /** Whether a crash is aimed at its durable steps. */
  readonly isFirst: boolean;
  alive = true;
  constructor(number: number, folder = '/data') {
    this.number = number;
    this.folder = folder;
    this.isFirst = folder === '/data';
  }
}

interface Happening {
  at: number;
  readonly order: number;
  readonly process: Process | null;
  readonly work: () => void;
  cancelled: boolean;
}

const running = new AsyncLocalStorage<Process>();
let current: World | null = null;

process.on('unhandledRejection', (thrown) => {
  if (!(thrown instanceof Crash)) world().onUnheard(thrown);
});

export function world(): World {
  if (!current) throw new Error('no world');
  return current;
}

export const start = Date.UTC(2026, 0, 5, 8);

export class World {
  readonly seed: number;
  /** For what happens to the machine. */
  readonly random: Random;
  readonly disk: Disk;
  /** True time, epoch ms; also the service's. */
  time = start;
  /** How much this machine's clock is ahead of the true time. */
  skew = 0;
  /** Number of the process that took over a folder last. */
  readonly owners = new Map<string, number>();
  writesOfOldEpochs = 0;
  /** Until then no process runs. */
  asleepUntil = 0;
  /** Points passed so far at which a process can die; and the one at which the next will. */
  points = 0;
  crashAt: number | null = null;
  onCrash: (point: string) => void = () => {};
  /** A rejection that nobody handles ends a real process. */
  onUnheard: (thrown: unknown) => void = () => {};
  readonly trace: string[] | null;
  #hash = 0xdeadbeef;
  #hash2 = 0x41c6ce57;
  #order = 0;
  #heap: Happening[] = [];

  constructor(seed: number, options: { trace?: boolean } = {}) {
    this.seed = seed;
    this.random = new Random(seed, 1);
    this.trace = options.trace ? [] : null;
    current = this;
    this.disk = new Disk(this);
  }

  /** Part of the trace whose hash two runs of one seed share. */
  note(line: string): void {
    const text = `${((this.time - start) / 1000).toFixed(3)} ${line}`;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      this.#hash = Math.imul(this.#hash ^ code, 2654435761);
      this.#hash2 = Math.imul(this.#hash2 ^ code, 1597334677);
    }
    this.trace?.push(text);
  }

  get traceHash(): string {
    return `${(this.#hash >>> 0).toString(16).padStart(8, '0')}${(this.#hash2 >>> 0).toString(16).padStart(8, '0')}`;
  }

  get isAsleep(): boolean {
    return this.time < this.asleepUntil;
  }

  process(): Process | null {
    return running.getStore() ?? null;
  }

  /** Runs code as part of a process. */
  as<T>(process: Process, work: () => T): T {
    return running.run(process, work);
  }

  /** Throws if the calling process is dead. */
  requireAlive(): void {
    if (this.process()?.alive === false) throw new Crash();
  }

  /** A moment at which the process may die. Called by the fakes around everything durable. */
  point(label: string): void {
    const process = this.process();
    if (!process) return;
    this.requireAlive();
    if (!process.isFirst) return;
    this.points += 1;
    if (this.crashAt === null || this.points < this.crashAt) return;
    this.crashAt = null;
    process.alive = false;
    this.onCrash(label);
    throw new Crash();
  }

  /** `process`: null is the world outside, which no crash stops. */
  at(time: number, process: Process | null, work: () => void): () => void {
    const happening = {
      at: Math.max(time, this.time),
      order: this.#order++,
      process,
      work,
      cancelled: false,
    };
    this.#push(happening);
    return () => {
      happening.cancelled = true;
    };
  }

  /** Never returns in a process that died meanwhile. */
  sleep(ms: number, process: Process | null = this.process()): Promise<void> {
    return new Promise((resolve) => {
      this.at(this.time + ms, process, resolve);
    });
  }

  clockOf(process: Process): QueueClock {
    return {
      now: () => Math.floor(this.time + this.skew),
      after: (ms, work) => this.at(this.time + ms, process, work),
    };
  }

  /** Until that time, or until nothing is left to happen. */
  async runUntil(end: number): Promise<void> {
    await immediately();
    for (;;) {
      const next = this.#heap[0];
      if (!next || next.at > end) break;
      this.#pop();
      if (next.cancelled || next.process?.alive === false) continue;
      if (next.process && next.at < this.asleepUntil) {
        next.at = this.asleepUntil;
        this.#push(next);
        continue;
      }
      this.time = next.at;
      try {
        if (next.process) running.run(next.process, next.work);
        else running.exit(next.work);
      } catch (thrown) {
        if (!(thrown instanceof Crash)) throw thrown;
      }
      // Everything here waits only for microtasks, so one turn lets all of it run.
      await immediately();
    }
    this.time = Math.max(this.time, end);
  }

  #push(happening: Happening): void {
    const heap = this.#heap;
    let index = heap.push(happening) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!before(happening, heap[parent] as Happening)) break;
      heap[index] = heap[parent] as Happening;
      index = parent;
    }
    heap[index] = happening;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop() as Happening;
    if (heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      const right = child + 1;
      if (right < heap.length && before(heap[right] as Happening, heap[child] as Happening)) child = right;
      if (!before(heap[child] as Happening, last)) break;
      heap[index] = heap[child] as Happening;
      index = child;
    }
    heap[index] = last;
  }
}

const before = (a: Happening, b: Happening) => a.at < b.at || (a.at === b.at && a.order < b.order);
