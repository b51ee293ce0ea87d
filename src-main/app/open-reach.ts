/**
 * The second stage of the application: the services that it reaches, with its accounts at them. It sends
 * nothing yet.
 */
import { join } from 'node:path';
import type { ClosingStack } from '../../src-shared/closing-stack.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { localAccountId, openAccounts } from '../accounts/accounts.ts';
import { openConsents } from '../accounts/consents.ts';
import { createSoapAccounts } from '../accounts/soap-access.ts';
import { hasOpenJobs } from '../db/job-store.ts';
import { LocalService } from '../local-service/local-service.ts';
import { mainError } from '../main-error.ts';
import { Network } from '../network/network.ts';
import { Pause } from '../pause.ts';
import { systemClock, systemRandom } from '../queue/core/clock.ts';
import { AccountMonitor } from '../queue/send/account-monitor.ts';
import type { AppData } from './open-data.ts';
import type { AppOptions } from './options.ts';

export type AppReach = Awaited<ReturnType<typeof openReach>>;

export async function openReach(
  { dataDir, startService, systemProxy, version }: AppOptions,
  { database, documents, secrets, settings, stamp, log }: AppData,
  closing: ClosingStack,
) {
  const network = new Network({
    settings: () => settings.read().proxy,
    secrets,
    env: process.env,
    system: systemProxy,
  });
  const { exchange } = network;
  const local = new LocalService({
    dataDir: join(dataDir, 'service'),
    start: startService,
    log,
    elsewhere: exchange,
  });
  closing.add(() => local.close());
  const pause = new Pause(database.meta);
  const monitor = new AccountMonitor(systemClock, systemRandom);
  closing.add(() => monitor.close());
  const consents = openConsents(database, systemClock, stamp.isOutdated);
  const sending = { userAgent: `Fabdesk/${version}`, permit: () => pause.permit(), exchange };
  const accounts = await openAccounts({
    documents,
    secrets,
    clock: systemClock,
    ...sending,
    busy: (accountId) => hasOpenJobs(database.sqlite, accountId),
    consentAt: consents.givenAt,
    signalsFor: (accountId) => monitor.signalsFor(accountId),
    local,
  });
  closing.add(() => accounts.close());
  const soap = createSoapAccounts({ documents, secrets, accounts, ...sending, local });
  local.provisions(async (facts) => {
    soap.provisionLocal(localAccountId, facts.owner);
    await accounts.provisionLocal(facts);
  });

  /**
   * Call after a change of what the window shows: the account, its address, its credentials, or the pause.
   */
  const watch = () =>
    monitor.watch(accounts.current().id, async (id) => {
      // A probe does not start the local service, and does not wait for it: `changed` says when it listens.
      if (id === localAccountId && !local.isRunning)
        throw mainError('network', ref('errors.account.localStarting'));
      return accounts.clientFor(id);
    });
  return { network, local, pause, monitor, consents, accounts, soap, sending, watch };
}
