/**
 * Another shape of a part, from the request to the answer: repaired, hollowed, or as its file was exported
 * again. It belongs to the part value that it was asked for, and to no other part and no other size. Changes
 * nothing: made-plate.ts and live-part.ts take it over; this file knows no plate.
 */
import { type AppError, isAbort, toAppError } from '../../../../src-shared/result.ts';
import type { GeometryClient } from '../../../geometry/client.ts';
import type { WorkerTasks } from '../../../geometry/messages.ts';

export type MakingTask = 'repair' | 'hollow';
export type PreviewTask = MakingTask | 'compare';

export type PreviewState<Task extends PreviewTask> =
  | { readonly state: 'running'; readonly fraction: number }
  | { readonly state: 'done'; readonly result: WorkerTasks[Task]['out'] }
  | { readonly state: 'failed'; readonly error: AppError };

export class Preview<Task extends PreviewTask> {
  readonly #geometry: GeometryClient;
  readonly #task: Task;
  /** The part value to which it belongs, as `partValueOf` names it. */
  #about = $state<string | null>(null);
  #state = $state.raw<PreviewState<Task> | null>(null);
  /** Whether the view shows the other shape instead of the part. */
  isAfter = $state(true);
  #abort: AbortController | null = null;

  constructor(geometry: GeometryClient, task: Task) {
    this.#geometry = geometry;
    this.#task = task;
  }

  of(about: string | null): PreviewState<Task> | null {
    return this.#about === about ? this.#state : null;
  }

  async start(about: string, input: WorkerTasks[Task]['in']): Promise<void> {
    this.dismiss();
    const abort = new AbortController();
    this.#abort = abort;
    this.#about = about;
    this.isAfter = true;
    this.#state = { state: 'running', fraction: 0 };
    try {
      const result = await this.#geometry.run(this.#task, input, {
        signal: abort.signal,
        onProgress: (fraction) => {
          if (this.#abort === abort) this.#state = { state: 'running', fraction };
        },
      });
      if (this.#abort === abort) this.#state = { state: 'done', result };
    } catch (thrown) {
      if (!isAbort(thrown) && this.#abort === abort)
        this.#state = { state: 'failed', error: toAppError(thrown) };
    }
  }

  /** Ends it, unless it is about one of these. */
  keepFor(abouts: ReadonlySet<string>): void {
    if (this.#about !== null && !abouts.has(this.#about)) this.dismiss();
  }

  /** Stops it, or closes the answer. */
  dismiss(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.#about = null;
    this.#state = null;
  }
}
