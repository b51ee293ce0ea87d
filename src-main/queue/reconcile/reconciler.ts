/**
 * Finds out by itself what became of jobs whose answer was lost, watches placed orders for a second one like them,
 * and sweeps extra copies of uploads. Writes down what a look concludes. The looks themselves are `look-for-order.ts`,
 * `look-for-upload.ts`, `sweep.ts` and the kinds in `changes/`, and when each comes says `look-times.ts`. They only
 * read; sending again is the runner's part.
 */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { isLostRecord } from '../../../src-shared/jobs/state.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { ChangeRecord, JobRecord, OrderRecord, UploadRecord } from '../../db/job-record.ts';
import type { SentLog } from '../../db/sent-log.ts';
import { afterChange } from '../changes/after-change.ts';
import { backoff } from '../core/backoff.ts';
import type { QueueClock, QueueRandom } from '../core/clock.ts';
import { afterUpload } from '../core/dependencies.ts';
import type { Ledger } from '../core/ledger.ts';
import type { AccountThrottle } from '../send/account-throttle.ts';
import { KnownFiles, listAll } from './find-upload.ts';
import { OrderFilter } from './order-filter.ts';
import { reconcileChange } from './reconcile-change.ts';
import { type OrderFinding, reconcileOrder } from './reconcile-order.ts';
import { type Duty, type Look, LookTimes, longestWatch } from './reconcile-schedule.ts';
import { absentAgainAfter, reconcileUpload } from './reconcile-upload.ts';
import { SharedLists } from './shared-lists.ts';
import { sweep } from './sweep-copies.ts';
import {
  duplicate,
  duplicateCode,
  isWatched,
  openReprints,
  rememberShown,
  watchOrder,
} from './watch-order.ts';

export interface ReconcilerOptions {
  readonly ledger: Ledger;
  readonly sentLog: Pick<SentLog, 'last'>;
  readonly gates: AccountThrottle;
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

/** For the second look and the pauses before it, in ms. */
const outlookSlack = 2 * 60_000;

export class Reconciler {
  readonly #options: ReconcilerOptions;
  readonly #filter: OrderFilter;
  readonly #files = new KnownFiles();
  readonly #reading: SharedLists;
  readonly #times: LookTimes;
  /** Epoch ms of the first look that did not find an upload, by attempt; forgotten with the process. */
  readonly #absentSince = new Map<string, number>();
  /** Epoch ms by which a job will be settled. */
  readonly #outlook = new Map<string, number>();

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    this.#filter = new OrderFilter(options.ledger, options.clock, options.newMark);
    this.#reading = new SharedLists(options.clock);
    const { clock, random, report } = options;
    this.#times = new LookTimes({
      clock,
      random,
      report,
      companyOf: (duty, jobId) => this.#companyOf(duty, jobId),
      beginPass: () => this.#reading.forget(),
      look: (look) => this.#look(look),
    });
  }

  run(): void {
    const { ledger, clock } = this.#options;
    this.#times.run();
    for (const job of ledger.jobs.withState(['unknown', 'ask'])) this.notice(job);
    for (const jobId of ledger.reconciliation.toSweep()) this.#times.plan('sweep', jobId);
    for (const { id } of ledger.jobs.placedSince(clock.now() - longestWatch)) this.#times.plan('watch', id);
  }

  /** Starts no more looks; returns when the one that runs has ended. */
  stop(): Promise<void> {
    return this.#times.stop();
  }

  /** Something got through again: looks soon. */
  hurry(): void {
    this.#times.hurry();
  }

  /** A job has changed. */
  notice(job: JobRecord): void {
    const { state } = job.condition;
    if (state === 'unknown' || state === 'ask') {
      if (!this.#times.isPlanned('settle', job.id)) this.#times.plan('settle', job.id);
      return;
    }
    this.#times.forget('settle', job.id);
    this.#outlook.delete(job.id);
    if (state === 'committed') this.#absentSince.delete(job.id);
    if (state !== 'done') return;
    if (job.kind === 'order' && job.condition.problem === null) this.#times.plan('watch', job.id);
    if (job.kind === 'upload' && this.#options.ledger.reconciliation.isToSweep(job.id)) {
      this.#times.plan('sweep', job.id);
    }
  }

  /** By when Fabdesk will know, epoch ms; null: not told. */
  knownBy(jobId: string): number | null {
    return this.#outlook.get(jobId) ?? null;
  }

  #companyOf(duty: Duty, jobId: string): string | null {
    const { kind, accountId } = this.#options.ledger.require(jobId);
    if (duty === 'settle' && kind !== 'upload') return null;
    return `${duty === 'watch' ? 'orders' : 'models'} ${accountId}`;
  }

  async #look(look: Look): Promise<void> {
    const { ledger, gates, clientFor } = this.#options;
    const { duty, tries } = look;
    const record = ledger.require(look.jobId);
    const { state } = record.condition;
    if (duty === 'settle' && state !== 'unknown' && state !== 'ask') {
      this.#times.forget(duty, look.jobId);
      return;
    }
    if (gates.stateOf(record.accountId)?.wait === 'network') return this.#times.again(look);
    const client = await clientFor(record.accountId);
    if (duty === 'sweep') return this.#sweep(record, client, look);
    if (duty === 'watch') return this.#watch(record, client, look);
    if (record.kind === 'order') return this.#settleOrder(record, client, tries);
    if (record.kind === 'change') return this.#settleChange(record, client, tries);
    return this.#settleUpload(record, client, look);
  }

  async #settleOrder(record: OrderRecord, client: ServiceClient, tries: number): Promise<void> {
    const { ledger, sentLog, clock } = this.#options;
    const finding = await reconcileOrder(record, client, {
      ledger,
      sentLog,
      clock,
      filter: this.#filter,
    });
    if (!this.#times.isRunning) return;
    if (finding.kind === 'later') {
      this.#expect(record.id, finding.inMs);
      this.#times.plan('settle', record.id, { tries: tries + 1, inMs: finding.inMs ?? undefined });
      return;
    }
    ledger.write(() => this.#concludeOrder(record.id, finding));
    this.#options.onSettled();
  }

  #concludeOrder(id: string, finding: Exclude<OrderFinding, { kind: 'later' }>): void {
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
    const finding = await reconcileUpload(record, list, client, ledger, this.#files);
    const info = finding.kind === 'found' ? await client.getModelInfo(finding.model.modelId) : null;
    if (!this.#times.isRunning) return;
    const now = clock.now();
    if (finding.kind === 'absent') {
      const { listedAt } = finding;
      const before = this.#absentSince.get(id);
      const since = before === undefined || listedAt < before ? listedAt : before;
      const left = since + absentAgainAfter - listedAt;
      if (left > 0) {
        this.#absentSince.set(id, since);
        this.#expect(id, left);
        this.#times.plan('settle', id, { tries: tries + 1, inMs: left });
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
    const finding = await reconcileChange(record, client, this.#options);
    if (!this.#times.isRunning) return;
    if (finding.kind === 'later') {
      this.#expect(id, finding.inMs);
      this.#times.plan('settle', id, { tries: tries + 1, inMs: finding.inMs ?? undefined });
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
    if (next === null) this.#times.forget('sweep', record.id);
    else this.#times.plan('sweep', record.id, { tries: tries + 1, inMs: next });
  }

  async #watch(record: JobRecord, client: ServiceClient, look: Look): Promise<void> {
    const { ledger, clock } = this.#options;
    if (record.kind !== 'order' || !isWatched(record, ledger)) return;
    const orders = await this.#reading.orders(record.accountId, client, look.at);
    const sighting = await watchOrder(record, orders, client, { ledger, clock, filter: this.#filter });
    if (!this.#times.isRunning) return;
    // Until it is known which order a reprint made, this look is to be made again.
    if (openReprints(record, ledger).length > 0) this.#times.again(look);
    if (sighting === null) return;
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
