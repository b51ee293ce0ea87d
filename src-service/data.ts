/**
 * The database of a service, and what its processes must agree on. A plain service has one process and SQLite in its data
 * folder. PostgreSQL with any number of processes is opened by `fleet/`, of which the other folders know only this interface.
 */
import type { ClosingStack } from '../src-shared/closing-stack.ts';
import type { DatabaseAddress } from './fleet/postgres-address.ts';
import { type Faults, OwnFaults } from './http/faults.ts';
import { OwnRateLimiter, type RateLimiter, type RateLimitSetting } from './http/rate-limit.ts';
import { OwnSignInThrottle, type SignInThrottle } from './http/sign-in-throttle.ts';
import type { Say } from './log.ts';
import type { Measurer } from './measure/measurer.ts';
import { openStore } from './store/database.ts';
import type { Store } from './store/dialect.ts';
import { refuseUnfinishedMove } from './store/elsewhere.ts';
import { lockFolder } from './store/folder-lock.ts';
import { type Measuring, OwnMeasuring } from './store/measuring.ts';
import { onlyProcess, type Processes } from './store/processes.ts';
import type { Uploads } from './store/uploads.ts';

/** What a process does: `web` answers calls, `worker` measures, produces and cleans up, `all` does both. */
export type Role = 'all' | 'web' | 'worker';

export interface Data {
  readonly store: Store;
  readonly processes: Processes;
  /** No other process was using the data folder, so what is arriving in it was left behind. */
  readonly isAlone: boolean;
  readonly limiter: RateLimiter;
  readonly signIns: SignInThrottle;
  readonly faults: Faults;
  measuring(uploads: Uploads, measurer: Measurer): Measuring;
  /** To be called once everything exists that is created at the first start. Until then no other process starts. */
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

/** Rejects with a sentence if the data cannot be used. What was opened is added to `closing`. */
export async function openData(
  options: DataOptions,
  database: DatabaseAddress | null,
  role: Role,
  closing: ClosingStack,
): Promise<Data> {
  if (database === null) {
    if (role === 'all') return openOwnData(options, closing);
    throw new Error(
      `A process with the role ${role} shares a PostgreSQL database with others. Give its address with --database or FABDESK_DATABASE.`,
    );
  }
  // Loaded only here: most services use SQLite.
  const { openSharedData } = await import('./fleet/shared-data.ts');
  return openSharedData(options, database, role, closing);
}

async function openOwnData({ dataDir, rateLimit, clock }: DataOptions, closing: ClosingStack): Promise<Data> {
  const { isAlone, unlock } = await lockFolder(dataDir, false);
  closing.add(unlock);
  const store = await openStore(dataDir);
  closing.add(() => store.destroy());
  await refuseUnfinishedMove(store);
  return {
    store,
    processes: onlyProcess,
    isAlone,
    limiter: new OwnRateLimiter(rateLimit, clock),
    signIns: new OwnSignInThrottle(clock),
    faults: new OwnFaults(),
    measuring: (uploads, measurer) => new OwnMeasuring(store, uploads, measurer),
    started: async () => undefined,
    onReturn: () => undefined,
  };
}
