/** A thread that takes over a part of the thorough check of one model (src-shared/geometry/checks/second-thread.ts). */
import { parentPort, Worker } from 'node:worker_threads';
import {
  answerBeside,
  type SideAnswer,
  type SideTask,
  type StartThread,
} from '../../../../src-shared/geometry/checks/second-thread.ts';
import { besideThread } from './thread-name.ts';

type Message = { readonly fraction: number } | { readonly answer: SideAnswer };

/** @param entry the file that threads begin with */
export const secondThreads =
  (entry: URL): StartThread =>
  (task, onProgress) => {
    const worker = new Worker(entry, { workerData: besideThread });
    const answer = new Promise<SideAnswer>((resolve, reject) => {
      worker.on('message', (message: Message) => {
        if ('answer' in message) resolve(message.answer);
        else onProgress(message.fraction);
      });
      worker.on('error', reject);
      worker.once('exit', () => reject(new Error('The thread has ended.')));
    });
    worker.postMessage(task);
    return { answer, end: () => void worker.terminate() };
  };

/** The thread's part. What it throws ends the thread. */
export function serveBeside(): void {
  const port = parentPort;
  if (port === null) throw new Error('serveBeside runs in a worker thread only');
  const send = (message: Message): void => port.postMessage(message);
  port.once('message', async (task: SideTask) => {
    send({ answer: await answerBeside(task, { onProgress: (fraction) => send({ fraction }) }) });
  });
}
