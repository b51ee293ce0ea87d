/**
 * The first thing that a start does: reads what the last process left and takes the careful view
 * (reliability: R17). Jobs that were being prepared are certainly unsent. Jobs whose last byte may have left
 * are unknown. Where sent.log says more than the database (an older one was restored, or the power went
 * between the two), sent.log is right.
 */
import { changeResult } from '../../../src-shared/jobs/change-effect.ts';
import {
  finalStates,
  type JobResult,
  type JobState,
  jobStates,
  type OrderResult,
  type Problem,
  type UploadPayload,
  type UploadResult,
} from '../../../src-shared/jobs/job.ts';
import { mayBeSent, newCondition } from '../../../src-shared/jobs/state.ts';
import type { MessageRef } from '../../../src-shared/messages/message.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { type JobColumns, type JobRecord, type JobRow, recordOf, rowSum } from '../../db/job-record.ts';
import type { SentEntry, SentLog } from '../../db/sent-log.ts';
import { englishText, mainProblem } from '../../main-error.ts';
import { afterChange } from '../changes/after-change.ts';
import { isPaid } from '../changes/strategies.ts';
import { afterUpload } from './dependencies.ts';
import type { Ledger } from './ledger.ts';
import { setBudget } from './proposals.ts';
import { holdChanges, withdrawConsents } from './withdraw-consents.ts';

export interface RecoverOptions {
  readonly ledger: Ledger;
  readonly sentLog: Pick<SentLog, 'last' | 'all' | 'damaged'>;
  /** An older database took the place of a damaged one. */
  readonly restored: boolean;
  /** The folder is an older copy, or a copy of another (folder-stamp/folder-stamp.ts). */
  readonly isOutdated: boolean;
  readonly now: number;
  readonly newMark: () => string;
}

export function recover({ ledger, sentLog, restored, isOutdated, now, newMark }: RecoverOptions): void {
  for (const row of ledger.jobs.damaged()) {
    const repaired = repairedRow(row, sentLog.last(String(row.id)));
    ledger.write(() => ledger.jobs.repair(repaired, row, now));
  }
  for (const { id, condition } of ledger.jobs.withState(['preparing', 'armed', 'committed'])) {
    const problem = condition.state === 'committed' ? cutOff : diedTooOften;
    ledger.write(() => {
      ledger.change(id, { type: 'crash', problem });
      afterUpload(ledger, id);
    });
  }
  for (const id of ledger.jobs.idsWithState(['queued', 'unknown', 'ask'])) {
    const sent = sentLog.last(id);
    if (sent !== null) believeLog(ledger, ledger.require(id), sent);
    // Neither the restored database nor the damaged log can prove that this was not sent.
    else if (restored && sentLog.damaged) {
      const { lane, condition } = ledger.require(id);
      if (lane === 'paid' && condition.state === 'queued')
        ledger.change(id, { type: 'doubt', problem: forgotten });
    }
  }
  // SQLite treats damage at the end of its write-ahead log like a power cut and silently returns an older
  // state.
  const isOlder = restored || isOutdated || lostOrders(ledger, sentLog).length > 0;
  if (isOlder) {
    // An older database does not know what a person did since: an order that waits in it may have been
    // cancelled, so its consent does not count any more. An order that is open by the log and missing in the
    // database is shown.
    // It does not know what was ordered within the budget either.
    setBudget(ledger, null);
    withdrawConsents(ledger);
    for (const [id, sent] of lostOrders(ledger, sentLog)) ledger.insert(lostRecord(id, sent, newMark(), now));
  }
  // sent.log still knows what only the database lost.
  if (isOutdated) ledger.write(() => holdChanges(ledger));
  for (const { dependsOn } of ledger.jobs.held('dependency', null)) {
    ledger.write(() => {
      for (const upload of dependsOn) afterUpload(ledger, upload);
    });
  }
}

/** Orders and reprints that are open by sent.log and have no record in the database. */
function lostOrders(ledger: Ledger, sentLog: Pick<SentLog, 'all'>): [string, SentEntry][] {
  const open = new Set(['committed', 'unknown', 'ask']);
  return [...sentLog.all()].filter(
    ([id, sent]) => isPaid(sent.kind) && open.has(sent.event) && ledger.jobs.read(id) === null,
  );
}

/** Stands in for an order whose record is gone, so that a person can decide. Nothing is ever sent from it. */
function lostRecord(id: string, { accountId, attempt, at }: SentEntry, mark: string, now: number): JobRecord {
  const when = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  const problem: Problem = mainProblem('record-lost', ref('problems.recordLost', { when }));
  return {
    id,
    accountId,
    mark,
    kind: 'upload',
    lane: 'paid',
    priority: 0,
    condition: { ...newCondition, state: 'ask', attempt, problem },
    dependsOn: [],
    requestKey: null,
    createdAt: at,
    updatedAt: now,
    payload: noPayload(ref('problems.lostRecordOfOrder')),
    result: null,
  };
}

/** The payload of a job of which nothing is known but this. */
function noPayload(text: MessageRef): UploadPayload {
  const title = englishText(text);
  return {
    file: '0'.repeat(64),
    fileName: title,
    size: 0,
    md5: '0'.repeat(32),
    uploadScale: 1,
    title,
  };
}

function believeLog(ledger: Ledger, record: JobRecord, sent: SentEntry): void {
  const { id, condition } = record;
  if (sent.event === 'requeued') return;
  if (sent.event === 'cancelled') {
    if (condition.state === 'queued') ledger.write(() => cancel(ledger, id));
    return;
  }
  ledger.write(() => {
    // An older database may know only an earlier attempt, whose token ended long ago.
    const isLater = condition.state === 'unknown' && sent.attempt > condition.attempt;
    if (condition.state === 'queued' || isLater) {
      ledger.change(id, { type: 'doubt', problem: forgotten, attempt: sent.attempt });
    }
    const { remoteId } = sent;
    if (sent.event !== 'done' || remoteId === undefined || condition.state === 'ask') return;
    const result = resultFrom(record, remoteId);
    const detail = { from: 'sent.log' };
    ledger.change(id, { type: 'find' }, { rewrite: (job) => ({ ...job, result }) as JobRecord, detail });
    afterChange(ledger, id);
    afterUpload(ledger, id);
  });
}

/** The person cancelled it after this database was copied. */
function cancel(ledger: Ledger, id: string): void {
  ledger.change(id, { type: 'cancel' });
  afterChange(ledger, id);
}

const uploadResult = (modelId: number): UploadResult => ({ modelId, modelVersion: 0, printable: '' });
const orderResult = (orderId: number): OrderResult => ({ orderId, productionOrderIds: [] });

function resultFrom(record: JobRecord, remoteId: number): JobResult {
  if (record.kind === 'change') return changeResult(record.payload, remoteId);
  return record.kind === 'upload' ? uploadResult(remoteId) : orderResult(remoteId);
}

const cutOff: Problem = mainProblem('cut-off', ref('problems.cutOff'));
const diedTooOften: Problem = mainProblem('died-too-often', ref('problems.diedTooOften'));
const forgotten: Problem = mainProblem('record-older', ref('problems.recordOlder'));
const damagedRecord: Problem = mainProblem('damaged-record', ref('problems.recordDamaged'));

/**
 * A readable row in a state from which nothing is sent by itself. A person resolves what may have been sent,
 * by its own state or by sent.log. The rest was never sent.
 */
function repairedRow(row: JobRow, sent: SentEntry | null): JobRow {
  const state = jobStates.find((one) => one === row.state) ?? null;
  const result = loggedResult(row.kind, sent);
  const readable = {
    ...row,
    state: repairedState(state, sent),
    wait: null,
    result: result === null ? null : JSON.stringify(result),
    problem: JSON.stringify(damagedRecord),
  };
  return withSum(recordOf(readable) ? readable : { ...readable, ...placeholder(row) });
}

/** The result in a damaged row is not trusted, since orders may depend on it. The one in sent.log is. */
function loggedResult(kind: JobColumns['kind'], sent: SentEntry | null): UploadResult | OrderResult | null {
  if (sent?.event !== 'done' || sent.remoteId === undefined) return null;
  if (kind === 'upload') return uploadResult(sent.remoteId);
  return kind === 'order' ? orderResult(sent.remoteId) : null;
}

function repairedState(state: JobState | null, sent: SentEntry | null): JobState {
  if (state !== null && finalStates.has(state)) return state;
  const logSaysSent = sent !== null && sent.event !== 'requeued';
  return logSaysSent || (state !== null && mayBeSent(state)) ? 'ask' : 'poison';
}

const withSum = (row: JobColumns): JobRow => ({ ...row, row_sum: rowSum(row) });
const whole = (value: unknown): number => (Number.isSafeInteger(value) ? Math.max(0, value as number) : 0);

function damagedTitle(kind: JobColumns['kind']): MessageRef {
  if (kind === 'order') return ref('problems.damagedOrder');
  return kind === 'change' ? ref('problems.damagedChange') : ref('problems.damagedUpload');
}

/** Replaces everything that cannot be read. The original stays as evidence. */
function placeholder(row: JobRow): Partial<JobColumns> {
  return {
    kind: 'upload',
    lane: row.lane === 'paid' ? 'paid' : 'upload',
    priority: whole(row.priority),
    wait: null,
    not_before: null,
    attempt: whole(row.attempt),
    failures: 0,
    deaths: 0,
    depends_on: '[]',
    payload: JSON.stringify(noPayload(damagedTitle(row.kind))),
    result: null,
    offer: null,
    spool_sha256: null,
    consent_at: null,
    confirmed_price: null,
    created_at: whole(row.created_at),
    updated_at: whole(row.updated_at),
  };
}
