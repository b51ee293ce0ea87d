/**
 * Opens and closes the application's one database. It ensures durability and does not know the contents.
 * Called by the composition root, which holds the instance lock, so no other process writes.
 *
 * `synchronous=FULL` is set on every open: the package compiles SQLite so that a reopened WAL database
 * silently syncs less, and a power cut would then lose the record of what was sent (reliability: R2).
 */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { ref } from '../../src-shared/messages/messages.ts';
import { CodedError } from '../../src-shared/result.ts';
import { mainError } from '../main-error.ts';
import { type BackUp, createBackUp } from './back-up.ts';
import { backUpNow, isDamage, isSound, quarantine, restoreNewest } from './backups.ts';
import { type SqliteDocuments, sqliteDocuments } from './documents.ts';
import { createMeta, type Meta } from './meta.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { ensurePrivateFile, ensurePrivateFolder } from './private-files.ts';

export interface AppDatabase {
  readonly sqlite: Database;
  readonly documents: SqliteDocuments;
  readonly meta: Meta;
  /**
   * Set if the file was damaged: it is in `quarantine` now, and an older backup or an empty database replaced
   * it.
   */
  readonly restored: { readonly from: 'backup' | 'nothing'; readonly quarantine: string } | null;
  /** Everything is durable when this returns, or nothing. Nested calls join the outer one. */
  transaction<T>(work: () => T): T;
  /** Copies the database while it is in use and keeps a few copies. */
  readonly backUp: BackUp;
  close(): void;
}

export interface OpenOptions {
  /** Epoch ms; names backups and quarantines. */
  readonly now?: () => number;
  readonly steps?: readonly string[];
}

/** Throws `node-too-old`, `database-newer`, `disk-full`, `database-unusable`. */
export function openDatabase(path: string, options: OpenOptions = {}): AppDatabase {
  // An older Node loads the native package and crashes without a message.
  if (Number(process.versions['napi']) < 10) {
    throw mainError('node-too-old', ref('errors.nodeTooOld'));
  }
  const now = options.now ?? Date.now;
  const steps = options.steps ?? migrations;
  ensurePrivateFolder(dirname(path));
  let restored: AppDatabase['restored'] = null;
  let sqlite: Database;
  try {
    sqlite = open(path, steps, now);
  } catch (thrown) {
    if (!isDamage(thrown)) throw explained(thrown);
    const folder = quarantine(path, now());
    restored = { from: restoreNewest(path, steps) ? 'backup' : 'nothing', quarantine: folder };
    sqlite = open(path, steps, now);
  }
  // Created once: creating it costs as much as reading a job.
  const transaction = sqlite.transaction(<T>(work: () => T) => work());
  return {
    sqlite,
    documents: sqliteDocuments(sqlite),
    meta: createMeta(sqlite),
    restored,
    transaction: (work) => transaction.immediate(work) as ReturnType<typeof work>,
    backUp: createBackUp(sqlite, path, now),
    close: () => sqlite.close(),
  };
}

function open(path: string, steps: readonly string[], now: () => number): Database {
  const existed = existsSync(path);
  ensurePrivateFile(path);
  const sqlite = new Sqlite(path);
  try {
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = FULL');
    // macOS: plain fsync leaves data in the drive's cache.
    sqlite.pragma('fullfsync = 1');
    sqlite.pragma('checkpoint_fullfsync = 1');
    sqlite.pragma('foreign_keys = ON');
    sqlite.pragma('busy_timeout = 5000');
    sqlite.pragma('trusted_schema = OFF');
    if (existed && !isSound(sqlite, steps))
      throw Object.assign(new Error('quick_check'), { code: 'SQLITE_CORRUPT' });
    migrate(sqlite, steps, () => backUpNow(sqlite, path, now()));
    return sqlite;
  } catch (thrown) {
    sqlite.close();
    throw thrown;
  }
}

function explained(thrown: unknown): unknown {
  if (thrown instanceof CodedError) return thrown;
  const code = String((thrown as { code?: unknown }).code ?? '');
  if (isDiskFull(thrown)) {
    return mainError('disk-full', ref('errors.disk.full'), { cause: thrown });
  }
  const text = ref('errors.database.unusable', { code: code || String(thrown) });
  return mainError('database-unusable', text, { cause: thrown });
}

/** SQLite's and the file system's codes for a full disk. */
export function isDiskFull(thrown: unknown): boolean {
  const code = (thrown as { code?: unknown } | null)?.code;
  return code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT';
}

/** SQLite's and the file system's codes for an input/output error. */
export function isDiskFailing(thrown: unknown): boolean {
  const code = (thrown as { code?: unknown } | null)?.code;
  return code === 'EIO' || (typeof code === 'string' && code.startsWith('SQLITE_IOERR'));
}
