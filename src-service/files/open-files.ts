/** Opens the files of a service: on its disk, or in S3-compatible storage if an address is given. */
import type { Store } from '../store/dialect.ts';
import type { Say } from '../store/postgres-membership.ts';
import { DiskFiles } from './disk-files.ts';
import type { FileStore } from './file-store.ts';
import { LocalCopies } from './local-copies.ts';
import { pairedStorage } from './paired-storage.ts';
import type { StorageAddress } from './s3-address.ts';
import type { StorageKeys } from './s3-keys.ts';
import type { StoragePatience } from './s3-requests.ts';

export interface FileStorage {
  readonly address: StorageAddress;
  readonly keys: () => StorageKeys;
  readonly patience?: Partial<StoragePatience>;
}

/** Rejects with a sentence if the files cannot be used, or are not those of this database. */
export async function openFiles(
  store: Store,
  dataDir: string,
  storage: FileStorage | undefined,
  say: Say,
): Promise<FileStore> {
  if (storage === undefined) {
    const paired = await pairedStorage(store);
    if (paired !== null)
      throw new Error(
        `The files of this service are in ${paired.name}. Give its address with --files or FABDESK_FILES.`,
      );
    return new DiskFiles(dataDir);
  }
  // Loaded only here: most services have their files on the disk.
  const [{ StorageRequests }, { S3Files }, { pairStorage, tryStorage, tryToRemove }] = await Promise.all([
    import('./s3-requests.ts'),
    import('./s3-files.ts'),
    import('./s3-start.ts'),
  ]);
  const requests = new StorageRequests(storage.address, storage.keys, say, storage.patience);
  try {
    const { isConditional } = await tryStorage(requests, say);
    await tryToRemove(requests);
    await pairStorage(store, requests, dataDir);
    return new S3Files(requests, new LocalCopies(dataDir), isConditional);
  } catch (error) {
    requests.close();
    throw error;
  }
}
