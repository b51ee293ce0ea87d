/**
 * The append-only records of what was sent: attempts (before the last byte), outcomes (after), and the proofs
 * that allow a repetition. No secret stands here: tokens appear as fingerprints, bodies as hashes.
 */
import type { Database } from 'better-sqlite3';
import type { ProofKind } from '../../src-shared/jobs/state.ts';

export interface Attempt {
  readonly jobId: string;
  readonly attempt: number;
  /** Epoch ms just before the last byte. */
  readonly at: number;
  /** Of the request without the token. */
  readonly requestSha256: string;
  readonly tokenFingerprint: string;
  /** Ids that the service listed just before sending; what is new afterwards may be ours. Null: not asked. */
  readonly baseline: readonly number[] | null;
}

export interface EvidenceStore {
  addAttempt(attempt: Attempt): void;
  addOutcome(jobId: string, attempt: number, event: string, detail: unknown, at: number): void;
  addProof(jobId: string, attempt: number, kind: ProofKind, detail: unknown, at: number): void;
  readAttempt(jobId: string, attempt: number): Attempt | null;
  /** Remembers that the service no longer has a model, so that it is not reused. */
  addGoneModel(accountId: string, modelId: number): void;
  isGoneModel(accountId: string, modelId: number): boolean;
}

interface AttemptRow {
  job_id: string;
  attempt: number;
  at: number;
  request_sha256: string;
  token_fingerprint: string;
  baseline: string | null;
}

export function createEvidenceStore(sqlite: Database): EvidenceStore {
  const insertAttempt = sqlite.prepare(
    `INSERT INTO attempt (job_id, attempt, at, request_sha256, token_fingerprint, baseline)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const insertOutcome = sqlite.prepare(
    'INSERT INTO outcome (job_id, attempt, at, event, detail) VALUES (?, ?, ?, ?, ?)',
  );
  const insertProof = sqlite.prepare(
    'INSERT INTO proof (job_id, attempt, kind, detail, at) VALUES (?, ?, ?, ?, ?)',
  );
  const readAttempt = sqlite.prepare<[string, number], AttemptRow>(
    'SELECT * FROM attempt WHERE job_id = ? AND attempt = ?',
  );
  const insertGone = sqlite.prepare('INSERT OR IGNORE INTO gone_model (account_id, model_id) VALUES (?, ?)');
  const readGone = sqlite.prepare('SELECT 1 FROM gone_model WHERE account_id = ? AND model_id = ?').pluck();
  return {
    addAttempt: ({ jobId, attempt, at, requestSha256, tokenFingerprint, baseline }) => {
      const ids = baseline === null ? null : JSON.stringify(baseline);
      insertAttempt.run(jobId, attempt, at, requestSha256, tokenFingerprint, ids);
    },
    addOutcome: (jobId, attempt, event, detail, at) => {
      insertOutcome.run(jobId, attempt, at, event, detail === null ? null : JSON.stringify(detail));
    },
    addProof: (jobId, attempt, kind, detail, at) => {
      insertProof.run(jobId, attempt, kind, JSON.stringify(detail), at);
    },
    readAttempt: (jobId, attempt) => {
      const row = readAttempt.get(jobId, attempt);
      if (row === undefined) return null;
      return {
        jobId: row.job_id,
        attempt: row.attempt,
        at: row.at,
        requestSha256: row.request_sha256,
        tokenFingerprint: row.token_fingerprint,
        baseline: row.baseline === null ? null : (JSON.parse(row.baseline) as number[]),
      };
    },
    addGoneModel: (accountId, modelId) => {
      insertGone.run(accountId, modelId);
    },
    isGoneModel: (accountId, modelId) => readGone.get(accountId, modelId) !== undefined,
  };
}
