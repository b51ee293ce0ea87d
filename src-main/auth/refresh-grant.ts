/**
 * Exchanges a refresh token for new tokens (spec: Authentication > Refreshing; RFC 6749 6).
 *
 * [Assumption: refresh-header] The spec writes the header as `Basic <CLIENT_SECRET>` beside the field
 * client_id; RFC 6749 2.3.1 has `Basic base64(id:secret)`. A service may accept only one of them, and rejects
 * the other as a wrong client before it reads the refresh token, so trying costs nothing. The standard form
 * is tried first, then the spec's, then form fields; the form that worked is tried first from then on.
 */
import { ref } from '../../src-shared/messages/messages.ts';
import type { Answer } from '../api-client/answers.ts';
import {
  basic,
  type ClientIdentity,
  type GrantedToken,
  isGranted,
  oauthError,
  postForm,
  readGrant,
  refusalOf,
  type TokenEndpoint,
} from './token-request.ts';

export const refreshWays = ['basic', 'secret', 'form'] as const;
export type RefreshWay = (typeof refreshWays)[number];

export interface Refreshed {
  readonly granted: GrantedToken;
  readonly way: RefreshWay;
}

/**
 * Throws `sign-in-ended` if the service no longer accepts the refresh token, `credentials-refused` if it
 * rejects the client, and `network`, `timeout`, `rate-limited`, `service-error`, `bad-answer`.
 */
export async function refreshTokens(
  endpoint: TokenEndpoint,
  client: ClientIdentity,
  refreshToken: string,
  workedBefore: RefreshWay | null,
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

function waysFor({ clientSecret }: ClientIdentity, first: RefreshWay | null): readonly RefreshWay[] {
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
  way: RefreshWay,
): Promise<Answer> {
  const first = await ask(endpoint, client, refreshToken, way);
  const result =
    first.kind === 'failed' && first.mayHaveActed ? await ask(endpoint, client, refreshToken, way) : first;
  if (result.kind === 'failed') throw result.thrown;
  return result;
}

function ask(
  endpoint: TokenEndpoint,
  { clientId, clientSecret }: ClientIdentity,
  refreshToken: string,
  way: RefreshWay,
) {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId };
  if (clientSecret === null) return postForm(endpoint, fields, null);
  if (way === 'form') return postForm(endpoint, { ...fields, client_secret: clientSecret }, null);
  return postForm(
    endpoint,
    fields,
    way === 'basic' ? basic({ clientId, clientSecret }) : `Basic ${clientSecret}`,
  );
}
