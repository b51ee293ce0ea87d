/**
 * Small documents stored by key: settings, workspace, accounts (never secrets), last known catalogue and
 * prices.
 */
export interface Documents {
  /** Parsed JSON, or null if there is none. Readers validate it with their own schema. */
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  delete(key: string): void;
}
