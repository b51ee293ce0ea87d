/**
 * The only table that maps error codes to severity and advice. An error's own message is complete; the table adds
 * advice that only the window can give, and lowers the severity of what is no failure.
 */
import type { Problem } from '../../src-shared/jobs/job.ts';
import type { MessageKey } from '../../src-shared/messages/catalogue.ts';
import type { AppError } from '../../src-shared/result.ts';
import { formatMoment } from './format.ts';
import { errorText, t } from './language.svelte.ts';

export interface ErrorText {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** Whether trying the same again can help. */
  readonly retry: boolean;
}

interface Entry {
  readonly severity?: ErrorText['severity'];
  readonly advice?: Extract<MessageKey, `errors.advice.${string}`>;
  readonly retry?: boolean;
}

const unreachable: Entry = { severity: 'warning', advice: 'errors.advice.connection', retry: true };

const table: Readonly<Record<string, Entry>> = {
  network: unreachable,
  timeout: unreachable,
  'service-error': { severity: 'warning', retry: true },
  'rate-limited': { severity: 'warning', retry: true },
  'bad-answer': { retry: true },
  'app-gone': { retry: true },
  internal: { retry: true },
  paused: { severity: 'info', advice: 'errors.advice.online' },
  'credentials-refused': { advice: 'errors.advice.account' },
  cancelled: { severity: 'info' },
};

export function describeError(error: AppError): ErrorText {
  const entry = table[error.code] ?? {};
  const parts = [errorText(error)];
  if (error.retryAt !== undefined) parts.push(t('errors.retryAfter', { time: formatMoment(error.retryAt) }));
  if (entry.advice) parts.push(t(entry.advice));
  return {
    severity: entry.severity ?? 'error',
    message: parts.join(' '),
    retry: entry.retry ?? error.retryAt !== undefined,
  };
}

/** Why a job waits or failed; empty if there is nothing to say. */
export const problemText = (problem: Problem | null): string => (problem ? errorText(problem) : '');
