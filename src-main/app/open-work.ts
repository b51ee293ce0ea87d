/**
 * The third stage of the application: what works with the stored data and the services, that is the queue,
 * the catalogue, the status and the look for updates. Nothing runs before `begin`.
 */
import { join } from 'node:path';
import type { ClosingStack } from '../../src-shared/closing-stack.ts';
import type { Job } from '../../src-shared/jobs/job.ts';
import { jobGroup } from '../../src-shared/jobs/job-group.ts';
import { localAccountId } from '../accounts/accounts.ts';
import { createSignIns } from '../accounts/sign-ins.ts';
import { createCatalog } from '../catalog/catalog.ts';
import { openBallast } from '../db/ballast.ts';
import { News } from '../news.ts';
import { Opened } from '../open-files.ts';
import { systemClock } from '../queue/core/clock.ts';
import { createQueue } from '../queue/queue.ts';
import { BackgroundBudget } from '../queue/send/background-budget.ts';
import { Signal } from '../signal.ts';
import { StatusBoard } from '../status.ts';
import { readFeed, Updates, usableFeed } from '../updates/updates.ts';
import { watchForWake } from '../wake-watch.ts';
import type { AppEvents } from './events.ts';
import type { AppData } from './open-data.ts';
import type { AppReach } from './open-reach.ts';
import type { AppOptions } from './options.ts';

const hour = 3_600_000;

export type AppWork = ReturnType<typeof openWork>;

export function openWork(
  options: AppOptions,
  data: AppData,
  reach: AppReach,
  events: AppEvents,
  closing: ClosingStack,
) {
  const { log, database, documents, sentLog, settings, workspace, spool, stamp } = data;
  const { local, pause, monitor, consents, accounts, soap, watch } = reach;
  const { emit } = events;

  const queue = createQueue({
    database,
    sentLog,
    spool,
    clientFor: (accountId) => accounts.clientFor(accountId),
    paymentId: (accountId) => accounts.paymentId(accountId),
    consentOf: consents.of,
    consentAt: consents.givenAt,
    priceTolerance: () => settings.read().priceTolerance,
    ballast: openBallast(join(options.dataDir, 'ballast')),
    sends: options.sends ?? true,
    orderMarks: () => settings.read().orderMarks ?? true,
    isModelUsed: (_accountId, modelId) => workspace.namesModel(modelId),
    takeLines: (lines, jobId) => workspace.takeLines(lines, jobId),
    emit: {
      job: (job) => emit('job', job),
      progress: (progress) => emit('progress', progress),
    },
    report: (thrown) => log.error('queue', thrown),
    monitor,
    pause,
    stamp,
  });
  closing.add(() => queue.stop());
  /** The queue must not notice if this fails; the next start does it then. */
  const returnLines = (jobs: readonly Job[]) => {
    try {
      workspace.ordersChanged(jobs, queue);
    } catch (thrown) {
      log.error('workspace', thrown);
    }
  };

  const updateFound = new Signal<void>();
  const feed = usableFeed(options.updateFeed);
  const updates =
    feed === null
      ? null
      : new Updates({
          version: options.version,
          documents,
          settings: settings.read,
          isAllowed: () => !pause.isOn,
          read: () => readFeed(feed, reach.network.exchange),
          now: Date.now,
          changed: () => updateFound.emit(),
          report: (thrown) => log.error('look for a newer version', thrown),
        });

  const status = new StatusBoard({
    account: () => accounts.current(),
    queue() {
      const counts = queue.counts();
      return { ...counts, needsYou: counts.needsYou + workspace.needsYou };
    },
    isPaused: () => pause.isOn,
    monitor,
    localConnection: () => local.connection,
    folder: () => ({ notice: stamp.notice, keychain: stamp.outside }),
    update: () => updates?.found ?? null,
    changed: (now) => emit('status', now),
  });
  closing.add(() => status.close());

  const touchIfShown = (accountId: string) => {
    if (accountId === accounts.current().id) status.touch();
  };
  events.on('job', (job) => {
    returnLines([job]);
    status.touch();
  });
  events.on('workspace', () => status.touch());
  updateFound.subscribe(() => status.touch());
  accounts.signInChanged.subscribe((accountId) => {
    emit('accounts', {});
    touchIfShown(accountId);
  });
  consents.changed.subscribe(({ accountId, isGiven }) => {
    if (isGiven) queue.consentGiven(accountId);
    emit('accounts', {});
    touchIfShown(accountId);
  });
  local.changed.subscribe(() => {
    if (local.isRunning) monitor.reached(localAccountId);
    if (local.isRunning && accounts.current().id === localAccountId) watch();
    else touchIfShown(localAccountId);
  });

  const signIns = createSignIns({
    accounts,
    clock: systemClock,
    ...reach.sending,
    language: () => settings.read().language ?? 'system',
    ...(options.openExternal && { openExternal: options.openExternal }),
    done(account) {
      monitor.signedIn(account.id);
      if (account.id === accounts.current().id) watch();
      emit('accounts', {});
    },
  });
  closing.add(() => signIns.close());

  const catalog = createCatalog({
    accounts: {
      list: () => accounts.list(),
      clientFor: (id) => accounts.clientFor(id),
      isStarting: (id) => id === localAccountId && local.isStarting,
    },
    soap,
    documents,
    clock: systemClock,
    background: new BackgroundBudget({
      monitor,
      clock: systemClock,
      isBusy: (accountId) => queue.isBusy(accountId),
    }),
    remembered: (accountId) => queue.placedOrders(accountId),
    jobs: (accountId) => queue.list((job) => job.accountId === accountId),
  });
  const news = new News({
    documents,
    isOn: () => settings.read().notifications ?? true,
    changed: () => emit('news', {}),
  });
  events.on('job', (job) => news.jobChanged(job));
  monitor.ordersListed.subscribe(({ accountId, list }) => news.ordersListed(accountId, list));
  const opened = new Opened((failed) => {
    if (failed.length > 0) news.unopened();
    emit('opened', { failed: [...failed] });
  });

  /** Removes unreferenced spool files and backs up the database, every hour. Returns what ends that. */
  function keepHouse(): () => void {
    const holders = [queue, workspace, opened];
    const collect = () =>
      spool
        .collect(new Set(holders.flatMap((holder) => [...holder.referencedFiles()])))
        .catch((thrown: unknown) => log.error('spool', thrown));
    const backUp = () => database.backUp.now().catch((thrown: unknown) => log.error('backup', thrown));
    void collect();
    const timer = setInterval(() => void Promise.all([collect(), backUp()]), hour);
    timer.unref();
    return () => clearInterval(timer);
  }

  function begin(): void {
    queue.start();
    // The process may have ended between the end of an order and the return of its lines.
    const jobs = queue.list((job) => job.kind === 'order' || jobGroup(job) === 'needs-you');
    returnLines(jobs);
    // Another process may have left them, where nobody was shown anything.
    for (const job of jobs) if (jobGroup(job) === 'needs-you') news.jobChanged(job);
    database.backUp.begin();
    watch();
    // A command starts the local service only if it needs it.
    if (options.host !== 'cli') local.begin();
    closing.add(keepHouse());
    if (updates) closing.add(updates.begin(options.firstUpdateCheck));
    closing.add(watchForWake(() => queue.tryNow()));
    for (const key of documents.setAside)
      log.info(`the stored ${key} cannot be read; it was set aside in the database as ${key}/unreadable`);
  }

  return { queue, catalog, status, signIns, opened, news, feed, updates, begin };
}
