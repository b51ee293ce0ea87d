/**
 * Finds out what became of jobs whose answer was lost, watches for orders that turn up later, and removes
 * late copies of uploads. Decides which checks a job needs and has their conclusions written down;
 * `account-checks.ts` runs them when they are due. Checks only read; sending again is the runner's part.
 */
import { z } from 'zod';
import type { OrderList } from '../../../src-shared/api/orders.ts';
import { toAppError } from '../../../src-shared/result.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { JobRecord } from '../../db/job-record.ts';
import type { SentLog } from '../../db/sent-log.ts';
import { Signal } from '../../signal.ts';
import type { QueueClock, QueueRandom } from '../core/clock.ts';
import type { Ledger } from '../core/ledger.ts';
import { failureOf } from '../core/step-failure.ts';
import type { AccountThrottle } from '../send/account-throttle.ts';
import { AccountChecks } from './account-checks.ts';
import { type CheckContext, type CheckKind, type CheckResult, resultOf } from './check.ts';
import { confirmRefusal } from './confirm-refusal.ts';
import { KnownFiles } from './find-upload.ts';
import type { OrderFilter } from './order-filter.ts';
import { reconcileChange } from './reconcile-change.ts';
import { reconcileOrder } from './reconcile-order.ts';
import type { Planned } from './reconcile-schedule.ts';
import { reconcileUpload } from './reconcile-upload.ts';
import { recordConclusion } from './record-conclusion.ts';
import { sweepCopies } from './sweep-copies.ts';
import { readLag } from './token-quiescence.ts';
import { UnknownOrders } from './unknown-orders.ts';
import { isAtRest, isWatched, watchedSince, watchOrder } from './watch-order.ts';

export interface ReconcilerOptions {
  readonly ledger: Ledger;
  readonly sentLog: Pick<SentLog, 'last'>;
  readonly throttle: AccountThrottle;
  readonly clock: QueueClock;
  readonly random: QueueRandom;
  readonly clientFor: (accountId: string) => ServiceClient | Promise<ServiceClient>;
  readonly isModelUsed: (accountId: string, modelId: number) => boolean;
  readonly filter: OrderFilter;
  readonly report: (thrown: unknown) => void;
}

interface JobCheck {
  readonly kind: CheckKind;
  readonly jobId: string;
}

/**
 * Pauses before the checks for an order that the job does not know, in ms. At the third one, any token has
 * ended; the last one is for a request that somebody stored and executed much later.
 */
const watchTimes = [61_000, 15 * 60_000, 90 * 60_000, 24 * 3_600_000];
/**
 * Pauses before the checks of an order that was seen in a list, in ms. The reading of the first one may be
 * older.
 */
const listedTimes = [1_000, readLag + 1_000];
/** Checks that no process was there to make are made up for within this time after the job ended, in ms. */
const watchLasts = 7 * 24 * 3_600_000;
/** Ms. The first check after a start comes after a second. */
const dueSoon = 1_500;
/** Limits of the second check and of the pauses before it, in ms. */
const outlookSlack = 2 * 60_000;

export class Reconciler {
  /** The outcome of a job was found out; what waited for it may go on. */
  readonly concluded = new Signal<void>();
  /**
   * Emits the id of a job whose expected time of an outcome has changed, or that was compared with what the
   * service lists.
   */
  readonly viewChanged = new Signal<string>();
  readonly #options: ReconcilerOptions;
  readonly #accounts = new Map<string, AccountChecks<JobCheck>>();
  readonly #context: Omit<CheckContext, 'lists'>;
  readonly #unknownOrders: UnknownOrders;
  /** Epoch ms at which the outcome of a job will be known at the latest. */
  readonly #knownBy = new Map<string, number>();
  #isRunning = false;

  constructor(options: ReconcilerOptions) {
    const { ledger, sentLog, clock, filter, isModelUsed } = options;
    this.#options = options;
    this.#unknownOrders = new UnknownOrders(ledger);
    this.#context = { ledger, sentLog, clock, isModelUsed, filter, files: new KnownFiles() };
  }

  /** Plans the checks of all jobs anew. */
  run(): void {
    const { ledger, clock } = this.#options;
    this.#isRunning = true;
    for (const { schedule } of this.#accounts.values()) schedule.clear();
    for (const job of ledger.jobs.withState(['unknown', 'ask'])) this.jobChanged(job);
    for (const jobId of ledger.reconciliation.toSweep()) this.#plan('sweep', ledger.require(jobId));
    for (const job of ledger.jobs.ordersAtRestSince(clock.now() - watchLasts))
      if (isWatched(job, ledger)) this.#plan('watch', job);
    for (const checks of this.#accounts.values()) checks.run();
  }

  /** Starts no more checks; returns when those that run have ended. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all([...this.#accounts.values()].map((checks) => checks.stop()));
  }

  /** A check runs, or is due within a moment. */
  get isChecking(): boolean {
    return this.#isRunning && [...this.#accounts.values()].some((checks) => checks.isBusyWithin(dueSoon));
  }

  /** The connection to the account's service works again: checks soon. */
  hurry(accountId: string): void {
    const checks = this.#accounts.get(accountId);
    checks?.schedule.hurry();
    checks?.setTimer();
  }

  /** Timers stand still while the machine sleeps; what has become due meanwhile is checked now. */
  setTimers(): void {
    for (const checks of this.#accounts.values()) checks.setTimer();
  }

  /**
   * Epoch ms at which the outcome of an unknown job will be known at the latest; null: that is not known.
   * What another process found out counts as well.
   */
  knownBy({ id, condition }: JobRecord): number | null {
    const { ledger, clock } = this.#options;
    const stored = ledger.evidence
      .outcomesOf(id)
      .findLast(({ name, attempt }) => name === expectedEvent && attempt === condition.attempt);
    const at = this.#knownBy.get(id) ?? expectedSchema.safeParse(stored?.detail).data?.knownBy ?? 0;
    return at > clock.now() ? at : null;
  }

  /** Plans the checks that a job needs in its new state. */
  jobChanged(job: JobRecord): void {
    const { id, kind } = job;
    const { schedule } = this.#checksOf(job.accountId);
    if (kind === 'order' && !isAtRest(job)) schedule.remove(keyOf('watch', id));
    if (isOpen(job)) {
      if (!schedule.has(keyOf('outcome', id))) this.#plan('outcome', job);
      return;
    }
    schedule.remove(keyOf('outcome', id));
    this.#knownBy.delete(id);
    if (kind === 'upload' && this.#options.ledger.reconciliation.isToSweep(id)) this.#plan('sweep', job);
    if (!schedule.has(keyOf('watch', id)) && isWatched(job, this.#options.ledger)) this.#plan('watch', job);
  }

  /**
   * The service listed these orders to anybody here. Those that may belong to a job without its knowledge are
   * checked.
   */
  ordersListed(accountId: string, list: OrderList): void {
    if (!this.#isRunning) return;
    for (const job of this.#unknownOrders.suspects(accountId, list)) this.#plan('listed', job);
  }

  #checksOf(accountId: string): AccountChecks<JobCheck> {
    const known = this.#accounts.get(accountId);
    if (known) return known;
    const { clock, random, throttle } = this.#options;
    const checks = new AccountChecks<JobCheck>(clock, random, throttle, (planned, own) =>
      this.#run(planned, own),
    );
    this.#accounts.set(accountId, checks);
    if (this.#isRunning) checks.run();
    return checks;
  }

  #plan(kind: CheckKind, job: JobRecord): void {
    const { id, kind: jobKind, accountId } = job;
    const list =
      kind === 'watch' || kind === 'listed'
        ? 'orders'
        : kind === 'sweep' || jobKind === 'upload'
          ? 'models'
          : null;
    const first = { key: keyOf(kind, id), check: { kind, jobId: id }, group: list };
    const checks = this.#checksOf(accountId);
    if (kind === 'watch') {
      const { ledger, clock } = this.#options;
      const completed = ledger.reconciliation.watchesOf(id);
      checks.schedule.resume(first, watchTimes, completed, clock.now() - watchedSince(job, ledger));
    } else if (kind === 'listed') checks.schedule.add({ ...first, timing: listedTimes });
    else checks.schedule.add({ ...first, timing: 'backoff' });
    checks.setTimer();
  }

  async #run(planned: Planned<JobCheck>, checks: AccountChecks<JobCheck>): Promise<void> {
    try {
      await this.#checkAndRecord(planned, checks);
    } catch (thrown) {
      this.#failed(planned, checks, thrown);
    }
  }

  async #checkAndRecord(planned: Planned<JobCheck>, { schedule, lists }: AccountChecks<JobCheck>) {
    const { kind, jobId } = planned.check;
    const { conclusion, next } = await this.#check(planned, { ...this.#context, lists });
    if (!this.#isRunning) return;
    if (next.kind === 'never') schedule.remove(planned.key);
    else if (next.kind === 'retry') schedule.retry(planned);
    else if (next.kind === 'again') {
      schedule.again(planned, next.inMs);
      if (kind === 'outcome') this.#expect(jobId, next.inMs);
    }
    if (kind === 'watch' && next.kind === 'as-planned') {
      const { ledger } = this.#options;
      ledger.write(() => ledger.reconciliation.setWatches(jobId, planned.completed + 1));
      if (planned.completed === 0) this.viewChanged.emit(jobId);
    }
    if (conclusion === null) return;
    recordConclusion(jobId, conclusion, this.#options);
    if (kind === 'outcome') this.concluded.emit();
  }

  async #check(
    { check: { kind, jobId }, at }: Planned<JobCheck>,
    context: CheckContext,
  ): Promise<CheckResult> {
    const { ledger, throttle, clientFor } = this.#options;
    const record = ledger.require(jobId);
    if (kind === 'outcome' && !isOpen(record)) return { conclusion: null, next: { kind: 'never' } };
    if (throttle.stateOf(record.accountId)?.wait === 'network')
      return { conclusion: null, next: { kind: 'retry' } };
    const client = await clientFor(record.accountId);
    if (kind === 'watch' || kind === 'listed') return watchOrder(record, client, context, at);
    if (kind === 'sweep') return sweepCopies(record, client, context, at);
    switch (record.kind) {
      case 'order':
        return resultOf(await reconcileOrder(record, client, context));
      case 'upload':
        return confirmRefusal(record, client, context, () => reconcileUpload(record, client, context, at));
      case 'change':
        return confirmRefusal(record, client, context, () => reconcileChange(record, client, context));
    }
  }

  #failed(planned: Planned<JobCheck>, { schedule }: AccountChecks<JobCheck>, thrown: unknown): void {
    const failure = failureOf(toAppError(thrown));
    if (failure.kind === 'superseded') void this.stop();
    else if (failure.kind === 'rate' && failure.retryAt !== null && planned.timing === 'backoff')
      schedule.postpone(planned, failure.retryAt);
    else schedule.retry(planned);
    if (failure.kind === 'later') this.#options.report(thrown);
  }

  #expect(jobId: string, inMs: number | null): void {
    const before = this.#knownBy.get(jobId);
    if (inMs === null) this.#knownBy.delete(jobId);
    else this.#knownBy.set(jobId, this.#options.clock.now() + inMs + outlookSlack);
    const after = this.#knownBy.get(jobId);
    const isOther =
      after === undefined ? before !== undefined : Math.abs(after - (before ?? 0)) > outlookSlack;
    if (!isOther) return;
    const { ledger, clock } = this.#options;
    const { attempt } = ledger.require(jobId).condition;
    ledger.write(() =>
      ledger.evidence.addOutcome(jobId, attempt, expectedEvent, { knownBy: after ?? 0 }, clock.now()),
    );
    this.viewChanged.emit(jobId);
  }
}

/** Stored with the outcomes of a job: by when its outcome will be known. */
const expectedEvent = 'expected';
const expectedSchema = z.object({ knownBy: z.number() });

const keyOf = (kind: CheckKind, jobId: string) => `${kind} ${jobId}`;

/** Nobody knows yet whether it took effect. */
const isOpen = ({ condition }: JobRecord): boolean =>
  condition.state === 'unknown' || condition.state === 'ask';
