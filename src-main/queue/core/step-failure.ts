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

/** Any other code counts as `later`. */
const kinds: Readonly<Partial<Record<AppErrorCode, Failure['kind']>>> = {
  // The request, and how it was made.
  'bad-address': 'sign-in',

  // The connection, the service and its answers.
  // The sign-in page of a hotel or the error page of a proxy: not an answer of the service.
  'bad-answer': 'network',
  network: 'network',
  paused: 'stopped',
  'rate-limited': 'rate',
  'service-error': 'network',
  timeout: 'network',

  // Accounts and sign-ins.
  'credentials-refused': 'sign-in',
  'insecure-address': 'sign-in',
  'keychain-unavailable': 'sign-in',
  'sign-in-ended': 'sign-in',
  'token-expired': 'expired',

  // Files, models and repairs.
  'file-changed': 'damage',
  'file-missing': 'damage',
  'file-not-found': 'damage',

  // Jobs: why one waits, failed, or cannot be changed.
  cancelled: 'stopped',
  'still-measuring': 'measuring',

  // This installation, its data folder and its disk.
  'disk-failing': 'disk',
  'disk-full': 'disk',
  superseded: 'superseded',
};

export function failureOf(error: AppError): Failure {
  const kind = kinds[error.code] ?? 'later';
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
