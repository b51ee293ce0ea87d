/** Calls are answered while PostgreSQL is away, and the service goes on by itself when it is back. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DatabaseAddress } from '../../../src-service/fleet/postgres-address.ts';
import { createLog } from '../../../src-service/log.ts';
import { faultsIn } from '../../support/books.ts';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { type Cluster, execute, postgresPrograms, startCluster } from '../../support/postgres.ts';
import { startService, type TestService } from '../../support/service.ts';
import { upload, uploadBody } from '../../support/upload.ts';

const signUp = {
  method: 'POST',
  body: new URLSearchParams({ username: 'somebody', password: 'a long password' }),
};

describe.skipIf(postgresPrograms === null)('PostgreSQL that goes away (needs PostgreSQL)', () => {
  let cluster: Cluster;
  let address: DatabaseAddress;
  let service: TestService;
  let count = 0;
  const log: string[] = [];
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster?.remove());
  beforeEach(async () => {
    address = cluster.address(`outage_${count++}`);
    await execute(cluster.address('postgres'), `create database ${address.database}`);
    log.length = 0;
    service = await startService({ database: address, logger: createLog((line) => log.push(line)) });
  });
  afterEach(() => service.close());

  const payment = () => service.credentials.payment_verification_id;
  const order = (modelId: number) =>
    service.call('POST', '/orders/v1', orderBody([{ modelId, materialId: 6, quantity: 1 }], payment()));
  const orders = async () => (await service.call('GET', '/orders/v1')).body;
  const isBack = () => expect.poll(async () => (await service.call('GET', '/orders/v1')).status).toBe(200);
  const pids = async (query: string) =>
    (await execute<{ pid: number }>(address, query)).map(({ pid }) => pid);
  const connections = () =>
    pids(`select pid from pg_stat_activity where application_name = 'fabdesk-service'
      and datname = current_database()`);
  const lockHolders = () =>
    pids(`select pid from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and granted
      and application_name = 'fabdesk-service' and datname = current_database()`);
  const end = async (backends: readonly number[]) => {
    for (const pid of backends)
      await execute(cluster.address('postgres'), 'select pg_terminate_backend($1)', [pid]);
  };
  async function connect() {
    const { default: pg } = await import('pg');
    const { host, port, user, database } = address;
    const client = new pg.Client({ host, port, user, database });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  it('A table that somebody has locked is named as the cause, and stops no other call.', async () => {
    const modelId = await upload(service, boxStl(10, 10, 10));
    const client = await connect();
    await client.query('begin');
    await client.query('lock table cart_item in access exclusive mode');
    const carts = Array.from({ length: 12 }, () => service.call('GET', '/orders/cart/v1'));
    const answers = await Promise.all(carts);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 503));
    expect(answers[0]!.body).toMatchObject({ reason: expect.stringContaining('is locked') });
    expect((await order(modelId)).status).toBe(200);
    await client.query('rollback');
    await client.end();
    expect((await service.call('GET', '/orders/cart/v1')).status).toBe(200);
  });

  it('Calls are answered with 503 while PostgreSQL is stopped, and succeed when it is back.', async () => {
    const modelId = await upload(service, boxStl(10, 10, 10));
    await order(modelId);
    await cluster.stop();
    const answers = await Promise.all([order(modelId), orders(), service.call('GET', '/models/v1')]);
    expect(answers[0]).toMatchObject({
      status: 503,
      body: {
        result: 'failure',
        reason: expect.stringMatching(/cannot reach its database|lost its database/),
      },
    });
    expect(answers[0].headers.get('retry-after')).toBe('5');
    // Calls that need no database are answered as always.
    expect((await fetch(`${service.baseUrl}/openapi.json`)).status).toBe(200);
    await cluster.start();
    await isBack();
    expect((await order(modelId)).status).toBe(200);
    expect((await orders()).ordersCount.total).toBe(2);
  });

  it('Orders under way when PostgreSQL dies are whole or absent, and those that were answered are there.', async () => {
    const modelId = await upload(service, boxStl(11, 10, 10));
    const confirmed: number[] = [];
    let sent = 0;
    const others: number[] = [];
    const client = async () => {
      while (sent < 300) {
        sent++;
        const { status, body } = await order(modelId);
        if (status === 200) confirmed.push(body.orderId);
        else others.push(status);
      }
    };
    const clients = Array.from({ length: 20 }, client);
    await expect.poll(() => confirmed.length).toBeGreaterThan(40);
    await cluster.kill();
    await expect.poll(() => others.length).toBeGreaterThan(20);
    await cluster.start();
    await Promise.all(clients);
    await isBack();
    expect(new Set(others)).toEqual(new Set([503]));
    const stored = await execute<{ order_id: string }>(address, 'select order_id from print_order');
    expect(stored.map((row) => Number(row.order_id))).toEqual(expect.arrayContaining(confirmed));
    expect(await faultsIn(address, service.dataDir)).toEqual([]);
  });

  it('A service whose connections are all ended continues on new ones.', async () => {
    const modelId = await upload(service, boxStl(12, 10, 10));
    const all = await connections();
    expect(all.length).toBeGreaterThan(1);
    await end(all);
    await isBack();
    expect((await order(modelId)).status).toBe(200);
  });

  it('A file whose measures could not be stored is measured when PostgreSQL is back.', async () => {
    const { body } = await service.call('POST', '/models/v1', uploadBody(boxStl(13, 10, 10)));
    // As if the connection had been lost just then.
    await execute(address, 'update model_file set geometry_json = null');
    await cluster.stop();
    await cluster.start();
    await expect
      .poll(async () => (await service.call('GET', `/models/${body.modelId}/v1`)).body.printable)
      .toBe('yes');
  });

  it('A call whose database is lost is answered, and leaves nothing behind, even if PostgreSQL is only slow.', async () => {
    const modelId = await upload(service, boxStl(14, 10, 10));
    const other = await connect();
    await other.query('begin');
    await other.query('lock table print_order in access exclusive mode');
    const answer = order(modelId);
    await expect
      .poll(async () => (await execute(address, 'select 1 from pg_locks where not granted')).length)
      .toBe(1);
    // The connection of the order is not the one that ends.
    await end(await lockHolders());
    expect((await answer).status).toBe(503);
    await other.end();
    await isBack();
    expect((await orders()).ordersCount.total).toBe(0);
  });

  it('If the database is lost during a commit, the answer says that the outcome is not known.', async () => {
    const modelId = await upload(service, boxStl(15, 10, 10));
    // The commit waits for a lock of somebody else.
    await execute(
      address,
      `create function wait() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(1); return null; end $$`,
    );
    await execute(
      address,
      `create constraint trigger slow after insert on print_order deferrable initially deferred
        for each row execute function wait()`,
    );
    const other = await connect();
    await other.query('select pg_advisory_lock(1)');
    const answer = order(modelId);
    await expect
      .poll(async () => (await execute(address, 'select 1 from pg_locks where not granted')).length)
      .toBe(1);
    await end(await lockHolders());
    expect(await answer).toMatchObject({
      status: 503,
      body: { reason: expect.stringContaining('which may or may not be stored') },
    });
    await other.end();
    await isBack();
    // Here it was.
    await expect.poll(async () => (await orders()).ordersCount.total).toBe(1);
  });

  it('A service closes in order while PostgreSQL is away.', async () => {
    const database = cluster.address(`outage_${count++}`);
    await execute(cluster.address('postgres'), `create database ${database.database}`);
    const closing = await startService({ database });
    await cluster.stop();
    await expect.poll(async () => (await fetch(`${closing.baseUrl}/sign-up`, signUp)).status).toBe(503);
    await closing.close();
    await cluster.start();
  });

  it('A service does not go on with a database that another version has used meanwhile.', async () => {
    await orders();
    const holders = await lockHolders();
    // Somebody else gets the lock in the moment in which nobody has it.
    const other = await connect();
    const waiting = other.query('select pg_advisory_lock(28817522843546475)');
    await end(holders);
    await waiting;
    await expect.poll(() => log.join('')).toMatch(/Another print service is using the database\./);
    expect((await service.call('GET', '/orders/v1')).status).toBe(503);
    await other.query(`update setting set value = '0.0.9/001' where name = 'version'`);
    await other.end();
    await expect
      .poll(() => log.join(''))
      .toMatch(/Version 0\.0\.9\/001 .* has used the database meanwhile\. Start this process again/);
    expect((await service.call('GET', '/orders/v1')).status).toBe(503);
  });
});
