import type { AppError, Result } from '../../src-shared/result.ts';
import type { AppState } from '../app-state.svelte.ts';

/** An answer of the application that a component shows, and why the last call failed. */
export class Loaded<T> {
  readonly #app: Pick<AppState, 'notices'>;
  readonly #ask: () => Promise<Result<T>>;
  /** The last good answer; null until the first. */
  value = $state.raw<T | null>(null);
  problem = $state.raw<AppError | null>(null);

  constructor(app: Pick<AppState, 'notices'>, ask: () => Promise<Result<T>>) {
    this.#app = app;
    this.#ask = ask;
  }

  async load(): Promise<void> {
    const result = await this.#ask();
    if (result.ok) this.value = result.value;
    this.problem = result.ok ? null : result.error;
  }

  /** For a button beside the problem: says it once more if it is still there. */
  async tryAgain(): Promise<void> {
    await this.load();
    if (this.problem !== null) this.#app.notices.addError(this.problem);
  }
}
