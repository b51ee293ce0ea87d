/**
 * The schema, as steps that only go forward. The number of steps is the schema's version. A step of a
 * released version is never changed; every later change is a new step.
 *
 * `job` rows are never deleted, `attempt` and `proof` rows never changed; triggers enforce this against any
 * code, future code included. The most important trigger: something that may have been sent returns to a
 * state from which it is sent again only if there is a proof row for that attempt (reliability: R9; I4).
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE document (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  CREATE TABLE job (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    account_id TEXT NOT NULL,
    lane TEXT NOT NULL CHECK (lane IN ('paid', 'upload')),
    priority INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'preparing', 'armed', 'committed', 'done', 'rejected',
      'unknown', 'ask', 'cancelled', 'abandoned', 'poison')),
    wait TEXT CHECK (wait IS NULL OR state = 'queued'),
    not_before INTEGER,
    attempt INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    deaths INTEGER NOT NULL,
    depends_on TEXT NOT NULL,
    payload TEXT NOT NULL,
    result TEXT,
    offer TEXT,
    problem TEXT,
    mark TEXT NOT NULL UNIQUE,
    request_key TEXT UNIQUE,
    spool_sha256 TEXT,
    consent_at INTEGER,
    confirmed_price REAL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    row_sum TEXT NOT NULL
  ) STRICT;
  CREATE INDEX job_next ON job (lane, state, priority, seq);
  CREATE INDEX job_file ON job (spool_sha256) WHERE spool_sha256 IS NOT NULL;
  -- Which accounts have jobs to send is asked at every end of a job, also beside thousands of waiting ones.
  CREATE INDEX job_account ON job (state, lane, account_id);

  CREATE TABLE attempt (
    job_id TEXT NOT NULL REFERENCES job (id),
    attempt INTEGER NOT NULL,
    at INTEGER NOT NULL,
    request_sha256 TEXT NOT NULL,
    token_fingerprint TEXT NOT NULL,
    baseline TEXT,
    reference TEXT,
    baseline_complete INTEGER NOT NULL DEFAULT 0,
    token_ends_at INTEGER,
    row_sum TEXT,
    PRIMARY KEY (job_id, attempt)
  ) STRICT;

  CREATE TABLE outcome (
    job_id TEXT NOT NULL REFERENCES job (id),
    attempt INTEGER NOT NULL,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    detail TEXT
  ) STRICT;
  CREATE INDEX outcome_job ON outcome (job_id);

  CREATE TABLE proof (
    job_id TEXT NOT NULL REFERENCES job (id),
    attempt INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('documented-refusal', 'last-byte-withheld', 'absent-for-good',
      'absent-so-far', 'user-says-absent')),
    detail TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (job_id, attempt)
  ) STRICT;

  CREATE TABLE candidate (
    job_id TEXT NOT NULL REFERENCES job (id),
    remote_id INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    at INTEGER NOT NULL,
    row_sum TEXT,
    PRIMARY KEY (job_id, remote_id)
  ) STRICT;

  -- How far an attempt is from the state in which its token can start nothing more.
  CREATE TABLE quiescence (
    job_id TEXT NOT NULL REFERENCES job (id),
    attempt INTEGER NOT NULL,
    closed_at INTEGER,
    absent_at INTEGER,
    swept_at INTEGER,
    row_sum TEXT NOT NULL,
    PRIMARY KEY (job_id, attempt)
  ) STRICT;

  CREATE TABLE watch (
    job_id TEXT NOT NULL PRIMARY KEY REFERENCES job (id),
    checks INTEGER NOT NULL,
    row_sum TEXT NOT NULL
  ) STRICT;

  CREATE TABLE answered (
    job_id TEXT NOT NULL REFERENCES job (id),
    attempt INTEGER NOT NULL,
    row_sum TEXT NOT NULL,
    refusal TEXT,
    PRIMARY KEY (job_id, attempt)
  ) STRICT;

  CREATE TABLE consent (
    seq INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    event TEXT NOT NULL CHECK (event IN ('given', 'withdrawn')),
    wording INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX consent_account ON consent (account_id, seq);

  CREATE TABLE gone_model (
    account_id TEXT NOT NULL,
    model_id INTEGER NOT NULL,
    PRIMARY KEY (account_id, model_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE damaged_row (
    job_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    columns TEXT NOT NULL
  ) STRICT;

  CREATE TRIGGER job_resend_needs_proof BEFORE UPDATE ON job
  WHEN OLD.state IN ('committed', 'unknown', 'ask') AND NEW.state IN ('queued', 'preparing', 'armed')
    AND NOT EXISTS (SELECT 1 FROM proof WHERE job_id = OLD.id AND attempt = OLD.attempt)
  BEGIN SELECT RAISE(ABORT, 'a job that may have been sent needs a proof before it is queued again'); END;

  CREATE TRIGGER order_resend_needs_quiescence BEFORE UPDATE ON job
  WHEN OLD.lane = 'paid' AND OLD.state IN ('unknown', 'ask') AND NEW.state IN ('queued', 'preparing', 'armed')
    AND NOT EXISTS (SELECT 1 FROM proof
      WHERE job_id = OLD.id AND attempt = OLD.attempt AND kind <> 'absent-so-far')
  BEGIN SELECT RAISE(ABORT, 'paid work that may have been sent needs a proof that it is absent for good, or a decision of a person'); END;

  CREATE TRIGGER job_sent_stays_sent BEFORE UPDATE ON job
  WHEN OLD.state IN ('committed', 'unknown', 'ask') AND NEW.state IN ('cancelled', 'poison')
  BEGIN SELECT RAISE(ABORT, 'a job that may have been sent cannot count as unsent'); END;

  CREATE TRIGGER job_final_is_final BEFORE UPDATE ON job
  WHEN OLD.state IN ('done', 'rejected', 'cancelled', 'abandoned', 'poison') AND NEW.state <> OLD.state
  BEGIN SELECT RAISE(ABORT, 'a final job does not change its state'); END;

  CREATE TRIGGER job_attempt_only_grows BEFORE UPDATE ON job
  WHEN NEW.attempt < OLD.attempt
  BEGIN SELECT RAISE(ABORT, 'attempts only grow'); END;

  CREATE TRIGGER job_is_kept BEFORE DELETE ON job
  BEGIN SELECT RAISE(ABORT, 'jobs are never deleted'); END;

  CREATE TRIGGER attempt_is_kept BEFORE DELETE ON attempt
  BEGIN SELECT RAISE(ABORT, 'attempts are never deleted'); END;
  CREATE TRIGGER attempt_is_fixed BEFORE UPDATE ON attempt
  BEGIN SELECT RAISE(ABORT, 'attempts are never changed'); END;

  CREATE TRIGGER outcome_is_kept BEFORE DELETE ON outcome
  BEGIN SELECT RAISE(ABORT, 'outcomes are never deleted'); END;
  CREATE TRIGGER outcome_is_fixed BEFORE UPDATE ON outcome
  BEGIN SELECT RAISE(ABORT, 'outcomes are never changed'); END;

  CREATE TRIGGER proof_is_kept BEFORE DELETE ON proof
  BEGIN SELECT RAISE(ABORT, 'proofs are never deleted'); END;
  CREATE TRIGGER proof_is_fixed BEFORE UPDATE ON proof
  BEGIN SELECT RAISE(ABORT, 'proofs are never changed'); END;

  CREATE TRIGGER consent_is_kept BEFORE DELETE ON consent
  BEGIN SELECT RAISE(ABORT, 'consents are never deleted'); END;
  CREATE TRIGGER consent_is_fixed BEFORE UPDATE ON consent
  BEGIN SELECT RAISE(ABORT, 'consents are never changed'); END;
  `,
];
