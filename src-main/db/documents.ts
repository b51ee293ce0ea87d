/** Small documents kept by key: settings, workspace, accounts (never secrets), last known catalogue and prices. */
export interface Documents {
  /** Parsed JSON, or null where there is none. Readers validate with their own schema. */
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  delete(key: string): void;
}
