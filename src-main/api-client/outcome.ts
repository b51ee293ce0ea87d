/**
 * The only place that decides the outcome of a write (reliability: R7). `refused` and `unsent` guarantee that
 * nothing was executed, so everything uncertain is `unknown`.
 */
import type { z } from 'zod';
import type { MessageRef } from '../../src-shared/messages/message.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { type AppError, toAppError } from '../../src-shared/result.ts';
import { mainProblem, textOf } from '../main-error.ts';
import { answerError, readSuccess, reasonOf, saysFailure, type What } from './answers.ts';
import type { Exchange } from './http-exchange.ts';
import type { WriteOutcome } from './service-client.ts';

/** Statuses that mean the service did not act. 408, 409, 3xx and 5xx guarantee nothing. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 413, 422, 429]);
/**
 * Concern the token or the rate, so something before the service may say them too, before anything is
 * executed.
 */
const beforeExecution: ReadonlySet<number> = new Set([401, 429]);

export function outcomeOf<S extends z.ZodType>(
  result: Exchange,
  schema: S,
  what: What,
  now: number,
): WriteOutcome<z.output<S>> {
  if (result.kind === 'failed') {
    const error = toAppError(result.thrown);
    return result.mayHaveActed ? unknown(error, what) : { kind: 'unsent', error };
  }
  const { status } = result;
  if (refusals.has(status) && reasonOf(result) !== null) {
    const error = toAppError(answerError(result, what, now));
    if (!result.mayHaveActed || beforeExecution.has(status) || saysFailure(result))
      return { kind: 'refused', status, error };
    // [Assumption: foreign-refusal]
    return { ...unknown(error, what), isAnswered: true, refusal: error };
  }
  if (!result.mayHaveActed) return { kind: 'unsent', error: toAppError(answerError(result, what, now)) };
  try {
    return { kind: 'answered', value: readSuccess(result, schema, what, now) };
  } catch (thrown) {
    return { ...unknown(toAppError(thrown), what), isAnswered: true };
  }
}

const unknown = (error: AppError, what: What): Extract<WriteOutcome<never>, { kind: 'unknown' }> => ({
  kind: 'unknown',
  error: mainProblem(
    error.code,
    ref('errors.sentences', {
      before: withoutAdvice(textOf(error)),
      next: ref('service.outcomeOpen', { what }),
    }),
  ),
});

/** A write that may have happened must not be tried again, whatever is said of an answer to a question. */
function withoutAdvice(text: MessageRef | string): MessageRef | string {
  if (typeof text === 'string') return text;
  if (text.key === 'service.failed') return { ...text, key: 'service.failedOpen' };
  return text.key === 'service.failedBecause' ? { ...text, key: 'service.failedBecauseOpen' } : text;
}
