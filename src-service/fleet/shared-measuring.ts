/**
 * Measuring as the work of several processes. A file that waits has a row in `measure_job`, written in the transaction that
 * stores the file. A process takes a job with a lease, which it renews while it measures; the jobs of a process that died are
 * free when their leases end, and one that closes gives its jobs back. Measures depend on the file alone, so it does no harm
 * if two processes measure the same.
 */
import { sql } from 'kysely';
import type { Measurer } from '../measure/measurer.ts';
import type { MeasuredFile } from '../measure/messages.ts';
import type { Store, Tx } from '../store/dialect.ts';
import { aheadOf, keyOf, type Measuring, measureStored, orAfter, writeMeasures } from '../store/measuring.ts';
import type { ModelFileRow } from '../store/schema.ts';
import type { StoredUpload, Uploads } from '../store/uploads.ts';
import { databaseNow, type SharedProcesses } from './shared-processes.ts';

const leaseMs = 15_000;
const renewEvery = 4_000;
/** When a job is tried again whose file could not be fetched. */
const postponeMs = 5_000;
/** Processes are told of jobs. This finds those of a process that died. */
const lookEvery = 2_000;
/** How often a result is asked for in case that its message was lost. */
const askEvery = 1_000;
/** A file that ended so many processes is not given to another one. */
const mostTries = 5;

const leaseEnd = sql<number>`${databaseNow} + ${leaseMs}::bigint`;

interface Job {
  readonly model_id: number;
  readonly version: number;
  readonly tries: number;
}

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
  /** By `modelId/version`: who waits for the measures in this process. */
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #running = new Set<Promise<void>>();
  readonly #timers: readonly NodeJS.Timeout[];
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
    if (measures) processes.on('measure', () => this.#claim());
    this.#timers = measures
      ? [setInterval(() => this.#claim(), lookEvery), setInterval(() => this.#renew(), renewEvery)]
      : [];
    for (const timer of this.#timers) timer.unref();
  }

  async enqueue(tx: Tx, file: ModelFileRow, upload: StoredUpload): Promise<void> {
    const isOurs = this.#measures && aheadOf(file, upload) !== undefined;
    await tx
      .insertInto('measure_job')
      .values({
        model_id: file.model_id,
        version: file.version,
        leased_until: isOurs ? leaseEnd : 0,
        holder: isOurs ? this.#processes.ownId : '',
        tries: isOurs ? 1 : 0,
      })
      .execute();
    if (!isOurs) await this.#processes.say('measure', '', tx);
  }

  begin(file: ModelFileRow, upload: StoredUpload): void {
    const ahead = this.#measures ? aheadOf(file, upload) : undefined;
    if (ahead === undefined) return;
    this.#run(async () => {
      const result = await ahead;
      if (result !== null) await this.#finish(file, result);
      else await this.#giveBack(file);
    });
  }

  async wait(modelId: number, version: number, ms: number): Promise<void> {
    const file = { model_id: modelId, version };
    const until = performance.now() + ms;
    for (;;) {
      const answered = Promise.withResolvers<void>();
      const waiting = this.#waiting.get(keyOf(file)) ?? new Set();
      this.#waiting.set(keyOf(file), waiting.add(answered.resolve));
      // Asked after it is listened for, so that no answer is missed.
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
    const row = await this.#store
      .selectFrom('measure_job')
      .select([
        sql<number>`count(*) filter (where leased_until <= ${databaseNow})`.as('waiting'),
        sql<number>`count(*) filter (where leased_until > ${databaseNow})`.as('running'),
      ])
      .executeTakeFirstOrThrow();
    return { waiting: Number(row.waiting), running: Number(row.running) };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.allSettled(this.#running);
    if (!this.#measures) return;
    // A database that is away gives them back when the leases end.
    await this.#store
      .updateTable('measure_job')
      .set((eb) => ({ leased_until: 0, holder: '', tries: eb('tries', '-', 1) }))
      .where('holder', '=', this.#processes.ownId)
      .execute()
      .then(() => this.#processes.say('measure'))
      .catch(() => undefined);
  }

  async #isMeasured(file: Pick<ModelFileRow, 'model_id' | 'version'>): Promise<boolean> {
    const row = await this.#store
      .selectFrom('measure_job')
      .select('model_id')
      .where('model_id', '=', file.model_id)
      .where('version', '=', file.version)
      .executeTakeFirst();
    return row === undefined;
  }

  #answer(key: string): void {
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    for (const answer of waiting ?? []) answer();
    waiting?.clear();
  }

  #run(work: () => Promise<void>): void {
    // What fails is measured again when its lease ends.
    const running = work()
      .catch(() => undefined)
      .finally(() => {
        this.#running.delete(running);
        this.#claim();
      });
    this.#running.add(running);
  }

  /** Takes jobs until all threads have one. */
  #claim(): void {
    if (this.#isClaiming) return;
    this.#isClaiming = true;
    const claim = async () => {
      while (!this.#isClosed && this.#running.size < this.#measurer.threads) {
        const job = await this.#take();
        if (job === undefined) return;
        this.#run(() => this.#measure(job));
      }
    };
    claim()
      .catch(() => undefined)
      .finally(() => {
        this.#isClaiming = false;
      });
  }

  async #take(): Promise<Job | undefined> {
    const { rows } = await sql<Job>`
      update measure_job set leased_until = ${leaseEnd}, holder = ${this.#processes.ownId}, tries = tries + 1
      where (model_id, version) = (
        select model_id, version from measure_job where leased_until <= ${databaseNow}
        order by model_id, version limit 1 for update skip locked
      )
      returning model_id, version, tries`.execute(this.#store);
    return rows[0];
  }

  async #measure(job: Job): Promise<void> {
    const file = await this.#store
      .selectFrom('model_file')
      .innerJoin('model', 'model.model_id', 'model_file.model_id')
      .select(['sha256', 'file_name', 'deleted_at'])
      .where('model_file.model_id', '=', job.model_id)
      .where('version', '=', job.version)
      .executeTakeFirstOrThrow();
    if (file.deleted_at !== null) return this.#forget(job);
    const result =
      job.tries > mostTries
        ? givenUp
        : await measureStored(this.#uploads, this.#measurer, file).catch(() => null);
    if (result === null) return this.#postpone(job);
    // A closing process gives its jobs back.
    if (!this.#measurer.closed) await this.#finish(job, result);
  }

  async #finish(file: Pick<ModelFileRow, 'model_id' | 'version'>, result: MeasuredFile): Promise<void> {
    await this.#store.transaction().execute(async (tx) => {
      await writeMeasures(tx, file, result);
      await this.#forget(file, tx);
      await this.#processes.say('measured', keyOf(file), tx);
    });
    this.#answer(keyOf(file));
  }

  async #forget(
    { model_id, version }: Pick<ModelFileRow, 'model_id' | 'version'>,
    db: Store = this.#store,
  ): Promise<void> {
    await db
      .deleteFrom('measure_job')
      .where('model_id', '=', model_id)
      .where('version', '=', version)
      .execute();
  }

  /** The files are away, which is not the fault of the file: this counts as no try. */
  async #postpone({ model_id, version }: Job): Promise<void> {
    await this.#store
      .updateTable('measure_job')
      .set((eb) => ({
        leased_until: sql<number>`${databaseNow} + ${postponeMs}::bigint`,
        holder: '',
        tries: eb('tries', '-', 1),
      }))
      .where('model_id', '=', model_id)
      .where('version', '=', version)
      .where('holder', '=', this.#processes.ownId)
      .execute();
  }

  async #giveBack({ model_id, version }: ModelFileRow): Promise<void> {
    await this.#store
      .updateTable('measure_job')
      .set({ leased_until: 0, holder: '', tries: 0 })
      .where('model_id', '=', model_id)
      .where('version', '=', version)
      .where('holder', '=', this.#processes.ownId)
      .execute();
    await this.#processes.say('measure');
  }

  #renew(): void {
    if (this.#running.size === 0) return;
    this.#store
      .updateTable('measure_job')
      .set({ leased_until: leaseEnd })
      .where('holder', '=', this.#processes.ownId)
      .execute()
      .catch(() => undefined);
  }
}
