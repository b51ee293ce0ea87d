/** The data of a service on PostgreSQL, which this process shares with others. */
import type { ClosingStack } from '../../src-shared/closing-stack.ts';
import type { Data, DataOptions, Role } from '../data.ts';
import { refuseUnfinishedMove } from '../store/elsewhere.ts';
import { lockFolder } from '../store/folder-lock.ts';
import type { DatabaseAddress } from './postgres-address.ts';
import { SharedFaults } from './shared-faults.ts';
import { SharedMeasuring } from './shared-measuring.ts';
import { SharedRateLimiter } from './shared-rate-limit.ts';
import { SharedSignInThrottle } from './shared-sign-in-throttle.ts';
import { openSharedStore } from './shared-store.ts';

export async function openSharedData(
  { dataDir, rateLimit, clock, say }: DataOptions,
  address: DatabaseAddress,
  role: Role,
  closing: ClosingStack,
): Promise<Data> {
  const { isAlone, unlock } = await lockFolder(dataDir, true);
  closing.add(unlock);
  const opened = await openSharedStore(dataDir, address, say);
  closing.add(opened.close);
  const { store, processes } = opened;
  await refuseUnfinishedMove(store);
  if (processes.isFirst) await processes.forget();
  const faults = new SharedFaults(store, processes);
  await faults.load();
  return {
    store,
    processes,
    isAlone,
    limiter: new SharedRateLimiter(store, rateLimit, clock),
    signIns: new SharedSignInThrottle(store, clock),
    faults,
    openMeasuring: (uploads, measurer) =>
      new SharedMeasuring(store, uploads, measurer, processes, role !== 'web'),
    started: opened.started,
    onReturn: (reload) =>
      opened.onReturn(() => {
        void Promise.all([faults.load(), reload()]).catch((error: unknown) =>
          say('error', 'Reloading failed', error),
        );
      }),
  };
}
