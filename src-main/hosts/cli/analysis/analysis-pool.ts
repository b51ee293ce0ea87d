/**
 * Analyses many files and returns the results in the order of the files. If there is enough work, it uses
 * worker threads on every core; a file that kills its thread fails alone.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { toAppError } from '../../../../src-shared/result.ts';
import { mainProblem } from '../../../main-error.ts';
import { type FileFailure, isFailure, type ModelFile } from '../input/model-files.ts';
import { type Analysis, analyseFile } from './analyse.ts';
import type { ThreadMessage, ThreadTask } from './analyse-thread.ts';
import type { Thorough } from './thorough.ts';
import { analyseThread, setThreadEntry } from './thread-name.ts';

export type Analysed = { readonly file: string; readonly source: ModelFile; readonly analysis: Analysis };

export interface AnalyseOptions {
  readonly signal: AbortSignal;
  /** The current file, its number from 1, and its progress (0 to 1). */
  readonly onProgress?: (file: string, number: number, fraction: number) => void;
  readonly workerEntry?: URL;
  /** Maximum number of threads; by default the number of cores. */
  readonly threads?: number;
  /** Checks beyond the quick ones; by default none. */
  readonly thorough?: Thorough | null;
  /** Whether to draw a picture of each part. */
  readonly picture?: boolean;
}

/** Below this size, a thread costs more time than it saves. Bytes. */
const worthThreads = 8_000_000;

/** Failures are returned in their place. Ends early, with what is finished, once `signal` is aborted. */
export async function* analyseEach(
  entries: readonly (ModelFile | FileFailure)[],
  options: AnalyseOptions,
): AsyncGenerator<Analysed | FileFailure> {
  const files = entries.filter((entry): entry is ModelFile => !isFailure(entry));
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const threads = Math.min(options.threads ?? availableParallelism(), files.length);
  const { workerEntry } = options;
  yield* threads > 1 && workerEntry !== undefined && total >= worthThreads
    ? analyseInThreads(entries, workerEntry, threads, options)
    : analyseHere(entries, options);
}

async function* analyseHere(
  entries: readonly (ModelFile | FileFailure)[],
  { signal, onProgress, workerEntry, threads, thorough = null, picture = false }: AnalyseOptions,
): AsyncGenerator<Analysed | FileFailure> {
  const canShare = workerEntry !== undefined && (threads ?? availableParallelism()) > 1;
  // Also for a thorough check that comes later: that of an order, or of a hollowed part.
  setThreadEntry(canShare ? workerEntry : null);
  for (const [at, entry] of entries.entries()) {
    if (signal.aborted) return;
    if (isFailure(entry)) {
      yield entry;
      continue;
    }
    onProgress?.(entry.file, at + 1, 0);
    try {
      const analysis = await analyseFile(
        entry,
        { signal, onProgress: (fraction) => onProgress?.(entry.file, at + 1, fraction) },
        thorough,
        picture,
      );
      yield { file: entry.file, source: entry, analysis };
    } catch (thrown) {
      if (signal.aborted) return;
      yield { file: entry.file, error: toAppError(thrown) };
    }
  }
}

async function* analyseInThreads(
  entries: readonly (ModelFile | FileFailure)[],
  entryUrl: URL,
  threads: number,
  { signal, onProgress, thorough = null, picture = false }: AnalyseOptions,
): AsyncGenerator<Analysed | FileFailure> {
  const results = entries.map(() => Promise.withResolvers<Analysed | FileFailure | null>());
  let next = 0;
  let stopped = false;
  const workers = new Set<Worker>();

  /**
   * The work of one thread: takes the next file until there is none. A thread that died is replaced for its
   * next file.
   */
  const lane = async (): Promise<void> => {
    let worker: Worker | null = null;
    while (!stopped && next < entries.length) {
      const at = next++;
      const entry = entries[at];
      if (entry === undefined || isFailure(entry)) {
        results[at]?.resolve(entry ?? null);
        continue;
      }
      worker ??= startWorker(entryUrl, workers);
      const outcome = await analyseIn(worker, { file: entry, thorough, picture }, (fraction) =>
        onProgress?.(entry.file, at + 1, fraction),
      );
      if (outcome.died) worker = null;
      results[at]?.resolve(stopped ? null : outcome.result);
    }
    await worker?.terminate();
  };
  const stop = (): void => {
    stopped = true;
    for (const worker of workers) void worker.terminate();
    for (const result of results) result.resolve(null);
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const lanes = Array.from({ length: threads }, lane);
  try {
    for (const { promise } of results) {
      const result = await promise;
      if (result === null) return;
      yield result;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await Promise.all(lanes);
  }
}

function startWorker(entryUrl: URL, workers: Set<Worker>): Worker {
  const worker = new Worker(entryUrl, { workerData: analyseThread });
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
  return worker;
}

const diedError = mainProblem('file-too-large', ref('cli.file.tooLarge'));

function analyseIn(
  worker: Worker,
  task: ThreadTask,
  onProgress: (fraction: number) => void,
): Promise<{ result: Analysed | FileFailure; died: boolean }> {
  const source = task.file;
  const { file } = source;
  return new Promise((resolve) => {
    const finish = (result: Analysed | FileFailure, died: boolean): void => {
      worker.off('message', onMessage);
      worker.off('error', onDeath);
      worker.off('exit', onDeath);
      // A late error of a thread that was already given up must not end the process.
      if (died) worker.on('error', () => {});
      resolve({ result, died });
    };
    const onMessage = (message: ThreadMessage): void => {
      if (message.kind === 'progress') onProgress(message.fraction);
      else if (message.kind === 'done') finish({ file, source, analysis: message.analysis }, false);
      else finish({ file, error: message.error }, false);
    };
    const onDeath = (): void => finish({ file, error: diedError }, true);
    worker.on('message', onMessage);
    worker.once('error', onDeath);
    worker.once('exit', onDeath);
    worker.postMessage(task);
  });
}
