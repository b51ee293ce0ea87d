/**
 * Decides what a failure before or after sending means: why the job waits, and whether that concerns its
 * whole account. One table for all kinds of jobs.
 */

import type { AppErrorCode } from '../../../src-shared/error-codes.ts';
import type { Offer, Problem, WaitReason } from '../../../src-shared/jobs/job.ts';
import type { AppError } from '../../../src-shared/result.ts';
import { problemOf } from '../../main-error.ts';
import type { Ledger } from './ledger.ts';

export type Failure =
  /** Nothing gets through at the moment. */
  | { readonly kind: 'network'; readonly problem: Problem }
  /** The service asks for a pause. */
  | { readonly kind: 'rate'; readonly retryAt: number | null; readonly problem: Problem }
  /** A person has to repair the account first. */
  | { readonly kind: 'sign-in'; readonly problem: Problem }
  /** The token had ended; the next attempt gets a new one. */
  | { readonly kind: 'expired'; readonly problem: Problem }
  | { readonly kind: 'disk'; readonly problem: Problem }
  /** The service has to measure a model first. */
  | { readonly kind: 'measuring'; readonly problem: Problem }
  /** Stopped here: pause, cancel or the end of the program. */
  | { readonly kind: 'stopped' }
  /** The stored file is not what was added. */
  | { readonly kind: 'damage'; readonly problem: Problem }
  /** Another process has taken over the database. */
  | { readonly kind: 'superseded' }
  /** Concerns this job only, and may work later. `retryAt`: epoch ms, if it is known when. */
  | { readonly kind: 'later'; readonly retryAt: number | null; readonly problem: Problem };

/** Total, so that a new code decides here too. What cannot come up before a job is sent counts as `later`. */
const kinds: Readonly<Record<AppErrorCode, Failure['kind']>> = {
  // The request, and how it was made.
  'bad-address': 'sign-in',
  'bad-call': 'later',
  'bad-file-name': 'later',
  'bad-input': 'later',
  'bad-path': 'later',
  'key-used': 'later',
  'not-found': 'later',
  'not-running': 'later',
  'over-limit': 'later',
  'plate-full': 'later',
  usage: 'later',

  // The connection, the service and its answers.
  'app-gone': 'later',
  // The sign-in page of a hotel or the error page of a proxy: not an answer of the service.
  'bad-answer': 'network',
  network: 'network',
  'no-port': 'later',
  'no-session': 'later',
  paused: 'stopped',
  'rate-limited': 'rate',
  refused: 'later',
  'service-error': 'network',
  'service-stopped': 'later',
  'soap-refused': 'later',
  timeout: 'network',
  'too-large': 'later',
  'filters-ignored': 'later',

  // Accounts and sign-ins.
  'account-busy': 'later',
  'account-local': 'later',
  'code-refused': 'later',
  'consent-missing': 'later',
  'credentials-refused': 'sign-in',
  'insecure-address': 'sign-in',
  'keychain-unavailable': 'sign-in',
  'payment-id-missing': 'later',
  'secret-too-long': 'later',
  'sign-in-denied': 'later',
  'sign-in-ended': 'sign-in',
  'sign-in-refused': 'later',
  'sign-in-timeout': 'later',
  'token-expired': 'expired',

  // Files, models and repairs.
  'already-linked': 'later',
  'checksum-mismatch': 'later',
  'file-changed': 'damage',
  'file-damaged': 'later',
  'file-empty': 'later',
  'file-exists': 'later',
  'file-is-folder': 'later',
  'file-missing': 'damage',
  'file-no-triangles': 'later',
  'file-not-found': 'damage',
  'file-not-importable': 'later',
  'file-not-readable': 'later',
  'file-not-regular': 'later',
  'file-not-written': 'later',
  'file-reader-missing': 'later',
  'file-too-large': 'later',
  'file-unreadable': 'later',
  'file-unsupported': 'later',
  'not-a-solid': 'later',
  'repair-part-missing': 'later',
  'wall-too-thick': 'later',

  // Orders and prices.
  'cart-changed': 'later',
  'confirmation-needed': 'later',
  'consent-old': 'later',
  'currency-changed': 'later',
  declined: 'later',
  'mixed-currencies': 'later',
  'limit-missing': 'later',
  'no-models': 'later',
  'no-price': 'later',
  'order-differs': 'later',
  'other-account': 'later',
  'placing-unknown': 'later',
  'prepared-long-ago': 'later',
  'price-changed': 'later',
  'price-missing': 'later',
  'price-rose': 'later',
  'above-limit': 'later',
  restored: 'later',
  'total-differs': 'later',
  'will-be-refused': 'later',

  // Jobs: why one waits, failed, or cannot be changed.
  asked: 'later',
  cancelled: 'stopped',
  'cart-not-shown': 'later',
  'change-gone': 'later',
  'changed-elsewhere': 'later',
  'changed-meanwhile': 'later',
  'cut-off': 'later',
  'damaged-record': 'later',
  'died-too-often': 'later',
  'earlier-attempt': 'later',
  'earlier-change': 'later',
  'early-answer': 'later',
  final: 'later',
  'found-meanwhile': 'later',
  'held-back': 'later',
  'model-replaced': 'later',
  'needed-by-order': 'later',
  'no-such-job': 'later',
  'no-such-step': 'later',
  'not-quiet-yet': 'later',
  'not-unknown': 'later',
  'not-waiting': 'later',
  'nothing-to-confirm': 'later',
  'record-lost': 'later',
  'record-older': 'later',
  'sent-before': 'later',
  'still-looking': 'later',
  'still-measuring': 'measuring',
  'too-late': 'later',
  'upload-failed': 'later',
  'upload-missing': 'later',

  // Problems of a job whose answer was lost.
  'ambiguous-order': 'later',
  'answer-of-another': 'later',
  'cart-unclear': 'later',
  'customised-unclear': 'later',
  'duplicate-order': 'later',
  'late-order': 'later',
  'models-incomplete': 'later',
  'not-cancelled': 'later',
  'order-corrected': 'later',
  'order-gone': 'later',
  'order-unclear': 'later',
  'order-unmarked': 'later',
  'orders-incomplete': 'later',
  'outcome-unknown': 'later',
  'photo-unseen': 'later',
  'reprint-unclear': 'later',
  'upload-unclear': 'later',

  // This installation, its data folder and its disk.
  'already-running': 'later',
  'control-refused': 'later',
  'data-folder-unusable': 'later',
  'database-newer': 'later',
  'database-unusable': 'later',
  'disk-failing': 'disk',
  'disk-full': 'disk',
  internal: 'later',
  'node-too-old': 'later',
  'still-running': 'later',
  superseded: 'superseded',
  'worker-failed': 'later',
};

export function failureOf(error: AppError): Failure {
  const kind = kinds[error.code];
  const problem = problemOf(error);
  if (kind === 'rate' || kind === 'later') return { kind, retryAt: error.retryAt ?? null, problem };
  return kind === 'stopped' || kind === 'superseded' ? { kind } : { kind, problem };
}

/** Thrown while preparing a job that the service shows to have been sent before. */
export class SentBefore extends Error {
  readonly problem: Problem;
  /** It may have been sent by a newer copy of the folder. */
  readonly isOlderCopy: boolean;

  constructor(problem: Problem, isOlderCopy: boolean) {
    super(problem.message);
    this.name = 'SentBefore';
    this.problem = problem;
    this.isOlderCopy = isOlderCopy;
  }
}

/**
 * Thrown while preparing a job that must not be sent as it is. It waits, unsent, for a person or its uploads.
 */
export class Held extends Error {
  readonly wait: Extract<WaitReason, 'consent' | 'terms' | 'sign-in' | 'dependency'>;
  readonly problem: Problem;
  readonly offer: Offer | null;
  /** Called in the transaction in which the job begins to wait. */
  readonly whenHeld: (ledger: Ledger) => void;

  constructor(
    wait: Held['wait'],
    problem: Problem,
    offer: Offer | null = null,
    whenHeld: Held['whenHeld'] = () => {},
  ) {
    super(problem.message);
    this.name = 'Held';
    this.wait = wait;
    this.problem = problem;
    this.offer = offer;
    this.whenHeld = whenHeld;
  }
}
