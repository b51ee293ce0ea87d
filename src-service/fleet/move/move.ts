/**
 * Moves a service from a data folder with SQLite to PostgreSQL, and its files to another folder or into
 * S3-compatible storage. It may be killed at any point and run again: the old folder only gets a note
 * (`store/elsewhere.ts`), and nothing starts on the target before everything is there and was compared.
 */
import { randomUUID } from 'node:crypto';
import { openFiles } from '../../open-files.ts';
import { giveIdsAfter, type Store } from '../../store/dialect.ts';
import {
  beginMove,
  completeMove,
  moveNoteIn,
  pairedStorage,
  readMoveNote,
  writeMoveNote,
} from '../../store/elsewhere.ts';
import type { FileStorage } from '../open-storage.ts';
import { type DatabaseAddress, nameOf } from '../postgres-address.ts';
import { nameOfStorage } from '../s3-address.ts';
import { type MovedFiles, moveFiles } from './files.ts';
import { addRows, type Compared, compareRows, copyRows } from './rows.ts';
import { openSource, type Source } from './source.ts';
import type { Table } from './tables.ts';
import { copyKey, openTarget, refuseData, type Target } from './target.ts';

export interface MoveOptions {
  readonly from: string;
  /** The data folder of the service after the move. */
  readonly dataDir: string;
  /** Null: SQLite in `dataDir`. */
  readonly database: DatabaseAddress | null;
  /** Null: the disk. */
  readonly files: FileStorage | null;
  /** Goes on without files that are missing or damaged in the old folder. */
  readonly isWithoutFaulty: boolean;
  readonly say: (line: string) => void;
}

export interface MoveReport {
  /** Database and storage, for sentences. */
  readonly to: string;
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
  readonly files: MovedFiles;
  /** Sums of the ledger by kind of entry. */
  readonly cents: Readonly<Record<string, number>>;
}

/** For sentences. */
const nameOfDatabase = ({ dataDir, database }: MoveOptions): string =>
  database === null ? `SQLite in ${dataDir}` : nameOf(database);

/** A sentence: it was done before. @throws Error with a sentence; Fault 503: database or storage is away */
export async function moveService(options: MoveOptions): Promise<MoveReport | string> {
  const source = await openSource(options.from);
  try {
    await refuseOtherStorage(source.store, options);
    const note = readMoveNote(options.from);
    const to = nameOfDatabase(options);
    if (note !== null && note.to !== to)
      throw new Error(
        `A move of ${options.from} to ${note.to} was begun. Give the same options again; or, to begin another one, delete ${moveNoteIn(options.from)}.`,
      );
    const id = note?.id ?? randomUUID();
    const target = await openTarget(options.dataDir, options.database);
    try {
      const isBegun = target.begunBy === id;
      if (note?.isDone && !isBegun)
        return `The service in ${options.from} was moved to ${to} already. Start it there.`;
      if (!isBegun) await refuseData(target, source.tables);
      writeMoveNote(options.from, { id, to, isDone: false });
      if (!isBegun) await beginMove(target.store, id);
      const report = await moveAll(source, target, options);
      writeMoveNote(options.from, { id, to, isDone: true });
      await completeMove(target.store);
      return report;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Files that are in a bucket already stay there. @throws Error with a sentence */
async function refuseOtherStorage(store: Store, { from, files }: MoveOptions): Promise<void> {
  const paired = await pairedStorage(store);
  if (paired === null || (files && nameOfStorage(files.address) === paired.name)) return;
  throw new Error(
    `The files of the service in ${from} are in ${paired.name}, and stay there. Give its address with --files.`,
  );
}

async function moveAll(source: Source, target: Target, options: MoveOptions): Promise<MoveReport> {
  const { from, dataDir, say } = options;
  copyKey(from, dataDir);
  const settings = source.tables.filter(({ name }) => name === 'setting');
  const tables = source.tables.filter(({ name }) => name !== 'setting');
  // Settings come first: they say where the files are, and a storage accepts a new database only while that
  // has no files.
  for (const table of settings) await addRows(source.store, target.store, table);
  const files = await openFiles(target.store, dataDir, options.files, (_, line) => say(line));
  try {
    for (const table of tables) {
      say(`copying ${table.name}`);
      await copyRows(source.store, target.store, table);
      const [column] = table.key;
      if (table.lastId !== null && column !== undefined)
        await giveIdsAfter(target.store, table.name, column, table.lastId);
    }
    say('copying files');
    const moved = await moveFiles(source.contents(), from, files, dataDir);
    if (moved.faulty > 0 && !options.isWithoutFaulty) throw faultyFiles(moved);
    say('comparing');
    const names = await namesIn(source.store);
    const compared = [
      ...(await compareAll(source, target, settings, ({ name }) => names.has(String(name)))),
      ...(await compareAll(source, target, tables)),
    ];
    const to = [nameOfDatabase(options), options.files && nameOfStorage(options.files.address)];
    return {
      to: to.filter((name) => name !== null).join(', with the files in '),
      tables: compared,
      files: moved,
      cents: await sameLedger(source.store, target.store),
    };
  } finally {
    await files.close();
  }
}

async function compareAll(
  source: Source,
  target: Target,
  tables: readonly Table[],
  isCompared?: (row: Readonly<Record<string, unknown>>) => boolean,
): Promise<{ name: string; rows: number }[]> {
  const compared: { name: string; rows: number }[] = [];
  for (const table of tables) {
    const { rows, isSame }: Compared = await compareRows(source.store, target.store, table, isCompared);
    if (!isSame) throw otherRows(table.name);
    compared.push({ name: table.name, rows });
  }
  return compared;
}

const otherRows = (table: string): Error =>
  new Error(
    `The rows of ${table} are not the same in the new database. Something else has changed it: give an empty one, and delete the note of this move in the old folder.`,
  );

const namesIn = async (store: Store): Promise<Set<string>> =>
  new Set((await store.selectFrom('setting').select('name').execute()).map(({ name }) => name));

/** @returns the sums of the ledger, which a bookkeeper compares. The rows themselves were compared before. */
async function sameLedger(from: Store, to: Store): Promise<Record<string, number>> {
  const [old, moved] = [await ledgerSums(from), await ledgerSums(to)];
  if (JSON.stringify(old) !== JSON.stringify(moved)) throw otherRows('ledger');
  return old;
}

async function ledgerSums(store: Store): Promise<Record<string, number>> {
  const sums = await store
    .selectFrom('ledger')
    .select((eb) => ['kind', eb.fn.sum<number>('cents').as('cents')])
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  return Object.fromEntries(sums.map(({ kind, cents }) => [kind, Number(cents)]));
}

const faultyFiles = ({ faults, faulty }: MovedFiles): Error =>
  new Error(
    [
      ...faults,
      ...(faulty > faults.length ? [`${faulty - faults.length} more files are missing or damaged.`] : []),
      'Restore these files from a backup and run the same command again, or add --without-faulty to move everything else.',
    ].join('\n'),
  );
