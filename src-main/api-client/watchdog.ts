/** One timer a request: armed anew at each sign of life, fires once. Knows nothing of HTTP. */
import { type Phase, TimedOut } from './network-failure.ts';

export interface Watchdog {
  /** Forgets the last deadline and sets this one, ms from now. */
  arm(phase: Phase, ms: number): void;
  rest(): void;
}

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
