/**
 * The window's side of the geometry worker: one promise per task, with progress and cancellation. A few tasks
 * run at once; the rest queue, those a person is waiting for first. Cancelling terminates the worker and
 * frees the memory of half-read files; the next task gets a new worker.
 */
import { geometryError } from '../../src-shared/geometry/geometry-text.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { toCodedError } from '../../src-shared/result.ts';
import type {
  ModelSource,
  Picture,
  WindowModel,
  WorkerMessage,
  WorkerRequest,
  WorkerTask,
  WorkerTasks,
} from './messages.ts';
import { seldom } from './seldom.ts';

export interface TaskHandlers {
  /** Called when the task reaches the front of the queue. */
  readonly onStart?: () => void;
  /** Called a few times a second. */
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
}

interface Task {
  readonly id: number;
  readonly request: WorkerRequest;
  readonly onStart: (() => void) | undefined;
  readonly onProgress: ((fraction: number) => void) | undefined;
  readonly resolve: (output: never) => void;
  readonly reject: (reason: unknown) => void;
}

const mostWorkers = Math.max(1, Math.min(2, (navigator.hardwareConcurrency || 2) - 1));

/** A person asked for these and waits, so they go before tasks that Fabdesk started by itself. */
const asked: ReadonlySet<WorkerTask> = new Set([
  'repair',
  'hollow',
  'split',
  'turn',
  'resting-sides',
  'draw-walls',
  'relate',
  'write-3mf',
] satisfies WorkerTask[]);

export class GeometryClient {
  readonly #create: () => Worker;
  readonly #most: number;
  readonly #onPicture: (picture: Picture) => void;
  #idle: Worker[] = [];
  #running = new Map<Worker, Task>();
  #waiting: Task[] = [];
  #next = 1;
  #closed = false;

  /** `most` tasks run at once. `onPicture` is called for each part some time after it was read. */
  constructor(
    create: () => Worker,
    {
      most = mostWorkers,
      onPicture = () => {},
    }: { most?: number; onPicture?: (picture: Picture) => void } = {},
  ) {
    this.#create = create;
    this.#most = most;
    this.#onPicture = onPicture;
  }

  /** Loads a worker before there is anything to do, so that the first file does not wait for it. */
  warmUp(): void {
    if (this.#idle.length === 0 && this.#running.size === 0) this.#idle.push(this.#create());
  }

  /** Rejects with `CodedError` (codes of readModel, `file-unreadable`, `worker-failed`) or an AbortError. */
  read(name: string, source: ModelSource, handlers: TaskHandlers = {}): Promise<WindowModel> {
    return this.run('read', { name, source }, handlers);
  }

  /** Rejects with `CodedError` (codes of the task, `worker-failed`) or an AbortError. */
  run<T extends WorkerTask>(
    task: T,
    input: WorkerTasks[T]['in'],
    { onStart, onProgress, signal }: TaskHandlers = {},
  ): Promise<WorkerTasks[T]['out']> {
    return new Promise((resolve, reject) => {
      if (this.#closed || signal?.aborted) {
        reject(abortReason());
        return;
      }
      const id = this.#next++;
      const request = { id, task, input } as WorkerRequest;
      const progress = onProgress && seldom(onProgress);
      const waiting: Task = { id, request, onStart, onProgress: progress, resolve, reject };
      signal?.addEventListener('abort', () => this.#cancel(waiting), { once: true });
      if (asked.has(task)) this.#waiting.splice(this.#firstInBackground(), 0, waiting);
      else this.#waiting.push(waiting);
      this.#startNext();
    });
  }

  close(): void {
    this.#closed = true;
    for (const task of this.#waiting.splice(0)) task.reject(abortReason());
    for (const [worker, task] of this.#running) {
      worker.terminate();
      task.reject(abortReason());
    }
    for (const worker of this.#idle.splice(0)) worker.terminate();
    this.#running.clear();
  }

  /** The place behind all waiting tasks for which a person waits. */
  #firstInBackground(): number {
    const first = this.#waiting.findIndex(({ request }) => !asked.has(request.task));
    return first < 0 ? this.#waiting.length : first;
  }

  #startNext(): void {
    while (this.#waiting.length > 0 && this.#running.size < this.#most) {
      const task = this.#waiting.shift()!;
      const worker = this.#idle.pop() ?? this.#create();
      this.#running.set(worker, task);
      task.onStart?.();
      worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => this.#hear(worker, task, data);
      worker.onerror = (event) => {
        event.preventDefault();
        this.#drop(worker);
        task.reject(geometryError('worker-failed', ref('geometry.outOfMemory')));
      };
      const { request } = task;
      const source = request.task === 'read' ? request.input.source : null;
      worker.postMessage(request, source?.kind === 'bytes' ? [source.bytes.buffer] : []);
    }
  }

  #hear(worker: Worker, task: Task, message: WorkerMessage): void {
    if (message.id !== task.id) return;
    if (message.type === 'progress') {
      task.onProgress?.(message.fraction);
      return;
    }
    if (message.type === 'picture') {
      if (message.picture) this.#onPicture(message.picture);
      this.#release(worker, task);
      return;
    }
    if (message.type !== 'done' || message.isLast) this.#release(worker, task);
    if (message.type === 'done') task.resolve(message.output as never);
    else if (message.error.code === 'cancelled') task.reject(abortReason());
    else task.reject(toCodedError(message.error));
  }

  #release(worker: Worker, task: Task): void {
    this.#running.delete(worker);
    // The simplifier's memory, hundreds of megabytes for a large part, ends only with its worker.
    if (task.request.task === 'simplify') worker.terminate();
    else this.#idle.push(worker);
    this.#startNext();
  }

  #cancel(task: Task): void {
    const place = this.#waiting.indexOf(task);
    if (place >= 0) this.#waiting.splice(place, 1);
    for (const [worker, running] of this.#running) if (running === task) this.#drop(worker);
    task.reject(abortReason());
  }

  #drop(worker: Worker): void {
    worker.terminate();
    this.#running.delete(worker);
    this.#startNext();
  }
}

const abortReason = () => new DOMException('Stopped before it was finished.', 'AbortError');
