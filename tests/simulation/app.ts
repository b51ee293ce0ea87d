/**
 * One start of the real application core on the simulated machine: the composition of `src-main/app.ts`,
 * without windows.
 */

import { createHttpServiceClient } from '../../src-main/api-client/http-service-client.ts';
import type { ServiceClient } from '../../src-main/api-client/service-client.ts';
import { createClientCredentialsTokens } from '../../src-main/auth/client-credentials.ts';
import { type AppDatabase, openDatabase } from '../../src-main/db/database.ts';
import { openSentLog } from '../../src-main/db/sent-log.ts';
import { createSpool, type Spool } from '../../src-main/files/spool.ts';
import { type FolderStamp, openFolderStamp } from '../../src-main/folder-stamp/folder-stamp.ts';
import { newestOrders } from '../../src-main/folder-stamp/newest-orders.ts';
import { stepFileIn } from '../../src-main/folder-stamp/step-file.ts';
import { diskProblemOf } from '../../src-main/queue/core/disk-problem.ts';
import { createQueue, type Queue } from '../../src-main/queue/queue.ts';
import { AccountMonitor } from '../../src-main/queue/send/account-monitor.ts';
import { CodedError, isAbort, toAppError } from '../../src-shared/result.ts';
import { fullConsent } from '../support/consent.ts';
import { type AccountId, accountId, clientIds, dataFolder, neighbourId } from './customers.ts';
import type { Random } from './random.ts';
import { Crash, type Process, world } from './world.ts';

export interface Keychain {
  readonly entries: Map<string, string>;
  isLocked: boolean;
}

/**
 * Where the folder has its stamp outside of itself: in the keychain, or in the file because there is no
 * keychain.
 */
export type Stamped = boolean | 'file';

export interface App {
  readonly process: Process;
  readonly database: AppDatabase;
  readonly queue: Queue;
  readonly monitor: AccountMonitor;
  /** The client of the first account of this folder. */
  readonly client: ServiceClient;
  readonly spool: Spool;
  /** Null in schedules without it. */
  readonly stamp: FolderStamp | null;
  /** Errors that nothing foresaw. */
  readonly reports: unknown[];
}

/** Call as part of `process`. Rejects with `Crash` if the machine goes down meanwhile. */
export async function bootApp(
  process: Process,
  keychain: Keychain,
  random: Random,
  stampedIn: Stamped,
  /** The neighbour's account is the first one's at the service. */
  sharesAccount: boolean,
): Promise<App> {
  const { folder } = process;
  const clock = world().clockOf(process);
  const now = () => clock.now();
  const database = openDatabase(`${folder}/fabdesk.db`, { now });
  const sentLog = openSentLog(`${folder}/sent.log`, database.meta, now);
  const spool = createSpool({ folder: `${folder}/spool`, now });
  await spool.start();
  const reports: unknown[] = [];
  const unlocked = () => {
    if (keychain.isLocked) throw new CodedError('keychain-unavailable', 'The keychain is locked.');
  };
  const secrets = {
    kind: 'keychain' as const,
    detail: '',
    async get(name: string) {
      unlocked();
      return keychain.entries.get(name) ?? null;
    },
    async set(name: string, value: string) {
      world().requireAlive();
      unlocked();
      keychain.entries.set(name, value);
    },
    async delete(name: string) {
      world().requireAlive();
      unlocked();
      keychain.entries.delete(name);
    },
    close: async () => {},
  };
  const report = (thrown: unknown) => {
    if (thrown instanceof Crash || !process.alive || isAbort(thrown) || diskProblemOf(thrown) !== null)
      return;
    if (['superseded', 'keychain-unavailable'].includes(toAppError(thrown).code)) return;
    reports.push(thrown);
  };
  let ids = 0;
  const stamp = stampedIn
    ? await openFolderStamp({
        database,
        sentLog,
        secrets: stampedIn === 'file' ? { ...secrets, kind: 'session' } : secrets,
        stepFile: stampedIn === 'file' ? stepFileIn('/state', folder) : null,
        place: { path: folder, numberOf: () => ({ device: '1', file: '1' }) },
        clock,
        newestOrders: () => newestOrders(database),
        newId: () => `${process.number}-${++ids}`,
        report,
      })
    : null;
  const common = { baseUrl: 'https://service.test', userAgent: 'Fabdesk/simulation', clock: { now } };
  const monitor = new AccountMonitor(clock, random);
  const newClient = (account: AccountId) => {
    const auth = createClientCredentialsTokens({
      ...common,
      secretName: `token/${account}`,
      secrets: secrets as never,
      credentials: async () => {
        unlocked();
        return { clientId: clientIds[sharesAccount ? accountId : account], clientSecret: 'client-secret' };
      },
    });
    return createHttpServiceClient({ ...common, auth, signals: monitor.signalsFor(account) });
  };
  const clients = { [accountId]: newClient(accountId), [neighbourId]: newClient(neighbourId) };
  const client = clients[folder === dataFolder ? accountId : neighbourId];
  const queue = createQueue({
    database,
    sentLog,
    spool,
    clientFor: (account) => clients[account as AccountId],
    paymentId: async () => 'payment',
    consentOf: () => fullConsent,
    priceTolerance: () => 0.02,
    emit: {
      job: ({ id, state, wait, attempt }) =>
        world().note(`job ${id.slice(-4)} ${state} ${wait ?? ''} ${attempt}`),
      progress: () => {},
    },
    report,
    ...(stamp && { stamp }),
    monitor,
    clock,
    random,
  });
  queue.start();
  world().owners.set(folder, process.number);
  return { process, database, queue, monitor, client, spool, stamp, reports };
}
