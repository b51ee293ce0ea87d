/** Stands in for `src-main/api-client/watchdog.ts`: its time is the simulated one. */
import { type Phase, TimedOut } from '../../../src-main/api-client/network-failure.ts';
import type { Watchdog } from '../../../src-main/api-client/watchdog.ts';
import { world } from '../world.ts';

export const now = (): number => world().time;

export function startWatchdog(onLate: (error: TimedOut) => void): Watchdog {
  const here = world();
  const process = here.process();
  let cancel = () => {};
  return {
    arm(phase: Phase, ms: number) {
      cancel();
      cancel = here.at(here.time + ms, process, () => onLate(new TimedOut(phase)));
    },
    rest: () => cancel(),
  };
}
