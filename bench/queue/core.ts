/** The queue with all its real parts, in a folder, composed as in `src-main/app.ts`. */
import { join } from 'node:path';
import { openAccounts } from '../../src-main/accounts/accounts.ts';
import { openDatabase } from '../../src-main/db/database.ts';
import { openSentLog } from '../../src-main/db/sent-log.ts';
import { createSpool } from '../../src-main/files/spool.ts';
import { systemClock, systemRandom } from '../../src-main/queue/core/clock.ts';
import { createQueue } from '../../src-main/queue/queue.ts';
import { AccountMonitor } from '../../src-main/queue/send/account-monitor.ts';
import { sessionStore } from '../../src-main/secrets/secret-store.ts';
import type { Job } from '../../src-shared/jobs/job.ts';

export interface ServiceFacts {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly paymentVerificationId: string;
}

export async function openCore(
  dataDir: string,
  service: ServiceFacts | null,
  onJob: (job: Job) => void = () => {},
) {
  const database = openDatabase(join(dataDir, 'fabdesk.db'));
  const sentLog = openSentLog(join(dataDir, 'sent.log'), database.meta);
  const spool = createSpool({ folder: join(dataDir, 'spool') });
  await spool.start();
  const monitor = new AccountMonitor(systemClock, systemRandom);
  const accounts = await openAccounts({
    documents: database.documents,
    secrets: sessionStore(),
    clock: { now: () => Date.now() },
    userAgent: 'Fabdesk/bench',
    consentAt: () => undefined,
    busy: () => false,
    signalsFor: (accountId) => monitor.signalsFor(accountId),
  });
  if (service) await accounts.provisionLocal(service);
  const queue = createQueue({
    database,
    sentLog,
    spool,
    clientFor: (accountId) => accounts.clientFor(accountId),
    paymentId: (accountId) => accounts.paymentId(accountId),
    consentOf: () => ({ hasRightsToModel: true, acceptTermsAndConditions: true }),
    priceTolerance: () => 0,
    emit: { job: onJob, progress: () => {} },
    monitor,
    report: (thrown) => console.error(thrown),
  });
  return {
    database,
    sentLog,
    spool,
    queue,
    async close() {
      await queue.stop();
      accounts.close();
      sentLog.close();
      database.close();
    },
  };
}
