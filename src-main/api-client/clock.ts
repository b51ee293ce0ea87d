/** The only way this room and its users learn the time, so that tests can move it. */
export interface Clock {
  /** Epoch ms of this machine. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
