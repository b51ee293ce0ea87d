/**
 * One request to the token endpoint (spec: Authentication > Flow A; RFC 6749 4.4, 5.1, 5.2). Called by
 * `client-credentials.ts`, which decides when; keeps nothing.
 */
import { decode } from '../../src-shared/api/envelope.ts';
import { type AccessToken, accessTokenSchema, tokenErrorSchema } from '../../src-shared/api/oauth.ts';
import { CodedError } from '../../src-shared/result.ts';
import { type Answer, errorOf, jsonOf, reasonOf } from '../api-client/answers.ts';
import { addressOf, parseBaseAddress } from '../api-client/base-address.ts';
import { bytesBody } from '../api-client/bodies.ts';
import type { Clock } from '../api-client/clock.ts';
import { exchange, type Limits } from '../api-client/http-exchange.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
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

/**
 * Asks by HTTP Basic, and with form fields when the service says `invalid_client` to that (spec: either is fine).
 * Throws `credentials-refused`, `rate-limited`, `network`, `timeout`, `service-error` or `bad-answer`.
 */
export async function requestToken(
  endpoint: TokenEndpoint,
  credentials: ClientCredentials,
): Promise<GrantedToken> {
  const first = await ask(endpoint, credentials, 'basic');
  const answer = saysWrongClient(first) ? await ask(endpoint, credentials, 'form') : first;
  if (answer.status >= 200 && answer.status < 300) {
    return { grant: decode(accessTokenSchema, jsonOf(answer, 'the sign-in'), 'the sign-in'), answer };
  }
  throw refusalOf(answer, endpoint);
}

async function ask(
  endpoint: TokenEndpoint,
  { clientId, clientSecret }: ClientCredentials,
  how: 'basic' | 'form',
): Promise<Answer> {
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (how === 'form') {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
  }
  const result = await exchange({
    method: 'POST',
    url: addressOf(parseBaseAddress(endpoint.baseUrl), '/oauth2/token'),
    headers: {
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      'Content-Type': 'application/x-www-form-urlencoded',
      'User-Agent': endpoint.userAgent,
      ...(how === 'basic' && { Authorization: basic(clientId, clientSecret) }),
    },
    body: bytesBody(Buffer.from(form.toString())),
    limits: { ...usualLimits, ...endpoint.limits },
  });
  if (result.kind === 'failed') throw result.thrown;
  return result;
}

/** RFC 6749 2.3.1: both are form-encoded before they are joined. Changes nothing in ids of letters and digits. */
function basic(clientId: string, clientSecret: string): string {
  const encoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
  return `Basic ${Buffer.from(`${encoded(clientId)}:${encoded(clientSecret)}`).toString('base64')}`;
}

/** Any 401 counts: not every service names the error. */
function saysWrongClient(answer: Answer): boolean {
  if (answer.status === 401) return true;
  return answer.status === 400 && oauthError(answer) === 'invalid_client';
}

function oauthError(answer: Answer): string | null {
  try {
    const parsed = tokenErrorSchema.safeParse(jsonOf(answer, ''));
    return parsed.success ? parsed.data.error : null;
  } catch {
    return null;
  }
}

function refusalOf(answer: Answer, { clock }: TokenEndpoint): CodedError {
  const error = errorOf(answer, 'the sign-in', clock.now());
  const reason = reasonOf(answer)?.replace(/\.$/, '');
  if (![400, 401, 403].includes(answer.status) || reason === undefined) return error;
  return new CodedError(
    'credentials-refused',
    `The service does not take this client id and secret (${reason}). Check both in Settings, Accounts.`,
    { cause: error },
  );
}
