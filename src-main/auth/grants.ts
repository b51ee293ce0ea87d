/**
 * The three grants of tokens, each with its way to authenticate the client: for the application's own account
 * (spec: Authentication > Flow A; RFC 6749 4.4), for an authorization code (Flow B > Token request; RFC 6749
 * 4.1.3, RFC 7636 4.5), and for a refresh token (Refreshing; RFC 6749 6).
 *
 * [Assumption: refresh-header] The spec writes the header of a refresh as `Basic <CLIENT_SECRET>` beside the
 * field client_id; RFC 6749 2.3.1 has `Basic base64(id:secret)`. A service may accept only one of them, and
 * rejects the other as a wrong client before it reads the refresh token, so trying costs nothing. The
 * standard form is tried first, then the spec's, then form fields; the form that worked is tried first from
 * then on.
 */
import { ref } from '../../src-shared/messages/messages.ts';
import type { Answer } from '../api-client/answers.ts';
import type { Exchange } from '../api-client/http-exchange.ts';
import {
  basic,
  type ClientCredentials,
  type ClientIdentity,
  type GrantedToken,
  isGranted,
  oauthError,
  postForm,
  readGrant,
  refusalOf,
  saysWrongClient,
  type TokenEndpoint,
} from './token-request.ts';

/**
 * A token for the application's own account (spec: Authentication > Flow A; RFC 6749 4.4). Asks by HTTP
 * Basic, and with form fields when the service says `invalid_client` to that; either is fine. Throws
 * `credentials-refused`, `rate-limited`, `network`, `timeout`, `service-error` or `bad-answer`.
 */
export async function requestToken(
  endpoint: TokenEndpoint,
  credentials: ClientCredentials,
): Promise<GrantedToken> {
  const ask = (way: Way) => answerOf(send(endpoint, credentials, { grant_type: 'client_credentials' }, way));
  const first = await ask('basic');
  const answer = saysWrongClient(first) ? await ask('form') : first;
  if (isGranted(answer)) return readGrant(answer);
  throw refusalOf(answer, endpoint, (reason) => ({
    code: 'credentials-refused',
    text: ref('service.signIn.applicationRefused', { reason }),
  }));
}

export interface CodeFacts {
  readonly code: string;
  /** Must equal the one in the authorization request. */
  readonly redirectUri: string;
  readonly verifier: string;
}

/**
 * Sends the client's credentials as form fields, as in the spec, then by HTTP Basic if the service rejects
 * the client; that rejection comes before the service reads the code. A request whose answer was lost is not
 * repeated: a code works once, and a second use revokes the tokens of the first (RFC 6749 4.1.2). Throws
 * `code-refused`, `credentials-refused`, `network`, `timeout`, `rate-limited`, `service-error`, `bad-answer`.
 */
export async function exchangeCode(
  endpoint: TokenEndpoint,
  client: ClientIdentity,
  { code, redirectUri, verifier }: CodeFacts,
): Promise<GrantedToken> {
  const fields = {
    grant_type: 'authorization_code',
    code,
    client_id: client.clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
  const ask = (way: Way) => answerOf(send(endpoint, client, fields, way));
  const isPublic = client.clientSecret === null;
  const first = await ask('form');
  const answer = !isPublic && saysWrongClient(first) ? await ask('basic') : first;
  if (isGranted(answer)) return readGrant(answer);
  const wrongCode = oauthError(answer) === 'invalid_grant';
  throw refusalOf(answer, endpoint, (reason) =>
    wrongCode
      ? { code: 'code-refused', text: ref('service.signIn.codeRefused', { reason }) }
      : {
          code: 'credentials-refused',
          text: isPublic
            ? ref('service.signIn.secretNeeded', { reason })
            : ref('service.signIn.clientRefused', { reason }),
        },
  );
}

/** How a client authenticates itself. */
export const refreshWays = ['basic', 'secret', 'form'] as const;
type Way = (typeof refreshWays)[number];

export interface Refreshed {
  readonly granted: GrantedToken;
  readonly way: Way;
}

/**
 * Throws `sign-in-ended` if the service no longer accepts the refresh token, `credentials-refused` if it
 * rejects the client, and `network`, `timeout`, `rate-limited`, `service-error`, `bad-answer`.
 */
export async function refreshTokens(
  endpoint: TokenEndpoint,
  client: ClientIdentity,
  refreshToken: string,
  workedBefore: Way | null,
): Promise<Refreshed> {
  let refused: Answer | null = null;
  for (const way of waysFor(client, workedBefore)) {
    const answer = await askTwice(endpoint, client, refreshToken, way);
    if (isGranted(answer)) return { granted: readGrant(answer), way };
    refused = answer;
    if (!mayBeTheWay(answer)) break;
  }
  if (refused === null) throw new Error('no way to refresh');
  const isEnded = oauthError(refused) === 'invalid_grant';
  throw refusalOf(refused, endpoint, (reason) => ({
    code: isEnded ? 'sign-in-ended' : 'credentials-refused',
    text: isEnded
      ? ref('service.signIn.endedBecause', { reason })
      : ref('service.signIn.notRenewed', { reason }),
  }));
}

function waysFor({ clientSecret }: ClientIdentity, first: Way | null): readonly Way[] {
  if (clientSecret === null) return ['form'];
  // Other characters are not allowed unquoted in a header.
  const possible = refreshWays.filter((way) => way !== 'secret' || /^[\x21-\x7e]+$/.test(clientSecret));
  return first === null ? possible : [first, ...possible.filter((way) => way !== first)];
}

/** The client was rejected, not the refresh token: another form of authentication may work. */
function mayBeTheWay(answer: Answer): boolean {
  return (answer.status === 400 || answer.status === 401) && oauthError(answer) !== 'invalid_grant';
}

/**
 * Repeats the request once if the answer was lost (reliability: R12): services allow the same client a short
 * grace period. After it they treat a rotated token as stolen, and the user has to sign in again.
 */
async function askTwice(
  endpoint: TokenEndpoint,
  client: ClientIdentity,
  refreshToken: string,
  way: Way,
): Promise<Answer> {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: client.clientId };
  const ask = () => send(endpoint, client, fields, way);
  const first = await ask();
  return answerOf(first.kind === 'failed' && first.mayHaveActed ? ask() : first);
}

/** A public client has no secret to send. */
function send(
  endpoint: TokenEndpoint,
  { clientId, clientSecret }: ClientIdentity,
  fields: Readonly<Record<string, string>>,
  way: Way,
): Promise<Exchange> {
  if (clientSecret === null) return postForm(endpoint, fields, null);
  if (way === 'form')
    return postForm(endpoint, { ...fields, client_id: clientId, client_secret: clientSecret }, null);
  return postForm(
    endpoint,
    fields,
    way === 'basic' ? basic({ clientId, clientSecret }) : `Basic ${clientSecret}`,
  );
}

/** Throws the reason why there is no answer. */
async function answerOf(sent: Exchange | Promise<Exchange>): Promise<Answer> {
  const result = await sent;
  if (result.kind === 'failed') throw result.thrown;
  return result;
}
