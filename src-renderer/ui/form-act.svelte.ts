/**
 * The action of a dialog: runs at most once at a time, continues with its result, and otherwise keeps the
 * error visible.
 */
import type { AppError, Result } from '../../src-shared/result.ts';

export class FormAct {
  busy = $state(false);
  problem = $state.raw<AppError | null>(null);

  async run<T>(act: () => Promise<Result<T>>, onsuccess: (value: T) => void): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    const result = await act();
    this.busy = false;
    if (result.ok) onsuccess(result.value);
    else this.problem = result.error;
  }
}
