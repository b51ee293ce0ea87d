/**
 * A part that is made from the selected one, from the request to the answer: what would change is shown
 * before anything does. made-plate.ts takes it over or saves it; this file knows no plate.
 */
import { type AppError, isAbort, toAppError } from '../../../../src-shared/result.ts';
import type { GeometryClient } from '../../../geometry/client.ts';
import type { WorkerTasks } from '../../../geometry/messages.ts';

export type MakingTask = 'repair' | 'hollow';

const suffixes: Readonly<Record<MakingTask, string>> = { repair: 'repaired', hollow: 'hollow' };

/** The name of the new part as STL. */
export const madeName = (name: string, task: MakingTask): string => {
  const word = ` (${suffixes[task]})`;
  return `${name.replace(/\.[^.]+$/, '').replace(word, '') || name}${word}.stl`;
};

export type OfferState<Task extends MakingTask = MakingTask> =
  | { readonly state: 'running'; readonly fraction: number }
  | { readonly state: 'offered'; readonly result: WorkerTasks[Task]['out'] }
  | { readonly state: 'failed'; readonly error: AppError };

export class MadeOffer<Task extends MakingTask = MakingTask> {
  readonly #geometry: GeometryClient;
  readonly #task: Task;
  /** SHA-256 of the file from which it is made. */
  #about = $state<string | null>(null);
  #state = $state.raw<OfferState<Task> | null>(null);
  /** Whether the view shows the new part instead of the file's. */
  #isAfter = $state(true);
  #abort: AbortController | null = null;

  constructor(geometry: GeometryClient, task: Task) {
    this.#geometry = geometry;
    this.#task = task;
  }

  of(sha256: string): OfferState<Task> | null {
    return this.#about === sha256 ? this.#state : null;
  }

  get isAfter(): boolean {
    return this.#isAfter;
  }
  set isAfter(after: boolean) {
    this.#isAfter = after;
  }

  async start(sha256: string, input: WorkerTasks[Task]['in']): Promise<void> {
    this.dismiss();
    const abort = new AbortController();
    this.#abort = abort;
    this.#about = sha256;
    this.#isAfter = true;
    this.#state = { state: 'running', fraction: 0 };
    try {
      const result = await this.#geometry.run(this.#task, input, {
        signal: abort.signal,
        onProgress: (fraction) => {
          if (this.#abort === abort) this.#state = { state: 'running', fraction };
        },
      });
      if (this.#abort === abort) this.#state = { state: 'offered', result };
    } catch (thrown) {
      if (!isAbort(thrown) && this.#abort === abort)
        this.#state = { state: 'failed', error: toAppError(thrown) };
    }
  }

  /** Stops it, or discards the offer. */
  dismiss(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.#about = null;
    this.#state = null;
  }
}
