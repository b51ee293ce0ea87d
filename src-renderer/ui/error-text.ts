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

/** Any other error: its message says it all, and the same would fail again. */
const table: Readonly<Partial<Record<AppErrorCode, Entry>>> = {
  // The connection, the service and its answers.
  'app-gone': again,
  'bad-answer': again,
  network: unreachable,
  'no-port': again,
  paused: { severity: 'info', advice: 'errors.advice.online' },
  'rate-limited': passing,
  'service-error': passing,
  'service-stopped': again,
  timeout: unreachable,

  // Accounts and sign-ins.
  'credentials-refused': { advice: 'errors.advice.account' },
  'sign-in-timeout': again,
  'token-expired': again,

  // Files, models and repairs.
  'file-unreadable': again,

  // Jobs: why one waits, failed, or cannot be changed.
  cancelled: { severity: 'info' },
  'changed-meanwhile': again,
  'still-measuring': again,

  // This installation, its data folder and its disk.
  'disk-failing': again,
  'disk-full': again,
  internal: again,
  'worker-failed': again,
};

export const severityOf = ({ code }: AppError): ErrorText['severity'] => table[code]?.severity ?? 'error';

/** Whether trying the same again can help. */
export const mayRetry = ({ code, retryAt }: AppError): boolean => table[code]?.retry ?? retryAt !== undefined;

export function describeError(error: AppError): ErrorText {
  const { advice } = table[error.code] ?? {};
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
