/**
 * Calls between the fuzz and the process that it attacks, which reports how its event loop and memory fare.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';

interface Question {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}

export interface Measures {
  /** Delay of the event loop since the last measures, ms. */
  readonly delayP50: number;
  readonly delayP99: number;
  readonly delayMax: number;
  /** After a collection of garbage. */
  readonly heapMb: number;
  readonly residentMb: number;
  /** Sockets, files, timers and the like that keep the process alive. */
  readonly handles: number;
}

/** The attacked process: answers calls, and `measures`. */
export function answerCalls(calls: Readonly<Record<string, (input: never) => Promise<unknown>>>): void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const measures = async (): Promise<Measures> => {
    const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - 10);
    const { percentile } = delay;
    const times = {
      delayP50: ms(percentile.call(delay, 50)),
      delayP99: ms(percentile.call(delay, 99)),
      delayMax: ms(delay.max),
    };
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    const handles = process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap').length;
    // The collection itself is not part of the next measures.
    setImmediate(() => delay.reset());
    return { ...times, heapMb: heapUsed / 1e6, residentMb: rss / 1e6, handles };
  };
  const all: Readonly<Record<string, (input: never) => Promise<unknown>>> = { measures, ...calls };
  process.on('message', async ({ id, name, input }: Question) => {
    try {
      process.send?.({ id, value: await all[name]?.(input as never) });
    } catch (thrown) {
      process.send?.({
        id,
        problem: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
      });
    }
  });
  process.on('disconnect', () => process.exit(0));
}

/** The attacked process, seen from the fuzz. */
export class Attacked {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #last = 0;
  #stderr = '';
  #isDead = false;

  constructor(program: string) {
    this.#child = fork(program, {
      execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.on('data', (text: Buffer) => {
      this.#stderr = (this.#stderr + text.toString()).slice(-4000);
    });
    this.#child.on('message', (answer: { id: number; value?: unknown; problem?: string }) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (answer.problem === undefined) waiting?.resolve(answer.value);
      else waiting?.reject(new Error(answer.problem));
    });
    // A call to a process that is just ending; `exit` follows.
    this.#child.on('error', () => undefined);
    this.#child.on('exit', (code, signal) => {
      this.#isDead = true;
      for (const { reject } of this.#waiting.values())
        reject(new Error(`The attacked process ended (${code ?? signal}). ${this.#stderr}`));
      this.#waiting.clear();
    });
  }

  /** What it last wrote to its log, if it has ended; otherwise null. */
  get death(): string | null {
    return this.#isDead ? this.#stderr : null;
  }

  call<T>(name: string, input: unknown = null): Promise<T> {
    if (this.#isDead) return Promise.reject(new Error(`The attacked process is gone. ${this.#stderr}`));
    const id = ++this.#last;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    this.#child.send({ id, name, input }, () => undefined);
    return answer.promise as Promise<T>;
  }

  async end(): Promise<void> {
    if (this.#isDead) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.disconnect();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(timer);
  }
}
