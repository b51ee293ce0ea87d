/** One timer per request: restarted by every sign of progress, fires once. Knows nothing about HTTP. */
import { type Phase, TimedOut } from './network-failure.ts';

export interface Watchdog {
  /** Replaces the deadline, ms from now. */
  arm(phase: Phase, ms: number): void;
  rest(): void;
}

/** ms of a clock that only goes forward. */
export const now = (): number => performance.now();

export function startWatchdog(onLate: (error: TimedOut) => void): Watchdog {
  let timer: NodeJS.Timeout | undefined;
  return {
    arm(phase, ms) {
      clearTimeout(timer);
      timer = setTimeout(() => onLate(new TimedOut(phase)), ms);
    },
    rest: () => clearTimeout(timer),
  };
}
