/**
 * Requests to the token endpoint (spec: Authentication; RFC 6749 2.3.1, 3.2, 5.1, 5.2) and what its answers mean.
 * One file each says what is asked: `application-grant.ts`, `code-exchange.ts`, `refresh-grant.ts`. Keeps nothing.
 */
import { decode } from '../../src-shared/api/envelope.ts';
import { type AccessToken, accessTokenSchema, tokenErrorSchema } from '../../src-shared/api/oauth.ts';
import { CodedError } from '../../src-shared/result.ts';
import { type Answer, errorOf, jsonOf, reasonOf } from '../api-client/answers.ts';
import { addressOf, parseBaseAddress } from '../api-client/base-address.ts';
import { bytesBody } from '../api-client/bodies.ts';
import type { Clock } from '../api-client/clock.ts';
import { type Exchange, exchange, type Limits } from '../api-client/http-exchange.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A client that may be public: it has no secret then (RFC 6749 2.1). */
export interface ClientIdentity {
  readonly clientId: string;
  readonly clientSecret: string | null;
}

export interface TokenEndpoint {
  readonly baseUrl: string;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly limits?: Partial<Limits>;
}

const usualLimits: Limits = { connect: 15_000, idle: 30_000, answer: 30_000, answerBytes: 256 * 1024 };

export interface GrantedToken {
  readonly grant: AccessToken;
  /** Its `Date` header says from when the token's life counts. */
  readonly answer: Answer;
}

/** One POST, never repeated here. `authorization` is the whole value of that header. */
export function postForm(
  endpoint: TokenEndpoint,
  fields: Readonly<Record<string, string>>,
  authorization: string | null,
): Promise<Exchange> {
  return exchange({
    method: 'POST',
    url: addressOf(parseBaseAddress(endpoint.baseUrl), '/oauth2/token'),
    headers: {
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      'Content-Type': 'application/x-www-form-urlencoded',
      'User-Agent': endpoint.userAgent,
      ...(authorization !== null && { Authorization: authorization }),
    },
    body: bytesBody(Buffer.from(new URLSearchParams(fields).toString())),
    limits: { ...usualLimits, ...endpoint.limits },
  });
}

/** The answer, or the throw of what kept it away. */
export async function postFormOnce(...request: Parameters<typeof postForm>): Promise<Answer> {
  const result = await postForm(...request);
  if (result.kind === 'failed') throw result.thrown;
  return result;
}

export const isGranted = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** Throws `bad-answer`. */
export const readGrant = (answer: Answer): GrantedToken => ({
  grant: decode(accessTokenSchema, jsonOf(answer, 'the sign-in'), 'the sign-in'),
  answer,
});

/** RFC 6749 2.3.1: both are form-encoded before they are joined. Changes nothing in ids of letters and digits. */
export function basic({ clientId, clientSecret }: ClientCredentials): string {
  const encoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
  return `Basic ${Buffer.from(`${encoded(clientId)}:${encoded(clientSecret)}`).toString('base64')}`;
}

/** Any 401 counts: not every service names the error. */
export function saysWrongClient(answer: Answer): boolean {
  if (answer.status === 401) return true;
  return answer.status === 400 && oauthError(answer) === 'invalid_client';
}

/** The `error` of RFC 6749 5.2, or null. */
export function oauthError(answer: Answer): string | null {
  try {
    const parsed = tokenErrorSchema.safeParse(jsonOf(answer, ''));
    return parsed.success ? parsed.data.error : null;
  } catch {
    return null;
  }
}

/**
 * The error of an answer that grants nothing. Where the service itself refuses, `refused` makes it from the
 * service's reason; it begins lower case or not, and has no full stop.
 */
export function refusalOf(
  answer: Answer,
  { clock }: TokenEndpoint,
  refused: (reason: string) => { readonly code: string; readonly message: string },
): CodedError {
  const error = errorOf(answer, 'the sign-in', clock.now());
  const reason = reasonOf(answer)?.replace(/\.$/, '');
  if (![400, 401, 403].includes(answer.status) || reason === undefined) return error;
  const { code, message } = refused(reason);
  return new CodedError(code, message, { cause: error });
}
