/**
 * Storing and removing the same content must not overlap: what is stored is referred to a moment later, and whoever removes
 * contents in between would find no reference. Within one process they wait for each other; several processes take a lock
 * of the database for the content.
 */
import { sql } from 'kysely';
import type { Store } from './dialect.ts';

export interface ContentOrder {
  /** Runs the work when no other work on the same content runs. */
  run<T>(sha256: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when no work is running. */
  idle(): Promise<void>;
}

export class OwnContentOrder implements ContentOrder {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(_sha256: string, work: () => Promise<T>): Promise<T> {
    const result = this.#last.catch(() => undefined).then(work);
    this.#last = result;
    return result;
  }

  async idle(): Promise<void> {
    await this.#last.catch(() => undefined);
  }
}

/** Each work holds a connection while it waits for another one, so there must be more connections than this. */
const mostAtOnce = 4;

export class SharedContentOrder implements ContentOrder {
  readonly #store: Store;
  readonly #running = new Set<Promise<unknown>>();
  readonly #waiting: (() => void)[] = [];
  #free = mostAtOnce;

  constructor(store: Store) {
    this.#store = store;
  }

  async run<T>(sha256: string, work: () => Promise<T>): Promise<T> {
    const running = this.#inTurn(() => this.#locked(sha256, work));
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  async idle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((next) => this.#waiting.push(next));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  /** The lock belongs to the connection, so that it ends with it. */
  #locked<T>(sha256: string, work: () => Promise<T>): Promise<T> {
    const lock = sql`${BigInt.asIntN(64, BigInt(`0x${sha256.slice(0, 16)}`)).toString()}::bigint`;
    return this.#store.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${lock})`.execute(connection);
      try {
        return await work();
      } finally {
        await sql`select pg_advisory_unlock(${lock})`.execute(connection).catch(() => undefined);
      }
    });
  }
}
