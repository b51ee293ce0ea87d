/** Closes what has been opened, the last first: `AsyncDisposableStack`, which Node 22 does not have. */
export class ClosingStack {
  readonly #closers: (() => unknown)[] = [];
  #closed: Promise<void> | null = null;

  /** @param close runs when the stack is closed, before those that were added earlier */
  add(close: () => unknown): void {
    this.#closers.push(close);
  }

  /** Closes everything, even if a part fails. Rejects with the first failure. Later calls wait for it. */
  close(): Promise<void> {
    this.#closed ??= this.#closeAll();
    return this.#closed;
  }

  async #closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** Runs `open`, which adds what it opens to the stack. If it rejects, all of that is closed. */
export async function opening<T>(open: (closing: ClosingStack) => Promise<T>): Promise<T> {
  const closing = new ClosingStack();
  try {
    return await open(closing);
  } catch (error) {
    await closing.close().catch(() => undefined);
    throw error;
  }
}
