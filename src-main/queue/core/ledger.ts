/**
 * Every change of a job goes through the ledger: the state machine decides, the database and sent.log record
 * it in one transaction, and only then is it announced. Owns the epoch. Knows nothing of lanes, requests and
 * services.
 *
 * The line of sent.log is written last inside the transaction. If the power goes between the two, the log
 * says more than the database, and the next start believes the more careful of them (recover.ts).
 */
import type { JobState, Problem } from '../../../src-shared/jobs/job.ts';
import { isWarning } from '../../../src-shared/jobs/job-group.ts';
import { type JobEvent, transition } from '../../../src-shared/jobs/state.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { CodedError } from '../../../src-shared/result.ts';
import type { AppDatabase } from '../../db/database.ts';
import { type Attempt, createEvidenceStore, type EvidenceStore } from '../../db/evidence-store.ts';
import type { JobRecord } from '../../db/job-record.ts';
import { createJobStore, type JobStore } from '../../db/job-store.ts';
import type { Meta } from '../../db/meta.ts';
import { createReconcileStore, type ReconcileStore } from '../../db/reconcile-store.ts';
import type { SentEntry, SentLog } from '../../db/sent-log.ts';
import { mainError } from '../../main-error.ts';
import { Signal } from '../../signal.ts';
import type { SentAttempt } from '../reconcile/token-quiescence.ts';
import type { QueueClock } from './clock.ts';
import { withSignature } from './unsigned.ts';

export type Sending = Omit<Attempt, 'jobId' | 'attempt' | 'at'>;

/** The data of a change besides its event. */
export interface Change {
  /** Other parts of the record that change together with the state. */
  readonly rewrite?: (record: JobRecord) => JobRecord;
  /** With `commit`. */
  readonly sending?: Sending;
  /** Stored with the outcome and the proof. */
  readonly detail?: unknown;
}

export class Ledger {
  /** A job has changed, durably; once for each job and transaction. */
  readonly changed = new Signal<JobRecord>();
  readonly jobs: JobStore;
  readonly evidence: EvidenceStore;
  readonly reconciliation: ReconcileStore;
  readonly meta: Meta;
  readonly #database: AppDatabase;
  readonly #sentLog: SentLog;
  readonly #clock: QueueClock;
  #epoch = 0;
  /** Jobs that this process added. */
  readonly #added = new Set<string>();
  #depth = 0;
  #written = new Map<string, JobRecord>();
  /** Lines `committed` of the current transaction. */
  #committing: SentEntry[] = [];

  constructor(database: AppDatabase, sentLog: SentLog, clock: QueueClock) {
    this.#database = database;
    this.#sentLog = sentLog;
    this.#clock = clock;
    this.jobs = createJobStore(database.sqlite);
    this.evidence = createEvidenceStore(database.sqlite);
    this.reconciliation = createReconcileStore(database.sqlite);
    this.meta = database.meta;
  }

  /** From now on, writes of any earlier process on this database fail (reliability: R18). */
  beginEpoch(bootId: string): void {
    this.#epoch = this.meta.beginEpoch(bootId);
  }

  /** All changes inside become durable together, or none. Then each changed job is announced once. */
  write<T>(work: () => T): T {
    this.#depth += 1;
    try {
      const value = this.#database.transaction(() => {
        if (this.#depth === 1) this.jobs.requireEpoch(this.#epoch);
        return work();
      });
      if (this.#depth === 1) this.#tell();
      return value;
    } catch (thrown) {
      if (this.#depth === 1) this.#takeBack();
      throw thrown;
    } finally {
      this.#depth -= 1;
      if (this.#depth === 0) {
        this.#written = new Map();
        this.#committing = [];
      }
    }
  }

  insert(record: JobRecord): JobRecord {
    return this.write(() => {
      const stored = withSignature(record, this);
      this.jobs.insert(stored, this.#epoch);
      this.#written.set(stored.id, stored);
      this.#added.add(stored.id);
      return stored;
    });
  }

  /** Whether this process added the job, so that no older copy of the folder can be about it. */
  isNew(id: string): boolean {
    return this.#added.has(id);
  }

  /** Throws `no-such-job`, `damaged-record`, `superseded`, or why the state does not allow it. */
  change(id: string, event: JobEvent, change: Change = {}): JobRecord {
    return this.write(() => this.#change(this.require(id), event, change));
  }

  /** Changes other parts of a job, not its state. */
  amend(id: string, rewrite: (record: JobRecord) => JobRecord): JobRecord {
    return this.write(() => {
      const before = this.require(id);
      return this.#save({ ...rewrite(before), condition: before.condition }, before.condition.state);
    });
  }

  /** Shows a warning about an ended job. Why the job ended stays behind it. */
  warn(id: string, warning: Problem): JobRecord {
    const { condition } = this.require(id);
    const { problem } = condition;
    const reason = isWarning(condition) ? problem?.reason : problem;
    return this.setProblem(id, reason ? { ...warning, reason } : warning);
  }

  /** Removes the warning, and nothing else. */
  endWarning(id: string): JobRecord {
    return this.setProblem(id, this.require(id).condition.problem?.reason ?? null);
  }

  /** Sets or removes what is shown about a job, in any state. */
  setProblem(id: string, problem: Problem | null): JobRecord {
    return this.write(() => {
      const before = this.require(id);
      const condition = { ...before.condition, problem };
      return this.#save({ ...before, condition }, condition.state);
    });
  }

  require(id: string): JobRecord {
    const record = this.jobs.read(id);
    if (record === null) throw mainError('no-such-job', ref('problems.noSuchJob'));
    return record;
  }

  /**
   * Attempts of a job whose answer was lost at first, whatever was found out since, by their number. A
   * restored older database may not know them; sent.log does.
   */
  unansweredAttempts(id: string): Map<number, SentAttempt> {
    const attempts = new Map<number, SentAttempt>();
    const byLog = this.#sentLog.unansweredAttempts(id);
    const byRecord = this.evidence.outcomesOf(id).filter(({ name }) => name === 'unknown');
    for (const { attempt, at } of [...byLog, ...byRecord]) {
      const logged = byLog.find((one) => one.attempt === attempt)?.tokenEndsAt ?? null;
      attempts.set(attempt, this.sentAttempt(id, attempt, at, logged));
    }
    return attempts;
  }

  /** `at` and `tokenEndsAt` count if the attempt is not on record. */
  sentAttempt(id: string, attempt: number, at: number, tokenEndsAt: number | null = null): SentAttempt {
    const recorded = this.evidence.readAttempt(id, attempt) ?? { tokenFingerprint: '', tokenEndsAt, at };
    return { ...recorded, isAnswered: this.reconciliation.isAnswered(id, attempt) };
  }

  /** Ids that the service listed before the first attempt of the job; empty if there is no record of one. */
  baselineOf(id: string): ReadonlySet<number> {
    return new Set(this.evidence.attemptsOf(id)[0]?.baseline ?? []);
  }

  #change(before: JobRecord, event: JobEvent, { rewrite, sending, detail = null }: Change): JobRecord {
    const step = transition(before.condition, event);
    if (!step.ok) throw refusal(step.reason, before.condition.state, event.type);
    const { id, accountId } = before;
    const { attempt } = step.condition;
    const at = this.#clock.now();
    if (event.type === 'commit') {
      if (!sending) throw new Error('a commit needs the facts of its attempt');
      this.evidence.addAttempt({ jobId: id, attempt, at, ...sending });
      // A new request may arrive twice, or late, whatever was checked about the ones before.
      if (this.reconciliation.watchesOf(id) > 0) this.reconciliation.setWatches(id, 0);
    }
    if (step.proof) this.evidence.addProof(id, attempt, step.proof, detail, at);
    const after = { ...(rewrite?.(before) ?? before), condition: step.condition };
    const saved = this.#save(after, before.condition.state);
    if (step.log) {
      const isOutcome = step.log !== 'committed' && step.log !== 'cancelled';
      if (isOutcome) this.evidence.addOutcome(id, attempt, step.log, detail, at);
      const remoteId = remoteIdOf(saved);
      const entry: SentEntry = {
        at,
        event: step.log,
        jobId: id,
        attempt,
        kind: before.kind === 'change' ? before.payload.op : before.kind,
        accountId,
        ...(sending && { requestSha256: sending.requestSha256 }),
        ...(sending?.tokenEndsAt != null && { tokenEndsAt: sending.tokenEndsAt }),
        ...(step.log === 'done' && remoteId !== null && { remoteId }),
      };
      this.#sentLog.append(entry);
      if (step.log === 'committed') this.#committing.push(entry);
    }
    return saved;
  }

  /**
   * The database refused what sent.log announced, so the last byte stays here. If the log refuses this line
   * too, the next start asks a person about a job that was never sent. The opposite cannot happen.
   */
  #takeBack() {
    for (const entry of this.#committing) {
      try {
        this.#sentLog.append({ ...entry, event: 'requeued' });
      } catch {
        return;
      }
    }
  }

  #save(record: JobRecord, from: JobState): JobRecord {
    const saved = { ...withSignature(record, this, from), updatedAt: this.#clock.now() };
    this.jobs.update(saved, from, this.#epoch);
    this.#written.set(saved.id, saved);
    return saved;
  }

  #tell() {
    const changed = this.#written;
    this.#written = new Map();
    for (const record of changed.values()) this.changed.emit(record);
  }
}

/** The model or order that a done job made or changed. */
export function remoteIdOf(record: JobRecord): number | null {
  if (record.result === null) return null;
  if ('remoteId' in record.result) return record.result.remoteId;
  return 'orderId' in record.result ? record.result.orderId : record.result.modelId;
}

function refusal(reason: 'final' | 'too-late' | 'no-such-step', state: JobState, event: string): CodedError {
  if (reason === 'too-late') return mainError('too-late', ref('problems.tooLate'));
  if (reason === 'final') return mainError('final', ref('problems.final'));
  return mainError('changed-meanwhile', ref('problems.notNow'), {
    cause: new Error(`${event} while ${state}`),
  });
}
