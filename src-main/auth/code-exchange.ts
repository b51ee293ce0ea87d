/**
 * Exchanges an authorization code for tokens (spec: Authentication > Flow B > Token request; RFC 6749 4.1.3,
 * RFC 7636 4.5).
 */
import { ref } from '../../src-shared/messages/messages.ts';
import {
  basic,
  type ClientIdentity,
  type GrantedToken,
  isGranted,
  oauthError,
  postFormOnce,
  readGrant,
  refusalOf,
  saysWrongClient,
  type TokenEndpoint,
} from './token-request.ts';

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
  { clientId, clientSecret }: ClientIdentity,
  { code, redirectUri, verifier }: CodeFacts,
): Promise<GrantedToken> {
  const fields = {
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
  const isPublic = clientSecret === null;
  let answer = await postFormOnce(
    endpoint,
    isPublic ? fields : { ...fields, client_secret: clientSecret },
    null,
  );
  if (!isPublic && saysWrongClient(answer)) {
    answer = await postFormOnce(endpoint, fields, basic({ clientId, clientSecret }));
  }
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
