/**
 * Where a service under test has its files: on the disk, or with FABDESK_TEST_FILES=s3 in a storage of this
 * process, under a prefix of its own. The tests that concern files run on both (vitest.config.ts).
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStorage } from '../../../src-service/fleet/open-storage.ts';
import { readStorageAddress } from '../../../src-service/fleet/s3-address.ts';
import { startStorage, type TestStorage } from '../s3/server.ts';

const inStorage = process.env['FABDESK_TEST_FILES'] === 's3';
let started: Promise<TestStorage> | null = null;

const prefixOf = (dataDir: string): string => createHash('sha256').update(dataDir).digest('hex').slice(0, 24);

export const storageAddress = (storage: TestStorage, prefix = '', region = storage.region): string =>
  `s3://${storage.bucket}/${prefix}?region=${region}&endpoint=${encodeURIComponent(storage.url)}`;

export const filesIn = (storage: TestStorage, prefix = ''): FileStorage => ({
  address: readStorageAddress(storageAddress(storage, prefix), '--files'),
  keys: () => storage.keys,
  patience: { silence: 2_000, pause: 10, away: 50 },
});

/** For a service in this folder; undefined for the disk. */
export async function filesFor(dataDir: string): Promise<FileStorage | undefined> {
  if (!inStorage) return undefined;
  started ??= startStorage();
  return filesIn(await started, prefixOf(dataDir));
}

/** SHA-256 -> bytes of every content that the service in this folder has stored. */
export async function storedContents(dataDir: string): Promise<Map<string, number>> {
  if (started !== null) {
    const prefix = `${prefixOf(dataDir)}/files/`;
    const { objects } = await started;
    const found = [...objects].filter(([key]) => key.startsWith(prefix));
    return new Map(found.map(([key, { bytes }]) => [key.slice(prefix.length), bytes.length]));
  }
  const uploads = join(dataDir, 'uploads');
  const shards = existsSync(uploads) ? readdirSync(uploads).filter((name) => /^[0-9a-f]{2}$/.test(name)) : [];
  return new Map(
    shards.flatMap((shard) =>
      readdirSync(join(uploads, shard)).map(
        (name) => [name, statSync(join(uploads, shard, name)).size] as const,
      ),
    ),
  );
}

/**
 * Copies the contents that the service in one folder has stored for one in another folder, while both exist,
 * as a backup does.
 */
export async function copyContents(from: string, to: string): Promise<void> {
  if (started !== null) {
    const { objects } = await started;
    const prefix = `${prefixOf(from)}/`;
    for (const [key, object] of [...objects])
      if (key.startsWith(prefix)) objects.set(`${prefixOf(to)}/${key.slice(prefix.length)}`, object);
    return;
  }
  const uploads = join(from, 'uploads');
  for (const shard of readdirSync(uploads))
    if (/^[0-9a-f]{2}$/.test(shard))
      await cp(join(uploads, shard), join(to, 'uploads', shard), { recursive: true });
}
