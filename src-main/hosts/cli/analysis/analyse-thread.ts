/** The worker's part of `analysis-pool.ts`: one file at a time, progress while it works, one answer. */
import { parentPort } from 'node:worker_threads';
import { type AppError, toAppError } from '../../../../src-shared/result.ts';
import type { ModelFile } from '../input/model-files.ts';
import { type Analysis, analyseFile } from './analyse.ts';
import type { Thorough } from './thorough.ts';

export interface ThreadTask {
  readonly file: ModelFile;
  readonly thorough: Thorough | null;
  readonly picture: boolean;
}

export type ThreadMessage =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'done'; readonly analysis: Analysis }
  | { readonly kind: 'failed'; readonly error: AppError };

export function serveAnalyses(): void {
  const port = parentPort;
  if (port === null) throw new Error('serveAnalyses runs in a worker thread only');
  const send = (message: ThreadMessage): void => port.postMessage(message);
  port.on('message', ({ file, thorough, picture }: ThreadTask) => {
    const onProgress = (fraction: number): void => send({ kind: 'progress', fraction });
    analyseFile(file, { onProgress }, thorough, picture).then(
      (analysis) => send({ kind: 'done', analysis }),
      (thrown: unknown) => send({ kind: 'failed', error: toAppError(thrown) }),
    );
  });
}
