/**
 * The append-only records of what was sent: attempts (before the last byte), outcomes (after), and the proofs
 * that allow sending again. They contain no secret: tokens are fingerprints, bodies are hashes.
 */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Reference } from '../../src-shared/jobs/reference-line.ts';
import type { ProofKind } from '../../src-shared/jobs/state.ts';
import { intact, type Summed, withSum } from './row-sum.ts';

export interface Attempt {
  readonly jobId: string;
  readonly attempt: number;
  /** Epoch ms just before the last byte. */
  readonly at: number;
  /** SHA-256 of the request without the token. */
  readonly requestSha256: string;
  readonly tokenFingerprint: string;
  /** Epoch ms by the service's clock after which the token has certainly expired; null if unknown. */
  readonly tokenEndsAt: number | null;
  /**
   * Ids that the service listed just before sending; what is new afterwards may be ours. Null if it was not
   * asked.
   */
  readonly baseline: readonly number[] | null;
  /** Whether the baseline contains as many as the service counted. */
  readonly baselineComplete: boolean;
  readonly reference: Reference | null;
}

export interface Recorded {
  readonly attempt: number;
  /** Epoch ms. */
  readonly at: number;
  readonly name: string;
  readonly detail: unknown;
}

export type EvidenceStore = ReturnType<typeof createEvidenceStore>;

interface AttemptRow {
  job_id: string;
  attempt: number;
  at: number;
  request_sha256: string;
  token_fingerprint: string;
  baseline: string | null;
  reference: string | null;
  baseline_complete: number;
  token_ends_at: number | null;
}

interface RecordedRow {
  attempt: number;
  at: number;
  name: string;
  detail: string | null;
}

export function createEvidenceStore(sqlite: Database) {
  const insertAttempt = sqlite.prepare<[Summed<AttemptRow>]>(
    `INSERT INTO attempt (job_id, attempt, at, request_sha256, token_fingerprint, baseline, reference,
       baseline_complete, token_ends_at, row_sum)
     VALUES (@job_id, @attempt, @at, @request_sha256, @token_fingerprint, @baseline, @reference,
       @baseline_complete, @token_ends_at, @row_sum)`,
  );
  const insertOutcome = sqlite.prepare(
    'INSERT INTO outcome (job_id, attempt, at, event, detail) VALUES (?, ?, ?, ?, ?)',
  );
  const insertProof = sqlite.prepare(
    'INSERT INTO proof (job_id, attempt, kind, detail, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const readAttempt = sqlite.prepare<[string, number], Summed<AttemptRow>>(
    'SELECT * FROM attempt WHERE job_id = ? AND attempt = ?',
  );
  const attempts = sqlite.prepare<[string], Summed<AttemptRow>>(
    'SELECT * FROM attempt WHERE job_id = ? ORDER BY attempt',
  );
  const outcomes = sqlite.prepare<[string], RecordedRow>(
    'SELECT attempt, at, event AS name, detail FROM outcome WHERE job_id = ? ORDER BY rowid',
  );
  const proofs = sqlite.prepare<[string], RecordedRow>(
    'SELECT attempt, at, kind AS name, detail FROM proof WHERE job_id = ? ORDER BY attempt',
  );
  const insertGone = sqlite.prepare('INSERT OR IGNORE INTO gone_model (account_id, model_id) VALUES (?, ?)');
  const readGone = sqlite.prepare('SELECT 1 FROM gone_model WHERE account_id = ? AND model_id = ?').pluck();
  return {
    addAttempt(attempt: Attempt): void {
      insertAttempt.run(rowOf(attempt));
    },
    addOutcome(jobId: string, attempt: number, event: string, detail: unknown, at: number): void {
      insertOutcome.run(jobId, attempt, at, event, detail === null ? null : JSON.stringify(detail));
    },
    /** One per attempt: the first proof stays. */
    addProof(jobId: string, attempt: number, kind: ProofKind, detail: unknown, at: number): void {
      insertProof.run(jobId, attempt, kind, JSON.stringify(detail), at);
    },
    /** Null if there is none, or if it is damaged: then nothing can be concluded from it. */
    readAttempt: (jobId: string, attempt: number): Attempt | null =>
      attemptOf(readAttempt.get(jobId, attempt)),
    /** Only intact ones, the oldest first. */
    attemptsOf: (jobId: string): Attempt[] => attempts.all(jobId).flatMap((row) => attemptOf(row) ?? []),
    outcomesOf: (jobId: string): Recorded[] => outcomes.all(jobId).map(recordedOf),
    /** `name`: a `ProofKind` of this version or of another one. */
    proofsOf: (jobId: string): Recorded[] => proofs.all(jobId).map(recordedOf),
    /** Records that the service no longer has a model, so that it is not reused. */
    addGoneModel(accountId: string, modelId: number): void {
      insertGone.run(accountId, modelId);
    },
    isGoneModel: (accountId: string, modelId: number): boolean =>
      readGone.get(accountId, modelId) !== undefined,
  };
}

function rowOf(attempt: Attempt): Summed<AttemptRow> {
  const { baseline, reference } = attempt;
  return withSum({
    job_id: attempt.jobId,
    attempt: attempt.attempt,
    at: attempt.at,
    request_sha256: attempt.requestSha256,
    token_fingerprint: attempt.tokenFingerprint,
    baseline: baseline === null ? null : JSON.stringify(baseline),
    reference: reference === null ? null : JSON.stringify(reference),
    baseline_complete: attempt.baselineComplete ? 1 : 0,
    token_ends_at: attempt.tokenEndsAt,
  });
}

const baselineSchema = z.array(z.int()).nullable();
const referenceSchema: z.ZodType<Reference | null> = z
  .object({ field: z.enum(['address2', 'address3']), value: z.string() })
  .nullable();

function attemptOf(found: Summed<AttemptRow> | undefined): Attempt | null {
  const row = intact(found);
  if (row === null) return null;
  const baseline = baselineSchema.safeParse(parsed(row.baseline));
  const reference = referenceSchema.safeParse(parsed(row.reference));
  if (!baseline.success || !reference.success) return null;
  return {
    jobId: row.job_id,
    attempt: row.attempt,
    at: row.at,
    requestSha256: row.request_sha256,
    tokenFingerprint: row.token_fingerprint,
    tokenEndsAt: row.token_ends_at,
    baseline: baseline.data,
    baselineComplete: row.baseline_complete === 1,
    reference: reference.data,
  };
}

/** Evidence shows everything that can be read. */
const recordedOf = ({ detail, ...row }: RecordedRow): Recorded => ({ ...row, detail: parsed(detail) });

/** The text itself if it is no JSON. */
function parsed(json: string | null): unknown {
  if (json === null) return null;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
