/**
 * What the client needs from authentication. It is defined here, not in `auth/`, because the client must not know how
 * a token is obtained; `auth/token-cache.ts` implements it.
 */
export interface AccessTokens {
  /** A token believed valid; signs in when there is none. Throws `CodedError` (`credentials-refused`, `network`, ...). */
  get(): Promise<string>;
  /** The service rejected this token. The next `get` signs in again, unless that already happened. */
  invalidate(token: string): void;
  /** Identifies a token in records and proofs without revealing it. */
  fingerprint(token: string): string;
  /** The token with that fingerprint if this process still has it, even if it was rejected or replaced. */
  named(fingerprint: string): string | null;
  /**
   * Epoch ms by the service's clock at which this token has certainly expired; null if unknown.
   */
  endOf(token: string): number | null;
  /** Epoch ms of a `Date` header. Validity follows the service's clock, not this machine's. */
  noteServerDate(serverMs: number): void;
}
