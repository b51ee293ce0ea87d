/** Opens the files of a service: on its disk, or in S3-compatible storage if an address is given. */
import { DiskFiles } from './files/disk-files.ts';
import type { FileStore } from './files/file-store.ts';
import type { FileStorage } from './fleet/open-storage.ts';
import type { Say } from './log.ts';
import type { Store } from './store/dialect.ts';
import { requireFilesHere } from './store/elsewhere.ts';

/** Rejects with a sentence if the files cannot be used, or are not those of this database. */
export async function openFiles(
  store: Store,
  dataDir: string,
  storage: FileStorage | null,
  say: Say,
): Promise<FileStore> {
  if (storage === null) {
    await requireFilesHere(store);
    return new DiskFiles(dataDir);
  }
  // Loaded only here: most services have their files on the disk.
  const { openStorage } = await import('./fleet/open-storage.ts');
  return openStorage(store, dataDir, storage, say);
}
