import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src-service/store/dialect.ts';
import { GroupCommit } from '../../../src-service/store/group-commit.ts';
import { type OpenedStore, openStore } from '../../support/stores/open-store.ts';
import { databaseFor, onPostgres, removeDatabase } from '../../support/stores/test-database.ts';

let folder: string;
let opened: OpenedStore;
let store: Store;
async function open(): Promise<void> {
  opened = await openStore(folder, await databaseFor(folder));
  store = opened.store;
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabdesk-commit-'));
  await open();
  await store.deleteFrom('setting').execute();
});
afterEach(async () => {
  await opened.close();
  await removeDatabase(folder);
  await rm(folder, { recursive: true, force: true });
});
const put = (name: string) => async (tx: Parameters<Parameters<GroupCommit['commit']>[0]>[0]) => {
  await tx.insertInto('setting').values({ name, value: 'x' }).execute();
  return name;
};
const names = async () =>
  (await store.selectFrom('setting').select('name').orderBy('name').execute()).map((row) => row.name);

describe('commits that share one fsync', () => {
  it('Commits that share one fsync are answered each with its own result.', async () => {
    const commits = new GroupCommit(store);
    const wanted = Array.from({ length: 200 }, (_, i) => `n${String(i).padStart(3, '0')}`);
    expect(await Promise.all(wanted.map((name) => commits.commit(put(name))))).toEqual(wanted);
    expect(await names()).toEqual(wanted);
  });

  it('A failing write fails alone: the others of the same transaction stay.', async () => {
    const commits = new GroupCommit(store);
    const results = await Promise.allSettled([
      commits.commit(put('a')),
      commits.commit(async (tx) => {
        await put('half')(tx);
        throw new Error('refused');
      }),
      commits.commit(put('b')),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await names()).toEqual(['a', 'b']);
  });

  it('Commits are durable when they are answered: full synchronisation on every open.', async () => {
    await opened.close();
    await open();
    const { sql } = await import('kysely');
    const setting = async (name: string) => {
      const { rows } = await sql
        .raw<Record<string, unknown>>(`${onPostgres ? 'show' : 'pragma'} ${name}`)
        .execute(store);
      return Object.values(rows[0] ?? {})[0];
    };
    if (onPostgres) {
      // The durability of the server itself is up to its operator.
      expect(await setting('synchronous_commit')).toBe('on');
      return;
    }
    expect([
      await setting('synchronous'),
      await setting('journal_mode'),
      await setting('foreign_keys'),
    ]).toEqual([2, 'wal', 1]);
  });
});
