/**
 * Stores what is known so far about jobs with an unknown outcome: verdicts on orders of the service, and how
 * far an attempt is from quiescence (reliability: R10; R11). Stored, so that every check continues where the
 * last one ended, also after a restart. A damaged row counts as missing and is determined again.
 */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type Problem, problemSchema } from '../../src-shared/jobs/job.ts';
import { sumOf } from './row-sum.ts';

/**
 * `ours` and `other` are certain. `seems-…` was read once, and readings may be older than the order itself;
 * it becomes certain if it is read again after the longest lag.
 */
const verdictSchema = z.enum(['ours', 'other', 'seems-ours', 'seems-other']);
export type MatchVerdict = z.infer<typeof verdictSchema>;

export interface StoredVerdict {
  readonly verdict: MatchVerdict;
  /** Epoch ms by the service's clock after the reading; 0 if unknown. */
  readonly at: number;
}

/** Epoch ms by the service's clock. */
export interface Quiescence {
  /** From then on, the attempt's token can start nothing new. */
  readonly tokenEndedAt: number | null;
  /**
   * When complete lists, read while the attempt was quiet, first did not show it. Uploads do not wait for
   * quiet; of them it is a time of this machine.
   */
  readonly absentAt: number | null;
  /** Epoch ms of this machine at the last search for late copies. */
  readonly sweptAt: number | null;
}
export const notQuiet: Quiescence = { tokenEndedAt: null, absentAt: null, sweptAt: null };

export interface ReconcileStore {
  verdictsOf(jobId: string): Map<number, StoredVerdict>;
  setVerdict(jobId: string, remoteId: number, verdict: MatchVerdict, at: number): void;
  quiescenceOf(jobId: string, attempt: number): Quiescence;
  setQuiescence(jobId: string, attempt: number, quiescence: Quiescence): void;
  /** Ids of ended uploads that were repeated before they were quiet, so that copies may still arrive. */
  toSweep(): string[];
  isToSweep(jobId: string): boolean;
  /** Whether a complete answer came, though not one that says what happened. */
  isAnswered(jobId: string, attempt: number): boolean;
  /** The refusal in that answer, if it was one. */
  refusalOf(jobId: string, attempt: number): Problem | null;
  setAnswered(jobId: string, attempt: number, refusal: Problem | null): void;
  /** How often a placed order was checked for a second one. */
  watchesOf(jobId: string): number;
  setWatches(jobId: string, checks: number): void;
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

interface AnsweredRow {
  job_id: string;
  attempt: number;
  row_sum: string;
  refusal: string | null;
}

interface WatchRow {
  job_id: string;
  checks: number;
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
    'SELECT * FROM quiescence WHERE job_id = ? AND attempt = ?',
  );
  const writeQuiescence = sqlite.prepare<[QuiescenceRow]>(
    `INSERT INTO quiescence (job_id, attempt, closed_at, absent_at, swept_at, row_sum)
     VALUES (@job_id, @attempt, @closed_at, @absent_at, @swept_at, @row_sum)
     ON CONFLICT DO UPDATE SET closed_at = excluded.closed_at, absent_at = excluded.absent_at,
       swept_at = excluded.swept_at, row_sum = excluded.row_sum`,
  );
  const unswept = `SELECT DISTINCT job.id FROM proof JOIN job ON job.id = proof.job_id
     LEFT JOIN quiescence ON quiescence.job_id = job.id AND quiescence.attempt = proof.attempt
     WHERE proof.kind = 'absent-so-far' AND job.kind = 'upload' AND job.state IN ('done', 'rejected', 'cancelled', 'poison')
       AND quiescence.swept_at IS NULL`;
  const toSweep = sqlite.prepare(unswept).pluck();
  const isToSweep = sqlite.prepare(`${unswept} AND job.id = ?`).pluck();
  const readAnswered = sqlite.prepare<[string, number], AnsweredRow>(
    'SELECT * FROM answered WHERE job_id = ? AND attempt = ?',
  );
  const writeAnswered = sqlite.prepare<[AnsweredRow]>(
    `INSERT OR REPLACE INTO answered (job_id, attempt, row_sum, refusal)
     VALUES (@job_id, @attempt, @row_sum, @refusal)`,
  );
  const answerOf = (jobId: string, attempt: number): AnsweredRow | null => {
    const found = readAnswered.get(jobId, attempt);
    if (found === undefined) return null;
    const { row_sum, ...row } = found;
    return sumOf(row) === row_sum ? found : null;
  };
  const readWatch = sqlite.prepare<[string], WatchRow>('SELECT * FROM watch WHERE job_id = ?');
  const writeWatch = sqlite.prepare<[WatchRow]>(
    `INSERT INTO watch (job_id, checks, row_sum) VALUES (@job_id, @checks, @row_sum)
     ON CONFLICT DO UPDATE SET checks = excluded.checks, row_sum = excluded.row_sum`,
  );
  return {
    verdictsOf: (jobId) => {
      const verdicts = new Map<number, StoredVerdict>();
      for (const { row_sum, ...row } of readVerdicts.all(jobId)) {
        const verdict = verdictSchema.safeParse(row.verdict);
        if (sumOf(row) === row_sum && verdict.success)
          verdicts.set(row.remote_id, { verdict: verdict.data, at: row.at });
      }
      return verdicts;
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
    isAnswered: (jobId, attempt) => answerOf(jobId, attempt) !== null,
    refusalOf: (jobId, attempt) => {
      const stored = answerOf(jobId, attempt)?.refusal;
      return stored ? (problemSchema.safeParse(JSON.parse(stored)).data ?? null) : null;
    },
    setAnswered: (jobId, attempt, refusal) => {
      const row = { job_id: jobId, attempt, refusal: refusal && JSON.stringify(refusal) };
      writeAnswered.run({ ...row, row_sum: sumOf(row) });
    },
    watchesOf: (jobId) => {
      const found = readWatch.get(jobId);
      if (found === undefined) return 0;
      const { row_sum, ...row } = found;
      return sumOf(row) === row_sum ? row.checks : 0;
    },
    setWatches: (jobId, checks) => {
      const row = { job_id: jobId, checks };
      writeWatch.run({ ...row, row_sum: sumOf(row) });
    },
  };
}
