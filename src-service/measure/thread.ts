/** A worker thread of the service and its messages. Started when it is first needed. */
import { Worker } from 'node:worker_threads';
import type { ThreadAnswer, ThreadRequest } from './messages.ts';

export interface ThreadEvents {
  readonly onAnswer: (answer: ThreadAnswer) => void;
  /** The thread ended unexpectedly (out of memory, killed); all its work is lost. */
  readonly onDeath: (reason: string) => void;
}

export class Thread {
  readonly #events: ThreadEvents;
  #worker: Worker | null = null;

  constructor(events: ThreadEvents) {
    this.#events = events;
  }

  send(request: ThreadRequest, transfer: ArrayBuffer[] = []): void {
    this.#started().postMessage(request, transfer);
  }

  /** Kills the thread; the next `send` starts a new one. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(
      new URL(
        import.meta.url.endsWith('.ts') ? './measure.worker.ts' : './measure.worker.js',
        import.meta.url,
      ),
    );
    worker.unref();
    worker.on('message', (answer: ThreadAnswer) => this.#events.onAnswer(answer));
    worker.on('error', (error) => this.#died(worker, error instanceof Error ? error.message : String(error)));
    worker.on('exit', () => this.#died(worker, 'The thread ended.'));
    this.#worker = worker;
    return worker;
  }

  #died(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#events.onDeath(reason);
  }
}
