/**
 * Keeps long work responsive: reports progress about fifty times, yields to messages about thirty times a
 * second, and stops when the caller aborts. Readers and checks call `step` once per block.
 */
import type { ReadOptions } from '../geometry.ts';
import { letOthersRun, monotonicNow } from './platform.ts';

/** Longest stretch of work without handling messages, ms. */
const stretch = 30;

/** The error with which reading, measuring or checking ends after the caller aborted its signal. */
class AbortError extends Error {
  constructor() {
    super('Stopped before it was finished.');
    this.name = 'AbortError';
  }
}

/** State shared by all parts of one piece of work, so that progress never runs backwards. */
interface Course {
  reported: number;
  yieldedAt: number;
}

export class TaskProgress {
  readonly #options: ReadOptions;
  readonly #from: number;
  readonly #to: number;
  readonly #course: Course;

  /** `from` and `to` map this piece of work onto the whole (0 to 1). */
  constructor(options: ReadOptions = {}, from = 0, to = 1, course?: Course) {
    this.#options = options;
    this.#from = from;
    this.#to = to;
    this.#course = course ?? { reported: -1, yieldedAt: monotonicNow() };
    this.#stopIfAborted();
  }

  /** Progress and cancellation of the same caller, for a part of this work. */
  part(from: number, to: number): TaskProgress {
    const span = this.#to - this.#from;
    return new TaskProgress(this.#options, this.#from + span * from, this.#from + span * to, this.#course);
  }

  /** `fraction` of this piece of work that is done, 0 to 1. */
  async step(fraction: number): Promise<void> {
    this.#stopIfAborted();
    const course = this.#course;
    const overall = this.#from + (this.#to - this.#from) * Math.min(1, Math.max(0, fraction));
    if (overall - course.reported >= 0.02 || (overall >= 1 && course.reported < 1)) {
      course.reported = overall;
      this.#options.onProgress?.(overall);
    }
    if (monotonicNow() - course.yieldedAt < stretch) return;
    await letOthersRun();
    course.yieldedAt = monotonicNow();
    this.#stopIfAborted();
  }

  #stopIfAborted(): void {
    if (this.#options.signal?.aborted) throw new AbortError();
  }
}
