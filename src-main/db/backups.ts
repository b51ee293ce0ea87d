/**
 * Copies of the database beside it (`backups/`), the newest of which replaces a damaged one. Damaged files
 * are never deleted: they move to `quarantine/`. A restored database is out of date, which is why sent.log
 * exists.
 */
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { removeFileSync, renameFileSync } from '../file-system/rename-and-remove.ts';
import { hasSoundSchema } from './migrate.ts';
import { ensurePrivateFile, ensurePrivateFolder, syncFolder } from './private-files.ts';

/** The most backups that stay: the newest ones, and before them the newest of each hour. */
const maxBackups = 7;
const newestBackups = 3;
/** The part of a backup's name that names its hour. */
const hourOf = (path: string) => basename(path).slice(0, '2026-01-01T00'.length);

const backupFolder = (path: string) => join(dirname(path), 'backups');
const stamp = (now: number) => new Date(now).toISOString().replaceAll(':', '-');

/** Newest first. The names begin with the time, so they sort by it. */
function listBackups(path: string): string[] {
  const folder = backupFolder(path);
  if (!existsSync(folder)) return [];
  const ours = readdirSync(folder).filter((name) => name.endsWith(`-${basename(path)}`));
  return ours
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

/** The path of the next backup; creates the folder. */
export function nextBackupPath(path: string, now: number): string {
  ensurePrivateFolder(backupFolder(path));
  return join(backupFolder(path), `${stamp(now)}-${basename(path)}`);
}

/** The path of a backup that is being written. */
export const unfinished = (target: string): string => `${target}${part}`;
const part = '.part';

/** Removes what processes that died left. Call while no backup is being written. */
export function dropUnfinishedBackups(path: string): void {
  const folder = backupFolder(path);
  for (const name of readdirSync(folder)) if (name.endsWith(part)) removeFileSync(join(folder, name));
}

/** A complete copy, written in one go. It blocks, so it is only for the moments before a migration. */
export function backUpNow(sqlite: Database, path: string, now: number): void {
  const target = nextBackupPath(path, now);
  removeFileSync(target);
  sqlite.prepare('VACUUM INTO ?').run(target);
  ensurePrivateFile(target);
  syncFolder(dirname(target));
}

/** Short commands make backups too; many of them in an hour do not displace those of earlier hours. */
export function dropOldBackups(path: string): void {
  const hours = new Set<string>();
  let count = 0;
  for (const backup of listBackups(path)) {
    const stays = count < newestBackups || (count < maxBackups && !hours.has(hourOf(backup)));
    if (stays) count += 1;
    else removeFileSync(backup);
    hours.add(hourOf(backup));
  }
}

/**
 * The schema first: SQLite resolves what it says only when a check uses it, and would then report an error of
 * ours.
 */
export const isSound = (sqlite: Database, steps: readonly string[]): boolean =>
  hasSoundSchema(sqlite, steps) &&
  sqlite.pragma('quick_check(1)', { simple: true }) === 'ok' &&
  hasSoundIndexes(sqlite);

/** Finds what the quick check skips and a later write would fail on; indexes can be rebuilt. */
function hasSoundIndexes(sqlite: Database): boolean {
  const isWhole = () => sqlite.pragma('integrity_check(1)', { simple: true }) === 'ok';
  if (isWhole()) return true;
  sqlite.exec('REINDEX');
  return isWhole();
}

/** SQLite's code for "this file is damaged or no database". */
export function isDamage(thrown: unknown): boolean {
  const { code, message } = thrown as { code?: unknown; message?: unknown };
  if (code === 'SQLITE_ERROR') return /^unsupported file format$/.test(String(message));
  return typeof code === 'string' && /^SQLITE_(CORRUPT|NOTADB)/.test(code);
}

/** Moves the database and its side files away; returns the folder that now contains them. */
export function quarantine(path: string, now: number): string {
  const folder = join(dirname(path), 'quarantine', stamp(now));
  ensurePrivateFolder(folder);
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    if (existsSync(file)) renameFileSync(file, join(folder, basename(file)));
  }
  syncFolder(dirname(path));
  return folder;
}

/** Replaces the database by the newest sound backup. False if there is none. */
export function restoreNewest(path: string, steps: readonly string[]): boolean {
  for (const backup of listBackups(path)) {
    if (!soundFile(backup, steps)) continue;
    copyFileSync(backup, path);
    return true;
  }
  return false;
}

function soundFile(path: string, steps: readonly string[]): boolean {
  let sqlite: Database | null = null;
  try {
    sqlite = new Sqlite(path, { readonly: true });
    return isSound(sqlite, steps);
  } catch {
    return false;
  } finally {
    sqlite?.close();
  }
}
