/**
 * The note in a data folder whose service is being moved elsewhere, or was (`move/`). While it is there, no service starts on
 * the folder: two services would go on from the same orders, and each would miss what the other sold. And the row in a
 * database for as long as a move has not brought everything there.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from './dialect.ts';

export interface MoveNote {
  /** Random. What a move has begun is continued only by a move with the same id. */
  readonly id: string;
  /** Where to, for sentences. */
  readonly to: string;
  readonly isDone: boolean;
}

export const moveNoteIn = (dataDir: string): string => join(dataDir, 'service.moved');

/** Null: nobody has begun to move it. @throws Error with a sentence if it cannot be read */
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

/** Before the database is opened. @throws Error with a sentence */
export function refuseMovedFolder(dataDir: string): void {
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
export async function unfinishedMove(store: Store): Promise<string | null> {
  const row = await store
    .selectFrom('setting')
    .select('value')
    .where('name', '=', unfinished)
    .executeTakeFirst();
  return row?.value ?? null;
}

export async function beginMove(store: Store, id: string): Promise<void> {
  await store.insertInto('setting').values({ name: unfinished, value: id }).execute();
}

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
