/**
 * The queue with all its real parts, composed as in `app.ts`: database, sent.log and spool in a folder, the
 * account's client over HTTP, the system's clock. Used in process by tests and by the process that is killed.
 */

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openAccounts } from '../../../src-main/accounts/accounts.ts';
import { openDatabase } from '../../../src-main/db/database.ts';
import { openSentLog } from '../../../src-main/db/sent-log.ts';
import { createSpool } from '../../../src-main/files/spool.ts';
import { folderPlace } from '../../../src-main/folder-stamp/folder-place.ts';
import { openFolderStamp } from '../../../src-main/folder-stamp/folder-stamp.ts';
import { newestOrders } from '../../../src-main/folder-stamp/newest-orders.ts';
import { type QueueClock, systemClock, systemRandom } from '../../../src-main/queue/core/clock.ts';
import { createQueue } from '../../../src-main/queue/queue.ts';
import { AccountMonitor } from '../../../src-main/queue/send/account-monitor.ts';
import { type SecretStore, sessionStore } from '../../../src-main/secrets/secret-store.ts';
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { noExtras } from '../../../src-shared/jobs/order-extras.ts';
import { fullConsent } from '../../support/consent.ts';
import { cubeStl } from '../../support/cube-stl.ts';
import { address, cube } from '../../support/jobs.ts';

export interface ServiceFacts {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly paymentVerificationId: string;
}

/** `keychain`: a file that stands for the keychain, outside the data folder; left out: there is none. */
export async function openQueueApp(
  dataDir: string,
  service: ServiceFacts,
  clock: QueueClock = systemClock,
  keychain?: string,
) {
  const database = openDatabase(join(dataDir, 'fabdesk.db'));
  const sentLog = openSentLog(join(dataDir, 'sent.log'), database.meta);
  const spool = createSpool({ folder: join(dataDir, 'spool') });
  await spool.start();
  const events: Job[] = [];
  const reports: unknown[] = [];
  const monitor = new AccountMonitor(clock, systemRandom);
  const accounts = await openAccounts({
    documents: database.documents,
    secrets: sessionStore(),
    clock,
    userAgent: 'Fabdesk/test',
    consentAt: () => undefined,
    busy: () => false,
    signalsFor: (accountId) => monitor.signalsFor(accountId),
  });
  await accounts.provisionLocal(service);
  const stamp =
    keychain === undefined
      ? null
      : await openFolderStamp({
          database,
          sentLog,
          secrets: fileKeychain(keychain),
          place: folderPlace(dataDir),
          clock,
          newestOrders: () => newestOrders(database),
          newId: randomUUID,
          report: (thrown) => reports.push(thrown),
        });
  const queue = createQueue({
    database,
    sentLog,
    spool,
    clientFor: (accountId) => accounts.clientFor(accountId),
    paymentId: (accountId) => accounts.paymentId(accountId),
    consentOf: () => fullConsent,
    priceTolerance: () => 0.02,
    emit: { job: (job) => events.push(job), progress: () => {} },
    monitor,
    report: (thrown) => reports.push(thrown),
    clock,
    // Only the stamp shows what was sent from another copy.
    ...(stamp && { stamp, orderMarks: () => false }),
  });

  /** Two cubes, uploaded and ordered; `name` is in their titles and in the order's last name. */
  const orderCubes = async (name: string, materialId: number, accountId = 'local'): Promise<Job> => {
    const line = async (part: string): Promise<CartLine> => ({
      id: part,
      file: await spool.importStream(
        Readable.from([Buffer.from(cubeStl(`${name} ${part}`))]),
        `${name} ${part}.stl`,
      ),
      uploadScale: 0.001,
      title: `${name} ${part}`,
      geometry: cube,
      materialId,
      materialTitle: 'a material',
      quantity: 1,
      // Above any price, so that the guard lets it pass.
      unitPrice: 5000,
      currency: 'USD',
      quotedAt: Date.now(),
      source: null,
    });
    return queue.placeOrder(accountId, {
      lines: [await line('left'), await line('right')],
      address: { ...address, lastName: name },
      shippingOption: 'Cheapest',
      extras: noExtras,
      confirmedParts: 10_000,
      requestKey: name,
    });
  };

  /** Resolves when no job changes by itself any more, or after `ms`. */
  const quiet = async (ms = 20_000): Promise<void> => {
    const moving = new Set(['queued', 'preparing', 'armed', 'committed']);
    const end = Date.now() + ms;
    while (Date.now() < end) {
      const waits = (job: Job) =>
        job.wait === 'consent' ||
        (job.wait === 'dependency' && !job.dependsOn.some((id) => moving.has(queue.get(id).state)));
      if (!queue.list().some((job) => moving.has(job.state) && !waits(job))) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  return {
    database,
    sentLog,
    spool,
    accounts,
    monitor,
    queue,
    stamp,
    events,
    reports,
    orderCubes,
    quiet,
    async close() {
      await queue.stop();
      await stamp?.close(1_000);
      accounts.close();
      sentLog.close();
      database.close();
    },
  };
}

/** Each entry is replaced as a whole, as in a keychain. */
function fileKeychain(path: string): Pick<SecretStore, 'kind' | 'get' | 'set'> {
  const read = (): Record<string, string> => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
  return {
    kind: 'keychain',
    get: async (name) => read()[name] ?? null,
    async set(name, value) {
      writeFileSync(`${path}.new`, JSON.stringify({ ...read(), [name]: value }));
      renameSync(`${path}.new`, path);
    },
  };
}
