/** Measures the walls of one model in a thread of its own, beside the rest of its thorough check (walls-beside.ts). */
import { parentPort, Worker } from 'node:worker_threads';
import { measureThickness, type ThicknessMap } from '../../../../src-shared/geometry/checks/thickness.ts';
import type { StartWallThread, WallTask } from '../../../../src-shared/geometry/checks/walls-beside.ts';
import { wallThread } from './thread-name.ts';

type Message = { readonly fraction: number } | { readonly walls: ThicknessMap };

/** @param entry the file that threads begin with */
export const wallThreads =
  (entry: URL): StartWallThread =>
  (task, onProgress) => {
    const worker = new Worker(entry, { workerData: wallThread });
    const walls = new Promise<ThicknessMap>((resolve, reject) => {
      worker.on('message', (message: Message) => {
        if ('walls' in message) resolve(message.walls);
        else onProgress(message.fraction);
      });
      worker.on('error', reject);
      worker.once('exit', () => reject(new Error('The thread has ended.')));
    });
    worker.postMessage(task);
    return { walls, end: () => void worker.terminate() };
  };

/** The thread's part. What it throws ends the thread. */
export function serveWalls(): void {
  const port = parentPort;
  if (port === null) throw new Error('serveWalls runs in a worker thread only');
  const send = (message: Message): void => port.postMessage(message);
  port.once('message', async ({ mesh, ...task }: WallTask) => {
    const onProgress = (fraction: number): void => send({ fraction });
    send({ walls: await measureThickness(mesh, { ...task, onProgress }) });
  });
}
