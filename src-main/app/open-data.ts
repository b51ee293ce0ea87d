/**
 * The first stage of the application: the data folder, locked for this process, and everything that is stored
 * in it.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ClosingStack } from '../../src-shared/closing-stack.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { openDatabase } from '../db/database.ts';
import { openSentLog } from '../db/sent-log.ts';
import { createPictures } from '../files/pictures.ts';
import { createSpool } from '../files/spool.ts';
import { folderPlace } from '../folder-stamp/folder-place.ts';
import { openFolderStamp } from '../folder-stamp/folder-stamp.ts';
import { newestOrders } from '../folder-stamp/newest-orders.ts';
import { stepFileIn } from '../folder-stamp/step-file.ts';
import { acquireInstanceLock } from '../instance/lock.ts';
import { openLog } from '../log.ts';
import { mainError } from '../main-error.ts';
import { systemClock } from '../queue/core/clock.ts';
import { openSecretStore, probeKeychain } from '../secrets/open-secret-store.ts';
import { createStoredSettings } from '../stored-settings.ts';
import { SharedWorkspace } from '../workspace.ts';
import type { AppEvents } from './events.ts';
import type { AppOptions } from './options.ts';

/** How long the last backup may delay the end, ms. One that takes longer is left to the next hour. */
const lastBackUpPatience = 500;
/** How long closing waits for the keychain, ms. */
const lastKeychainPatience = 500;

export type AppData = Awaited<ReturnType<typeof openData>>;

/** Throws `already-running`, and other `CodedError`s if the folder cannot be used. */
export async function openData(
  { dataDir, stateDir, startKeyring }: AppOptions,
  { emit }: AppEvents,
  closing: ClosingStack,
) {
  const lock = acquireInstanceLock(dataDir);
  if (!lock) throw mainError('already-running', ref('errors.alreadyRunning'));
  closing.add(() => lock.release());
  // Its process starts while the database is opened.
  const keychain = probeKeychain(startKeyring && { startChild: startKeyring });
  closing.add(() => keychain.keyring.close());
  const log = openLog(dataDir);
  const database = openDatabase(join(dataDir, 'fabdesk.db'));
  closing.add(() => database.close());
  closing.add(() =>
    database.backUp.ifChanged(lastBackUpPatience).catch((thrown: unknown) => log.error('backup', thrown)),
  );
  if (database.restored) log.info(`database restored from ${database.restored.from}`);
  const sentLog = openSentLog(join(dataDir, 'sent.log'), database.meta);
  closing.add(() => sentLog.close());
  const { documents } = database;
  const settings = createStoredSettings(documents);
  const workspace = new SharedWorkspace({ documents, emit: (event) => emit('workspace', event) });
  workspace.windowsGone();
  const spool = createSpool({ folder: join(dataDir, 'spool') });
  const pictures = createPictures({ folder: join(dataDir, 'pictures') });
  const [secrets] = await Promise.all([openSecretStore(documents, keychain), spool.start()]);
  const stamp = await openFolderStamp({
    database,
    sentLog,
    secrets,
    stepFile: stateDir === undefined ? null : stepFileIn(stateDir, dataDir),
    place: folderPlace(dataDir),
    clock: systemClock,
    newestOrders: () => newestOrders(database),
    newId: randomUUID,
    report: (thrown) => log.error('folder stamp', thrown),
  });
  closing.add(() => stamp.close(lastKeychainPatience));
  return { log, database, documents, sentLog, settings, workspace, spool, pictures, secrets, stamp };
}
