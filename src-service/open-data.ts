/** Opens the data of a service: SQLite in its folder, or PostgreSQL if an address is given. */
import type { ClosingStack } from '../src-shared/closing-stack.ts';
import type { Data, DataOptions, Role } from './data.ts';
import type { DatabaseAddress } from './fleet/postgres-address.ts';
import { OwnFaults } from './http/faults.ts';
import { OwnRateLimiter } from './http/rate-limit.ts';
import { OwnSignInThrottle } from './http/sign-in-throttle.ts';
import { openStore } from './store/database.ts';
import { refuseUnfinishedMove } from './store/elsewhere.ts';
import { lockFolder } from './store/folder-lock.ts';
import { OwnMeasuring } from './store/measuring.ts';
import { onlyProcess } from './store/processes.ts';

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
    openMeasuring: (uploads, measurer) => new OwnMeasuring(store, uploads, measurer),
    started: async () => undefined,
    onReturn: () => undefined,
  };
}
