/** The bench's side of a warm worker. */
import { Worker } from 'node:worker_threads';
import type { Run } from '../support/run.ts';
import type { LaneTask } from './lane.worker.ts';

export class Lane {
  readonly #worker = new Worker(new URL('./lane.worker.ts', import.meta.url));

  /** From the request to the answer, and the worker's own CPU time. */
  time(task: LaneTask, path: string): Promise<Run> {
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const worker = this.#worker;
      const onMessage = (cpuMs: number | null): void => {
        worker.off('error', reject);
        resolve({ ms: performance.now() - started, cpuMs, mb: null, ok: true });
      };
      worker.once('message', onMessage);
      worker.once('error', reject);
      worker.postMessage({ task, path });
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
