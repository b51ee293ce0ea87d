/** Signs a request by OAuth 1.0 with HMAC-SHA1 (spec: Authentication > OAuth 1.0 endpoints; RFC 5849 3). */
import { createHmac, randomInt } from 'node:crypto';
import { baseString, type Pair, percentEncode, signingKey } from '../../src-shared/api/oauth1-base-string.ts';
import type { ClientCredentials } from './token-request.ts';

/** Token and secret, of a request token or of an access token. */
export interface OAuth1Token {
  readonly token: string;
  readonly secret: string;
}

export interface RequestToSign {
  readonly method: string;
  readonly url: URL;
  readonly credentials: ClientCredentials;
  /** Null: there is none yet. */
  readonly token: OAuth1Token | null;
  /** Seconds since the Unix epoch. */
  readonly timestamp: number;
  /** Differs for each request, also for one that is sent again. */
  readonly nonce?: string;
  /** `oauth_callback`, `oauth_verifier`, `oauth_body_hash`. */
  readonly more?: Readonly<Record<string, string>>;
}

/** The token endpoints are shown with a number, so it is digits, as unguessable as a number can hold. */
const newNonce = (): string => String(randomInt(2 ** 48 - 1));

/**
 * The value of the `Authorization` header (RFC 5849 3.5.1). The body is never a form, so it is not in the
 * signature.
 */
export function signedHeader(request: RequestToSign): string {
  const { method, url, credentials, token, timestamp, nonce = newNonce(), more = {} } = request;
  const parameters: Record<string, string> = {
    oauth_consumer_key: credentials.clientId,
    ...(token && { oauth_token: token.token }),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(timestamp),
    oauth_nonce: nonce,
    oauth_version: '1.0',
    ...more,
  };
  const oauth_signature = signatureOf(
    method,
    url,
    Object.entries(parameters),
    credentials.clientSecret,
    token?.secret ?? '',
  );
  const shown = Object.entries({ ...parameters, oauth_signature });
  return `OAuth ${shown.map(([name, value]) => `${name}="${percentEncode(value)}"`).join(', ')}`;
}

/** RFC 5849 3.4.2. Without a token, its secret is empty. */
export function signatureOf(
  method: string,
  url: URL,
  parameters: readonly Pair[],
  clientSecret: string,
  tokenSecret: string,
): string {
  const base = baseString(method, url.origin + url.pathname, [...parameters, ...url.searchParams]);
  return createHmac('sha1', signingKey(clientSecret, tokenSecret)).update(base).digest('base64');
}
