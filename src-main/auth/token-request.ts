/**
 * Sends requests to the token endpoint (spec: Authentication; RFC 6749 2.3.1, 3.2, 5.1, 5.2) and reads its
 * answers. The grants are in `grants.ts`. Stores nothing.
 */
import { type AccessToken, accessTokenSchema, tokenErrorSchema } from '../../src-shared/api/oauth.ts';
import type { AppErrorCode } from '../../src-shared/error-codes.ts';
import type { MessageRef } from '../../src-shared/messages/message.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import type { CodedError } from '../../src-shared/result.ts';
import { type Answer, answerError, jsonOf, reasonOf } from '../api-client/answers.ts';
import { addressOf, parseBaseAddress } from '../api-client/base-address.ts';
import { bytesBody } from '../api-client/bodies.ts';
import type { Clock } from '../api-client/clock.ts';
import { decode } from '../api-client/decode.ts';
import { type Exchange, exchange, type Limits, type SendExchange } from '../api-client/http-exchange.ts';
import { mainError } from '../main-error.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A client; a public client has no secret (RFC 6749 2.1). */
export interface ClientIdentity {
  readonly clientId: string;
  readonly clientSecret: string | null;
}

export interface TokenEndpoint {
  readonly baseUrl: string;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly limits?: Partial<Limits>;
  /** Sends in place of `exchange`. */
  readonly exchange?: SendExchange;
}

export const signInLimits: Limits = {
  connect: 15_000,
  idle: 30_000,
  answer: 30_000,
  total: 60_000,
  answerBytes: 256 * 1024,
};

export interface GrantedToken {
  readonly grant: AccessToken;
  /** The `Date` header marks the start of the token's lifetime. */
  readonly answer: Answer;
}

/** One POST, never repeated here. `authorization` is the whole value of that header. */
export function postForm(
  endpoint: TokenEndpoint,
  fields: Readonly<Record<string, string>>,
  authorization: string | null,
): Promise<Exchange> {
  return (endpoint.exchange ?? exchange)({
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
    limits: { ...signInLimits, ...endpoint.limits },
  });
}

export const isGranted = ({ status }: Answer): boolean => status >= 200 && status < 300;

const signIn = ref('service.what.signIn');

/** Throws `bad-answer`. */
export const readGrant = (answer: Answer): GrantedToken => ({
  grant: decode(accessTokenSchema, jsonOf(answer, signIn), signIn),
  answer,
});

/**
 * RFC 6749 2.3.1: both parts are form-encoded before they are joined. Letters and digits stay as they are.
 */
export function basic({ clientId, clientSecret }: ClientCredentials): string {
  const encoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
  return `Basic ${Buffer.from(`${encoded(clientId)}:${encoded(clientSecret)}`).toString('base64')}`;
}

/** Every 401 counts, since not every service names the error. */
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
 * The error for an answer that grants no token. If the service refuses, `refused` builds it from the
 * service's reason, which has no full stop and may start in lower case.
 */
export function refusalOf(
  answer: Answer,
  { clock }: TokenEndpoint,
  refused: (reason: string) => { readonly code: AppErrorCode; readonly text: MessageRef },
): CodedError {
  const error = answerError(answer, signIn, clock.now());
  const reason = reasonOf(answer)?.replace(/\.$/, '');
  if (![400, 401, 403].includes(answer.status) || reason === undefined) return error;
  const { code, text } = refused(reason);
  return mainError(code, text, { cause: error });
}
