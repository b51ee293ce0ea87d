/**
 * A backup that is made as docs/service.md says, while people upload, order and remove: what is restored from
 * it is whole.
 * @release
 */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import type { DatabaseAddress } from '../../../src-service/fleet/postgres-address.ts';
import { faultsIn, faultsInBooks } from '../../support/books.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { execute, postgresPrograms } from '../../support/postgres.ts';
import { startService, type TestService } from '../../support/service.ts';
import { databaseFor, onPostgres } from '../../support/stores/test-database.ts';
import { copyContents } from '../../support/stores/test-files.ts';
import { uploadBody } from '../../support/upload.ts';

let service: TestService;
let restored: TestService | null = null;
let database: DatabaseAddress | undefined;
afterEach(async () => {
  await restored?.close();
  await service.close();
  if (database) await execute({ ...database, database: 'postgres' }, `drop database ${database.database}`);
});

const run = promisify(execFile);
const program = (name: string) => join(postgresPrograms ?? '', name);
const connection = ({ host, port, user, database: name }: DatabaseAddress) => [
  ...['--host', host, '--port', String(port), '--username', user, '--dbname', name],
];

/** The first step: the database as it is at one moment. */
async function copyDatabase(dataDir: string, backup: string): Promise<void> {
  const address = await databaseFor(dataDir);
  if (address) {
    const dump = join(backup, 'fabdesk.dump');
    await run(program('pg_dump'), ['--format=custom', '--file', dump, ...connection(address)]);
    return;
  }
  const own = new Sqlite(join(dataDir, 'service.sqlite'), { readonly: true });
  own.prepare('vacuum into ?').run(join(backup, 'service.sqlite'));
  own.close();
}

/** The second: keys and files. */
async function copyFolder(dataDir: string, backup: string): Promise<void> {
  for (const name of ['service.key', 'service.database'])
    if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(backup, name));
  await copyContents(dataDir, backup);
}

async function restoreDatabase(backup: string): Promise<void> {
  if (!onPostgres) return;
  const address = (await databaseFor(service.dataDir))!;
  database = { ...address, database: `${address.database}_restored` };
  await execute({ ...address, database: 'postgres' }, `create database ${database.database}`);
  const dump = join(backup, 'fabdesk.dump');
  await run(program('pg_restore'), ['--no-owner', '--exit-on-error', ...connection(database), dump]);
}

it('A backup under load restores every order and every file that it refers to, elsewhere.', async () => {
  service = await startService({ keepUnusedMs: 3_600_000 });
  const paymentId = service.credentials.payment_verification_id;
  const [models, removed, orders]: number[][] = [[], [], []];
  let count = 0;
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const box = boxStl(1, 2, 3, `part ${count++}`);
      const { body } = await service.call('POST', '/models/v1', uploadBody(box));
      models?.push(body.modelId);
      const items = [{ modelId: body.modelId, materialId: 6, quantity: 1 }];
      const placed = await service.call('POST', '/orders/v1', orderBody(items, paymentId));
      if (placed.status === 200) orders?.push(placed.body.orderId);
      const brief = await service.call('POST', '/models/v1', uploadBody(`${box} `));
      models?.push(brief.body.modelId);
      // Removed a few rounds later, so that the database is copied in between.
      const old = models?.at(-20);
      if (old === undefined) continue;
      await service.call('DELETE', `/models/${old}/v1`);
      removed?.push(old);
    }
  };
  const clients = Array.from({ length: 4 }, client);
  const removals = (more: number) => {
    const goal = (removed?.length ?? 0) + more;
    return expect.poll(() => removed?.length, { timeout: 60_000 }).toBeGreaterThan(goal);
  };
  const backup = temporaryFolder();
  mkdirSync(join(backup, 'uploads'));
  await removals(5);
  const acknowledged = [...(orders ?? [])];
  const already = new Set(removed);
  await copyDatabase(service.dataDir, backup);
  // Models that the copied database has are removed before their files are copied.
  await removals(20);
  await copyFolder(service.dataDir, backup);
  isOver = true;
  await Promise.all(clients);
  await restoreDatabase(backup);

  restored = await startService({ dataDir: backup, keepUnusedMs: 0, ...(database && { database }) });
  expect(await (database ? faultsIn(database, backup) : faultsInBooks(backup))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(0);
  for (const orderId of acknowledged)
    expect((await restored.call('GET', `/orders/${orderId}/v1`)).body.ordersInfo).toHaveLength(1);
  // Files that were removed between the two steps are as they were at the first.
  const between = removed?.filter((modelId) => !already.has(modelId)) ?? [];
  const answers = await Promise.all(between.map((modelId) => restored?.call('GET', `/models/${modelId}/v1`)));
  const found = answers.filter((answer) => answer?.status === 200);
  expect(found.length).toBeGreaterThan(0);
  for (const answer of found) expect(answer?.body.fileData.length).toBeGreaterThan(0);
  // Secrets are readable: the same application signs in.
  expect(restored.credentials).toEqual(service.credentials);
}, 120_000);
