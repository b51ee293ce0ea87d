/**
 * The token endpoints of OAuth 1.0 (spec: Authentication > OAuth 1.0 endpoints; RFC 5849 2) and the plainest
 * signed call. Stores nothing.
 */
import { z } from 'zod';
import { ref } from '../../src-shared/messages/messages.ts';
import type { CodedError } from '../../src-shared/result.ts';
import type { Answer } from '../api-client/answers.ts';
import { addressOf, parseBaseAddress } from '../api-client/base-address.ts';
import { exchange } from '../api-client/http-exchange.ts';
import { serverDate } from '../api-client/rate-notices.ts';
import { mainError } from '../main-error.ts';
import { isOAuth1Page } from './oauth1-page.ts';
import { type OAuth1Token, signedHeader } from './oauth1-signature.ts';
import {
  type ClientCredentials,
  isGranted,
  refusalOf,
  signInLimits,
  type TokenEndpoint,
} from './token-request.ts';

export interface StartedOAuth1 {
  readonly requestToken: OAuth1Token;
  /** The page on which the user signs in. */
  readonly page: string;
  /** The service's clock minus this machine's, as far as the service made it known; ms. */
  readonly ahead: number;
}

/** A difference of the clocks that can be the reason of a refusal, ms. */
export const differentClock = 30_000;

/**
 * `callback`: an address, or `oob`. Throws `credentials-refused`, `sign-in-refused`, `network`, `timeout`,
 * `rate-limited`, `service-error`, `bad-answer`.
 */
export async function requestOAuth1Token(
  endpoint: TokenEndpoint,
  credentials: ClientCredentials,
  callback: string,
): Promise<StartedOAuth1> {
  const ask = (ahead: number) =>
    send(endpoint, '/oauth1/request_token/v1', credentials, null, ahead, { oauth_callback: callback });
  let ahead = 0;
  let answer = await ask(ahead);
  const seen = aheadOf(answer, endpoint);
  if (!isGranted(answer) && Math.abs(seen) > differentClock) {
    ahead = seen;
    answer = await ask(ahead);
  }
  if (!isGranted(answer)) {
    throw refusalOf(answer, endpoint, (reason) =>
      answer.status === 401
        ? { code: 'credentials-refused', text: ref('service.signIn.clientRefused', { reason }) }
        : { code: 'sign-in-refused', text: ref('service.signIn.oauth1Refused', { reason }) },
    );
  }
  const fields = new URLSearchParams(answer.body.toString('utf8'));
  const requestToken = readToken(fields);
  // [Assumption: oauth1-confirmed] RFC 5849 2.1: without it, anybody's callback could end the sign-in.
  if (fields.get('oauth_callback_confirmed') !== 'true') throw notUnderstood();
  return { requestToken, page: pageOf(fields, requestToken, parseBaseAddress(endpoint.baseUrl)), ahead };
}

/**
 * Exchanges the verifier, once: a request whose answer was lost is not repeated. Throws `code-refused`,
 * `network`, `timeout`, `rate-limited`, `service-error`, `bad-answer`.
 */
export async function accessOAuth1Token(
  endpoint: TokenEndpoint,
  credentials: ClientCredentials,
  { requestToken, ahead }: Pick<StartedOAuth1, 'requestToken' | 'ahead'>,
  verifier: string,
): Promise<OAuth1Token> {
  const more = { oauth_verifier: verifier };
  const answer = await send(endpoint, '/oauth1/access_token/v1', credentials, requestToken, ahead, more);
  if (isGranted(answer)) return readToken(new URLSearchParams(answer.body.toString('utf8')));
  throw refusalOf(answer, endpoint, (reason) => ({
    code: 'code-refused',
    text: ref('service.signIn.codeRefused', { reason }),
  }));
}

/** Asks the service about itself. Throws if there is no answer. */
export const askSigned = (
  endpoint: TokenEndpoint,
  credentials: ClientCredentials,
  token: OAuth1Token,
  ahead: number,
): Promise<Answer> => send(endpoint, '/api/v1/', credentials, token, ahead, {});

async function send(
  endpoint: TokenEndpoint,
  path: string,
  credentials: ClientCredentials,
  token: OAuth1Token | null,
  ahead: number,
  more: Readonly<Record<string, string>>,
): Promise<Answer> {
  const url = addressOf(parseBaseAddress(endpoint.baseUrl), path);
  const timestamp = Math.floor((endpoint.clock.now() + ahead) / 1000);
  const result = await (endpoint.exchange ?? exchange)({
    method: 'GET',
    url,
    headers: {
      Accept: '*/*',
      'Accept-Encoding': 'identity',
      Authorization: signedHeader({ method: 'GET', url, credentials, token, timestamp, more }),
      'User-Agent': endpoint.userAgent,
    },
    limits: { ...signInLimits, ...endpoint.limits },
  });
  if (result.kind === 'failed') throw result.thrown;
  return result;
}

function aheadOf(answer: Answer, { clock }: TokenEndpoint): number {
  const date = serverDate(answer.headers);
  return date === null ? 0 : date - clock.now();
}

const tokenSchema = z.object({ token: z.string().min(1).max(512), secret: z.string().min(1).max(512) });

function readToken(fields: URLSearchParams): OAuth1Token {
  const parsed = tokenSchema.safeParse({
    token: fields.get('oauth_token'),
    secret: fields.get('oauth_token_secret'),
  });
  if (!parsed.success) throw notUnderstood();
  return parsed.data;
}

function pageOf(fields: URLSearchParams, { token }: OAuth1Token, baseUrl: string): string {
  const named = fields.get('authentication_url');
  const page = named === null ? addressOf(baseUrl, '/oauth1/authorize') : URL.parse(named);
  if (page !== null && !page.searchParams.has('oauth_token')) page.searchParams.set('oauth_token', token);
  if (page !== null && isOAuth1Page(page, baseUrl)) return page.href;
  throw mainError('sign-in-refused', ref('service.signIn.otherPage'));
}

const notUnderstood = (): CodedError =>
  mainError('bad-answer', ref('service.notService', { what: ref('service.what.signIn') }));
