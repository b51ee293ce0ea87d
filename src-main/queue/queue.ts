/**
 * The queue as the application sees it: uploads, paid orders and changes that survive restarts, lost networks and lost
 * answers (DESIGN.md section 3). `app.ts` makes one, forwards the contract's `queue.*` calls and the clients'
 * signals to it, and passes its events on. Knows no transport and no window.
 */
import { randomUUID } from 'node:crypto';
import type { Job, JobState, Problem } from '../../src-shared/jobs/job.ts';
import { CodedError } from '../../src-shared/result.ts';
import type { RateNotice, ServiceClient } from '../api-client/service-client.ts';
import type { Ballast } from '../db/ballast.ts';
import type { AppDatabase } from '../db/database.ts';
import { type JobRecord, toJob } from '../db/job-record.ts';
import type { SentLog } from '../db/sent-log.ts';
import type { Spool } from '../files/spool.ts';
import { afterChange } from './changes/after-change.ts';
import { endedWithin, type QueueClock, type QueueRandom, systemClock, systemRandom } from './core/clock.ts';
import { allDone } from './core/dependencies.ts';
import { enqueueUpload, type OrderInput, placeOrder, type UploadInput } from './core/enqueue.ts';
import { type ChangeRequest, enqueueChange } from './core/enqueue-change.ts';
import { type Evidence, evidenceOf } from './core/evidence.ts';
import { createIds } from './core/ids.ts';
import { Ledger } from './core/ledger.ts';
import { recover } from './core/recover.ts';
import { Reconciler } from './reconcile/reconciler.ts';
import { ambiguousCode, duplicateCode } from './reconcile/watch-order.ts';
import type { Candidate } from './resolve/candidate.ts';
import { candidatesFor, resolve, type Verdict } from './resolve/resolve.ts';
import { AccountThrottle } from './send/account-throttle.ts';
import { changePreparation } from './send/change-task.ts';
import { orderPreparation } from './send/order-task.ts';
import { Runner } from './send/runner.ts';
import { uploadPreparation } from './send/upload-task.ts';

export interface QueueOptions {
  readonly database: AppDatabase;
  readonly sentLog: SentLog;
  readonly spool: Pick<Spool, 'pathOf' | 'sizeOf'>;
  /** Throws a `CodedError` where the account cannot be used; its jobs then wait for sign-in. */
  readonly clientFor: (accountId: string) => ServiceClient | Promise<ServiceClient>;
  readonly paymentId: (accountId: string) => string | null | Promise<string | null>;
  /** `Settings.priceTolerance`. */
  readonly priceTolerance: () => number;
  /** `Settings.orderMarks`; left out: on. */
  readonly orderMarks?: () => boolean;
  /** Left out: no room is kept for a full disk. */
  readonly ballast?: Pick<Ballast, 'release' | 'restore'>;
  /**
   * False: lists and takes jobs, but nothing is sent or looked up from here before `run` is called; for a command
   * that only shows the queue. Left out: true.
   */
  readonly sends?: boolean;
  /** Whether something outside the queue (the cart) names a model of the service; such a model is never removed. */
  readonly isModelUsed?: (accountId: string, modelId: number) => boolean;
  readonly emit: {
    job(job: Job): void;
    progress(progress: { jobId: string; sent: number; total: number }): void;
  };
  /** For the log: what nothing foresees. */
  readonly report: (thrown: unknown) => void;
  readonly clock?: QueueClock;
  readonly random?: QueueRandom;
}

export interface QueueCounts {
  readonly waiting: number;
  readonly running: number;
  readonly needsYou: number;
}

export interface Queue {
  /** Takes the careful view of what the last process left, then runs. Call once. */
  start(): void;
  /** Ends what is certainly unsent and waits a little for answers to what was sent. */
  stop(): Promise<void>;

  enqueueUpload(accountId: string, input: UploadInput): Promise<Job>;
  placeOrder(accountId: string, input: OrderInput): Promise<Job>;
  /** With a `requestKey` that was used before, returns that job. Throws `file-not-found`. */
  enqueueChange(accountId: string, wish: ChangeRequest, requestKey?: string): Promise<Job>;
  list(): Job[];
  get(jobId: string): Job;
  cancel(jobId: string): void;
  retry(jobId: string): void;
  /** A reprint has no total. */
  confirm(jobId: string, confirmedTotal?: number): void;
  /** Before or behind everything else that waits; an order takes its uploads with it. */
  prioritize(jobId: string, place: 'first' | 'last'): void;
  /** Leaves a waiting job alone until `retry`. */
  hold(jobId: string): void;
  evidence(jobId: string): Evidence;
  candidates(jobId: string): Promise<Candidate[]>;
  resolve(jobId: string, verdict: Verdict): Promise<void>;
  /** A person has seen what is shown about a done job (a double order); paid work goes on. */
  acknowledge(jobId: string): void;

  /** Kept across restarts. */
  setPaused(paused: boolean): void;
  readonly paused: boolean;
  counts(): QueueCounts;
  /** Whether jobs of the account are not final yet. */
  isBusy(accountId: string): boolean;
  /** Hashes of the spool files that jobs name; they must stay. */
  referencedFiles(): Set<string>;
  /** Orders placed from here, by the service's number. */
  placedOrders(
    accountId: string,
  ): Map<number, { confirmedTotal: number; currency: string; placedAt: number }>;

  /** From the account's client: what an answer told about the rate. */
  rateNotice(accountId: string, notice: RateNotice): void;
  /** Something of the account got through; what waited for the network goes on. May be called for every answer. */
  networkBack(accountId: string): void;
  /** Credentials, tokens or the payment id were entered anew. */
  accountChanged(accountId: string): void;
}

const heldBack: Problem = { code: 'held-back', message: 'You held it back.' };
/** What moves, or is found out, without a person. */
const isRunning: ReadonlySet<JobState> = new Set(['preparing', 'armed', 'committed', 'unknown']);
/** How long `stop` waits for answers, ms: the whole process ends within 5 seconds (`src-shared/closing.ts`). */
const lastPatience = 3_500;
/** More jobs of an account than this are not told one by one that its gate moved. */
const mostTold = 200;
/** Progress events of one upload are at least this far apart, in ms. */
const progressEvery = 100;

export function createQueue(options: QueueOptions): Queue {
  const { database, sentLog, spool, emit, report, clientFor } = options;
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  const ledger = new Ledger(database, sentLog, clock, (record) => {
    reconciler.notice(record);
    noticeDouble(record);
    emit.job(view(record));
  });
  const gates = new AccountThrottle(clock, random);
  const ids = createIds(clock, random);
  const enqueueing = { ledger, ids, clock, spool, orderMarks: options.orderMarks ?? (() => true) };
  /** Jobs that show a double order, with their accounts. */
  const doubled = new Map<string, string>();
  /** Jobs that show an order from which theirs cannot be told. */
  const twins = new Set<string>();
  const reconciler = new Reconciler({
    ledger,
    sentLog,
    gates,
    isModelUsed: options.isModelUsed ?? (() => false),
    newMark: ids.mark,
    onOutlook: (jobId) => emit.job(view(ledger.require(jobId))),
    clock,
    random,
    clientFor,
    report,
    onSettled: () => runner.pump(),
  });
  const told = new Map<string, number>();
  const runner = new Runner({
    ledger,
    gates,
    clock,
    random,
    clientFor,
    report,
    ballast: options.ballast ?? { release: () => {}, restore: () => true },
    onDisk: () => {
      for (const record of ledger.jobs.withState(['queued']).slice(0, mostTold)) emit.job(view(record));
    },
    frozenAccounts: () => [...doubled.values()],
    prepareUpload: uploadPreparation(spool),
    prepareOrder: orderPreparation({
      jobs: ledger.jobs,
      paymentId: options.paymentId,
      priceTolerance: options.priceTolerance,
      now: () => clock.now(),
    }),
    prepareChange: changePreparation({ ledger, clock, spool }),
    onProgress: (jobId, sent, total) => {
      const now = clock.now();
      const last = told.get(jobId);
      if (sent < total && last !== undefined && Math.abs(now - last) < progressEvery) return;
      told.set(jobId, now);
      emit.progress({ jobId, sent, total });
    },
    onGate: (accountId) => {
      if (gates.stateOf(accountId) === null) reconciler.hurry();
      tellAccount(accountId);
    },
  });
  const sends = options.sends ?? true;
  let started = false;
  let paused = database.meta.get('paused') === 'yes';

  /** The job with what holds its whole account or the whole queue, which no row says. */
  function view(record: JobRecord): Job {
    const job = toJob(record);
    if (job.state === 'unknown') return { ...job, knownBy: reconciler.knownBy(job.id) };
    if (job.state !== 'queued' || (job.wait !== null && job.wait !== 'network')) return job;
    if (paused) return { ...job, wait: 'paused', notBefore: null };
    const disk = runner.diskProblem;
    if (disk !== null) return { ...job, wait: 'disk', notBefore: null, problem: disk };
    if (record.lane === 'paid' && [...doubled.values()].includes(job.accountId)) {
      return { ...job, wait: 'frozen', notBefore: null };
    }
    const gate = gates.stateOf(job.accountId);
    return gate === null ? job : { ...job, wait: gate.wait, notBefore: gate.until };
  }

  function noticeDouble({ id, accountId, condition }: JobRecord): void {
    if (condition.problem?.code === ambiguousCode) twins.add(id);
    else twins.delete(id);
    const isDouble = condition.problem?.code === duplicateCode;
    if (isDouble === doubled.has(id)) return;
    if (isDouble) doubled.set(id, accountId);
    else doubled.delete(id);
    tellAccount(accountId);
  }

  function tellAccount(accountId: string): void {
    const queued = ledger.jobs.withState(['queued']).filter((job) => job.accountId === accountId);
    for (const record of queued.slice(0, mostTold)) emit.job(view(record));
  }

  const go = () => {
    runner.run();
    reconciler.run();
  };
  const client = async (accountId: string) => clientFor(accountId);
  const pumped = (record: JobRecord): Job => {
    runner.pump();
    return view(record);
  };

  return {
    start() {
      ledger.beginEpoch(randomUUID());
      const restored = database.restored !== null;
      recover({ ledger, sentLog, restored, now: clock.now(), newMark: ids.mark });
      for (const code of [duplicateCode, ambiguousCode])
        for (const record of ledger.jobs.withProblem(code)) noticeDouble(record);
      if (!sends) return;
      started = true;
      // The network and the credentials may be others than when these began to wait.
      runner.release(null, 'network');
      runner.release(null, 'sign-in');
      if (!paused) go();
    },
    async stop() {
      const checked = endedWithin(clock, lastPatience, reconciler.stop());
      await runner.stop(lastPatience);
      await checked;
    },

    enqueueUpload: async (accountId, input) => pumped(await enqueueUpload(enqueueing, accountId, input)),
    placeOrder: async (accountId, input) => pumped(await placeOrder(enqueueing, accountId, input)),
    enqueueChange: async (accountId, wish, requestKey) =>
      pumped(await enqueueChange(enqueueing, accountId, wish, requestKey)),
    list: () => ledger.jobs.list().map(view),
    get: (jobId) => view(ledger.require(jobId)),

    cancel(jobId) {
      const record = ledger.require(jobId);
      if (record.kind === 'upload' && ledger.jobs.dependents(jobId).length > 0) {
        throw new CodedError('needed-by-order', 'An order waits for this upload. Cancel the order first.');
      }
      ledger.write(() => {
        ledger.change(jobId, { type: 'cancel' });
        afterChange(ledger, jobId);
      });
      runner.abort(jobId);
      runner.pump();
    },

    retry(jobId) {
      const record = ledger.require(jobId);
      const { accountId, condition } = record;
      if (condition.state !== 'queued' || condition.wait === 'consent' || condition.wait === 'dependency') {
        throw new CodedError(
          'not-waiting',
          'This job does not wait for a time, so there is nothing to hurry.',
        );
      }
      const wait = allDone(ledger, record) ? null : 'dependency';
      if (wait === null) ledger.change(jobId, { type: 'release' });
      else ledger.change(jobId, { type: 'hold', wait, notBefore: null, problem: null });
      gates.signInMayWork(accountId);
      runner.networkBack(accountId);
    },

    confirm(jobId, confirmedTotal) {
      const record = ledger.require(jobId);
      const { state, wait } = record.condition;
      const offer = record.kind === 'order' ? record.offer : null;
      const hasTotal = record.kind !== 'change';
      if (state !== 'queued' || wait !== 'consent' || (hasTotal && offer === null)) {
        throw new CodedError('nothing-to-confirm', 'This order does not wait for a confirmation.');
      }
      if (hasTotal && !(Math.abs((offer?.total ?? 0) - (confirmedTotal ?? Number.NaN)) <= 0.005)) {
        throw new CodedError('price-changed', 'The price has changed again. Look at the new total.');
      }
      ledger.change(jobId, { type: 'release' }, { rewrite: (job) => consented(job, clock.now()) });
      runner.pump();
    },

    prioritize(jobId, place) {
      const record = ledger.require(jobId);
      ledger.write(() => {
        for (const id of [...record.dependsOn, jobId]) {
          const { condition, lane } = ledger.require(id);
          if (condition.state !== 'queued') continue;
          const outer = ledger.jobs.outerPriority(lane, place) ?? 0;
          const priority = place === 'first' ? outer - 1 : outer + 1;
          ledger.amend(id, (job) => ({ ...job, priority }));
        }
      });
      runner.pump();
    },
    hold(jobId) {
      const { condition } = ledger.require(jobId);
      if (condition.state !== 'queued' || condition.wait === 'consent') {
        throw new CodedError('not-waiting', 'Only what waits to be sent can be held back.');
      }
      ledger.change(jobId, { type: 'hold', wait: 'paused', notBefore: null, problem: heldBack });
    },
    evidence: (jobId) => evidenceOf(ledger.require(jobId), ledger, sentLog, clock.now()),
    candidates: async (jobId) => {
      const record = ledger.require(jobId);
      return candidatesFor(record, await client(record.accountId), ledger);
    },
    async resolve(jobId, verdict) {
      const record = ledger.require(jobId);
      await resolve(record, verdict, () => client(record.accountId), ledger, clock);
      runner.pump();
    },
    acknowledge(jobId) {
      const { condition } = ledger.require(jobId);
      if (condition.state !== 'done' || condition.problem === null) {
        throw new CodedError('nothing-to-confirm', 'There is nothing about this job to take note of.');
      }
      ledger.setProblem(jobId, null);
      runner.pump();
    },

    setPaused(wanted) {
      if (wanted === paused) return;
      // First what may fail on a full disk, so that trying again is not taken for done.
      database.meta.set('paused', wanted ? 'yes' : 'no');
      paused = wanted;
      if (paused) {
        runner.pause();
        void reconciler.stop();
      } else if (started) go();
      for (const record of ledger.jobs.withState(['queued']).slice(0, mostTold)) emit.job(view(record));
    },
    get paused() {
      return paused;
    },

    counts() {
      const counts = { waiting: 0, running: 0, needsYou: 0 };
      for (const { state, wait, count } of ledger.jobs.countStates()) {
        const asks = wait === 'consent' || wait === 'sign-in';
        if (state === 'ask' || (state === 'queued' && asks)) counts.needsYou += count;
        else if (state === 'queued') counts.waiting += count;
        else if (isRunning.has(state)) counts.running += count;
      }
      for (const jobId of [...doubled.keys(), ...twins]) {
        if (ledger.require(jobId).condition.state === 'done') counts.needsYou += 1;
      }
      return counts;
    },
    isBusy: (accountId) =>
      ledger.jobs
        .withState(['queued', 'preparing', 'armed', 'committed', 'unknown', 'ask'])
        .some((job) => job.accountId === accountId),
    referencedFiles: () => new Set(ledger.jobs.files()),
    placedOrders(accountId) {
      const placed = new Map<number, { confirmedTotal: number; currency: string; placedAt: number }>();
      for (const job of ledger.jobs.withState(['done'])) {
        if (job.kind !== 'order' || job.accountId !== accountId || job.result === null) continue;
        const { confirmedTotal, currency } = job.payload;
        placed.set(job.result.orderId, { confirmedTotal, currency, placedAt: job.updatedAt });
      }
      return placed;
    },

    rateNotice(accountId, notice) {
      const before = gates.stateOf(accountId)?.wait;
      gates.notice(accountId, notice);
      if (gates.stateOf(accountId)?.wait !== before) tellAccount(accountId);
      runner.pump();
    },
    networkBack: (accountId) => runner.reached(accountId),
    accountChanged(accountId) {
      gates.signInMayWork(accountId);
      runner.release(accountId, 'sign-in');
      tellAccount(accountId);
    },
  };
}

/** The order with the offer taken, or the reprint confirmed anew. */
function consented(job: JobRecord, now: number): JobRecord {
  if (job.kind === 'change' && job.payload.op === 'reprint') {
    return { ...job, payload: { ...job.payload, consentAt: now } };
  }
  if (job.kind !== 'order' || job.offer === null) return job;
  const { total, currency, unitPrices } = job.offer;
  const lines = job.payload.lines.map((line, index) => ({
    ...line,
    unitPrice: unitPrices[index] ?? line.unitPrice,
  }));
  const payload = { ...job.payload, lines, confirmedTotal: total, currency, consentAt: now };
  return { ...job, payload, offer: null };
}
