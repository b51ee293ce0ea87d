/** PostgreSQL returns stored values as SQLite does: numbers, texts and their order. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SharedRateLimiter } from '../../../src-service/fleet/shared-rate-limit.ts';
import { SharedSignInThrottle } from '../../../src-service/fleet/shared-sign-in-throttle.ts';
import { mostFailures } from '../../../src-service/http/sign-in-throttle.ts';
import { type Store, writing } from '../../../src-service/store/dialect.ts';
import { OAuth1Tokens } from '../../../src-service/store/oauth1-tokens.ts';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { type Cluster, execute, postgresPrograms, startCluster } from '../../support/postgres.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { startService, type TestService } from '../../support/service.ts';
import { type OpenedStore, openStore } from '../../support/stores/open-store.ts';
import { uploadBody } from '../../support/upload.ts';

describe.skipIf(postgresPrograms === null)('both stores (needs PostgreSQL)', () => {
  let cluster: Cluster;
  const folders: string[] = [];
  const stores: OpenedStore[] = [];
  const both: (readonly [string, OpenedStore])[] = [];
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'fabdesk-types-'));
    folders.push(path);
    return path;
  };
  beforeAll(async () => {
    cluster = await startCluster();
    // A language whose order of letters is not that of their codes, if this PostgreSQL knows one.
    await execute(
      cluster.address('postgres'),
      "create database types template template0 locale_provider icu icu_locale 'en' locale 'C.UTF-8'",
    ).catch(() => execute(cluster.address('postgres'), 'create database types template template0'));
    stores.push(await openStore(folder()), await openStore(folder(), cluster.address('types')));
    both.push(['SQLite', stores[0]!], ['PostgreSQL', stores[1]!]);
  });
  afterAll(async () => {
    for (const opened of stores) await opened.close();
    for (const path of folders) removeFolder(path);
    await cluster?.remove();
  });

  /** The answer of both, which must be the same. */
  async function same<T>(ask: (opened: OpenedStore) => Promise<T>): Promise<T> {
    const [sqlite, postgres] = [await ask(stores[0]!), await ask(stores[1]!)];
    expect(postgres).toEqual(sqlite);
    return sqlite;
  }

  it('A process whose clock is hours ahead forgets no nonce that others still refuse.', async () => {
    const hoursAhead = () => Date.now() + 3 * 3600 * 1000;
    const { store } = stores[1]!;
    const tokens = new OAuth1Tokens(store, null as never, hoursAhead);
    // A timestamp that is divisible by 16 removes old nonces.
    const now = Math.floor(Date.now() / 16_000) * 16;
    expect(await tokens.isFresh('app', 't', now - 4800, 'old')).toBe(true);
    expect(await tokens.isFresh('app', 't', now, 'a')).toBe(true);
    expect(await tokens.isFresh('app', 't', now + 3 * 3600, 'b')).toBe(true);
    expect(await tokens.isFresh('app', 't', now, 'a')).toBe(false);
    const kept = await store.selectFrom('oauth1_nonce').select('nonce').orderBy('nonce').execute();
    expect(kept).toEqual([{ nonce: 'a' }, { nonce: 'b' }]);
  });

  it('A process whose clock is ahead shortens no wait after wrong passwords, and frees no calls.', async () => {
    const { store } = stores[1]!;
    const signIns = new SharedSignInThrottle(store, Date.now);
    const limiter = new SharedRateLimiter(store, { calls: 3, windowSeconds: 300 }, Date.now);
    const guesses = async () => {
      for (let i = 0; i < mostFailures; i++) await signIns.begin('owner');
      return signIns.begin('owner');
    };
    const takes = async () => [await limiter.take('app'), limiter.state('app').retryInSeconds];
    for (let i = 0; i < 3; i++) await limiter.take('app');
    expect(await guesses()).toBe(false);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_500_000 });
    try {
      await signIns.begin('another');
      expect(await guesses()).toBe(false);
      const [isGranted, wait] = await takes();
      expect(isGranted).toBe(false);
      expect(wait).toBeGreaterThan(290);
    } finally {
      vi.useRealTimers();
    }
    expect(await guesses()).toBe(false);
    expect((await takes())[0]).toBe(false);
  });

  it('Texts are ordered by their bytes, and compared with the case of A to Z ignored.', async () => {
    const texts = ['a', 'B', 'Z', 'b', 'é', 'É', 'z', '_', '-a', 'ab', 'a b', '😀', 'ß', '1', '10', '2', ''];
    const ordered = await same(async ({ store }) => {
      await store.deleteFrom('setting').where('name', 'like', 't:%').execute();
      for (const text of texts)
        await store
          .insertInto('setting')
          .values({ name: `t:${text}`, value: text })
          .execute();
      const rows = await store
        .selectFrom('setting')
        .select('value')
        .where('name', 'like', 't:%')
        .orderBy('value')
        .execute();
      return rows.map(({ value }) => value);
    });
    expect(ordered).toEqual(texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    await same(async ({ store }) => {
      const { rows } = await sql<{ low: string }>`
        select lower(trim(value)) as low from setting where name like 't:%' order by name
      `.execute(store);
      return rows;
    });
  });

  it('Scales keep every digit, and whole numbers stay exact up to 2 to the power of 53.', async () => {
    const scales = [0.0254, 0.001, 1 / 3, 1e-12, 5e-324, 1.7976931348623157e308];
    const counts = [0, -1, 2 ** 31, 2 ** 32 + 1, 8_000_000_000_000_000, Number.MAX_SAFE_INTEGER];
    const read = await same(async ({ store }) => {
      await account(store);
      const model = await store
        .insertInto('model')
        .values(modelRow)
        .returning(['model_id', 'created_at'])
        .executeTakeFirstOrThrow();
      for (const [i, scale] of scales.entries())
        await store
          .insertInto('model_file')
          .values({
            model_id: model.model_id,
            version: i,
            file_name: 'a.stl',
            content_length: counts[i] ?? 0,
            md5: '',
            sha256: '',
            upload_scale: scale,
            geometry_json: null,
            created_at: 0,
          })
          .execute();
      const rows = await store
        .selectFrom('model_file')
        .select(['upload_scale', 'content_length'])
        .where('model_id', '=', model.model_id)
        .orderBy('version')
        .execute();
      const { total } = await store
        .selectFrom('model_file')
        .select((eb) => eb.fn.sum<number>('version').as('total'))
        .where('model_id', '=', model.model_id)
        .executeTakeFirstOrThrow();
      return { rows, total, model };
    });
    expect(read.rows.map((row) => row.upload_scale)).toEqual(scales);
    expect(read.rows.map((row) => row.content_length)).toEqual(counts);
    expect(read.total).toBe(15);
  });

  it('A whole number that would not be exact is refused when it is read.', async () => {
    const { store } = stores[1]!;
    await expect(sql`select 9007199254740993::bigint as n`.execute(store)).rejects.toThrow(/too large/);
    expect((await sql`select 9007199254740991::bigint as n`.execute(store)).rows).toEqual([
      { n: Number.MAX_SAFE_INTEGER },
    ]);
  });

  it('A text with the character NUL is refused with a reason, and nothing of it stays.', async () => {
    for (const [name, { store }] of both)
      await expect(
        store.insertInto('setting').values({ name: 'a\0b', value: '' }).execute(),
        name,
      ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('the character NUL') });
  });

  it('Of transactions that read and write the same at once, each sees what the others wrote.', async () => {
    for (const [name, { store }] of both) {
      await store.insertInto('setting').values({ name: 'count', value: '0' }).execute();
      const add = () =>
        writing(store, async (tx) => {
          const row = await tx
            .selectFrom('setting')
            .select('value')
            .where('name', '=', 'count')
            .executeTakeFirstOrThrow();
          await tx
            .updateTable('setting')
            .set({ value: String(Number(row.value) + 1) })
            .where('name', '=', 'count')
            .execute();
        });
      await Promise.all(Array.from({ length: 50 }, add));
      const row = await store
        .selectFrom('setting')
        .select('value')
        .where('name', '=', 'count')
        .executeTakeFirst();
      expect([name, row?.value]).toEqual([name, '50']);
    }
  });

  it('A database of another version is refused.', async () => {
    await execute(cluster.address('postgres'), 'create database other');
    const address = cluster.address('other');
    const dataDir = folder();
    await (await openStore(dataDir, address)).close();
    await execute(address, "insert into kysely_migration (name, timestamp) values ('002-later', '')");
    await expect(openStore(dataDir, address)).rejects.toThrow(
      /is of another version of the print service\. Start that version/,
    );
  });

  it('What has conditions or is lost with a crash is so in PostgreSQL too.', async () => {
    const address = cluster.address('types');
    const indexes = await execute<{ indexdef: string }>(
      address,
      "select indexdef from pg_indexes where indexname = 'print_order_by_reprint'",
    );
    expect(indexes[0]?.indexdef).toMatch(/where \(reprint_of is not null\)/i);
    const unlogged = await execute<{ relname: string }>(
      address,
      "select relname from pg_class where relkind = 'r' and relpersistence = 'u' order by relname",
    );
    expect(unlogged.map(({ relname }) => relname)).toEqual([
      'claim',
      'fault_rule',
      'rate_window',
      'sign_in_attempt',
    ]);
  });

  it('The same calls cost the same and are found the same.', async () => {
    await execute(cluster.address('postgres'), 'create database calls');
    const ask = async (service: TestService) => {
      const { body: model } = await service.call(
        'POST',
        '/models/v1',
        uploadBody(boxStl(1, 0.5, 0.4), { uploadScale: 0.0254 }),
      );
      const items = [{ modelId: model.modelId, materialId: 6, quantity: 3 }];
      const payment = service.credentials.payment_verification_id;
      await service.call('POST', '/orders/v1', {
        ...orderBody(items, payment),
        firstName: ' ÉLODIE Straße ',
      });
      const found = async (name: string) =>
        (await service.call('GET', `/orders/v1?firstName=${encodeURIComponent(name)}`)).body.ordersCount
          .total;
      const refused = await service.call(
        'POST',
        '/models/v1',
        uploadBody(boxStl(2, 2, 2), { title: 'a\0b' }),
      );
      return {
        // Its address is that of the service.
        materials: { ...model.materials, addModelPhoto: null },
        totals: [await found('Élodie straße'), await found('éLODIE STRAßE'), await found('ÉLODIE STRASSE')],
        big: [await found('élodie straße'), await found('ÉLODIE STRAßE')],
        refused: [refused.status, refused.body],
        ledger: await ledgerOf(service),
      };
    };
    const sqlite = await startService();
    const postgres = await startService({ database: cluster.address('calls') });
    const ledgerOf = async (service: TestService) =>
      service === sqlite
        ? service.query('select kind, cents from ledger order by entry_id')
        : execute(cluster.address('calls'), 'select kind, cents::int from ledger order by entry_id');
    try {
      const [one, other] = [await ask(sqlite), await ask(postgres)];
      expect(other).toEqual(one);
      expect(one.totals).toEqual([1, 0, 0]);
      expect(one.big).toEqual([0, 1]);
      expect(one.refused).toEqual([
        400,
        { result: 'failure', reason: expect.stringContaining('the character NUL') },
      ]);
    } finally {
      await sqlite.close();
      await postgres.close();
    }
  });
});

const account = (store: Store) =>
  store
    .insertInto('account')
    .values({ account_id: 7, username: 'somebody', password_hash: null, created_at: 0 })
    .execute();

const modelRow = {
  account_id: 7,
  title: '',
  description: '',
  is_public: 0,
  is_claimable: 0,
  is_for_sale: 0,
  is_downloadable: 0,
  tags_json: '[]',
  materials_json: '{}',
  categories_json: '[]',
  default_material_id: null,
  secret_key: '',
  claim_key: '',
  spin: 'spin',
  latest_version: 0,
  created_at: 1_795_000_000_123,
  deleted_at: null,
};
