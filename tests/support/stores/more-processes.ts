/**
 * With FABDESK_TEST_PROCESSES=3, a service under test on PostgreSQL has two more processes, and its calls
 * come through a proxy to one after the other. The same tests run on one process and on three
 * (vitest.config.ts).
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Service, ServiceOptions } from '../../../src-service/app.ts';
import { type RoundRobin, startRoundRobin } from './round-robin.ts';

/** The messages to another process. */
type Sendable = Omit<ServiceOptions, 'clock' | 'logger'>;
export type ToProcess = { readonly start: Sendable } | { readonly now: number } | { readonly close: true };

export const processCount = Number(process.env['FABDESK_TEST_PROCESSES'] ?? 1);
const entry = fileURLToPath(new URL('./process.child.ts', import.meta.url));

export interface MoreProcesses {
  /** The address of the proxy. */
  readonly url: string;
  /** Starts the others, once the first one listens. */
  start(first: Service, options: ServiceOptions): Promise<void>;
  close(): Promise<void>;
}

/** Null for one process. The proxy is there before the processes, which say its address to clients. */
export async function openMoreProcesses(clock: (() => number) | undefined): Promise<MoreProcesses | null> {
  if (processCount < 2) return null;
  const children: Child[] = [];
  let sent: number | null = null;
  /** The clock of a test stands still, so that each call sees the same time in every process. */
  const setClocks = async () => {
    const now = clock?.() ?? null;
    if (now === null || now === sent) return;
    sent = now;
    await Promise.all(children.map((child) => child.ask({ now })));
  };
  const proxy: RoundRobin = await startRoundRobin(setClocks);
  return {
    url: proxy.url,
    async start(first, { clock: _, logger: __, ...options }) {
      const { port } = first.fastify.server.address() as AddressInfo;
      for (let i = 1; i < processCount; i++) children.push(new Child());
      await setClocks();
      const others = await Promise.all(children.map((child) => child.ask({ start: options })));
      proxy.use([`http://127.0.0.1:${port}`, ...others.map(String)]);
    },
    async close() {
      await Promise.all(children.map((child) => child.end()));
      await proxy.close();
    },
  };
}

class Child {
  readonly #process: ChildProcess = fork(entry, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>();
  #count = 0;

  constructor() {
    this.#process.on('message', ({ id, answer, error }: { id: number; answer?: unknown; error?: string }) => {
      if (error === undefined) this.#asked.get(id)?.resolve(answer);
      else this.#asked.get(id)?.reject(new Error(error));
      this.#asked.delete(id);
    });
    this.#process.on('exit', () => {
      for (const asked of this.#asked.values()) asked.reject(new Error('A process of the service ended.'));
    });
  }

  ask(message: ToProcess): Promise<unknown> {
    const id = this.#count++;
    const asked = Promise.withResolvers<unknown>();
    this.#asked.set(id, asked);
    this.#process.send({ id, message });
    return asked.promise;
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    await this.ask({ close: true });
    this.#process.disconnect();
    await ended;
  }
}
