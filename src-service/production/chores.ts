/**
 * The regular chores of a service: it brings orders up to date once a minute, and removes files without
 * references once a day. With several processes, one of them does each chore.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Measuring } from '../store/measuring.ts';
import type { Processes } from '../store/processes.ts';
import type { UnusedFiles } from '../store/unused-files.ts';
import type { Uploads } from '../store/uploads.ts';
import type { Production } from './production.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** An incoming file that has not changed for so long was left behind, ms. */
export const leftOverAfter = 60 * minute;

interface Dependencies {
  readonly processes: Processes;
  readonly production: Production;
  readonly measuring: Measuring;
  readonly unused: UnusedFiles;
  readonly uploads: Uploads;
  readonly logger: FastifyBaseLogger | undefined;
}

export class Chores {
  readonly #own: Dependencies;
  readonly #timers: NodeJS.Timeout[] = [];
  #running: Promise<unknown> = Promise.resolve();

  constructor(own: Dependencies) {
    this.#own = own;
  }

  async start(): Promise<void> {
    const { processes } = this.#own;
    const every = (ms: number, work: () => Promise<void>) => {
      const timer = setInterval(() => {
        this.#running = Promise.allSettled([this.#running, this.#logged(work)]);
      }, ms);
      timer.unref();
      this.#timers.push(timer);
    };
    // In the background, since there may be many files, and they may be elsewhere.
    if (processes.isFirst) this.#running = this.#logged(() => this.#cleanUp());
    await this.#produce();
    every(minute, () => this.#produce());
    // Retries measuring and removing where the files could not be reached.
    every(minute, () => this.#own.measuring.resume());
    every(10 * minute, () => this.#own.unused.removeDue());
    if (processes.areSeveral) every(60 * minute, () => this.#cleanUp());
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#running;
  }

  async #produce(): Promise<void> {
    // A little less than a minute: timers are not exact.
    if (await this.#isOurs('production', minute - 5_000)) await this.#own.production.run();
  }

  async #cleanUp(): Promise<void> {
    if (!(await this.#isOurs('clean-up', day))) return;
    this.#own.uploads.sweepIncoming(leftOverAfter);
    await this.#own.unused.search();
    await this.#own.unused.removeDue();
  }

  async #isOurs(name: string, ms: number): Promise<boolean> {
    return this.#own.processes.claim(name, ms);
  }

  async #logged(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) =>
      this.#own.logger?.error({ err: error }, 'A chore of the service failed'),
    );
  }
}
