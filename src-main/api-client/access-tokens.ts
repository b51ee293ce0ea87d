/**
 * The part of authentication that the client needs. It is defined here, not in `auth/`, because the client
 * must not know how a token is obtained or what a request carries to prove it: `auth/token-cache.ts`
 * implements it for OAuth 2.0, `auth/oauth1-tokens.ts` for OAuth 1.0.
 */
import type { RequestBody } from './bodies.ts';
import type { SentWith, TokenProbe } from './service-client.ts';

export interface AccessTokens {
  /**
   * A token believed valid; signs in when there is none. Throws `CodedError` (`credentials-refused`,
   * `network`, ...).
   */
  get(): Promise<string>;
  /** The service rejected this token. The next `get` signs in again, unless that already happened. */
  invalidate(token: string): void;
  /** The headers and the record of this one request. Throws what reading the body throws. */
  authorize(token: string, request: RequestToAuthorize): Authorized | Promise<Authorized>;
  /** The token with that fingerprint if this process still has it, even if it was rejected or replaced. */
  named(fingerprint: string): string | null;
  /**
   * The token status that follows from the answer to a request with a named token.
   * `serverDate`: epoch ms of that answer.
   */
  verdict(token: string, isAccepted: boolean, serverDate: number | null): TokenProbe['token'];
  /** Epoch ms of a `Date` header. Validity follows the service's clock, not this machine's. */
  noteServerDate(serverMs: number): void;
}

export interface RequestToAuthorize {
  readonly method: string;
  readonly url: URL;
  readonly body?: RequestBody;
}

export interface Authorized extends SentWith {
  /** The whole value of the `Authorization` header. */
  readonly authorization: string;
}
