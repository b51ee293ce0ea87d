/**
 * Notes that the data of a folder are elsewhere. `fleet/` writes them and every start reads them: two
 * services that continued from the same orders would each miss the other's, and a service without its files
 * would lose them.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from './dialect.ts';
import { addSetting, readSetting } from './settings.ts';

/** Names the PostgreSQL database to which the uploads of the folder belong (`fleet/pairing.ts`). */
export const pairingFile = (dataDir: string): string => join(dataDir, 'service.database');

/** Written when a move of the folder's service begins, and again when it is done (`fleet/move/`). */
export interface MoveNote {
  /** Random. What a move has begun is continued only by a move with the same id. */
  readonly id: string;
  /** The target, for sentences. */
  readonly to: string;
  readonly isDone: boolean;
}

export const moveNoteIn = (dataDir: string): string => join(dataDir, 'service.moved');

/** Null: no move has begun. @throws Error with a sentence if the note cannot be read */
export function readMoveNote(dataDir: string): MoveNote | null {
  const file = moveNoteIn(dataDir);
  if (!existsSync(file)) return null;
  try {
    const { id, to, isDone } = JSON.parse(readFileSync(file, 'utf8')) as Partial<MoveNote>;
    if (typeof id === 'string' && typeof to === 'string' && typeof isDone === 'boolean')
      return { id, to, isDone };
  } catch {
    // Not what a move writes.
  }
  throw new Error(
    `${file} says that the service was moved from here, and is damaged. If the folder is to be used as before, delete that file.`,
  );
}

export function writeMoveNote(dataDir: string, note: MoveNote): void {
  const file = moveNoteIn(dataDir);
  writeFileSync(`${file}.new`, `${JSON.stringify(note)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/** Before SQLite in the folder is opened. @throws Error with a sentence if its data are elsewhere */
export function requireDataHere(dataDir: string): void {
  if (existsSync(pairingFile(dataDir)))
    throw new Error(
      `The uploads in ${dataDir} belong to a PostgreSQL database. Give its address with --database or FABDESK_DATABASE, or choose another folder with --data.`,
    );
  const note = readMoveNote(dataDir);
  if (note === null) return;
  const file = moveNoteIn(dataDir);
  throw new Error(
    note.isDone
      ? `The service in ${dataDir} was moved to ${note.to}. Start it there. To go back to this folder, without what came after the move, delete ${file}.`
      : `The service in ${dataDir} is being moved to ${note.to}, and that is not complete. Run npm run service -- move again. To use this folder as before, delete ${file}.`,
  );
}

const unfinished = 'unfinished-move';

/** The id of the move that has begun to fill this database; null: none, or it is complete. */
export const unfinishedMove = (store: Store): Promise<string | null> => readSetting(store, unfinished);

export const beginMove = (store: Store, id: string): Promise<void> => addSetting(store, unfinished, id);

export async function completeMove(store: Store): Promise<void> {
  await store.deleteFrom('setting').where('name', '=', unfinished).execute();
}

/** @throws Error with a sentence if a part of the service's data is missing in the database */
export async function refuseUnfinishedMove(store: Store): Promise<void> {
  if ((await unfinishedMove(store)) === null) return;
  throw new Error(
    'The move of a service into this database is not complete. Run npm run service -- move again, with the same options.',
  );
}

/** The setting that names the storage: an id, a blank, its name for sentences (`fleet/s3-start.ts`). */
export const storageSetting = 'file-storage';

/** The storage of the database's files; null: on the disk. */
export async function pairedStorage(store: Store): Promise<{ id: string; name: string } | null> {
  const [, id, name] = /^(\S+) (.*)$/.exec((await readSetting(store, storageSetting)) ?? '') ?? [];
  return id === undefined || name === undefined ? null : { id, name };
}

/** @throws Error with a sentence if the files are in a storage */
export async function requireFilesHere(store: Store): Promise<void> {
  const paired = await pairedStorage(store);
  if (paired !== null)
    throw new Error(
      `The files of this service are in ${paired.name}. Give its address with --files or FABDESK_FILES.`,
    );
}
