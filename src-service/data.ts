/**
 * The database of a service, and what its processes must agree on. A plain service has one process and SQLite
 * (`open-data.ts`), others have PostgreSQL and several processes (`fleet/shared-data.ts`).
 */
import type { Faults } from './http/faults.ts';
import type { RateLimiter, RateLimitSetting } from './http/rate-limit.ts';
import type { SignInThrottle } from './http/sign-in-throttle.ts';
import type { Say } from './log.ts';
import type { Measurer } from './measure/measurer.ts';
import type { Store } from './store/dialect.ts';
import type { Measuring } from './store/measuring.ts';
import type { Processes } from './store/processes.ts';
import type { Uploads } from './store/uploads.ts';

/** The work of a process: `web` answers calls, `worker` measures, produces and cleans up, `all` does both. */
export type Role = 'all' | 'web' | 'worker';

export interface Data {
  readonly store: Store;
  readonly processes: Processes;
  /** No other process was using the data folder, so the incoming files in it were left behind. */
  readonly isAlone: boolean;
  readonly limiter: RateLimiter;
  readonly signIns: SignInThrottle;
  readonly faults: Faults;
  openMeasuring(uploads: Uploads, measurer: Measurer): Measuring;
  /** To be called once all exists that the first start creates. No other process starts before. */
  started(): Promise<void>;
  /** Calls `reload` whenever the database is back after it was away, which SQLite never is. */
  onReturn(reload: () => Promise<unknown>): void;
}

export interface DataOptions {
  readonly dataDir: string;
  readonly rateLimit: RateLimitSetting;
  readonly clock: () => number;
  readonly say: Say;
}
