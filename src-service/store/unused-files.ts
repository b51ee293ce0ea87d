/**
 * Removes files that nothing refers to, although other processes of the service may be storing the same
 * content at this moment. A content without references gets a row in `unused_file`, and is removed when the
 * row is `graceMs` old. Before storing a content, its row here is deleted. Another process could remove the
 * content then only if a new row became old enough, which takes longer than storing a file may take. A
 * removal that may still be on its way to the storage keeps its row, so that nobody stores the content before
 * the removal has arrived or can no longer be executed.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../fault.ts';
import { type FileStore, filesAway } from '../files/file-store.ts';
import { type Store, writing } from './dialect.ts';
import { isReferred, referredAmong } from './references.ts';

/** How long a removal may still be executed after a lost connection. Until then nobody stores its content */
const claimMs = 2 * 60_000;
/** How long storing a content waits for its removal to end. */
const patienceMs = 3_000;

export class UnusedFiles {
  readonly #store: Store;
  readonly #files: FileStore;
  readonly #graceMs: number;
  /** The last work on each content: in this process, storing and removing a content must not overlap. */
  readonly #turns = new Map<string, Promise<unknown>>();
  #isClosed = false;

  /** @param graceMs 0 if no other process uses the files */
  constructor(store: Store, files: FileStore, graceMs: number) {
    this.#store = store;
    this.#files = files;
    this.#graceMs = graceMs;
  }

  /** Waits for what is running, and begins nothing more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#turns.values());
  }

  /**
   * Runs `store`, which makes the content durable and then refers to it, while nobody removes the content.
   * Files that are not referred to afterwards are removed. @throws Fault 503 if it takes too long
   */
  async storing<T>(sha256: string, put: () => Promise<void>, refer: () => Promise<T>): Promise<T> {
    try {
      return await this.#inTurn(sha256, async () => {
        const began = Date.now();
        await this.#reclaim(sha256);
        await put();
        if (this.#graceMs > 0 && Date.now() - began > this.#graceMs / 2) throw filesAway();
        return await refer();
      });
    } catch (error) {
      // If this cannot be noted, the next search finds the content. While the files cannot be reached,
      // nothing is removed: the client will soon send the same content again.
      const isAway = error instanceof Fault && error.status === 503;
      await (isAway ? this.#note([sha256]) : this.release([sha256])).catch(() => undefined);
      throw error;
    }
  }

  /** To be called when references to these contents were removed. */
  async release(contents: Iterable<string>): Promise<void> {
    const unused = await this.#note([...contents]);
    if (this.#graceMs > 0) return;
    for (const sha256 of unused) await this.#remove(sha256).catch(() => undefined);
  }

  /** Makes a row for each of these contents that nothing refers to. @returns them */
  async #note(contents: readonly string[]): Promise<string[]> {
    const referred = await referredAmong(this.#store, contents);
    const unused = contents.filter((sha256) => !referred.has(sha256));
    if (unused.length === 0) return [];
    const since = Date.now();
    await this.#store
      .insertInto('unused_file')
      .values(unused.map((sha256) => ({ sha256, since, claim: null, claimed_at: null })))
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute();
    return unused;
  }

  async removeDue(): Promise<void> {
    const now = Date.now();
    const due = await this.#store
      .selectFrom('unused_file')
      .select('sha256')
      .where('since', '<=', now - this.#graceMs)
      .where((eb) => eb.or([eb('claimed_at', 'is', null), eb('claimed_at', '<=', now - claimMs)]))
      .orderBy('since')
      .limit(1000)
      .execute();
    for (const { sha256 } of due) {
      if (this.#isClosed) return;
      await this.#remove(sha256);
    }
  }

  /** Finds all contents without references. One that was stored a moment ago may yet get its reference. */
  async search(): Promise<void> {
    let batch: string[] = [];
    const releaseBatch = async () => {
      await this.release(batch);
      batch = [];
    };
    for await (const { sha256, storedAt } of this.#files.list()) {
      if (this.#isClosed) return;
      if (storedAt <= Date.now() - this.#graceMs) batch.push(sha256);
      if (batch.length === 500) await releaseBatch();
    }
    await releaseBatch();
  }

  #remove(sha256: string): Promise<void> {
    return this.#inTurn(sha256, async () => {
      const claim = randomUUID();
      const now = Date.now();
      const isClaimed = await writing(this.#store, async (tx) => {
        const row = await tx
          .selectFrom('unused_file')
          .selectAll()
          .where('sha256', '=', sha256)
          .executeTakeFirst();
        if (!row || (row.claimed_at !== null && row.claimed_at > now - claimMs)) return false;
        if (await isReferred(tx, sha256)) {
          await tx.deleteFrom('unused_file').where('sha256', '=', sha256).execute();
          return false;
        }
        await tx
          .updateTable('unused_file')
          .set({ claim, claimed_at: now })
          .where('sha256', '=', sha256)
          .execute();
        return true;
      });
      if (!isClaimed) return;
      if (await this.#files.remove(sha256)) await this.#dropRow(sha256, claim);
      else
        await this.#store
          .updateTable('unused_file')
          .set({ claim: null, claimed_at: null })
          .where('sha256', '=', sha256)
          .where('claim', '=', claim)
          .execute();
    });
  }

  /** Deletes the row of a content, or waits for its removal. */
  async #reclaim(sha256: string): Promise<void> {
    const until = Date.now() + patienceMs;
    for (;;) {
      const row = await this.#store
        .selectFrom('unused_file')
        .selectAll()
        .where('sha256', '=', sha256)
        .executeTakeFirst();
      if (!row) return;
      if ((row.claimed_at ?? 0) <= Date.now() - claimMs) await this.#dropRow(sha256, row.claim);
      else if (Date.now() > until) throw filesAway();
      else await sleep(100);
    }
  }

  async #dropRow(sha256: string, claim: string | null): Promise<void> {
    await this.#store
      .deleteFrom('unused_file')
      .where('sha256', '=', sha256)
      .where('claim', claim === null ? 'is' : '=', claim)
      .execute();
  }

  #inTurn<T>(sha256: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(sha256) ?? Promise.resolve();
    const result = before.catch(() => undefined).then(work);
    this.#turns.set(sha256, result);
    const end = () => {
      if (this.#turns.get(sha256) === result) this.#turns.delete(sha256);
    };
    result.then(end, end);
    return result;
  }
}
