/** Reads the addresses of the database and the storage from the command line or the environment. */
import type { FileStorage } from './open-storage.ts';
import { type DatabaseAddress, readDatabaseAddress } from './postgres-address.ts';
import { readStorageAddress } from './s3-address.ts';
import { storageKeys } from './s3-keys.ts';

/** Null: neither the option nor FABDESK_DATABASE gives an address. @throws Error with a sentence */
export function givenDatabase(
  option: '--database' | '--to',
  given: string | undefined,
): DatabaseAddress | null {
  if (given !== undefined) return readDatabaseAddress(given, option);
  const inherited = process.env['FABDESK_DATABASE'];
  return inherited === undefined ? null : readDatabaseAddress(inherited, 'FABDESK_DATABASE');
}

/** Null: neither the option nor FABDESK_FILES gives an address. @throws Error with a sentence */
export function givenStorage(option: string | undefined): FileStorage | null {
  const inherited = process.env['FABDESK_FILES'];
  if (option === undefined && inherited === undefined) return null;
  const address =
    option === undefined
      ? readStorageAddress(inherited ?? '', 'FABDESK_FILES')
      : readStorageAddress(option, '--files');
  return { address, keys: storageKeys(process.env) };
}
