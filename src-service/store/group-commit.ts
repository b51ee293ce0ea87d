/**
 * Lets writes share one fsync. Writes that arrive during a commit run together in the next transaction and are
 * answered when it is durable. If one of them fails, the transaction is rolled back and each runs again on its
 * own, so a failure affects no other write.
 */
import type { Transaction } from 'kysely';
import type { Store } from './database.ts';
import type { Database } from './schema.ts';

export type Write<T> = (tx: Transaction<Database>) => Promise<T>;

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
   * `write` may run twice. It must do nothing except write through its transaction.
   * @param weight how much it writes: a transaction has only so much, or a single write
   */
  commit<T>(write: Write<T>, weight = 1): Promise<T> {
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
        const results = await this.#store.transaction().execute(async (tx) => {
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
      job.resolve(await this.#store.transaction().execute(job.write));
    } catch (error) {
      job.reject(error);
    }
  }
}
