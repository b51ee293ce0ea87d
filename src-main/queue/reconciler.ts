/**
 * Finds out by itself what became of uploads whose answer was lost: reads what the service holds, soon after the
 * loss and then ever more rarely. Only what is certain is written down; what is not found stays unknown, because
 * it may still arrive, and nothing is ever sent again from here. Orders are settled by a person (settle.ts).
 */
import type { UploadResult } from '../../src-shared/jobs/job.ts';
import { toAppError } from '../../src-shared/result.ts';
import type { ServiceClient } from '../api-client/service-client.ts';
import type { JobRecord, UploadRecord } from '../db/job-record.ts';
import { backoff } from './backoff.ts';
import type { QueueClock, QueueRandom } from './clock.ts';
import { afterUpload } from './dependencies.ts';
import { findUpload } from './find-upload.ts';
import type { Gates } from './gates.ts';
import type { Ledger } from './ledger.ts';
import { failureOf } from './step-failure.ts';

export interface ReconcilerOptions {
  readonly ledger: Ledger;
  readonly gates: Gates;
  readonly clock: QueueClock;
  readonly random: QueueRandom;
  readonly clientFor: (accountId: string) => ServiceClient | Promise<ServiceClient>;
  /** Something was settled; what waited for it may go on. */
  readonly onSettled: () => void;
  readonly report: (thrown: unknown) => void;
}

interface Look {
  readonly tries: number;
  /** Epoch ms. */
  readonly at: number;
}

export class Reconciler {
  readonly #options: ReconcilerOptions;
  /** When each unknown upload is looked for next. */
  readonly #looks = new Map<string, Look>();
  #isRunning = false;
  #looking: Promise<void> | null = null;
  #cancelTimer: (() => void) | null = null;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
  }

  run(): void {
    this.#isRunning = true;
    this.#looks.clear();
    for (const job of this.#options.ledger.jobs.withState(['unknown'])) this.notice(job);
  }

  /** Starts no more looks; returns when the one that runs has ended. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#cancelTimer?.();
    await this.#looking;
  }

  /** Something got through again: looks soon instead of at the times that failures have put off. */
  hurry(): void {
    const { clock, random } = this.#options;
    const soon = clock.now() + backoff(0, random);
    for (const [id, { at }] of this.#looks) this.#looks.set(id, { tries: 0, at: Math.min(at, soon) });
    this.#setTimer();
  }

  /** A job has changed. */
  notice(job: JobRecord): void {
    const isLost = job.kind === 'upload' && job.condition.state === 'unknown';
    if (!isLost) {
      this.#looks.delete(job.id);
      return;
    }
    if (this.#looks.has(job.id)) return;
    const { clock, random } = this.#options;
    this.#looks.set(job.id, { tries: 0, at: clock.now() + backoff(0, random) });
    this.#setTimer();
  }

  #setTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (!this.#isRunning || this.#looking || this.#looks.size === 0) return;
    const next = Math.min(...[...this.#looks.values()].map(({ at }) => at));
    const wait = Math.max(0, next - this.#options.clock.now());
    this.#cancelTimer = this.#options.clock.after(wait, () => {
      this.#looking = this.#lookAround().finally(() => {
        this.#looking = null;
        this.#setTimer();
      });
    });
  }

  async #lookAround(): Promise<void> {
    const { clock, random, report } = this.#options;
    for (const [id, { tries, at }] of [...this.#looks]) {
      if (!this.#isRunning) return;
      if (at > clock.now()) continue;
      this.#looks.set(id, { tries: tries + 1, at: clock.now() + backoff(tries + 1, random) });
      try {
        await this.#look(id);
      } catch (thrown) {
        // The network and the like: the next look may do better.
        if (failureOf(toAppError(thrown)).kind === 'later') report(thrown);
      }
    }
  }

  async #look(id: string): Promise<void> {
    const { ledger, gates, clientFor } = this.#options;
    const job = ledger.require(id);
    if (job.kind !== 'upload' || gates.stateOf(job.accountId)?.wait === 'network') return;
    const client = await clientFor(job.accountId);
    const isTaken = (modelId: number) =>
      ledger.jobs.withResult(job.accountId, 'upload', modelId, id) !== null;
    const { certain } = await findUpload(job, client, isTaken);
    if (certain === null) return;
    const { modelId, modelVersion } = certain;
    const { printable } = await client.getModelInfo(modelId);
    if (this.#isRunning) this.#write(id, { modelId, modelVersion, printable });
  }

  #write(id: string, result: UploadResult): void {
    const { ledger } = this.#options;
    ledger.write(() => {
      // A person may have settled it while the service was read.
      if (ledger.require(id).condition.state !== 'unknown') return;
      const rewrite = (job: JobRecord): UploadRecord => ({ ...(job as UploadRecord), result });
      ledger.change(id, { type: 'find' }, { rewrite, detail: { by: 'mark' } });
      afterUpload(ledger, id);
    });
    this.#options.onSettled();
  }
}
