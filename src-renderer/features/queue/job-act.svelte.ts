/** One act of a dialog: runs at most once at a time, closes on success, keeps the error in sight otherwise. */
import type { AppError, Result } from '../../../src-shared/result.ts';

export class JobAct {
  #busy = $state(false);
  #problem = $state.raw<AppError | null>(null);

  get busy(): boolean {
    return this.#busy;
  }

  get problem(): AppError | null {
    return this.#problem;
  }

  async run(act: () => Promise<Result<unknown>>, onsuccess: () => void): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    this.#problem = null;
    const result = await act();
    this.#busy = false;
    if (result.ok) onsuccess();
    else this.#problem = result.error;
  }
}
