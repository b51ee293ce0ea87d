import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../src-service/store/database.ts';
import { GroupCommit } from '../../../src-service/store/group-commit.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabdesk-commit-'));
  store = await openStore(join(folder, 'service.sqlite'));
});
afterEach(async () => {
  await store.destroy();
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

  it('A failing write fails alone: the others of the same transaction are kept.', async () => {
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
    await store.destroy();
    store = await openStore(join(folder, 'service.sqlite'));
    const { sql } = await import('kysely');
    const pragma = async (name: string) =>
      Object.values(
        (await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(store)).rows[0] ?? {},
      )[0];
    expect([await pragma('synchronous'), await pragma('journal_mode'), await pragma('foreign_keys')]).toEqual(
      [2, 'wal', 1],
    );
  });
});
