/** The tables of a data folder are made whole or not at all, and those of another version are refused. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { openStore } from '../../support/stores/open-store.ts';

it('A database with a migration that this version does not have is refused, and stays as it is.', async () => {
  const folder = temporaryFolder();
  await (await openStore(folder)).close();
  const file = join(folder, 'service.sqlite');
  const later = new Sqlite(file);
  later.prepare('insert into kysely_migration (name, timestamp) values (?, ?)').run('002-later', '');
  later.close();

  await expect(openStore(folder)).rejects.toThrow(
    'The database is of another version of the print service. Start that version, or choose another folder',
  );
  const after = new Sqlite(file, { readonly: true });
  expect(after.prepare('select name from kysely_migration order by name').pluck().all()).toEqual([
    '001-service',
    '002-later',
  ]);
  after.close();
});

it('A process that dies during its first migration leaves a folder that the next start opens.', {
  tags: 'release',
}, async () => {
  const statements = async (folder: string, dieAt: number): Promise<number> => {
    const child = fork(new URL('./migrating.child.ts', import.meta.url), [folder, String(dieAt)], {
      execArgv: [],
      stdio: 'inherit',
    });
    let done = 0;
    child.on('message', (count) => (done = Number(count)));
    await once(child, 'close');
    return done;
  };
  const all = await statements(temporaryFolder(), Number.POSITIVE_INFINITY);
  expect(all).toBeGreaterThan(40);
  for (const share of [0.1, 0.5, 0.95]) {
    const folder = temporaryFolder();
    const dieAt = Math.floor(all * share);
    expect(await statements(folder, dieAt)).toBeLessThanOrEqual(dieAt);
    const { store, close } = await openStore(folder);
    try {
      expect(await store.selectFrom('print_order').selectAll().execute()).toEqual([]);
    } finally {
      await close();
    }
  }
});
