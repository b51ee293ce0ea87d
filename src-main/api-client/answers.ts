/**
 * Turns an answer into a value or an error. `outcome.ts` decides what a *write* may conclude from it. The
 * spec does not show the shape of failures; `{result:"failure", reason}` and OAuth's `{error}` are
 * understood.
 */
import { z } from 'zod';
import { knownReason, saysMeasuring } from '../../src-shared/api/known-reasons.ts';
import { tokenErrorSchema } from '../../src-shared/api/oauth.ts';
import type { AppErrorCode } from '../../src-shared/error-codes.ts';
import { onOneLine } from '../../src-shared/messages/foreign-text.ts';
import type { MessageRef } from '../../src-shared/messages/message.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { CodedError } from '../../src-shared/result.ts';
import { englishText, mainError } from '../main-error.ts';
import { decode } from './decode.ts';
import type { Exchange } from './http-exchange.ts';
import { rateFromHeaders } from './rate-notices.ts';

/** UTF-16 units. */
export const longestReason = 400;

/** Bytes of space before the JSON of an answer. */
const longestIndent = 4096;

export type Answer = Extract<Exchange, { kind: 'answer' }>;

/** The requested thing, as part of a sentence. */
export type What = string | MessageRef;

const saidFailure = z.looseObject({ result: z.literal('failure'), reason: z.unknown() });

/** The JSON of an answer; throws `bad-answer`. */
export function jsonOf(answer: Answer, what: What): unknown {
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  const isObject = /^\s*[[{]/.test(answer.body.toString('utf8', 0, longestIndent));
  // A large web page is not searched for values.
  const text = isObject ? answer.body.toString('utf8') : '';
  const excess = excessOf(text);
  if (excess !== null)
    throw mainError('bad-answer', ref('service.tooMuch', { what }), { cause: new Error(excess) });
  try {
    if (encoding !== 'identity') throw new Error(`content-encoding ${encoding}`);
    return JSON.parse(text);
  } catch (cause) {
    throw mainError('bad-answer', notServiceText(answer, what, ref('service.notService', { what })), {
      cause,
    });
  }
}

/** Networks of hotels and firms answer with pages of their own; the title tells a person which one. */
function notServiceText({ body }: Answer, what: What, otherwise: MessageRef): MessageRef {
  const page = /<title[^<>]{0,200}>([^<>]{1,200})<\/title/i.exec(body.toString('utf8', 0, 16_384));
  const title = plainText(page?.[1] ?? '');
  return title === '' ? otherwise : ref('service.webPage', { what, title: title.slice(0, 80) });
}

/** The answer is a failure as the service writes it; a gateway or proxy before it writes something else. */
export function saysFailure(answer: Answer): boolean {
  try {
    return saidFailure.safeParse(jsonOf(answer, '')).success;
  } catch {
    return false;
  }
}

/** The service's own reason for a failure, or null if the answer cannot be read. */
export function reasonOf(answer: Answer): string | null {
  let body: unknown;
  try {
    body = jsonOf(answer, '');
  } catch {
    return oauthProblem(answer);
  }
  const failure = saidFailure.safeParse(body);
  if (failure.success) return plainText(failure.data.reason);
  const oauth = tokenErrorSchema.safeParse(body);
  return oauth.success ? plainText(oauth.data.error_description ?? oauth.data.error) : null;
}

/**
 * The problem that a service of OAuth 1.0 names if it has no JSON, such as `token_revoked`: in its challenge,
 * or in a form as the body [Assumption: oauth1-problem].
 */
function oauthProblem({ status, headers, body }: Answer): string | null {
  if (status !== 400 && status !== 401) return null;
  const challenge = /^OAuth\s.*\boauth_problem="?(\w{1,100})/i.exec(headers['www-authenticate'] ?? '')?.[1];
  return (
    challenge ?? /^(?:[^<>]*&)?oauth_problem=(\w{1,100})/.exec(body.toString('latin1', 0, 2000))?.[1] ?? null
  );
}

/** The service's reason, as part of a sentence. */
const plainText = (reason: unknown): string =>
  onOneLine(typeof reason === 'string' ? reason : (JSON.stringify(reason) ?? ''), longestReason);

/** The value of a complete success. Throws `bad-answer`, or the error that the status and reason mean. */
export function readSuccess<S extends z.ZodType>(
  answer: Answer,
  schema: S,
  what: What,
  now: number,
): z.output<S> {
  const { status } = answer;
  if (status < 200 || status > 299) throw answerError(answer, what, now);
  const body = jsonOf(answer, what);
  if (saidFailure.safeParse(body).success) throw refusal(reasonOf(answer) ?? '', what);
  return decode(schema, body, what);
}

/** The error for an answer that is no success. The caller handles 401, because it knows the token. */
export function answerError(answer: Answer, what: What, now: number): CodedError {
  const { status } = answer;
  // 511 asks to sign in to the network, and no service may say it (RFC 6585 6).
  const reason = status === 511 ? null : reasonOf(answer);
  const retryAt = rateFromHeaders(status, answer.headers, now)?.retryAt ?? null;
  if (status === 429) {
    return rateLimited(retryAt);
  }
  if (status >= 500 && status !== 511) {
    const failed = { what, status: `${status}` };
    const more = retryAt === null ? {} : { retryAt };
    if (!reason) return mainError('service-error', ref('service.failed', failed), more);
    return saidError(
      'service-error',
      reason,
      (said) => ref('service.failedBecause', { ...failed, reason: said }),
      more,
    );
  }
  if (status >= 300 && status < 400) return mainError('bad-answer', ref('service.redirected', { what }));
  if (reason === null) {
    const unnamed =
      status === 511
        ? ref('service.networkSignIn', { what })
        : ref('service.notServiceStatus', { what, status: `${status}` });
    return mainError('bad-answer', notServiceText(answer, what, unnamed));
  }
  // A reason that is not one of the service's own says nothing about the order or model
  // [Assumption: foreign-refusal].
  if (status === 404 && saysFailure(answer))
    return saidError('not-found', reason, (said) => ref('service.notFound', { what, reason: said }));
  if (status === 413)
    return saidError('too-large', reason, (said) => ref('service.tooLarge', { reason: said }));
  return refusal(reason, what);
}

/** `until`: epoch ms; null: the service does not say. */
export const rateLimited = (until: number | null): CodedError =>
  until === null
    ? mainError('rate-limited', ref('errors.rateLimited'))
    : mainError('rate-limited', ref('errors.rateLimitedUntil', { time: until }), { retryAt: until });

const refusal = (reason: string, what: What) =>
  reason === ''
    ? mainError('refused', ref('service.refused', { what }))
    : saidError(saysMeasuring(reason) ? 'still-measuring' : 'refused', reason, (said) =>
        ref('service.refusedBecause', { what, reason: said }),
      );

/**
 * `message` keeps the service's own words, which say which line or model is meant; a person reads known ones
 * as `text`.
 */
function saidError(
  code: AppErrorCode,
  reason: string,
  text: (said: string | MessageRef) => MessageRef,
  options: { retryAt?: number } = {},
): CodedError {
  const message = englishText(text(ended(reason)));
  return new CodedError(code, message, { ...options, text: text(knownReason(reason) ?? ended(reason)) });
}

const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

const deepest = 64;
/** Thousands of orders have fewer. */
const mostValues = 250_000;
/** UTF-16 units of one text: a picture as a data address fits. */
const longestText = 200_000;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Bounds the JSON of an answer before it is parsed: a few bytes for each of many values become a lot of
 * memory, and deep nesting ends programs that store or send the value later. Names what exceeds its limit;
 * null if the JSON may be parsed. One pass.
 */
export function excessOf(json: string): 'text' | 'depth' | 'values' | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === quote) {
      const end = endOfText(json, at + 1);
      if (end - at > longestText) return 'text';
      at = end;
    } else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > deepest) return 'depth';
      if (++values > mostValues) return 'values';
    } else if (unit === 0x7d || unit === 0x5d) depth--;
    else if (unit === 0x2c && ++values > mostValues) return 'values';
  }
  return null;
}

/** Index of the closing quote, or of the end of the JSON. */
function endOfText(json: string, from: number): number {
  for (let at = from; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === quote) return at;
    if (unit === backslash) at++;
  }
  return json.length;
}
