/**
 * The only table that maps error codes to severity and advice. An error's own message is complete; the table
 * adds advice that only the window can give, and lowers the severity of what is no failure.
 */
import { knownReason } from '../../src-shared/api/known-reasons.ts';
import type { AppErrorCode } from '../../src-shared/error-codes.ts';
import type { Problem } from '../../src-shared/jobs/job.ts';
import type { MessageKey } from '../../src-shared/messages/catalogue.ts';
import type { AppError } from '../../src-shared/result.ts';
import { formatMoment } from './format.ts';
import { errorText, say, t } from './language.svelte.ts';

export interface ErrorText {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

interface Entry {
  readonly severity?: ErrorText['severity'];
  readonly advice?: Extract<MessageKey, `errors.advice.${string}`>;
  readonly retry?: boolean;
}

const unreachable: Entry = { severity: 'warning', advice: 'errors.advice.connection', retry: true };
/** The service or its limit is in the way for a while. */
const passing: Entry = { severity: 'warning', retry: true };
/** The same may work at the next attempt. */
const again: Entry = { retry: true };
/** The message says it all, and the same would fail again. */
const plain: Entry = {};

/** Total, so that a new code decides here too. */
const table: Readonly<Record<AppErrorCode, Entry>> = {
  // What was asked, and how.
  'bad-address': plain,
  'bad-call': plain,
  'bad-file-name': plain,
  'bad-input': plain,
  'bad-path': plain,
  'key-used': plain,
  'not-found': plain,
  'not-running': plain,
  'over-limit': plain,
  'plate-full': plain,
  usage: plain,

  // The connection, the service and its answers.
  'app-gone': again,
  'bad-answer': again,
  network: unreachable,
  'no-port': again,
  'no-session': plain,
  paused: { severity: 'info', advice: 'errors.advice.online' },
  'rate-limited': passing,
  refused: plain,
  'service-error': passing,
  'service-stopped': again,
  'soap-refused': plain,
  timeout: unreachable,
  'too-large': plain,
  'filters-ignored': plain,

  // Accounts and sign-ins.
  'account-busy': plain,
  'account-local': plain,
  'code-refused': plain,
  'consent-missing': plain,
  'credentials-refused': { advice: 'errors.advice.account' },
  'insecure-address': plain,
  'keychain-unavailable': plain,
  'payment-id-missing': plain,
  'secret-too-long': plain,
  'sign-in-denied': plain,
  'sign-in-ended': plain,
  'sign-in-refused': plain,
  'sign-in-timeout': again,
  'token-expired': again,

  // Files, models and repairs.
  'already-linked': plain,
  'checksum-mismatch': plain,
  'file-changed': plain,
  'file-damaged': plain,
  'file-empty': plain,
  'file-exists': plain,
  'file-is-folder': plain,
  'file-missing': plain,
  'file-no-triangles': plain,
  'file-not-found': plain,
  'file-not-importable': plain,
  'file-not-readable': plain,
  'file-not-regular': plain,
  'file-not-written': plain,
  'file-reader-missing': plain,
  'file-too-large': plain,
  'file-unreadable': again,
  'file-unsupported': plain,
  'not-a-solid': plain,
  'repair-part-missing': plain,
  'wall-too-thick': plain,

  // Orders and prices.
  'cart-changed': plain,
  'confirmation-needed': plain,
  'consent-old': plain,
  'currency-changed': plain,
  declined: plain,
  'limit-missing': plain,
  'mixed-currencies': plain,
  'no-models': plain,
  'no-price': plain,
  'order-differs': plain,
  'other-account': plain,
  'placing-unknown': plain,
  'prepared-long-ago': plain,
  'price-changed': plain,
  'price-missing': plain,
  'price-rose': plain,
  'above-limit': plain,
  restored: plain,
  'total-differs': plain,
  'will-be-refused': plain,

  // Jobs: why one waits, failed, or cannot be changed.
  asked: plain,
  cancelled: { severity: 'info' },
  'cart-not-shown': plain,
  'change-gone': plain,
  'changed-elsewhere': plain,
  'changed-meanwhile': again,
  'cut-off': plain,
  'damaged-record': plain,
  'died-too-often': plain,
  'earlier-attempt': plain,
  'earlier-change': plain,
  'early-answer': plain,
  final: plain,
  'found-meanwhile': plain,
  'held-back': plain,
  'model-replaced': plain,
  'needed-by-order': plain,
  'no-such-job': plain,
  'no-such-step': plain,
  'not-quiet-yet': plain,
  'not-unknown': plain,
  'not-waiting': plain,
  'nothing-to-confirm': plain,
  'record-lost': plain,
  'record-older': plain,
  'sent-before': plain,
  'still-looking': plain,
  'still-measuring': again,
  'too-late': plain,
  'upload-failed': plain,
  'upload-missing': plain,

  // What is known of a job whose answer was lost.
  'ambiguous-order': plain,
  'answer-of-another': plain,
  'cart-unclear': plain,
  'customised-unclear': plain,
  'duplicate-order': plain,
  'late-order': plain,
  'models-incomplete': plain,
  'not-cancelled': plain,
  'order-corrected': plain,
  'order-gone': plain,
  'order-unclear': plain,
  'order-unmarked': plain,
  'orders-incomplete': plain,
  'outcome-unknown': plain,
  'photo-unseen': plain,
  'reprint-unclear': plain,
  'upload-unclear': plain,

  // This installation, its data folder and its disk.
  'already-running': plain,
  'control-refused': plain,
  'data-folder-unusable': plain,
  'database-newer': plain,
  'database-unusable': plain,
  'disk-failing': again,
  'disk-full': again,
  internal: again,
  'node-too-old': plain,
  'still-running': plain,
  superseded: plain,
  'worker-failed': again,
};

export const severityOf = ({ code }: AppError): ErrorText['severity'] => table[code].severity ?? 'error';

/** Whether trying the same again can help. */
export const mayRetry = ({ code, retryAt }: AppError): boolean => table[code].retry ?? retryAt !== undefined;

export function describeError(error: AppError): ErrorText {
  const { advice } = table[error.code];
  const parts = [errorText(error)];
  if (error.retryAt !== undefined) parts.push(t('errors.retryAfter', { time: formatMoment(error.retryAt) }));
  if (advice) parts.push(t(advice));
  return { severity: severityOf(error), message: parts.join(' ') };
}

/** Why a job waits or failed; empty if there is nothing to say. */
export const problemText = (problem: Problem | null): string => (problem ? errorText(problem) : '');

/** The original text of the service, if a known reason stands for it; null if the shown text contains it. */
export function originalText(problem: Problem | null): string | null {
  const reason = problem?.text?.params?.['reason'];
  return problem !== null && typeof reason === 'object' ? problem.message : null;
}

/** A reason of the service in the reader's language, if it is known. */
export function reasonText(reason: string): string {
  const known = knownReason(reason);
  return known === null ? reason : say(known, reason);
}
