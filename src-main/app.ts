/**
 * The composition root: the whole application behind one typed contract. Every host (Electron, browser, command
 * line) creates one App and is a thin transport over it. Imports no host and no electron.
 */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type AppInfo, ownDocuments } from '../src-shared/ipc/app-status.ts';
import { type AppClient, type AppContract, contract } from '../src-shared/ipc/contract.ts';
import type { EventName, EventPayload } from '../src-shared/ipc/wire.ts';
import type { Job } from '../src-shared/jobs/job.ts';
import { ref } from '../src-shared/messages/messages.ts';
import type { Result } from '../src-shared/result.ts';
import { localAccountId, openAccounts } from './accounts/accounts.ts';
import { openConsents } from './accounts/consents.ts';
import { createSignIns } from './accounts/sign-ins.ts';
import { createSoapAccounts } from './accounts/soap-access.ts';
import { createCatalogs } from './catalog/catalogs.ts';
import { openBallast } from './db/ballast.ts';
import { openDatabase } from './db/database.ts';
import { hasOpenJobs } from './db/job-store.ts';
import { openSentLog } from './db/sent-log.ts';
import { collectDiagnostics } from './diagnostics/diagnostics.ts';
import { dispatch } from './dispatch.ts';
import { Originals } from './files/originals.ts';
import { createPictures } from './files/pictures.ts';
import { createSpool } from './files/spool.ts';
import { folderPlace } from './folder-stamp/folder-place.ts';
import { openFolderStamp } from './folder-stamp/folder-stamp.ts';
import { newestOrders } from './folder-stamp/newest-orders.ts';
import { stepFileIn } from './folder-stamp/step-file.ts';
import { createHandlers } from './handlers.ts';
import { startControlServer } from './instance/control-server.ts';
import { explainDataFolderFailure } from './instance/data-folder-failure.ts';
import { acquireInstanceLock } from './instance/lock.ts';
import { LocalService } from './local-service/local-service.ts';
import type { StartService } from './local-service/service-process.ts';
import { type Log, openLog } from './log.ts';
import { englishText, mainError } from './main-error.ts';
import { messagesFor } from './messages-for.ts';
import { type OpenHow, openFile } from './open-files.ts';
import { Opened } from './opened.ts';
import { Pause } from './pause.ts';
import { systemClock, systemRandom } from './queue/core/clock.ts';
import { createQueue } from './queue/queue.ts';
import { AccountMonitor } from './queue/send/account-monitor.ts';
import { BackgroundBudget } from './queue/send/background-budget.ts';
import type { StartChild } from './secrets/keyring-process.ts';
import { openSecretStore, probeKeychain } from './secrets/open-secret-store.ts';
import { StatusBoard } from './status.ts';
import { createStoredSettings } from './stored-settings.ts';
import { readFeed, usableFeed } from './updates/read-feed.ts';
import { Updates } from './updates/updates.ts';
import { watchForWake } from './wake-watch.ts';
import { SharedWorkspace } from './workspace.ts';

export interface AppOptions {
  /** Absolute path of the data folder, created if missing. One process at a time owns it. */
  readonly dataDir: string;
  /** Absolute path of the folder for what no backup of the data folder may contain; left out: there is none. */
  readonly stateDir?: string;
  readonly host: AppInfo['host'];
  readonly version: string;
  /** False: jobs are shown and accepted but not sent, for read-only commands. Default: true. */
  readonly sends?: boolean;
  /** How to start the keyring's child process; Electron passes its own way. */
  readonly startKeyring?: StartChild;
  /** Likewise for the process of the local print service. */
  readonly startService?: StartService;
  /**
   * Opens the sign-in page of the service at `baseUrl` in the system's browser; false if that failed. Absent in the
   * browser host, whose window opens the page itself.
   */
  readonly openExternal?: (url: string, baseUrl: string) => Promise<boolean>;
  /** The address that is asked for newer versions. Left out: nobody is. */
  readonly updateFeed?: string | undefined;
  /** ms after the start; left out: some seconds. */
  readonly firstLook?: number;
  /** Likewise for the page of an order, and of a newer version at the site of `updateFeed`. */
  readonly openReceipt?: (url: string, baseUrl: string) => Promise<boolean>;
}

export type EventListener = <N extends EventName<AppContract>>(
  name: N,
  payload: EventPayload<AppContract, N>,
) => void;

export interface App {
  readonly log: Log;
  /** The contract for callers in this process, through the same validation as any transport. */
  readonly client: AppClient;
  /** The entry point of every transport. Never throws. */
  call(name: string, input: unknown): Promise<Result<unknown>>;
  /** Returns the function that ends the subscription. */
  onEvent(listener: EventListener): () => void;
  /** Imports a file that a transport receives as bytes. Throws `CodedError`. */
  importStream: ReturnType<typeof createSpool>['importStream'];
  /** Locates a spooled file for a transport that serves it; null if there is none. */
  spooled(sha256: string): Promise<{ readonly path: string; readonly size: number } | null>;
  /** Opens a local file in the window, as soon as there is one. Throws `CodedError`. */
  open(path: string, how?: OpenHow): Promise<void>;
  /** The machine woke or has another network: what waits for the network is tried now. */
  tryNow(): void;
  /** Called by a host that shows the app at an address. */
  setAddress(address: () => string): void;
  close(): Promise<void>;
}

const hour = 3_600_000;
/** How long the last backup may delay the end, ms. One that takes longer is left to the next hour. */
const lastBackUpPatience = 500;
/** How long closing waits for the keychain, ms. */
const lastKeychainPatience = 500;

/** Throws `already-running` if another process owns the data folder, and other `CodedError`s if it cannot be used. */
export async function createApp(options: AppOptions): Promise<App> {
  const { dataDir } = options;
  const listeners = new Set<EventListener>();
  const emit: EventListener = (name, payload) => {
    for (const listener of listeners) listener(name, payload);
  };
  const onEvent = (listener: EventListener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  const lock = acquireInstanceLock(dataDir);
  if (!lock) {
    throw mainError('already-running', ref('errors.alreadyRunning'));
  }
  // Resources are closed in reverse order, also if the start fails halfway.
  const closers: (() => void | Promise<void>)[] = [() => lock.release()];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };

  try {
    // Its process starts while the database is opened.
    const keychain = probeKeychain(options.startKeyring && { startChild: options.startKeyring });
    closers.push(() => keychain.keyring.close());
    const log = openLog(dataDir);
    const database = openDatabase(join(dataDir, 'fabdesk.db'));
    closers.push(() => database.close());
    closers.push(() =>
      database.backUp.ifChanged(lastBackUpPatience).catch((thrown: unknown) => log.error('backup', thrown)),
    );
    if (database.restored) log.info(`database restored from ${database.restored.from}`);
    const sentLog = openSentLog(join(dataDir, 'sent.log'), database.meta);
    closers.push(() => sentLog.close());
    const { documents } = database;
    const settings = createStoredSettings(documents);
    const workspace = new SharedWorkspace({
      documents,
      emit: (event) => emit('workspace', event),
    });
    workspace.windowsGone();
    const spool = createSpool({ folder: join(dataDir, 'spool') });
    const pictures = createPictures({ folder: join(dataDir, 'pictures') });

    const [secrets] = await Promise.all([openSecretStore(documents, keychain), spool.start()]);
    const clock = systemClock;
    const stamp = await openFolderStamp({
      database,
      sentLog,
      secrets,
      stepFile: options.stateDir === undefined ? null : stepFileIn(options.stateDir, dataDir),
      place: folderPlace(dataDir),
      clock,
      newestOrders: () => newestOrders(database),
      newId: randomUUID,
      report: (thrown) => log.error('folder stamp', thrown),
    });
    closers.push(() => stamp.close(lastKeychainPatience));

    const local: LocalService = new LocalService({
      dataDir: join(dataDir, 'service'),
      start: options.startService,
      log,
      async provision(facts) {
        soap.provisionLocal(localAccountId, facts.owner);
        await accounts.provisionLocal(facts);
      },
    });
    closers.push(() => local.close());

    const pause = new Pause(database.meta);
    const permit = () => pause.permit();
    const monitor = new AccountMonitor(systemClock, systemRandom);
    closers.push(() => monitor.close());
    const userAgent = `Fabdesk/${options.version}`;
    const consents = openConsents(database, clock, stamp.isOutdated);
    const accounts = await openAccounts({
      documents,
      secrets,
      clock,
      userAgent,
      busy: (accountId) => hasOpenJobs(database.sqlite, accountId),
      permit,
      consentAt: consents.givenAt,
      signalsFor: (accountId) => monitor.signalsFor(accountId),
      local,
    });
    closers.push(() => accounts.close());

    const soap = createSoapAccounts({ documents, secrets, accounts, userAgent, permit, local });
    /** The queue must not notice if this fails; the next start does it then. */
    const returnLines = (jobs: readonly Job[]) => {
      try {
        workspace.ordersChanged(jobs, queue);
      } catch (thrown) {
        log.error('workspace', thrown);
      }
    };
    const queue = createQueue({
      database,
      sentLog,
      spool,
      clientFor: (accountId) => accounts.clientFor(accountId),
      paymentId: (accountId) => accounts.paymentId(accountId),
      consentOf: consents.of,
      consentAt: consents.givenAt,
      priceTolerance: () => settings.read().priceTolerance,
      ballast: openBallast(join(dataDir, 'ballast')),
      sends: options.sends ?? true,
      orderMarks: () => settings.read().orderMarks ?? true,
      isModelUsed: (_accountId, modelId) => workspace.namesModel(modelId),
      takeLines: (lines, jobId) => workspace.takeLines(lines, jobId),
      emit: {
        job(job) {
          emit('job', job);
          returnLines([job]);
        },
        progress: (progress) => emit('progress', progress),
      },
      report: (thrown) => log.error('queue', thrown),
      monitor,
      pause,
      stamp,
    });
    closers.push(() => queue.stop());

    const feed = usableFeed(options.updateFeed);
    const updates =
      feed === null
        ? null
        : new Updates({
            version: options.version,
            documents,
            settings: settings.read,
            isAllowed: () => !pause.isOn,
            read: () => readFeed(feed),
            now: Date.now,
            changed: () => status.touch(),
            report: (thrown) => log.error('look for a newer version', thrown),
          });
    const openReceipt = options.openReceipt ?? (async () => false);

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
    closers.push(() => status.close());
    onEvent((name) => {
      if (name === 'job' || name === 'workspace') status.touch();
    });
    accounts.signInChanged.subscribe((accountId) => {
      emit('accounts', {});
      if (accountId === accounts.current().id) status.touch();
    });
    consents.changed.subscribe(({ accountId, isGiven }) => {
      if (isGiven) queue.consentGiven(accountId);
      emit('accounts', {});
      if (accountId === accounts.current().id) status.touch();
    });
    /** After a change of what the window shows: the account, its address, its credentials, or the pause. */
    const watch = () =>
      monitor.watch(accounts.current().id, async (id) => {
        // A probe does not start it, and does not wait for it: `changed` tells when it listens.
        if (id === localAccountId && !local.isRunning)
          throw mainError('network', ref('errors.account.localStarting'));
        return accounts.clientFor(id);
      });
    local.changed.subscribe(() => {
      const isShown = accounts.current().id === localAccountId;
      if (local.isRunning) monitor.reached(localAccountId);
      if (isShown && local.isRunning) watch();
      else if (isShown) status.touch();
    });

    const signIns = createSignIns({
      accounts,
      clock,
      userAgent,
      permit,
      language: () => settings.read().language ?? 'system',
      ...(options.openExternal && { openExternal: options.openExternal }),
      done(account) {
        monitor.signedIn(account.id);
        if (account.id === accounts.current().id) watch();
        emit('accounts', {});
      },
    });
    closers.push(() => signIns.close());

    const catalogs = createCatalogs({
      accounts: {
        current: () => accounts.current(),
        list: () => accounts.list(),
        clientFor: (id) => accounts.clientFor(id),
        isStarting: (id) => id === localAccountId && local.isStarting,
      },
      soap,
      documents,
      clock,
      background: new BackgroundBudget({ monitor, clock, isBusy: (accountId) => queue.isBusy(accountId) }),
      remembered: (accountId) => queue.placedOrders(accountId),
    });
    const opened = new Opened(() => emit('opened', {}));
    let address: (() => string) | null = null;
    const info = (): AppInfo => ({
      version: options.version,
      host: options.host,
      platform: process.platform,
      keyring: { kind: secrets.kind, detail: englishText(secrets.detail), text: secrets.detail },
      dataFolder: dataDir,
      ...(feed !== null && { updateHost: new URL(feed).host }),
      setAside: ownDocuments.filter((key) => documents.setAside.has(key)),
    });
    const handlers = createHandlers({
      info,
      accounts,
      consents,
      signIns,
      soap,
      catalogs,
      queue,
      spool,
      originals: new Originals(),
      pictures,
      settings,
      workspace,
      status,
      stamp,
      monitor,
      watch,
      opened,
      address: () => address?.() ?? null,
      openReceipt,
      async openUpdate() {
        const found = updates?.found;
        return feed !== null && found ? openReceipt(found.url, feed) : false;
      },
      local,
      operate: (action) => local.operate(action),
      diagnostics: async (language) =>
        collectDiagnostics(
          {
            info: info(),
            status: status.read(),
            settings: settings.read(),
            workspace: workspace.read(),
            accounts: accounts.list(),
            jobs: queue.list(),
            sqlite: database.sqlite,
            restoredFrom: database.restored?.from ?? null,
          },
          await messagesFor(language, []),
          Date.now(),
        ),
      emitSettings(changed) {
        emit('settings', changed);
        // A person may have switched it on, or not want to see what was found.
        void updates?.look();
        status.touch();
      },
    });
    const call: App['call'] = (name, input) =>
      dispatch(contract, handlers, name, input, (where, thrown) => log.error(where, thrown));
    const control = await startControlServer(dataDir, call);
    closers.push(() => control.close());
    onEvent((name, payload) => control.broadcast(name, payload));

    queue.start();
    // The process may have ended between the end of an order and this.
    returnLines(queue.list());
    database.backUp.begin();
    watch();
    // A command starts it only if it needs it.
    if (options.host !== 'cli') local.begin();
    closers.push(keepHouse());
    if (updates) closers.push(updates.begin(options.firstLook));
    closers.push(watchForWake(() => queue.tryNow()));
    for (const key of documents.setAside)
      log.info(`the stored ${key} cannot be read; it was set aside in the database as ${key}/unreadable`);

    /** Removes unreferenced spool files and backs up the database, every hour. */
    function keepHouse(): () => void {
      const collect = () =>
        spool
          .collect(
            new Set([
              ...queue.referencedFiles(),
              ...workspace.referencedFiles(),
              ...opened.referencedFiles(),
            ]),
          )
          .catch((thrown: unknown) => log.error('spool', thrown));
      const backUp = () => database.backUp.now().catch((thrown: unknown) => log.error('backup', thrown));
      void collect();
      const timer = setInterval(() => void Promise.all([collect(), backUp()]), hour);
      timer.unref();
      return () => clearInterval(timer);
    }

    return {
      log,
      client: {
        invoke: (name, input) => call(name, input) as never,
        on(wanted, listener) {
          return onEvent((name, payload) => {
            if ((name as string) === wanted) listener(payload as never);
          });
        },
      },
      call,
      onEvent,
      importStream: spool.importStream,
      async spooled(sha256) {
        const size = await spool.sizeOf(sha256);
        return size === null ? null : { path: spool.pathOf(sha256), size };
      },
      async open(path, how = {}) {
        await openFile(path, how, { spool, opened, workspace });
      },
      tryNow: () => queue.tryNow(),
      setAddress(next) {
        address = next;
      },
      close: closeAll,
    };
  } catch (thrown) {
    await closeAll();
    throw explainDataFolderFailure(thrown, dataDir);
  }
}
