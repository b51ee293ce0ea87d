/**
 * Backs up the database while it is in use. A backup gets its name when it is complete, so one that was cut
 * off is never taken for a backup. One at a time.
 */
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { renameFileSync } from '../file-system/rename-and-remove.ts';
import { dropOldBackups, dropUnfinishedBackups, nextBackupPath, unfinished } from './backups.ts';
import { ensurePrivateFile, syncFolder } from './private-files.ts';

export interface BackUp {
  /** Rejects with what the disk refuses. */
  now(): Promise<void>;
  /** From here on, changes count for `ifChanged`. */
  begin(): void;
  /**
   * The last backup of a process: only if something changed since `begin` or the last backup, and at most
   * `patience` ms long.
   */
  ifChanged(patience: number): Promise<void>;
}

export function createBackUp(sqlite: Database, path: string, now: () => number): BackUp {
  const changes = sqlite.prepare('SELECT total_changes()').pluck();
  let seen: unknown = null;
  let deadline = Number.POSITIVE_INFINITY;
  let running: Promise<void> | null = null;

  async function make(): Promise<void> {
    const target = nextBackupPath(path, now());
    dropUnfinishedBackups(path);
    const copied = changes.get();
    const part = unfinished(target);
    await sqlite.backup(part, {
      progress: () => {
        // Ends it; the next backup removes what there is.
        if (performance.now() > deadline) throw new TooLate();
        return pagesAtOnce;
      },
    });
    ensurePrivateFile(part);
    renameFileSync(part, target);
    syncFolder(dirname(target));
    dropOldBackups(path);
    seen = copied;
  }
  const once = (): Promise<void> => {
    running ??= make().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    now: once,
    begin() {
      seen = changes.get();
    },
    async ifChanged(patience) {
      if (seen === null) return;
      deadline = performance.now() + patience;
      try {
        await running;
        if (changes.get() !== seen) await once();
      } catch (thrown) {
        if (!(thrown instanceof TooLate)) throw thrown;
      }
    },
  };
}

/** Pages copied between two checks of the time: 400 kB. */
const pagesAtOnce = 100;

class TooLate extends Error {}
