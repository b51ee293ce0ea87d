/**
 * What the client needs of whoever signs in. Stands here, not in `auth/`, because the client must not know how
 * a token is come by; `auth/client-credentials.ts` implements it.
 */
export interface AccessTokens {
  /** A token believed valid; signs in when there is none. Throws `CodedError` (`credentials-refused`, `network`, ...). */
  get(): Promise<string>;
  /** The service did not take this token. The next `get` signs in again, unless that already happened. */
  invalidate(token: string): void;
  /** Names a token in records and proofs without giving it away. */
  fingerprint(token: string): string;
  /** The token of that fingerprint, while this process still has it; also one that was refused or replaced. */
  named(fingerprint: string): string | null;
  /**
   * Epoch ms by the service's clock at which this token has certainly outlived what the service said of it; null
   * where that is not known.
   */
  endOf(token: string): number | null;
  /** Epoch ms of a `Date` header: validity is counted by the service's clock, not by this machine's. */
  noteServerDate(serverMs: number): void;
}
