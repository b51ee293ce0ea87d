/** A token for the application's own account (spec: Authentication > Flow A; RFC 6749 4.4). */
import { ref } from '../../src-shared/messages/messages.ts';
import {
  basic,
  type ClientCredentials,
  type GrantedToken,
  isGranted,
  postFormOnce,
  readGrant,
  refusalOf,
  saysWrongClient,
  type TokenEndpoint,
} from './token-request.ts';

/**
 * Asks by HTTP Basic, and with form fields when the service says `invalid_client` to that; either is fine.
 * Throws `credentials-refused`, `rate-limited`, `network`, `timeout`, `service-error` or `bad-answer`.
 */
export async function requestToken(
  endpoint: TokenEndpoint,
  credentials: ClientCredentials,
): Promise<GrantedToken> {
  const { clientId: client_id, clientSecret: client_secret } = credentials;
  const fields = { grant_type: 'client_credentials' };
  const first = await postFormOnce(endpoint, fields, basic(credentials));
  const answer = saysWrongClient(first)
    ? await postFormOnce(endpoint, { ...fields, client_id, client_secret }, null)
    : first;
  if (isGranted(answer)) return readGrant(answer);
  throw refusalOf(answer, endpoint, (reason) => ({
    code: 'credentials-refused',
    text: ref('service.signIn.applicationRefused', { reason }),
  }));
}
