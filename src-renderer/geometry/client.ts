/**
 * The window's end of the geometry worker: a promise a file, with progress and cancel. At most two files are read
 * at once, the others wait in order. Cancelling ends the worker at once, whatever it is doing, and with it the
 * memory of half-read files; the next file gets a new one.
 */
import { CodedError } from '../../src-shared/result.ts';
import type { ModelSource, WindowModel, WorkerMessage } from './messages.ts';

export interface ReadHandlers {
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
}

interface Task {
  readonly id: number;
  readonly name: string;
  readonly source: ModelSource;
  readonly onProgress: ((fraction: number) => void) | undefined;
  readonly resolve: (model: WindowModel) => void;
  readonly reject: (reason: unknown) => void;
}

const mostWorkers = Math.max(1, Math.min(2, (navigator.hardwareConcurrency || 2) - 1));

export class GeometryClient {
  readonly #create: () => Worker;
  #idle: Worker[] = [];
  #running = new Map<Worker, Task>();
  #waiting: Task[] = [];
  #next = 1;
  #closed = false;

  constructor(create: () => Worker = createWorker) {
    this.#create = create;
  }

  /** Rejects with `CodedError` (codes of readModel, `file-unreadable`, `worker-failed`) or an AbortError. */
  read(name: string, source: ModelSource, { onProgress, signal }: ReadHandlers = {}): Promise<WindowModel> {
    return new Promise((resolve, reject) => {
      if (this.#closed || signal?.aborted) {
        reject(abortReason());
        return;
      }
      const task: Task = { id: this.#next++, name, source, onProgress, resolve, reject };
      signal?.addEventListener('abort', () => this.#cancel(task), { once: true });
      this.#waiting.push(task);
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

  #startNext(): void {
    while (this.#waiting.length > 0 && this.#running.size < mostWorkers) {
      const task = this.#waiting.shift()!;
      const worker = this.#idle.pop() ?? this.#create();
      this.#running.set(worker, task);
      worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => this.#hear(worker, task, data);
      worker.onerror = (event) => {
        event.preventDefault();
        this.#drop(worker);
        task.reject(
          new CodedError(
            'worker-failed',
            'Reading the model took more than this computer could give. Export it with a coarser mesh.',
          ),
        );
      };
      const { id, name, source } = task;
      worker.postMessage({ id, name, source }, source.kind === 'bytes' ? [source.bytes.buffer] : []);
    }
  }

  #hear(worker: Worker, task: Task, message: WorkerMessage): void {
    if (message.id !== task.id) return;
    if (message.type === 'progress') {
      task.onProgress?.(message.fraction);
      return;
    }
    this.#running.delete(worker);
    this.#idle.push(worker);
    if (message.type === 'done') task.resolve(message.model);
    else if (message.error.code === 'cancelled') task.reject(abortReason());
    else task.reject(new CodedError(message.error.code, message.error.message));
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

const createWorker = (): Worker =>
  new Worker(new URL('./geometry.worker.ts', import.meta.url), { type: 'module', name: 'geometry' });

const abortReason = () => new DOMException('Stopped before it was finished.', 'AbortError');
