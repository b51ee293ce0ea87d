/**
 * Runs jobs: of each account, paid orders one at a time, files two at a time, small changes beside them.
 * Takes the next job of a lane, prepares it, sends it through the commit gate, and records what became of it.
 * Owns the running jobs and one timer.
 *
 * The commit gate (reliability: R5) [Note: commit gate]: the last byte of a request leaves only after
 * `committed` is durable in the database and in sent.log. From then on nothing aborts the request and nothing
 * sends it again.
 */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { toAppError } from '../../../src-shared/result.ts';
import type { CommitGate, ServiceClient } from '../../api-client/service-client.ts';
import type { Ballast } from '../../db/ballast.ts';
import type { JobRecord, Lane } from '../../db/job-record.ts';
import { errorOf, mainError } from '../../main-error.ts';
import { Signal } from '../../signal.ts';
import { afterChange } from '../changes/after-change.ts';
import { endedWithin, type QueueClock, type QueueRandom } from '../core/clock.ts';
import { afterUpload } from '../core/dependencies.ts';
import { diskFull, diskPatience, diskProblemOf } from '../core/disk-problem.ts';
import type { Ledger } from '../core/ledger.ts';
import { Held, SentBefore } from '../core/step-failure.ts';
import type { AccountMonitor } from './account-monitor.ts';
import { afterSending, afterThrow, type Decision } from './outcome-events.ts';
import type { Prepare, Task } from './task.ts';

interface Track {
  readonly lane: Lane;
  /** Whether jobs with a file, or without one; null: both. */
  readonly withFile: boolean | null;
  /** Jobs of one account at a time. */
  readonly capacity: number;
}

/**
 * Paid jobs run one by one. Small changes do not wait behind long transfers, and no account waits for another
 * one, whose service may be slow or silent.
 */
const tracks: readonly Track[] = [
  { lane: 'paid', withFile: null, capacity: 1 },
  { lane: 'upload', withFile: false, capacity: 1 },
  { lane: 'upload', withFile: true, capacity: 2 },
];

export interface RunnerOptions {
  readonly ledger: Ledger;
  readonly monitor: AccountMonitor;
  readonly clock: QueueClock;
  readonly random: QueueRandom;
  /** Throws if the account cannot be used as it is. */
  readonly clientFor: (accountId: string) => ServiceClient | Promise<ServiceClient>;
  readonly prepare: Prepare<JobRecord>;
  /** Space for what must be recorded on a full disk; nothing new starts while it is used up. */
  readonly ballast: Pick<Ballast, 'release' | 'restore'>;
  /** Accounts that hold an order twice: nothing paid is sent for them until a person has seen it. */
  readonly frozenAccounts: () => readonly string[];
  /** Logs unexpected errors. */
  readonly report: (thrown: unknown) => void;
}

export interface Progress {
  readonly jobId: string;
  /** Bytes. */
  readonly sent: number;
  readonly total: number;
}

interface Running {
  readonly accountId: string;
  readonly lane: Lane;
  readonly withFile: boolean;
  readonly controller: AbortController;
  committed: boolean;
  readonly finished: Promise<void>;
}

export class Runner {
  readonly progress = new Signal<Progress>();
  /** The disk stopped taking records, or takes them again. */
  readonly diskChanged = new Signal<void>();
  readonly #options: RunnerOptions;
  readonly #running = new Map<string, Running>();
  #state: 'stopped' | 'paused' | 'running' = 'stopped';
  #cancelTimer: (() => void) | null = null;
  /** Set while the disk refuses writes. */
  #disk: { readonly problem: Problem; readonly retryAt: number } | null = null;
  /** The database may be closed. The next start finds later outcomes as `committed`. */
  #isOver = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  run(): void {
    this.#state = 'running';
    this.pump();
  }

  /** Starts nothing new and takes back what is certainly unsent. */
  pause(): void {
    if (this.#state === 'running') this.#state = 'paused';
    this.#abortUnsent();
  }

  /** Like `pause`, and waits at most `patience` ms for answers to what was sent. */
  async stop(patience: number): Promise<void> {
    this.#state = 'stopped';
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#abortUnsent();
    const finished = Promise.allSettled([...this.#running.values()].map((one) => one.finished));
    await endedWithin(this.#options.clock, patience, finished);
    this.#isOver = true;
  }

  /** Why nothing can be recorded at the moment, or null. */
  get diskProblem(): Problem | null {
    return this.#disk?.problem ?? null;
  }

  /** Aborts the request of a job that the ledger has just declared unsent for good. */
  abort(id: string): void {
    const running = this.#running.get(id);
    if (running && !running.committed) running.controller.abort();
  }

  /** Starts what can start now, and sets the timer for what can start later. */
  pump(): void {
    if (this.#state !== 'running') return;
    // One timestamp for both, or a job that becomes due between the two calls is missed.
    const now = this.#options.clock.now();
    try {
      if (this.#mayWrite()) this.#fill(now);
      this.#options.monitor.probeHeld(this.#options.clientFor);
      this.#setTimer(now);
    } catch (thrown) {
      this.#failed(thrown);
    }
  }

  /** A time further away than any that is ever set means that this machine's clock was put back. */
  #mayWrite(): boolean {
    if (this.#disk === null) return true;
    const left = this.#disk.retryAt - this.#options.clock.now();
    return left <= 0 || left > diskPatience;
  }

  #fill(now: number): void {
    const { ledger, monitor, ballast } = this.#options;
    const { throttle } = monitor;
    if (!ballast.restore()) throw errorOf(diskFull);
    const hadTrouble = this.#disk !== null;
    for (const track of tracks) {
      const { lane, withFile } = track;
      for (;;) {
        const frozen = lane === 'paid' ? this.#options.frozenAccounts() : [];
        const without = [...throttle.throttledAccounts(), ...frozen, ...this.#busyAccounts(track)];
        const next = ledger.jobs.ready(lane, withFile, now, without);
        // A job that has just ended is still being recorded. Its end calls `pump` again.
        if (next === null || this.#running.has(next.id)) break;
        this.#start(ledger.change(next.id, { type: 'lease' }));
      }
    }
    this.#disk = null;
    if (hadTrouble) this.diskChanged.emit();
  }

  #start(record: JobRecord): void {
    const controller = new AbortController();
    const finished = this.#work(record, controller).finally(() => {
      this.#running.delete(record.id);
      this.pump();
    });
    const { id, accountId, lane } = record;
    const withFile = sizeOf(record) !== null;
    this.#running.set(id, { accountId, lane, withFile, controller, committed: false, finished });
  }

  async #work(record: JobRecord, { signal }: AbortController): Promise<void> {
    // Lets `#start` register the job before anything can end.
    await Promise.resolve();
    const { monitor, clock, random } = this.#options;
    const outcomes = { throttle: monitor.throttle, clock, random };
    try {
      const task = await this.#prepare(record);
      signal.throwIfAborted();
      const { send, ...facts } = task;
      this.#options.ledger.change(record.id, { type: 'arm' });
      const outcome = await send(this.#gateOf(record, signal, facts));
      if (outcome.kind === 'answered' || outcome.kind === 'refused') {
        monitor.throttle.jobWorks(record.accountId);
        monitor.reached(record.accountId);
      }
      await this.#record(record.id, (armed) => afterSending(armed, outcome, outcomes));
    } catch (thrown) {
      if (isUnforeseen(thrown)) this.#options.report(thrown);
      await this.#record(record.id, (trying) => afterThrow(trying, thrown, outcomes));
    }
  }

  async #prepare(record: JobRecord) {
    const { clientFor, prepare } = this.#options;
    return prepare(record, await clientFor(record.accountId));
  }

  #gateOf(record: JobRecord, signal: AbortSignal, { rewrite, ...facts }: Omit<Task, 'send'>): CommitGate {
    const { id } = record;
    const size = sizeOf(record);
    return {
      signal,
      beforeLastByte: ({ tokenFingerprint, tokenEndsAt = null }) => {
        const running = this.#running.get(id);
        if (signal.aborted || !running) throw stopped();
        try {
          const sending = { ...facts, tokenFingerprint, tokenEndsAt };
          this.#options.ledger.change(id, { type: 'commit' }, { sending, ...(rewrite && { rewrite }) });
        } catch (thrown) {
          const problem = diskProblemOf(thrown);
          throw problem ? errorOf(problem, thrown) : thrown;
        }
        running.committed = true;
      },
      ...(size !== null && {
        onProgress: (sent: number) => this.progress.emit({ jobId: id, sent, total: size }),
      }),
    };
  }

  /** Records what an attempt came to. */
  async #record(id: string, decide: (record: JobRecord) => Decision): Promise<void> {
    const { ledger } = this.#options;
    let decision: Decision | null = null;
    await this.#firmly(() => {
      if (this.#isOver) return;
      const record = ledger.require(id);
      // Cancelled before the last byte, which therefore was not sent.
      if (record.condition.state === 'cancelled') return;
      decision ??= decide(record);
      const { event, rewrite, detail, afterwards } = decision;
      ledger.write(() => {
        ledger.change(id, event, { ...(rewrite && { rewrite }), detail });
        afterwards?.(ledger);
        afterChange(ledger, id);
        afterUpload(ledger, id);
      });
    });
  }

  /** The network works: jobs that waited for it continue now. */
  networkBack(accountId: string): void {
    const { throttle } = this.#options.monitor;
    throttle.networkWorks(accountId);
    this.release(accountId, 'network');
    throttle.changed.emit(accountId);
  }

  /** Releases the jobs that wait for this. */
  release(accountId: string | null, wait: 'network' | 'sign-in' | 'terms'): void {
    const { ledger } = this.#options;
    try {
      const held = ledger.jobs.held(wait, accountId);
      if (held.length > 0) {
        ledger.write(() => {
          for (const { id } of held) ledger.change(id, { type: 'release' });
        });
      }
    } catch (thrown) {
      this.#failed(thrown);
    }
    this.pump();
  }

  /**
   * Records an outcome even if the disk refuses writes for a while: it is known now and must not be
   * forgotten.
   */
  async #firmly(write: () => void): Promise<void> {
    for (;;) {
      try {
        return write();
      } catch (thrown) {
        if (diskProblemOf(thrown) === null) return this.#failed(thrown);
        this.#failed(thrown);
        this.#options.ballast.release();
        try {
          return write();
        } catch (again) {
          if (diskProblemOf(again) === null) return this.#failed(again);
        }
        await new Promise<void>((resolve) => this.#options.clock.after(diskPatience, resolve));
      }
    }
  }

  #failed(thrown: unknown): void {
    const problem = diskProblemOf(thrown);
    if (problem !== null) {
      const isNew = this.#disk?.problem.code !== problem.code;
      const now = this.#options.clock.now();
      this.#disk = { problem, retryAt: now + diskPatience };
      this.#setTimer(now);
      if (isNew) this.diskChanged.emit();
      return;
    }
    if (toAppError(thrown).code === 'superseded') this.#state = 'stopped';
    this.#options.report(thrown);
  }

  #setTimer(now: number): void {
    const { ledger, monitor, clock } = this.#options;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#state !== 'running') return;
    // A hold whose time has passed waits for its probe, not for the timer.
    const times = [
      ledger.jobs.nextTime(now),
      monitor.throttle.nextTime(),
      this.#disk?.retryAt ?? null,
    ].filter((time) => time !== null && time > now) as number[];
    if (times.length === 0) return;
    this.#cancelTimer = clock.after(Math.min(...times) - now, () => this.pump());
  }

  #abortUnsent(): void {
    for (const running of this.#running.values()) if (!running.committed) running.controller.abort();
  }

  /** Accounts of which as many jobs run on this track as may. */
  #busyAccounts({ lane, withFile, capacity }: Track): string[] {
    const counts = new Map<string, number>();
    for (const running of this.#running.values())
      if (running.lane === lane && (withFile === null || running.withFile === withFile))
        counts.set(running.accountId, (counts.get(running.accountId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= capacity).map(([accountId]) => accountId);
  }
}

/** Bytes of the file that is sent with it; null if there is none. */
const sizeOf = ({ payload }: JobRecord): number | null => ('file' in payload ? (payload.size ?? null) : null);

const stopped = () => mainError('cancelled', ref('problems.stoppedBeforeLastByte'));

/** A fault of Fabdesk, not of the network, the disk or a person. */
function isUnforeseen(thrown: unknown): boolean {
  if (thrown instanceof Held || thrown instanceof SentBefore || diskProblemOf(thrown) !== null) return false;
  return toAppError(thrown).code === 'internal';
}
