/**
 * The SQL of jobs, and nothing else. Called by the queue inside its transactions; it decides nothing. Every
 * write carries the epoch in which it was decided and fails if a newer one has begun.
 */
import type { Database } from 'better-sqlite3';
import type { AppErrorCode } from '../../src-shared/error-codes.ts';
import type { ChangePayload } from '../../src-shared/jobs/change.ts';
import { finalStates, type JobState, type WaitReason } from '../../src-shared/jobs/job.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';
import {
  fixedColumns,
  fromRow,
  type JobRecord,
  type JobRow,
  jobColumns,
  type Lane,
  recordOf,
  rowSum,
  toRow,
} from './job-record.ts';

export type JobStore = ReturnType<typeof createJobStore>;

/** Longest time for which a job is ever held, ms: 24 h if the service asks for it, otherwise 15 min. */
const longestHold = 24 * 3_600_000;
const longestUsualHold = 15 * 60_000;
/** If a job changed further in the future than this, ms, this machine's clock was set back since. */
const clockSlack = 60_000;

const columns = [...jobColumns, 'row_sum'];
const changing = columns.filter((name) => !fixedColumns.some((fixed) => fixed === name));
const setting = (names: readonly string[]) => names.map((name) => `${name} = @${name}`).join(', ');
const areAsRead = fixedColumns.map((name) => `${name} IS @${name}`).join(' AND ');
const selectColumns = `SELECT ${columns.join(', ')} FROM job`;
/** The number that the service gave still means this job's order or model. */
const isNumbered = `instr(ifnull(result, ''), '"isGone":true') = 0`;
const isCurrentEpoch = "(SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'epoch') = @epoch";

/** Whether an account has jobs whose outcome is not known yet. Damaged rows count. */
export function hasOpenJobs(sqlite: Database, accountId: string): boolean {
  const final = JSON.stringify([...finalStates]);
  const open = sqlite.prepare(
    'SELECT 1 FROM job WHERE account_id = ? AND state NOT IN (SELECT value FROM json_each(?)) LIMIT 1',
  );
  return open.get(accountId, final) !== undefined;
}

export function createJobStore(sqlite: Database) {
  const insert = sqlite.prepare(
    `INSERT INTO job (${columns.join(', ')}) SELECT ${columns.map((name) => `@${name}`).join(', ')}
     WHERE ${isCurrentEpoch}`,
  );
  const update = sqlite.prepare(
    `UPDATE job SET ${setting(changing)}
     WHERE id = @id AND state = @from AND ${isCurrentEpoch} AND ${areAsRead}`,
  );
  const epochNow = sqlite.prepare("SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'epoch'").pluck();
  const read = sqlite.prepare<[string], JobRow>(`${selectColumns} WHERE id = ?`);
  const list = sqlite.prepare<[], JobRow>(`${selectColumns} ORDER BY seq`);
  const newestId = sqlite.prepare<[], string | null>('SELECT max(id) FROM job').pluck();
  const idsOfState = sqlite
    .prepare<[string], string>('SELECT id FROM job WHERE state = ? ORDER BY seq')
    .pluck();
  const ofState = sqlite.prepare<[string], JobRow>(`${selectColumns} WHERE state = ? ORDER BY seq`);
  const byMark = sqlite.prepare<[string], JobRow>(`${selectColumns} WHERE mark = ?`);
  const byKey = sqlite.prepare<[string], JobRow>(`${selectColumns} WHERE request_key = ?`);
  // A time further in the future than any that is ever set means that this machine's clock was changed.
  const othersWait = sqlite.prepare(
    `SELECT 1 FROM job WHERE state = 'queued' AND lane = ? AND account_id NOT IN (SELECT value FROM json_each(?)) LIMIT 1`,
  );
  const ready = sqlite.prepare<[{ lane: string; file: number | null; now: number; without: string }], JobRow>(
    `${selectColumns} WHERE lane = @lane AND state = 'queued' AND ifnull((spool_sha256 IS NOT NULL) = @file, 1)
       AND (not_before IS NULL OR not_before <= @now OR updated_at > @now + ${clockSlack} OR not_before > @now + iif(wait = 'rate', ${longestHold}, ${longestUsualHold}))
       AND (wait IS NULL OR (wait NOT IN ('dependency', 'consent', 'terms') AND not_before IS NOT NULL))
       AND account_id NOT IN (SELECT value FROM json_each(@without))
     ORDER BY priority, seq`,
  );
  const nextTime = sqlite
    .prepare("SELECT min(not_before) FROM job WHERE state = 'queued' AND not_before > ?")
    .pluck();
  const held = sqlite.prepare<[{ wait: string; account: string | null }], JobRow>(
    `${selectColumns} WHERE state = 'queued' AND wait = @wait AND (@account IS NULL OR account_id = @account)
     ORDER BY seq`,
  );
  const isOpen = "lane = ? AND state IN ('queued', 'preparing', 'armed')";
  const firstPriority = sqlite.prepare(`SELECT min(priority) FROM job WHERE ${isOpen}`).pluck();
  const lastPriority = sqlite.prepare(`SELECT max(priority) FROM job WHERE ${isOpen}`).pluck();
  const dependents = sqlite.prepare<[string], JobRow>(
    `${selectColumns} WHERE state = 'queued' AND depends_on <> '[]'
       AND EXISTS (SELECT 1 FROM json_each(depends_on) WHERE value = ?) ORDER BY seq`,
  );
  const withResult = sqlite.prepare<
    [{ account: string; kind: string; made: string; id: number; except: string }],
    JobRow
  >(
    `${selectColumns} WHERE account_id = @account AND id <> @except AND result IS NOT NULL
       AND ${isNumbered} AND ((kind = @kind AND @id IN (result ->> 'modelId', result ->> 'orderId'))
         OR (kind = 'change' AND result ->> 'made' = @made AND result ->> 'remoteId' = @id)) LIMIT 1`,
  );
  const openPaidJobs = sqlite.prepare<[string, string], JobRow>(
    `${selectColumns} WHERE state IN ('committed', 'unknown', 'ask', 'abandoned') AND lane = 'paid'
       AND account_id = ? AND id <> ? ORDER BY seq`,
  );
  const uploadsOf = sqlite.prepare<[string], JobRow>(
    `${selectColumns} WHERE spool_sha256 = ? AND kind = 'upload' ORDER BY seq DESC`,
  );
  const doneOf = sqlite.prepare<[string], JobRow>(
    `${selectColumns} WHERE state = 'done' AND kind <> 'upload' AND account_id = ? ORDER BY seq`,
  );
  const placedOrders = sqlite.prepare<[string, number], JobRow>(
    `${selectColumns} WHERE state = 'done' AND kind = 'order' AND account_id = ? AND ${isNumbered}
     ORDER BY seq DESC LIMIT ?`,
  );
  const atRest = "AND state IN ('queued', 'done', 'rejected', 'cancelled', 'abandoned', 'poison')";
  const atRestSince = sqlite.prepare<[number], JobRow>(
    `${selectColumns} WHERE (kind = 'order' OR (kind = 'change' AND payload ->> 'op' IN ('cancel-order', 'reprint'))) ${atRest}
       AND (state = 'queued' OR updated_at >= ?) ORDER BY seq`,
  );
  const newestAtRest = sqlite.prepare<[string, number], JobRow>(
    `${selectColumns} WHERE kind = 'order' ${atRest} AND account_id = ? ORDER BY seq DESC LIMIT ?`,
  );
  const madeOrder = `account_id = ? AND kind IN ('order', 'change') AND json_valid(result) AND ${isNumbered}
    AND (kind = 'order' OR (kind = 'change' AND result ->> 'made' = 'order'))`;
  const orderIds = sqlite
    .prepare<[string, number], number>(
      `SELECT CAST(ifnull(result ->> 'orderId', result ->> 'remoteId') AS INTEGER) FROM job
       WHERE ${madeOrder} AND updated_at <= ?`,
    )
    .pluck();
  const madeOrders = sqlite.prepare<[string, number], JobRow>(
    `${selectColumns} WHERE ${madeOrder} ORDER BY seq DESC LIMIT ?`,
  );
  const ordersOf = sqlite.prepare<[Subject], JobRow>(
    `${selectColumns} WHERE kind = 'order' AND account_id = @account AND EXISTS
       (SELECT 1 FROM json_each(payload, '$.lines') WHERE value -> 'source' ->> @name = @value) ORDER BY seq`,
  );
  const ofSubject = `${selectColumns} WHERE kind = 'change' AND account_id = @account AND payload ->> @name = @value`;
  const open = "('queued', 'preparing', 'armed', 'committed', 'unknown', 'ask')";
  const openChanges = sqlite.prepare<[Subject], JobRow>(`${ofSubject} AND state IN ${open} ORDER BY seq`);
  const endedChanges = sqlite.prepare<[Subject], JobRow>(
    `${ofSubject} AND state NOT IN ${open} ORDER BY seq`,
  );
  const withProblem = sqlite.prepare<[string], JobRow>(
    `${selectColumns} WHERE problem ->> 'code' = ? ORDER BY seq`,
  );
  const paidBetween = sqlite.prepare<[number, number], JobRow>(
    `${selectColumns} WHERE lane = 'paid' AND created_at >= ? AND created_at < ? ORDER BY seq`,
  );
  const count = sqlite.prepare<[], { state: JobState; wait: string | null; count: number }>(
    'SELECT state, wait, count(*) AS count FROM job GROUP BY state, wait',
  );
  const files = sqlite
    .prepare('SELECT DISTINCT spool_sha256 FROM job WHERE spool_sha256 IS NOT NULL')
    .pluck();
  const keepDamaged = sqlite.prepare('INSERT INTO damaged_row (job_id, at, columns) VALUES (?, ?, ?)');
  const rewrite = sqlite.prepare(`UPDATE job SET ${setting(columns)} WHERE id = @id`);
  const changesOf = (which: typeof openChanges, account: string, payload: ChangePayload) =>
    sound(which.all(subjectOf(account, payload))).filter((job) => job.kind === 'change');

  return {
    insert(record: JobRecord, epoch: number): void {
      if (insert.run(writable(record, epoch)).changes !== 1) throw superseded();
    },
    /**
     * Writes the complete record if the row is still in state `from`. Throws `superseded`,
     * `changed-meanwhile`.
     */
    update(record: JobRecord, from: JobState, epoch: number): void {
      if (update.run({ ...writable(record, epoch), from }).changes === 1) return;
      if (epochNow.get() !== epoch) throw superseded();
      throw mainError('changed-meanwhile', ref('errors.job.changedMeanwhile'));
    },
    /** Throws `superseded` if another epoch than this has begun. */
    requireEpoch(epoch: number): void {
      if (epochNow.get() !== epoch) throw superseded();
    },
    /** Null if there is no such job, or it is damaged. */
    find: (id: string): JobRecord | null => sound(read.all(id))[0] ?? null,
    /** Null if there is no such job. Throws `damaged-record` if its checksum is wrong. */
    read: (id: string) => readable(read.get(id)),
    /**
     * Intact ones, in the order in which they were enqueued, one by one: thousands at once need much memory.
     * Nothing may be written meanwhile.
     */
    *each(): Generator<JobRecord> {
      for (const row of list.iterate()) {
        const record = fromRow(row);
        if (record !== null) yield record;
      }
    },
    /** The greatest id, of damaged rows too. */
    newestId: () => newestId.get() ?? null,
    /** Damaged ones too. */
    idsWithState: (states: readonly JobState[]) => states.flatMap((state) => idsOfState.all(state)),
    withState: (states: readonly JobState[]) => states.flatMap((state) => sound(ofState.all(state))),
    byMark: (mark: string): JobRecord | null => sound(byMark.all(mark))[0] ?? null,
    /** Throws `damaged-record`. */
    byRequestKey: (key: string) => readable(byKey.get(key)),
    /**
     * The most urgent job of a lane that may go at `now`, of any account but these. `withFile`: whether it
     * sends a file; null: either.
     */
    ready(lane: Lane, withFile: boolean | null, now: number, without: readonly string[]): JobRecord | null {
      // A damaged row must not block its lane.
      const file = withFile === null ? null : Number(withFile);
      const excluded = JSON.stringify(without);
      if (without.length > 0 && othersWait.get(lane, excluded) === undefined) return null;
      for (const row of ready.iterate({ lane, file, now, without: excluded })) {
        const record = fromRow(row);
        if (record !== null) return record;
      }
      return null;
    },
    /** The earliest time at which a held job may go, later than `now`. */
    nextTime: (now: number) => nextTime.get(now) as number | null,
    /** Queued jobs that wait for `wait`, of one account or of all. */
    held: (wait: WaitReason, account: string | null) => sound(held.all({ wait, account })),
    /** The first or last priority among the open jobs of a lane; null if there is none. */
    outerPriority: (lane: Lane, end: 'first' | 'last') =>
      (end === 'first' ? firstPriority : lastPriority).get(lane) as number | null,
    /** Queued jobs that wait for job `id` to be done. */
    dependents: (id: string) => sound(dependents.all(id)),
    /**
     * The job, other than `except`, that made this model (`upload`) or order; changes that make one count
     * too.
     */
    withResult(account: string, kind: 'upload' | 'order', id: number, except: string): JobRecord | null {
      const made = kind === 'upload' ? 'model' : 'order';
      return sound(withResult.all({ account, kind, made, id, except }))[0] ?? null;
    },
    /**
     * Orders and reprints, other than job `except`, that were sent and whose outcome is not known or was
     * given up.
     */
    openPaidJobs: (accountId: string, except: string) => sound(openPaidJobs.all(accountId, except)),
    /** Orders and changes of an account that are done, in the order in which they were enqueued. */
    doneOf: (accountId: string) => sound(doneOf.all(accountId)),
    /** Uploads of exactly these bytes, newest first. */
    uploadsOf: (sha256: string) => sound(uploadsOf.all(sha256)),
    /** Orders of an account that were placed, the newest first. */
    placedOrders: (accountId: string, most: number) => sound(placedOrders.all(accountId, most)),
    /**
     * Orders of all accounts that wait, or that have ended since this time, epoch ms; cancellations and
     * reprints likewise.
     */
    ordersAtRestSince: (time: number) => sound(atRestSince.all(time)),
    /** Orders of an account that wait or have ended, the newest first. */
    newestOrdersAtRest: (accountId: string, most: number) =>
      sound(newestAtRest.all(accountId, most)).filter((record) => record.kind === 'order'),
    /**
     * The service's ids of the orders that jobs of this account have made and that last changed until then.
     */
    orderIds: (accountId: string, until: number) => new Set(orderIds.all(accountId, until)),
    /** The jobs that made them, the newest first. */
    madeOrders: (accountId: string, most: number) => sound(madeOrders.all(accountId, most)),
    /** Orders that order this model, or what this upload makes. */
    ordersOf(
      account: string,
      source: { readonly modelId: number } | { readonly uploadJobId: string },
    ): JobRecord[] {
      const [[name, value]] = Object.entries(source) as [[string, string | number]];
      return sound(ordersOf.all({ account, name, value }));
    },
    /** Open changes of the same order or model as this one, the oldest first. */
    openChanges: (account: string, of: ChangePayload) => changesOf(openChanges, account, of),
    /** Finished changes of the same order or model, whatever their outcome; the oldest first. */
    endedChanges: (account: string, of: ChangePayload) => changesOf(endedChanges, account, of),
    /** Jobs that show a problem of this code. */
    withProblem: (code: AppErrorCode) => sound(withProblem.all(code)),
    /** Paid jobs that were made in this time, epoch ms; null for each damaged one. */
    paidBetween: (from: number, to: number) => paidBetween.all(from, to).map(fromRow),
    countStates: () => count.all(),
    /** SHA-256 of every file that any job names, damaged rows included. */
    files: () => files.all() as string[],
    /** Rows whose checksum is wrong. */
    damaged(): JobRow[] {
      const damaged: JobRow[] = [];
      for (const row of list.iterate()) if (fromRow(row) === null) damaged.push(row);
      return damaged;
    },
    /** Writes a row as given with a correct checksum, after saving the damaged one as evidence. */
    repair(row: JobRow, original: JobRow, now: number): void {
      keepDamaged.run(original.id, now, JSON.stringify(original));
      rewrite.run({ ...row, row_sum: rowSum(row) });
    },
  };
}

const sound = (rows: JobRow[]): JobRecord[] => rows.map(fromRow).filter((record) => record !== null);

function readable(row: JobRow | undefined): JobRecord | null {
  if (row === undefined) return null;
  const record = fromRow(row);
  if (record !== null) return record;
  throw mainError('damaged-record', ref('errors.job.damaged'));
}

/** Jobs of an account with this field in their payload. */
interface Subject {
  readonly account: string;
  readonly name: string;
  readonly value: string | number;
}

function subjectOf(account: string, payload: ChangePayload): Subject {
  if ('orderId' in payload) return { account, name: 'orderId', value: payload.orderId };
  if ('modelId' in payload) return { account, name: 'modelId', value: payload.modelId };
  return { account, name: 'op', value: payload.op };
}

/** A record that could not be read back would look like damage at the next start, so fail now. */
function writable(record: JobRecord, epoch: number): JobRow {
  const row = toRow(record, epoch);
  if (recordOf(row) === null) throw new Error(`job ${record.id} does not fit its schema`);
  return row;
}

const superseded = () => mainError('superseded', ref('errors.superseded'));
