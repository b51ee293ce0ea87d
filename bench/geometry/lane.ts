/** The bench's side of a warm worker. */
import { Worker } from 'node:worker_threads';
import type { LaneTask } from './lane.worker.ts';

export class Lane {
  readonly #worker = new Worker(new URL('./lane.worker.ts', import.meta.url));

  /** Ms from asking to the answer. */
  time(task: LaneTask, path: string): Promise<number> {
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const worker = this.#worker;
      const onMessage = (): void => {
        worker.off('error', reject);
        resolve(performance.now() - started);
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
