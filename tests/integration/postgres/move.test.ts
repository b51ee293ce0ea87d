/**
 * A service is moved from SQLite to PostgreSQL, with its files to another folder or into S3-compatible
 * storage, by `npm run service -- move` in a process of its own: everything is there afterwards, whenever
 * that process was killed.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServiceOptions } from '../../../src-service/app.ts';
import type { DatabaseAddress } from '../../../src-service/fleet/postgres-address.ts';
import { faultsIn } from '../../support/books.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { type FullFolder, fillFolder, idsGiven, nonces } from '../../support/full-folder.ts';
import { orderBody } from '../../support/order.ts';
import { type OwnService, startOwnService } from '../../support/own-service.ts';
import { type Cluster, execute, postgresPrograms, startCluster } from '../../support/postgres.ts';
import { endPrograms, Program } from '../../support/program.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { startStorage, type TestStorage } from '../../support/s3/server.ts';
import { filesIn, storageAddress } from '../../support/stores/test-files.ts';

const slow = 120_000;
const entry = fileURLToPath(new URL('../../../src-service/server.ts', import.meta.url));

/** Only PostgreSQL has these, and a service begins with none of their rows. */
const sharedTables = ['claim', 'fault_rule', 'rate_window', 'sign_in_attempt'];

describe.skipIf(postgresPrograms === null)('moving a service (needs PostgreSQL)', { timeout: slow }, () => {
  let cluster: Cluster;
  let original: string;
  let made: FullFolder;
  let address: DatabaseAddress;
  /** The folder to move, as `original`. */
  let from: string;
  let to: string;
  let storage: TestStorage;
  let running: OwnService | null = null;
  let count = 0;
  beforeAll(async () => {
    cluster = await startCluster();
    original = mkdtempSync(join(tmpdir(), 'fabdesk-move-'));
    made = await fillFolder(original);
  }, slow);
  afterAll(async () => {
    removeFolder(original);
    await cluster?.remove();
  }, slow);
  beforeEach(async () => {
    address = cluster.address(`move_${count++}`);
    await execute(cluster.address('postgres'), `create database ${address.database}`);
    const folder = temporaryFolder();
    [from, to] = [join(folder, 'old'), join(folder, 'new')];
    cpSync(original, from, { recursive: true, preserveTimestamps: true });
    storage = await startStorage();
  });
  afterEach(async () => {
    await running?.service.close();
    running = null;
    await endPrograms();
    await storage.stop();
  });

  const url = ({ host, port, user, database }: DatabaseAddress) =>
    `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const move = (...args: string[]) =>
    new Program(process.execPath, [entry, 'move', '--from', from, '--data', to, ...args], {
      AWS_ACCESS_KEY_ID: storage.keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: storage.keys.secretAccessKey,
    });
  const toDatabase = () => ['--to', url(address)];
  const toStorage = () => ['--files', storageAddress(storage, 'shop')];
  async function moved(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await move(...args).ended;
    expect(stderr).toMatch(/comparing\n$/);
    expect(code).toBe(0);
    return stdout;
  }
  /** Its message when it does not complete. */
  async function refused(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await move(...args).ended;
    expect([code, stdout]).toEqual([1, '']);
    return stderr.replace(/^(copying \w+|comparing)\n/gm, '');
  }
  async function start(options: Partial<ServiceOptions>): Promise<OwnService> {
    await running?.service.close();
    running = null;
    running = await startOwnService(
      { dataDir: to, publicUrl: 'https://shop.example', keepUnusedMs: 0, ...options },
      made.bearer,
    );
    return running;
  }
  const stop = async () => {
    await running?.service.close();
    running = null;
  };

  /** The answers that clients get with their old tokens. */
  async function seen({ call, service }: OwnService) {
    const ask = async (method: string, path: string, body?: unknown) => {
      const { status, body: answer } = await call(method, path, body);
      expect(status, path).toBe(200);
      return answer;
    };
    const ids = (await ask('GET', '/models/v1')).models.map((model: { modelId: number }) => model.modelId);
    const orders = await ask('GET', '/orders/v1');
    const models = ids.flatMap((id: number) => [
      ask('GET', `/models/${id}/info/v1`),
      ask('GET', `/models/${id}/v1`),
      ask('GET', `/models/${id}/files/0/v1`),
    ]);
    const { volume: _, ...box } = { volume: 0, area: 0.0006, xBoundMin: 0, xBoundMax: 0.01 };
    const bounds = { yBoundMin: 0, yBoundMax: 0.01, zBoundMin: 0, zBoundMax: 0.01 };
    const { credentials, owner, oauth1 } = service;
    return {
      secrets: { credentials, owner, oauth1, operator: service.operator.key },
      models: await Promise.all(models),
      orders,
      each: await Promise.all(
        (orders.ordersInfo as { orderId: number }[]).map(({ orderId }) =>
          ask('GET', `/orders/${orderId}/v1`),
        ),
      ),
      cart: await ask('GET', '/orders/cart/v1'),
      price: await ask('POST', '/price/v1', { volume: 0.000001, ...box, ...bounds }),
    };
  }

  async function expectNextIds(own: OwnService): Promise<void> {
    const items = [{ modelId: made.modelId, materialId: 6, quantity: 1 }];
    const { body } = await own.call('POST', '/orders/v1', orderBody(items, made.paymentId));
    expect(body.orderId).toBe(made.lastOrder + 1);
    const [entry] = await execute<{ id: number }>(
      address,
      'select min(entry_id)::int as id from ledger where order_id = $1',
      [body.orderId],
    );
    expect(entry?.id).toBe(idsGiven.ledger + 1);
  }

  const inOld = <T>(work: (database: Sqlite.Database) => T): T => {
    const database = new Sqlite(join(from, 'service.sqlite'));
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  /** Name and bytes of everything in a folder. */
  const snapshot = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => `${path.slice(folder.length)} ${readFileSync(path).toString('base64')}`);
  const anyFile = () => {
    const sha256 = inOld((database) =>
      database.prepare('select sha256 from model_file where model_id = 1 and version = 0').pluck().get(),
    ) as string;
    return join(from, 'uploads', sha256.slice(0, 2), sha256);
  };

  it('Every table of the schema is moved, row by row.', async () => {
    const names = inOld((database) =>
      database
        .prepare<[], string>(
          `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely%'`,
        )
        .pluck()
        .all(),
    );
    const output = await moved(...toDatabase());
    const there = await execute<{ name: string }>(
      address,
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_name not like 'kysely%'`,
    );
    expect(there.map(({ name }) => name).sort()).toEqual([...names, ...sharedTables].sort());
    for (const name of names) {
      // Only the new database has its pairing with the folder.
      const own = name === 'setting' ? ` where name <> 'upload-folder'` : '';
      const rows = inOld((database) => database.prepare(`select * from ${name}`).raw(false).all()) as Record<
        string,
        unknown
      >[];
      // A new table needs a row in tests/support/full-folder.ts.
      expect(rows.length, name).toBeGreaterThan(0);
      expect(output).toMatch(new RegExp(`${name} +${rows.length} rows`));
      const moved = await execute<Record<string, unknown>>(address, `select * from ${name}${own}`);
      const texts = (list: Record<string, unknown>[]) =>
        list
          .map((row) => Object.entries(row).map(([key, value]) => `${key}=${value}`))
          .map((fields) => fields.sort().join('|'))
          .sort();
      expect(texts(moved), name).toEqual(texts(rows));
    }
  });

  it('Clients get the same answers as before, new rows get the next ids, and the old folder is as it was.', async () => {
    const before = await seen(await start({ dataDir: from }));
    await stop();
    // As if it had been stopped while it measured this file.
    inOld((database) => database.exec('update model_file set geometry_json = null where model_id = 2'));
    const old = snapshot(from).filter((line) => !line.startsWith('/service.sqlite-'));
    const output = await moved(...toDatabase());
    expect(output).toContain(
      `Start it with: npm run service -- --data "${to}" --database "${url(address)}"\n`,
    );
    const sum = inOld((database) =>
      database.prepare(`select sum(cents) from ledger where kind = 'charge'`).pluck().get(),
    ) as number;
    expect(output).toContain(`ledger, charge: ${(sum / 100).toFixed(2)} USD`);
    expect(snapshot(from).filter((line) => !/^\/service\.(sqlite-|moved )/.test(line))).toEqual(old);

    const own = await start({ database: address });
    await expect
      .poll(async () => execute(address, 'select 1 from model_file where geometry_json is null'))
      .toEqual([]);
    expect(await seen(own)).toEqual(before);
    await expectNextIds(own);
    expect(await faultsIn(address, to)).toEqual([]);
  });

  it('With the files in a bucket, every content that something refers to is there.', async () => {
    const before = await seen(await start({ dataDir: from }));
    await stop();
    await moved(...toDatabase(), ...toStorage());
    const referred = inOld((database) =>
      database
        .prepare<[], string>(
          `select f.sha256 from model_file f join model using (model_id) where deleted_at is null
            union select p.sha256 from photo p join model using (model_id) where deleted_at is null
            union select sha256 from order_product`,
        )
        .pluck()
        .all(),
    );
    const keys = [...storage.objects.keys()].filter((key) => key.startsWith('shop/files/'));
    expect(keys.map((key) => key.slice('shop/files/'.length)).sort()).toEqual(referred.sort());
    const own = await start({ database: address, files: filesIn(storage, 'shop') });
    expect(await seen(own)).toEqual(before);
    await expectNextIds(own);
  });

  it('A service on SQLite can move its files alone, and later its database to PostgreSQL with the same bucket.', async () => {
    const before = await seen(await start({ dataDir: from }));
    await stop();
    await moved(...toStorage());
    const own = await start({ files: filesIn(storage, 'shop') });
    expect(await seen(own)).toEqual(before);
    await stop();
    const objects = [...storage.objects.keys()].sort();
    storage.log.length = 0;
    [from, to] = [to, join(from, '..', 'third')];
    expect(await refused(...toDatabase())).toMatch(
      /^The files of the service in .* are in s3:.* with --files/,
    );
    await moved(...toDatabase(), ...toStorage());
    expect(storage.log.filter((line) => /^(PUT|DELETE) shop\/files/.test(line))).toEqual([]);
    expect([...storage.objects.keys()].sort()).toEqual(objects);
    expect(await seen(await start({ database: address, files: filesIn(storage, 'shop') }))).toEqual(before);
  });

  it('A move that is killed in the middle of anything is completed by running it again, without duplicates.', async () => {
    const before = await seen(await start({ dataDir: from }));
    await stop();
    const args = [...toDatabase(), ...toStorage()];
    const killAt = async (hasBegun: (program: Program) => Promise<unknown>) => {
      const program = move(...args);
      await hasBegun(program);
      await program.finish();
    };
    const filesSent = () => storage.log.filter((line) => /PUT shop\/files\/\w+ 200/.test(line)).length;
    await killAt((program) => program.prints(/copying model$/m));
    for (const dataDir of [from, to])
      await expect(
        start({ dataDir, ...(dataDir === to && { database: address, files: filesIn(storage, 'shop') }) }),
      ).rejects.toThrow(/is not complete\. Run npm run service -- move again/);
    // In the middle of a table.
    await execute(
      address,
      `create function wait() returns trigger language plpgsql as
        $$ begin if new.nonce = 'n2500' then perform pg_sleep(1); end if; return new; end $$`,
    );
    await execute(
      address,
      'create trigger slow before insert on oauth1_nonce for each row execute function wait()',
    );
    const asleep = async () =>
      (await execute(address, `select 1 from pg_stat_activity where wait_event = 'PgSleep'`)).length;
    await killAt(() => expect.poll(asleep, { timeout: slow }).toBe(1));
    const copied = await execute(address, 'select 1 from oauth1_nonce');
    expect(copied.length).toBeGreaterThan(0);
    expect(copied.length).toBeLessThan(nonces);
    // While files are sent.
    await killAt(async (program) => {
      await program.prints(/copying photo/);
      storage.delayMs = 300;
      await program.prints(/copying files/);
      await expect.poll(filesSent, { timeout: slow }).toBeGreaterThan(0);
    });
    storage.delayMs = 0;
    await killAt((program) => program.prints(/comparing/));

    await moved(...args);
    expect(inOld((database) => database.prepare('select count(*) from oauth1_nonce').pluck().get())).toBe(
      (await execute(address, 'select 1 from oauth1_nonce')).length,
    );
    const own = await start({ database: address, files: filesIn(storage, 'shop') });
    expect(await seen(own)).toEqual(before);
    await expectNextIds(own);
  });

  it('What was damaged in the new place before a move is run again is replaced.', async () => {
    const program = move(...toDatabase());
    await program.prints(/comparing/);
    await program.finish();
    const path = anyFile().replace(from, to);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.toString().replace('outer', 'Outer'));
    await moved(...toDatabase());
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('Rows that something else has changed in the new database are noticed.', async () => {
    const program = move(...toDatabase());
    await program.prints(/copying files/);
    await program.finish();
    await execute(address, `update model set title = 'Other' where model_id = 1`);
    expect(await refused(...toDatabase())).toMatch(
      /^The rows of model are not the same in the new database\./,
    );
  });

  it('Files that are missing or damaged are named, and nothing is complete until they are back or left out.', async () => {
    const path = anyFile();
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.toString().replace('outer', 'Outer'));
    const [photo] = inOld((database) =>
      database.prepare<[], string>('select sha256 from photo').pluck().all(),
    );
    const missing = join(from, 'uploads', photo!.slice(0, 2), photo!);
    rmSync(missing);
    const sentence = await refused(...toDatabase());
    expect(sentence).toContain(`The file ${path} of model 1 is damaged.\n`);
    expect(sentence).toContain(`The file ${missing} of photo 1 is missing.\n`);
    expect(sentence).toMatch(/Restore these files from a backup and run the same command again, or add/);
    await expect(start({ database: address })).rejects.toThrow(/is not complete/);
    writeFileSync(path, bytes);
    const output = await moved(...toDatabase(), '--without-faulty');
    expect(output).toContain(`The file ${missing} of photo 1 is missing. It was left out.\n`);
    expect(await faultsIn(address, to)).toEqual(['The content of photo 1 is missing.']);
  });

  it('A service does not start on a folder that was moved, until the note is deleted.', async () => {
    await moved(...toDatabase());
    const note = join(from, 'service.moved');
    const why = `The service in ${from} was moved to ${address.database} at ${address.host}. Start it there. To go back to this folder, without what came after the move, delete ${note}.`;
    await expect(start({ dataDir: from })).rejects.toThrow(why);
    const again = await move(...toDatabase()).ended;
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/was moved to .* already\. Start it there\./),
    });
    rmSync(note);
    const own = await start({ dataDir: from });
    expect((await own.call('GET', '/models/v1')).body.models).toHaveLength(2);
  });

  it('A move is refused while a service runs on the old folder or on the new database.', async () => {
    await start({ dataDir: from });
    expect(await refused(...toDatabase())).toBe(
      `A print service is running on ${from}, or another move of it. Stop it, then move the service.\n`,
    );
    await start({ database: address });
    expect(await refused(...toDatabase())).toMatch(
      /^Another print service is using .*new\. Stop it, or choose/,
    );
    await stop();
    // As on another machine.
    const copy = join(temporaryFolder(), 'copy');
    cpSync(to, copy, { recursive: true });
    await start({ dataDir: copy, database: address });
    expect(await refused(...toDatabase())).toMatch(
      /^A print service is using the database move_\d+ at .* Give an/,
    );
    expect(existsSync(join(from, 'service.moved'))).toBe(false);
  });

  it('A database or folder that has anything else is refused, and so is a half move of another service.', async () => {
    await start({ database: address });
    await stop();
    expect(await refused(...toDatabase())).toMatch(
      /The database move_\d+ at .* has data already\. Give an empty/,
    );
    expect(existsSync(join(from, 'service.moved'))).toBe(false);

    const other = cluster.address(`move_${count++}`);
    await execute(cluster.address('postgres'), `create database ${other.database}`);
    to = join(from, '..', 'again');
    const program = move('--to', url(other));
    await program.prints(/copying model$/m);
    await program.finish();
    expect(await refused('--to', url(address))).toMatch(
      /A move of .* to move_\d+ at .* was begun\. Give the same/,
    );
    rmSync(join(from, 'service.moved'));
    expect(await refused('--to', url(other))).toMatch(
      /has a part of another service, whose move is not complete/,
    );
  });

  it('Whatever is missing or wrong is said in one sentence.', async () => {
    expect(await refused()).toMatch(/^Say where to move: to a database with --to, into a bucket/);
    expect(await refused('--to', 'mysql://a@b/c')).toMatch(
      /^--to is not the address of a PostgreSQL database/,
    );
    expect(await refused('--to', 'postgres://a:b@c/d')).toMatch(/^--to must not contain a password/);
    expect(await refused(...toDatabase(), '--data', from)).toMatch(
      /^The old folder stays as it is\. Choose another/,
    );
    const key = readFileSync(join(from, 'service.key'));
    rmSync(join(from, 'service.key'));
    expect(await refused(...toDatabase())).toMatch(/^There is no service\.key in .*, or from a backup\.\n$/);
    writeFileSync(join(from, 'service.key'), key);
    inOld((database) =>
      database.exec(`insert into kysely_migration (name, timestamp) values ('002-later', '')`),
    );
    expect(await refused(...toDatabase())).toMatch(
      /is of another version of the service\. Start this version on it once/,
    );
    writeFileSync(join(from, 'service.sqlite'), 'x'.repeat(9000));
    expect(await refused(...toDatabase())).toBe(
      'The database in the old folder is damaged. Restore it from a backup.\n',
    );
    rmSync(join(from, 'service.sqlite'));
    expect(await refused(...toDatabase())).toMatch(/^There is no service\.sqlite in /);
  });
});
