/** What all processes of a service must agree on: in memory where there is one, in the database where there may be several. */
import {
  defaultRateLimit,
  OwnRateLimiter,
  type RateLimiter,
  type RateLimitSetting,
} from './http/rate-limit.ts';
import { OwnSignInThrottle, type SignInThrottle } from './http/sign-in-throttle.ts';
import { type Faults, OwnFaults } from './production/faults.ts';
import type { Store } from './store/dialect.ts';
import type { Processes } from './store/processes.ts';
import { SharedFaults } from './store/shared-faults.ts';
import { SharedRateLimiter } from './store/shared-rate-limit.ts';
import { SharedSignInThrottle } from './store/shared-sign-in-throttle.ts';

export interface SharedState {
  readonly limiter: RateLimiter;
  readonly signIns: SignInThrottle;
  readonly faults: Faults;
  /** When other processes may have changed it and this one was not told. */
  reload(): Promise<void>;
}

/** `processes`: null if there is one. */
export async function openSharedState(
  store: Store,
  processes: Processes | null,
  clock: () => number,
  rateLimit: RateLimitSetting = defaultRateLimit,
): Promise<SharedState> {
  if (processes === null)
    return {
      limiter: new OwnRateLimiter(rateLimit, clock),
      signIns: new OwnSignInThrottle(clock),
      faults: new OwnFaults(),
      reload: async () => undefined,
    };
  const faults = new SharedFaults(store, processes);
  if (processes.isFirst) await processes.forget();
  await faults.load();
  return {
    limiter: new SharedRateLimiter(store, rateLimit, clock),
    signIns: new SharedSignInThrottle(store, clock),
    faults,
    reload: () => faults.load(),
  };
}
