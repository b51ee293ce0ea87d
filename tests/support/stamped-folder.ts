/**
 * A data folder with a real database and a real sent.log, and a keychain that outlives it: for tests of
 * folders that are copied, restored, and killed at any durable step.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../../src-main/db/database.ts';
import { openSentLog } from '../../src-main/db/sent-log.ts';
import { folderPlace } from '../../src-main/folder-stamp/folder-place.ts';
import { type FolderStamp, openFolderStamp } from '../../src-main/folder-stamp/folder-stamp.ts';
import { newestOrders } from '../../src-main/folder-stamp/newest-orders.ts';
import { stepFileIn } from '../../src-main/folder-stamp/step-file.ts';
import type { SecretStore } from '../../src-main/secrets/secret-store.ts';
import { FakeClock } from './fake-clock.ts';
import { removeFolder } from './remove-folder.ts';

/** The process dies at this durable step; nothing it does later has an effect. */
export class Kill extends Error {}

export class KeychainDouble {
  readonly entries = new Map<string, string>();
  kind: SecretStore['kind'] = 'keychain';
  /** The folder for what lies outside of the data folder; null: there is none. */
  stateDir: string | null = null;
  /** Every call fails, as with a locked keychain. */
  isLocked = false;
  /** Calls never end. */
  isSilent = false;

  secrets(step: (work: () => void) => void): Pick<SecretStore, 'kind' | 'get' | 'set'> {
    const answer = async <T>(work: () => T): Promise<T> => {
      if (this.isSilent) return new Promise(() => {});
      if (this.isLocked) throw new Error('locked');
      return work();
    };
    return {
      kind: this.kind,
      get: (name) => answer(() => this.entries.get(name) ?? null),
      set: (name, value) => answer(() => step(() => void this.entries.set(name, value))),
    };
  }
}

export interface OpenFolder {
  readonly stamp: FolderStamp;
  readonly database: ReturnType<typeof openDatabase>;
  readonly reports: unknown[];
  /** How many durable steps there were. */
  readonly steps: () => number;
  close(): void;
}

export interface OpenFolderOptions {
  /** The durable step at which the process dies, counted from 0. */
  readonly killAt?: number;
  /** Whether the step that kills it still becomes durable. */
  readonly after?: boolean;
  /** Steps of the log fail with this. */
  readonly logFails?: () => Error | null;
}

let boots = 0;
export const stampClock = new FakeClock();

/** Opens it as the application does and begins an epoch; `adopt` is left to the test. */
export async function openFolder(
  folder: string,
  keychain: KeychainDouble,
  { killAt = Number.POSITIVE_INFINITY, after = false, logFails = () => null }: OpenFolderOptions = {},
): Promise<OpenFolder> {
  let count = 0;
  let isDead = false;
  const step = <T>(work: () => T): T => {
    if (isDead) throw new Kill();
    if (count++ < killAt) return work();
    isDead = true;
    if (after) work();
    throw new Kill();
  };
  const clock = stampClock;
  const database = openDatabase(join(folder, 'fabdesk.db'), { now: () => clock.now() });
  const sentLog = openSentLog(join(folder, 'sent.log'), database.meta, () => clock.now());
  const reports: unknown[] = [];
  let closed = false;
  const close = () => {
    if (closed) return;
    closed = true;
    isDead = true;
    sentLog.close();
    database.close();
  };
  onTestFinished(close);
  const boot = ++boots;
  let ids = 0;
  const stepFile = keychain.stateDir === null ? null : stepFileIn(keychain.stateDir, folder);
  const stamp = await openFolderStamp({
    database: { ...database, transaction: (work) => step(() => database.transaction(work)) },
    sentLog: {
      ...sentLog,
      append: (entry) =>
        step(() => {
          const failure = logFails();
          if (failure) throw failure;
          sentLog.append(entry);
        }),
    },
    secrets: keychain.secrets(step),
    stepFile: stepFile && { ...stepFile, write: (id, text) => step(() => stepFile.write(id, text)) },
    place: folderPlace(folder),
    clock,
    newestOrders: () => newestOrders(database),
    newId: () => `id-${boot}-${++ids}`,
    report: (thrown) => reports.push(thrown),
  });
  database.meta.beginEpoch(`boot-${boot}`);
  return { stamp, database, reports, steps: () => count, close };
}

/** As `cp -a` does, over whatever is there. */
export function copyFolder(from: string, to: string): void {
  removeFolder(to);
  cpSync(from, to, { recursive: true });
}
