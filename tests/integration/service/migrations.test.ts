/** Data folders of earlier versions are migrated when the service opens them. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it } from 'vitest';
import { migrations } from '../../../src-service/store/migrations.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { openStore } from '../../support/stores/open-store.ts';

it('Products of an earlier version get whole numbers, in orders too.', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'service.sqlite');
  const before = new Kysely<unknown>({ dialect: new SqliteDialect({ database: new Sqlite(file) }) });
  const { error } = await new Migrator({
    db: before,
    provider: { getMigrations: async () => migrations },
  }).migrateTo('004-authorization');
  expect(error).toBeUndefined();
  await before.destroy();
  const old = new Sqlite(file);
  const insert = (table: string, row: Record<string, string | number>): void => {
    const names = Object.keys(row);
    old
      .prepare(`insert into ${table} (${names}) values (${names.map(() => '?')})`)
      .run(...Object.values(row));
  };
  /** Whatever else a table of that version must have. */
  const filled = (table: string, row: Record<string, string | number>): Record<string, string | number> => ({
    ...Object.fromEntries(
      (old.pragma(`table_info(${table})`) as { name: string; notnull: number; pk: number; type: string }[])
        .filter(({ notnull, pk }) => notnull === 1 && pk === 0)
        .map(({ name, type }) => [name, type === 'text' ? '' : 0]),
    ),
    ...row,
  });
  insert('account', filled('account', { account_id: 1, username: 'owner' }));
  insert('application', filled('application', { client_id: 'app', account_id: 1 }));
  insert('model', filled('model', { model_id: 7, account_id: 1, spin: 'K3ZP0QW1XY' }));
  insert('print_order', filled('print_order', { order_id: 3, account_id: 1, client_id: 'app' }));
  insert('order_product', filled('order_product', { order_id: 3, model_id: 7, spin: 'K3ZP0QW1XY' }));
  old.close();

  const { store, close } = await openStore(folder);
  try {
    expect(await store.selectFrom('model').select('spin').execute()).toEqual([{ spin: '100000007' }]);
    // What could send metadata before still can.
    expect(await store.selectFrom('application').select('may_send_metadata').execute()).toEqual([
      { may_send_metadata: 1 },
    ]);
    expect(await store.selectFrom('order_product').select('spin').execute()).toEqual([{ spin: '100000007' }]);
  } finally {
    await close();
  }
});

it('A process that dies during its first migration leaves a folder that the next start opens.', async () => {
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
  expect(all).toBeGreaterThan(60);
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
