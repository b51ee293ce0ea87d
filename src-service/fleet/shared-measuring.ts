/**
 * Measuring as the work of several processes. A file without measures waits. A process measures it under a
 * lock, which PostgreSQL releases when the process ends, so the files of one that died are free at once.
 * Measures depend on the file alone, so it does no harm if two processes measure the same.
 */
import { sql } from 'kysely';
import type { MeasuredFile } from '../measure/measured-file.ts';
import type { Measurer } from '../measure/measurer.ts';
import type { Store, Tx } from '../store/dialect.ts';
import { aheadOf, keyOf, type Measuring, measureStored, orAfter, writeMeasures } from '../store/measuring.ts';
import type { ModelFileRow } from '../store/models.ts';
import type { StoredUpload, Uploads } from '../store/uploads.ts';
import type { SharedProcesses } from './shared-processes.ts';

/** When a file is tried again that could not be fetched, or whose measures could not be stored, ms. */
const postponeMs = 5_000;
/** A message announces each file that waits. This finds those of a process that died, ms. */
const claimEvery = 2_000;
/** How often a result is looked up, in case its message was lost, ms. */
const askEvery = 1_000;
/** A file that ended so many processes is not given to another one. */
const mostTries = 5;
const mostCandidates = 100;

type WaitingFile = Pick<ModelFileRow, 'model_id' | 'version'>;

/** Whether a process of this database holds the lock of the file `f`. */
const isLocked = sql`exists (
  select from pg_locks l where l.locktype = 'advisory' and l.objsubid = 2 and l.classid = f.model_id::oid
    and l.objid = f.version::oid and l.database = (select oid from pg_database where datname = current_database())
)`;
const waitingFiles = sql`model_file f join model m on m.model_id = f.model_id
  where f.geometry_json is null and m.deleted_at is null`;

const givenUp: MeasuredFile = {
  error: {
    code: 'measure-failed',
    message: 'The model could not be measured. Export it with a coarser mesh.',
  },
};

export class SharedMeasuring implements Measuring {
  readonly #store: Store;
  readonly #uploads: Uploads;
  readonly #measurer: Measurer;
  readonly #processes: SharedProcesses;
  readonly #measures: boolean;
  /** The callers that wait for measures in this process, by `modelId/version`. */
  readonly #waiting = new Map<string, Set<() => void>>();
  /** The files that this process measures. */
  readonly #running = new Map<string, Promise<void>>();
  /** When this process may try a file again, by `performance.now()`. */
  readonly #postponed = new Map<string, number>();
  readonly #timer: NodeJS.Timeout | undefined;
  #isClaiming = false;
  #isClosed = false;

  /** @param measures false: another process measures, and this one waits for the result */
  constructor(
    store: Store,
    uploads: Uploads,
    measurer: Measurer,
    processes: SharedProcesses,
    measures: boolean,
  ) {
    this.#store = store;
    this.#uploads = uploads;
    this.#measurer = measurer;
    this.#processes = processes;
    this.#measures = measures;
    processes.on('measured', (key) => this.#answer(key));
    if (!measures) return;
    processes.on('measure', () => this.#claim());
    this.#timer = setInterval(() => this.#claim(), claimEvery).unref();
  }

  async enqueue(tx: Tx, file: ModelFileRow, upload: StoredUpload): Promise<void> {
    if (this.#aheadOf(file, upload) === undefined) await this.#processes.say('measure', '', tx);
  }

  begin(file: ModelFileRow, upload: StoredUpload): void {
    const ahead = this.#aheadOf(file, upload);
    if (ahead === undefined) return;
    this.#run(file, async () => {
      await this.#processes.lock(file.model_id, file.version);
      const result = await ahead;
      if (result !== null) await this.#finish(file, result);
    });
  }

  /** The measures that this process has begun to take while the file arrived. */
  #aheadOf(file: ModelFileRow, upload: StoredUpload): StoredUpload['ahead'] {
    return this.#measures ? aheadOf(file, upload) : undefined;
  }

  async wait(modelId: number, version: number, ms: number): Promise<void> {
    const file = { model_id: modelId, version };
    const until = performance.now() + ms;
    for (;;) {
      const answered = Promise.withResolvers<void>();
      const waiting = this.#waiting.get(keyOf(file)) ?? new Set();
      this.#waiting.set(keyOf(file), waiting.add(answered.resolve));
      // Looked up after listening has begun, so that no answer is missed.
      if (await this.#isMeasured(file).catch(() => false)) this.#answer(keyOf(file));
      const left = until - performance.now();
      await orAfter(Math.max(0, Math.min(left, askEvery)), answered.promise);
      if (!waiting.has(answered.resolve)) return;
      waiting.delete(answered.resolve);
      if (waiting.size === 0) this.#waiting.delete(keyOf(file));
      if (left <= askEvery) return;
    }
  }

  async resume(): Promise<void> {
    this.#claim();
  }

  async count() {
    const { rows } = await sql<{ files: number; running: number }>`
      select count(*) as files, count(*) filter (where ${isLocked}) as running from ${waitingFiles}
    `.execute(this.#store);
    const { files = 0, running = 0 } = rows[0] ?? {};
    return { waiting: files - running, running };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await Promise.allSettled(this.#running.values());
    // Others go on with the files that this process has left, and find them even without the message.
    if (this.#measures) await this.#processes.say('measure').catch(() => undefined);
  }

  async #isMeasured({ model_id, version }: WaitingFile): Promise<boolean> {
    const row = await this.#store
      .selectFrom('model_file')
      .select('version')
      .where('model_id', '=', model_id)
      .where('version', '=', version)
      .where('geometry_json', 'is not', null)
      .executeTakeFirst();
    return row !== undefined;
  }

  #answer(key: string): void {
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    for (const answer of waiting ?? []) answer();
    waiting?.clear();
  }

  /** Runs work on a file and releases its lock. Work that fails is tried again later. */
  #run(file: WaitingFile, work: () => Promise<void>): void {
    const key = keyOf(file);
    const running = work()
      .catch(() => this.#postpone(file))
      .finally(async () => {
        await this.#processes.unlock(file.model_id, file.version);
        this.#running.delete(key);
        this.#claim();
      });
    this.#running.set(key, running);
  }

  #postpone(file: WaitingFile): void {
    this.#postponed.set(keyOf(file), performance.now() + postponeMs);
  }

  /** Takes files until all threads have one. */
  #claim(): void {
    if (this.#isClaiming) return;
    this.#isClaiming = true;
    const claim = async () => {
      while (!this.#isClosed && this.#running.size < this.#measurer.threads) {
        const file = await this.#lockNext();
        if (file === undefined) return;
        this.#run(file, () => this.#measure(file));
      }
    };
    claim()
      .catch(() => undefined)
      .finally(() => {
        this.#isClaiming = false;
      });
  }

  async #lockNext(): Promise<WaitingFile | undefined> {
    const now = performance.now();
    for (const [key, until] of this.#postponed) if (until <= now) this.#postponed.delete(key);
    const { rows } = await sql<WaitingFile>`
      select f.model_id, f.version from ${waitingFiles} and not ${isLocked}
      order by f.model_id, f.version limit ${mostCandidates}
    `.execute(this.#store);
    for (const file of rows) {
      // A process may take its own lock twice.
      if (this.#running.has(keyOf(file)) || this.#postponed.has(keyOf(file))) continue;
      if (await this.#processes.lock(file.model_id, file.version)) return file;
    }
    return undefined;
  }

  async #measure(file: WaitingFile): Promise<void> {
    const tried = await this.#countTry(file, 1);
    // Another process has measured it in the meantime.
    if (tried === undefined) return;
    if (tried.measure_tries > mostTries) return this.#finish(file, givenUp);
    const result = await measureStored(this.#uploads, this.#measurer, tried).catch(() => null);
    if (result !== null && !this.#measurer.closed) return this.#finish(file, result);
    // Neither files that are away nor a process that closes are the fault of the file.
    await this.#countTry(file, -1);
    this.#postpone(file);
  }

  /** Undefined: the file has its measures. */
  async #countTry({ model_id, version }: WaitingFile, tries: number) {
    return this.#store
      .updateTable('model_file')
      .set((eb) => ({ measure_tries: eb('measure_tries', '+', tries) }))
      .where('model_id', '=', model_id)
      .where('version', '=', version)
      .where('geometry_json', 'is', null)
      .returning(['sha256', 'file_name', 'measure_tries'])
      .executeTakeFirst();
  }

  async #finish(file: WaitingFile, result: MeasuredFile): Promise<void> {
    await this.#store.transaction().execute(async (tx) => {
      await writeMeasures(tx, file, result);
      await this.#processes.say('measured', keyOf(file), tx);
    });
    this.#answer(keyOf(file));
  }
}
