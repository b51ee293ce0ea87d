/**
 * Turns an answer into a value or an error. `outcome.ts` decides what a *write* may conclude from it. The spec does
 * not show the shape of failures; `{result:"failure", reason}` and OAuth's `{error}` are understood.
 */

import { z } from 'zod';
import { decode } from '../../src-shared/api/envelope.ts';
import { tokenErrorSchema } from '../../src-shared/api/oauth.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { CodedError } from '../../src-shared/result.ts';
import { mainError } from '../main-error.ts';
import type { Exchange } from './http-exchange.ts';
import { rateFromHeaders } from './rate-notices.ts';

export type Answer = Extract<Exchange, { kind: 'answer' }>;

const saidFailure = z.looseObject({ result: z.literal('failure'), reason: z.unknown() });

/** The JSON of an answer; throws `bad-answer`. */
export function jsonOf(answer: Answer, what: string): unknown {
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  try {
    if (encoding !== 'identity') throw new Error(`content-encoding ${encoding}`);
    return JSON.parse(answer.body.toString('utf8'));
  } catch (cause) {
    throw new CodedError(
      'bad-answer',
      `What answered ${what} does not look like a print service. Check the account's address.`,
      { cause },
    );
  }
}

/** The service's own reason for a failure, or null if the answer cannot be read. */
export function reasonOf(answer: Answer): string | null {
  let body: unknown;
  try {
    body = jsonOf(answer, '');
  } catch {
    return null;
  }
  const failure = saidFailure.safeParse(body);
  if (failure.success) return words(failure.data.reason);
  const oauth = tokenErrorSchema.safeParse(body);
  return oauth.success ? words(oauth.data.error_description ?? oauth.data.error) : null;
}

/** Text from the service is shown as plain text: one line of limited length, without control characters. */
function words(reason: unknown): string {
  const text = typeof reason === 'string' ? reason : JSON.stringify(reason ?? '');
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 400);
}

/** The value of a complete success. Throws `bad-answer`, or the error that the status and reason mean. */
export function readSuccess<S extends z.ZodType>(
  answer: Answer,
  schema: S,
  what: string,
  now: number,
): z.output<S> {
  const { status } = answer;
  if (status < 200 || status > 299) throw errorOf(answer, what, now);
  const body = jsonOf(answer, what);
  if (saidFailure.safeParse(body).success) throw refusal(reasonOf(answer) ?? '', what);
  return decode(schema, body, what);
}

/** The error for an answer that is no success. The caller handles 401, because it knows the token. */
export function errorOf(answer: Answer, what: string, now: number): CodedError {
  const { status } = answer;
  const reason = reasonOf(answer);
  const retryAt = rateFromHeaders(status, answer.headers, now)?.retryAt ?? null;
  if (status === 429) {
    return mainError('rate-limited', ref('errors.rateLimited'), retryAt === null ? {} : { retryAt });
  }
  if (status >= 500) {
    return new CodedError(
      'service-error',
      `The service has a problem of its own with ${what} (status ${status})${reason ? `: ${ended(reason)}` : '.'} Try again later.`,
      retryAt === null ? {} : { retryAt },
    );
  }
  if (status >= 300 && status < 400) {
    return new CodedError(
      'bad-answer',
      `The service points ${what} to another address, which Fabdesk does not follow. Check the account's address.`,
    );
  }
  if (reason === null) {
    return new CodedError(
      'bad-answer',
      `What answered ${what} (status ${status}) does not look like a print service. Check the account's address.`,
    );
  }
  if (status === 404) {
    return new CodedError('not-found', `The service answered "not found" to ${what}: ${ended(reason)}`);
  }
  if (status === 413) {
    return new CodedError('too-large', `The service does not take anything this large: ${ended(reason)}`);
  }
  return refusal(reason, what);
}

const refusal = (reason: string, what: string) =>
  new CodedError(
    'refused',
    reason === ''
      ? `The service refused ${what} and gave no reason.`
      : `The service refused ${what}: ${ended(reason)}`,
  );

const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);
