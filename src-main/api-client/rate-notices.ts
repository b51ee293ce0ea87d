/**
 * Reads whether the service wants a pause, and until when: from headers (compatibility: Answers) and from the
 * `rateLimit` object (spec: Resources > Rate-limit object). All waits become epoch ms of this machine's
 * clock.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { RateLimit } from '../../src-shared/api/service-info.ts';
import type { RateNotice } from './service-client.ts';

/** Seconds. */
const longestWait = 24 * 3600;
/** [Assumption: rate-without-time] A 429 without a time means a pause of half a minute. */
const defaultWait = 30;

/** Epoch ms of the service's clock, or null. */
export function serverDate(headers: IncomingHttpHeaders): number | null {
  const ms = Date.parse(headers.date ?? '');
  return Number.isNaN(ms) ? null : ms;
}

/** Null if the answer has no rate information. */
export function rateFromHeaders(
  status: number,
  headers: IncomingHttpHeaders,
  now: number,
): RateNotice | null {
  const limit = count(headers['x-ratelimit-limit']);
  const remaining = count(headers['x-ratelimit-remaining']);
  const windowInSeconds = count(headers['x-ratelimit-window-inseconds']);
  // Unlike the object, the header is not in the spec: while calls are left, it only means to slow down.
  const isEmpty = status === 429 || remaining === 0;
  const requested = Math.max(
    retryAfter(headers, now) ?? 0,
    isEmpty ? (count(headers['x-ratelimit-retry-inseconds']) ?? 0) : 0,
  );
  const wait = requested > 0 || status !== 429 ? requested : defaultWait;
  if (limit === null && remaining === null && wait === 0) return null;
  return { limit, remaining, windowInSeconds, retryAt: later(now, wait) };
}

/** `serverNow`: the service's clock when it answered, for its absolute timestamp. */
export function rateFromObject(rate: RateLimit, serverNow: number, now: number): RateNotice {
  const { limit, remaining, windowInSeconds, retryInSeconds, retryTimestamp } = rate;
  // Calls are allowed; ignore a difference of a second between the two clocks.
  const isFree = remaining > 0 && retryInSeconds <= 0;
  const wait = isFree ? 0 : Math.max(retryInSeconds, retryTimestamp - serverNow / 1000);
  return { limit, remaining, windowInSeconds, retryAt: later(now, wait) };
}

function later(now: number, seconds: number): number | null {
  return seconds > 0 ? now + Math.min(Math.max(seconds, 1), longestWait) * 1000 : null;
}

/** Seconds, from either form of RFC 9110 10.2.3. */
function retryAfter(headers: IncomingHttpHeaders, now: number): number | null {
  const text = headers['retry-after'];
  if (text === undefined) return null;
  const date = Date.parse(text);
  if (/^\d+$/.test(text)) return Number(text);
  return Number.isNaN(date) ? null : (date - (serverDate(headers) ?? now)) / 1000;
}

function count(header: string | string[] | undefined): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}
