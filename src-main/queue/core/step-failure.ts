/**
 * What a failure before or after sending means for a job: which hold, and what it says about the whole account.
 * One table, so that uploads and orders cannot differ.
 */
import type { Offer, Problem, WaitReason } from '../../../src-shared/jobs/job.ts';
import type { AppError } from '../../../src-shared/result.ts';

export type Failure =
  /** Nothing can get through at the moment. */
  | { readonly kind: 'network'; readonly problem: Problem }
  /** The service wants a pause. */
  | { readonly kind: 'rate'; readonly retryAt: number | null; readonly problem: Problem }
  /** Nothing goes before a person mends the account. */
  | { readonly kind: 'sign-in'; readonly problem: Problem }
  /** The token had run out; the next try brings a new one. */
  | { readonly kind: 'expired'; readonly problem: Problem }
  | { readonly kind: 'disk'; readonly problem: Problem }
  /** Stopped by us: pause, cancel or the end of the program. */
  | { readonly kind: 'stopped' }
  /** The stored file is not what was added. */
  | { readonly kind: 'damage'; readonly problem: Problem }
  /** The database belongs to another process now. */
  | { readonly kind: 'superseded' }
  /** This job only; later it may work. `retryAt`: epoch ms, where it is known when. */
  | { readonly kind: 'later'; readonly retryAt: number | null; readonly problem: Problem };

const kinds: Readonly<Record<string, Failure['kind']>> = {
  network: 'network',
  timeout: 'network',
  'service-error': 'network',
  // A hotel's sign-in page, a proxy's error page: not the service, so not its word.
  'bad-answer': 'network',
  'rate-limited': 'rate',
  'token-expired': 'expired',
  'credentials-refused': 'sign-in',
  'keychain-unavailable': 'sign-in',
  'insecure-address': 'sign-in',
  'disk-full': 'disk',
  'disk-failing': 'disk',
  cancelled: 'stopped',
  paused: 'stopped',
  'file-changed': 'damage',
  'file-missing': 'damage',
  'file-not-found': 'damage',
  superseded: 'superseded',
};

export function failureOf(error: AppError): Failure {
  const kind = kinds[error.code] ?? 'later';
  const problem = { code: error.code, message: error.message };
  if (kind === 'rate' || kind === 'later') return { kind, retryAt: error.retryAt ?? null, problem };
  return kind === 'stopped' || kind === 'superseded' ? { kind } : { kind, problem };
}

/** Thrown while preparing an order that must not go as it is; it waits, unsent, for a person or for its uploads. */
export class Held extends Error {
  readonly wait: Extract<WaitReason, 'consent' | 'sign-in' | 'dependency'>;
  readonly problem: Problem;
  readonly offer: Offer | null;

  constructor(wait: Held['wait'], problem: Problem, offer: Offer | null = null) {
    super(problem.message);
    this.name = 'Held';
    this.wait = wait;
    this.problem = problem;
    this.offer = offer;
  }
}
