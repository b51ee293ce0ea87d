/**
 * Pairs a folder of uploads with a PostgreSQL database: both hold the same id, in a file and in a row. A
 * service with the wrong one of the two would remove every file that its database does not know, so it does
 * not start. SQLite needs no pairing, since it is in the folder.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../store/dialect.ts';
import { pairingFile } from '../store/elsewhere.ts';
import { addSetting, readSetting } from '../store/settings.ts';

const settingName = 'upload-folder';

/** Before the database is opened. @throws Error with a sentence if the folder has a database of its own */
export function refuseOwnDatabase(dataDir: string): void {
  if (!existsSync(join(dataDir, 'service.sqlite'))) return;
  throw new Error(
    `${dataDir} has a database of its own, service.sqlite. Choose another folder with --data, or start without --database.`,
  );
}

/** Pairs a new database and an empty folder for good. @throws Error with a sentence: no pair */
export async function pair(store: Store, dataDir: string): Promise<void> {
  const known = await readSetting(store, settingName);
  const file = pairingFile(dataDir);
  const own = existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
  if (known !== null) {
    if (known === own) return;
    throw new Error(
      `The database belongs to another folder of uploads than ${dataDir}. Give that one with --data, or another database.`,
    );
  }
  if (hasUploads(dataDir))
    throw new Error(
      `The uploads in ${dataDir} belong to another database than this one, which is new. Give that one with --database, or choose an empty folder with --data.`,
    );
  // The file comes first: if writing stops after it, the next start finds neither uploads nor a row, and
  // continues here.
  const id = own || randomUUID();
  writeFileSync(file, `${id}\n`, { mode: 0o600, flush: true });
  await addSetting(store, settingName, id);
}

function hasUploads(dataDir: string): boolean {
  const folder = join(dataDir, 'uploads');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return readdirSync(folder).some(
    (shard) => /^[0-9a-f]{2}$/.test(shard) && readdirSync(join(folder, shard)).length > 0,
  );
}
