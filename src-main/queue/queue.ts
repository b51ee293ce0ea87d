/**
 * The queue as the application sees it: uploads, paid orders and changes that survive restarts, lost networks
 * and lost answers (docs/reliability.md). `app.ts` creates one, forwards the contract's `queue.*` calls and
 * the clients' signals to it, and passes its events on. Knows no transport and no window.
 */
import { randomUUID } from 'node:crypto';
import type { OrderInfo } from '../../src-shared/api/orders.ts';
import type { RememberedOrder } from '../../src-shared/ipc/order-view.ts';
import type { AgentBudget, BudgetUse } from '../../src-shared/jobs/agent-budget.ts';
import type { Job, JobState } from '../../src-shared/jobs/job.ts';
import { agreedSum } from '../../src-shared/jobs/order-sum.ts';
import type { Proposer } from '../../src-shared/jobs/proposal.ts';
import { isFinal } from '../../src-shared/jobs/state.ts';
import type { ServiceClient } from '../api-client/service-client.ts';
import type { Ballast } from '../db/ballast.ts';
import type { AppDatabase } from '../db/database.ts';
import type { JobRecord } from '../db/job-record.ts';
import type { SentLog } from '../db/sent-log.ts';
import type { Spool } from '../files/spool.ts';
import type { QueueStamp } from '../folder-stamp/folder-stamp.ts';
import { Pause } from '../pause.ts';
import { budgetUse } from './core/budget.ts';
import { endedWithin, type QueueClock, type QueueRandom, systemClock, systemRandom } from './core/clock.ts';
import {
  type EnqueueOptions,
  enqueueUpload,
  type OrderInput,
  placeOrder,
  type UploadInput,
  withKey,
} from './core/enqueue.ts';
import { type ChangeRequest, enqueueChange } from './core/enqueue-change.ts';
import { type Evidence, evidenceOf } from './core/evidence.ts';
import { createIds } from './core/ids.ts';
import { Ledger } from './core/ledger.ts';
import {
  endOldProposals,
  proposedFiles,
  setBudget,
  signWithinBudget,
  withdrawProposal,
} from './core/proposals.ts';
import { recover } from './core/recover.ts';
import { stampedChanges } from './core/stamped-changes.ts';
import { jobView, orderedParts } from './job-view.ts';
import { EarlierCopies } from './reconcile/find-earlier-copy.ts';
import { OrderFilter } from './reconcile/order-filter.ts';
import { isAnother } from './reconcile/order-items.ts';
import { OrderWarnings } from './reconcile/order-warnings.ts';
import { Reconciler } from './reconcile/reconciler.ts';
import type { Candidate } from './resolve/candidate.ts';
import {
  acknowledgeJob,
  cancelJob,
  confirmJob,
  holdJob,
  prioritizeJob,
  releaseJob,
} from './resolve/commands.ts';
import { candidatesFor, type Resolution, resolve } from './resolve/resolve.ts';
import { AccountMonitor } from './send/account-monitor.ts';
import type { ConsentOf } from './send/consent-guard.ts';
import { preparation } from './send/preparation.ts';
import { type Progress, Runner } from './send/runner.ts';

export interface QueueOptions {
  readonly database: AppDatabase;
  readonly sentLog: SentLog;
  readonly spool: Pick<Spool, 'pathOf' | 'sizeOf' | 'md5Of'>;
  /** Throws a `CodedError` if the account cannot be used; its jobs then wait for sign-in. */
  readonly clientFor: (accountId: string) => ServiceClient | Promise<ServiceClient>;
  readonly paymentId: (accountId: string) => string | null | Promise<string | null>;
  /** The declarations about models of the account; null: models and orders wait for consent. */
  readonly consentOf: ConsentOf;
  /** `Settings.priceTolerance`. */
  readonly priceTolerance: () => number;
  /** `Settings.orderMarks`; left out: on. */
  readonly orderMarks?: () => boolean;
  readonly takeLines?: EnqueueOptions['takeLines'];
  readonly consentAt?: EnqueueOptions['consentAt'];
  /** Notices older copies of the data folder. If missing, they are not noticed. */
  readonly stamp?: QueueStamp;
  /** Missing: no space is reserved for a full disk. */
  readonly ballast?: Pick<Ballast, 'release' | 'restore'>;
  /**
   * False: lists and takes jobs, but nothing is sent or checked from here, for a command that only shows the
   * queue. Left out: true.
   */
  readonly sends?: boolean;
  /**
   * Whether something outside the queue (the cart) names a model of the service; such a model is never
   * removed.
   */
  readonly isModelUsed?: (accountId: string, modelId: number) => boolean;
  readonly emit: {
    job(job: Job): void;
    progress(progress: { jobId: string; sent: number; total: number }): void;
  };
  /** Logs unexpected errors. */
  readonly report: (thrown: unknown) => void;
  /** Reports of the accounts' clients. Left out: none arrive. */
  readonly monitor?: AccountMonitor;
  /** Missing: the choice stored in the database. */
  readonly pause?: Pause;
  readonly clock?: QueueClock;
  readonly random?: QueueRandom;
}

export type Queue = ReturnType<typeof createQueue>;

const noStamp: QueueStamp = {
  isOutdated: false,
  adopt() {},
  beforeSend: async () => {},
  touch() {},
};
/** When a job proceeds, or its outcome is found out, without a person. */
const isRunning: ReadonlySet<JobState> = new Set(['preparing', 'armed', 'committed', 'unknown']);
/**
 * How long `stop` waits for answers, ms: the whole process ends within 5 seconds (`src-shared/closing.ts`).
 */
const lastPatience = 3_500;
/** If something stops a whole account or the queue, at most this many of its jobs are sent out as events. */
const mostEvents = 200;
/** Progress events of one upload are at least this far apart, in ms. */
const progressEvery = 100;

export function createQueue(options: QueueOptions) {
  const { database, sentLog, spool, emit, report, clientFor } = options;
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  const sends = options.sends ?? true;
  let started = false;
  const pause = options.pause ?? new Pause(database.meta);

  const stamp = options.stamp ?? noStamp;

  const ledger = new Ledger(database, sentLog, clock);
  const ids = createIds(clock, random, ledger.jobs.newestId());
  const monitor = options.monitor ?? new AccountMonitor(clock, random);
  const { throttle } = monitor;
  const warnings = new OrderWarnings();
  const filter = new OrderFilter(ledger, clock, ids.mark);
  const earlierCopies = new EarlierCopies(ledger, filter, clock);
  const runner = new Runner({
    ledger,
    monitor,
    clock,
    random,
    clientFor,
    report,
    prepare: preparation({ ...options, ledger, clock, ids, earlierCopies, stamp }),
    ballast: options.ballast ?? { release: () => {}, restore: () => true },
    frozenAccounts: () => warnings.frozenAccounts(),
  });
  const reconciler = new Reconciler({
    ledger,
    sentLog,
    throttle,
    clock,
    random,
    clientFor,
    report,
    isModelUsed: options.isModelUsed ?? (() => false),
    filter,
  });
  const { takeLines, consentAt, priceTolerance, orderMarks = () => true } = options;
  const enqueueing = { ledger, ids, clock, spool, orderMarks, priceTolerance, takeLines, consentAt };
  const view = (record: JobRecord): Job =>
    jobView(record, { ledger, runner, reconciler, throttle, warnings, isPaused: () => pause.isOn });

  const emitQueued = (accountId: string | null) => {
    const queued = ledger.jobs.withState(['queued']);
    const those = accountId === null ? queued : queued.filter((job) => job.accountId === accountId);
    for (const record of those.slice(0, mostEvents)) emit.job(view(record));
  };
  const isStamped = stampedChanges();
  ledger.changed.subscribe((record) => {
    if (isStamped(record)) stamp.touch();
    reconciler.jobChanged(record);
    warnings.jobChanged(record);
    emit.job(view(record));
  });
  warnings.changed.subscribe(emitQueued);
  throttle.changed.subscribe((accountId) => {
    if (throttle.stateOf(accountId) === null) reconciler.hurry(accountId);
    emitQueued(accountId);
  });
  monitor.networkBack.subscribe((accountId) => runner.networkBack(accountId));
  monitor.probed.subscribe(() => runner.pump());
  monitor.rateHeard.subscribe(({ accountId, holdChanged }) => {
    if (holdChanged) emitQueued(accountId);
    runner.pump();
  });
  monitor.ordersListed.subscribe(({ accountId, list }) => reconciler.ordersListed(accountId, list));
  monitor.credentialsChanged.subscribe((accountId) => {
    runner.release(accountId, 'sign-in');
    emitQueued(accountId);
  });
  runner.diskChanged.subscribe(() => emitQueued(null));
  runner.progress.subscribe(atMostEvery(progressEvery, clock, emit.progress));
  reconciler.concluded.subscribe(() => runner.pump());
  reconciler.viewChanged.subscribe((jobId) => emit.job(view(ledger.require(jobId))));

  let stopEnding = () => {};
  /** Ends what nobody signed in time, now and when the next one is due. */
  const endProposals = () => {
    stopEnding();
    const next = endOldProposals(ledger, clock.now());
    if (next !== null) stopEnding = clock.after(next + 1, endProposals);
  };
  const run = () => {
    runner.run();
    reconciler.run();
  };
  const client = async (accountId: string) => clientFor(accountId);
  const pumped = (record: JobRecord): Job => {
    runner.pump();
    return view(record);
  };

  return {
    /** Takes the careful view of what the last process left, then runs. Call once. */
    start(): void {
      ledger.beginEpoch(randomUUID());
      const restored = database.restored !== null;
      const { isOutdated } = stamp;
      recover({ ledger, sentLog, restored, isOutdated, now: clock.now(), newMark: ids.mark });
      stamp.adopt();
      warnings.start(ledger);
      endProposals();
      if (!sends) return;
      started = true;
      // The network and the credentials may have changed since these began to wait.
      runner.release(null, 'network');
      runner.release(null, 'sign-in');
      runner.release(null, 'terms');
      if (!pause.isOn) run();
    },
    /** Ends what is certainly unsent, and waits briefly for answers to what was sent. */
    async stop(): Promise<void> {
      stopEnding();
      const checked = endedWithin(clock, lastPatience, reconciler.stop());
      await runner.stop(lastPatience);
      await checked;
    },

    enqueueUpload: async (accountId: string, input: UploadInput): Promise<Job> =>
      pumped(await enqueueUpload(enqueueing, accountId, input)),
    placeOrder: async (accountId: string, input: OrderInput): Promise<Job> =>
      pumped(await placeOrder(enqueueing, accountId, input)),
    /**
     * The order that was placed with this key; null if there is none. Throws `key-used`, `damaged-record`.
     */
    orderWithKey(input: Pick<OrderInput, 'requestKey' | 'requestDigest'>): Job | null {
      const record = withKey(ledger, input);
      return record === null ? null : view(record);
    },
    /** With a `requestKey` that was used before, returns that job. Throws `file-not-found`. */
    enqueueChange: async (accountId: string, request: ChangeRequest, requestKey?: string): Promise<Job> =>
      pumped(await enqueueChange(enqueueing, accountId, request, requestKey)),
    /** All that are wanted; the others are not held in memory. */
    list(isWanted: (job: Job) => boolean = () => true): Job[] {
      const jobs: Job[] = [];
      for (const record of ledger.jobs.each()) {
        const job = view(record);
        if (isWanted(job)) jobs.push(job);
      }
      return jobs;
    },
    /** Whether a check at the service runs or is due. */
    get checking(): boolean {
      return reconciler.isChecking;
    },
    get: (jobId: string): Job => view(ledger.require(jobId)),

    cancel(jobId: string): void {
      cancelJob(jobId, ledger);
      runner.abort(jobId);
      runner.pump();
    },
    retry(jobId: string): void {
      const { accountId } = releaseJob(jobId, ledger);
      throttle.signInMayWork(accountId);
      runner.networkBack(accountId);
    },
    /** A reprint has no total. */
    confirm(jobId: string, confirmedTotal?: number): void {
      confirmJob(jobId, confirmedTotal, enqueueing);
      runner.pump();
    },
    /**
     * Stores an order for a person to sign; until then nothing of it is sent. `mayUseBudget`: where it goes
     * is where the person would send it, so that a budget may sign it.
     */
    async propose(
      accountId: string,
      input: OrderInput,
      proposer: Proposer,
      mayUseBudget: boolean,
    ): Promise<Job> {
      endProposals();
      const { requestKey } = input;
      // A program cannot take a key that a person will use.
      const proposed = requestKey === undefined ? input : { ...input, requestKey: `proposal:${requestKey}` };
      const order = await placeOrder(enqueueing, accountId, proposed, proposer, (stored) => {
        if (mayUseBudget) signWithinBudget(stored, enqueueing);
      });
      endProposals();
      return pumped(order);
    },
    budget: (): BudgetUse => budgetUse(ledger, clock.now()),
    setBudget: (budget: AgentBudget | null): void => setBudget(ledger, budget),
    withdraw: (jobId: string, by: string): void => withdrawProposal(jobId, by, ledger),
    /** Before or behind everything else that waits; an order takes its uploads with it. */
    prioritize(jobId: string, place: 'first' | 'last'): void {
      prioritizeJob(jobId, place, ledger);
      runner.pump();
    },
    /** Holds a waiting job until `retry`. */
    hold: (jobId: string): void => holdJob(jobId, ledger),
    evidence: (jobId: string): Evidence => evidenceOf(ledger.require(jobId), ledger, sentLog, clock.now()),
    candidates: async (jobId: string): Promise<Candidate[]> => {
      const record = ledger.require(jobId);
      return candidatesFor(record, await client(record.accountId), ledger);
    },
    async resolve(jobId: string, verdict: Resolution): Promise<void> {
      const record = ledger.require(jobId);
      await resolve(record, verdict, () => client(record.accountId), ledger, clock);
      runner.pump();
    },
    /**
     * A person has seen what is shown about an ended job (an order twice, or one that came late); paid work
     * goes on.
     */
    acknowledge(jobId: string): void {
      acknowledgeJob(jobId, ledger);
      runner.pump();
    },

    /**
     * The machine has slept or has another network: what waits for the network is tried now, and what is due
     * is done.
     */
    tryNow(): void {
      monitor.networkMayBeBack();
      runner.pump();
      reconciler.setTimers();
    },
    /** Stays so across restarts. */
    setPaused(wanted: boolean): void {
      if (wanted === pause.isOn) return;
      pause.set(wanted);
      if (wanted) {
        runner.pause();
        void reconciler.stop();
      } else if (started) run();
      emitQueued(null);
    },
    get paused(): boolean {
      return pause.isOn;
    },

    counts() {
      const counts = { waiting: 0, running: 0, needsYou: 0 };
      for (const { state, wait, count } of ledger.jobs.countStates()) {
        const asks = wait === 'consent' || wait === 'terms' || wait === 'sign-in';
        if (state === 'ask' || (state === 'queued' && asks)) counts.needsYou += count;
        else if (state === 'queued') counts.waiting += count;
        else if (isRunning.has(state)) counts.running += count;
      }
      for (const jobId of warnings.jobIds()) {
        if (isFinal(ledger.require(jobId).condition.state)) counts.needsYou += 1;
      }
      return counts;
    },
    /** Whether a job of the account is on its way or could go now. */
    isBusy(accountId: string): boolean {
      const { jobs } = ledger;
      const isOwn = (job: JobRecord) => job.accountId === accountId;
      if (jobs.withState(['preparing', 'armed', 'committed']).some(isOwn)) return true;
      if (!started || pause.isOn) return false;
      const now = clock.now();
      const queued = jobs.withState(['queued']).filter(isOwn);
      return queued.some(
        ({ condition: { wait, notBefore }, dependsOn }) =>
          wait === null &&
          (notBefore ?? 0) <= now &&
          dependsOn.every((id) => jobs.read(id)?.condition.state === 'done'),
      );
    },
    /** Hashes of the spool files that jobs name; they must stay. */
    referencedFiles: () => new Set([...ledger.jobs.files(), ...proposedFiles(ledger)]),
    /** Orders placed, reprinted or cancelled from here, by the service's number. */
    placedOrders(accountId: string): Map<number, RememberedOrder> {
      const placed = new Map<number, RememberedOrder>();
      const add = (orderId: number, facts: RememberedOrder) =>
        placed.set(orderId, { ...placed.get(orderId), ...facts });
      for (const job of ledger.jobs.doneOf(accountId)) {
        if (job.kind === 'upload' || job.result === null) continue;
        // The number of an order that is gone may be that of another one by now.
        if (job.kind === 'order' && job.result.isGone) continue;
        const at = job.updatedAt;
        if (job.kind === 'order') {
          const { orderId, receipt } = job.result;
          const parts = orderedParts(job.payload, ledger.jobs.find);
          const isOther = (info: OrderInfo): boolean => isAnother(info, job, ledger.jobs);
          add(orderId, { sum: agreedSum(job.payload), placedAt: at, receipt, parts, isAnother: isOther });
        } else if (job.payload.op === 'reprint') {
          add(job.result.remoteId, { reprintOf: job.payload.orderId, placedAt: at });
        } else if (job.payload.op === 'cancel-order') {
          add(job.payload.orderId, { cancelledAt: at });
        }
      }
      return placed;
    },
    /** Rights and terms were confirmed for the account, so jobs that waited for it go on. */
    consentGiven: (accountId: string): void => runner.release(accountId, 'terms'),
  };
}

/** Lets the first and the last event of a transfer through, and one every `ms` between them. */
function atMostEvery(ms: number, clock: QueueClock, emit: (progress: Progress) => void) {
  const emitted = new Map<string, number>();
  return (progress: Progress) => {
    const { jobId, sent, total } = progress;
    const now = clock.now();
    const last = emitted.get(jobId);
    if (sent < total && last !== undefined && Math.abs(now - last) < ms) return;
    emitted.set(jobId, now);
    emit(progress);
  };
}
