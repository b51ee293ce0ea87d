/**
 * The one table that turns error codes into severity and words. Messages of the application are whole sentences
 * already; the table adds what to do where the window knows more, and softens what is no fault.
 */
import type { AppError } from '../../src-shared/result.ts';
import { formatMoment } from './format.ts';

export interface ErrorWords {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** Whether trying the same again can help. */
  readonly retry: boolean;
}

const table: Readonly<
  Record<string, { severity?: ErrorWords['severity']; advice?: string; retry?: boolean }>
> = {
  network: {
    severity: 'warning',
    advice: 'Check the connection; what you order waits in the queue.',
    retry: true,
  },
  offline: {
    severity: 'warning',
    advice: 'Check the connection; what you order waits in the queue.',
    retry: true,
  },
  paused: { severity: 'info', advice: 'Switch working offline off in the status bar.' },
  'credentials-refused': { advice: 'Check the account in Settings.' },
  'sign-in': { advice: 'Check the account in Settings.' },
  rate: { severity: 'warning', retry: true },
  'bad-answer': { retry: true },
  'app-gone': { retry: true },
  cancelled: { severity: 'info' },
  internal: { retry: true },
};

export function describeError(error: AppError): ErrorWords {
  const entry = table[error.code] ?? {};
  const parts = [error.message];
  if (error.retryAt !== undefined) parts.push(`Try again after ${formatMoment(error.retryAt)}.`);
  if (entry.advice && !error.message.includes(entry.advice)) parts.push(entry.advice);
  return {
    severity: entry.severity ?? 'error',
    message: parts.join(' '),
    retry: entry.retry ?? error.retryAt !== undefined,
  };
}
