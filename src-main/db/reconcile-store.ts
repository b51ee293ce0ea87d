/**
 * Stores what is known so far about jobs with an unknown outcome: verdicts on orders of the service, and how
 * far an attempt is from quiescence (reliability: R10; R11). Stored, so that every check continues where the
 * last one ended, also after a restart. A damaged row counts as missing and is determined again.
 */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type Problem, problemSchema } from '../../src-shared/jobs/job.ts';
import { parseStored } from '../parse-stored.ts';
import { intact, type Summed, withSum } from './row-sum.ts';

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

export type ReconcileStore = ReturnType<typeof createReconcileStore>;

interface VerdictRow {
  readonly job_id: string;
  readonly remote_id: number;
  readonly verdict: string;
  readonly at: number;
}

interface QuiescenceRow {
  readonly job_id: string;
  readonly attempt: number;
  readonly closed_at: number | null;
  readonly absent_at: number | null;
  readonly swept_at: number | null;
}

interface AnsweredRow {
  readonly job_id: string;
  readonly attempt: number;
  readonly refusal: string | null;
}

interface WatchRow {
  readonly job_id: string;
  readonly checks: number;
}

export function createReconcileStore(sqlite: Database) {
  const readVerdicts = sqlite.prepare<[string], Summed<VerdictRow>>(
    'SELECT * FROM candidate WHERE job_id = ?',
  );
  const writeVerdict = sqlite.prepare<[Summed<VerdictRow>]>(
    `INSERT OR REPLACE INTO candidate (job_id, remote_id, verdict, at, row_sum)
     VALUES (@job_id, @remote_id, @verdict, @at, @row_sum)`,
  );
  const readQuiescence = sqlite.prepare<[string, number], Summed<QuiescenceRow>>(
    'SELECT * FROM quiescence WHERE job_id = ? AND attempt = ?',
  );
  const writeQuiescence = sqlite.prepare<[Summed<QuiescenceRow>]>(
    `INSERT OR REPLACE INTO quiescence (job_id, attempt, closed_at, absent_at, swept_at, row_sum)
     VALUES (@job_id, @attempt, @closed_at, @absent_at, @swept_at, @row_sum)`,
  );
  const unswept = `SELECT DISTINCT job.id FROM proof JOIN job ON job.id = proof.job_id
     LEFT JOIN quiescence ON quiescence.job_id = job.id AND quiescence.attempt = proof.attempt
     WHERE proof.kind = 'absent-so-far' AND job.kind = 'upload' AND job.state IN ('done', 'rejected', 'cancelled', 'poison')
       AND quiescence.swept_at IS NULL`;
  const toSweep = sqlite.prepare(unswept).pluck();
  const isToSweep = sqlite.prepare(`${unswept} AND job.id = ?`).pluck();
  const readAnswered = sqlite.prepare<[string, number], Summed<AnsweredRow>>(
    'SELECT * FROM answered WHERE job_id = ? AND attempt = ?',
  );
  const writeAnswered = sqlite.prepare<[Summed<AnsweredRow>]>(
    `INSERT OR REPLACE INTO answered (job_id, attempt, row_sum, refusal)
     VALUES (@job_id, @attempt, @row_sum, @refusal)`,
  );
  const readWatch = sqlite.prepare<[string], Summed<WatchRow>>('SELECT * FROM watch WHERE job_id = ?');
  const writeWatch = sqlite.prepare<[Summed<WatchRow>]>(
    'INSERT OR REPLACE INTO watch (job_id, checks, row_sum) VALUES (@job_id, @checks, @row_sum)',
  );
  return {
    verdictsOf(jobId: string): Map<number, StoredVerdict> {
      const verdicts = new Map<number, StoredVerdict>();
      for (const found of readVerdicts.all(jobId)) {
        const row = intact(found);
        const verdict = verdictSchema.safeParse(row?.verdict);
        if (row !== null && verdict.success)
          verdicts.set(row.remote_id, { verdict: verdict.data, at: row.at });
      }
      return verdicts;
    },
    setVerdict(jobId: string, remoteId: number, verdict: MatchVerdict, at: number): void {
      writeVerdict.run(withSum({ job_id: jobId, remote_id: remoteId, verdict, at }));
    },
    quiescenceOf(jobId: string, attempt: number): Quiescence {
      const row = intact(readQuiescence.get(jobId, attempt));
      if (row === null) return notQuiet;
      return { tokenEndedAt: row.closed_at, absentAt: row.absent_at, sweptAt: row.swept_at };
    },
    setQuiescence(jobId: string, attempt: number, { tokenEndedAt, absentAt, sweptAt }: Quiescence): void {
      const times = { closed_at: tokenEndedAt, absent_at: absentAt, swept_at: sweptAt };
      writeQuiescence.run(withSum({ job_id: jobId, attempt, ...times }));
    },
    /** Ids of ended uploads that were repeated before they were quiet, so that copies may still arrive. */
    toSweep: () => toSweep.all() as string[],
    isToSweep: (jobId: string): boolean => isToSweep.get(jobId) !== undefined,
    /** Whether a complete answer came, though not one that says what happened. */
    isAnswered: (jobId: string, attempt: number): boolean =>
      intact(readAnswered.get(jobId, attempt)) !== null,
    /** The refusal in that answer, if it was one. */
    refusalOf(jobId: string, attempt: number): Problem | null {
      return parseStored(intact(readAnswered.get(jobId, attempt))?.refusal ?? null, problemSchema);
    },
    setAnswered(jobId: string, attempt: number, refusal: Problem | null): void {
      writeAnswered.run(withSum({ job_id: jobId, attempt, refusal: refusal && JSON.stringify(refusal) }));
    },
    /** How often a placed order was checked for a second one. */
    watchesOf: (jobId: string): number => intact(readWatch.get(jobId))?.checks ?? 0,
    setWatches(jobId: string, checks: number): void {
      writeWatch.run(withSum({ job_id: jobId, checks }));
    },
  };
}
