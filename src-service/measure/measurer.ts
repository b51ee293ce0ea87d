/**
 * Measures stored files and makes customised ones, a few at a time, on threads of their own. A file that
 * takes too long or kills its thread is answered as unreadable; the others go on.
 */
import type { HashedContent } from '../files/hashing.ts';
import type { Arrival } from './arrival.ts';
import type { MeasuredFile, UnreadableFile } from './measured-file.ts';
import type { ThreadAnswer, ThreadRequest } from './messages.ts';
import { Thread } from './thread.ts';

type Request = Extract<ThreadRequest, { kind: 'measure' | 'customise' }>;
type Result = Extract<ThreadAnswer, { kind: 'measured' | 'customised' }>['result'];

interface Job {
  readonly request: Request;
  readonly resolve: (result: Result) => void;
  /** Set for a file that is still arriving; such a job gives way to every other one. */
  readonly arrival?: Arrival;
}

interface Slot {
  readonly thread: Thread;
  job: Job | null;
  timer: NodeJS.Timeout | null;
}

const stopped: UnreadableFile = { error: { code: 'stopped', message: 'The service was stopped.' } };

/** How long one file may take. A million triangles take about a second. */
const patienceMs = 120_000;

export class Measurer {
  readonly #slots: Slot[] = [];
  readonly #waiting: Job[] = [];
  #nextId = 1;
  #closed = false;

  constructor(threads: number) {
    for (let i = 0; i < threads; i++) this.#slots.push(this.#makeSlot());
  }

  /** Always resolves; after `close` with an error, which the next start of the service replaces. */
  measure(path: string, fileName: string): Promise<MeasuredFile> {
    return this.#run({ kind: 'measure', id: this.#nextId++, path, fileName }) as Promise<MeasuredFile>;
  }

  /**
   * Measures a binary STL of `size` bytes while it arrives at `path`, as long as a thread has nothing else to
   * do. Null if the measurement did not finish; the result is valid only for exactly this size.
   */
  async measureAhead(path: string, size: number, arrival: Arrival): Promise<MeasuredFile | null> {
    const slot = this.#slots.find((candidate) => candidate.job === null);
    if (this.#closed || slot === undefined) return null;
    const ahead = { size, arrival: arrival.memory };
    const request = { kind: 'measure', id: this.#nextId++, path, fileName: 'ahead.stl', ahead } as const;
    const result = await new Promise<Result>((resolve) => this.#give(slot, { request, resolve, arrival }));
    return 'error' in result ? null : (result as MeasuredFile);
  }

  /** Writes the file of a customised product to `target`. Resolves like `measure`. */
  customise(
    customisation: Omit<Extract<ThreadRequest, { kind: 'customise' }>, 'kind' | 'id'>,
  ): Promise<HashedContent | UnreadableFile> {
    return this.#run({ kind: 'customise', id: this.#nextId++, ...customisation }) as Promise<
      HashedContent | UnreadableFile
    >;
  }

  #run(request: Request): Promise<Result> {
    if (this.#closed) return Promise.resolve(stopped);
    return new Promise((resolve) => {
      this.#waiting.push({ request, resolve });
      this.#assign();
      // Reading ahead must not keep a request waiting.
      if (this.#waiting.length > 0) for (const slot of this.#slots) slot.job?.arrival?.abandon();
    });
  }

  /** How many files it measures at once. */
  get threads(): number {
    return this.#slots.length;
  }

  get closed(): boolean {
    return this.#closed;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const unfinished = [...this.#waiting.splice(0), ...this.#slots.flatMap((slot) => slot.job ?? [])];
    for (const slot of this.#slots) {
      if (slot.timer) clearTimeout(slot.timer);
      slot.job = null;
    }
    await Promise.all(this.#slots.map((slot) => slot.thread.stop()));
    for (const job of unfinished) job.resolve(stopped);
  }

  #makeSlot(): Slot {
    const slot: Slot = {
      job: null,
      timer: null,
      thread: new Thread({
        onAnswer: (answer) => {
          const isResult = answer.kind === 'measured' || answer.kind === 'customised';
          if (!isResult || answer.id !== slot.job?.request.id) return;
          // A picture decoder may keep its memory, so its thread is stopped; the next job starts a new one.
          if (answer.kind === 'customised') void slot.thread.stop();
          this.#finish(slot, answer.result);
        },
        onDeath: () =>
          this.#finish(slot, {
            error: {
              code: 'file-too-large',
              message: 'The model is too large for this service. Export it with a coarser mesh.',
            },
          }),
      }),
    };
    return slot;
  }

  #assign(): void {
    if (this.#closed) return;
    for (const slot of this.#slots) {
      if (slot.job) continue;
      const job = this.#waiting.shift();
      if (!job) return;
      this.#give(slot, job);
    }
  }

  #give(slot: Slot, job: Job): void {
    slot.job = job;
    slot.timer = setTimeout(() => void this.#giveUp(slot), patienceMs);
    slot.timer.unref();
    slot.thread.send(job.request);
  }

  async #giveUp(slot: Slot): Promise<void> {
    await slot.thread.stop();
    const message = 'The model takes too long to be measured. Export it with a coarser mesh.';
    this.#finish(slot, { error: { code: 'too-slow', message } });
  }

  #finish(slot: Slot, result: Result): void {
    const job = slot.job;
    if (slot.timer) clearTimeout(slot.timer);
    slot.timer = null;
    slot.job = null;
    job?.resolve(result);
    this.#assign();
  }
}
