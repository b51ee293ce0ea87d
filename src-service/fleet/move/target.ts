/** The target of a move: a database without data, or one that the same move has begun to fill. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ClosingStack, opening } from '../../../src-shared/closing-stack.ts';
import { keepPrivate } from '../../files/keep-private.ts';
import { openStore } from '../../store/database.ts';
import type { Store } from '../../store/dialect.ts';
import { unfinishedMove } from '../../store/elsewhere.ts';
import { lockFolder } from '../../store/folder-lock.ts';
import { type DatabaseAddress, nameOf } from '../postgres-address.ts';
import { openSharedStore } from '../shared-store.ts';
import { countRows } from './rows.ts';
import type { Table } from './tables.ts';

export interface Target {
  readonly store: Store;
  /** For sentences. */
  readonly name: string;
  /** The id of the move that has begun to fill it; null: none, or that move is complete. */
  readonly begunBy: string | null;
  close(): Promise<void>;
}

/** @throws Error with a sentence */
export async function openTarget(dataDir: string, address: DatabaseAddress | null): Promise<Target> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  keepPrivate(dataDir, 0o700);
  return opening(async (closing) => {
    const { unlock } = await lockFolder(dataDir, false);
    closing.add(unlock);
    const store = await openDatabase(dataDir, address, closing);
    return {
      store,
      name: address === null ? `in ${dataDir}` : nameOf(address),
      begunBy: await unfinishedMove(store),
      close: () => closing.close(),
    };
  });
}

async function openDatabase(
  dataDir: string,
  address: DatabaseAddress | null,
  closing: ClosingStack,
): Promise<Store> {
  if (address === null) {
    const store = await openStore(dataDir);
    closing.add(() => store.destroy());
    return store;
  }
  const opened = await openSharedStore(dataDir, address);
  closing.add(opened.close);
  if (opened.processes.isFirst) return opened.store;
  throw new Error(`A print service is using the database ${nameOf(address)}. Give an empty one with --to.`);
}

/** Before a move begins. @throws Error with a sentence */
export async function refuseData({ store, name, begunBy }: Target, tables: readonly Table[]): Promise<void> {
  if (begunBy !== null)
    throw new Error(
      `The database ${name} has a part of another service, whose move is not complete. Give an empty one.`,
    );
  for (const table of tables)
    if (table.name !== 'setting' && (await countRows(store, table)) > 0)
      throw new Error(`The database ${name} has data already. Give an empty one.`);
}

/** Without the same key, nobody could read the sealed secrets. @throws Error with a sentence */
export function copyKey(from: string, to: string): void {
  const [own, file] = [readFileSync(join(from, 'service.key')), join(to, 'service.key')];
  if (existsSync(file)) {
    if (readFileSync(file).equals(own)) return;
    throw new Error(`There is another service.key in ${to}. Choose another folder with --data.`);
  }
  writeFileSync(`${file}.new`, own, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}
