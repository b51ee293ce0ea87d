/** Opens the files of a service in S3-compatible storage. */
import type { FileStore } from '../files/file-store.ts';
import type { Say } from '../log.ts';
import type { Store } from '../store/dialect.ts';
import { LocalCopies } from './local-copies.ts';
import type { StorageAddress } from './s3-address.ts';
import { S3Files } from './s3-files.ts';
import type { StorageKeys } from './s3-keys.ts';
import { type StoragePatience, StorageRequests } from './s3-requests.ts';
import { pairStorage, tryStorage, tryToRemove } from './s3-start.ts';

export interface FileStorage {
  readonly address: StorageAddress;
  readonly keys: () => StorageKeys;
  readonly patience?: Partial<StoragePatience>;
}

/** Rejects with a sentence if the storage cannot be used, or has the files of another database. */
export async function openStorage(
  store: Store,
  dataDir: string,
  storage: FileStorage,
  say: Say,
): Promise<FileStore> {
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
