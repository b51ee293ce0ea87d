/**
 * What was found out so far about jobs whose outcome is not known: verdicts on orders that the service holds, and
 * how far the fence of an attempt is (reliability: R8; R11). Kept, so that every look goes on where the last
 * one ended, also after a restart. A row whose checksum does not fit counts as not there: it is found out again.
 */
import type { Database } from 'better-sqlite3';
import { sumOf } from './row-sum.ts';

/**
 * `ours` and `other` are certain. What only seems so was read once, and reads may be older than the order itself; it
 * is certain when it is read again after the longest lag.
 */
export type Verdict = 'ours' | 'other' | 'seems-ours' | 'seems-other';

export interface StoredVerdict {
  readonly verdict: Verdict;
  /** Epoch ms by the service's clock, after what it says was read; 0: that moment is not known yet. */
  readonly at: number;
}

/** Epoch ms by the service's clock. */
export interface Quiescence {
  /** From when nothing new can begin with the attempt's token. */
  readonly tokenEndedAt: number | null;
  /** The end of the first look at complete lists, after the fence had settled, that did not find it. */
  readonly absentAt: number | null;
  /** Epoch ms of this machine: extra copies that came late were looked for the last time. */
  readonly sweptAt: number | null;
}
export const notQuiet: Quiescence = { tokenEndedAt: null, absentAt: null, sweptAt: null };

export interface ReconcileStore {
  verdictsOf(jobId: string): Map<number, StoredVerdict>;
  setVerdict(jobId: string, remoteId: number, verdict: Verdict, at: number): void;
  quiescenceOf(jobId: string, attempt: number): Quiescence;
  setQuiescence(jobId: string, attempt: number, fence: Quiescence): void;
  /** Ids of ended uploads that were sent again without a fence, and whose late copies may still come. */
  toSweep(): string[];
  isToSweep(jobId: string): boolean;
}

interface VerdictRow {
  job_id: string;
  remote_id: number;
  verdict: string;
  at: number;
  row_sum: string | null;
}

interface QuiescenceRow {
  job_id: string;
  attempt: number;
  closed_at: number | null;
  absent_at: number | null;
  swept_at: number | null;
  row_sum: string;
}

export function createReconcileStore(sqlite: Database): ReconcileStore {
  const readVerdicts = sqlite.prepare<[string], VerdictRow>('SELECT * FROM candidate WHERE job_id = ?');
  const writeVerdict = sqlite.prepare<[VerdictRow]>(
    `INSERT INTO candidate (job_id, remote_id, verdict, at, row_sum)
     VALUES (@job_id, @remote_id, @verdict, @at, @row_sum)
     ON CONFLICT DO UPDATE SET verdict = excluded.verdict, at = excluded.at, row_sum = excluded.row_sum`,
  );
  const readQuiescence = sqlite.prepare<[string, number], QuiescenceRow>(
    'SELECT * FROM fence WHERE job_id = ? AND attempt = ?',
  );
  const writeQuiescence = sqlite.prepare<[QuiescenceRow]>(
    `INSERT INTO fence (job_id, attempt, closed_at, absent_at, swept_at, row_sum)
     VALUES (@job_id, @attempt, @closed_at, @absent_at, @swept_at, @row_sum)
     ON CONFLICT DO UPDATE SET closed_at = excluded.closed_at, absent_at = excluded.absent_at,
       swept_at = excluded.swept_at, row_sum = excluded.row_sum`,
  );
  const unswept = `SELECT DISTINCT job.id FROM proof JOIN job ON job.id = proof.job_id
     LEFT JOIN fence ON fence.job_id = job.id AND fence.attempt = proof.attempt
     WHERE proof.kind = 'absent-unfenced' AND job.kind = 'upload' AND job.state IN ('done', 'rejected', 'cancelled', 'poison')
       AND fence.swept_at IS NULL`;
  const toSweep = sqlite.prepare(unswept).pluck();
  const isToSweep = sqlite.prepare(`${unswept} AND job.id = ?`).pluck();
  return {
    verdictsOf: (jobId) => {
      const sound = readVerdicts.all(jobId).filter(({ row_sum, ...row }) => sumOf(row) === row_sum);
      return new Map(
        sound.map(({ remote_id, verdict, at }) => [remote_id, { verdict: verdict as Verdict, at }]),
      );
    },
    setVerdict: (jobId, remoteId, verdict, at) => {
      const row = { job_id: jobId, remote_id: remoteId, verdict, at };
      writeVerdict.run({ ...row, row_sum: sumOf(row) });
    },
    quiescenceOf: (jobId, attempt) => {
      const found = readQuiescence.get(jobId, attempt);
      if (found === undefined) return notQuiet;
      const { row_sum, ...row } = found;
      if (sumOf(row) !== row_sum) return notQuiet;
      return { tokenEndedAt: row.closed_at, absentAt: row.absent_at, sweptAt: row.swept_at };
    },
    setQuiescence: (jobId, attempt, { tokenEndedAt, absentAt, sweptAt }) => {
      const row = {
        job_id: jobId,
        attempt,
        closed_at: tokenEndedAt,
        absent_at: absentAt,
        swept_at: sweptAt,
      };
      writeQuiescence.run({ ...row, row_sum: sumOf(row) });
    },
    toSweep: () => toSweep.all() as string[],
    isToSweep: (jobId) => isToSweep.get(jobId) !== undefined,
  };
}
