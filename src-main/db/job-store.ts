/**
 * The SQL of jobs, and of nothing else. Called by the queue inside its transactions; decides nothing.
 * Every write carries the epoch in which it was decided and fails where a newer one has begun.
 */
import type { Database } from 'better-sqlite3';
import type { JobState } from '../../src-shared/jobs/job.ts';
import { CodedError } from '../../src-shared/result.ts';
import { fromRow, type JobRecord, type JobRow, jobColumns, type Lane, rowSum, toRow } from './job-record.ts';

export interface JobStore {
  insert(record: JobRecord, epoch: number): void;
  /** Writes all of the record, if the row still is in state `from`. Throws `fenced`, `changed-meanwhile`. */
  update(record: JobRecord, from: JobState, epoch: number): void;
  /** Null: no such job. Throws `damaged-record` where its checksum does not fit. */
  read(id: string): JobRecord | null;
  /** Sound ones in the order in which they were enqueued. */
  list(): JobRecord[];
  withState(states: readonly JobState[]): JobRecord[];
  /** The next jobs of a lane that nothing holds at `now`, the most urgent first. */
  ready(lane: Lane, now: number, limit: number): JobRecord[];
  /** The earliest time at which a held job may go, later than `now`. */
  nextTime(now: number): number | null;
  /** Uploads of exactly these bytes, newest first. */
  uploadsOf(sha256: string): JobRecord[];
  countStates(): { state: JobState; wait: string | null; count: number }[];
  /** SHA-256 of every file that any job names, damaged rows included. */
  files(): string[];
  /** Rows whose checksum does not fit. */
  damaged(): JobRow[];
  /** Writes a row as given with a fitting checksum, after keeping the damaged one for evidence. */
  repair(row: JobRow, original: JobRow, now: number): void;
}

const columns = [...jobColumns, 'row_sum'];
const selectColumns = `SELECT ${columns.join(', ')} FROM job`;
const isCurrentEpoch = "(SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'epoch') = @epoch";

export function createJobStore(sqlite: Database): JobStore {
  const insert = sqlite.prepare(
    `INSERT INTO job (${columns.join(', ')}) SELECT ${columns.map((name) => `@${name}`).join(', ')}
     WHERE ${isCurrentEpoch}`,
  );
  const update = sqlite.prepare(
    `UPDATE job SET ${columns.map((name) => `${name} = @${name}`).join(', ')}
     WHERE id = @id AND state = @from AND ${isCurrentEpoch}`,
  );
  const epochNow = sqlite.prepare("SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'epoch'").pluck();
  const read = sqlite.prepare<[string], JobRow>(`${selectColumns} WHERE id = ?`);
  const list = sqlite.prepare<[], JobRow>(`${selectColumns} ORDER BY seq`);
  const ofState = sqlite.prepare<[string], JobRow>(`${selectColumns} WHERE state = ? ORDER BY seq`);
  const ready = sqlite.prepare<[string, number, number], JobRow>(
    `${selectColumns} WHERE lane = ? AND state = 'queued' AND (not_before IS NULL OR not_before <= ?)
       AND (wait IS NULL OR (wait NOT IN ('dependency', 'consent') AND not_before IS NOT NULL))
     ORDER BY priority, seq LIMIT ?`,
  );
  const nextTime = sqlite
    .prepare("SELECT min(not_before) FROM job WHERE state = 'queued' AND not_before > ?")
    .pluck();
  const uploadsOf = sqlite.prepare<[string], JobRow>(
    `${selectColumns} WHERE spool_sha256 = ? AND kind = 'upload' ORDER BY seq DESC`,
  );
  const count = sqlite.prepare<[], { state: JobState; wait: string | null; count: number }>(
    'SELECT state, wait, count(*) AS count FROM job GROUP BY state, wait',
  );
  const files = sqlite
    .prepare('SELECT DISTINCT spool_sha256 FROM job WHERE spool_sha256 IS NOT NULL')
    .pluck();
  const keepDamaged = sqlite.prepare('INSERT INTO damaged_row (job_id, at, columns) VALUES (?, ?, ?)');
  const rewrite = sqlite.prepare(
    `UPDATE job SET ${columns.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`,
  );
  const sound = (rows: JobRow[]) => rows.map(fromRow).filter((record) => record !== null);

  return {
    insert: (record, epoch) => {
      if (insert.run(toRow(record, epoch)).changes !== 1) throw fenced();
    },
    update: (record, from, epoch) => {
      if (update.run({ ...toRow(record, epoch), from }).changes === 1) return;
      if (epochNow.get() !== epoch) throw fenced();
      throw new CodedError('changed-meanwhile', 'This job has just changed. Look at it again.');
    },
    read: (id) => {
      const row = read.get(id);
      if (row === undefined) return null;
      const record = fromRow(row);
      if (record === null) {
        throw new CodedError('damaged-record', 'The record of this job was damaged on disk.');
      }
      return record;
    },
    list: () => sound(list.all()),
    withState: (states) => states.flatMap((state) => sound(ofState.all(state))),
    ready: (lane, now, limit) => sound(ready.all(lane, now, limit)),
    nextTime: (now) => nextTime.get(now) as number | null,
    uploadsOf: (sha256) => sound(uploadsOf.all(sha256)),
    countStates: () => count.all(),
    files: () => files.all() as string[],
    damaged: () => list.all().filter((row) => fromRow(row) === null),
    repair: (row, original, now) => {
      keepDamaged.run(original.id, now, JSON.stringify(original));
      rewrite.run({ ...row, row_sum: rowSum(row) });
    },
  };
}

const fenced = () =>
  new CodedError(
    'fenced',
    'Another Fabdesk has taken over this data folder. Close this one; nothing more is sent from here.',
  );
