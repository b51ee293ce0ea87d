/**
 * Lets writes share one fsync of SQLite. Writes that arrive during a commit run together in the next
 * transaction and are answered when it is durable. If one of them fails, the transaction is rolled back and
 * each runs again on its own, so a failure affects no other write. PostgreSQL does this itself, for
 * transactions that run at the same time.
 */
import { hasOneWriter, type Store, type Tx, writing } from './dialect.ts';

export type Write<T> = (tx: Tx) => Promise<T>;

interface Job {
  readonly weight: number;
  readonly write: Write<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** Limits how long one transaction keeps readers waiting, and the process busy. */
const mostTogether = 64;

export class GroupCommit {
  readonly #store: Store;
  readonly #waiting: Job[] = [];
  #running = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * `write` may run several times. It must do nothing except write through its transaction.
   * @param weight how much it writes: a transaction has only so much, or a single write
   */
  commit<T>(write: Write<T>, weight = 1): Promise<T> {
    if (!hasOneWriter(this.#store)) return writing(this.#store, write);
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ write, weight, resolve: resolve as (value: unknown) => void, reject });
      if (!this.#running) {
        this.#running = true;
        setImmediate(() => void this.#drain());
      }
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const jobs = this.#next();
      try {
        const results = await writing(this.#store, async (tx) => {
          const done: unknown[] = [];
          for (const job of jobs) done.push(await job.write(tx));
          return done;
        });
        for (const [i, job] of jobs.entries()) job.resolve(results[i]);
      } catch (error) {
        if (jobs.length === 1) jobs[0]?.reject(error);
        else for (const job of jobs) await this.#alone(job);
      }
      // Lets the answers go out and further writes gather.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#running = false;
  }

  #next(): Job[] {
    let count = 0;
    for (let weight = 0; count < this.#waiting.length; count++) {
      weight += this.#waiting[count]?.weight ?? 0;
      if (count > 0 && weight > mostTogether) break;
    }
    return this.#waiting.splice(0, count);
  }

  async #alone(job: Job): Promise<void> {
    try {
      job.resolve(await writing(this.#store, job.write));
    } catch (error) {
      job.reject(error);
    }
  }
}
