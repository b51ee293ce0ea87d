/** A thread that takes over a part of thorough checks (src-shared/geometry/checks/second-thread.ts). */
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
  () => {
    const worker = new Worker(entry, { workerData: besideThread });
    let hear = (_message: Message): void => undefined;
    worker.on('message', (message: Message) => hear(message));
    const ended = new Promise<never>((_resolve, reject) => {
      worker.on('error', reject);
      worker.once('exit', () => reject(new Error('The thread has ended.')));
    });
    // It may end while it has no task.
    ended.catch(() => undefined);
    return {
      async run(task, onProgress) {
        worker.ref();
        const answer = new Promise<SideAnswer>((resolve) => {
          hear = (message) => ('answer' in message ? resolve(message.answer) : onProgress(message.fraction));
          worker.postMessage(task);
        });
        try {
          return await Promise.race([answer, ended]);
        } finally {
          worker.unref();
        }
      },
      end: () => void worker.terminate(),
    };
  };

/** The thread's part. What it throws ends the thread. */
export function serveBeside(): void {
  const port = parentPort;
  if (port === null) throw new Error('serveBeside runs in a worker thread only');
  const send = (message: Message): void => port.postMessage(message);
  port.on('message', async (task: SideTask) => {
    send({ answer: await answerBeside(task, { onProgress: (fraction) => send({ fraction }) }) });
  });
}
