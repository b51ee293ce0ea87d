/** The clock of this package and its callers. Tests can move it. */
export interface Clock {
  /** Epoch ms of this machine. */
  now(): number;
}
