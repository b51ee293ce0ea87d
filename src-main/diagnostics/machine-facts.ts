/** The program, what it runs on, and what lies in its data folder: numbers and versions, no names. */
import { readdir, stat, statfs } from 'node:fs/promises';
import { arch, cpus, freemem, release, version as systemVersion, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';

export function programFacts({ version, host }: { readonly version: string; readonly host: string }) {
  const { versions } = process;
  return {
    fabdesk: version,
    host,
    electron: versions['electron'] ?? null,
    chromium: versions['chrome'] ?? null,
    node: versions.node,
    v8: versions.v8,
    platform: process.platform,
    system: { release: release(), version: systemVersion() },
    architecture: { program: process.arch, system: arch() },
    processors: cpus().length,
    memory: { total: totalmem(), free: freemem(), program: process.memoryUsage().rss },
    runningSeconds: Math.round(process.uptime()),
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
  };
}

export function databaseFacts(sqlite: Database) {
  const read = (pragma: string) => sqlite.pragma(pragma, { simple: true });
  return {
    sqlite: sqlite.prepare('SELECT sqlite_version()').pluck().get(),
    schema: read('user_version'),
    journal: read('journal_mode'),
    synchronous: read('synchronous'),
    pages: read('page_count'),
    pageSize: read('page_size'),
    freePages: read('freelist_count'),
  };
}

/** Bytes of the files whose names are ours, and how many files the folders have. */
export async function folderFacts(dataDir: string) {
  const all = async <T>(find: (path: string) => Promise<T>, names: readonly string[]) =>
    Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await find(join(dataDir, name))] as const)),
    );
  const disk = await statfs(dataDir).catch(() => null);
  return {
    files: await all(sizeOf, ['fabdesk.db', 'fabdesk.db-wal', 'sent.log', 'ballast']),
    folders: await all(contentOf, ['backups', 'quarantine', 'spool', 'pictures', 'logs']),
    disk: disk && { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize },
  };
}

/** Null for what does not exist. */
const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

async function contentOf(folder: string) {
  const names = await readdir(folder).catch(() => null);
  if (names === null) return null;
  const sizes = await Promise.all(names.map((name) => sizeOf(join(folder, name))));
  return { count: names.length, bytes: sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0) };
}
