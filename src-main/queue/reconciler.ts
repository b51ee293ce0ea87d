/**
 * Finds out by itself what became of jobs whose answer was lost, watches placed orders for a second one like them,
 * and sweeps extra copies of uploads. Owns when each is looked at next, and writes down what a look
 * concludes; the looks themselves are `look-for-order.ts`, `look-for-upload.ts`, `sweep.ts` and the kinds in
 * `changes/`.
 *
 * Looks come soon after a loss and then more rarely, at the latest when a look said that it can know more. They
 * run one after the other and only read; sending again is the runner's part.
 */
import type { Problem } from '../../src-shared/jobs/job.ts';
import { isLostRecord } from '../../src-shared/jobs/state.ts';
import { toAppError } from '../../src-shared/result.ts';
import type { ServiceClient } from '../api-client/service-client.ts';
import type { ChangeRecord, JobRecord, OrderRecord, UploadRecord } from '../db/job-record.ts';
import type { SentLog } from '../db/sent-log.ts';
import { backoff } from './backoff.ts';
import { afterChange } from './changes/after-change.ts';
import { lookForChange } from './changes/look-for-change.ts';
import type { QueueClock, QueueRandom } from './clock.ts';
import { afterUpload } from './dependencies.ts';
import { KnownFiles, listAll } from './find-upload.ts';
import type { Gates } from './gates.ts';
import type { Ledger } from './ledger.ts';
import { type Finding, lookForOrder } from './look-for-order.ts';
import { absentAgainAfter, lookForUpload } from './look-for-upload.ts';
import { OrderFilter } from './order-filter.ts';
import { SharedReading } from './shared-reading.ts';
import { failureOf } from './step-failure.ts';
import { sweep } from './sweep.ts';
import { duplicate, duplicateCode, isWatched, rememberShown, watchOrder } from './watch-order.ts';

export interface ReconcilerOptions {
  readonly ledger: Ledger;
  readonly sentLog: Pick<SentLog, 'last'>;
  readonly gates: Gates;
  readonly clock: QueueClock;
  readonly random: QueueRandom;
  readonly clientFor: (accountId: string) => ServiceClient | Promise<ServiceClient>;
  readonly isModelUsed: (accountId: string, modelId: number) => boolean;
  readonly newMark: () => string;
  /** Something was settled; what waited for it may go on. */
  readonly onSettled: () => void;
  /** It is known better by when a job will be settled. */
  readonly onOutlook: (jobId: string) => void;
  readonly report: (thrown: unknown) => void;
}

/** `settle`: an unknown job; `watch`: a placed order; `sweep`: copies of an upload. */
type Duty = 'settle' | 'watch' | 'sweep';

interface Look {
  readonly duty: Duty;
  readonly jobId: string;
  /** Looks that came through. */
  readonly tries: number;
  /** Looks in a row that did not. */
  readonly failures: number;
  /** Epoch ms. */
  readonly at: number;
  /** Looks of the same company read the same list; null: this one reads what no other does. */
  readonly company: string | null;
}

/** What is known of the next look when it is planned. */
interface Plan {
  readonly tries?: number;
  readonly failures?: number;
  /** Ms after which it may find out more; left out: nobody can tell. */
  readonly inMs?: number | undefined;
}

/** Longest time between two looks for something that is not settled, in ms. */
const longestPause = 5 * 60_000;
/** A placed order is watched at these times after it was placed, in ms; the last one is past any token's life. */
const watchTimes = [61_000, 15 * 60_000, 90 * 60_000];

/** For the second look and the pauses before it, in ms. */
const outlookSlack = 2 * 60_000;

export class Reconciler {
  readonly #options: ReconcilerOptions;
  readonly #filter: OrderFilter;
  readonly #files = new KnownFiles();
  readonly #reading: SharedReading;
  /** What chance said for the looks of a company that are planned in one pass, so that they stay together. */
  readonly #drawn = new Map<string, number>();
  readonly #looks = new Map<string, Look>();
  /** Epoch ms of the first look that did not find an upload, by attempt; forgotten with the process. */
  readonly #absentSince = new Map<string, number>();
  /** Epoch ms by which a job will be settled. */
  readonly #outlook = new Map<string, number>();
  #isRunning = false;
  #looking: Promise<void> | null = null;
  #cancelTimer: (() => void) | null = null;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    this.#filter = new OrderFilter(options.ledger, options.clock, options.newMark);
    this.#reading = new SharedReading(options.clock);
  }

  run(): void {
    const { ledger, clock } = this.#options;
    this.#isRunning = true;
    this.#looks.clear();
    for (const job of ledger.jobs.withState(['unknown', 'ask'])) this.notice(job);
    for (const jobId of ledger.settling.toSweep()) this.#plan('sweep', jobId);
    for (const job of ledger.jobs.placedSince(clock.now() - (watchTimes.at(-1) as number))) {
      this.#plan('watch', job.id);
    }
  }

  /** Starts no more looks; returns when the one that runs has ended. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#cancelTimer?.();
    await this.#looking;
  }

  /**
   * Something got through again: looks soon instead of at the times that failures have put off. Should looks fail
   * on, the pauses between them grow on.
   */
  hurry(): void {
    const { clock, random } = this.#options;
    const soon = clock.now() + backoff(0, random);
    for (const [key, look] of this.#looks) {
      if (look.duty !== 'watch') this.#looks.set(key, { ...look, at: Math.min(look.at, soon) });
    }
    this.#setTimer();
  }

  /** A job has changed. */
  notice(job: JobRecord): void {
    const { state } = job.condition;
    if (state === 'unknown' || state === 'ask') {
      if (!this.#looks.has(keyOf('settle', job.id))) this.#plan('settle', job.id);
      return;
    }
    this.#looks.delete(keyOf('settle', job.id));
    this.#outlook.delete(job.id);
    if (state === 'committed') this.#absentSince.delete(job.id);
    if (state !== 'done') return;
    if (job.kind === 'order' && job.condition.problem === null) this.#plan('watch', job.id);
    if (job.kind === 'upload' && this.#options.ledger.settling.isToSweep(job.id)) {
      this.#plan('sweep', job.id);
    }
  }

  /** By when Fabdesk will know, epoch ms; null: not told. */
  settlesBy(jobId: string): number | null {
    return this.#outlook.get(jobId) ?? null;
  }

  #plan(duty: Duty, jobId: string, { tries = 0, failures = 0, inMs = Infinity }: Plan = {}): void {
    const { clock } = this.#options;
    const key = keyOf(duty, jobId);
    if (duty === 'watch' && tries >= watchTimes.length) {
      this.#looks.delete(key);
      return;
    }
    const planned = this.#looks.get(key);
    const company = planned ? planned.company : this.#companyOf(duty, jobId);
    const usual =
      duty === 'watch'
        ? (watchTimes[tries] as number)
        : Math.min(longestPause, backoff(failures > 0 ? failures : tries, this.#chanceOf(company)));
    const now = clock.now();
    const latest = now + Math.max(1_000, Math.min(usual, inMs));
    // Who knows exactly when to look comes then.
    const at = usual < inMs && duty !== 'watch' ? this.#meet(company, now + usual / 2, latest) : latest;
    this.#looks.set(key, { duty, jobId, tries, failures, at, company });
    this.#setTimer();
  }

  #companyOf(duty: Duty, jobId: string): string | null {
    const { kind, accountId } = this.#options.ledger.require(jobId);
    if (duty === 'settle' && kind !== 'upload') return null;
    return `${duty === 'watch' ? 'orders' : 'models'} ${accountId}`;
  }

  #chanceOf(company: string | null): Pick<QueueRandom, 'fraction'> {
    const { random } = this.#options;
    if (company === null) return random;
    const drawn = this.#drawn.get(company) ?? random.fraction();
    this.#drawn.set(company, drawn);
    return { fraction: () => drawn };
  }

  /** The last moment in this span at which company looks; without any, its end. */
  #meet(company: string | null, from: number, to: number): number {
    let at = 0;
    for (const look of this.#looks.values())
      if (company !== null && look.company === company && look.at <= to) at = Math.max(at, look.at);
    return at >= from ? at : to;
  }

  #setTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (!this.#isRunning || this.#looking || this.#looks.size === 0) return;
    let next = Infinity;
    for (const { at } of this.#looks.values()) next = Math.min(next, at);
    const wait = Math.min(longestPause, Math.max(0, next - this.#options.clock.now()));
    this.#cancelTimer = this.#options.clock.after(wait, () => {
      // Set before the pass begins, so that what it plans does not start another one beside it.
      this.#looking = Promise.resolve()
        .then(() => this.#lookAround())
        .finally(() => {
          this.#looking = null;
          this.#setTimer();
        });
    });
  }

  async #lookAround(): Promise<void> {
    const { clock } = this.#options;
    this.#reading.forget();
    this.#drawn.clear();
    for (const look of [...this.#looks.values()]) {
      if (!this.#isRunning) return;
      const { duty, jobId, tries } = look;
      // Settled, or planned anew, while others were looked for.
      if (this.#looks.get(keyOf(duty, jobId)) !== look) continue;
      // A time further away than any that is planned means that this machine's clock was moved.
      const farthest = duty === 'watch' ? (watchTimes.at(-1) as number) : longestPause;
      if (look.at > clock.now() && look.at <= clock.now() + farthest) continue;
      this.#plan(duty, jobId, { tries: tries + 1 });
      try {
        await this.#look(look);
      } catch (thrown) {
        this.#failed(look, thrown);
      }
    }
  }

  #failed(look: Look, thrown: unknown): void {
    const { clock, report } = this.#options;
    const failure = failureOf(toAppError(thrown));
    if (failure.kind === 'fenced') this.#isRunning = false;
    else if (failure.kind === 'rate' && failure.retryAt !== null && look.duty !== 'watch') {
      const wait = Math.min(longestPause, Math.max(1_000, failure.retryAt - clock.now()));
      this.#put({ ...look, at: clock.now() + wait });
    } else this.#again(look);
    if (failure.kind === 'later') report(thrown);
  }

  /** What did not come through is made up for. */
  #again(look: Look): void {
    const { duty, jobId, tries, failures } = look;
    const at = this.#options.clock.now() + longestPause;
    if (duty === 'watch') this.#looks.set(keyOf(duty, jobId), { ...look, at });
    else if (this.#looks.has(keyOf(duty, jobId))) this.#plan(duty, jobId, { tries, failures: failures + 1 });
  }

  /** But what was settled meanwhile. */
  #put(look: Look): void {
    const key = keyOf(look.duty, look.jobId);
    if (this.#looks.has(key)) this.#looks.set(key, look);
  }

  async #look(look: Look): Promise<void> {
    const { ledger, gates, clientFor } = this.#options;
    const { duty, tries } = look;
    const record = ledger.require(look.jobId);
    const { state } = record.condition;
    if (duty === 'settle' && state !== 'unknown' && state !== 'ask') {
      this.#looks.delete(keyOf(duty, look.jobId));
      return;
    }
    if (gates.stateOf(record.accountId)?.wait === 'network') return this.#again(look);
    const client = await clientFor(record.accountId);
    if (duty === 'sweep') return this.#sweep(record, client, look);
    if (duty === 'watch') return this.#watch(record, client, look.at);
    if (record.kind === 'order') return this.#settleOrder(record, client, tries);
    if (record.kind === 'change') return this.#settleChange(record, client, tries);
    return this.#settleUpload(record, client, look);
  }

  async #settleOrder(record: OrderRecord, client: ServiceClient, tries: number): Promise<void> {
    const { ledger, sentLog, clock } = this.#options;
    const finding = await lookForOrder(record, client, {
      ledger,
      sentLog,
      clock,
      filter: this.#filter,
    });
    if (!this.#isRunning) return;
    if (finding.kind === 'later') {
      this.#expect(record.id, finding.inMs);
      this.#plan('settle', record.id, { tries: tries + 1, inMs: finding.inMs ?? undefined });
      return;
    }
    ledger.write(() => this.#concludeOrder(record.id, finding));
    this.#options.onSettled();
  }

  #concludeOrder(id: string, finding: Exclude<Finding, { kind: 'later' }>): void {
    const { ledger, clock } = this.#options;
    const record = ledger.require(id);
    const { state, problem } = record.condition;
    // A person may have settled it while the service was read.
    if (state !== 'unknown' && state !== 'ask') return;
    switch (finding.kind) {
      case 'found': {
        // A list that lags hides one of two; which one it is was asked already.
        if (problem?.code === duplicateCode) return;
        const result = { orderId: finding.orderId, productionOrderIds: [] };
        const rewrite = (job: JobRecord): OrderRecord => ({ ...(job as OrderRecord), result });
        ledger.change(id, { type: 'find' }, { rewrite, detail: { by: finding.by } });
        return;
      }
      case 'absent':
        if (state !== 'unknown') return;
        ledger.change(id, { type: 'prove-absent', proof: 'fenced-absent' }, { detail: finding.facts });
        return;
      case 'twice':
        rememberShown(record, finding.orderIds, ledger, clock.now());
        this.#ask(id, duplicate(finding.orderIds));
        return;
      case 'ask':
        if (problem?.code !== duplicateCode) this.#ask(id, finding.problem);
    }
  }

  /** Asks, or asks otherwise than before. */
  #ask(id: string, problem: Problem): void {
    const { ledger } = this.#options;
    const { condition } = ledger.require(id);
    const { state, problem: asked } = condition;
    if (state === 'unknown') ledger.change(id, { type: 'give-up', problem }, { detail: problem });
    // That its record cannot be trusted stays said: from it nothing may be sent again.
    else if (isLostRecord(condition) && problem.code !== duplicateCode) return;
    else if (asked?.code !== problem.code || asked.message !== problem.message)
      ledger.setProblem(id, problem);
  }

  async #settleUpload(record: UploadRecord, client: ServiceClient, { tries, at }: Look): Promise<void> {
    const { ledger, clock, random } = this.#options;
    const { id } = record;
    const list = await this.#reading.models(record.accountId, client, at);
    const finding = await lookForUpload(record, list, client, ledger, this.#files);
    const info = finding.kind === 'found' ? await client.getModelInfo(finding.model.modelId) : null;
    if (!this.#isRunning) return;
    const now = clock.now();
    if (finding.kind === 'absent') {
      const { listedAt } = finding;
      const before = this.#absentSince.get(id);
      const since = before === undefined || listedAt < before ? listedAt : before;
      const left = since + absentAgainAfter - listedAt;
      if (left > 0) {
        this.#absentSince.set(id, since);
        this.#expect(id, left);
        this.#plan('settle', id, { tries: tries + 1, inMs: left });
        return;
      }
      this.#absentSince.delete(id);
    }
    ledger.write(() => {
      const { state, failures } = ledger.require(id).condition;
      if (state !== 'unknown' && state !== 'ask') return;
      if (finding.kind === 'found') {
        const { modelId, modelVersion } = finding.model;
        const result = { modelId, modelVersion, printable: info?.printable ?? '' };
        const rewrite = (job: JobRecord): UploadRecord => ({ ...(job as UploadRecord), result });
        ledger.change(id, { type: 'find' }, { rewrite, detail: { by: 'mark', copies: finding.copies } });
        afterUpload(ledger, id);
      } else if (finding.kind === 'ask') this.#ask(id, finding.problem);
      else if (state === 'unknown') {
        const notBefore = failures === 0 ? undefined : now + backoff(failures, random);
        const event = {
          type: 'prove-absent',
          proof: 'absent-unfenced',
          ...(notBefore && { notBefore }),
        } as const;
        ledger.change(id, event, { detail: { by: 'lists', twice: true } });
      }
    });
    this.#options.onSettled();
  }

  async #settleChange(record: ChangeRecord, client: ServiceClient, tries: number): Promise<void> {
    const { ledger, clock, random } = this.#options;
    const { id } = record;
    const finding = await lookForChange(record, client, this.#options);
    if (!this.#isRunning) return;
    if (finding.kind === 'later') {
      this.#expect(id, finding.inMs);
      this.#plan('settle', id, { tries: tries + 1, inMs: finding.inMs ?? undefined });
      return;
    }
    ledger.write(() => {
      const { state, failures } = ledger.require(id).condition;
      if (state !== 'unknown' && state !== 'ask') return;
      if (finding.kind === 'found') {
        const rewrite = (job: JobRecord) => ({ ...job, result: finding.result }) as ChangeRecord;
        ledger.change(id, { type: 'find' }, { rewrite, detail: { by: 'look' } });
        afterChange(ledger, id);
      } else if (finding.kind === 'ask') this.#ask(id, finding.problem);
      else if (state === 'unknown') {
        const notBefore = clock.now() + backoff(failures, random);
        const event = { type: 'prove-absent', proof: finding.proof, notBefore } as const;
        ledger.change(id, event, { detail: finding.facts });
      }
    });
    this.#options.onSettled();
  }

  async #sweep(record: JobRecord, client: ServiceClient, { tries, at }: Look): Promise<void> {
    const { ledger, isModelUsed, clock } = this.#options;
    if (record.kind !== 'upload') return;
    const now = () => clock.now();
    const { accountId } = record;
    const listModels = (afresh: boolean) =>
      afresh ? listAll(client) : this.#reading.models(accountId, client, at);
    const next = await sweep(record, client, { ledger, files: this.#files, listModels, isModelUsed, now });
    if (next === null) this.#looks.delete(keyOf('sweep', record.id));
    else this.#plan('sweep', record.id, { tries: tries + 1, inMs: next });
  }

  async #watch(record: JobRecord, client: ServiceClient, dueAt: number): Promise<void> {
    const { ledger, clock } = this.#options;
    if (record.kind !== 'order' || !isWatched(record, ledger)) return;
    const orders = await this.#reading.orders(record.accountId, client, dueAt);
    const sighting = await watchOrder(record, orders, client, { ledger, clock, filter: this.#filter });
    if (sighting === null || !this.#isRunning) return;
    const { problem, orderIds } = sighting;
    ledger.write(() => {
      rememberShown(record, orderIds, ledger, clock.now());
      ledger.setProblem(record.id, problem);
    });
  }

  #expect(id: string, inMs: number | null): void {
    const { clock, onOutlook } = this.#options;
    const before = this.#outlook.get(id);
    if (inMs === null) this.#outlook.delete(id);
    else this.#outlook.set(id, clock.now() + inMs + outlookSlack);
    const after = this.#outlook.get(id);
    if (after === undefined ? before !== undefined : Math.abs(after - (before ?? 0)) > outlookSlack)
      onOutlook(id);
  }
}

const keyOf = (duty: Duty, jobId: string) => `${duty} ${jobId}`;
